"""A kit: what a game has to do as files that any language reads, and the answers of another engine held against it.

`forms` are the Structs, `making` asks the referee, `folder` writes and reads, `checking` compares.
"""
