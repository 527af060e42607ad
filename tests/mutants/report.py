"""How many of the wrong programs were noticed, by room, and with what certainty."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import sqrt

from mutants.sample import Mutant
from mutants.survivors import survivors

Z = 1.959964
"""Of the normal distribution, for 95 %."""
NOTICED = ("noticed", "timeout")
COLUMNS = ("noticed", "timeout", "lived", "uncovered", "equivalent")


def wilson(found: int, of: int) -> tuple[float, float]:
    """The interval by Wilson in which the share of all lies in 95 of 100 samples."""
    if not of:
        return 0.0, 1.0
    share, spread = found / of, Z * Z / of
    middle, half = share + spread / 2, Z * sqrt(share * (1 - share) / of + spread / of / 4)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def counted(tried: Iterable[tuple[Mutant, str]]) -> dict[str, Counter[str]]:
    """The verdicts by room; who lived and is listed as equivalent counts as that."""
    equivalent = [survivor for survivor in survivors() if survivor.equivalent]
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, verdict in tried:
        same = verdict not in NOTICED and any(survivor.is_of(mutant) for survivor in equivalent)
        rooms[mutant.room]["equivalent" if same else verdict] += 1
    return rooms


def report(rooms: dict[str, Counter[str]]) -> Iterator[str]:
    """The table, line by line, the sum of all rooms below."""
    width = max(map(len, ["all", *rooms]))
    yield f"{'room':{width}} {' '.join(f'{name:>10}' for name in COLUMNS)}  noticed of those that are not equivalent"
    for room, verdicts in [*sorted(rooms.items()), ("all", sum(rooms.values(), Counter()))]:
        of = verdicts.total() - verdicts["equivalent"]
        found = sum(verdicts[name] for name in NOTICED)
        low, high = wilson(found, of)
        share = f"{found / of:7.1%} ({low:.1%} to {high:.1%})" if of else "      –"
        yield f"{room:{width}} {' '.join(f'{verdicts[name]:>10}' for name in COLUMNS)}  {share}"
