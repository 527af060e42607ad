"""Tournaments: a list of games, each of which follows from its number; standings are computed from the logs."""
