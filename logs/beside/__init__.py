"""Another program beside Kronika: the same games on both sides, up to the first thing that it tells otherwise.

`engine` asks the program, `comparing` holds what it tells against what is, `course` plays a game on both sides,
`shorter` looks for the shortest game that still shows a difference, `naming` has the names of the program.
"""
