"""The games, one package each. A game imports the engine contract, never another game."""
