"""What people who record a game mistype, and what they are answered: the line, where it was typed, the answer.

Every answer was written by hand, as a referee beside the table would say it.
"""

from __future__ import annotations

from typing import Final

import pytest

from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.contract.game import EVERYONE
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_refusal

AK_TABLE: Final = ("Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30")
AK_HANDS: Final = "deal C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 / M1 M2 M3 M4 M5 M6 M7 M8 M9 M10"

STATES: Final = {
    "tides, to be dealt": ("tides",),
    "tides, both pick": ("tides", "deal 1 2 3 4 16 / 6 7 8 9 10"),
    "tides, Bob picks": ("tides", "deal 1 2 3 4 16 / 6 7 8 9 10", "Anna: pick 1"),
    "tigris, tiles to be drawn": ("tigris",),
    "tigris, Anna acts": ("tigris", "2 red 2 blue green black", "2 blue 2 green black red", "start Anna"),
    "imhotep, round card": ("imhotep", "start Anna"),
    "imhotep, market": ("imhotep", "start Anna", "round 4322"),
    "imhotep, Anna acts": ("imhotep", "start Anna", "round 4322", "fill statue sail lever hammer"),
    "viceroy, gems to be returned": ("viceroy",),
    "viceroy, to be dealt": ("viceroy", "blue red / blue red"),
    "viceroy, Anna takes gems": ("viceroy", "blue red / blue red", "1 3 / 2 5", "Anna: start 3", "Bob: start 5"),
    "viceroy, display": ("viceroy", "blue red / blue red", "1 3 / 2 5", "Anna: start 3", "Bob: start 5", "gems 3 red"),
    "ancient, to be dealt": ("ancient_knowledge", *AK_TABLE),
    "ancient, both keep": ("ancient_knowledge", *AK_TABLE, AK_HANDS),
    "ancient, Anna acts": (
        *("ancient_knowledge", *AK_TABLE, AK_HANDS),
        *("Anna: keep C1 C2 C3 C4 C5 C6", "Bob: keep M1 M2 M3 M4 M5 M6"),
    ),
}

TIDES_DEAL: Final = "It can be `deal 1 2 3 … / 4 5 6 …`."
TIDES_DUE: Final = "the first hands of Anna and Bob, 5 cards each."
TIGRIS_DUE: Final = "6 tiles from the bag for Anna."
TIGRIS_CAN: Final = "It can be `black L8`, `farmer B1` or `end`."
FILL: Final = "It can be `fill statue sail lever hammer`."
TURN_UP: Final = "It can be `turn up 1 2 4 6`."
RETURN: Final = "It can be `return blue red / green green`."
AK_CAN: Final = "It can be `create C3 at 6`, `learn T5` or `search`."
NOTE: Final = "A note is not part of a move: write it on the next line, "

ONE_OF_2: Final = "There are 2 moves in this line: enter one at a time, first"

