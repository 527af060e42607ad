"""The numbered rules of a game, and the changes between two versions of them."""
