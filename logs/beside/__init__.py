"""Another program beside Kronika: the same games on both sides, up to the first thing that it tells otherwise.

`games` are played, each as a `course` on both sides, in a `trial`. `engine` asks the program, by the names that
`naming` has for it; `comparing` holds what it tells against what is, and `pieces` whether any are missing. `shorter`
looks for the shortest game that still shows a difference.
"""
