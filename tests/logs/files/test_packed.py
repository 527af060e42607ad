"""The packed form: byte for byte as described, back to the same text, and nothing damaged that passes unnoticed."""

from __future__ import annotations

import gzip
import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.files.packed import MAGIC, is_packed_name, pack
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert
from support.logs import DUEL_HAND, data_of, duel_game, every_kind, tides_game

pytestmark = pytest.mark.usefixtures("duel")

TAGS = ["play", "take", "spare", "prize"]
FORMS = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".kpack", ".kpack.gz", ".kpack.zst")


def packed(session: Session) -> bytes:
    return b"".join(pack(session.header, session.game, session.history, digest(session.state)))


def frame(value: Any) -> bytes:
    """A frame of less than 128 bytes."""
    payload = value if isinstance(value, bytes) else msgspec.msgpack.encode(value)
    assert len(payload) < 128
    return bytes((len(payload),)) + payload


def made(*frames: Any, header: Any = None, tags: Any = TAGS, end: bytes | None = None) -> bytes:
    """A packed log of these frames; it ends with the digest of the set-up unless told otherwise."""
    default = {"kronika": 2, "game": "duel", "rules": 1, "players": ["Anna", "Bob"], "options": {"joker": False}}
    head = default if header is None else header
    last = frame(digest(duel_game(()).state)) if end is None else end
    return b"".join((MAGIC, frame(head), frame(tags), *map(frame, frames), last))


def faults(path: Path, data: bytes) -> list[Fault]:
    path.write_bytes(data)
    return list(validate(str(path)).faults)


# -- the length of a frame --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "says"),
    [
        (b"\x81\x80\x40", "a frame is longer than 1 MiB, the most there can be"),
        (b"\x80\x80\x80\x01", "a frame is longer than 1 MiB, the most there can be"),
        (b"\xff\xff\xff\x7f", "a frame is longer than 1 MiB, the most there can be"),
        (b"\x80\x80\x80\x80\x00", "a frame has no length"),
        (b"\xff\xff\xff\xff\xff", "a frame has no length"),
    ],
)
def test_a_length_that_no_frame_has(tmp_path: Path, length: bytes, says: str) -> None:
    """Seven bits a byte, the lowest first: 2 to the 20th and 1, 2 to the 21st, as many as four bytes can say; five."""
    (fault,) = faults(tmp_path / "a.kpack", MAGIC + length)
    assert (fault.line, fault.code) == (1, "syntax")
    assert fault.message == f"the packed log has no readable header: {says}"


def test_a_length_of_more_bytes_than_it_needs(tmp_path: Path) -> None:
    """Four bytes for a header of less than 128: as good as one."""
    data = made()
    size = data[len(MAGIC)]
    assert faults(tmp_path / "a.kpack", MAGIC + bytes((size | 128, 128, 128, 0)) + data[len(MAGIC) + 1 :]) == []


@pytest.mark.parametrize("options", [msgspec.msgpack.Ext(5, b"ab"), {"joker": msgspec.msgpack.Ext(5, b"ab")}])
def test_a_messagepack_extension_is_named_by_its_type(tmp_path: Path, options: Any) -> None:
    """A message is the same in each run: the value itself would be quoted with its place in memory."""
    header = {"kronika": 2, "game": "duel", "rules": 1, "players": ["Anna", "Bob"], "options": options}
    one_of_many = pack_file([(msgspec.msgpack.encode([header, TAGS, [], "0" * 16]), "a")])
    for data in (made(header=header), one_of_many, made([-1, 3, msgspec.msgpack.Ext(5, b"ab")])):
        (fault,) = faults(tmp_path / "a.kpack", data)
        assert "a MessagePack extension of type 5" in fault.message


# -- the form ---------------------------------------------------------------------------------------------------


def test_names() -> None:
    assert all(is_packed_name(name) for name in ("a.kpack", "a.kpack.gz", "a.kpack.zst", "dir.jsonl/a.kpack"))
    assert not any(is_packed_name(name) for name in ("a.jsonl", "a.jsonl.gz", "kpack", "a.kpack.txt", "-"))


