"""A game as a text for people: how it reads, that it comes back, and what is said of one that is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError, NotationError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import lines_of
from kronika.core.sessions.events import Ending, Header, Note, Set
from kronika.core.sessions.session import Session
from kronika.logs.texts.annotations import note_line, read_note, read_set, read_tags, set_line
from kronika.logs.texts.game_text import game_text, load_text, result, session_of, termination
from support import duel
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, remarked, tides_game

pytestmark = pytest.mark.usefixtures("duel")

HEAD = '[Game "duel"]\n[Players "Anna" "Bob"]\n'
NAMES = ("Anna", "Bob")


def back(session: Session) -> Session:
    """What is made of a session's text."""
    return session_of(game_text(session), "game.txt", session.game)


def read(text: str) -> Session:
    return session_of(text, "game.txt", duel.GAME)


# -- how it reads -------------------------------------------------------------------------------------------------


def test_the_text_of_a_game_by_hand() -> None:
    """Anna wins 3 to 2; the tiny game has no headings."""
    session = duel_game(tags={"Event": "Club", "round": "2"}, seed=-5, chance="given")
    assert game_text(session) == (
        '[Game "duel"]\n[Rules "1"]\n[Options "joker=false"]\n[Players "Anna" "Bob"]\n[Seed "-5"]\n'
        '[Event "Club"]\n[round "2"]\n[Result "1-0"]\n[Termination "normal"]\n\n'
        + "".join(f"{move}\n" for move in DUEL_MOVES)
        + "\n# The end · Anna 3, Bob 2\n"
    )


def test_headings_are_comments_with_the_points() -> None:
    """Round 1 of the demo gives Anna 14 and Bob 18; a heading begins with each pick."""
    lines = lines_of(game_text(tides_game()))
    headings = [line for line in lines if line.startswith("#")]
    assert headings[0] == "# Round 1 of 3 · Anna 0, Bob 0"
    assert headings[1] == "# Round 1 of 3 · pick 1 of 5 · Anna 0, Bob 0"
    assert "# Round 1 of 3 · the break · Anna 14, Bob 18" in headings
    assert headings[-1] == "# The end · Anna 60, Bob 60"
    at = lines.index("# Round 2 of 3 · pick 3 of 5 · Anna 14, Bob 18")
    assert lines[at - 1] == ""
    assert [line.split(":")[0] for line in lines[at + 1 : at + 4]] == ["Anna", "Bob", ""]


def test_what_is_said_beside_a_game() -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.note("a slip", mark="?!")
    session.note('she said "5"', on=0, author="Bea", data={"clock": [31.5, None]})
    session.set(players=["Anna", "Bea"], tags={"Event": "Club", "Site": None})
    session.undo(2)
    session.redo_events(1)
    session.set(ending=Ending("resigned", 1, (0,), "late"))
    session.set(ending=None)
    assert lines_of(game_text(session))[-9:] == [
        DUEL_MOVES[2],
        DUEL_MOVES[3],
        '{a slip} mark "?!"',
        '{she said "5"} by "Bea" on 0 data {"clock":[31.5,null]}',
        '[Players "Anna" "Bea"] [Event "Club"] [Site]',
        "undo 2 events",
        "redo 1 event",
        '[Ending "resigned" "by=Bea" "won=Anna" "text=late"]',
        "[Ending]",
    ]


def test_names_are_those_of_their_time() -> None:
    session = tides_game(TIDES_MOVES[:2])
    session.set(players=["Anna", "Bea"])
    session.play(TIDES_MOVES[2].replace("Bob", "Bea"))
    lines = lines_of(game_text(session))
    assert TIDES_MOVES[1] in lines
    assert lines[-2] == "# Round 1 of 3 · pick 2 of 5 · Anna 0, Bea 0"


@pytest.mark.parametrize(
    ("ending", "wanted", "why"),
    [
        (None, "*", "unterminated"),
        (Ending("resigned", 1, (0,)), "1-0", "normal"),
        (Ending("time", 0, (1,)), "0-1", "time forfeit"),
        (Ending("agreed", None, (0, 1)), "1/2-1/2", "normal"),
        (Ending("abandoned"), "*", "abandoned"),
        (Ending("adjudicated", None, (1,)), "0-1", "adjudication"),
    ],
)
def test_the_result_as_pgn_has_it(ending: Ending | None, wanted: str, why: str) -> None:
    session = duel_game(DUEL_MOVES[:5])
    if ending is not None:
        session.set(ending=ending)
    assert (result(session), termination(session)) == (wanted, why)


