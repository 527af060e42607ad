"""Archives of Board Game Arena that a user has saved: `reader` reads them, the other modules map one game each."""
