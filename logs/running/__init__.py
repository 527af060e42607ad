"""Processes of this machine, and which program answers."""