def test_the_rules_have_the_last_word_on_the_result() -> None:
    session = duel_game()
    session.set(ending=Ending("abandoned", 0, (1,)))
    assert (result(session), termination(session)) == ("1-0", "normal")
    assert result(tides_game()) == "1/2-1/2"


# -- it comes back ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "session",
    [duel_game(()), duel_game(), tides_game(), tides_game(TIDES_MOVES[:7]), remarked()],
    ids=["empty", "whole", "tides", "part", "remarked"],
)
def test_the_same_log_comes_back(session: Session) -> None:
    assert data_of(back(session)) == data_of(session)


HOSTILE = (
    *(
        'a "quote"',
        "back\\slash",
        "end\\",
        "a } brace {",
        "two\nlines\r\n",
        "tab\tand \x00\x1b[31m\x7f\x9b",
        "##[error] x",
    ),
    *(
        "# no comment",
        " [Game] ",
        "\u2028\u202e\u200b",
        "\U0001f600 é",
        "",
        " ",
        "::error::",
        "\\u0041 \\} \\{",
        "a=b;c",
    ),
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_come_back_and_do_nothing(text: str) -> None:
    session = duel_game(DUEL_MOVES[:4], tags={"Event": text, text: "x", "Result": text, "Game": text})
    session.note(text, on=2, mark="!", author=text, data={"x": [text, {text: 1}]})
    session.set(tags={text: None, "Ending": text}, ending=Ending("agreed", text=text))
    written = game_text(session)
    assert data_of(back(session)) == data_of(session)
    for line in lines_of(written):
        assert printable(line) == line


@pytest.mark.parametrize("name", ["[Bob", "{Bob}", "[Game", "undo", "[Players] x", "Bob's"])
def test_names_that_look_like_something_else_come_back(name: str) -> None:
    session = duel_game([move.replace("Bob", name) for move in DUEL_MOVES], ("Anna", name))
    session.set(ending=Ending("agreed", 1, (1,)))
    assert data_of(back(session)) == data_of(session)


def test_a_player_called_like_an_undo_that_is_none_comes_back() -> None:
    session = Session.new(duel.GAME, ("Anna", "undo x"), chance="given")
    for move in ("chance: prize 3", "Anna: play 4", "undo x: play 2"):
        session.play(move)
    assert "undo x: play 2" in lines_of(game_text(session))
    assert data_of(back(session)) == data_of(session)


@pytest.mark.parametrize("name", ["{", '["a', "{well"])
@pytest.mark.parametrize("text", [":-)", ": a colon", "well: played", "well:played"])
def test_what_is_said_is_no_move_of_a_player_who_is_called_so(name: str, text: str) -> None:
    session = duel_game([move.replace("Bob", name) for move in DUEL_MOVES[:3]], ("Anna", name))
    session.note(text)
    session.set(tags={f"a{text}": text, "Event": text})
    assert data_of(back(session)) == data_of(session)


def test_behind_the_name_of_a_player_and_a_colon_stands_a_space() -> None:
    """So a move of `{well` and a note that begins alike are distinguished, also where a person has written them."""
    head = '[Game "duel"]\n[Players "Anna" "{well"]\n\nchance: prize 3\nAnna: play 4\n'
    session = read(f"{head}{{well:played}}\n{{well: play 2\n{{well done: she has it}}\n")
    assert session.history[2:] == [Note("well:played"), session.line.events[2], Note("well done: she has it")]
    assert session.line.events[2].by == 1
    assert "{well:played}" in lines_of(game_text(session))


@pytest.mark.parametrize("name", ["#1", "Bob #1", "#1 Bob"])
def test_an_old_name_with_a_comment_in_it_goes_by_its_number(name: str) -> None:
    """No new game has one; those of old logs stay as they are."""
    session = Session(duel.GAME, Header(2, "duel", 1, ("Anna", name), {"joker": False}))
    for move in DUEL_MOVES:
        session.play(move.replace("Bob", "1"))
    assert "1: play 2" in lines_of(game_text(session))
    assert data_of(back(session)) == data_of(session)


def test_what_does_not_come_back_is_not_written() -> None:
    session = duel_game()
    session.append(Note("x" * (limits.NOTE + 1)))
    with pytest.raises(
        KronikaError, match=r"This game has no text that can be read back: .*at most 10,000 are allowed"
    ):
        game_text(session)


def test_a_text_that_nobody_would_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(game_text(tides_game()).encode())
    monkeypatch.setattr(limits, "TEXT", size)
    assert data_of(back(tides_game())) == data_of(tides_game())
    for limit, words in ((size - 1, f"{size >> 10} KiB"), (1 << 10, "1 KiB")):
        monkeypatch.setattr(limits, "TEXT", limit)
        with pytest.raises(KronikaError, match=f"larger than {words}"):
            game_text(tides_game())


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
plain: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(texts, st.none() | st.integers(0, 2**31), texts, texts, st.dictionaries(texts, plain, max_size=3))
def test_every_note_comes_back(text: str, on: int | None, author: str, mark: str, data: dict[str, Any]) -> None:
    note = Note(text, on, author, mark, data)
    line = note_line(note)
    assert printable(line) == line
    assert read_note(line) == note


endings = st.builds(
    Ending,
    st.sampled_from(["resigned", "time", "agreed", "abandoned", "adjudicated"]),
    st.none() | st.integers(0, 1),
    st.lists(st.integers(0, 1), unique=True).map(tuple),
    texts,
)


@given(st.dictionaries(texts, st.none() | texts, max_size=4), st.none() | endings, st.booleans())
def test_every_set_comes_back(tags: dict[str, str | None], ending: Ending | None, renamed: bool) -> None:
    change = Set(("Anna", "Bea"), tags, ending) if renamed else Set(tags=tags, ending=ending)
    line = set_line(change, NAMES)
    assert printable(line) == line
    assert read_set(read_tags(line), NAMES) == change


# -- written by hand ----------------------------------------------------------------------------------------------


def test_a_text_by_hand() -> None:
    """Only game and players must be there; case, short forms, comments and CRLF are as in a script."""
    text = (
        '# my game\r\n\r\n[Game "duel"]   # the tiny one\r\n[ Players  "Anna""Bob" ] [event "a\\u0041"]\r\n\r\n'
        'chance: prize 3\r\nanna: play 4   # strong\r\n{ well \\} done }  mark "!" # really\r\nUNDO 1 event\r\n'
    )
    session = read(text)
    assert session.header == Header(2, "duel", 1, NAMES, {"joker": False}, None, {"event": "aA"})
    wanted = duel_game(["chance: prize 3", "Anna: play 4"], tags={"event": "aA"})
    wanted.note(" well } done ", mark="!")
    wanted.undo_events(1)
    assert data_of(session) == data_of(wanted)


def test_options_that_a_text_does_not_name_are_as_in_a_log() -> None:
    """What an absent option means never changes; `new` may choose otherwise, and does here."""
    head = '[Game "tides"]\n[Players "Anna" "Bob"]\n'
    assert session_of(head, "t.txt").header.options["singles_use_doubled"] is True
    assert tides_game(()).header.options["singles_use_doubled"] is False


def test_the_head_ends_at_the_first_line_without_a_tag() -> None:
    session = read(f'{HEAD}[Event "Club"]\n\n[Event "Home"]\n')
    assert session.header.tags == {"Event": "Club"}
    assert session.history == [Set(tags={"Event": "Home"})]


def test_a_byte_order_mark_is_passed_over(tmp_path: Any) -> None:
    path = tmp_path / "g.txt"
    path.write_bytes(b"\xef\xbb\xbf" + game_text(duel_game()).encode())
    assert data_of(load_text(str(path))) == data_of(duel_game())


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63)])
def test_the_largest_and_the_smallest_seed(seed: int) -> None:
    session = Session.new(duel.GAME, ("Anna", "Bob"), seed=seed)
    assert f'[Seed "{seed}"]' in lines_of(game_text(session))
    assert data_of(back(session)) == data_of(session)


