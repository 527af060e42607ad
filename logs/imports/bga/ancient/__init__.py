"""Ancient Knowledge on Board Game Arena: notifications become facts, and a search finds a game with all of them."""
