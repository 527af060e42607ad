"""A kit: questions about a game as files for any language, and the comparison of another engine's answers with them.

`forms` are the Structs, `making` asks the referee, `kit_files` writes and reads, `checking` compares.
"""
