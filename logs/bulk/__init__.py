"""Work on many games for other programs: what the commands do in bulk, with an executor of the caller's."""
