"""What is due of chance at the prompt, and the short forms of it, in all five games."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.prompts import complete_move, prompt_of_chance
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.testing.playouts import cases, playout
from support import duel

TWO, THREE, FOUR = ("Anna", "Bob"), ("Anna", "Bob", "Cyril"), ("Anna", "Bob Novak", "Cyril", "Dana")

AK_DECK = "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"
TIGRIS_HANDS = ("red red red red red red", "draw Bob Novak blue blue blue blue blue blue")

PROMPTS = [
    ("tides", TWO, (), "the first hands of Anna and Bob, 5 cards each", "deal", "1 2 3 … / 4 5 6 …"),
    ("tigris", FOUR, (), "6 tiles from the bag for Anna", "draw Anna", "red red blue …"),
    ("tigris", FOUR, TIGRIS_HANDS[:1], "6 tiles from the bag for Bob Novak", "draw Bob Novak", "red red blue …"),
    ("tigris", TWO, (TIGRIS_HANDS[0], "blue blue blue blue blue blue"), "who begins", "start", "Anna"),
    ("imhotep", TWO, (), "who begins", "start", "Anna"),
    ("imhotep", TWO, ("Anna",), "the round card, by the sizes of its ships", "round", "4322"),
    ("imhotep", TWO, ("Anna", "4322"), "4 cards for the market row", "fill", "statue sail lever hammer"),
    ("viceroy", TWO, (), "two gems that each player returns, by seat", "return", "blue red / green green"),
    (
        *("viceroy", THREE, ("blue red / blue red / blue red",)),
        *("2 characters for each of Anna, Bob and Cyril", "deal", "3 4 / 5 6 / …"),
    ),
    (  # VC-1.6.8: the first cards of the pyramids are no longer in the deck
        *("viceroy", TWO, ("blue red / blue red", "1 3 / 2 5", "Anna: start 3", "Bob: start 5", "gems 3 red")),
        *("4 cards for the display, left to right", "turn up", "1 2 4 6"),
    ),
    ("ancient_knowledge", TWO, (), "the first player", "first", "Anna"),
    ("ancient_knowledge", TWO, ("Anna",), "3 technologies of level I for board 1", "lay", "T1 T2 T3"),
    ("ancient_knowledge", TWO, ("Anna", "lay T2 T1 T5"), "3 technologies of level I for board 2", "lay", "T3 T4 T6"),
    (
        *("ancient_knowledge", TWO, ("Anna", *AK_DECK[:2])),
        *("3 technologies of level II for board 3", "lay", "T28 T29 T30"),
    ),
    (
        *("ancient_knowledge", THREE, ("Anna", *AK_DECK)),
        *("the first hands of Anna, Bob and Cyril, 10 cards each", "deal", "C1 C2 C3 … / M1 M2 M3 … / …"),
    ),
]


def at_table(game: str, names: tuple[str, ...], entered: tuple[str, ...]) -> Session:
    """A game whose outcomes are entered; as a person does it, in short where it pleases."""
    session = Session.new(game, names, chance="given")
    for line in entered:
        session.play(line)
    return session


@pytest.mark.parametrize(("game", "names", "entered", "what", "begins", "rest"), PROMPTS)
def test_what_is_due(
    game: str, names: tuple[str, ...], entered: tuple[str, ...], what: str, begins: str, rest: str
) -> None:
    session = at_table(game, names, entered)
    prompt = prompt_of_chance(session.game, session.state, names)
    assert prompt is not None
    assert (prompt.what, prompt.begins, prompt.rest) == (what, begins, rest)


@pytest.mark.parametrize(
    ("game", "whats"),
    [
        ("tides", {"the first hands of Anna and Bob, 5 cards each", "2 cards for Anna", "2 cards for Bob"}),  # TT-2.8
        ("tigris", {"6 tiles from the bag for Anna", "who begins", "1 tile from the bag for Bob"}),  # TE-2.5
        ("imhotep", {"who begins", "4 cards for the market row"}),  # IM-2.2
        ("viceroy", {"3 laws for Anna", "4 cards for the display, left to right"}),  # VC-6.1: alone
        ("ancient_knowledge", {"1 builder card for Anna", "1 builder card for Bob"}),  # AK-2.6
    ],
)
def test_what_is_due_in_the_course_of_a_game(game: str, whats: set[str]) -> None:
    case = cases(get_game(game))[0]
    due = (prompt_of_chance(case.game, step.before, case.names) for step in playout(case, 0) if step.by == CHANCE)
    assert whats <= {prompt.what for prompt in due if prompt}


def test_a_game_without_verbs_asks_for_nothing() -> None:
    session = Session.new(duel.GAME, TWO, chance="given")
    assert prompt_of_chance(session.game, session.state, TWO) is None
    assert complete_move(session.game, session.state, CHANCE, "3", TWO) is None
    with pytest.raises(NotationError, match=r"^'3 4' is not a move\."):
        session.read("3 4")


@pytest.mark.parametrize(("text", "seat"), [("", CHANCE), ("3", 0)])
def test_nothing_is_sure_of_no_text_and_of_who_is_not_due(text: str, seat: int) -> None:
    session = Session.new("tides", TWO, chance="given")
    assert complete_move(session.game, session.state, seat, text, TWO) is None
    assert complete_move(session.game, session.state, CHANCE, "3", TWO) == "deal 3"


# -- short forms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "entered", "short", "long"),
    [
        ("tides", (), "1 2 3 4 5 / 6 7 8 9 10", "deal 1 2 3 4 5 / 6 7 8 9 10"),
        ("tides", ("1 2 3 4 5 / 6 7 8 9 10",), "Anna: 3", "Anna: pick 3"),
        ("tides", ("1 2 3 4 5 / 6 7 8 9 10",), "Anna: vestibule", "Anna: pick vestibule"),
        ("tigris", (), "red red blue green temple farm", "draw Anna red red blue green temple farm"),
        ("tigris", (), "chance: red red blue green red blue", "draw Anna red red blue green red blue"),
        ("imhotep", (), "Bob", "start Bob"),
        ("imhotep", ("Bob", "4322"), "sail lever hammer chisel", "fill sail lever hammer chisel"),
        ("imhotep", ("Bob", "4322"), "lever sail statue statue", "fill lever sail statue statue"),
        ("viceroy", (), "blue red / green green", "return blue red / green green"),
        ("ancient_knowledge", (), "Anna", "first Anna"),
        ("ancient_knowledge", ("Anna",), "T1, T2, T3", "lay T1 T2 T3"),
    ],
)
def test_the_words_that_are_sure_may_be_left_out(game: str, entered: tuple[str, ...], short: str, long: str) -> None:
    """A card's name is the card, even where it is a move too: `sail`, `lever`, `hammer`."""
    session = at_table(game, TWO, entered)
    if "vestibule" in short:
        with pytest.raises(IllegalAction):  # it is read, and not held
            session.play(short)
    assert session.read(short) == session.read(long)


