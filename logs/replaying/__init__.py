"""Stored games replayed: validated, amended, compared, surveyed."""