def test_bytes_put_together_by_hand() -> None:
    session = duel_game()
    session.undo_events(2)
    session.redo_events(1)
    data = packed(session)
    assert data.startswith(b"KRONIKA\x01")
    header = msgspec.msgpack.encode(
        {
            "kronika": 2,
            "game": "duel",
            "rules": 1,
            "players": ["Anna", "Bob"],
            "options": {"joker": False},
            "seed": None,
            "tags": {},
        }
    )
    assert len(header) == 73
    assert data[8:] == b"".join(
        (
            b"\x49" + header,
            b"\x17\x94\xa4play\xa4take\xa5spare\xa5prize",
            b"\x04\x93\xff\x03\x03",  # chance: prize 3
            b"\x04\x93\x00\x00\x04",  # Anna: play 4
            b"\x04\x93\x01\x00\x02",  # Bob: play 2
            b"\x03\x92\x00\x01",  # Anna: take
            b"\x04\x93\xff\x03\x05",  # chance: prize 5
            b"\x04\x93\x01\x00\x03",  # Bob: play 3
            b"\x04\x93\x00\x00\x03",  # Anna: play 3
            b"\x04\x93\xff\x03\x02",  # chance: prize 2
            b"\x04\x93\x00\x00\x01",  # Anna: play 1
            b"\x04\x93\x01\x00\x04",  # Bob: play 4
            b"\x03\x92\x01\x01",  # Bob: take
            b"\x03\x92\xfe\x02",  # undo 2
            b"\x03\x92\xfd\x01",  # redo 1
            b"\x11\xb0" + digest(session.state).encode(),
        )
    )


@pytest.mark.parametrize(("size", "length"), [(126, b"\x7e"), (127, b"\x7f"), (128, b"\x80\x01"), (129, b"\x81\x01")])
def test_a_length_takes_as_few_bytes_as_it_can(size: int, length: bytes) -> None:
    """Seven bits of it in each, low ones first; the highest bit says that another one follows."""
    games = (duel_game(tags={"note": "x" * n}) for n in range(100))
    session = next(game for game in games if len(msgspec.msgpack.encode(game.header)) == size)
    assert packed(session)[8 : 8 + len(length)] == length


def test_long_frames_have_their_length_in_groups_of_seven_bits(tmp_path: Path) -> None:
    """A header of a thousand bytes: its length needs two bytes, low bits first."""
    session = duel_game(tags={"note": "x" * 1000})
    size = len(msgspec.msgpack.encode(session.header))
    assert packed(session)[8:10] == bytes((size & 127 | 128, size >> 7))
    path = tmp_path / "game.kpack"
    path.write_bytes(packed(session))
    assert load(str(path)).header.tags == {"note": "x" * 1000}


def test_a_packed_log_is_a_fraction_of_its_text() -> None:
    """The design: about three bytes an event beside the header; text has about 150."""
    session = tides_game()
    head = len(packed(tides_game(())))
    assert len(session.history) == 39
    assert (len(packed(session)) - head) / 34 < 7
    assert len(packed(session)) * 8 < len(data_of(session))


# -- there and back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), [*itertools.permutations(FORMS, 2), (".jsonl", ".jsonl")])
def test_text_packed_and_compressed_forms_give_the_same_bytes(tmp_path: Path, one: str, other: str) -> None:
    session = duel_game(tags={"event": "Finále ♜", "place": ""}, options={"joker": True})
    session.undo(3)
    session.redo(1)
    session.undo_events(1)
    first, there, back, again = (
        str(tmp_path / f"{name}{end}") for name, end in zip("abcd", (one, other) * 2, strict=True)
    )
    write_log(first, session)
    convert(first, there)
    convert(there, back)
    convert(back, again)
    assert Path(first).read_bytes() == Path(back).read_bytes()
    assert Path(there).read_bytes() == Path(again).read_bytes()
    convert(back, str(tmp_path / "text"))
    assert (tmp_path / "text").read_bytes() == data_of(session)


def test_a_whole_game_of_tides_packs_and_unpacks(tmp_path: Path) -> None:
    session = tides_game(tags={"date": "2024-05-01"})
    write_log(str(tmp_path / "a.kpack.gz"), session)
    convert(str(tmp_path / "a.kpack.gz"), str(tmp_path / "b.jsonl"))
    assert (tmp_path / "b.jsonl").read_bytes() == data_of(session)


def test_a_log_without_events(tmp_path: Path) -> None:
    (tmp_path / "a.kpack").write_bytes(made())
    assert load(str(tmp_path / "a.kpack")).history == []
    assert validate(str(tmp_path / "a.kpack"), strict=True).ok


@pytest.mark.parametrize("seed", [0, 2**63 - 1, -(2**63)])
def test_the_greatest_seeds_go_through(tmp_path: Path, seed: int) -> None:
    write_log(str(tmp_path / "a.kpack"), duel_game((), seed=seed))
    assert load(str(tmp_path / "a.kpack")).header.seed == seed


