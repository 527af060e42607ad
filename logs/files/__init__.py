"""Log files: records, reading, writing, locks, forms, formats."""
