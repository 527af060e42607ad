"""Ancient Knowledge as a picture: each thing that the view knows is there once, in its place and in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from kronika.core.contract.blocks import Piece
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.picture import draw, mark_changes
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.actions import Draw
from kronika.core.games.ancient_knowledge.cards import FACTS
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.picture.signs import LOCK, sign
from kronika.core.games.ancient_knowledge.view import Pending, View
from kronika.testing.playouts import all_cases, playout
from support.ancient import place
from support.boxes import Box, boxes
from support.pieces import over_positions, tables, told


def pieces(view: View, names: tuple[str, ...]) -> dict[str, Piece]:
    return {piece.key: piece for piece in draw(GAME, view, names).pieces}


def test_a_monument_stands_in_its_slot_with_its_knowledge() -> None:
    session = place(anna={"timeline": {2: ["C29 10"]}})
    drawn = pieces(session.view(), session.players)
    slot, city, knowledge = drawn["slot-0-2"], drawn["card-C29"], drawn["knowledge-C29"]
    assert city.x == slot.x
    assert city.title.startswith("Anna's slot 2: C29 Atlantis, city")
    assert (knowledge.what, knowledge.title) == ("10", "10 knowledge on C29")
    assert city.x < knowledge.x < city.x + city.w
    assert city.y < knowledge.y < city.y + city.h


def test_a_rotated_monument_is_tilted_and_said_to_be_rotated() -> None:
    session = place(anna={"past": ["P2"], "rotated": ["P2"]})
    piece = pieces(session.view(), session.players)["card-P2"]
    assert piece.title.startswith("Anna's Past, rotated: P2")
    assert "rotate(" in piece.shapes


def test_the_name_of_each_card_has_room() -> None:
    """Alone in a hand, and on a board where it may lie there: a name of two lines makes its row higher."""
    view = place().view()
    board, area = view.boards[0], view.players[0]
    for card in (card for card in CODES if card != HIDDEN):
        shown = (replace(board, technologies=(card,)), *view.boards[1:]) if card.startswith("T") else view.boards
        table = replace(view, players=(replace(area, hand=(card,)), *view.players[1:]), boards=shown)
        for block in GAME.picture(table, ("Anna", "Bob")):
            for piece in block.pieces:
                if piece.what == card:
                    room = Box(0, 0, piece.w + 2, piece.h + 2)
                    assert all(box.within(room) for box in boxes(piece.shapes) if box.text), piece.key


def test_a_card_says_what_is_printed_on_it_and_no_more() -> None:
    """Numbers that a card does not have are not said as 0: technologies cost nothing, most artifacts have no points."""
    drawn = pieces(place(anna={"past": ["C1", "C4"], "technologies": ["T1"]}).view(), ("Anna", "Bob"))
    for card, numbers in (("C1", ["costs", "knowledge"]), ("C4", ["costs", "knowledge", "point"]), ("T1", [])):
        said = drawn[f"card-{card}"].title.split(": ")[2].split(". ")[0].replace("0 points", "")
        assert [word for word in ("costs", "knowledge", "point") if word in said] == numbers, said


def drawn_on(piece: Piece) -> str:
    return " ".join(box.text for box in boxes(piece.shapes) if box.text)


def test_a_card_in_hand_has_its_numbers_and_its_effect_on_it() -> None:
    """C3: discard 2, 4 knowledge, slot 5; A12: discard 3; T1 needs 3 artifacts."""
    view = place().view()
    area = replace(view.players[0], hand=("C3", "A12", "T1"))
    found = pieces(replace(view, players=(area, *view.players[1:])), ("Anna", "Bob"))
    assert drawn_on(found["card-C3"]).startswith("C3 2 4 slot 5 Göbekli Tepe End: Scores 1 point per monument")
    assert drawn_on(found["card-A12"]) == (
        "A12 3 Pachamama Monolith Timeline: With five or more pyramids in the Past, you may learn one technology "
        "(requirements apply)."
    )
    assert drawn_on(found["card-T1"]) == "T1 Anaximenes needs 3 artifacts on the board At once: Draw 3 cards."


def test_a_card_that_is_locked_on_its_slot_has_a_lock() -> None:
    """AK-3.2 lists them."""
    view = place().view()
    locked = set()
    for card in (card for card in CODES if card != HIDDEN):
        area = replace(view.players[0], hand=(card,))
        piece = pieces(replace(view, players=(area, *view.players[1:])), ("Anna", "Bob"))[f"card-{card}"]
        assert (LOCK in piece.shapes) == (", locked" in piece.title), card
        locked |= {card} if LOCK in piece.shapes else set()
    assert locked == {"C21", "C35", "M9", "M13", "M14", "P10", "P19", "P20"}


def test_no_text_on_a_face_is_cut() -> None:
    """Of all 189 cards: the name and the effect."""
    view = place().view()
    for card in (card for card in CODES if card != HIDDEN):
        area = replace(view.players[0], hand=(card,))
        found = pieces(replace(view, players=(area, *view.players[1:])), ("Anna", "Bob"))
        drawn = drawn_on(found[f"card-{card}"])
        assert drawn.endswith(FACTS[CODES[card]].text), card
        assert f" {FACTS[CODES[card]].name} " in drawn, card


def test_the_title_of_a_card_is_all_that_is_printed_on_it() -> None:
    found = pieces(place(anna={"past": ["C3"], "technologies": ["T1"]}).view(), ("Anna", "Bob"))
    assert found["card-C3"].title == (
        "Anna's Past: C3 Göbekli Tepe, city: Slot 5; costs 2 cards; 4 knowledge; 0 points. At the end, in the Past: "
        "scores 1 point per monument of one type in the Past; you pick the type (so always the most numerous one)."
    )
    assert found["card-T1"].title == (
        "Anna's technologies: T1 Anaximenes, ancient technology, level I: Needs 3 artifacts on the board. At once: "
        "draw 3 cards."
    )


def test_types_and_kinds_are_reported_without_their_colours() -> None:
    signs = {re.sub(r' class="[^"]*"', "", sign(CODES[card])) for card in ("C1", "M1", "P1", "A1", "T1", "T12", "T20")}
    assert len(signs) == 7


def test_the_timeline_has_an_upper_row_where_a_monument_stands_on_another() -> None:
    """AK-3.3: the bottom half is filled first."""
    one = pieces(place(anna={"timeline": {2: ["C29 10"]}}).view(), ("Anna", "Bob"))
    two = pieces(place(anna={"timeline": {2: ["C29 10", "M1 2"], 3: ["P1 1"]}}).view(), ("Anna", "Bob"))
    assert two["slot-0-2"].h - one["slot-0-2"].h == two["card-C29"].h == one["card-C29"].h
    assert two["card-M1"].y + two["card-M1"].h == two["card-C29"].y == two["card-P1"].y


def test_a_hand_that_is_hidden_is_a_row_of_backs() -> None:
    view = place().view()
    area = replace(view.players[0], hand=(HIDDEN,) * 9)
    found = list(pieces(replace(view, players=(area, *view.players[1:])), ("Anna", "Bob")).values())
    backs = [piece for piece in found if piece.zone == "hand-card-0"]
    assert (len(backs), len({piece.y for piece in backs})) == (9, 1)


def test_cards_of_a_row_lie_beside_each_other() -> None:
    view = place().view()
    area = replace(view.players[0], hand=("C1", "M1", "P1", "C2", "A1", "T1"), past=("C3", "M3", "P3"))
    drawn = pieces(replace(view, players=(area, *view.players[1:])), ("Anna", "Bob"))
    for row in (["C1", "M1", "P1"], ["C2", "A1", "T1"], ["C3", "M3", "P3"]):
        for left, right in pairwise(drawn[f"card-{card}"] for card in row):
            assert (left.y, left.x + left.w < right.x) == (right.y, True)
    assert (drawn["card-C2"].x, drawn["card-C2"].y > drawn["card-C1"].y) == (drawn["card-C1"].x, True)


@pytest.mark.parametrize("cards", [1, 12, 13, 24, 25])
def test_ids_stand_in_rows_of_twelve_and_what_comes_next_below_them(cards: int) -> None:
    view = place().view()
    some = tuple([card for card in CODES if card != HIDDEN][:cards])
    drawn = pieces(replace(view, discard_pile_cards=some, box=("T1",)), ("Anna", "Bob"))
    rows = Counter(drawn[f"discard-{card}"].y for card in some)
    assert list(rows.values()) == [12] * (cards // 12) + [cards % 12] * (cards % 12 > 0)
    assert drawn["box-label"].y >= max(rows) + drawn[f"discard-{some[-1]}"].h


def test_a_step_that_waits_moves_no_board() -> None:
    """It stands below the boards, which stay where they are."""
    view = place().view()
    cards = ("T1", "T2", "T12")
    boards = (replace(view.boards[0], level=1, technologies=cards), *view.boards[1:])
    without = replace(view, boards=boards, pending=None, beneath=())
    step = Pending(0, (0,), "draw", "AK-6.1", "C1", -1, 0, ("M1", "M2"), (), 1)
    before, after = (pieces(shown, ("Anna", "Bob")) for shown in (without, replace(without, pending=step)))
    for card in cards:
        assert (before[f"card-{card}"].x, before[f"card-{card}"].y) == (
            after[f"card-{card}"].x,
            after[f"card-{card}"].y,
        )
    assert after["step-0-with-M1"].y > after["card-T12"].y + after["card-T12"].h


def test_only_the_cards_that_are_drawn_leave_the_draw_pile() -> None:
    """The referee sees the pile in the order of the ids: what moves up in it is not marked."""
    for step in playout(all_cases(GAME)[0], 1):
        if isinstance(step.do, Draw) and len(step.do.cards) < len(GAME.view(step.before, None).draw_pile_cards):
            before, after = (draw(GAME, GAME.view(state, None), ("Anna", "Bob")) for state in (step.before, step.after))
            marks = {piece.key for piece in mark_changes(before, after).pieces} - {piece.key for piece in after.pieces}
            assert not [key for key in marks if key.startswith(("mark-draw-cards", "arrow-draw-cards"))]
            left = {piece.key for piece in before.pieces} - {piece.key for piece in after.pieces}
            assert {key for key in left if key.startswith("draw-cards")} == {f"draw-cards-{c}" for c in step.do.cards}


def counted(view: View) -> Iterator[tuple[str, str]]:
    """What the view knows, by kind, counted by hand."""
    top = EMPTY if view.top_discard == HIDDEN else view.top_discard
    cards = [top, *view.draw_pile_cards, *view.discard_pile_cards, *view.box]
    cards += [card for board in view.boards for card in board.technologies]
    cards += [card for deck in view.decks for card in (*deck.bottom, *deck.discards, *deck.cards)]
    cards += [offer for offer in view.offers if offer not in ("used", "exchanged")]
    for step in (*view.beneath, *([view.pending] if view.pending else [])):
        cards += [step.source, *step.cards, *step.chosen]
    for area in view.players:
        cards += [*area.hand, *area.past, *area.artifacts, *area.technologies]
        for slot in area.timeline:
            cards += [standing.card for standing in slot]
            yield from (("knowledge", str(standing.knowledge)) for standing in slot)
        yield "lost", str(area.lost)
    yield from (("card", card) for card in cards if card != EMPTY)
    yield from (("deck", str(deck.size)) for deck in view.decks)
    yield "draw pile", str(view.draw_pile)
    yield "discard pile", str(view.discard_pile)


@over_positions
def test_every_thing_is_there_once_and_nothing_else(positions: int) -> None:
    for view, names in tables(GAME, positions):
        assert told(GAME, view, names) == Counter(counted(view))
