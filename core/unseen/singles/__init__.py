"""Full games with one thing of each kind, found by exchanges that change the record as late as possible."""