# -- what is wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("", 1, "a text of a game begins with its tags, the first of them `[Game …]`."),
        ("Anna: play 4\n", 1, "a text of a game begins with its tags"),
        ('[Players "Anna" "Bob"]\n', 1, "a text of a game begins with its tags"),
        ("[Game]\n", 1, "The tag 'Game' has 0 texts; it has one."),
        ('[Game "dual"]\n', 1, "There is no game called 'dual'. Did you mean duel?"),
        ('[Game "duel"]\n[Rules "2"]\n', 2, "This program has rules 1 to 1 of duel."),
        ('[Game "duel"]\n[Rules "I"]\n', 2, "'I' is not a whole number."),
        ('[Game "duel"]\n[Options "jokr=true"]\n', 2, "has no option 'jokr'. Did you mean joker?"),
        ('[Game "duel"]\n[Options "joker"]\n', 2, "'joker' is not of the form key=value."),
        (f'{HEAD}[Seed "9{"9" * 19}"]\n', 3, "A seed is a whole number of at most 64 bits."),
        (f'{HEAD}[Seed "{2**63}"]\n', 3, "A seed is a whole number of at most 64 bits."),
        (f'{HEAD}[Seed "{-(2**63) - 1}"]\n', 3, "A seed is a whole number of at most 64 bits."),
        ('[Game "duel"]\n', 1, "`[Players]`: Duel is for 2 to 3 players, not 0."),
        ('[Game "duel"]\n[Players "Anna"]\n', 2, '`[Players "Anna"]`: Duel is for 2 to 3 players, not 1.'),
        ('[Game "duel"]\n[Players "Anna" "anna"]\n', 2, "Two players have the same name."),
        (f'{HEAD}[Players "A" "B"]\n', 3, "The tag 'Players' occurs twice."),
        (f'{HEAD}[x "1"] [x "2"]\n', 3, "The tag 'x' occurs twice."),
        (f"{HEAD}[x]\n", 3, "The tag 'x' has 0 texts; it has one."),
        (f'{HEAD}[x "1]\n', 3, "is not a tag. A tag is"),
        (f'{HEAD}[x "1"] y\n', 3, "'y' is not a tag. A tag is"),
        (f'{HEAD}[x "\\q"]\n', 3, "is not a text as in JSON"),
        (f'{HEAD}[x "\\ud800"]\n', 3, "is not a text as in JSON"),
        (f'{HEAD}[Ending "agreed"]\n', 3, "is among the moves, below an empty line."),
        (f"{HEAD}\nAnna: play 4\n", 4, "is refused: It is not the time, or not your turn. (DU-1)"),
        (f"{HEAD}\nchance: prize 3\nBbo: play 4\n", 5, "There is no player 'Bbo'. Did you mean: Bob?"),
        (f"{HEAD}\nchance: prize 3\nundo 2 events\n", 5, "Cannot take back 2 events: 1 in force."),
        (f'{HEAD}\n[Game "duel"]\n', 4, "`[Game …]` belongs at the head of a text."),
        (f'{HEAD}\n[Players "Anna"]\n', 4, "The game has 2 players, not 1."),
        (f'{HEAD}\n[Ending "given up"]\n', 4, "There is no ending 'given up': it is resigned, time, agreed"),
        (f'{HEAD}\n[Ending "agreed" "by Bob"]\n', 4, "'by Bob' is not a part of an ending: these are `by=NAME`"),
        (f'{HEAD}\n[Ending "agreed" "by=Bbo"]\n', 4, "There is no player 'Bbo'. Did you mean: Bob?"),
        (f'{HEAD}\n[Ending "agreed" "won=Bob" "won=Bob"]\n', 4, "The ending names a winner twice."),
        (f"{HEAD}\n{{a note\n", 4, "A note ends with `}`, in the same line"),
        (f"{HEAD}\n{{a note}} mark !\n", 4, "'mark !' can't follow a note."),
        (f'{HEAD}\n{{a}} mark "!" mark "?"\n', 4, "`mark` occurs twice."),
        (f"{HEAD}\n{{}}\n", 4, "A note has a text, a mark, or data for programs."),
        (f"{HEAD}\n{{x}} on 5\n", 4, "Record 1 can't be a note on record 5"),
        (f"{HEAD}\n{{x}} data {{1:2}}\n", 4, "The data of a note are not an object of JSON"),
        (f"{HEAD}\n{{x}} data {{{'[' * 5000}}}\n", 4, "The data of a note are not an object of JSON"),
        (f'{HEAD}\n{{x}} data {{"a":1e999}}\n', 4, "note"),
        (f'{HEAD}\n{{x}} mark "{"!" * 21}"\n', 4, "The mark of a note has 21 characters; at most 20 are allowed."),
        (
            f'{HEAD}[Result "1-0"]\n',
            3,
            'The moves give "*": correct the one or the other, or omit the tag.',
        ),
        (f'{HEAD}[Termination "normal"]\n', 3, 'The moves give "unterminated"'),
    ],
)
def test_the_place_and_the_reason(text: str, where: int, what: str) -> None:
    with pytest.raises(KronikaError) as refusal:
        session_of(text, "game.txt", None)
    assert str(refusal.value).startswith(f"game.txt:{where}: ")
    assert what in str(refusal.value)


def test_a_line_without_end_is_quoted_in_part() -> None:
    with pytest.raises(NotationError) as refusal:
        read(f"{HEAD}\n[{'x ' * 100_000}\n")
    assert len(str(refusal.value)) < 1_000


def test_options_that_hold_lists_come_back() -> None:
    """A new session has tuples in its header, one that was read lists: both are the same log."""
    session = Session.new("imhotep", NAMES, seed=1, options={"temple": "b"})
    assert data_of(session_of(game_text(session), "")) == data_of(session)
