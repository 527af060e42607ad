"""Effects as clauses for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.games.imhotep import effects
from kronika.core.games.imhotep.board import SITE_CODE, SITE_TITLES


def describe(effect: effects.Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause. All effects of this game are public."""
    return _CLAUSES[type(effect)](effect, names)


def _each(numbers: Sequence[int], names: Sequence[str], what: str = "") -> str:
    parts = [f"{name} {n}{what}" for name, n in zip(names, numbers, strict=True) if n]
    return join_words(parts)


def _card(word: str) -> str:
    return word.replace("_", " ")


def _sailed(effect: effects.Sailed, names: Sequence[str]) -> str:
    cargo = ", ".join(names[seat] for seat in effect.cargo)
    return f"ship #{effect.ship} comes to the {SITE_TITLES[SITE_CODE[effect.site]]} with stones of {cargo}"


def _pyramid(effect: effects.PyramidStone, names: Sequence[str]) -> str:
    which = f" of the {effect.pyramid} pyramid" if effect.pyramid else ""
    where = f"on place {effect.place}{which}" if effect.place else "beside the complete pyramids"
    return f"{names[effect.seat]} builds {where} for {pluralize(effect.points, 'point')}"


_CLAUSES: Final[dict[type, Callable[[Any, Sequence[str]], str]]] = {
    effects.Started: lambda e, names: f"{names[e.seat]} starts; stones on the sleds: {_each(e.sleds, names)}",
    effects.RoundBegan: lambda e, names: f"round {e.round} begins, {names[e.first]} first",
    effects.Reshuffled: lambda e, names: f"the discard pile of {pluralize(e.cards, 'card')} becomes the deck",
    effects.PairLaid: lambda e, names: f"{pluralize(e.cards, 'card lies', 'cards lie')} face down as the pair",
    effects.RowShort: lambda e, names: (
        f"{pluralize(e.missing, 'card')} can't be laid out: deck and discard pile are empty"
    ),
    effects.GotStones: lambda e, names: f"{names[e.seat]} gets {pluralize(e.stones, 'stone')}",
    effects.Loaded: lambda e, names: (
        f"{names[e.seat]} loads ship #{e.ship}, which carries {pluralize(e.load, 'stone')}"
    ),
    effects.Sailed: _sailed,
    effects.PyramidStone: _pyramid,
    effects.TempleStone: lambda e, names: f"{names[e.seat]} builds on space {e.space} of the temple, level {e.level}",
    effects.ChamberStone: lambda e, names: (
        f"{names[e.seat]} lays a stone in the burial chamber, row {e.row}, column {e.column}"
    ),
    effects.ObeliskStone: lambda e, names: f"{names[e.seat]} has {pluralize(e.stones, 'stone')} at the obelisks",
    effects.Tower: lambda e, names: f"{names[e.seat]} builds a tower for {pluralize(e.points, 'point')}",
    effects.CardTaken: lambda e, names: f"{names[e.seat]} gains {_card(e.card)}",
    effects.CardDiscarded: lambda e, names: f"{_card(e.card)} goes to the discard pile",
    effects.NoCard: lambda e, names: f"there is no card for {names[e.seat]}",
    effects.NoStone: lambda e, names: f"{names[e.seat]} has no stone in the quarry: {_card(e.card)} does nothing",
    effects.BonusLost: lambda e, names: f"{names[e.seat]} cannot use the bonus ({e.bonus})",
    effects.StonesReturned: lambda e, names: f"stones go back to the quarries: {_each(e.stones, names)}",
    effects.Stuck: lambda e, names: f"{names[e.seat]} can do nothing",
    effects.RoundBroken: lambda e, names: "nobody can do anything: the round is broken off",
    effects.RoundEnded: lambda e, names: f"round {e.round} ends",
    effects.FirstNamed: lambda e, names: f"{names[e.seat]} will begin the next round",
    effects.TempleScored: lambda e, names: f"visible stones of the temple: {_each(e.points, names)}",
    effects.TempleBonus: lambda e, names: (
        f"space {e.space} of the temple gives {names[e.seat]} {pluralize(e.points, 'point')}"
    ),
    effects.MarketCleared: lambda e, names: (
        f"{pluralize(e.cards, 'card of the row goes', 'cards of the row go')} to the discard pile"
    ),
    effects.Scored: lambda e, names: f"{names[e.seat]} scores {e.points} for {e.what}",
    effects.Ended: lambda e, names: (
        f"the game ends: {join_words([f'{n} {p}' for n, p in zip(names, e.totals, strict=True)])}"
    ),
}
