"""The engine contract: what a game must provide, how its moves are parsed and written, and what a seat may see."""
