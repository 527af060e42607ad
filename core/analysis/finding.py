"""Search for the best moves in a position, by what the seat to move may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.analysis.horizons import by_learned_values
from kronika.core.analysis.judge import AnalysisConfig, Judge, Sample, make_move
from kronika.core.basics.chance import Dice
from kronika.core.bots.builtin import ITERATIONS, play_mcts
from kronika.core.bots.driver import choose
from kronika.core.bots.learned import LearnedSearch
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.search import MAX_CANDIDATES, REDEALS, Search
from kronika.core.bots.tree import Node, grow_tree
from kronika.core.bots.turn import Turn
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session

Line = tuple[tuple[int, Any], ...]
"""A line of play: decisions in order, each with its seat."""
OnProgress = Callable[[Callable[[], Any]], object]
"""A callback before each step of the work: an iteration of the tree search, or the playouts in one redeal.

It gets a function that returns the best move so far. An exception that it raises ends the work.
"""
MIN_VISITS: Final = 10
"""The least number of visits to a node of the search for its moves to be in a line of play."""


class Found(Struct, frozen=True):
    """The moves that a bot has searched, best first, with the number of visits and the line of play of each.

    `samples` are the playouts by which the first moves were put in order, with dice that are used for nothing else. A
    bot other than `mcts` gives only its move, without the rest; no order of the others is known then.
    """

    moves: tuple[Any, ...]
    visits: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    samples: tuple[Sample, ...] = ()

    def rank(self, do: Any) -> int | None:
        """The place of a move in the order, from 1; None if the order is not known."""
        if len(self.moves) == 1 and do != self.moves[0]:
            return None
        return self.moves.index(do) + 1


RANKED_MOVES: Final = 8
"""The number of moves preferred by the tree search that the judge ranks."""
AT_ONCE: Final = 4
"""The number of moves preferred at once by learned values, where they judge, that the judge ranks as well."""
RANKING_DIVISOR: Final = 2
"""The playouts for judging a move, divided by those for ranking it."""


class DecisionPoint(Struct, frozen=True):
    """A position in which `seat` may act, with the players' names and the seed of the analysis.

    `number` makes the dice of each decision different; it counts the events.
    """

    game: AnyGame
    state: Any
    seat: int
    names: tuple[str, ...]
    seed: int
    number: int


def no_op(best: Callable[[], Any]) -> None:
    """No-op callback."""


def iterations(walks: int, config: AnalysisConfig) -> int:
    """The greatest number of calls of `OnProgress` while the best moves are found, ranked and judged.

    There are fewer if moves drop out of the race. `walks` is the number of iterations of the tree search.
    """
    return walks + _ranking_config(config).playouts + config.playouts


def find(place: DecisionPoint, config: AnalysisConfig, played: Any = None, watch: OnProgress = no_op) -> Found:
    """The moves that the bot of `config` finds. A tree search includes the move `played`, if there is one.

    The judge ranks the moves that the tree search prefers, with dice that are used for nothing else. Without this
    ranking the judge, which plays worse than the search, would often prefer another move to the best one found. If
    learned values judge, it also ranks the moves that they prefer at once: the search goes by the estimate, and may
    miss the best ones.

    Raises UnknownBot, BotFault and BotResigned.
    """
    game, seed, number, bot = place.game, place.seed, place.number, find_bot(config.bot)
    turn = Turn(game, place.state, place.seat, Dice(seed, "hidden", number), budget=bot.budget)
    if len(turn.actions) == 1:
        return Found(tuple(turn.actions))
    if bot.play is not play_mcts:
        header = Header(FORMAT, game.name, game.rules_version, place.names, seed=seed)
        return Found((choose(Session(game, header, start=place.state), place.seat, bot, number),))
    search = Search(turn, Dice(seed, "find", number))
    at_once = _best_at_once(turn, Dice(seed, "at once", number)) if by_learned_values(game) else ()
    looked_into = _candidates(search, turn.actions, (*at_once, *([] if played is None else [played])))
    tried = grow_tree(search, looked_into, bot.budget or ITERATIONS, lambda tree: watch(tree.best)).choice.below
    liked = sorted(tried, key=lambda do: (-tried[do].visits, -tried[do].total))
    promising = [*dict.fromkeys((*liked[:RANKED_MOVES], *at_once))]
    ranked = _ranked(place, turn.state, config, promising, watch)
    order = (*ranked, *(do for do in liked if do not in ranked))
    return Found(
        order,
        tuple(tried[do].visits for do in order),
        tuple(tuple(_principal_variation(tried[do])) for do in order),
        tuple(ranked.values()),
    )


def _ranking_config(config: AnalysisConfig) -> AnalysisConfig:
    """The configuration of the judge that ranks moves: with fewer playouts, but at least 2."""
    return replace(config, playouts=max(2, config.playouts // RANKING_DIVISOR))


def determinizations(
    game: AnyGame, known: Any, seat: int, moves: Sequence[Any], watch: OnProgress
) -> Callable[[Dice], Any]:
    """A function that redeals what the seat can't know, for a judge.

    It calls `watch` before each redeal; the best move so far is the first of `moves`.
    """

    def deal(dice: Dice) -> Any:
        watch(lambda: moves[0])
        return game.redeal(known, seat, dice)

    return deal


def _ranked(
    place: DecisionPoint, known: Any, config: AnalysisConfig, moves: Sequence[Any], watch: OnProgress
) -> dict[Any, Sample]:
    """The moves with their playouts, best first: by the judge's win rate for the seat, and by its lead if equal."""
    order, samples = Judge(place.game, known, _ranking_config(config)).race(
        [make_move(place.game, place.seat, do) for do in moves],
        determinizations(place.game, known, place.seat, moves, watch),
        *("choose", place.seed, place.number),
        seat=place.seat,
        halving=True,
    )
    return {moves[at]: samples[at] for at in order}


def _principal_variation(node: Node) -> Iterator[tuple[int, Any]]:
    """The decisions that were tried most often after a move, in order, up to a choice of several seats at once."""
    while len(node.below) == 1:
        ((seat, choice),) = node.below.items()
        if choice.visits < MIN_VISITS or not choice.below:
            return
        do = max(choice.below, key=lambda one: choice.below[one].visits)
        yield seat, do
        node = choice.below[do]


def _best_at_once(turn: Turn, dice: Dice) -> Sequence[Any]:
    """The moves that look best at once by learned values."""
    search = LearnedSearch(turn, dice)
    values = search.evaluate_actions(turn.actions, REDEALS)
    order = sorted(range(len(values)), key=lambda at: -values[at])
    return [turn.actions[at] for at in order[:AT_ONCE]]


def _candidates(search: Search, actions: Sequence[Any], wanted: Sequence[Any]) -> Sequence[Any]:
    """The moves to search: all of them or, if there are many, those that look best at once.

    The moves `wanted` are always included. The one played may not be listed: some games accept several steps as one
    move.
    """
    few = list(actions) if len(actions) <= MAX_CANDIDATES else search.shortlist(actions, MAX_CANDIDATES)
    more = [do for do in dict.fromkeys(wanted) if do not in few]
    others = [do for do in few if do not in wanted]
    gone = others[len(others) - max(0, len(few) + len(more) - MAX_CANDIDATES) :]
    return [*(do for do in few if do not in gone), *more]
