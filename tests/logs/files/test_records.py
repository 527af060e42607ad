"""The lines of a log: how they are written, and which combinations of fields make a record."""

from __future__ import annotations

import re
from hashlib import blake2b

import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.sessions.digest import digest, format_1_digests
from kronika.core.sessions.events import Ending, Entry, Event, Header, Note, Redo, Set, Undo
from kronika.logs.files.records import (
    Record,
    header_line,
    record_decoder,
    record_line,
    seat_of,
    shape_error,
    to_entry,
    to_record,
)
from kronika.logs.replaying.logfile import log_lines
from support import duel as game
from support.duel import Play, Prize, Shown, Take
from support.logs import DUEL_EFFECTS, DUEL_HAND, data_of, duel_game, lines_of

pytestmark = pytest.mark.usefixtures("duel")

DIGEST = "0123456789abcdef"


def test_header_is_one_line_with_every_key_in_a_fixed_order() -> None:
    header = Header(2, "duel", 1, ("Anna", "Bob"), {"joker": True}, 7, {"event": "Finále"})
    assert header_line(header) == (
        b'{"kronika":2,"game":"duel","rules":1,"players":["Anna","Bob"],"options":{"joker":true},"seed":7,'
        b'"tags":{"event":"Fin\xc3\xa1le"}}\n'
    )


def test_header_keeps_what_is_not_set() -> None:
    assert header_line(Header(2, "duel", 1, ("Anna", "Bob"))) == (
        b'{"kronika":2,"game":"duel","rules":1,"players":["Anna","Bob"],"options":{},"seed":null,"tags":{}}\n'
    )


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (
            Event(CHANCE, Prize(3), (), DIGEST),
            b'{"n":1,"by":"chance","do":{"type":"prize","value":3},"state":"0123456789abcdef"}\n',
        ),
        (
            Event(1, Play(2), (Shown((4, 2)),), DIGEST),
            b'{"n":1,"by":1,"do":{"type":"play","card":2},"then":[{"type":"shown","cards":[4,2],"rule":"DU-2"}],'
            b'"state":"0123456789abcdef"}\n',
        ),
        (Event(0, Take(), (), DIGEST), b'{"n":1,"by":0,"do":{"type":"take"},"state":"0123456789abcdef"}\n'),
        (Undo(3), b'{"n":1,"undo":3}\n'),
        (Redo(2), b'{"n":1,"redo":2}\n'),
        (Set(("Anna", "Bea")), b'{"n":1,"set":{"players":["Anna","Bea"]}}\n'),
        (Set(tags={"Event": "Club", "Site": None}), b'{"n":1,"set":{"tags":{"Event":"Club","Site":null}}}\n'),
        (Set(ending=None), b'{"n":1,"set":{"ending":null}}\n'),
        (
            Set(ending=Ending("resigned", 1, (0,), "late")),
            b'{"n":1,"set":{"ending":{"why":"resigned","by":1,"winners":[0],"text":"late"}}}\n',
        ),
        (Note("so"), b'{"n":1,"note":{"text":"so"}}\n'),
        (
            Note("so", 0, "Anna", "?!", {"clock": 31}),
            b'{"n":1,"note":{"text":"so","on":0,"author":"Anna","mark":"?!","data":{"clock":31}}}\n',
        ),
    ],
)
def test_record_is_one_line_without_what_is_not_there(entry: Entry, line: bytes) -> None:
    record = to_record(entry, 1)
    assert record_line(record) == line
    assert record_decoder(game.GAME).decode(line) == record
    assert shape_error(record) == ""
    assert to_entry(record) == entry


def test_a_whole_game_is_written_as_it_was_worked_out_by_hand() -> None:
    header, *records = lines_of(duel_game())
    assert header == {
        "kronika": 2,
        "game": "duel",
        "rules": 1,
        "players": ["Anna", "Bob"],
        "options": {"joker": False},
        "seed": None,
        "tags": {},
    }
    for number, (record, by_hand) in enumerate(zip(records, DUEL_HAND, strict=True), 1):
        assert re.fullmatch("[0-9a-f]{16}", record.pop("state"))
        effects = {"then": DUEL_EFFECTS[number]} if number in DUEL_EFFECTS else {}
        assert record == {"n": number, **by_hand, **effects}


