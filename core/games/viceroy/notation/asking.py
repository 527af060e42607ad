"""Prompts for outcomes of chance: what is due, for whom, and how to write it."""

from __future__ import annotations

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.notation import example_things
from kronika.core.contract.tokens import MoveContext
from kronika.core.contract.verbs import Prompt
from kronika.core.games.viceroy import steps
from kronika.core.games.viceroy.actions import Deal, DealLaws, Drawn, FromBox, GiveBack, TurnUp
from kronika.core.games.viceroy.cards import CHARACTERS
from kronika.core.games.viceroy.state import State, waiting

At = MoveContext[State]

_LAW_DECK = 1


def give_back(do: GiveBack, at: At) -> Prompt:
    """Return the prompt for `return blue red / green green`."""
    return _by_seat("two gems that each player returns, by seat", "return", at, "blue red", "green green")


def deal(do: Deal, at: At) -> Prompt:
    """Return the prompt for `deal 3 4 … / 5 6 …`."""
    size = len(do.hands[0])
    first, second = example_things(size, "3", "4"), example_things(size, "5", "6")
    return _by_seat(f"{pluralize(size, 'character')} for {_each(at)}", "deal", at, first, second)


def laws(do: DealLaws, at: At) -> Prompt:
    """Return the prompt for `laws 65 66 67 / 68 69 70`."""
    return _by_seat(f"3 laws for {_each(at)}", "laws", at, "65 66 67", "68 69 70")


def _each(at: At) -> str:
    return at.name(0) if len(at.names) == 1 else f"each of {join_words(at.names)}"


def _by_seat(what: str, begins: str, at: At, *hands: str) -> Prompt:
    return Prompt(what, begins, example_things(len(at.names), *hands, between=" / "))


def turn_up(do: TurnUp, at: At) -> Prompt:
    """Return the prompt for `turn up 5 9 33 12`."""
    cards = len(do.cards)
    seen = at.state.display + b"".join(row for player in at.state.players for row in player.rows)
    unseen = (str(card) for card in CHARACTERS if card not in seen)
    return Prompt(
        f"{pluralize(cards, 'card')} for the display, left to right", "turn up", example_things(cards, *unseen)
    )


def box(do: FromBox, at: At) -> Prompt:
    """Return the prompt for `box blue red`."""
    gems = len(do.gems)
    return Prompt(
        f"{pluralize(gems, 'gem')} for the virtual opponents", "box", example_things(gems, "blue", "red", "green")
    )


def drawn(do: Drawn, at: At) -> Prompt:
    """Return the prompt for `card 32`."""
    step = waiting(at.state)
    if not isinstance(step, steps.CardFrom):
        return Prompt("the next card of the small deck, for the display", "card", "32")
    deck, card = ("law", "66") if step.deck == _LAW_DECK else ("small", "32")
    return Prompt(f"the next card of the {deck} deck, for {at.name(step.seat)}", "card", card)
