"""Cards found as they are printed: by number, by name, by both, alone and in lists, in all games that have cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import normalize
from kronika.core.contract.game import Card
from kronika.core.contract.labels import card_labels, card_names, find_exact, find_labelled, split_list, split_names
from kronika.core.contract.registry import get_game
from kronika.core.games.ancient_knowledge.cards import NAMES as KNOWLEDGE
from kronika.core.games.imhotep.cards import WORDS as MARKET
from kronika.core.games.tides.cards import NAMES as TIDES
from kronika.core.games.viceroy.cards import NAMES as VICEROY

TABLES: Final[dict[str, Mapping[str, Any]]] = {
    "tides": TIDES,
    "viceroy": VICEROY,
    "ancient_knowledge": KNOWLEDGE,
    "imhotep": MARKET,
}


def forms(card: Card) -> list[str]:
    """What is printed of a card, and what people write."""
    both = [f"{card.id} {name}" for name in (card.name, *card.other_names)]
    numbers = [f"#{card.id}", f"{card.id}.", f"{card.id}. {card.name}"] if card.id[-1].isdigit() else []
    return [
        card.id,
        card.name,
        *card.other_names,
        *both,
        *numbers,
        f"{card.name} ({card.id})",
        f"{card.name} {card.id}",
    ]


@pytest.mark.parametrize("game", TABLES)
def test_every_card_by_every_name_and_label(game: str) -> None:
    table, cards = TABLES[game], get_game(game).cards()
    assert len(cards) == {"tides": 18, "viceroy": 88, "ancient_knowledge": 189, "imhotep": 12}[game]
    for card in cards:
        thing = table[normalize(card.id)]
        for text in forms(card):
            assert find_labelled(text, table, "card") == thing, text
            assert find_exact(text, card_names(get_game(game))) == (card.id,), text


@pytest.mark.parametrize("game", TABLES)
def test_a_label_says_nothing_twice_and_is_typed(game: str) -> None:
    labels, table = card_labels(get_game(game)), TABLES[game]
    for card, label in labels.items():
        words = label.casefold().split()
        assert sum(word == card.casefold() for word in words) <= 1, label
        assert find_labelled(label, table, "card") == table[normalize(card)]


@pytest.mark.parametrize(
    ("game", "card", "label"),
    [
        ("viceroy", "76", "law 76"),
        ("viceroy", "7", "7 Wanderer"),
        ("imhotep", "paved_path", "paved path"),
        ("tides", "2", "2 Ancient Divide"),
        ("ancient_knowledge", "C2", "C2 Abu Gorab"),
    ],
)
def test_the_label_of_a_card(game: str, card: str, label: str) -> None:
    assert card_labels(get_game(game))[card] == label


@pytest.mark.parametrize("game", ["tides", "viceroy", "ancient_knowledge"])
@pytest.mark.parametrize("between", [" ", ", "])
def test_labels_in_lists(game: str, between: str) -> None:
    """Ten cards in a row, each as it is printed: ten cards."""
    table, cards = TABLES[game], get_game(game).cards()
    for at in range(0, len(cards) - 9, 10):
        ten = cards[at : at + 10]
        text = between.join(f"{card.id} {card.name}" for card in ten)
        found = [find_labelled(piece, table, "card") for piece in split_names(text, table)]
        assert found == [table[normalize(card.id)] for card in ten], text


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2 9 17", [2, 9, 17]),
        ("02 #9 17.", [2, 9, 17]),
        ("9 Maze of the Damned 17 Roof of the World 2", [9, 17, 2]),
        ("Maze of the Damned 17 vestibule", [9, 17, 15]),
        ("9 maze 17 roof", [9, 17]),
        ("9 Labyrint zatracených, 17", [9, 17]),
        ("9 vestibule", [9, 15]),  # a number and the name of another card: two cards of a list
    ],
)
def test_lists_of_numbers_and_names(text: str, cards: list[int]) -> None:
    assert [find_labelled(piece, TIDES, "card") for piece in split_names(text, TIDES)] == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("P23 Pyramid of Tazumal P17", ["P23", "P24", "P17"]),
        ("P23 Pyramid of the Niches", ["P23", "P7"]),
        ("P23 Pyramids of Xi'an P24", ["P23", "P24"]),
    ],
)
def test_a_number_before_a_name_that_begins_like_its_own(text: str, cards: list[str]) -> None:
    """P23 is Pyramids of Xi'an: a whole name of another card goes before a part of its own."""
    table = TABLES["ancient_knowledge"]
    found = [find_labelled(piece, table, "card") for piece in split_names(text, table)]
    assert found == [table[normalize(card)] for card in cards]


@pytest.mark.parametrize("text", ["statue statue", "statue Socha", "statue sail lever", "Statue, Statue"])
def test_two_of_a_kind_stay_two(text: str) -> None:
    """Imhotep has several cards of a name, and no numbers: a name twice is two cards."""
    assert len(split_names(text, MARKET)) == len(split_list(text))


@pytest.mark.parametrize(
    ("text", "table", "says"),
    [
        ("9 Druid", VICEROY, "9 and Druid are not the same card."),
        ("9 17", TIDES, "Name one card here, not two: 9 and 17."),
        ("17 17", TIDES, "17 is named twice."),
        ("17 please", TIDES, "'please' is not a name of card 17."),
        (
            "9 Maze of the Dmned",
            TIDES,
            "'Maze of the Dmned' is not a name of card 9. Did you mean: maze of the damned?",
        ),
        ("C6 Göbekli Tepe", KNOWLEDGE, "C6 and Göbekli Tepe are not the same card."),
        ("statue sail", MARKET, "statue and sail are not the same card."),
        ("-9", TIDES, "There is no card '-9'."),
        ("1.7", TIDES, "There is no card '1.7'."),
        ("##9", TIDES, "There is no card '##9'."),
        ("", TIDES, "There is no card ''."),
    ],
)
def test_what_is_not_one_card(text: str, table: Mapping[str, Any], says: str) -> None:
    assert find_exact(text, table) == ()
    with pytest.raises(NotationError) as error:
        find_labelled(text, table, "card")
    assert str(error.value).startswith(says)
