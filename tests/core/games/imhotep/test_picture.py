"""The table as a picture: each thing that a view knows is a piece in its place, and nothing else is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from kronika.core.contract.blocks import Piece
from kronika.core.contract.game import EVERYONE
from kronika.core.drawing.picture import draw, mark_changes
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.cards import CARD_NAMES, CARDS, MarketCard
from kronika.core.games.imhotep.view import View
from kronika.core.sessions.session import Session
from support.boxes import boxes
from support.imhotep import place
from support.pieces import over_positions, pieces, sound, tables, told, without_places

SIDE_B = dict.fromkeys(("market", "pyramids", "temple", "burial_chamber", "obelisks"), "b")


def said(found: dict[str, Piece], zone: str) -> dict[str, tuple[str, str, str]]:
    """By key: kind, what and title of what lies in a zone."""
    return {
        key: (piece.kind, piece.what, piece.title) for key, piece in found.items() if piece.zone == zone and piece.kind
    }


def stone(seat: int, title: str) -> tuple[str, str, str]:
    return "stone", str(seat), f"{('Wanda', 'Klara', 'Bruno', 'Gita')[seat]}'s stone, {title}"


# -- named positions --------------------------------------------------------------------------------------------


@pytest.fixture
def side_a() -> Session:
    """Two players: a pyramid with a stone too many, a temple four wide."""
    return place(
        players=2,
        card=4322,
        ships=["W - K -"],
        harbours={"temple": 3},
        pyramids="W K K K W W W W W K K W W W K",
        temple="W K W W K",
        burial_chamber="W K W W",
        obelisks="K W K",
        sleds={"Klara": 1},
    )


def test_ships_wait_with_their_stones_or_lie_at_a_quay(side_a: Session) -> None:
    found = pieces(side_a)
    assert said(found, "sea") == {
        "ship-0": ("ship", "4", "ship 4, sails with 3 stones, not sailed yet"),
        "ship-0-0": stone(0, "ship 4, place 1"),
        "ship-0-2": stone(1, "ship 4, place 3"),
        "ship-2": ("ship", "2", "ship 2a, sails with 1 stone, not sailed yet"),
        "ship-3": ("ship", "2", "ship 2b, sails with 1 stone, not sailed yet"),
    }
    assert said(found, "temple")["ship-1"] == ("ship", "3", "ship 3, sails with 2 stones, at the temple")


def test_stones_lie_where_the_rules_lay_them(side_a: Session) -> None:
    """IM-3.7, IM-3.9, IM-3.12: levels of 3x3, 2x2 and one over each other; four spaces; three rows."""
    found = pieces(side_a)
    pyramid = said(found, "pyramids")
    assert len(pyramid) == 15
    assert pyramid["pyramid-0"] == stone(0, "pyramid, 2")
    assert pyramid["pyramid-4"] == stone(0, "pyramid, 4")
    assert pyramid["pyramid-13"] == stone(0, "pyramid, 4")
    assert pyramid["pyramid-beside-0"] == stone(1, "beside the pyramids")
    at = {
        n: (found[f"pyramid-{n}"].x - found["pyramid-0"].x, found[f"pyramid-{n}"].y - found["pyramid-0"].y)
        for n in range(14)
    }
    across, down = at[3][0], at[1][1]
    assert (at[1], at[2], at[3], at[8]) == ((0, down), (0, 2 * down), (across, 0), (2 * across, 2 * down))
    assert at[9] == (across / 2, -2 * down)
    assert (at[10], at[11]) == ((across / 2, -down), (1.5 * across, -2 * down))
    assert at[13] == (across, -3 * down)
    assert said(found, "burial_chamber") == {
        "chamber-0": stone(0, "burial chamber, row 1, column 1"),
        "chamber-1": stone(1, "burial chamber, row 2, column 1"),
        "chamber-2": stone(0, "burial chamber, row 3, column 1"),
        "chamber-3": stone(0, "burial chamber, row 1, column 2"),
    }
    temple = {key: title for key, title in said(found, "temple").items() if key != "ship-1"}
    assert temple == {
        "temple-0": stone(0, "temple, level 1, space 1"),
        "temple-1": stone(1, "temple, level 1, space 2, visible"),
        "temple-2": stone(0, "temple, level 1, space 3, visible"),
        "temple-3": stone(0, "temple, level 1, space 4, visible"),
        "temple-4": stone(1, "temple, level 2, space 1, visible"),
    }
    assert found["temple-4"].x == found["temple-0"].x
    assert found["temple-4"].y < found["temple-0"].y == found["temple-3"].y
    assert said(found, "obelisks") == {
        "obelisk-0-0": stone(0, "1 of 1 at the obelisks"),
        "obelisk-1-0": stone(1, "1 of 2 at the obelisks"),
        "obelisk-1-1": stone(1, "2 of 2 at the obelisks"),
    }


def test_a_player_has_a_sled_a_quarry_and_cards() -> None:
    cards = {"Klara": ["statue", "statue", "lever", "temple_ornament"]}
    found = pieces(place(players=2, card=4322, sleds={"Klara": 2}, quarries={"Klara": 7}, cards=cards, turn="Klara"))
    end = "at the end: 1, 3, 6, 10 or 15 points for one to five statues, 2 more for each further statue"
    temple = "at the end: 1 point for every 3 stones in the temple, all players' stones together, covered ones too"
    assert said(found, "side-1") == {
        "sled-1-0": stone(1, "on the sled"),
        "sled-1-1": stone(1, "on the sled"),
        "quarry-1": ("quarry", "7", "Klara: 7 stones in the quarry"),
        "first": ("first", "1", "Klara begins the round"),
        "cards-1-statue-0": ("card", "statue", f"Klara: Statue, purple: {end}"),
        "cards-1-statue-1": ("card", "statue", f"Klara: Statue, purple: {end}"),
        "cards-1-lever-0": (
            "card",
            "lever",
            "Klara: Lever, blue: as your action: sail a ship and unload it in the order you name",
        ),
        "cards-1-temple_ornament-0": ("card", "temple_ornament", f"Klara: Temple Ornament, green: {temple}"),
    }


def test_kinds_of_cards_lie_beside_each_other_before_a_player() -> None:
    """With all nine kinds in rows that end at the edge; the whole name of each is there."""
    kinds = [f"{site}_ornament" for site in ("pyramid", "temple", "burial_chamber", "obelisk")]
    kinds += ["statue", "lever", "hammer", "sail", "chisel"]
    session = place(players=2, card=4322, cards={"Klara": [*kinds, "statue"]})
    found = pieces(session)
    names = [found[f"held-1-{kind}"] for kind in kinds]
    for one, other in pairwise(names):
        assert (one.x + one.w, one.y) == (other.x, other.y) or (other.x, one.y < other.y) == (0, True)
    assert [(piece.x, piece.y) for piece in names] == [
        (found[f"cards-1-{kind}-0"].x, found[f"cards-1-{kind}-0"].y) for kind in kinds
    ]
    assert [piece.shapes.count("×") for piece in names] == [0] * 4 + [1] + [0] * 4
    assert ">Statue ×2<" in found["held-1-statue"].shapes
    assert ">Burial Chamber Ornament<" in found["held-1-burial_chamber_ornament"].shapes


def test_a_player_without_cards_has_room_for_a_row_of_them() -> None:
    """The first card that a player takes moves nothing below."""
    none, one = (place(players=2, card=4322, cards={"Klara": cards}) for cards in ([], ["statue"]))
    heights = [[block.height for block in GAME.picture(session.view(), session.players)] for session in (none, one)]
    assert heights[0] == heights[1]


@pytest.mark.parametrize("options", [{}, SIDE_B], ids="ab")
def test_what_lies_at_a_site_lies_on_its_ground(options: dict[str, str]) -> None:
    ships = {"harbours": {"temple": 4, "market": 3, "obelisks": "2a"}}
    found = pieces(place(options=options, card=4322, temple="W K W K W K", obelisks="W K", burial_chamber="W", **ships))
    grounds = {key.removeprefix("site-"): piece for key, piece in found.items() if key.startswith("site-")}
    for piece in found.values():
        if ground := grounds.get(piece.zone):
            assert ground.x <= piece.x <= ground.x + ground.w - piece.w, piece.key
            assert ground.y <= piece.y <= ground.y + ground.h - piece.h, piece.key
    for one, other in combinations(grounds.values(), 2):
        apart = one.y + one.h <= other.y or one.x + one.w <= other.x
        assert apart, f"{one.key} lies on {other.key}"


def test_round_cards_are_up_or_may_still_come() -> None:
    found = pieces(place(players=2, round=2, card=4331, used_cards=[4322]))
    cards = {key: piece.title for key, piece in found.items() if piece.kind == "round card"}
    assert cards == {
        "round-card-4331": "this round's card 4331",
        **{f"round-card-{n}": f"still to come, or unused: card {n}" for n in (4321, 4221, 3322, 3321, 3221)},
    }
    assert GAME.picture(place(round=2, card=4331, players=2).view(), ("Wanda", "Klara"))[0].title == "Round 2 of 6"
    framed = {key for key in cards if 'stroke-width="2"' in found[key].shapes}
    bold = {key for key in cards if 'font-weight="bold"' in found[key].shapes}
    assert framed == bold == {"round-card-4331"}, "nothing else is as if it were up"


def test_side_b_has_three_pyramids_spaces_and_towers() -> None:
    """IM-3.8, IM-3.11, IM-3.17: the third stone of a player makes a tower on the best space, worth 10."""
    found = pieces(
        place(
            options=SIDE_B,
            card=4322,
            pyramids={"left": "W K W", "right": "K K K K K"},
            temple="W K",
            obelisks="W W W W B",
        )
    )
    pyramids = said(found, "pyramids")
    assert len(pyramids) == 8
    assert pyramids["pyramid-left-2"] == stone(0, "left pyramid, 1 and card")
    assert pyramids["pyramid-right-4"] == stone(1, "right pyramid, 4")
    assert found["pyramid-right-4"].y < found["pyramid-right-0"].y < found["pyramid-right-1"].y
    assert said(found, "obelisks") == {
        "tower-0": ("tower", "0", "Wanda's tower, worth 10"),
        "obelisk-0-0": stone(0, "1 of 1 at the obelisks"),
        "obelisk-2-0": stone(2, "1 of 1 at the obelisks"),
    }
    assert found["temple"].title == (
        "the temple's 5 spaces: point or stones, two points, point or stones, card, point or stones"
    )
    assert [found[f"site-{site}"].title.split(":")[0][-1] for site in SIDE_B] == ["B"] * 5
    assert found["pyramid-left"].title == "left pyramid: 2, 1, 1 and the top card of the deck, 3, 4"


def test_what_is_printed_is_drawn() -> None:
    """Names of cards and when they count, the spaces of the temple (IM-3.11), points of towers (IM-3.17)."""
    found = pieces(place(options=SIDE_B, card=4322, row=["lever", "statue", "temple_ornament"], obelisks="W W W W B"))
    drawn = {
        key: " ".join(box.text for box in boxes(piece.shapes) if box.text)
        for key, piece in found.items()
        if piece.zone in ("market", "temple", "obelisks")
    }
    assert drawn["row-lever-0"] == "action Lever sail, choose the order"
    assert drawn["row-statue-0"] == "at the end Statue 1 3 6 10 15"
    assert drawn["row-temple_ornament-0"] == "at the end Temple Ornament 1 for 3 stones"
    assert drawn["temple"] == "1 or stones 2 1 or stones card 1 or stones"
    assert drawn["tower-space-0"] == "10"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_no_text_on_a_card_of_the_market_is_cut(card: MarketCard) -> None:
    """When it counts, its name and what it does, in this order, within the card."""
    piece = pieces(place(card=4322, row=[card.id]))[f"row-{card.id}-0"]
    when = {"red": "at once", "blue": "action"}.get(card.colour, "at the end")
    drawn = [box for box in boxes(piece.shapes) if box.text]
    assert " ".join(str(box.text) for box in drawn) == f"{when} {card.name} {card.face}"
    assert max(box.bottom for box in drawn) <= piece.h - 2


def test_a_tower_is_three_blocks_on_one_another_and_on_its_space() -> None:
    found = pieces(place(options=SIDE_B, card=4322, obelisks="W W W W B"))
    tower, space = found["tower-0"], found["tower-space-0"]
    blocks = [box.moved(tower.x, tower.y) for box in boxes(tower.shapes) if not box.text]
    blocks.sort(key=lambda box: box.top)
    ground = next(box.moved(space.x, space.y) for box in boxes(space.shapes) if not box.text)
    assert len(blocks) == 3
    for upper, lower in pairwise([*blocks, ground]):
        assert 0 <= lower.top - upper.bottom <= 1
        assert (upper.left, upper.right) == (lower.left, lower.right)


def test_obelisks_are_as_high_as_the_stones_of_their_players() -> None:
    """IM-3.15: stones of one size on one line, and the number over them; a player without a stone has none."""
    found = pieces(place(card=4322, obelisks="W K W W B W W K"))
    for seat, height in enumerate((5, 2, 1, 0)):
        stones = [found[f"obelisk-{seat}-{n}"] for n in range(height)]
        assert f"obelisk-{seat}-{height}" not in found
        assert found[f"plinth-{seat}"].title.endswith(f"'s obelisk: {height}")
        if height:
            assert stones[0].y + stones[0].h == found[f"plinth-{seat}"].y == found["plinth-0"].y
            assert {round(one.y - other.y, 3) for one, other in pairwise(stones)} <= {14}
            assert f">{height}</text>" in found[f"height-{seat}"].shapes
            assert found[f"height-{seat}"].y < stones[-1].y
        else:
            assert f"height-{seat}" not in found


def test_obelisks_that_are_higher_than_their_room_keep_their_proportions() -> None:
    found = pieces(place(card=4322, obelisks="W " * 29 + "K " * 10))
    first, second = ([found[f"obelisk-{seat}-{n}"].y for n in range(height)] for seat, height in ((0, 29), (1, 10)))
    assert first[:10] == second
    assert found["site-obelisks"].y < found["height-0"].y < first[-1]


def test_a_ship_has_its_name_and_what_it_needs_on_its_side() -> None:
    """IM-1.2: ships for 4, 3, 2 and 1 stones need 3, 2, 1 and 1."""
    found = pieces(place(card=4421))
    drawn = [found[f"ship-{n}"] for n in range(4)]
    assert [[box.text for box in boxes(ship.shapes) if box.text] for ship in drawn] == [
        ["4a, min 3"],
        ["4b, min 3"],
        ["2, min 1"],
        ["1, min 1"],
    ]
    for one, other in pairwise(drawn):
        assert one.x + one.w <= other.x


def test_the_longest_ships_fit_the_river() -> None:
    found = pieces(place(card=4432))
    assert found["ship-3"].x + found["ship-3"].w <= 480 - 2


def test_the_sites_say_what_they_give() -> None:
    found = pieces(place(players=3, card=4322))
    assert found["site-obelisks"].title == "Obelisks A: at the end 12, 6, 1 points by height"
    assert found["site-temple"].title == "Temple A: after each round 1 point for each visible stone"


def test_numbers_stand_under_the_head_of_their_column(side_a: Session) -> None:
    """They end where it ends, in both halves of the table."""
    found = pieces(side_a)
    for head, number in (("tally-heads", "entrance"), ("tally-heads-2", "lever")):
        ends = [found[head].x + box.right for box in boxes(found[head].shapes)]
        columns = [found[f"{column}-{number}"] for column in ("hidden", "out")]
        assert ends == [piece.x + boxes(piece.shapes)[0].right for piece in columns]


def test_the_pair_is_shown_to_its_taker_alone() -> None:
    """IM-3.5, and the ship keeps the stones that have still to leave it."""
    session = place(options={"market": "b"}, card=4322, ships=["K W"], row=["lever"], pair=["?", "?"])
    session.play("Wanda: sail 2a market")
    assert {key for key in pieces(session, 0) if key.startswith("ship-2-")} == {"ship-2-0", "ship-2-1"}
    session.play("Klara: market pair")
    session.play("chance: pair paved_path hammer")
    for viewer, cards in (
        (0, ["?", "?"]),
        (1, ["paved_path", "hammer"]),
        (EVERYONE, ["?", "?"]),
        (None, ["paved_path", "hammer"]),
    ):
        found = pieces(session, viewer)
        assert [found["pair-0"].what, found["pair-1"].what] == cards
        assert said(found, "market")["ship-2-1"] == stone(0, "still on ship 2a")
        assert "ship-2-0" not in found
        assert found["hidden-hammer"].what == ("2" if "?" in cards else "1")


def test_a_ship_sails_with_an_arrow_and_its_stones_are_laid() -> None:
    session = place(players=2, card=4322, ships=["K W"], temple="W K W W")
    before = draw(GAME, session.view(), session.players)
    session.play("Wanda: sail 2a temple")
    after = draw(GAME, session.view(), session.players)
    marks = {piece.key for piece in mark_changes(before, after).pieces} - {piece.key for piece in after.pieces}
    assert marks == {"mark-ship-2", "arrow-ship-2", "gone-ship-2-0", "gone-ship-2-1", "mark-temple-4", "mark-temple-5"}


def test_a_temple_that_grows_marks_nothing_below_it() -> None:
    session = place(players=2, card=4322, ships=["W -"], temple="W K W W " * 6, burial_chamber="W K", turn="Wanda")
    before = draw(GAME, session.view(), session.players)
    session.play("Wanda: sail 2a temple")
    after = draw(GAME, session.view(), session.players)
    assert after.height > before.height
    marks = {piece.key for piece in mark_changes(before, after).pieces} - {piece.key for piece in after.pieces}
    assert marks == {"mark-ship-2", "arrow-ship-2", "gone-ship-2-0", "mark-temple-24"}


# -- any position -----------------------------------------------------------------------------------------------


def known(view: View) -> Counter[tuple[str, str, str]]:
    """What the view has, as kind, what and zone, counted by hand."""
    found = Counter(("round card", card, "") for card in view.round_cards)
    if view.ships:
        found["round card", "".join(str(ship.size) for ship in view.ships), ""] += 1
        found["first", str(view.first), f"side-{view.first}"] += 1
    for ship in view.ships:
        found["ship", str(ship.size), ship.site or "sea"] += 1
        found.update(("stone", str(seat), "sea") for seat in ship.slots if seat >= 0)
    stones = [
        (view.unloading, view.cargo),
        *(("pyramids", seats) for seats in view.pyramids),
        ("temple", view.temple),
        *(("burial_chamber", seats) for seats in view.chamber_rows),
        *(("obelisks", (seat,) * n) for seat, n in enumerate(view.obelisks)),
        *((f"side-{seat}", (seat,) * n) for seat, n in enumerate(view.sleds)),
    ]
    found.update(("stone", str(seat), zone) for zone, seats in stones for seat in seats)
    found.update(("tower", str(tower.seat), "obelisks") for tower in view.towers if tower.seat >= 0)
    found.update(("card", card, "market") for card in (*view.row, *view.pair))
    found.update(("card", card, f"side-{seat}") for seat, cards in enumerate(view.cards) for card in cards)
    found.update(("card", card, "tallies") for card in CARD_NAMES if card in view.unseen or card in view.discard)
    found.update(("hidden", str(view.unseen.get(card, 0)), "tallies") for card in CARD_NAMES)
    found.update(("discarded", str(view.discard.count(card)), "tallies") for card in CARD_NAMES)
    found["deck", str(view.deck_size), "tallies"] += 1
    found.update(("quarry", str(n), f"side-{seat}") for seat, n in enumerate(view.quarries))
    return found


@pytest.mark.parametrize("site", ["pyramids", "temple", "burial_chamber", "obelisks"])
@pytest.mark.parametrize("options", [{}, SIDE_B], ids="ab")
def test_all_stones_at_one_site_stay_within_it(site: str, options: dict[str, str]) -> None:
    stones = "W K B G " * 29
    laid = {"left": "W " * 5, "middle": "K " * 5, "right": "B " * 5, "extra": "G " * 20 + "W " * 24}
    session = place(options=options, card=4322, **{site: laid if options and site == "pyramids" else stones})
    pieces(session)


@pytest.mark.parametrize(
    ("site", "options", "stones", "printed", "right"),
    [
        ("pyramids", {}, "W K B G " * 29, "pyramid", 212),
        ("burial_chamber", {}, "W K B G " * 29, "chamber", 216),
        ("obelisks", SIDE_B, "W " * 29, "tower-space-0", 216 / 4 - 4),
    ],
)
def test_a_row_with_more_than_there_is_room_for_ends_where_its_room_ends(
    site: str, options: dict[str, str], stones: str, printed: str, right: float
) -> None:
    """Of 216 units; on side B the single stones of each player have a quarter, with a gap of four."""
    found = pieces(place(options=options, card=4322, **{site: stones}))
    lie = [piece for piece in found.values() if piece.zone == site and piece.kind == "stone"]
    assert max(piece.x + piece.w for piece in lie) - found[printed].x == pytest.approx(right)


def test_tables_of_ones_own_for_side_b_are_drawn() -> None:
    """The options take pyramids of 1 to 14 places and up to 40 tower spaces."""
    options = {**SIDE_B, "pyramids_b": [["card"], [1, 2], [4] * 14], "obelisks_b": [40] * 40}
    found = pieces(
        place(options=options, card=4322, pyramids={"right": "W K B G " * 3 + "W K"}, obelisks="W K B G " * 24)
    )
    assert sum(piece.kind == "tower" for piece in found.values()) == 32
    assert len({(piece.x, piece.y) for piece in found.values() if piece.zone == "pyramids" and piece.kind}) == 14


@over_positions
def test_what_is_drawn_is_what_the_view_knows(positions: int) -> None:
    for view, names in tables(GAME, positions):
        found = sound(GAME.picture(view, names), view, names).values()
        assert Counter((piece.kind, piece.what, piece.zone) for piece in found if piece.kind) == known(view)
        assert told(GAME, view, names) == without_places(known(view))
