"""Printed texts that can be typed back: names of cards, seats, options, sources of points, and effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from kronika.cli.printing.cards import cards_with
from kronika.cli.printing.rules import rules_with
from kronika.core.contract.event_query import read_effect
from kronika.core.contract.game import CHANCE, EVERYONE, Card
from kronika.core.contract.moves import find_seat, find_viewer, seat_name
from kronika.core.contract.options import parse_value, plain_options, read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.comparing import item_matches, item_name, no_such_source
from kronika.core.examples.effects import EffectTypes, effect_fields
from kronika.core.examples.matching import KnownNames
from kronika.core.rulebook.spec import rules_of
from kronika.testing.assertions import unexpected_error
from kronika.testing.checks.text import moves_at
from kronika.testing.playouts import Table


def test_cards_are_read_as_they_are_printed(table: Table) -> None:
    """In a move, a card may have any of its names in place of its id, or its number followed by its name."""
    game, names = table.game, table.names
    cards = {card.id: card for card in game.cards()}
    forms = {kind: verb.form for verb in reversed(game.notation()) for kind in verb.makes}
    for step in table.some_steps(60) if cards else ():
        for seat, do in moves_at(table, step, 3):
            if "CARD" in forms.get(type(do), ""):
                verb, *words = game.format(step.before, seat, do, names).split()
                for form, text in _called_otherwise(verb, words, cards):
                    read = unexpected_error(game.parse, step.before, seat, text, names)
                    assert read == do, f"{text!r}, with {form!r}, is not read as {' '.join((verb, *words))!r}"


def _called_otherwise(verb: str, words: Sequence[str], cards: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    """Variants of a move with another form of the name of one card: this form, and the whole move."""
    named = [at for at, word in enumerate(words) if word in cards]
    for at in named:
        for form in _forms(cards[words[at]], alone=len(named) == 1):
            yield form, " ".join((verb, *words[:at], form, *words[at + 1 :]))


def _forms(card: Card, *, alone: bool) -> Iterator[str]:
    """The forms of a card's name; `alone` if it is the only card in the move.

    An id that is a word is a name itself: followed by another name in a list, it would be read as two cards.
    """
    every = (card.name, *card.other_names)
    yield from every
    if card.id[-1].isdigit() or alone:
        yield from (f"{card.id} {name}" for name in every)
    if letters := re.fullmatch(r"(\D*)(\d+)", card.id):
        yield from (f"#{card.id}", f"{card.id}.", f"{letters[1]}0{letters[2]}")


def test_what_is_looked_up_is_found_as_it_is_printed(game: AnyGame) -> None:
    """Cards are found by id and by id with name, and rules by number."""
    for card in game.cards():
        for text in (card.id, f"{card.id} {card.name}", f"{card.id}  {card.name}"):
            assert cards_with(game, text) == [card], text
    for rule in rules_of(game):
        assert rules_with(game, rule.number) == (rule,), rule.number


def test_seats_and_options_are_read_as_they_are_printed(table: Table) -> None:
    game, names = table.game, table.names
    for seat in (*table.seats, CHANCE):
        assert find_seat(seat_name(seat, names), names, whole=True) == seat
    for seat in table.seats:
        assert find_seat(str(seat), names) == find_viewer(names[seat], names) == find_viewer(str(seat), names) == seat
    assert find_viewer("everyone", names) == EVERYONE
    chosen = {name: parse_value(value) for name, value in plain_options(table.case.options).items()}
    assert read_options(game, chosen) == table.case.options, chosen


def test_what_pays_is_sought_as_it_is_printed(table: Table) -> None:
    """`find --score` and the points of an example accept the parts and sources of a score sheet."""
    for item in table.game.score(table.end):
        for name in (item_name(item), item.source, item.part):
            assert item_matches(item, name), name
            assert not no_such_source(table.game, name), name


def test_effects_are_sought_as_they_are_printed(table: Table) -> None:
    """`find --effect` and examples accept an effect field by field, with the values in the JSON of a log."""
    known, kinds = KnownNames.of(table.game, table.names), EffectTypes(effect_fields(table.game))
    seen: set[str] = set()
    for effect in (effect for step in table.steps for effect in step.then):
        plain = msgspec.to_builtins(effect)
        if plain["type"] not in seen:
            seen.add(plain["type"])
            wanted = read_effect(_as_typed(plain))
            assert kinds.mismatch_of(wanted, known) is None, _as_typed(plain)
            assert kinds.fits(wanted, plain, known), _as_typed(plain)


def _as_typed(effect: dict[str, Any]) -> str:
    """An effect as a user types it, `scored colour=red points=2`: strings as they are, other values as JSON.

    Empty values are omitted.
    """
    parts = {key: value for key, value in effect.items() if key != "type" and value not in ("", None, [], {})}
    texts = {
        key: value if isinstance(value, str) else msgspec.json.encode(value).decode() for key, value in parts.items()
    }
    return " ".join((effect["type"], *(f"{key}={text}" for key, text in texts.items())))
