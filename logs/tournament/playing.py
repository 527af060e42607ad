"""One game of a tournament, which follows from its number: bots play, and faults and endless games are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kronika.core.basics.errors import BotFault
from kronika.core.basics.text import quoted
from kronika.core.bots.driver import play_out
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.texts.addresses import load_addressed
from kronika.logs.tournament.plan import Plan, Planned, TournamentError

TOURNAMENT: Final = "tournament"
GAME: Final = "game"
"""The tags by which the log of a game says where it belongs; other tags are for people."""
BOT: Final = "bot "
"""The beginning of the tag for a player's bot; the name follows."""

Openings = Mapping[str, Sequence[Event]]
"""The events of each opening, by its address."""


def play(plan: Plan, openings: Openings, planned: Planned) -> tuple[Session, BotFault | None]:
    """The game with this number, played to its end, and the fault of a bot that ended it, if there is one."""
    session = Session.new(
        plan.game,
        planned.players,
        seed=planned.seed,
        options=plan.tournament.options,
        tags=_tags(plan, planned),
        chance="given",
    )
    for event in openings.get(planned.opening, ()):
        session.do(event.by, event.do)
    session.chance = "auto"
    session.resolve_chance()
    bots = {seat: plan.player_of(name, planned.number) for seat, name in enumerate(planned.players)}
    return session, play_out(session, bots, plan.tournament.maxmoves)


def _tags(plan: Plan, planned: Planned) -> dict[str, str]:
    tags = {
        TOURNAMENT: plan.tournament.name,
        GAME: str(planned.number),
        "deal": str(planned.deal),
        "table": str(planned.table),
        **{f"{BOT}{name}": plan.bot_of(name) for name in planned.players},
    }
    return {**tags, "opening": planned.opening} if planned.opening else tags


def read_openings(plan: Plan) -> Openings:
    """The openings of a tournament. Raises TournamentError for one that can't be played, FileError, LogError."""
    return {address: _opening(plan, address) for address in plan.tournament.openings}


def _opening(plan: Plan, address: str) -> Sequence[Event]:
    """The events of a log or an example, checked in a game of this tournament."""
    found = load_addressed(address)
    begun = Session.new(plan.game, found.players, options=plan.tournament.options, chance="given")
    if found.game.name != plan.game.name or len(found.players) != plan.seats or found.line.states[0] != begun.state:
        why = f"it does not begin with a new game of {plan.game.title} for {plan.seats} with these options"
        raise TournamentError(f"openings: {quoted(address)}: {why}.")
    if not found.actors:
        raise TournamentError(f"openings: {quoted(address)}: the game is at its end.")
    return tuple(found.line.events)