def test_packing_the_same_twice_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, now in (("a.kpack.gz", 1e9), ("b.kpack.gz", 2e9)):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        write_log(str(tmp_path / name), duel_game())
    assert (tmp_path / "a.kpack.gz").read_bytes() == (tmp_path / "b.kpack.gz").read_bytes()


def test_types_are_reported_by_their_names_not_by_their_place(tmp_path: Path) -> None:
    """A log written when the game had its types in another order still reads."""
    session = duel_game(("chance: prize 3", "Anna: play 4"))
    data = made([-1, 0, 3], [0, 2, 4], tags=["prize", "take", "play"], end=frame(digest(session.state)))
    assert faults(tmp_path / "a.kpack", data) == []
    assert load(str(tmp_path / "a.kpack")).history == session.history


# -- faults -----------------------------------------------------------------------------------------------------


def test_final_digest_that_is_another(tmp_path: Path) -> None:
    session = duel_game()
    data = packed(session)[:-16] + b"0123456789abcdef"
    (fault,) = faults(tmp_path / "a.kpack", data)
    assert (fault.line, fault.code) == (12, "digest")
    assert fault.message == f"the last state is {digest(session.state)}, the log has 0123456789abcdef"
    with pytest.raises(LogError) as caught:
        convert(str(tmp_path / "a.kpack"), str(tmp_path / "b.jsonl"))
    assert caught.value.fault == fault
    assert not (tmp_path / "b.jsonl").exists()
    assert load(str(tmp_path / "a.kpack")).warnings == (fault,)


FRAMES = [
    ([b"\xc1"], 2, "syntax"),  # a byte that MessagePack does not use
    ([b""], 2, "syntax"),
    ([[]], 2, "syntax"),
    ([[0]], 2, "syntax"),
    ([7], 2, "syntax"),
    ([None], 2, "syntax"),
    ([{"by": 0}], 2, "syntax"),
    ([["0", 0, 4]], 2, "syntax"),
    ([[0, True]], 2, "syntax"),
    ([[0, 1.0]], 2, "syntax"),
    ([[0, 4]], 2, "syntax"),  # there are four types
    ([[0, -1]], 2, "syntax"),
    ([[-1, -1, 3]], 2, "syntax"),  # not the last type either
    ([[0, 0]], 2, "syntax"),  # no card
    ([[0, 0, 4, 4]], 2, "syntax"),
    ([[0, 1, 4]], 2, "syntax"),  # `take` has no field
    ([[-2, 1, 1]], 2, "syntax"),  # an undo has no further field either
    ([[-3, 1, None]], 2, "syntax"),
    ([[-2, 0]], 2, "schema"),
    ([[-3, -1]], 2, "schema"),
    ([[-2, 2**31 + 1]], 2, "schema"),
    ([[-4, 1]], 2, "schema"),
    ([[100, 1]], 2, "schema"),
    ([[-1, 3, 6]], 2, "schema"),
    ([[-1, 3, "3"]], 2, "schema"),
    ([[-1, 3, None]], 2, "schema"),
    ([[-1, 3, b"3"]], 2, "schema"),
    ([[-2, 1]], 2, "undo"),
    ([[-3, 1]], 2, "undo"),
    ([[0, 1]], 2, "illegal"),
    ([[-1, 3, 3], [0, 0, 4], [0, 0, 3]], 4, "illegal"),
    ([[-1, 3, 3], [-3, 1]], 3, "undo"),
]


@pytest.mark.parametrize(("frames", "line", "code"), FRAMES)
def test_frame_that_holds_no_record(tmp_path: Path, frames: list[Any], line: int, code: str) -> None:
    found = faults(tmp_path / "a.kpack", made(*frames))
    assert (found[0].line, found[0].code) == (line, code)
    assert str(found[0]).startswith(f"{tmp_path / 'a.kpack'}:{line}: {code} ")