MISTAKES: Final = [
    # Hands and other outcomes that are entered: how many are due, which word is no thing, what is due instead.
    ("tides, to be dealt", "chance: deal 1 2 3 4 5 / 6 7 8", f"Due: {TIDES_DUE} You named 3 cards. {TIDES_DEAL}"),
    ("tides, to be dealt", "1 2 3 4 5 / 6 7 8", f"Due: {TIDES_DUE} You named 3 cards. {TIDES_DEAL}"),
    ("tides, to be dealt", "deal 1 2 3 4 5 6 / 7 8 9 10 11", f"Due: {TIDES_DUE} You named 6 cards. {TIDES_DEAL}"),
    ("tides, to be dealt", "deal 1 2 3 4 5 / 6 7 8 9 x", f"There is no card 'x'. {TIDES_DEAL}"),
    (
        "tides, to be dealt",
        "deal 1 2 3 4 5 6 7 8 9 10",
        "Separate the two hands with a slash. The form is `deal CARDS / CARDS`.",
    ),
    (
        "tides, to be dealt",
        "dael 1 2 3 4 5 / 6 7 8 9 10",
        "'dael' is not a move. Did you mean: deal 1 2 3 4 5 / 6 7 8 9 10?",
    ),
    ("tides, to be dealt", "pick zzz", f"`pick` can't be done now. Chance is due: {TIDES_DUE} {TIDES_DEAL}"),
    ("tides, to be dealt", "pick 3", "You can't pick a card now: the next step is to deal the hands. (TT-1.4)"),
    ("tides, to be dealt", "Anna: pick", f"Which card? The form is `pick CARD`. Chance is due: {TIDES_DUE}"),
    ("tides, to be dealt", "draw Anna", f"`draw` can't be done now. Chance is due: {TIDES_DUE} {TIDES_DEAL}"),
    ("tides, to be dealt", "deal 1 2 3 4 5 / 6 7 8 9 10 {a good hand}", f"{NOTE}`{{a good hand}}`."),
    ("tigris, tiles to be drawn", "take yellow", f"`take` can't be done now. Chance is due: {TIGRIS_DUE}"),
    ("tigris, tiles to be drawn", "draw Anna 7 red", f"Due: {TIGRIS_DUE} You named 7 tiles."),
    ("tigris, tiles to be drawn", "7 red", f"Due: {TIGRIS_DUE} You named 7 tiles."),
    ("tigris, tiles to be drawn", "red red blue", "6 tiles must be drawn, not 3. (TE-1.4)"),
    ("tigris, tiles to be drawn", "red violet", "There is no tile 'violet'."),
    ("tigris, tiles to be drawn", "Anna red", "Put a colon after the player's name: `Anna: red`."),
    (
        "imhotep, round card",
        "round 99",
        "There is no round card '99'. Did you mean: round 4322, round 4331, round 4321?",
    ),
    ("imhotep, round card", "take", "You can't take stones now: the next step is to turn up a round card. (IM-2.1)"),
    (
        "imhotep, round card",
        "load 4",
        "`load` can't be done now. Chance is due: the round card, by the sizes of its ships.",
    ),
    (
        *("imhotep, market", "fill statue sail lever hammer chisel"),
        f"Due: 4 cards for the market row. You named 5 cards. {FILL}",
    ),
    (
        "imhotep, market",
        "hammer sail lever satue",
        "There is no card 'satue'. Did you mean: fill hammer sail lever statue?",
    ),
    ("imhotep, market", "hammer sail lever", "4 cards must be turned up, not 3. (IM-2.2)"),
    ("imhotep, market", "load 4", f"`load` can't be done now. Chance is due: 4 cards for the market row. {FILL}"),
    ("viceroy, gems to be returned", "return blue red", "Gems are returned by 2 players, not by 1. (VC-1.6.5)"),
    (
        *("viceroy, gems to be returned", "blue red green / red red"),
        f"Due: two gems that each player returns, by seat. You named 3 gems. {RETURN}",
    ),
    ("viceroy, gems to be returned", "return red violet / blue blue", f"There is no colour 'violet'. {RETURN}"),
    ("viceroy, to be dealt", "deal 1 3 / 2", "2 hands of 2 characters are dealt. (VC-1.6.6)"),
    (
        "viceroy, display",
        "take yellow",
        f"`take` can't be done now. Chance is due: 4 cards for the display, left to right. {TURN_UP}",
    ),
    (
        *("viceroy, display", "turn up 1 2 4 6 7 8 9"),
        f"Due: 4 cards for the display, left to right. You named 7 cards. {TURN_UP}",
    ),
    ("viceroy, display", "1 2 4", "Turn up 4 cards, not 3. (VC-1.6.8)"),
    ("viceroy, display", "bid red", "You can't bid now: the next step is to turn up new cards. (VC-2.10)"),
    (
        *("ancient, to be dealt", "deal C1 C2 / M1 M2"),
        "Due: the first hands of Anna and Bob, 10 cards each. You named 2 builder cards.",
    ),
    (
        *("ancient, to be dealt", "starters 1"),
        "`starters` can't be done now. Chance is due: the first hands of Anna and Bob, 10 cards each.",
    ),
    # Notes and marks where a move is.
    (
        "tides, both pick",
        "Anna: pick 16 ?!",
        '`?!` is not part of a move. Write a mark as a note, on the next line: `{} mark "?!"`.',
    ),
    (
        "tides, both pick",
        "Anna: pick 16!",
        '`!` is not part of a move. Write a mark as a note, on the next line: `{} mark "!"`.',
    ),
    (
        "tides, both pick",
        "Anna: 16!",
        '`!` is not part of a move. Write a mark as a note, on the next line: `{} mark "!"`.',
    ),
    ("tides, both pick", "Anna: pick 16 {I keep it}", f"{NOTE}`{{I keep it}}`."),
    ("tides, both pick", "Anna: pick 16 ; I keep it", f"{NOTE}`{{I keep it}}`."),
    ("tigris, Anna acts", "king K10 {an attack}", f"{NOTE}`{{an attack}}`."),
    ("imhotep, Anna acts", "take {3 stones}", f"{NOTE}`{{3 stones}}`."),
    # Cards by number and name.
    ("tides, both pick", "Anna: pick 9 Mana Well", "9 and Mana Well are not the same card."),
    ("tides, both pick", "Anna: pick 16 Molehil", "OK"),
    (
        "tides, both pick",
        "Anna: pick 16 Moelhill",
        "'Moelhill' is not a name of card 16. Did you mean: pick 16 molehill?",
    ),
    ("tides, both pick", "Anna: 1 2", "Name one card here, not two: 1 and 2. Did you mean: pick 1, pick 2?"),
    ("tides, both pick", "Anna: pick 16 16", "16 is named twice. Did you mean: pick 16?"),
    ("tides, both pick", "Anna: pick 16 please", "'please' is not a name of card 16."),
    (
        "tides, both pick",
        "Anna: pick 17",
        "You do not hold 17 Roof of the World: your hand is 1, 2, 3, 4, 16. (TT-2.1)",
    ),
    ("imhotep, round card", "round 4, 3, 2, 1", "OK"),
    # A list as Kronika prints one.
    ("ancient, both keep", "Anna: keep C1 Osirion, C2 and C3", "OK"),
    ("ancient, both keep", "Anna: C1 Osirion and C2", "OK"),
    ("ancient, both keep", "Anna: keep C1, C2, C3, and C4", "OK"),
    # A name without its colon.
    ("tides, both pick", "Anna pick 16", "Put a colon after the player's name: `Anna: pick 16`."),
    ("tides, Bob picks", "Bob pick 6", "Put a colon after the player's name: `Bob: pick 6`."),
    # Several moves where one is.
    ("tides, both pick", "Anna: pick 16, 2", f"{ONE_OF_2} `pick 16`."),
    ("tides, both pick", "Anna: 16 Molehill and 2 Ancient Divide", f"{ONE_OF_2} `16 Molehill`."),
    ("tides, both pick", "Anna: pick 16; Bob: pick 2", f"{ONE_OF_2} `pick 16`."),
    ("tides, both pick", "Anna: pick 16\nBob: pick 2", f"{ONE_OF_2} `pick 16`."),
    ("tides, both pick", "Anna: pick 16, Moelhill", "There is no card '16, Moelhill'."),
    ("tigris, Anna acts", "red A1, red B1", f"{ONE_OF_2} `red A1`."),
    ("tigris, Anna acts", "red A1 then end", f"{ONE_OF_2} `red A1`."),
    ("imhotep, Anna acts", "load 4:1, load 3:1", f"{ONE_OF_2} `load 4:1`."),
    # A card of somebody who may not act now.
    ("tides, Bob picks", "Anna: 13 Blood-tear Spring", "Bob may act now."),
    ("tides, Bob picks", "Anna: Mana Well", "Bob may act now."),
    # A word too many before a move, and moves of other games.
    ("tides, both pick", "Anna: I pick 16", "'I' can be pick or relic. Did you mean: pick 16?"),
    ("tides, both pick", "Anna: 1. pick 16", "'1.' is not a move. Did you mean: pick 16?"),
    ("tides, both pick", "Anna: bid red", "'bid' is not a move. It can be `pick 3`."),
    ("tides, both pick", "Anna: undo", "'undo' is not a move. It can be `pick 3`."),
    ("tigris, Anna acts", "leader king K10", "'leader' is not a move. Did you mean: king K10?"),
    ("tigris, Anna acts", "place red C5", "'place' is not a move. Did you mean: red C5?"),
    ("tigris, Anna acts", "kign K10", "'kign' is not a move. Did you mean: king K10?"),
    ("tigris, Anna acts", "end turn now", "'now' is not expected here. Did you mean: end?"),
    ("tigris, Anna acts", "red Z9", "'Z9' is not a cell: a cell is a column A to P and a row 1 to 11, as in C5."),
    # A verb that is known, at the wrong time.
    ("tides, both pick", "Anna: relic 3", "`relic` can't be done now. It can be `pick 3`."),
    ("tides, both pick", "Anna: deal 1", "`deal` can't be done now. It can be `pick 3`."),
    ("tides, both pick", "pick 3", "Anna and Bob may act: name the player, as in `Anna: MOVE`."),
    ("tides, both pick", "chance: draw", "Which player? The form is `draw NAME CARD CARD`. Anna and Bob may act now."),
    ("tides, Bob picks", "Anna: pikc 3", "'pikc' is not a move. Bob may act now."),
    ("tigris, Anna acts", "take", f"`take` can't be done now. {TIGRIS_CAN}"),
    ("tigris, Anna acts", "commit", f"`commit` can't be done now. {TIGRIS_CAN}"),
    ("tigris, Anna acts", "Bob: red", "Which cell? The form is `red CELL`. Anna may act now."),
    ("imhotep, Anna acts", "sail 4 tempel", "`sail` can't be done now. It can be `take` or `load 3:2`."),
    ("imhotep, Anna acts", "Bob: tkae", "'tkae' is not a move. Anna may act now."),
    ("viceroy, Anna takes gems", "take yellow", "`take` can't be done now. It can be `gems red red red`."),
    ("viceroy, Anna takes gems", "turn up 1 2 3 4 5", "`turn` can't be done now. It can be `gems red red red`."),
    ("ancient, both keep", "Anna: discard", "`discard` can't be done now. It can be `keep C6`."),
    ("ancient, Anna acts", "archive C99", f"`archive` can't be done now. {AK_CAN}"),
    ("ancient, Anna acts", "Bob: learn T99", "There is no technology 'T99'. Anna may act now."),
    # How many, of what a player chooses.
    ("ancient, both keep", "Anna: keep C1 C2 C3 C4 C5 C6 C7", "Name 6 builder cards here, not 7."),
    ("ancient, both keep", "Anna: keep", "Name 6 builder cards here, not 0."),
]


