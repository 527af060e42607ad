"""Logs that a server keeps open for several people: secret links, changes made once, changes by other programs."""
