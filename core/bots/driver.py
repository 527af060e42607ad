"""Bots at the table: whose choice is due, what they are told, and games that would never end."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from operator import is_
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BotFault, BotResigned, CannotUndo, IllegalAction, Terminated
from kronika.core.basics.text import clipped, pluralize, quoted
from kronika.core.bots.lookup import Player
from kronika.core.bots.turn import RESIGN, EventStory, Turn, VisibleTurnEvent
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Ending, Event, Reason
from kronika.core.sessions.metadata import FAULT
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_event
from kronika.core.sessions.witness import need_full

Bots = Mapping[int, Player]
"""By seat."""

MAX_EVENTS: Final = 2_000
"""Decisions after which a game is adjudicated: the longest random one of ours had 400, two bots may go on for ever."""
MAX_MESSAGE: Final = 1_000
"""Characters that a log keeps of what is said of a fault."""


_STORY_CACHE: Final[WeakKeyDictionary[Session, dict[int, tuple[list[Event], EventStory]]]] = WeakKeyDictionary()
"""What was told so far, by seat, with the events that it is about: these no bot gets."""


def event_story(session: Session, seat: int) -> EventStory:
    """What has happened in a game, as it was told to a seat; what was taken back is no part of it."""
    stories, line = _STORY_CACHE.setdefault(session, {}), session.line
    events, known = stories.get(seat, ([], EventStory()))
    if not _extends(events, line.events):
        events, known = [], EventStory()
    stories[seat] = events, known
    first = len(events)
    for before, event in zip(line.states[first:], line.events[first:], strict=False):
        one = redact_event(session.game, before, event, session.players, seat)
        events.append(event)
        known.heard.append(VisibleTurnEvent(one.move, one.effects, event.by))
    return known


def _extends(known: Sequence[Event], events: Sequence[Event]) -> bool:
    return len(known) <= len(events) and all(map(is_, known, events))


def decide(session: Session, bots: Bots) -> list[tuple[int, Any]]:
    """What the bots do who may act now, seat and action; empty when none of them may.

    Of several one acts, unless their choices are face down: those are all made in the same position. Raises BotFault,
    KronikaError where not every hand is known.
    """
    if bots:
        need_full(session, "A bot")
    game, state = session.game, session.state
    due = [seat for seat in session.actors if seat != CHANCE and seat in bots]
    if len(due) > 1:
        sealed = game.heuristic().sealed
        due = due if all(sealed(state, seat) for seat in due) else due[:1]
    first = len(session.line.events)
    return [(seat, choose(session, seat, bots[seat], number)) for number, seat in enumerate(due, first)]


def choose(session: Session, seat: int, bot: Player, number: int) -> Any:
    """What a bot does for a seat that may act, after `number` events. Raises BotFault, BotResigned."""
    seed = "" if bot.is_external else session.header.seed or 0
    turn = Turn(
        session.game,
        session.state,
        seat,
        Dice(seed, "hidden", number),
        budget=bot.budget,
        players=session.players,
        story=lambda: event_story(session, seat),
    )
    who = f"The bot {quoted(bot.name)} of {session.players[seat]}"
    try:
        do = bot.play(
            turn, Dice(_knowledge_number(turn, bot.game) if bot.is_external else seed, "bot", *bot.lot, number)
        )
    except BotFault as fault:
        raise BotFault(f"{who} {fault.what}", fault.why, seat, fault.kind, fault.heard) from fault
    except Terminated:
        raise
    except (Exception, SystemExit) as error:
        what = clipped(f"{type(error).__name__}: {error}".removesuffix(": "))
        raise BotFault(f"{who} failed", f"{what}{_error_location(error)}", seat) from error
    if isinstance(do, str) and do == RESIGN:
        raise BotResigned(who, seat)
    try:
        # Whatever a program gives is taken apart as if it came from a log, so that rules are asked of moves alone.
        do = msgspec.convert(msgspec.to_builtins(do), session.game.Do)
    except Exception:
        why = f"{quoted(do)} is none of turn.actions{_why_no_move(do, session.game)}"
        raise BotFault(f"{who} gave no move", why, seat, "no move") from None
    try:
        session.check(seat, do)
    except IllegalAction as error:
        raise BotFault(f"{who} made an illegal move", str(error), seat, "illegal") from None
    return do


def _why_no_move(do: Any, game: AnyGame) -> str:
    """What keeps a thing from being a move, as the end of a sentence."""
    from kronika.core.basics.decode_errors import (
        decode_fault,  # only for what is refused: it costs half the start again
    )

    try:
        return f": {decode_fault(msgspec.to_builtins(do), game.Do, str_keys=True).message}"
    except Exception:
        return ""


def _knowledge_number(turn: Turn, game: int) -> str:
    """What a seat knows, as a number from which no seed can be found: so the dice of a program tell it nothing."""
    known = msgspec.json.encode((turn.view, turn.events[:]), order="sorted")
    return f"{game}/{turn.seat}/{blake2b(known, digest_size=16).hexdigest()}"


def _error_location(error: BaseException) -> str:
    """Where an error was raised, as far as it was in the bot's own code: the innermost frame outside of ours."""
    place, at = "", error.__traceback__
    while at is not None:
        if not str(at.tb_frame.f_globals.get("__name__", "")).startswith("kronika."):
            place = f" ({os.path.basename(at.tb_frame.f_code.co_filename)}, line {at.tb_lineno})"
        at = at.tb_next
    return place