def test_where_two_verbs_are_legal_none_is_sure() -> None:
    """Tigris: a cell alone could be of a tile, a leader or a catastrophe."""
    session = Session.new("tigris", TWO, seed=1)
    with pytest.raises(NotationError, match=r"^'c5' is not a move\."):
        session.read("c5")


@pytest.mark.parametrize(
    ("game", "entered", "says"),
    [
        (
            "tides",
            "1 2 3 / 4 5 6 7 8",
            r"^Due: the first hands of Anna and Bob, 5 cards each\. You named 3 cards\. It can be `deal 1 2 3 … ",
        ),
        ("tigris", "red red blu", r"^6 tiles must be drawn, not 3\. \(TE-1\.4\)$"),
        ("tigris", "red violet", r"^There is no tile 'violet'\."),
        ("tigris", "violet", r"^'violet' is not a move\. It can be `draw Anna red red blue …`\.$"),
        ("tigris", "3 red 2", r"^2 of which tile\?"),
        ("tigris", "Anna red", r"^Put a colon after the player's name: `Anna: red`\.$"),
        ("tigris", "drw Anna red", r"^'drw' is not a move\. Did you mean: draw Anna red\?$"),
    ],
)
def test_what_is_wrong_with_a_short_form(game: str, entered: str, says: str) -> None:
    session = Session.new(game, TWO, chance="given")
    with pytest.raises((NotationError, IllegalAction), match=says):
        raise_for(session, entered)


def raise_for(session: Session, entered: str) -> None:
    """Reads and checks a line."""
    session.check(*session.read(entered))


def test_a_move_where_chance_is_due_comes_too_early() -> None:
    """`red C5` is read as it stands."""
    session = Session.new("tigris", TWO, chance="given")
    with pytest.raises(IllegalAction):
        session.play("chance: red C5")
