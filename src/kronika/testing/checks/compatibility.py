"""Compatibility: old logs keep their meaning when options or their defaults for new games change.

Names, tags and notes change no game.

These tests are part of the suite in `kronika.testing.contract`.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BadSetup
from kronika.core.contract.annotations import since
from kronika.core.contract.options import new_game_options, options_of, plain_options, read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digest, format_1_digests
from kronika.core.sessions.events import FORMAT, Ending, Event, Header
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import Fault
from kronika.logs.files.packed import pack
from kronika.logs.files.reader import LogReader
from kronika.logs.replaying.logfile import log_lines
from kronika.logs.replaying.validation import Validation
from kronika.logs.texts.game_text import game_text as text_for_people
from kronika.logs.texts.game_text import session_of
from kronika.testing.playouts import Table

SEED = 7


def changed(game: AnyGame, **parts: Any) -> AnyGame:
    """A copy of the game, in memory only, with some attributes replaced."""
    other: AnyGame = type(type(game).__name__, (type(game),), {**parts, "__module__": type(game).__module__})()
    return other


def with_option(game: AnyGame) -> AnyGame:
    """A copy of the game with one more option, whose default changes nothing."""
    added = ("added", Annotated[bool, Meta(description="an option that was added"), since(FORMAT)], False)
    grown = msgspec.defstruct(
        "Options",
        [added],
        bases=(game.Options,),
        frozen=True,
        kw_only=True,
        array_like=True,
        forbid_unknown_fields=True,
    )
    return changed(game, Options=grown)


def recorded(table: Table) -> Session:
    """The random game of a table as a session, with its options and outcomes of chance."""
    game, case = table.game, table.case
    header = Header(FORMAT, game.name, game.rules_version, table.names, plain_options(case.options))
    session = Session(game, header)
    for step in table.steps:
        session.do(step.by, step.do)
    return session


def text_of(session: Session) -> bytes:
    """The log of a session as text."""
    return b"".join(log_lines(session))


def packed_of(session: Session) -> bytes:
    """The log of a session in packed form."""
    return b"".join(pack(session.header, session.game, session.history, digest(session.state)))


def of_format_1(session: Session) -> bytes:
    """The log of a session in format 1, with the digests of that format."""
    lines = [msgspec.json.decode(line) for line in log_lines(session)]
    lines[0]["kronika"] = 1
    for number, line in enumerate(lines[1:], 1):
        line["state"] = format_1_digests(session.at(number), session.header.options)[0]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def by_hand(data: bytes, game: AnyGame) -> bytes:
    """The log with a header as written by hand: it names only the options that differ from their defaults."""
    first, _, others = data.partition(b"\n")
    header, default = msgspec.json.decode(first), plain_options(game.Options())
    header["options"] = {name: value for name, value in header["options"].items() if value != default[name]}
    return msgspec.json.encode(header) + b"\n" + others


def faults(data: bytes, game: AnyGame, *, strict: bool = False) -> tuple[Fault, ...]:
    """The faults that validation finds in a log of this game."""
    with LogReader("log", data, game) as reader:
        return Validation(reader, strict).run().faults


def test_options_are_a_field_of_every_state(game: AnyGame) -> None:
    """Digests of states rely on the field `options`: they omit it, as the header of a log has the options."""
    assert "options" in game.State.__struct_fields__


def test_new_games_can_be_had_as_the_game_chooses(game: AnyGame) -> None:
    options = new_game_options(game, {})
    possible = []
    for seats in range(game.seats[0], game.seats[1] + 1):
        try:
            possible.append(game.setup(options, seats))
        except BadSetup:
            continue
    assert possible, "nobody can begin a game without naming options"
    assert all(version < game.rules_version for version in game.same_rules)


def test_a_log_outlives_an_option_that_is_added(table: Table) -> None:
    session = recorded(table)
    assert session.state.options == table.case.options
    grown = with_option(table.game)
    for data in (text_of(session), packed_of(session), of_format_1(session), by_hand(of_format_1(session), table.game)):
        assert faults(data, table.game) == ()
        assert faults(data, grown) == ()
    assert faults(text_of(session), grown, strict=True) == ()


def test_a_log_outlives_what_new_games_have(table: Table) -> None:
    """An option that a log does not name has its default, even if a new game has another value."""
    game, session = table.game, recorded(table)
    turned: dict[str, str] = {}
    for option in options_of(game):
        for value in option.values:
            other = changed(game, new_options={**game.new_options, option.name: value})
            chosen, meant = new_game_options(other, {}), read_options(game, {option.name: value})
            assert getattr(chosen, option.name) == getattr(meant, option.name)
            if chosen != new_game_options(game, {}):
                turned[option.name] = value
    other = changed(game, new_options={**game.new_options, **turned})
    assert read_options(other, {}) == game.Options()
    assert faults(by_hand(text_of(session), game), other) == ()


def test_names_tags_and_notes_change_no_game(table: Table) -> None:
    """Outcomes of chance, undos and all states are the same with and without names, tags and notes in the log."""
    plain, strewn = played(table, remarks=False), played(table, remarks=True)
    assert [entry for entry in strewn.history if isinstance(entry, Event)] == plain.history
    assert len(strewn.history) > len(plain.history)
    for data in (text_of(strewn), packed_of(strewn)):
        assert faults(data, table.game) == ()
    for session in (plain, strewn):
        session.undo(2)
        session.redo()
    assert strewn.line.events == plain.line.events
    assert strewn.state == plain.state


def test_a_game_comes_back_from_its_text(table: Table) -> None:
    """The text of a game has everything that its log has: the log made from it is the same, byte for byte."""
    session = played(table, remarks=True)
    session.undo(2)
    session.redo()
    again = session_of(text_for_people(session), "game.txt", table.game)
    assert text_of(again) == text_of(session)


def played(table: Table, *, remarks: bool) -> Session:
    """A random game with a seed, to its end or to 300 events.

    With `remarks` it also has notes, changes of names and tags, and endings that were taken back.
    """
    options = plain_options(table.case.options)
    session = Session.new(table.game, table.names, seed=SEED, options=options)
    random = table.random()
    while (actors := session.actors) and len(session.line.events) < 300:
        dice = Dice(SEED, str(table), len(session.line.events))
        if remarks and random.random() < 0.3:
            remark(session, random.randrange(4))
        seat = dice.choice(actors)
        session.do(seat, table.game.pick(session.state, seat, dice))
        session.resolve_chance()
    if remarks:
        remark(session, 0)
    return session


def remark(session: Session, kind: int) -> None:
    """Add something to the log that is not part of the game: a note, names and tags, or an ending and its removal."""
    if kind == 0:
        session.note("a slip", mark="?!", data={"clock": len(session.history)})
    elif kind == 1:
        session.note("well begun", on=0, author=session.players[0])
    elif kind == 2:
        session.set(players=[f"{name}*" for name in session.players], tags={"Event": "Club", "Site": None})
    else:
        session.set(ending=Ending("resigned", 0))
        session.set(ending=None)  # so that the game can continue


__all__ = [name for name in globals() if name.startswith("test_")]
