"""The numbered rules of a game, and what has changed in them."""
