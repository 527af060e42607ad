"""The best moves of a player, in words and as a table: for `best`, and for `hint` at the table."""

from __future__ import annotations

import re
from math import hypot
from typing import Final

from msgspec.structs import replace

from kronika.cli.printing.output import shorten, table, terminal_paper, wrapped
from kronika.core.analysis.best import BestMoves, MoveAdvice
from kronika.core.analysis.decisions import SIGNIFICANCE_THRESHOLD, Decision
from kronika.core.analysis.text import percent
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.labels import card_labels
from kronika.core.contract.registry import AnyGame

FIXED: Final = 30
"""Columns of a line that are not for moves: place, win rates, tries, and the gaps between them."""
_CODE: Final = re.compile(r"[A-Z]*\d+\b(?![.:])")
"""Matches what may be the id of a card in a move, unlike a place such as `1.0` or `4:1`."""


def advice(found: BestMoves, game: AnyGame, most: int | None = None) -> str:
    """The best move in words, with the moves that are about as good, and all, or the first `most`, as a table."""
    rows = [
        (
            place,
            with_names(one.move, game),
            f"{percent(one.win_rate)} ± {percent(one.win_rate_error)}",
            "" if one.visits is None else one.visits,
            "; ".join(one.line),
        )
        for place, one in enumerate(found.moves[:most], 1)
    ]
    room = (terminal_paper().width - FIXED) // 2
    heads = [
        "",
        shorten(f"{found.player}, of {pluralize(found.legal, 'move')}", room - 2),
        "win %",
        "tried",
        "and then",
    ]
    return f"{wrapped(in_words(found, game))}\n\n{table(rows, heads, (0, 2, 3), (2, room, 9, 7, room))}"


def in_words(found: BestMoves, game: AnyGame) -> str:
    """A sentence on the best move, and on those that are not significantly worse."""
    best, *others = found.moves
    move = with_names(best.move, game)
    if found.legal == 1:
        return f"The only move: {move}."
    equal = [with_names(one.move, game) for one in others if not _is_worse(one, best)]
    if not equal:
        return f"Clearly best: {move}."
    if len(equal) == len(others) and len(equal) > 1:
        return f"No move is clearly best; first of all: {move}."
    return f"Best: {move}. About as good: {join_words(equal, 'or')}."


def _is_worse(one: MoveAdvice, best: MoveAdvice) -> bool:
    """Whether the difference to the best move is significant."""
    error = hypot(one.win_rate_error, best.win_rate_error)
    return best.win_rate - one.win_rate >= SIGNIFICANCE_THRESHOLD * error and best.win_rate > one.win_rate


def with_card_names(decision: Decision, game: AnyGame) -> Decision:
    """A decision whose moves have the names of their cards."""
    return replace(decision, move=with_names(decision.move, game), best=with_names(decision.best, game))


def with_names(move: str, game: AnyGame) -> str:
    """A move with the names of its cards beside their ids: `create C6 Ollantaytambo at 3`."""
    word = move.partition(" ")[0]
    form = next((verb.form for verb in game.notation() if word in (verb.word, *verb.also)), "")
    labels = card_labels(game)

    def named(code: re.Match[str]) -> str:
        is_card = not code[0].isdecimal() or "CARD" in form or "LAW" in form
        return labels.get(code[0], code[0]) if is_card else code[0]

    return _CODE.sub(named, move)
