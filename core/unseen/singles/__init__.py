"""Full games in which there is one thing of each kind: found by exchanges, at the latest place that does it."""
