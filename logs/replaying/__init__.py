"""Replays of stored games: for validation, amendment, comparison and surveys."""
