"""Printing for all commands: options, output, tables, progress."""
