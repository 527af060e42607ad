"""Points, itemised, and the end of the game (BA-4)."""

from collections.abc import Iterator

from kronika.core import Result, ScoreItem, rank

from ballast.state import NOT_YET, OVER, State


def score(state: State) -> tuple[ScoreItem, ...]:
    """Rows cost, coins pay, and those in a safe pay twice."""
    return (*_crates(state), *_coins(state))


def _crates(state: State) -> Iterator[ScoreItem]:
    for seat, crates in enumerate(state.crates):
        for row in rows(crates):
            yield ScoreItem(seat, "crates", f"row of {row[0]}", -row[0], "BA-4.2", f"crates {' '.join(map(str, row))}")


def _coins(state: State) -> Iterator[ScoreItem]:
    for seat, (coins, safe) in enumerate(zip(state.coins, state.safes, strict=True)):
        yield ScoreItem(seat, "coins", "in fist and safe", coins, "BA-4.3")
        if safe != NOT_YET:
            yield ScoreItem(seat, "coins", "in the safe", safe, "BA-4.4")


def rows(crates: bytes) -> list[list[int]]:
    """Sorted crates parted where a weight is missing (BA-4.2)."""
    parted: list[list[int]] = []
    for weight in crates:
        if parted and parted[-1][-1] == weight - 1:
            parted[-1].append(weight)
        else:
            parted.append([weight])
    return parted


def totals(state: State) -> tuple[int, ...]:
    """The sums of the items."""
    sums = [0] * len(state.coins)
    for item in score(state):
        sums[item.seat] += item.points
    return tuple(sums)


def result(state: State) -> Result | None:
    """After the last crate the most points win, then the fewest crates (BA-4.1, BA-4.5)."""
    if state.phase != OVER:
        return None
    final = totals(state)
    ranking = rank([(points, -len(crates)) for points, crates in zip(final, state.crates, strict=True)])
    best = [seat for seat, points in enumerate(final) if points == max(final)]
    broken = ("the fewest crates" if len(ranking[0]) < len(best) else "the victory is shared", "BA-4.5")
    return Result(final, ranking, "the last crate is loaded", "BA-4.1", *(broken if len(best) > 1 else ()))
