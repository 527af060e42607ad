"""The tables of the B sides: where they stand, how they are replaced, and how a game says that one is unconfirmed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.options import read_options
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.board import MINIMUM, ROUND_CARDS, SIDE_B
from kronika.core.games.imhotep.state import Options
from kronika.core.sessions.session import Session
from support.cli import fine
from support.imhotep import place

SITES = ("market", "pyramids", "temple", "burial_chamber", "obelisks")


def about(options: dict[str, Any], seats: int = 2) -> list[str]:
    return [caveat.about for caveat in GAME.caveats(read_options(GAME, options), seats)]


def test_ships() -> None:
    """IM-1.2: capacity less one, but the smallest must be full."""
    assert MINIMUM == (0, 1, 1, 2, 3)


def test_round_cards_can_be_built_from_the_eight_ships() -> None:
    """IM-1.3; two ships for four, three for three, two for two, one for one."""
    assert {players: len(cards) for players, cards in ROUND_CARDS.items()} == {2: 7, 3: 7, 4: 7}
    for cards in ROUND_CARDS.values():
        for card in cards:
            assert card.count("4") <= 2
            assert card.count("3") <= 3
            assert card.count("2") <= 2
            assert card.count("1") <= 1
            assert list(card) == sorted(card, reverse=True)
    sums = {players: [sum(map(int, card)) for card in cards] for players, cards in ROUND_CARDS.items()}
    assert sums == {
        2: [11, 11, 10, 9, 10, 9, 8],
        3: [11, 12, 11, 10, 9, 11, 10],
        4: [13, 12, 11, 13, 12, 11, 11],
    }


def test_side_a_is_confirmed() -> None:
    assert about({}, 2) == about({}, 4) == []
    assert about({"market": "b"}) == [], "the market prints nothing unknown"


@pytest.mark.parametrize(
    ("site", "question"),
    [("pyramids", "OQ-1"), ("obelisks", "OQ-2"), ("temple", "OQ-3"), ("burial_chamber", "OQ-4")],
)
def test_an_unconfirmed_table_is_reported(site: str, question: str) -> None:
    (told,) = about({site: "b"})
    assert question in told
    assert "confidence low" in told


def test_a_replaced_table_is_the_players_own() -> None:
    assert about({"obelisks": "b", "obelisks_b": "9,5"}) == []
    assert about({"obelisks_b": "9,5"}) == []
    everything = dict.fromkeys(SITES, "b")
    assert len(about(everything)) == 4


def test_the_round_cards_for_three_rest_on_two_lists() -> None:
    (told,) = about({}, 3)
    assert "OQ-5" in told


def test_rules_and_score_sheet_tell_what_is_unconfirmed(tmp_path: Path) -> None:
    told = fine("rules", "imhotep").out.partition("\nUnconfirmed\n")[2]
    assert all(f"OQ-{number}" in told for number in range(1, 6))
    for number, options in enumerate((["-o", "temple=b"], ["-o", "temple=a"])):
        fine("simulate", "imhotep", "-n", 1, "--seed", 1, *options, "--out", tmp_path / str(number))
        log = next((tmp_path / str(number)).glob("*.jsonl"))
        assert ("Unconfirmed: temple, side B" in fine("score", log).out) == (options[1] == "temple=b")


def test_the_header_stores_the_tables_themselves() -> None:
    header = Session.new("imhotep", ("Wanda", "Klara"), seed=1, options={"temple": "b"}).header
    stored = msgspec.json.decode(msgspec.json.encode(header))["options"]
    for name in SIDE_B.__struct_fields__:
        assert stored[name] == msgspec.to_builtins(
            msgspec.json.decode(msgspec.json.encode(getattr(SIDE_B, name).value))
        )
    assert (stored["temple"], stored["start_player"], stored["wrath"]) == ("b", 0, False)


def test_tables_by_option() -> None:
    session = place(
        players=2,
        options={"obelisks": "b", "obelisks_b": "3,9,7"},
        card=4322,
        ships=["W W W", "K K K -"],
    )
    session.play("Wanda: sail 3 obelisks")
    assert session.totals()["Wanda"] == 9, "the free space with the most points, wherever it stands in the list"
    session = place(
        players=2, options={"burial_chamber": "b", "burial_chamber_b": "6,1"}, burial_chamber="W W W", over=True
    )
    assert session.totals() == {"Wanda": 18, "Klara": 0}
    session = place(players=2, options={"pyramids": "b", "pyramids_b": "5,card/7/stones"}, card=4322, ships=["W -"])
    session.play("Wanda: sail 2a pyramids")
    session.play("Wanda: pyramid middle")
    assert session.totals()["Wanda"] == 7


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"pyramids": "c"}, "it can be a, b"),
        ({"start_player": "5"}, "it can be 0, 1, 2, 3, 4"),
        ({"obelisks_b": ""}, "obelisks_b"),
        ({"obelisks_b": "9,x"}, "2: a whole number from 0 to 40 is needed, not 'x'"),
        ({"obelisks_b": "9,41"}, "2: a whole number from 0 to 40 is needed, not '41'"),
        ({"obelisks_b": ",".join("9" * 41)}, "of 1 to 40 is needed, not one of 41"),
        ({"temple_b": "card,card"}, "of 5 is needed, not one of 2"),
        ({"temple_b": "card,card,card,card,hat"}, "hat"),
        ({"pyramids_b": "1,2/3"}, "of 3 is needed, not one of 2"),
        ({"pyramids_b": "1,2/3/-1"}, "3.1: '-1' is not possible: it can be card, place, stones, a number from 0 to 40"),
        ({"pyramids_b": [[1], [2], []]}, "3: a list `[…]` of 1 to 14 is needed, not one of 0"),
        ({"burial_chamber_b": "1,2,3,4,5"}, "of 1 to 4 is needed, not one of 5"),
    ],
)
def test_refused_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read_options(GAME, options)
    assert says in str(caught.value)


def test_a_start_player_who_does_not_play() -> None:
    with pytest.raises(BadSetup, match="no player 3 of 2"):
        GAME.setup(Options(start_player=3), 2)


def test_the_cards_are_explained() -> None:
    cards = {card.id: card for card in GAME.cards()}
    assert len(cards) == 12
    assert cards["paved_path"].other_names == ("Dlažba",)
    assert {card.kind for card in cards.values()} == {"red", "green", "purple", "blue"}
