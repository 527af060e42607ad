"""Games whose hands nobody saw: a full game that agrees with what was recorded, and what follows from the record."""
