"""Data sets of games: trajectories as Parquet with the logs they come from, split by deal, and checked again.

`choosing` says which games are in one, `making` makes its folder, `card` describes it, `verifying` replays it.
"""
