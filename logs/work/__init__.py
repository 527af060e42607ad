"""Work on many games: processes, clusters, catalogs, simulation, matches, analysis."""
