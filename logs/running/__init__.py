"""Processes of this machine, and the program that runs in them."""
