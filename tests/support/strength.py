"""The strength of the built-in bots: in every game each against each, as tournaments that can be continued.

`python tests/support/strength.py [--out DIR] [--jobs N] [GAME]…` plays the missing games, and writes the tables
into `docs/strength.md` from all logs; with `--jobs 0` it plays nothing. Each tournament is a command that you can run
yourself; if it is killed, it continues from there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from kronika.core.basics.statistics import rate_of
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import game_names, get_game
from kronika.logs.tournament.running import RULES, has_tournament, read_tournament_dir
from kronika.logs.tournament.standings import Count, HeadToHead, Standings, StandingsLine

PAGE: Final = Path(__file__).parents[2] / "docs" / "strength.md"
MARK: Final = "<!-- written by tests/support/strength.py -->\n"
MC: Final = "mc:100"
MCTS: Final = "mcts:100"
ALL: Final = ("random", "greedy", MC, MCTS)
VALUE: Final = ("value", "greedy")
AGAINST_TWO: Final = (*VALUE, "second=greedy")
AGAINST_THREE: Final = (*AGAINST_TWO, "third=greedy")
AS_LONG: Final = {
    "ancient_knowledge": "value",
    "imhotep": "mcts-value:75",
    "viceroy": "mcts-value:80",
    "tides": "mc-value:130",
}
"""By game the bot with learned values that meets `mcts:100`; it takes at most about as long."""
LEARNED: Final = tuple(AS_LONG)


class Cup(Struct, frozen=True):
    """A tournament: who plays, how many games at each table, what it asks, and in which games if not in all."""

    name: str
    bots: tuple[str, ...]
    games: int
    seats: int = 2
    test: bool = False
    only: tuple[str, ...] = ()

    def arguments(self, game: str, folder: Path) -> list[str]:
        """The command that plays it."""
        bots = [word for bot in self.bots for word in ("--bot", bot)]
        test = ["--sprt", "0", "70", "0.05", "0.05"] if self.test else []
        size = ["--seats", str(self.seats), "--games", str(self.games)]
        return ["tournament", "--game", game, *bots, *size, *test, "--out", str(folder / game / self.name)]


CUPS: Final = (
    Cup("all", ALL, games=8),
    Cup("random", (MC, "random"), games=200),
    Cup("twice", ("mc:200", "random"), games=200, only=("viceroy",)),
    Cup("value", VALUE, games=200, only=LEARNED),
    Cup("value_three", AGAINST_TWO, games=102, seats=3, only=LEARNED),
    Cup("value_four", AGAINST_THREE, games=100, seats=4, only=LEARNED),
    Cup("greedy", (MCTS, "greedy"), games=200, test=True),
    Cup("mc", (MCTS, MC), games=200, test=True),
    *(Cup("learned", (bot, MCTS), games=400, test=True, only=(game,)) for game, bot in AS_LONG.items()),
    Cup("three", ALL, games=3, seats=3),
    Cup("four", ALL, games=12, seats=4),
)
"""About two hours for our games on two quiet cores; the quick ones come first."""


def cups(game: str) -> Iterator[Cup]:
    """Those that a game has enough seats for, and that are not for others only."""
    fewest, most = get_game(game).seats
    return (cup for cup in CUPS if fewest <= cup.seats <= most and game in (cup.only or (game,)))


def play(games: Sequence[str], folder: Path, jobs: int) -> None:
    """Plays what is not there yet: of all games the first cup, then of all the next."""
    for cup in CUPS:
        for game in games:
            if cup in cups(game):
                words = [*cup.arguments(game, folder), "--jobs", str(jobs)]
                subprocess.run([sys.executable, "-m", "kronika", *words], check=True, stdout=subprocess.DEVNULL)


def found(game: str, folder: Path) -> Iterator[tuple[Cup, Standings]]:
    """How those stand that have been begun."""
    for cup in cups(game):
        at = folder / game / cup.name
        if not (at / RULES).exists():
            continue
        counted = Count(read_tournament_dir(str(at)).sprt)
        for played in has_tournament(str(at)):
            counted.add(played)
        standings = counted.standings()
        if standings.games:
            yield cup, standings


# -- the tables --------------------------------------------------------------------------------------------------------


def chapter(game: str, folder: Path) -> Iterator[str]:
    """What came out in a game, in lines of Markdown."""
    results = list(found(game, folder))
    if not results:
        return
    yield f"## {get_game(game).title}\n"
    for cup, standings in results:
        if cup.seats == 2:
            yield from duels(cup, standings)
    for cup, standings in results:
        if cup.seats > 2:
            yield from places(cup, standings)


def duels(cup: Cup, standings: Standings) -> Iterator[str]:
    """Who beat whom, pair by pair, and what a test has said."""
    yield from encounters(standings.meetings)
    test = standings.sprt
    if test is not None:
        bot, games = cup.bots[0], pluralize(standings.games, "game")
        said = {"elo1": f"{bot} is stronger", "elo0": f"{bot} is not stronger", "": "not decided"}[test.accepted]
        yield f"Test of 50 against 60 wins in 100, after {games}: {said} (log ratio {test.llr:+.2f}).\n"


def encounters(meetings: Iterable[HeadToHead]) -> Iterator[str]:
    """Who met whom, and what came of it."""
    heads = ("bot", "opponent", "won", "tied", "lost", "win rate, 95 %")
    yield from table(heads, [(*astuple(meeting), win_rate(meeting)) for meeting in meetings])


def together(games: Iterable[str], folder: Path) -> Iterator[str]:
    """What came out of all against all in all games, added up."""
    sums: dict[tuple[str, str], list[int]] = {}
    for game in games:
        for cup, standings in found(game, folder):
            for one in standings.meetings if cup == CUPS[0] else ():
                counts = sums.setdefault((one.player, one.opponent), [0, 0, 0])
                counts[:] = [a + b for a, b in zip(counts, (one.ahead, one.level, one.behind), strict=True)]
    if sums:
        yield "## All games together\n"
        yield from encounters(HeadToHead(*names, *counts) for names, counts in sums.items())


def win_rate(met: HeadToHead) -> str:
    """How much of what there was to win the one has won, ties as half."""
    found = rate_of(met.ahead + met.level / 2, met.ahead + met.level + met.behind)
    return f"{100 * found.rate:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def places(cup: Cup, standings: Standings) -> Iterator[str]:
    """How often each came where, at tables of more than two."""
    rows = [(line.name, line.games, *counted(line, cup.seats), mean(line)) for line in standings.lines]
    heads = ("", "games", *(f"place {n + 1}" for n in range(cup.seats)), "mean place, 95 %")
    yield f"{cup.seats} players:\n"
    yield from table(heads, rows)


def counted(line: StandingsLine, seats: int) -> list[int]:
    """How often it came first, second, …"""
    return [*line.places, *[0] * (seats - len(line.places))]


def mean(line: StandingsLine) -> str:
    """Its mean place, with its interval."""
    return f"{line.place.mean:.2f} ({line.place.low:.2f} to {line.place.high:.2f})"


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """A table of Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join(['---'] * len(heads))} |"
    yield from (f"| {' | '.join(map(str, row))} |" for row in rows)
    yield ""


def write(folder: Path) -> None:
    """Puts the tables in the place of those on the page."""
    begin, _, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
    end = rest[rest.rindex("## Next steps") :]
    games = game_names()
    lines = [*together(games, folder), *(line for game in games for line in chapter(game, folder))]
    PAGE.write_text(f"{begin}{MARK}\n{chr(10).join(lines)}\n{end}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(".strength"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("games", nargs="*", default=game_names())
    asked = parser.parse_args()
    if asked.jobs:
        play(asked.games, asked.out, asked.jobs)
    write(asked.out)


if __name__ == "__main__":
    main()
