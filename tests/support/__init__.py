"""Helpers of the tests: random games, random values, and a tiny second game."""
