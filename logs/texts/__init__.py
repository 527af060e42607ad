"""Games and examples as texts, and their addresses."""
