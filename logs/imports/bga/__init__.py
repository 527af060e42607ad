"""Archives of Board Game Arena that a user has saved: `reader` reads them, a folder for each game maps them."""
