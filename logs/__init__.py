"""The log format of Kronika: records, files, validation, comparison. It prints nothing."""
