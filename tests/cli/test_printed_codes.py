"""The names and codes of cards, pieces and places, as lists, boards and legends print them, are typed in moves."""

from __future__ import annotations

from typing import Final

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import Card
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from support import ancient, imhotep, tides, tigris, viceroy
from support.cli import fine

TABLES: Final = {
    "ancient_knowledge": ancient.place(players=2, anna={"hand": ["C16"]}, bob={}),
    "imhotep": imhotep.place(players=2, card=4331),
    "tides": tides.start(),
    "tigris": tigris.place(players=2),
    "viceroy": viceroy.place(
        players=2, phase="select", pyramids={"Anna": {"1.0": 22}}, hands={"Anna": [9], "Bob": [40]}
    ),
}
"""A table of each game; what is typed is read there, whether the rules allow it now or not."""


def read(session: Session, move: str) -> object:
    """What the move means for the first player."""
    return session.game.parse(session.state, 0, move, session.players)


def verb_of(game: str, card: Card) -> str:
    """A move by which the card is named."""
    if game == "ancient_knowledge":
        return "learn" if card.id.startswith("T") else "discard"
    return {"imhotep": "market", "tides": "pick", "viceroy": "select"}[game]


@pytest.mark.parametrize("game", [name for name in game_names() if get_game(name).cards()])
def test_a_card_is_typed_as_any_list_prints_it(game: str) -> None:
    """By its id, its name, its other names, and the id with each of them, in any case of letters."""
    session = TABLES[game]
    for card in session.game.cards():
        verb = verb_of(game, card)
        meant = read(session, f"{verb} {card.id}")
        for name in (card.name, *card.other_names):
            for printed in (name, name.upper(), f"{card.id} {name}", f"{card.id}  {name}"):
                assert read(session, f"{verb} {printed}") == meant, printed


@pytest.mark.parametrize("game", [name for name in game_names() if get_game(name).cards()])
def test_the_list_of_cards_has_what_is_typed(game: str) -> None:
    """`  C6  Ollantaytambo  city`: a line of `cards` begins with the id and the name of a card."""
    session, shown = TABLES[game], fine("cards", game, columns=200).lines
    for card in session.game.cards():
        printed = f"{card.id:>4}  {card.name}"
        assert any(line.startswith(printed) for line in shown), printed
        verb = verb_of(game, card)
        assert read(session, f"{verb} {printed}") == read(session, f"{verb} {card.id}")


CODES: Final = (
    ("ancient_knowledge", "M9*", "discard M9*", "discard M9"),
    ("ancient_knowledge", "[C1]", "discard [C1]", "discard C1"),
    ("ancient_knowledge", "s6*", "create C16 at s6", "create C16 at 6"),
    ("ancient_knowledge", "board 1", "flip board 1", "flip 1"),
    ("imhotep", "[3a]", "sail [3a] temple", "sail 3a temple"),
    ("tigris", "T ", "T C5", "temple C5"),
    ("tigris", "S ", "S C5", "settlement C5"),
    ("tigris", "F ", "F C5", "farm C5"),
    ("tigris", "M ", "M C5", "market C5"),
    ("tigris", "Lk", "Lk D5", "king D5"),
    ("tigris", "Lk", "withdraw Lk", "withdraw king"),
    ("viceroy", "b r g y", "bid y", "bid yellow"),
    ("viceroy", "1.0:22", "replace 1.0", "replace 22"),
    ("viceroy", "above", "take r above", "take red above"),
)
"""By game: a code of the legend, a move with it, and the same move in words."""


@pytest.mark.parametrize(("game", "code", "typed", "meant"), CODES)
def test_a_code_of_the_legend_is_typed(game: str, code: str, typed: str, meant: str) -> None:
    assert code in get_game(game).legend(Paper(80))
    session = TABLES[game]
    assert read(session, typed) == read(session, meant)


def test_the_letter_of_a_player_is_a_name() -> None:
    """Imhotep's stones have the first letters of their owners."""
    session = TABLES["imhotep"]
    assert session.read("W: take") == session.read("Wanda: take")


def test_a_leader_of_another_dynasty_is_not_the_player_s_own() -> None:
    """TE-1.3: the Lion has no Archer's king."""
    with pytest.raises(NotationError, match="'Ak' is the Archer's king; yours is Lk"):
        read(TABLES["tigris"], "Ak D5")
