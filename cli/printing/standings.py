"""Standings as tables: `standings` prints the same tables as its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kronika.cli.printing.output import table, wrapped
from kronika.core.basics.text import natural_sort_key, pluralize
from kronika.logs.files.streams import display_name
from kronika.logs.tournament.sprt import Ratio
from kronika.logs.tournament.standings import HeadToHead, Pairs, Rating, ScoreRow, Sheet, Standings, StandingsLine

WON: Final = ("won", "tied", "lost")


class Part(Struct, frozen=True):
    """A table: its title, its columns and rows, and the indexes of the columns of numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int]


def standings_text(found: Standings) -> str:
    """The tables and the remarks on them, as text."""
    parts = [table(part.rows, part.columns, part.numbers) for part in tables(found)]
    if said := "\n".join(map(wrapped, remarks(found))):
        parts.append(said)
    return "\n\n".join(parts)


def tables(found: Standings) -> Iterator[Part]:
    """Yield the tables that are not empty, the standings first."""
    parts = (
        *([_sheet(found.sheet, [line.name for line in found.lines])] if found.sheet else []),
        _standings(found.lines),
        _places(found.lines),
        _sources(found.lines),
        _meetings(found.meetings),
        _pairs(found.pairs),
        _ratings(found.ratings),
    )
    yield from (part for part in parts if part.rows)


def remarks(found: Standings) -> Iterator[str]:
    """Yield remarks: the number of missing games, the test of strength, the faults of players, games that are too
    long.
    """
    if found.planned > found.games and not (found.sprt and found.sprt.accepted):
        most = " at the most" if found.sprt is not None else ""
        yield f"{found.games:,} of {found.planned:,} games{most}: run `kronika tournament` again to play the others."
    if found.sprt is not None:
        yield _test(found.sprt)
    for line in found.lines:
        for kind, fault in line.faults.items():
            yield f"{line.name}: {pluralize(fault.count, 'fault')}, {kind}; in game {fault.game}: {fault.why}"
        if line.resigned:
            yield f"{line.name}: resigned {pluralize(line.resigned, 'time')}."
    if long := sum(line.adjudicated for line in found.lines):
        yield f"Adjudicated by points, because they were too long: {long} (each counts for every player)."


def _sheet(sheet: Sheet, names: Sequence[str]) -> Part:
    """A row for each game, a column for each player: points and place. Below, the total points, if they can be
    added.
    """
    rows = [(one.title, display_name(one.log), *(_cell(one, name) for name in names)) for one in sheet.games]
    if sheet.points:
        rows.append(("in all", "", *(str(sheet.points.get(name, "")) for name in names)))
    return Part("Games", ("game", "log", *names), tuple(rows), frozenset())


def _cell(played: ScoreRow, name: str) -> str:
    """`38, 1.`: the points, if there are any, and the place."""
    if name not in played.places:
        return ""
    return ", ".join([*([str(played.points[name])] if name in played.points else []), f"{played.places[name]}."])


def _standings(lines: Sequence[StandingsLine]) -> Part:
    """The main table: without bots if people play, and without points if several games were played."""
    bots, points = any(line.bot for line in lines), any(line.points for line in lines)
    columns = ("name", *("bot",) * bots, "games", *WON, "win rate", "95 %", *("points",) * points)
    numbers = {at for at, name in enumerate(columns) if name in ("games", *WON, "win rate", "points")}
    return Part("Standings", columns, tuple(_standing(line, bots, points) for line in lines), frozenset(numbers))


def _standing(line: StandingsLine, bots: bool, points: bool) -> tuple[str, ...]:
    counts = (line.games, line.wins, line.ties, line.losses)
    return (line.name, *(line.bot,) * bots, *map(str, counts), *share_of_wins(line), *(f"{line.points:.1f}",) * points)


def share_of_wins(line: StandingsLine) -> tuple[str, str]:
    """The win rate of an entrant in percent, with a tie as its part of a win, and its interval."""
    win_rate = line.win_rate
    return f"{100 * win_rate.rate:.1f} %", f"{100 * win_rate.low:.1f} to {100 * win_rate.high:.1f}"


def _places(lines: Sequence[StandingsLine]) -> Part:
    """The places at tables of more than two players. At tables of two, a place says only who won."""
    most = max((len(line.places) for line in lines), default=0)
    columns = ("place", *(f"{place + 1}." for place in range(most)), "mean", "95 %")
    rows = tuple(_place(line, most) for line in lines) if most > 2 else ()
    return Part("Places", columns, rows, frozenset(range(1, most + 2)))


def _place(line: StandingsLine, most: int) -> tuple[str, ...]:
    counts = [*line.places, *[0] * (most - len(line.places))]
    place = line.place
    return (line.name, *map(str, counts), f"{place.mean:.2f}", f"{place.low:.2f} to {place.high:.2f}")


def _sources(lines: Sequence[StandingsLine]) -> Part:
    """The mean points of each entrant by rule."""
    rules = sorted({rule for line in lines for rule, points in line.sources.items() if points}, key=natural_sort_key)
    columns = ("points by", *(line.name for line in lines))
    rows = tuple((rule, *(f"{line.sources.get(rule, 0):.1f}" for line in lines)) for rule in rules)
    return Part("Points by rule", columns, rows, frozenset(range(1, len(columns))))


def _meetings(meetings: Sequence[HeadToHead]) -> Part:
    """For pairs of players, the games in which one finished ahead of the other, level with it, or finished behind."""
    columns = ("player", "opponent", "ahead", "level", "behind")
    rows = tuple((met.player, met.opponent, *map(str, (met.ahead, met.level, met.behind))) for met in meetings)
    return Part("Head to head", columns, rows, frozenset(range(2, 5)))


def _pairs(pairs: Sequence[Pairs]) -> Part:
    columns = ("pairs of games", "against", "0", "½", "1", "1½", "2", "Elo")
    rows = tuple((pair.player, pair.opponent, *map(str, pair.counts), _elo(pair)) for pair in pairs)
    return Part("Deals from both seats", columns, rows, frozenset(range(2, 7)))


def _elo(pair: Pairs) -> str:
    def number(elo: float | None, infinite: str) -> str:
        return infinite if elo is None else f"{round(elo):+}" if round(elo) else "0"

    if pair.elo is None:
        return "out of sight"
    if pair.low == pair.high:  # all deals had the same result: their variation is unknown
        return number(pair.elo, "")
    return f"{number(pair.elo, '')} ({number(pair.low, '-∞')} to {number(pair.high, '+∞')})"


def _ratings(ratings: Sequence[Rating]) -> Part:
    rows = tuple((one.name, f"{one.rating:.1f}", f"{one.low:.1f} to {one.high:.1f}") for one in ratings)
    return Part("Ratings", ("name", "rating", "95 %"), rows, frozenset({1}))


def _test(found: Ratio) -> str:
    how = {"elo1": "decided: stronger, elo1 holds", "elo0": "decided: elo0 holds", "": "not decided"}[found.accepted]
    bounds = f"log ratio {found.llr:+.2f} between {found.lower:+.2f} and {found.upper:+.2f}"
    return f"SPRT after {pluralize(found.pairs, 'deal')}: {bounds}; {how}."
