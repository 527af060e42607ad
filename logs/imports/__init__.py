"""Import of archives of other platforms: they are read, mapped to moves and outcomes, and compared with the rules.

A format has a reader, which turns a file into a `notices.Archive`, and a mapper for each game. The table of formats
is in `formats`.
"""
