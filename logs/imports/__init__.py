"""Archives of other platforms as logs: read, mapped to moves and outcomes, and what they say compared with the rules.

A format has a reader, from a file to `notices.Archive`, and a mapper for each game. `formats` is the table of formats.
"""
