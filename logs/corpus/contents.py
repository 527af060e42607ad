"""What a catalog knows of the logs in some places."""

from __future__ import annotations

from msgspec import Struct

from kronika.logs.corpus.sums import Folded
from kronika.logs.replaying.survey import Survey


class IndexedGame(Struct, frozen=True):
    """The logs of one game and version of its rules: all, those without a fault, the finished ones, and their events.

    The game of a log that can't be read is empty.
    """

    game: str
    rules: int
    logs: int
    valid: int
    finished: int
    events: int


class Index(Struct, frozen=True):
    """A catalog after logs were looked up in it.

    `games` are the logs that were looked up. `logs` are all logs that it knows, each once, as this program finds them,
    and `of_others` those that other programs found. `places` counts the names of logs; `size` is in bytes.
    """

    catalog: str
    size: int
    logs: int
    of_others: int
    places: int
    games: list[IndexedGame]


class Counting:
    """Counts logs by game and version of its rules, as they come."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, int], list[int]] = {}

    def add(self, log: Survey | Folded) -> None:
        """One more log, or several valid ones."""
        if isinstance(log, Folded):
            for kind, sums in log.sums.items():
                self._add(kind, sums.logs, sums.logs, sum(sums.results.values()), sums.events)
        else:
            self._add((log.game, log.rules), 1, int(log.ok), int(log.result is not None), log.events)

    def _add(self, kind: tuple[str, int], *numbers: int) -> None:
        sums = self._counts.setdefault(kind, [0, 0, 0, 0])
        for at, number in enumerate(numbers):
            sums[at] += number

    def games(self) -> list[IndexedGame]:
        """The counts, by game."""
        return [IndexedGame(*kind, *numbers) for kind, numbers in sorted(self._counts.items())]
