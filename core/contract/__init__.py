"""The engine contract: what a game is, how its moves are written, what a seat sees."""
