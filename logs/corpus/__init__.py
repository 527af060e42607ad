"""A folder of logs as a whole."""
