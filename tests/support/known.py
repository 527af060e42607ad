"""What is shown to a witness as known, against the true game and games drawn at random from all that agree.

`python tests/support/known.py GAME FIRST_SEED SECONDS [--samples N] [--seats N]` takes games from a seed on, one for
each number of players, told to each seat and to a bystander; each other seed gives likely moves. One line of JSON a
record is printed; `known.py summary < LINES` sums them up.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.registry import get_game
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Seen
from kronika.core.sessions.session import Session
from kronika.core.unseen.sampling import sampled
from kronika.core.unseen.session import WitnessSession
from support.unseen import played, recorded, witnesses

LOOKS = 40
"""How many times a game is looked at, about evenly; other seeds look after other events."""

EACH = 4
"""A game that is drawn is compared with one in `EACH` views, the next game with others."""

OF_WHAT_IS_DUE = ("actors", "due", "pending", "beneath", "turns")
"""The fields that say what is due. If it can be one of several steps, `due` names all, and the rest is the first's."""


def is_known(true: Session, session: WitnessSession, samples: int, seed: int = 0) -> int:
    """Is all that is shown so in the true game, in the one that is kept, and in others that agree with the record?

    Returns how many of the `samples` games that were drawn are not the one that is kept.
    """
    completion, game, who = session.completion, session.game, session.witness
    who = BYSTANDER if who is None else who
    events = [i for i, event in enumerate(session.line.events) if not isinstance(event.do, Seen)]
    each = max(1, len(events) // LOOKS)
    at, shown = events[seed % each :: each], range(seed % each, len(events), each)
    views = [session.look(session.line.states[i], session.witness) for i in at]
    agree(views, game, who, [true.line.states[n] for n in shown])
    agree(views, game, who, [completion.states[i] for i in at])
    others = 0
    for number in range(samples):
        dos, states = sampled(completion, Dice(1000 * seed + number, "known"))
        others += dos is not completion.dos
        part = slice(number % EACH, None, EACH)
        agree(views[part], game, who, [states[i] for i in at[part]])
    return others


def agree(views: Sequence[Any], game: Any, who: int, states: Sequence[Any]) -> None:
    """Is all that these views of a witness say so in these states?"""
    for number, (view, state) in enumerate(zip(views, states, strict=True)):
        theirs, whole = game.view(state, who), game.view(state, None)
        assert {*whole.actors} <= {*view.actors}, f"{number}: {view.actors}, and {whole.actors} is true"
        is_first = view.due == whole.due
        assert is_first or f", or {whole.due}, or " in f", or {view.due}, or ", f"{number}: {view.due}, or {whole.due}"
        for name in view.__struct_fields__:
            if name != "actors" and (is_first or name not in OF_WHAT_IS_DUE):
                holds(getattr(view, name), getattr(theirs, name), getattr(whole, name), f"{number} {name}")


def holds(part: Any, theirs: Any, whole: Any, name: str = "") -> None:
    """Is all that a part of a view says so?

    `theirs` is what the witness would see of that game, and `whole` what the referee sees. Cards have no order, but the
    first one that a step deals with.
    """
    if part is None or part in (HIDDEN, theirs, whole):
        return
    if hasattr(part, "__struct_fields__"):
        assert type(part) is type(theirs), name
        for field in part.__struct_fields__:
            holds(getattr(part, field), getattr(theirs, field), getattr(whole, field), f"{name}.{field}")
    elif isinstance(part, dict):
        assert part.keys() <= theirs.keys(), name
        for key, one in part.items():
            holds(one, theirs[key], whole[key], f"{name} {key}")
    else:
        assert isinstance(part, tuple), f"{name} is {part}, and {whole} is true"
        assert len(part) == len(theirs), f"{name} are {len(part)}, and {len(theirs)} is true"
        if all(isinstance(one, str) for one in part):
            named = Counter(one for one in part if one != HIDDEN)
            assert not named - Counter(whole) or not named - Counter(theirs), f"{name} names {named - Counter(whole)}"
        else:
            for one, other, of in zip(part, theirs, whole, strict=True):
                holds(one, other, of, name)


# -- figures ------------------------------------------------------------------------------------------------------


def records(game: str, first: int, only: int) -> Iterator[tuple[int, int, bool, str]]:
    """Numbers of players (`only` this one unless it is 0), seeds, whether moves are likely ones, and witnesses."""
    fewest, most = (only, only) if only else get_game(game).seats
    seed = first
    while True:
        for seats in range(fewest, most + 1):
            for witness in witnesses(seats):
                yield seats, seed, bool(seed % 2), witness
        seed += 1


def measured(game: str, seats: int, seed: int, bot: bool, witness: str, samples: int) -> dict[str, Any]:
    """The outcome of one record."""
    began = time.process_time()
    true, session = played(game, seats, seed, bot=bot), recorded(game, seats, seed, witness, bot=bot)
    found: dict[str, Any] = {"game": game, "seats": seats, "seed": seed, "witness": witness, "samples": samples}
    try:
        found["others"] = is_known(true, session, samples, seed)
    except AssertionError as error:
        found["fault"] = str(error)
    return {**found, "seconds": round(time.process_time() - began, 1)}


def run(game: str, first: int, seconds: float, samples: int, only: int) -> None:
    """Print records until the time is over."""
    ends = time.monotonic() + seconds
    for seats, seed, bot, witness in records(game, first, only):
        print(json.dumps(measured(game, seats, seed, bot, witness, samples)), flush=True)
        recorded.cache_clear()
        if time.monotonic() > ends:
            return


def summary(lines: Iterator[str]) -> None:
    """Print the figures of records."""
    rows = [json.loads(line) for line in lines]
    for game, seats in dict.fromkeys((row["game"], row["seats"]) for row in rows):
        of = [row for row in rows if (row["game"], row["seats"]) == (game, seats)]
        faults = [row["fault"] for row in of if "fault" in row]
        drawn, others = sum(row["samples"] for row in of), sum(row.get("others", 0) for row in of)
        games = len({row["seed"] for row in of})
        print(f"{game}, {seats} players: {games} games, {len(of)} records, {drawn} samples, {others} of them others;")
        print(f"  not true: {faults}; {sum(row['seconds'] for row in of) / len(of):.1f} s a record")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="a game, or `summary`")
    parser.add_argument("first", metavar="FIRST_SEED", nargs="?", type=int, default=0)
    parser.add_argument("seconds", metavar="SECONDS", nargs="?", type=float, default=60)
    parser.add_argument("--samples", metavar="N", type=int, default=200)
    parser.add_argument("--seats", metavar="N", type=int, default=0, help="this number of players only")
    given = parser.parse_args()
    if given.game == "summary":
        summary(iter(sys.stdin))
    else:
        run(given.game, given.first, given.seconds, given.samples, given.seats)