@pytest.mark.parametrize(
    ("data", "line", "code", "message"),
    [
        (MAGIC, 1, "incomplete", "cut short in its header"),
        (MAGIC + b"\n", 1, "incomplete", "cut short in its header"),
        (MAGIC + b"\x00", 1, "syntax", "no readable header"),
        (MAGIC + b"\x01\xc1", 1, "syntax", "no readable header"),
        (MAGIC + b"\xff\xff\xff\xff\xff", 1, "syntax", "no readable header"),  # a frame of 32 gigabytes
        (MAGIC + b"\x80" * 50, 1, "syntax", "a frame has no length"),
        (MAGIC + frame([1, 2]), 1, "schema", "has no header"),
        (MAGIC + frame({}), 1, "schema", "has no header"),
        (MAGIC + frame({"kronika": "x"}), 1, "schema", "has no header"),
        (MAGIC + frame({1: 2}), 1, "schema", "has no header"),
        (MAGIC + frame({"kronika": 4}), 1, "newer-version", "format 4"),
        (MAGIC + frame({"kronika": 4, "what": b"x"}), 1, "newer-version", "format 4"),
        (made(header={"kronika": 2, "game": "duel", "rules": 2, "players": ["A", "B"]}), 1, "newer-version", "rules 2"),
        (made(header={"kronika": 2, "game": "dual", "rules": 1, "players": []}), 1, "unknown-game", "mean duel?"),
        (made(header={"kronika": 2, "game": "duel", "rules": 1, "players": ["A"]}), 1, "setup", "2 to 3 players"),
        (made(tags="play"), 1, "syntax", "not readable"),
        (made(tags=[1, 2]), 1, "syntax", "not readable"),
        (made([0, 0, 4], tags=["jump"]), 2, "syntax", "not readable"),
        (made([0, 0], tags=["jump"]), 2, "schema", "jump"),
        (made() + b"\x00", 2, "syntax", "something follows the end"),
        (made() + frame([-1, 3, 3]), 2, "syntax", "something follows the end"),
        (made() + b"\x05", 3, "incomplete", "cut short"),
        (made(end=b""), 2, "incomplete", "cut short"),
        (made([-1, 3, 3], end=b""), 3, "incomplete", "cut short"),
        (made(end=frame("abc")), 1, "digest", "the log has abc"),
        (made(end=frame("")), 1, "digest", "the log has "),
    ],
)
def test_packed_file_that_is_none(tmp_path: Path, data: bytes, line: int, code: str, message: str) -> None:
    found = faults(tmp_path / "a.kpack", data)
    assert (found[0].line, found[0].code) == (line, code)
    assert message in found[0].message


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("session", [duel_game, every_kind])
def test_cut_at_every_byte(tmp_path: Path, session: Callable[[], Session], compressed: bool) -> None:
    """No beginning of a packed log is a packed log."""
    data = packed(session())
    data = gzip.compress(data, mtime=0) if compressed else data
    for cut in range(len(data)):
        found = faults(tmp_path / "a.kpack", data[:cut])
        # What is shorter than the mark at the beginning can't be known for a packed log.
        allowed = ("incomplete", "schema", "syntax") if cut < len(MAGIC) else ("incomplete",)
        assert found, cut
        assert found[-1].code in allowed, cut


def test_every_bit_turned_is_found_or_harmless(tmp_path: Path) -> None:
    """A damaged packed log has a fault, unless the damage is in what the last state does not depend on."""
    session = duel_game()
    data = packed(session)
    harmless = 0
    for at, bit in itertools.product(range(len(data)), range(8)):
        spoilt = bytearray(data)
        spoilt[at] ^= 1 << bit
        path = tmp_path / "a.kpack"
        path.write_bytes(spoilt)
        report = validate(str(path))
        if report.ok:
            harmless += 1
            loaded = load(str(path))
            assert [e for e in loaded.history if isinstance(e, Event)] == session.history, at
            assert loaded.header.options == session.header.options
    # Letters of the names and of a type that is not in use, and the seed that nothing was drawn from.
    assert harmless <= 8 * len("AnnaBobspare") + 2


def test_every_byte_lost_or_doubled_is_found_or_harmless(tmp_path: Path) -> None:
    session = duel_game()
    data = packed(session)
    for at in range(len(data)):
        for spoilt in (data[:at] + data[at + 1 :], data[:at] + data[at : at + 1] + data[at:]):
            path = tmp_path / "a.kpack"
            path.write_bytes(spoilt)
            if validate(str(path)).ok:
                assert load(str(path)).history == session.history, at


def test_a_packed_log_counts_the_header_as_its_first_line(tmp_path: Path) -> None:
    """The same fault has the same line in the text and in the packed form."""
    (found,) = faults(tmp_path / "a.kpack", made([-1, 3, 3], [0, 0, 4], [0, 0, 4]))
    assert found.line == 4
    text = data_of(duel_game(("chance: prize 3", "Anna: play 4"))) + b'{"n":3,"by":0,"do":{"type":"play","card":4}}\n'
    (in_text,) = faults(tmp_path / "a.jsonl", text)
    assert (in_text.line, in_text.code, in_text.message, in_text.rules) == (
        found.line,
        found.code,
        found.message,
        found.rules,
    )


def test_the_hand_written_game_is_the_one_that_is_packed() -> None:
    assert len(DUEL_HAND) == len(duel_game().history) == 11
