"""Effects as clauses for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.game import Viewer
from kronika.core.games.imhotep import actions as do_
from kronika.core.games.imhotep.board import SITE_CODE, SITE_TITLES
from kronika.core.words import count, listing


def describe(effect: do_.Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause. All effects of this game are public."""
    return _CLAUSES[type(effect)](effect, names)


def _each(numbers: Sequence[int], names: Sequence[str], what: str = "") -> str:
    parts = [f"{name} {n}{what}" for name, n in zip(names, numbers, strict=True) if n]
    return listing(parts)


def _card(word: str) -> str:
    return word.replace("_", " ")


def _sailed(effect: do_.Sailed, names: Sequence[str]) -> str:
    cargo = ", ".join(names[seat] for seat in effect.cargo)
    return f"ship #{effect.ship} comes to the {SITE_TITLES[SITE_CODE[effect.site]]} with stones of {cargo}"


def _pyramid(effect: do_.PyramidStone, names: Sequence[str]) -> str:
    which = f" of the {effect.pyramid} pyramid" if effect.pyramid else ""
    where = f"on place {effect.place}{which}" if effect.place else "beside the complete pyramids"
    return f"{names[effect.seat]} builds {where} for {count(effect.points, 'point')}"


_CLAUSES: Final[dict[type, Callable[[Any, Sequence[str]], str]]] = {
    do_.Started: lambda e, names: f"{names[e.seat]} starts; stones on the sleds: {_each(e.sleds, names)}",
    do_.RoundBegan: lambda e, names: f"round {e.round} begins, {names[e.first]} first",
    do_.Reshuffled: lambda e, names: f"the discard pile of {count(e.cards, 'card')} becomes the deck",
    do_.PairLaid: lambda e, names: f"{count(e.cards, 'card')} lie face down as the pair",
    do_.RowShort: lambda e, names: f"{count(e.missing, 'card')} can't be laid out: deck and discard pile are empty",
    do_.GotStones: lambda e, names: f"{names[e.seat]} gets {count(e.stones, 'stone')}",
    do_.Loaded: lambda e, names: f"{names[e.seat]} loads ship #{e.ship}, which carries {count(e.load, 'stone')}",
    do_.Sailed: _sailed,
    do_.PyramidStone: _pyramid,
    do_.TempleStone: lambda e, names: f"{names[e.seat]} builds on space {e.space} of the temple, level {e.level}",
    do_.ChamberStone: lambda e, names: (
        f"{names[e.seat]} lays a stone in the burial chamber, row {e.row}, column {e.column}"
    ),
    do_.ObeliskStone: lambda e, names: f"{names[e.seat]} has {count(e.stones, 'stone')} at the obelisks",
    do_.Tower: lambda e, names: f"{names[e.seat]} builds a tower for {count(e.points, 'point')}",
    do_.CardTaken: lambda e, names: f"{names[e.seat]} gains {_card(e.card)}",
    do_.CardDiscarded: lambda e, names: f"{_card(e.card)} goes to the discard pile",
    do_.NoCard: lambda e, names: f"there is no card for {names[e.seat]}",
    do_.NoStone: lambda e, names: f"{names[e.seat]} has no stone in the quarry: {_card(e.card)} does nothing",
    do_.BonusLost: lambda e, names: f"{names[e.seat]} cannot use the bonus ({e.bonus})",
    do_.StonesReturned: lambda e, names: f"stones go back to the quarries: {_each(e.stones, names)}",
    do_.Stuck: lambda e, names: f"{names[e.seat]} can do nothing",
    do_.RoundBroken: lambda e, names: "nobody can do anything: the round is broken off",
    do_.RoundEnded: lambda e, names: f"round {e.round} ends",
    do_.FirstNamed: lambda e, names: f"{names[e.seat]} will begin the next round",
    do_.TempleScored: lambda e, names: f"visible stones of the temple: {_each(e.points, names)}",
    do_.TempleBonus: lambda e, names: f"space {e.space} of the temple gives {names[e.seat]} {count(e.points, 'point')}",
    do_.MarketCleared: lambda e, names: f"{count(e.cards, 'card')} of the row go to the discard pile",
    do_.Scored: lambda e, names: f"{names[e.seat]} scores {e.points} for {e.what}",
    do_.Ended: lambda e, names: f"the game ends: {listing([f'{n} {p}' for n, p in zip(names, e.totals, strict=True)])}",
}
