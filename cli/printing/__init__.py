"""What all commands share when they print: options, output, tables, progress."""
