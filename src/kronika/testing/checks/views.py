"""Views: the parts that all games have in common, their types, and the cards that they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec import inspect as mi

from kronika.core.basics.chance import Dice
from kronika.core.basics.text import join_words
from kronika.core.contract.game import BYSTANDER, EVERYONE, Viewer
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, View
from kronika.testing.fuzz import type_info
from kronika.testing.playouts import Table

CARD: Final = type_info(CardId)


def viewers(table: Table) -> tuple[Viewer, ...]:
    """The referee, each seat, and EVERYONE and BYSTANDER if the game knows these viewers."""
    game = table.game
    others = ((EVERYONE, game.knows_everyone), (BYSTANDER, game.knows_bystander))
    return (None, *table.seats, *(viewer for viewer, known in others if known))


def test_views_begin_alike(table: Table) -> None:
    """A view has its viewer, the seats that may act, what is due, and the totals of the score sheet for this viewer."""
    game = table.game
    for state in table.some_states():
        whole = game.view(state, None)
        assert isinstance(whole, View), f"{type(whole).__name__} must inherit core.view.View"
        for viewer in viewers(table):
            view = game.view(state, viewer)
            assert isinstance(view, View)
            assert view.__struct_config__.frozen
            assert view.viewer == viewer
            assert view.actors == game.actors(state)
            assert view.totals == game.sheet(state, viewer).totals
            assert view.due == whole.due, "all know what has to happen"
            assert bool(view.due) == bool(view.actors), "something is due until the game is over"
            assert view.due.isprintable()


def test_views_are_what_their_types_say(table: Table) -> None:
    """A view that is encoded as JSON and decoded is the same."""
    for state in table.some_states():
        for viewer in viewers(table):
            view = table.game.view(state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_cards_in_views_are_named_by_their_ids(table: Table) -> None:
    """A view names cards by their ids, a hidden card by HIDDEN, and a place without a card by EMPTY."""
    game = table.game
    ids = {card.id for card in game.cards()}
    if not ids:
        return
    named: set[str] = set()
    for state in table.some_states():
        for viewer in viewers(table):
            view = game.view(state, viewer)
            kind: Any = type(view)
            named |= set(cards_in(view, type_info(kind)))
    assert named <= ids | {HIDDEN, EMPTY}
    assert named & ids, "no field of the view is of the type CardId"


def test_what_a_view_names_is_there(table: Table) -> None:
    """A card that a seat's view names is in that place in the true state, and in a redeal."""
    game = table.game
    for number, state in enumerate(table.some_states(6)):
        for seat in table.seats:
            for each in (state, game.redeal(state, seat, Dice(str(table), number))):
                there = {path: Counter(cards) for path, cards in _zones(game.view(each, None))}
                for path, cards in _zones(game.view(each, seat)):
                    wrong = Counter(cards) - there.get(path, Counter())
                    assert not wrong, f"the view of seat {seat} names {join_words(sorted(wrong))}, which lies elsewhere"


def _zones(view: Any) -> Iterator[tuple[tuple[int, ...], list[str]]]:
    """The cards named in each zone of a view; the zone is identified by its path in the view."""
    kind: Any = type(view)
    waiting: list[tuple[tuple[int, ...], Any, mi.Type]] = [((), view, type_info(kind))]
    while waiting:
        path, value, of = waiting.pop()
        inner = [*enumerate(parts(value, of))]
        if isinstance(value, dict):  # cards that are keys are counts of copies, which may be anywhere
            inner = inner[len(value) :]
        cards = [card for _, (card, its_kind) in inner if its_kind == CARD and card not in (HIDDEN, EMPTY, None)]
        if cards:
            yield path, cards
        waiting += [((*path, n), part, its_kind) for n, (part, its_kind) in inner if its_kind != CARD]


def cards_in(value: Any, kind: mi.Type) -> Iterator[Any]:
    """All values in a view, or in a part of one, whose type is `CardId`."""
    if kind == CARD and value is not None:
        yield value
    for part, its_kind in parts(value, kind):
        yield from cards_in(part, its_kind)


def parts(value: Any, kind: mi.Type) -> Iterable[tuple[Any, mi.Type]]:
    """The parts of a value with their types; none if the value is not of this type."""
    match kind, value:
        case mi.Metadata(type=its_kind), _:  # metadata of a field, such as `Unordered`
            return [(value, its_kind)]
        case mi.UnionType(types=kinds), _:
            return [(value, its_kind) for its_kind in kinds]
        case mi.StructType(fields=fields), Struct() if type(value) is kind.cls:
            return [(getattr(value, field.name), field.type) for field in fields]
        case mi.DictType(), dict():
            return [*((key, kind.key_type) for key in value), *((part, kind.value_type) for part in value.values())]
        case mi.TupleType(item_types=kinds), tuple():
            return zip(value, kinds, strict=True)
        case mi.CollectionType(item_type=its_kind), tuple() | list() | set() | frozenset():
            return [(part, its_kind) for part in value]
    return ()
