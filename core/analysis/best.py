"""The best moves for a seat in a position, by what it may know, each with a line of play after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from kronika.core.analysis.finding import DecisionPoint, Line, OnProgress, determinizations, find, no_op
from kronika.core.analysis.judge import AnalysisConfig, Judge, make_move
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.basics.text import join_words
from kronika.core.bots.playouts import chance_played
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.sessions.session import Session

DEFAULT_MOVES: Final = 5
"""The default number of moves to show."""
FIRST_CHECK: Final = 100
"""The number of playouts of each move before one can drop out of the race; so each has a figure to be shown."""
LINE_LENGTH: Final = 4
"""The greatest number of decisions in a line of play."""


class MoveAdvice(Struct, frozen=True):
    """A move, with the win rate after it (0 to 1) and its standard error.

    `visits` is how often the bot's search tried the move, null for a bot that does not report it. `line` has the
    decisions that the search expects to follow.
    """

    move: str
    win_rate: float
    win_rate_error: float
    visits: int | None
    line: tuple[str, ...]


class BestMoves(Struct, frozen=True):
    """The best moves of a player, as the bot of `config` finds them; `legal` is the number of legal moves.

    The first move has the highest win rate or, if win rates are equal, the greatest lead. The others follow in this
    order, but those that dropped out of the race come last: they had fewer playouts, so their errors are greater.
    """

    player: str
    seat: int
    legal: int
    config: AnalysisConfig
    moves: tuple[MoveAdvice, ...]


def best_moves(
    session: Session, seat: int, config: AnalysisConfig, most: int = DEFAULT_MOVES, watch: OnProgress = no_op
) -> BestMoves:
    """The moves, at most `most`, that a bot advises a seat in the current position; based only on what it may know.

    `watch` is called before each step of the work, with a function that returns the best move so far as text. An
    exception that it raises ends the work.

    Raises KronikaError if it is not the seat's turn, UnknownBot, BotFault and BotResigned.
    """
    _need_turn(session, seat)
    game, state, names = session.game, session.state, session.players
    number = len(session.line.events)
    known = game.redeal(state, seat, Dice("judge", config.seed, number))

    def tell(move: Callable[[], Any]) -> None:
        watch(lambda: game.format(known, seat, move(), names, seat))

    found = find(DecisionPoint(game, state, seat, names, config.seed, number), config, watch=tell)
    moves = found.moves[:most]
    order, samples = Judge(game, known, config).race(
        [make_move(game, seat, do) for do in moves],
        determinizations(game, known, seat, moves, tell),
        "best",
        config.seed,
        number,
        seat=seat,
        first_check=FIRST_CHECK,
    )
    figures = [sample.figures() for sample in samples]
    visits = found.visits or (None,) * len(moves)
    lines = found.lines or ((),) * len(moves)
    judged = [(moves[at], figures[at], visits[at], lines[at]) for at in order]
    return BestMoves(
        names[seat],
        seat,
        len(game.actions(state, seat)),
        config,
        tuple(
            MoveAdvice(
                game.format(known, seat, do, names, seat),
                one.win_rates[seat],
                one.win_rate_errors[seat],
                seen,
                tuple(_readable_line(session, known, seat, ((seat, do), *line[:LINE_LENGTH]))),
            )
            for do, one, seen, line in judged
        ),
    )


def _need_turn(session: Session, seat: int) -> None:
    actors = session.actors
    if seat not in actors or seat == CHANCE:
        due = (
            "the game is over"
            if not actors
            else f"{join_words([seat_name(one, session.players) for one in actors])} may act"
        )
        raise KronikaError(f"{seat_name(seat, session.players)} can't decide now: {due}.")


def _readable_line(session: Session, state: Any, viewer: Viewer, line: Line) -> Iterator[str]:
    """The moves of a line after its first one, as text, up to one that is illegal in this state; chance is drawn."""
    game, names, dice = session.game, session.players, Dice("line")
    for place, (seat, do) in enumerate(line):
        state = chance_played(game, state, dice)
        try:
            game.check(state, seat, do)
        except IllegalAction:
            return
        if place:
            yield f"{names[seat]}: {game.format(state, seat, do, names, viewer)}"
        state = game.apply(state, seat, do)[0]
