"""Bots at the table: whose choice is due, what they are told, and games that would never end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from kronika.core.bots.named import Player
from kronika.core.bots.turn import Turn
from kronika.core.chance import Dice
from kronika.core.errors import BotFault, CannotUndo, IllegalAction
from kronika.core.events import Ending, Event
from kronika.core.game import CHANCE
from kronika.core.session import Session
from kronika.core.told import Told, told
from kronika.core.words import clipped, count, quoted

Bots = Mapping[int, Player]
"""By seat."""

MOST: Final = 2_000
"""Decisions after which a game is adjudicated: the longest random one of ours had 400, two bots may go on for ever."""


def story(session: Session, seat: int) -> Sequence[Told]:
    """What has happened in a game, as it was told to a seat; what was taken back is no part of it."""
    line, names = session.line, session.players
    return [
        told(session.game, before, event, names, seat) for before, event in zip(line.states, line.events, strict=False)
    ]


def decide(session: Session, bots: Bots) -> list[tuple[int, Any]]:
    """What the bots do who may act now, seat and action; empty when none of them may.

    Of several one acts, unless their choices are face down: those are all made in the same position. Raises BotFault.
    """
    game, state = session.game, session.state
    due = [seat for seat in session.actors if seat != CHANCE and seat in bots]
    if len(due) > 1:
        sealed = game.heuristic().sealed
        due = due if all(sealed(state, seat) for seat in due) else due[:1]
    first = len(session.line.events)
    return [(seat, choice(session, seat, bots[seat], number)) for number, seat in enumerate(due, first)]


def choice(session: Session, seat: int, bot: Player, number: int) -> Any:
    """What a bot does for a seat that may act, after `number` events. Raises BotFault."""
    seed = session.header.seed or 0
    turn = Turn(
        session.game,
        session.state,
        seat,
        Dice(seed, "hidden", number),
        budget=bot.budget,
        story=lambda: story(session, seat),
    )
    who = f"The bot {quoted(bot.name)} of {session.players[seat]}"
    try:
        do = bot.play(turn, Dice(seed, "bot", *bot.lot, number))
    except (Exception, SystemExit) as error:
        what = clipped(f"{type(error).__name__}: {error}".removesuffix(": "))
        raise BotFault(f"{who} failed", what, seat) from error
    try:
        # Whatever a program gives is taken apart as if it came from a log, so that rules are asked of moves alone.
        do = msgspec.convert(msgspec.to_builtins(do), session.game.Do)
    except Exception as error:
        raise BotFault(f"{who} gave no move", f"{quoted(do)}, {clipped(str(error))}", seat) from None
    try:
        session.check(seat, do)
    except IllegalAction as error:
        raise BotFault(f"{who} made an illegal move", str(error), seat) from None
    return do


def act(session: Session, bots: Bots) -> int:
    """Lets the bots act once who may, and then chance; how many did. Raises BotFault."""
    moves = decide(session, bots)
    for seat, do in moves:
        session.do(seat, do)
    session.settle()
    return len(moves)


def play_on(session: Session, bots: Bots, most: int = MOST) -> None:
    """Lets bots act until it is for somebody else to, or the game is over. Raises BotFault.

    A game between bots alone that has gone on for so many decisions is adjudicated.
    """
    made = decisions(session)
    while acted := act(session, bots):
        made += acted
        if made >= most and session.actors and len(bots) == len(session.players):
            adjudicate(session)
            return


def decisions(session: Session) -> int:
    """How many decisions of seats are in force."""
    return sum(event.by != CHANCE for event in session.line.events)


def undo_beside(session: Session, bots: Bots, decisions: int) -> None:
    """Takes back so many decisions of people, with all that followed. Raises CannotUndo or Closed."""
    session.need_open()
    events = session.line.events
    at = _of_people(events, bots, decisions, "take back")
    session.undo_events(len(events) - at[-decisions])


def redo_beside(session: Session, bots: Bots, decisions: int) -> None:
    """Restores so many decisions of people, with all that followed. Raises CannotUndo or Closed."""
    session.need_open()
    undone = session.line.undone[::-1]
    at = _of_people(undone, bots, decisions, "restore")
    session.redo_events(at[decisions] if decisions < len(at) else len(undone))


def _of_people(events: Sequence[Event], bots: Bots, wanted: int, to: str) -> list[int]:
    """Where the decisions of people are among events, at least as many as are wanted."""
    at = [number for number, event in enumerate(events) if event.by != CHANCE and event.by not in bots]
    if not 0 < wanted <= len(at):
        made = f"{len(at) or 'none'} of those {'in force' if to == 'take back' else 'taken back'} are people's"
        raise CannotUndo(f"Cannot {to} {count(wanted, 'decision')}: {made}.")
    return at


def adjudicate(session: Session) -> None:
    """Ends a game that goes on for too long: the highest score as it stands has won, equal ones share it."""
    totals = session.game.totals(session.state)
    winners = tuple(seat for seat, points in enumerate(totals) if points == max(totals))
    text = f"after {count(decisions(session), 'decision')}, by the score as it stands"
    session.set(ending=Ending("adjudicated", winners=winners, text=text))
