"""Tournaments: a list of games, each made of its number alone; standings are what their logs say."""
