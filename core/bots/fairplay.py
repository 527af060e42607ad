"""Information-leak test for bots: if everything that its seat may not know is redealt, a bot must choose the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BotResigned
from kronika.core.bots.driver import choose
from kronika.core.bots.lookup import Player
from kronika.core.bots.turn import RESIGN
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session

REDEALS: Final = 3
"""Number of redeals of the hidden information at each position."""


class Position(Struct, frozen=True):
    """A position in which `seat` may act; `number` is the number of events before it."""

    session: Session
    number: int
    seat: int

    def dealt(self, deals: int) -> list[Any]:
        """The true state, and the results of `deals` redeals, which the seat can't tell apart; each state once."""
        found = [self.session.state]
        for number in range(deals):
            other = self.session.game.redeal(found[0], self.seat, Dice("fairplay", self.number, number))
            if other not in found:
                found.append(other)
        return found


class LeakFound(Struct, frozen=True):
    """A position at which a bot's choice changed.

    `chosen` is its choice in the true state, `other` its choice in the redealt state `dealt`. If `dealt` is None, the
    bot chose differently when it was asked about the true state a second time.
    """

    position: Position
    chosen: Any
    other: Any
    dealt: Any | None


class LeakReport(Struct, frozen=True):
    """The result of a test.

    `positions` is the number of positions tested, `hidden` the number of those where redeals changed something, and
    `moved` the first leak found, if any.
    """

    positions: int
    hidden: int
    moved: LeakFound | None


def find_leaks(bot: Player, positions: Sequence[Position], deals: int = REDEALS) -> LeakReport:
    """Ask a bot for its choice in each position and in its redeals, and stop at the first choice that changes.

    Each time the bot is asked about a game that begins at this position, so the position is all it can learn from.
    Raises BotFault.
    """
    hidden = 0
    for number, position in enumerate(positions, 1):
        states = position.dealt(deals)
        hidden += len(states) > 1
        moved = _leak_at(bot, position, states)
        if moved:
            return LeakReport(number, hidden, moved)
    return LeakReport(len(positions), hidden, None)


def _leak_at(bot: Player, position: Position, states: Sequence[Any]) -> LeakFound | None:
    first = _choice(bot, position, states[0])
    again = _choice(bot, position, states[0])
    if again != first:
        return LeakFound(position, first, again, None)
    for state in states[1:]:
        other = _choice(bot, position, state)
        if other != first:
            return LeakFound(position, first, other, state)
    return None


def _choice(bot: Player, position: Position, state: Any) -> Any:
    session = Session(position.session.game, position.session.header, start=state)
    try:
        return choose(session, position.seat, bot, position.number)
    except BotResigned:
        return RESIGN


def positions(
    game: AnyGame, players: Sequence[str], options: Mapping[str, Any], seed: int, count: int, games: int
) -> Iterator[Position]:
    """Positions for a test: `count` of them, spread evenly over `games` random games; fewer if the games are short.

    Positions in which nothing is hidden are used only from games that have no others.
    """
    games = min(games, count)
    for number in range(games):
        share = count // games + (number < count % games)
        every = list(_random_game(game, players, options, f"{seed}/{number}"))
        found = [position for position in every if len(position.dealt(REDEALS)) > 1] or every
        step = max(1, len(found) // share)
        yield from found[step // 2 :: step][:share]


def _random_game(game: AnyGame, players: Sequence[str], options: Mapping[str, Any], seed: str) -> Iterator[Position]:
    session = Session.new(game, players, seed=Dice(seed).below(2**48), options=options)
    while actors := session.actors:
        number = len(session.line.events)
        dice = Dice(seed, number)
        seat = dice.choice(actors)
        yield Position(Session(game, session.header, start=session.state), number, seat)
        session.do(seat, game.pick(session.state, seat, dice))
        session.resolve_chance()
