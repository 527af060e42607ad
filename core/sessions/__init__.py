"""A game in progress: timeline, metadata, notes, visibility, digests, metrics."""
