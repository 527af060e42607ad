"""Worked examples, expectations and queries about events."""