def at(state: str) -> Session:
    """A table at which the game has come so far."""
    game, *lines = STATES[state]
    session = Session.new(game, ["Anna", "Bob"], chance="given")
    for line in lines:
        session.play(line)
    return session


def refused(state: str, line: str) -> KronikaError | None:
    """Why a line is refused there."""
    session = at(state)
    try:
        session.check(*session.read(line))
    except KronikaError as error:
        return error
    return None


@pytest.mark.parametrize(("state", "line", "answer"), MISTAKES, ids=[f"{state}: {line}" for state, line, _ in MISTAKES])
def test_what_a_mistake_is_answered(state: str, line: str, answer: str) -> None:
    error = refused(state, line)
    assert ("OK" if error is None else str(error)).startswith(answer)


def test_a_mistake_in_the_name_of_another_tells_nothing_of_what_that_one_holds() -> None:
    """Two tables that Bob can't tell apart: Anna's cards are others. What he hears of her mistakes is the same."""
    lines = [line for state, line, _ in MISTAKES if state == "tides, both pick"]
    told = []
    for dealt in ("1 2 3 4 16", "11 12 13 14 15"):
        session = Session.new("tides", ["Anna", "Bob"], chance="given")
        session.play(f"deal {dealt} / 6 7 8 9 10")
        told.append([said_to(session, line, viewer) for line in lines for viewer in (1, EVERYONE)])
    assert told[0] == told[1]
    assert "It can be" not in " ".join(told[0])


