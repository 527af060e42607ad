"""Plays the same games in Kronika and in another program, up to the first difference.

`games` are played, each as a `course` on both sides, in a `trial`. `engine` asks the program, by the names that
`naming` has for it. `comparing` compares its answers with Kronika's, and `pieces` checks whether any are missing.
`shorter` looks for the shortest game that still shows a difference.
"""
