"""Ancient Knowledge on Board Game Arena: notifications become facts, and a game is found that leads to all of them."""