def test_how_many_are_chosen_already_is_reported_to_anyone_who_chooses() -> None:
    """Anna has kept one card of her hand, or none: she hears how many are due, Bob the same in both."""
    line = "Anna: keep C1 C2 C3 C4 C5 C6 C7"
    told = []
    for before in ((), ("Anna: keep C1",)):
        session = at("ancient, both keep")
        for move in before:
            session.play(move)
        told.append([said_to(session, line, viewer) for viewer in (0, 1, EVERYONE)])
    assert [said[0].split(",")[0] for said in told] == ["Name 6 builder cards here", "Name 5 builder cards here"]
    assert told[0][1:] == told[1][1:] == ["7 builder cards can't be named here."] * 2


def said_to(session: Session, line: str, viewer: int) -> str:
    """What a viewer hears of a line that is refused; `OK` where it is read."""
    try:
        session.check(*session.read(line))
    except (NotationError, IllegalAction) as error:
        return "" if isinstance(error, IllegalAction) else str(redact_refusal(error, session.players, viewer))
    return ""


def test_what_can_be_done_is_reported_to_whom_it_is_for() -> None:
    session = at("tides, both pick")
    with pytest.raises(NotationError) as caught:
        session.read("Anna: relic 3")
    error = caught.value
    assert str(redact_refusal(error, session.players, 0)) == "`relic` can't be done now. It can be `pick 3`."
    for viewer in (1, EVERYONE):
        assert str(redact_refusal(error, session.players, viewer)) == (
            "`discard` is missing. The form is `relic CARD discard CARD`."
        )


def test_there_are_more_than_sixty_in_all_games() -> None:
    assert len(MISTAKES) >= 60
    assert {STATES[state][0] for state, _, _ in MISTAKES} == {
        *("tides", "tigris", "imhotep", "viceroy", "ancient_knowledge")
    }
