"""A game being played: timeline, metadata, notes, visibility, metrics."""