def act(session: Session, bots: Bots) -> int:
    """Lets the bots act once who may, and then chance; how many did. Raises BotFault.

    One that resigns ends the game.
    """
    try:
        moves = decide(session, bots)
    except BotResigned as gone:
        resign(session, gone.seat)
        return 0
    for seat, do in moves:
        session.do(seat, do)
    session.resolve_chance()
    return len(moves)


def play_on(session: Session, bots: Bots, most: int = MAX_EVENTS) -> None:
    """Lets bots act until it is for somebody else to, or the game is over. Raises BotFault.

    A game between bots alone that has gone on for so many decisions is adjudicated.
    """
    made = count_decisions(session)
    while acted := act(session, bots):
        made += acted
        if made >= most and session.actors and len(bots) == len(session.players):
            adjudicate(session)
            return


def play_out(session: Session, bots: Bots, most: int = MAX_EVENTS) -> BotFault | None:
    """A game between bots alone, to its end; the fault by which one of them has lost it, if that ended it."""
    try:
        play_on(session, bots, most)
    except BotFault as fault:
        forfeit(session, fault)
        return fault
    return None


def resign(session: Session, seat: int) -> None:
    """Ends a game in which a seat resigns; of the others those have won that are ahead."""
    session.set(ending=Ending("resigned", seat, _ahead(session, seat)))


def forfeit(session: Session, fault: BotFault) -> None:
    """Ends a game in which a bot has made a fault: its seat has lost, of the others those have won that are ahead.

    The tag `fault` says of which kind it is.
    """
    seat = fault.seat or 0
    why: Reason = "time" if fault.kind == "late" else "adjudicated"
    said = clipped(str(fault).removesuffix("."), MAX_MESSAGE)
    session.set(ending=Ending(why, seat, _ahead(session, seat), said), tags={FAULT: fault.kind})


def _ahead(session: Session, gone: int) -> tuple[int, ...]:
    """Who is ahead of those that stay when a seat goes."""
    stay = {seat: points for seat, points in enumerate(session.game.totals(session.state)) if seat != gone}
    return tuple(seat for seat, points in stay.items() if points == max(stay.values()))


def count_decisions(session: Session) -> int:
    """How many decisions of seats are in force."""
    return sum(event.by != CHANCE for event in session.line.events)


def undo_human(session: Session, bots: Bots, decisions: int) -> None:
    """Takes back so many decisions of people, with all that followed. Raises CannotUndo or Closed."""
    session.require_open()
    events = session.line.events
    at = _human_decisions(events, bots, decisions, "take back")
    session.undo_events(len(events) - at[-decisions])


def redo_human(session: Session, bots: Bots, decisions: int) -> None:
    """Restores so many decisions of people, with all that followed. Raises CannotUndo or Closed."""
    session.require_open()
    undone = session.line.undone[::-1]
    at = _human_decisions(undone, bots, decisions, "restore")
    session.redo_events(at[decisions] if decisions < len(at) else len(undone))


def _human_decisions(events: Sequence[Event], bots: Bots, wanted: int, to: str) -> list[int]:
    """Where the decisions of people are among events, at least as many as are wanted."""
    at = [number for number, event in enumerate(events) if event.by != CHANCE and event.by not in bots]
    if not 0 < wanted <= len(at):
        made = f"{len(at) or 'none'} of those {'in force' if to == 'take back' else 'taken back'} are people's"
        raise CannotUndo(f"Cannot {to} {pluralize(wanted, 'decision')}: {made}.")
    return at


def adjudicate(session: Session) -> None:
    """Ends a game that goes on for too long: the highest score as it stands has won, equal ones share it."""
    totals = session.game.totals(session.state)
    winners = tuple(seat for seat, points in enumerate(totals) if points == max(totals))
    text = f"after {pluralize(count_decisions(session), 'decision')}, by the score as it stands"
    session.set(ending=Ending("adjudicated", winners=winners, text=text))
