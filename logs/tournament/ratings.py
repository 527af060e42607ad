"""Ratings of the entrants of a tournament by openskill, which supports several players and shared places."""

from __future__ import annotations

from typing import Any

from kronika.core.basics.statistics import Z_95
from kronika.logs.files.extras import require_extra
from kronika.logs.tournament.standings import Rating, TournamentGame


class Ratings:
    """The ratings after the games so far, in the order of their numbers."""

    def __init__(self) -> None:
        """Raises FileError if openskill is not installed."""
        self._model: Any = require_extra("rate").PlackettLuce()
        self._known: dict[str, Any] = {}

    def add(self, game: TournamentGame) -> None:
        """Add one more game."""
        for name in game.players:
            self._known.setdefault(name, self._model.rating(name=name))
        places = [
            next(at for at, group in enumerate(game.ranking) if seat in group) for seat in range(len(game.players))
        ]
        rated = self._model.rate([[self._known[name]] for name in game.players], ranks=places)
        self._known.update({name: team[0] for name, team in zip(game.players, rated, strict=True)})

    def ratings(self) -> tuple[Rating, ...]:
        """All ratings, the best first."""
        found = (Rating(name, r.mu, r.mu - Z_95 * r.sigma, r.mu + Z_95 * r.sigma) for name, r in self._known.items())
        return tuple(sorted(found, key=lambda one: -one.rating))
