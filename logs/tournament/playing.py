"""One game of a tournament: bots at the table, faults and endless games judged, all of it made of the game's number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kronika.core.bots import BOTS, Bot, Turn
from kronika.core.chance import Dice
from kronika.core.errors import KronikaError
from kronika.core.events import Ending, Event
from kronika.core.outcome import rank
from kronika.core.session import Session
from kronika.core.words import clipped, count, quoted
from kronika.logs.addressed import load_addressed
from kronika.logs.tournament.plan import Plan, Planned, TournamentError

TOURNAMENT: Final = "tournament"
GAME: Final = "game"
"""Tags by which the log of a game says where it belongs; the others are for people."""
BOT: Final = "bot "
"""What the tag of a player's bot begins with; the name follows."""

Openings = Mapping[str, Sequence[Event]]
"""By its address, what is played of an opening."""


def play(plan: Plan, openings: Openings, planned: Planned) -> Session:
    """The game with this number, to its end."""
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
    session.settle()
    _play_on(session, [BOTS[plan.bot_of(name)] for name in planned.players], plan.tournament.longest)
    return session


def _tags(plan: Plan, planned: Planned) -> dict[str, str]:
    tags = {
        TOURNAMENT: plan.tournament.name,
        GAME: str(planned.number),
        "deal": str(planned.deal),
        "table": str(planned.table),
        **{f"{BOT}{name}": plan.bot_of(name) for name in planned.players},
    }
    return {**tags, "opening": planned.opening} if planned.opening else tags


def _play_on(session: Session, bots: Sequence[Bot], longest: int) -> None:
    """Until the rules end it, a bot makes a fault, or so many decisions were made."""
    game, seed = session.game, session.header.seed or 0
    # The dice of a decision are made of the name too: two bots that draw lots would else draw the same.
    for _ in range(longest):
        if not session.actors:
            return
        seat, number = session.actors[0], len(session.line.events)
        turn = Turn(game, session.state, seat, Dice(seed, "hidden", number))
        try:
            session.do(seat, bots[seat](turn, Dice(seed, "bot", session.players[seat], number)))
        except Exception as fault:  # whatever a bot does, the tournament goes on
            _forfeit(session, seat, fault)
            return
        session.settle()
    if session.actors:
        winners = rank([(total,) for total in game.totals(session.state)])[0]
        text = f"by points, after {count(longest, 'decision')}"
        session.set(ending=Ending("adjudicated", winners=winners, text=text))


def _forfeit(session: Session, seat: int, fault: Exception) -> None:
    """The seat has lost; of the others those have won that are ahead now."""
    totals = session.game.totals(session.state)
    others = [other for other in range(len(totals)) if other != seat]
    best = max(totals[other] for other in others)
    winners = tuple(other for other in others if totals[other] == best)
    kind = "" if isinstance(fault, KronikaError) else f"{type(fault).__name__}: "
    session.set(ending=Ending("adjudicated", seat, winners, clipped(f"a fault of its bot: {kind}{fault}")))


def read_openings(plan: Plan) -> Openings:
    """The openings of a tournament. Raises TournamentError for one that can't be played, FileTrouble, LogError."""
    return {address: _opening(plan, address) for address in plan.tournament.openings}


def _opening(plan: Plan, address: str) -> Sequence[Event]:
    """What was played in a log or an example, checked in a game of this tournament."""
    found = load_addressed(address)
    begun = Session.new(plan.game, found.players, options=plan.tournament.options, chance="given")
    if found.game.name != plan.game.name or len(found.players) != plan.seats or found.line.states[0] != begun.state:
        why = f"it does not begin with a new game of {plan.game.title} for {plan.seats} with these options"
        raise TournamentError(f"openings: {quoted(address)}: {why}.")
    if not found.actors:
        raise TournamentError(f"openings: {quoted(address)}: the game is at its end.")
    return tuple(found.line.events)
