"""Wrong programs, one change each: which do the tests notice? `make mutants` asks, and goes on where it stopped.

`changes` makes the wrong programs, `sample` draws some of them, `recording` learns which test runs which line,
`trial` runs tests against one of them, `work` does so for a row of them, `report` counts.
"""
