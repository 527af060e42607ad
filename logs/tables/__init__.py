"""Logs as tables for SQL: their columns, the rows of a log, exports, and a database to ask."""
