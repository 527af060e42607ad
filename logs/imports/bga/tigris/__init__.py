"""Tigris & Euphrates on Board Game Arena: each notification is a move, an outcome, or a claim."""
