"""What the author of a game tests it with: `contract`, the suite that every game must pass, and what it is made of.

Needs pytest. `contract` says how it is run.
"""
