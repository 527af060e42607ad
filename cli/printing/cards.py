"""Cards found by a word, and as they are told: for `cards`, and at the table."""

from __future__ import annotations

from collections.abc import Iterable

from kronika.cli.printing.output import paper, say, wrapped
from kronika.core.basics.text import fold
from kronika.core.contract.game import Card
from kronika.core.contract.labels import card_names, exactly
from kronika.core.contract.registry import AnyGame


def cards_with(game: AnyGame, word: str) -> list[Card]:
    """The card that has this id, with or without its name, or those with this in id, name, kind or text."""
    key, every = fold(word), game.cards()
    ids = exactly(word, card_names(game))
    return [card for card in every if card.id in ids] or [
        card for card in every if key in fold(" ".join((card.id, card.name, card.kind, card.text, *card.other_names)))
    ]


def no_card(game: AnyGame, word: str) -> str:
    """That there is none."""
    return f"{game.title} has no card with {word!r} in it." if game.cards() else f"{game.title} has no cards."


def say_cards(chosen: Iterable[Card]) -> None:
    """Cards with what they say."""
    for card in chosen:
        other = f" ({', '.join(card.other_names)})" if card.other_names else ""
        say(f"{card.id:>4}  {paper().ink(card.name, 'bold')}{other}  {paper().ink(card.kind, 'dim')}")
        say(wrapped(card.text, "      "))
