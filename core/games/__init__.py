"""One package for each game. A game imports the engine contract, never another game."""
