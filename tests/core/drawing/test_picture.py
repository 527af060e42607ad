"""Pictures: where blocks and pieces come to stand, what is marked, and how SVG is written."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import View
from kronika.core.drawing.picture import HEAD, MARGIN, Picture, draw, layout, mark_changes, svg
from kronika.core.drawing.shapes import paragraph, rect, text_line, width_of
from kronika.core.drawing.themes import THEMES, grey, style
from kronika.core.sessions.session import Session
from support.boxes import boxes

NAMES = ("Anna", "Bob", "Cecil")
VIEW = View(None, (1,), "draw a card", (3, None, 1))


def card(key: str, x: float = 0, y: float = 0, what: str = "7", zone: str = "") -> Piece:
    return Piece(key, x, y, 20, 30, rect(0, 0, 20, 30, "card"), "card", what, f"card {what}", zone)


def block(seat: int | None, *pieces: Piece, height: float = 100) -> Block:
    return Block(height, pieces, seat)


def heads(picture: Picture) -> list[str]:
    return [piece.title for piece in picture.pieces if piece.key.startswith("head")]


# -- laid out ---------------------------------------------------------------------------------------------------


def test_the_middle_comes_first_and_each_seat_has_a_head() -> None:
    blocks = [block(0, card("a")), block(1, card("b")), block(None, card("m")), block(2, card("c", 5, 6))]
    picture = layout(blocks, VIEW, NAMES)
    assert heads(picture) == ["Anna, 3 points", "Bob, ? points, to act", "Cecil, 1 point"]
    assert [piece.key for piece in picture.pieces if piece.kind] == ["m", "a", "b", "c"]
    assert (picture.width, picture.height) == (WIDTH + 2 * MARGIN, MARGIN + 4 * (100 + MARGIN) + 3 * HEAD)
    last = picture.pieces[-1]
    assert (last.x, last.y) == (MARGIN + 5, picture.height - MARGIN - 100 + 6)
    assert picture.title == "Next: draw a card. Anna: 3. Bob: ?. Cecil: 1"


@pytest.mark.parametrize(("bottom", "order"), [(None, "abc"), (0, "bca"), (1, "cab"), (2, "abc")])
def test_one_seat_sits_at_the_bottom_and_the_others_in_their_order(bottom: int | None, order: str) -> None:
    blocks = [block(seat, card("abc"[seat])) for seat in range(3)]
    picture = layout(blocks, VIEW, NAMES, bottom=bottom)
    assert "".join(piece.key for piece in picture.pieces if piece.kind) == order


def test_columns_are_filled_where_there_is_room() -> None:
    blocks = [block(None, card("m"), height=300), block(0, card("a")), block(1, card("b"))]
    picture = layout(blocks, VIEW, NAMES, columns=2)
    column = WIDTH + 2 * MARGIN
    assert {piece.key: piece.x for piece in picture.pieces if piece.kind} == {
        "m": MARGIN,
        "a": MARGIN + column,
        "b": MARGIN + column,
    }
    assert picture.width == 2 * column


def test_a_hand_stands_below_the_area_of_its_player() -> None:
    """In the same column, even if the other one is shorter."""
    blocks = [block(None, card("m")), block(0, card("a"), height=300), block(1, card("b"))]
    hands = [replace(block(seat, card(f"h{seat}")), role="hand") for seat in (0, 1)]
    picture = layout([*blocks, *hands], VIEW, NAMES, columns=2)
    at = {piece.key: (piece.x, piece.y) for piece in picture.pieces if piece.kind}
    assert at["m"][0] == at["b"][0] == at["h1"][0] < at["a"][0] == at["h0"][0]
    assert at["a"][1] < at["h0"][1]
    assert at["b"][1] < at["h1"][1]


def test_a_game_that_draws_nothing_is_shown_as_text(duel: dict[str, str]) -> None:
    session = Session.new("duel", ["Anna", "Bob"], seed=1)
    picture = draw(session.game, session.view(), session.players)
    text = "".join(ElementTree.fromstring(svg(picture)).itertext())
    assert "Anna: hand 1 2 3 4, chosen -, won 0" in text.replace("\xa0", " ")


def test_the_ground_is_under_all_of_a_picture() -> None:
    drawn = svg(Picture(120, 80, (card("a"),)))
    assert '<rect x="0" y="0" width="120" height="80" class="f-ground"/>' in drawn


# -- marks ------------------------------------------------------------------------------------------------------


def marks(before: Sequence[Piece], after: Sequence[Piece]) -> list[str]:
    found = mark_changes(Picture(99, 99, tuple(before)), Picture(99, 99, tuple(after)))
    return [piece.key for piece in found.pieces[len(after) :]]


def test_what_was_placed_changed_moved_and_taken_away_is_marked() -> None:
    assert marks([], [card("a")]) == ["mark-a"]
    assert marks([card("a")], []) == ["gone-a"]
    assert marks([card("a", what="?")], [card("a", what="7")]) == ["mark-a"]
    assert marks([card("a")], [card("a", x=30)]) == ["mark-a", "arrow-a"]
    assert marks([card("a")], [card("a")]) == []


@pytest.mark.parametrize(("before", "after"), [([], [card("a")]), ([card("a")], [])], ids=["come", "gone"])
def test_a_mark_is_a_frame_around_the_piece(before: list[Piece], after: list[Piece]) -> None:
    """As far out on all sides, so that no corner of the piece hides it."""
    frame = mark_changes(Picture(99, 99, tuple(before)), Picture(99, 99, tuple(after))).pieces[-1]
    assert (frame.x, frame.y, frame.w, frame.h) == (0, 0, 20, 30)
    (box,) = boxes(frame.shapes)
    assert -box.left == -box.top == box.right - 20 == box.bottom - 30 == 2


def test_a_card_that_is_moved_up_in_a_hand_has_not_moved() -> None:
    assert marks([card("a", zone="hand")], [card("a", x=30, zone="hand")]) == []
    assert marks([card("a", zone="hand")], [card("a", x=30, zone="box")]) == ["mark-a", "arrow-a"]


def test_the_arrow_goes_from_middle_to_middle() -> None:
    found = mark_changes(Picture(99, 99, (card("a", 10, 20),)), Picture(99, 99, (card("a", 40, 60),)))
    arrow = found.pieces[-1]
    assert (arrow.x, arrow.y) == (20, 35)
    assert 'd="M0 0L30 40"' in arrow.shapes


def test_what_lies_in_a_block_that_is_pushed_down_has_not_moved() -> None:
    before, after = (
        layout([block(None, card("m"), height=high), block(0, card("a", 5, 6))], VIEW, NAMES) for high in (100, 150)
    )
    assert mark_changes(before, after).pieces == after.pieces


def test_what_moves_and_goes_is_marked_where_its_block_is_now() -> None:
    before = layout([block(None, height=100), block(0, card("a", 5, 6), card("b", 60, 6))], VIEW, NAMES)
    after = layout([block(None, height=150), block(0, card("a", 35, 6))], VIEW, NAMES)
    found = {piece.key: piece for piece in mark_changes(before, after).pieces}
    x, y = after.corners[1]
    assert (found["gone-b"].x, found["gone-b"].y) == (x + 60, y + HEAD + 6)
    assert (found["arrow-a"].x, found["arrow-a"].y) == (x + 5 + 10, y + HEAD + 6 + 15)
    assert 'd="M0 0L30 0"' in found["arrow-a"].shapes


def test_what_is_gone_from_a_block_that_has_become_lower_leaves_no_mark_on_the_next_one() -> None:
    before = layout([block(0, card("a", 5, 60)), block(1)], VIEW, NAMES)
    after = layout([block(0, height=50), block(1)], VIEW, NAMES)
    assert mark_changes(before, after).pieces == after.pieces


def test_nothing_is_marked_as_gone_where_something_else_has_come_to_lie() -> None:
    """A row that moves up: the mark would be on a card that is there. One that a cube left, which stays, is marked."""
    assert marks([card("a"), card("b", x=30, zone="row")], [card("b", zone="row")]) == []
    assert marks([card("a", zone="row"), card("b", x=30, zone="row")], [card("b", x=10, zone="row")]) == []
    assert marks([card("ship"), card("a", x=2)], [card("ship")]) == ["gone-a"]
    assert marks([card("a")], [card("b", x=18)]) == ["gone-a", "mark-b"]


def test_a_card_that_is_only_drawn_smaller_in_its_place_is_not_marked() -> None:
    """A pyramid that gets broader is drawn smaller: only the card that was laid is new."""
    small = Piece("a", 0, 0, 10, 15, rect(0, 0, 10, 15, "card"), "card", "7", "card 7", "pyramid")
    assert marks([card("a", 5, zone="pyramid")], [small]) == []
    assert marks([card("a", 5, zone="hand")], [small]) == ["mark-a"]


def test_furniture_is_not_marked() -> None:
    table = Piece("table", 0, 0, 9, 9, rect(0, 0, 9, 9))
    assert marks([], [table]) == marks([table], []) == []


# -- SVG --------------------------------------------------------------------------------------------------------


def test_a_piece_says_what_it_is_to_programs_and_to_people() -> None:
    root = ElementTree.fromstring(svg(Picture(100, 50, (card("a", 3, 4.5),), "the table"), title="Duel"))
    assert root.attrib["viewBox"] == "0 0 100 50"
    assert "width" not in root.attrib
    assert root.attrib["aria-label"] == "Duel. the table"
    group = root[-1]
    assert {
        name: group.attrib[name] for name in ("id", "transform", "data-kind", "data-what", "aria-label", "role")
    } == {
        "id": "a",
        "transform": "translate(3 4.5)",
        "data-kind": "card",
        "data-what": "7",
        "aria-label": "card 7",
        "role": "img",
    }
    assert group[0].text == "card 7"


def test_a_size_is_the_width_in_dots() -> None:
    root = ElementTree.fromstring(svg(Picture(100, 50, ()), size=400))
    assert (root.attrib["width"], root.attrib["height"]) == ("400", "200")


@pytest.mark.parametrize("text", ["<script>x</script>", '"><b>', "&lt;", "a\x1b[1mb", "\u202eabc", "]]>", "'"])
def test_a_text_is_nothing_but_text(text: str) -> None:
    piece = Piece("a", 0, 0, 9, 9, text_line(0, 9, text, 9), "card", text, text)
    root = ElementTree.fromstring(svg(Picture(9, 9, (piece,), text), title=text))
    assert [element.tag.rpartition("}")[2] for element in root.iter()] == ["svg", "style", "rect", "g", "title", "text"]
    shown = text.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    assert root[-1][-1].text == root[-1][0].text == shown


# -- texts ------------------------------------------------------------------------------------------------------


def sizes(shapes: str) -> list[tuple[float, str]]:
    root = ElementTree.fromstring(f"<g>{shapes}</g>")
    return [(float(text.attrib["font-size"]), text.text or "") for text in root]


def test_a_text_gets_smaller_and_then_shorter() -> None:
    assert sizes(text_line(0, 0, "Anna", 16, room=200)) == [(16, "Anna")]
    ((size, text),) = sizes(text_line(0, 0, "Bartholomew", 16, room=75))
    assert (11 <= size < 16, text) == (True, "Bartholomew")
    ((size, text),) = sizes(text_line(0, 0, "Bartholomew the Elder", 16, room=60))
    assert (size, text[-1]) == (11, "…")
    assert width_of(text, size) <= 60


@pytest.mark.parametrize("room", range(66, 80))
def test_a_text_that_fits_when_it_is_smaller_is_not_cut(room: int) -> None:
    """Of 11 letters: 78 units wide with 12, 72 with 11; whatever is rounded."""
    ((size, text),) = sizes(text_line(0, 0, "Bartholomew", 12, room=room))
    assert 11 <= size <= 12
    assert (text == "Bartholomew") == (room >= width_of("Bartholomew", 11))


def test_a_line_of_a_paragraph_takes_all_the_words_it_has_room_for() -> None:
    lines = [line for _, line in sizes(paragraph(0, 0, 80, "ill till lit mamma mia", 12))]
    assert lines == ["ill till lit", "mamma mia"]
    assert width_of("ill till lit mamma", 12) > 80 >= width_of("mamma mia", 12)


def test_a_paragraph_has_n_lines_and_no_more() -> None:
    text = "one two three four five six seven eight nine ten"
    assert sizes(paragraph(0, 0, 80, text, 12, most=9))[0] == (12, "one two")
    three = [line for _, line in sizes(paragraph(0, 0, 80, text, 12, most=3))]
    assert len(three) == 3
    assert three[-1].endswith("…")
    five = [line for _, line in sizes(paragraph(0, 0, 80, text, 12, most=5))]
    assert five == ["one two", "three four", "five six", "seven eight", "nine ten"]


# -- themes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "found"),
    [
        ("#ff0000", "#4c4c4c"),
        ("#00ff00", "#969696"),
        ("#0000ff", "#1d1d1d"),
        ("#ffffff", "#ffffff"),
        ("#102030", "#1d1d1d"),
    ],
)
def test_a_grey_is_as_light_as_the_colour(colour: str, found: str) -> None:
    """0.299 of red, 0.587 of green, 0.114 of blue: of 16, 32, 48 that is 4.8 + 18.8 + 5.5 = 29."""
    assert grey(colour) == found


def light(code: str) -> float:
    """Relative luminance, by the definition of WCAG 2."""
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_letters_stand_out_from_the_ground_and_from_cards(theme: str) -> None:
    colours = THEMES[theme]
    for ground in ("ground", "card"):
        assert contrast(colours["ink"], colours[ground]) >= 7
        assert contrast(colours["soft"], colours[ground]) >= 4.5
    assert contrast(colours["mark"], colours["ground"]) >= 3


def test_auto_asks_whatever_shows_the_picture() -> None:
    assert style("auto").startswith(style("light"))
    assert "@media (prefers-color-scheme:dark)" in style("auto")
    assert "@media" not in style("dark")
