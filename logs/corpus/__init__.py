"""A folder of logs as one thing."""