def test_digest_is_blake2b_of_the_state_as_message_pack() -> None:
    """The state of the tiny game before anything, put together byte by byte."""
    encoded = b"".join(
        (
            b"\x98",  # an array of eight
            b"\xc0",  # nil in the place of the options
            b"\x00",  # phase
            b"\xc4\x05\x02\x02\x03\x03\x05",  # the prizes
            b"\x00",  # no prize is up
            b"\x92\xc4\x04\x01\x02\x03\x04\xc4\x04\x01\x02\x03\x04",  # the hands
            b"\x92\x00\x00",  # nothing chosen
            b"\x92\xc4\x00\xc4\x00",  # nothing won
            b"\x90",  # nothing pending
        )
    )
    assert digest(duel_game().at(0)) == blake2b(encoded, digest_size=8).hexdigest()
    # Format 1 hashed the options too, as an array: joker false.
    of_format_1 = encoded[:1] + b"\x91\xc2" + encoded[2:]
    assert format_1_digests(duel_game().at(0), ["joker"]) == (blake2b(of_format_1, digest_size=8).hexdigest(),)
    # A log that does not name it may be older than the option.
    before = encoded[:1] + b"\x90" + encoded[2:]
    assert format_1_digests(duel_game().at(0), []) == tuple(
        blake2b(data, digest_size=8).hexdigest() for data in (of_format_1, before)
    )


def test_numbers_count_undo_and_redo_too() -> None:
    session = duel_game()
    session.undo(2)
    session.redo()
    lines = list(log_lines(session))
    assert lines[-2:] == [b'{"n":12,"undo":2}\n', b'{"n":13,"redo":1}\n']


def test_seat_of_a_record() -> None:
    assert seat_of(Record(by="chance", do=Prize(2))) == CHANCE
    assert seat_of(Record(by=0, do=Take())) == 0
    assert seat_of(Record(by=1, do=Take())) == 1


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (Record(), "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: none of them"),
        (Record(n=4, by=0), "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: none of them"),
        (
            Record(by=0, do=Take(), undo=1),
            "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: do and undo",
        ),
        (
            Record(by=0, do=Take(), redo=1),
            "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: do and redo",
        ),
        (Record(undo=1, redo=1), "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: undo and redo"),
        (
            Record(by=0, do=Take(), undo=1, redo=1),
            "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: do and undo and redo",
        ),
        (Record(do=Take()), "an event says who did it: `by` is missing"),
        (Record(undo=1, by=0), "`by` does not go with `undo`"),
        (Record(redo=1, by="chance"), "`by` does not go with `redo`"),
        (Record(undo=1, then=()), "`then` does not go with `undo`"),
        (Record(redo=1, state=DIGEST), "`state` does not go with `redo`"),
        (Record(undo=1, by=0, state=DIGEST), "`by` does not go with `undo`"),
        (Record(set=Set(), by=0), "`by` does not go with `set`"),
        (Record(note=Note(), state=DIGEST), "`state` does not go with `note`"),
        (
            Record(note=Note(), set=Set()),
            "a record has one of `do`, `undo`, `redo`, `set` and `note`, here: set and note",
        ),
    ],
)
def test_bad_combination_of_fields(record: Record[object, object], problem: str) -> None:
    assert shape_error(record) == problem


@pytest.mark.parametrize(
    "record",
    [
        Record(by=0, do=Take()),
        Record(by="chance", do=Prize(2), then=()),
        Record(n=1, by=0, do=Take(), then=(), state=DIGEST),
        Record(undo=1),
        Record(n=9, redo=2),
        Record(n=9, set=Set()),
        Record(note=Note()),
    ],
)
def test_good_combination_of_fields(record: Record[object, object]) -> None:
    assert shape_error(record) == ""


def test_the_same_session_gives_the_same_bytes() -> None:
    assert data_of(duel_game()) == data_of(duel_game())
