"""Bots that play in a session: their turns, what they know, their faults, and games that would never end."""

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
"""The bots of a game, by seat."""

MAX_EVENTS: Final = 2_000
"""Decisions after which a game between bots is adjudicated, as it may never end; the longest random game had 400."""
MAX_MESSAGE: Final = 1_000
"""Greatest length of the description of a fault that a log keeps, in characters."""


_STORY_CACHE: Final[WeakKeyDictionary[Session, dict[int, tuple[list[Event], EventStory]]]] = WeakKeyDictionary()
"""The story of each session so far, by seat, with the events that it covers; bots never get the events themselves."""


def event_story(session: Session, seat: int) -> EventStory:
    """The events in force in a game, as a seat may know them."""
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
    """The decisions of the bots that may act now, each as seat and action; empty if no bot may act.

    If several may act, only the first one does, unless their choices are sealed: these are all made in the same
    position. Raises BotFault, BotResigned if a bot resigns, and KronikaError if not every hand is known.
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
    """The action that a bot chooses for a seat that may act.

    `number` is the number of events before this one; the bot's dice depend on it. Raises BotFault if the bot raises an
    error or gives no legal action, and BotResigned if it resigns.
    """
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
        # The bot's answer is decoded as if it came from a log, so that the rules get only well-formed moves.
        do = msgspec.convert(msgspec.to_builtins(do), session.game.Do)
    except Exception:
        why = f"{quoted(do)} is not one of turn.actions{_why_no_move(do, session.game)}"
        raise BotFault(f"{who} gave no move", why, seat, "no move") from None
    try:
        session.check(seat, do)
    except IllegalAction as error:
        raise BotFault(f"{who} made an illegal move", str(error), seat, "illegal") from None
    return do


def _why_no_move(do: Any, game: AnyGame) -> str:
    """The reason why a value is not a move, as the end of a sentence."""
    from kronika.core.basics.decode_errors import (
        decode_fault,  # imported only for a refused value: it makes the start half as long again
    )

    try:
        return f": {decode_fault(msgspec.to_builtins(do), game.Do, str_keys=True).message}"
    except Exception:
        return ""


def _knowledge_number(turn: Turn, game: int) -> str:
    """A digest of what the seat knows as data, as the seed of the dice of a program.

    It does not depend on the seed of the game, so a program can't learn anything about that from its dice. Nor does it
    depend on sentences, so a program plays the same games after a change of words.
    """
    told = [(event.by, [clause.rule for clause in event.effects]) for event in turn.events]
    known = msgspec.json.encode((_without_words(msgspec.to_builtins(turn.view, str_keys=True)), told), order="sorted")
    return f"{game}/{turn.seat}/{blake2b(known, digest_size=16).hexdigest()}"


def _without_words(data: Any) -> Any:
    """A view as plain data without the sentences that say what is due."""
    if isinstance(data, Mapping):
        return {key: _without_words(value) for key, value in data.items() if key != "due"}
    return [*map(_without_words, data)] if isinstance(data, (list, tuple)) else data


def _error_location(error: BaseException) -> str:
    """The file and line of the innermost frame outside of Kronika in which an error was raised; empty if none is."""
    place, at = "", error.__traceback__
    while at is not None:
        if not str(at.tb_frame.f_globals.get("__name__", "")).startswith("kronika."):
            place = f" ({os.path.basename(at.tb_frame.f_code.co_filename)}, line {at.tb_lineno})"
        at = at.tb_next
    return place


def act(session: Session, bots: Bots) -> int:
    """Let the bots that may act do so once, then resolve chance; the number of decisions made.

    A bot that resigns ends the game; that makes 0 decisions. Raises BotFault.
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
    """Let bots act until a person must act or the game is over. Raises BotFault.

    A game that only bots play is adjudicated after `most` decisions.
    """
    made = count_decisions(session)
    while acted := act(session, bots):
        made += acted
        if made >= most and session.actors and len(bots) == len(session.players):
            adjudicate(session)
            return


def play_out(session: Session, bots: Bots, most: int = MAX_EVENTS) -> BotFault | None:
    """Play a game that only bots play to its end; the fault that ended it, if one did.

    The bot at fault has lost.
    """
    try:
        play_on(session, bots, most)
    except BotFault as fault:
        forfeit(session, fault)
        return fault
    return None


def resign(session: Session, seat: int) -> None:
    """End a game in which a seat resigns; the leaders among the other seats win."""
    session.set(ending=Ending("resigned", seat, _ahead(session, seat)))


def forfeit(session: Session, fault: BotFault) -> None:
    """End a game because of a bot's fault: its seat has lost, and the leaders among the other seats win.

    The tag `fault` of the game is set to the kind of the fault.
    """
    seat = fault.seat or 0
    why: Reason = "time" if fault.kind == "late" else "adjudicated"
    said = clipped(str(fault).removesuffix("."), MAX_MESSAGE)
    session.set(ending=Ending(why, seat, _ahead(session, seat), said), tags={FAULT: fault.kind})


def _ahead(session: Session, gone: int) -> tuple[int, ...]:
    """The seats with the most points when the seat `gone` is not counted."""
    stay = {seat: points for seat, points in enumerate(session.game.totals(session.state)) if seat != gone}
    return tuple(seat for seat, points in stay.items() if points == max(stay.values()))


def count_decisions(session: Session) -> int:
    """The number of decisions in force, by all seats; outcomes of chance do not count."""
    return sum(event.by != CHANCE for event in session.line.events)


def undo_human(session: Session, bots: Bots, decisions: int) -> None:
    """Take back the last decisions of people, as many as `decisions`, with all events that followed.

    Raises CannotUndo if there are fewer, and Closed if the game has been ended.
    """
    session.require_open()
    events = session.line.events
    at = _human_decisions(events, bots, decisions, "take back")
    session.undo_events(len(events) - at[-decisions])


def redo_human(session: Session, bots: Bots, decisions: int) -> None:
    """Restore decisions of people that were taken back, as many as `decisions`, with all events that followed.

    Raises CannotUndo if there are fewer, and Closed if the game has been ended.
    """
    session.require_open()
    undone = session.line.undone[::-1]
    at = _human_decisions(undone, bots, decisions, "restore")
    session.redo_events(at[decisions] if decisions < len(at) else len(undone))


def _human_decisions(events: Sequence[Event], bots: Bots, wanted: int, to: str) -> list[int]:
    """The indices of the decisions of people among events. Raises CannotUndo if there are fewer than `wanted`."""
    at = [number for number, event in enumerate(events) if event.by != CHANCE and event.by not in bots]
    if not 0 < wanted <= len(at):
        made = f"people made {len(at) or 'none'} of those {'in force' if to == 'take back' else 'taken back'}"
        raise CannotUndo(f"Cannot {to} {pluralize(wanted, 'decision')}: {made}.")
    return at


def adjudicate(session: Session) -> None:
    """End a game that lasts too long: the seat with the most points now wins, and equal seats share the win."""
    totals = session.game.totals(session.state)
    winners = tuple(seat for seat, points in enumerate(totals) if points == max(totals))
    text = f"after {pluralize(count_decisions(session), 'decision')}, by the current score"
    session.set(ending=Ending("adjudicated", winners=winners, text=text))
