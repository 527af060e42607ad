"""Players that are programs: their names and descriptions, the requests to them, and the running processes."""
