"""Cards found by a word, and their text: for `cards`, and at the table."""

from __future__ import annotations

from collections.abc import Iterable

from kronika.cli.printing.output import print_text, terminal_paper, wrapped
from kronika.core.basics.text import normalize
from kronika.core.contract.game import Card
from kronika.core.contract.labels import card_names, find_exact
from kronika.core.contract.registry import AnyGame


def cards_with(game: AnyGame, word: str) -> list[Card]:
    """The card with this id, with or without its name, or else the cards with this word in id, name, kind or text."""
    key, every = normalize(word), game.cards()
    ids = find_exact(word, card_names(game))
    return [card for card in every if card.id in ids] or [
        card
        for card in every
        if key in normalize(" ".join((card.id, card.name, card.kind, card.text, *card.other_names)))
    ]


def no_card(game: AnyGame, word: str) -> str:
    """The message that the game has no such card."""
    return f"{game.title} has no card with {word!r} in it." if game.cards() else f"{game.title} has no cards."


def say_cards(game: AnyGame, chosen: Iterable[Card]) -> None:
    """Print cards with their texts, and what to type for a card that is played by a verb of its own."""
    for card in chosen:
        other = f" ({', '.join(card.other_names)})" if card.other_names else ""
        print_text(
            f"{card.id:>4}  {terminal_paper().ink(card.name, 'bold')}{other}  {terminal_paper().ink(card.kind, 'dim')}"
        )
        print_text(wrapped(card.text, "      "))
        if typed := played_by(game, card):
            print_text(wrapped(typed, "      "))


def played_by(game: AnyGame, card: Card) -> str:
    """The move to type for the card, if a verb of the game plays only such cards: `sailcard` for a sail; else empty."""
    words = (normalize(card.id), f"{normalize(card.id)}card")
    for verb in sorted(game.notation(), key=lambda verb: -len(verb.word)):
        if verb.word in words and verb.form != verb.word and not verb.chance:
            return f"To play it, type `{verb.form}`, such as `{verb.example}`."
    return ""
