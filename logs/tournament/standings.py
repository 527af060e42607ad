"""Standings: computed from the logs of a tournament, game by game, and from nothing else."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.statistics import Z_95, Mean, Rate, mean_of, rate_of
from kronika.core.contract.result import rank
from kronika.core.sessions.metadata import FAULT
from kronika.logs.replaying.survey import Survey
from kronika.logs.tournament.plan import Sprt, TournamentError
from kronika.logs.tournament.playing import BOT, GAME, TOURNAMENT
from kronika.logs.tournament.sprt import SCORES, Ratio, elo_of, ratio


class TournamentGame(Struct, frozen=True):
    """One game as it counts.

    `ranking` holds groups of seats, best first. `totals` are the scores by seat, `sources` those by rule. `fault` is
    the seat whose bot made a fault, `kind` the kind of the fault, `why` its message. `resigned` is the seat that gave
    up; `adjudicated` is true for a game that was too long.
    """

    tournament: str
    number: int
    deal: int
    table: int
    players: tuple[str, ...]
    bots: tuple[str, ...]
    ranking: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    sources: dict[str, tuple[int, ...]]
    decisions: int
    fault: int | None = None
    kind: str = ""
    why: str = ""
    resigned: int | None = None
    adjudicated: bool = False

    def place(self, seat: int) -> int:
        """The place of a seat, from 1. After a shared place, the next one counts all who share it."""
        at = next(at for at, group in enumerate(self.ranking) if seat in group)
        return 1 + sum(len(group) for group in self.ranking[:at])


def game_of(log: Survey) -> TournamentGame:
    """The game of a log. Raises TournamentError for a damaged one, and for one that does not belong to a tournament."""
    if not log.ok:
        why = log.unreadable or f"line {log.faults[0].line}: {log.faults[0].message}"
        raise TournamentError(f"{log.path}: {why.rstrip('.')}. Delete it to play the game again.")
    numbers = [log.tags.get(tag, "") for tag in (GAME, "deal", "table")]
    if not all(number.isdecimal() and len(number) < 10 for number in numbers):
        raise TournamentError(f"{log.path}: its tags do not say that it belongs to a tournament.")
    ending = None if log.result else log.ending
    if log.result is None and ending is None:
        raise TournamentError(f"{log.path}: the game is not finished. Delete it to play the game again.")
    number, deal, table = map(int, numbers)
    gone = ending.by if ending else None
    resigned = ending is not None and ending.why == "resigned"
    fault = None if resigned else gone
    return TournamentGame(
        tournament=log.tags.get(TOURNAMENT, ""),
        number=number,
        deal=deal,
        table=table,
        players=log.players,
        bots=tuple(log.tags.get(f"{BOT}{name}", "") for name in log.players),
        ranking=log.result.ranking if log.result else _adjudicated(log.totals, gone),
        totals=log.totals,
        sources=log.sources,
        decisions=log.decisions,
        fault=fault,
        kind="" if fault is None else log.tags.get(FAULT, "fault"),
        why=ending.text if ending and fault is not None else "",
        resigned=gone if resigned else None,
        adjudicated=ending is not None and gone is None,
    )


def _adjudicated(totals: Sequence[int], gone: int | None) -> tuple[tuple[int, ...], ...]:
    """A ranking by points; a seat that made a fault or gave up is last, alone."""
    return rank([(int(seat != gone), total if seat != gone else 0) for seat, total in enumerate(totals)])


class Faults(Struct, frozen=True):
    """Faults of one kind by a bot: their number, the number of the first game, and the message there."""

    count: int
    game: int
    why: str


class StandingsLine(Struct, frozen=True):
    """The results of one entrant.

    `wins` are those that it has alone, `ties` the games in which it shares the first place, `losses` the others. `won`
    is the sum of wins as 1 and ties as their part of 1; `win_rate` is that sum divided by the number of games.
    `places[i]` counts the games in which it was on place i + 1, alone or shared; `place` is the mean place. `points` is
    the mean final score, `sources` the mean by rule. `faults` are the faults of its bot by kind (`late`, …); `resigned`
    counts the games that it gave up.
    """

    name: str
    bot: str
    games: int
    wins: int
    ties: int
    losses: int
    won: float
    win_rate: Rate
    places: tuple[int, ...]
    place: Mean
    points: float
    sources: dict[str, float]
    adjudicated: int
    resigned: int
    faults: dict[str, Faults]


class HeadToHead(Struct, frozen=True):
    """Two entrants at the same tables: how often each finished ahead of the other, and how often they shared a place.

    `ahead` counts the games in which the `player` finished ahead of the `opponent`, `behind` the opposite.
    """

    player: str
    opponent: str
    ahead: int
    level: int
    behind: int


class Pairs(Struct, frozen=True):
    """Two bots at a table of two: deals by the wins of `player` from both seats, 0, ½, 1, 1½, 2.

    `elo` is the estimated difference in strength, with its 95 % confidence interval from `low` to `high`; null if not
    finite.
    """

    player: str
    opponent: str
    counts: tuple[int, ...]
    elo: float | None
    low: float | None
    high: float | None


class Rating(Struct, frozen=True):
    """A rating of the Plackett-Luce model, with its 95 % interval from `low` to `high`."""

    name: str
    rating: float
    low: float
    high: float


class ScoreRow(Struct, frozen=True):
    """A game on the sheet of a game night: for each player the points, if they are shown, and the place, from 1."""

    log: str
    title: str
    points: dict[str, int]
    places: dict[str, int]


class Sheet(Struct, frozen=True):
    """The games of a game night, and the total points of each player; none if different games were played."""

    games: tuple[ScoreRow, ...]
    points: dict[str, int]


class Standings(Struct, frozen=True):
    """The standings, the best first; `ratings` if they were asked for, and the `sheet` of a game night.

    `planned` is the number of games of the tournament, with a test the most; 0 if it is not known.
    """

    games: int
    lines: tuple[StandingsLine, ...]
    meetings: tuple[HeadToHead, ...]
    pairs: tuple[Pairs, ...]
    sprt: Ratio | None
    ratings: tuple[Rating, ...] = ()
    sheet: Sheet | None = None
    planned: int = 0


class _Entrant:
    """The sums of one entrant."""

    def __init__(self, name: str, bot: str) -> None:
        self.name, self.bot = name, bot
        self.games = self.wins = self.ties = self.points = self.adjudicated = self.resigned = 0
        self.won = 0.0
        self.places: Counter[int] = Counter()
        self.sources: Counter[str] = Counter()
        self.faults: dict[str, Faults] = {}

    def add(self, game: TournamentGame, seat: int) -> None:
        place, first = game.place(seat), len(game.ranking[0])
        self.games += 1
        self.wins += place == 1 and first == 1
        self.ties += place == 1 and first > 1
        self.won += 1 / first if place == 1 else 0
        self.places[place - 1] += 1
        self.points += game.totals[seat]
        self.adjudicated += game.adjudicated
        self.sources.update({rule: points[seat] for rule, points in game.sources.items()})
        self.resigned += game.resigned == seat
        if game.fault == seat:
            known = self.faults.get(game.kind, Faults(0, game.number, game.why))
            self.faults[game.kind] = replace(known, count=known.count + 1)

    def line(self) -> StandingsLine:
        most = max(self.places, default=0)
        return StandingsLine(
            name=self.name,
            bot=self.bot,
            games=self.games,
            wins=self.wins,
            ties=self.ties,
            losses=self.games - self.wins - self.ties,
            won=self.won,
            win_rate=rate_of(self.won, self.games),
            places=tuple(self.places[place] for place in range(most + 1)),
            place=mean_of({place + 1: times for place, times in self.places.items()}),
            points=self.points / self.games,
            sources={rule: points / self.games for rule, points in sorted(self.sources.items())},
            adjudicated=self.adjudicated,
            resigned=self.resigned,
            faults=dict(sorted(self.faults.items())),
        )


class Count:
    """The standings after the games so far, in the order of their numbers; no game is kept."""

    def __init__(self, sprt: Sprt | None = None) -> None:
        """With `sprt`, `decided` is true once the test is decided."""
        self.sprt: Ratio | None = None
        self._test = sprt
        self._games = 0
        self._entrants: dict[str, _Entrant] = {}
        self._meetings: dict[tuple[str, str], list[int]] = {}
        self._pairs: dict[tuple[str, str], list[int]] = {}
        self._half: dict[tuple[int, int], TournamentGame] = {}

    @property
    def decided(self) -> bool:
        """True if the test has an answer."""
        return self.sprt is not None and bool(self.sprt.accepted)

    def add(self, game: TournamentGame) -> None:
        """Add one more game."""
        self._games += 1
        for seat, (name, bot) in enumerate(zip(game.players, game.bots, strict=True)):
            self._entrants.setdefault(name, _Entrant(name, bot)).add(game, seat)
        place = {seat: at for at, group in enumerate(game.ranking) for seat in group}
        for (one, first), (other, second) in combinations(enumerate(game.players), 2):
            self._meet(first, second, (place[one] > place[other]) - (place[one] < place[other]))
        if len(game.players) == 2:
            self._pair(game)

    def standings(self) -> Standings:
        """The current standings."""
        entrants = (one.line() for one in self._entrants.values())
        lines = sorted(entrants, key=lambda line: (-line.won / line.games, line.place.mean))
        meetings = (HeadToHead(one, other, *found) for (one, other), found in self._meetings.items())
        pairs = (_pairs(one, other, counts) for (one, other), counts in self._pairs.items())
        return Standings(self._games, tuple(lines), tuple(meetings), tuple(pairs), self.sprt)

    def _meet(self, one: str, other: str, behind: int) -> None:
        """Count a game of two entrants. `behind` is -1 if `one` finished ahead of `other`, 0 if they share a place,
        else 1.
        """
        first, second = self._in_order(one, other)
        met = self._meetings.setdefault((first, second), [0, 0, 0])
        met[1 + (behind if first == one else -behind)] += 1

    def _in_order(self, one: str, other: str) -> tuple[str, str]:
        """Two names in the order in which they first met."""
        order = list(self._entrants)
        return (one, other) if order.index(one) < order.index(other) else (other, one)

    def _pair(self, game: TournamentGame) -> None:
        """Count a deal once it was played from both seats."""
        where = (game.deal, game.table)
        half = self._half.pop(where, None)
        if half is None:
            self._half[where] = game
            return
        one, other = self._in_order(*game.players)
        twice = sum(_score(played, played.players.index(one)) for played in (half, game))
        counts = self._pairs.setdefault((one, other), [0] * len(SCORES))
        counts[round(2 * twice)] += 1
        if self._test is not None and not self.decided:
            self.sprt = ratio(self._test, counts)


def _score(game: TournamentGame, seat: int) -> float:
    first = game.ranking[0]
    return 1 / len(first) if seat in first else 0


def _pairs(one: str, other: str, counts: Sequence[int]) -> Pairs:
    """The strength that the mean score of the pairs implies, by the normal distribution of a mean."""
    number = sum(counts)
    mean = sum(score * times for score, times in zip(SCORES, counts, strict=True)) / number
    variance = sum(times * (score - mean) ** 2 for score, times in zip(SCORES, counts, strict=True)) / number
    wide = Z_95 * math.sqrt(variance / number)
    elo, low, high = (_finite(elo_of(score)) for score in (mean, mean - wide, mean + wide))
    return Pairs(one, other, tuple(counts), elo, low, high)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
