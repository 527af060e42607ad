"""Figures of records by witnesses: `python tests/support/witnessed.py GAME FIRST_SEED SECONDS [--typed N] [--likely]`.

Each seed gives a random game for each number of players, each tenth seed one of likely moves, too (`--likely`: that
alone). A game is recorded for each seat and for a bystander, event by event, and read again from its log. One line of
JSON a record is printed.
`python tests/support/witnessed.py summary < LINES` sums them up.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from kronika.core.basics.errors import KronikaError, NotProved
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import agrees
from kronika.core.sessions.events import Seen, done_text
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WitnessSession, begin, completed, seen_by
from support.unseen import again, played, witnesses

Case = tuple[str, int, int, bool, str]
"""A game, its number of players, its seed, whether the moves are likely ones, and the witness."""


def cases(game: str, first: int, *, likely: bool) -> Iterator[Case]:
    """All records from a seed on, or those of likely moves, without end."""
    fewest, most = get_game(game).seats
    seed = first
    while True:
        for bot in [True] if likely else (False, True)[: 2 if seed % 10 == 0 else 1]:
            for seats in range(fewest, most + 1):
                for witness in witnesses(seats):
                    yield game, seats, seed, bot, witness
        seed += 1


def replayed(true: Session) -> Session:
    """The whole game once more, each move checked."""
    found = Session(true.game, true.header, chance="given")
    for event in true.line.events:
        found.do(event.by, event.do)
    return found


def typed_again(session: WitnessSession) -> WitnessSession:
    """The record as somebody types it, line by line."""
    found = begin(session.game, session.header)
    assert isinstance(found, WitnessSession)
    for number, event in enumerate(session.line.events, 1):
        before = session.line.states[number - 1]
        text = done_text(session.game, before, event.by, event.do, session.players)
        who = "" if event.by < 0 else f"{session.players[event.by]}: "
        found.play(f"{who}{text}{session.shows(number)}")
    return found


def fault(true: Session, session: WitnessSession) -> str:
    """The first difference of a record from the true game; empty if there is none."""
    events = [event for event in session.line.events if not isinstance(event.do, Seen)]
    if len(events) != len(true.line.events):
        return "number of events"
    for before, event, seen in zip(true.line.states, true.line.events, events, strict=False):
        if seen.do != session.game.redacted(before, event.by, event.do, session.witness):
            return "move"
        if seen.then != session.completion.seen_effects(event.then) or not agrees(seen.do, event.do):
            return "effects"
    if session.result() != true.result():
        return "result"
    return "" if [*map(str, completed(session).score())] == [*map(str, true.score())] else "score"


def measured(case: Case, *, typed: bool) -> dict[str, Any]:
    """The outcome of one record, and its times in seconds."""
    game, seats, seed, bot, witness = case
    true = played(game, seats, seed, bot=bot)
    found: dict[str, Any] = {"case": case, "events": len(true.line.events)}
    try:
        found["plain"], _ = timed(replayed, true)
        found["line"], session = timed(seen_by, true, witness)
        found["whole"], other = timed(again, session)
        found["fault"] = fault(true, session)
        found["same"] = other.completion.now == session.completion.now
        if typed:
            found["typed"] = typed_again(session).line.events == session.line.events
    except NotProved as error:
        found["fault"] = f"not proved: {error}"
    except (KronikaError, AssertionError) as error:
        found["fault"] = f"{type(error).__name__}: {error}"
    return found


def timed(call: Any, *values: Any) -> tuple[float, Any]:
    began = time.process_time()
    found = call(*values)
    return time.process_time() - began, found


def run(game: str, first: int, seconds: float, each: int, *, likely: bool) -> None:
    """Print records until the time is over, at the end of a seed."""
    ends, seed = time.monotonic() + seconds, first
    measured(next(cases(game, first, likely=likely)), typed=False)  # modules are loaded in nobody's time
    for n, case in enumerate(cases(game, first, likely=likely)):
        if case[2] != seed:
            seed = case[2]
            played.cache_clear()
            if time.monotonic() > ends:
                return
        print(json.dumps(measured(case, typed=bool(each) and n % each == 0)), flush=True)


def summary(lines: Iterator[str]) -> None:
    """Print the figures of records: outcomes, and times against a plain replay."""
    rows = [json.loads(line) for line in lines]
    for game in dict.fromkeys(row["case"][0] for row in rows):
        of = [row for row in rows if row["case"][0] == game]
        games = Counter("likely" if bot else "random" for _, _, _, bot in {(*row["case"][:4],) for row in of})
        print(f"{game}: {dict(games)} games, {len(of)} records")
        print("  faults:", dict(Counter(row["fault"] for row in of if row["fault"])))
        print("  another completion as a whole:", sum(row.get("same") is False for row in of))
        asked = [row["typed"] for row in of if "typed" in row]
        print(f"  typed: {len(asked)}, not the same: {asked.count(False)}")
        for way in ("line", "whole"):
            times = [row[way] / row["plain"] for row in of if way in row]
            over = sum(one > 20 for one in times)
            print(f"  {way}: median {median(times):.1f}, worst {max(times):.1f} times a plain replay, {over} above 20")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="a game, or `summary`")
    parser.add_argument("first", metavar="FIRST_SEED", nargs="?", type=int, default=0)
    parser.add_argument("seconds", metavar="SECONDS", nargs="?", type=float, default=60)
    parser.add_argument("--typed", metavar="N", type=int, default=0, help="also type every N-th record line by line")
    parser.add_argument("--likely", action="store_true", help="only games of likely moves")
    given = parser.parse_args()
    if given.game == "summary":
        summary(iter(sys.stdin))
    else:
        run(given.game, given.first, given.seconds, given.typed, likely=given.likely)
