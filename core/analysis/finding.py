"""The best moves in a position, by what the seat that is to move may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.analysis.judge import AnalysisConfig, Judge, make_move
from kronika.core.basics.chance import Dice
from kronika.core.bots.builtin import ITERATIONS, play_mcts
from kronika.core.bots.driver import choose
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.search import MAX_CANDIDATES, Search
from kronika.core.bots.tree import Node, grow_tree
from kronika.core.bots.turn import Turn
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session

Line = tuple[tuple[int, Any], ...]
"""Decisions one after the other, each with its seat."""
OnProgress = Callable[[Callable[[], Any]], object]
"""Called before each round, a walk or the playouts in one deal, with what gives the best move as yet.

What it raises ends the work.
"""
MIN_VISITS: Final = 10
"""So often a bot must have looked at what follows for it to stand in a line of play."""


class Found(Struct, frozen=True):
    """The moves that a bot has looked into, the best one first: how often it tried each, and how it would go on.

    A bot that tells nothing of its thoughts has one move: no order is known.
    """

    moves: tuple[Any, ...]
    visits: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()

    def rank(self, do: Any) -> int | None:
        """The place of a move, from 1."""
        if len(self.moves) == 1 and do != self.moves[0]:
            return None
        return self.moves.index(do) + 1


RANKED_MOVES: Final = 5
"""So many moves that a tree likes best are put in order."""
RANKING_DIVISOR: Final = 2
"""For that the judge has this part of its playouts."""


class DecisionPoint(Struct, frozen=True):
    """A position in which a seat may act, with the names of all, a seed, and how many events came before."""

    game: AnyGame
    state: Any
    seat: int
    names: tuple[str, ...]
    seed: int
    number: int


def no_op(best: Callable[[], Any]) -> None:
    """Nobody looks."""


def iterations(walks: int, config: AnalysisConfig) -> int:
    """So many rounds it takes to find the best moves with so many walks of a tree, and to judge them."""
    return walks + _ranking_config(config).playouts + config.playouts


def find(place: DecisionPoint, config: AnalysisConfig, played: Any = None, watch: OnProgress = no_op) -> Found:
    """What the bot of the terms finds. A tree looks into the move that was `played` too. Raises UnknownBot, BotFault.

    The moves that a tree likes best are put in order by the judge, with dice that it needs for nothing else: else a
    judge who knows less than the tree would find fault with what both like.
    """
    game, seed, number, bot = place.game, place.seed, place.number, find_bot(config.bot)
    turn = Turn(game, place.state, place.seat, Dice(seed, "hidden", number), budget=bot.budget)
    if len(turn.actions) == 1:
        return Found(tuple(turn.actions))
    if bot.play is not play_mcts:
        header = Header(FORMAT, game.name, game.rules_version, place.names, seed=seed)
        return Found((choose(Session(game, header, start=place.state), place.seat, bot, number),))
    search = Search(turn, Dice(seed, "find", number))
    looked_into = _candidates(search, turn.actions, played)
    tried = grow_tree(search, looked_into, bot.budget or ITERATIONS, lambda tree: watch(tree.best)).choice.below
    liked = sorted(tried, key=lambda do: (-tried[do].visits, -tried[do].total))
    order = (*_ranked(place, turn.state, config, liked[:RANKED_MOVES], watch), *liked[RANKED_MOVES:])
    return Found(
        order, tuple(tried[do].visits for do in order), tuple(tuple(_principal_variation(tried[do])) for do in order)
    )


def _ranking_config(config: AnalysisConfig) -> AnalysisConfig:
    """The terms on which moves are put in order."""
    return replace(config, playouts=max(2, config.playouts // RANKING_DIVISOR))


def determinizations(
    game: AnyGame, known: Any, seat: int, moves: Sequence[Any], watch: OnProgress
) -> Callable[[Dice], Any]:
    """What deals anew what a seat can't know, for the judge of moves of which the first is the best as yet."""

    def deal(dice: Dice) -> Any:
        watch(lambda: moves[0])
        return game.redeal(known, seat, dice)

    return deal


def _ranked(
    place: DecisionPoint, known: Any, config: AnalysisConfig, moves: Sequence[Any], watch: OnProgress
) -> list[Any]:
    """Moves by the win rate that the judge gives the seat after them, and by its lead where that is the same."""
    samples = Judge(place.game, known, _ranking_config(config)).samples(
        [make_move(place.game, place.seat, do) for do in moves],
        determinizations(place.game, known, place.seat, moves, watch),
        *("choose", place.seed, place.number),
        seat=place.seat,
    )
    figures = [sample.figures() for sample in samples]
    worth = [(one.win_rates[place.seat], one.leads[place.seat]) for one in figures]
    return [moves[at] for at in sorted(range(len(moves)), key=lambda at: worth[at], reverse=True)]


def _principal_variation(node: Node) -> Iterator[tuple[int, Any]]:
    """What was tried most behind a move, decision by decision; choices that several make face down end it."""
    while len(node.below) == 1:
        ((seat, choice),) = node.below.items()
        if choice.visits < MIN_VISITS or not choice.below:
            return
        do = max(choice.below, key=lambda one: choice.below[one].visits)
        yield seat, do
        node = choice.below[do]


def _candidates(search: Search, actions: Sequence[Any], played: Any) -> Sequence[Any]:
    """All moves, or of many those that look best at once; among them the one that was played.

    That need not be listed: some games take several steps at once.
    """
    few = list(actions) if len(actions) <= MAX_CANDIDATES else search.shortlist(actions, MAX_CANDIDATES)
    return few if played is None or played in few else [*few[: MAX_CANDIDATES - 1], played]
