"""A game night of a club: the games of people, as logs in a folder of any kind, and the standings of the players."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.text import join_words, normalize
from kronika.core.contract.registry import get_game
from kronika.core.contract.result import rank
from kronika.logs.corpus.check import check
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.survey import Survey, renamed
from kronika.logs.tournament.duplicates import without_duplicates
from kronika.logs.tournament.plan import TournamentError
from kronika.logs.tournament.standings import Count, ScoreRow, Sheet, Standings, TournamentGame
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.keeping import is_file_of_many


class GameNight(Struct, frozen=True):
    """The games that count, with their sheet; the number of games by title; the reason why each other log does not
    count.

    `faulty` logs have a fault, `unread` ones can't be read.
    """

    games: tuple[TournamentGame, ...]
    sheet: Sheet
    titles: dict[str, int]
    left: tuple[str, ...]
    faulty: int
    unread: int

    @property
    def of(self) -> str:
        """The titles of the games, as they follow their number in a sentence."""
        titles = [f"{n} of {title}" for title, n in self.titles.items()]
        return f" of {next(iter(self.titles))}" if len(titles) == 1 else f": {join_words(titles)}" if titles else ""


def read_game_night(folder: str, *, referee: bool = True, catalog: Catalog | None = None) -> GameNight:
    """The games in a folder, or in a file of many logs. Players are matched by name across games, in any spelling.

    If several games were played, whose points can't be compared, only places are added up. Only the `referee` gets
    points, since a game that ended early keeps its secrets; for others, the player who lost such a game has no separate
    place. Logs in the catalog are not replayed. Raises FileError for a path that is not a folder, TournamentError for a
    folder without a log.
    """
    if not is_file_of_many(folder):
        with os_errors(folder, "list"):
            os.listdir(folder)
    try:
        there = find_logs([folder])
    except FileError:
        raise TournamentError(f"{display_name(folder)}: there is neither a tournament.json in it nor a log.") from None
    surveys = check("", there, catalog=catalog)
    logs = [renamed(log, path) for path, log in zip(there.paths, surveys, strict=False)]
    doubles = without_duplicates(log for log in logs if log.ok and len(log.players) > 1)
    why = {log.path: doubles.get(log.path) or _why_not(log, referee) for log in logs}
    counted = [log for log in logs if not why[log.path]]
    titles = Counter(get_game(log.game).title for log in counted)
    games = tuple(_games(counted, referee, points=referee and len(titles) == 1))
    return GameNight(
        games,
        _sheet(folder, counted, games, points=referee),
        dict(titles),
        tuple(f"{display_name(path)}: {reason}; it does not count." for path, reason in why.items() if reason),
        faulty=sum(bool(log.faults) for log in logs),
        unread=sum(bool(log.unreadable) for log in logs),
    )


def game_night_standings(evening: GameNight) -> Standings:
    """The standings of the players by the games that count."""
    found = Count()
    for game in evening.games:
        found.add(game)
    return replace(found.standings(), sheet=evening.sheet)


def _why_not(log: Survey, referee: bool) -> str:
    """The reason why a game has no place in the standings; empty if it has one."""
    if not log.ok and not referee:
        return "it has a fault (`kronika validate` shows the referee more)"
    if not log.ok:
        return (log.unreadable or f"line {log.faults[0].line}: {log.faults[0].message}").rstrip(".")
    if len(log.players) == 1:
        return "it was played alone"
    if log.result is None and log.ending is None:
        return "the game is not finished"
    if log.result is None and log.ending and not log.ending.winners:
        return "it ended early, and no winner is given (`kronika end LOG --result NAME` does that)"
    return ""


def _sheet(folder: str, logs: Sequence[Survey], games: Sequence[TournamentGame], *, points: bool) -> Sheet:
    """The sheet of these games, each with its log; there are total points only if all games have one title."""
    played = tuple(
        ScoreRow(
            log=log.path if is_file_of_many(folder) else os.path.relpath(log.path, folder),
            title=get_game(log.game).title,
            points=dict(zip(game.players, log.totals, strict=True)) if points else {},
            places={name: game.place(seat) for seat, name in enumerate(game.players)},
        )
        for log, game in zip(logs, games, strict=True)
    )
    totals = Counter[str]()
    for one in played:
        totals.update(one.points)
    return Sheet(played, dict(totals) if len({one.title for one in played}) == 1 else {})


def _games(logs: list[Survey], referee: bool, *, points: bool) -> Iterator[TournamentGame]:
    spelt: dict[str, str] = {}
    for number, log in enumerate(logs, 1):
        yield TournamentGame(
            tournament="",
            number=number,
            deal=number,
            table=0,
            players=tuple(spelt.setdefault(normalize(name), name) for name in log.players),
            bots=("",) * len(log.players),
            ranking=_ranking(log, referee),
            totals=log.totals if points else (0,) * len(log.players),
            sources=log.sources if points else {},
            decisions=log.decisions,
            resigned=log.ending.by if log.ending and not log.result and log.ending.why == "resigned" else None,
        )


def _ranking(log: Survey, referee: bool) -> tuple[tuple[int, ...], ...]:
    """The ranking by the rules. Without a result, the winners of the ending are first, then for the referee the
    others by points, and the seat that resigned or left is last.
    """
    if log.result:
        return log.result.ranking
    assert log.ending is not None, log.path
    won, gone = log.ending.winners, log.ending.by
    totals = log.totals if referee else (0,) * len(log.totals)
    return rank([(2, 0) if seat in won else (int(seat != gone), total) for seat, total in enumerate(totals)])
