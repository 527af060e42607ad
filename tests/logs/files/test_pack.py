"""A file of many logs: its layout byte by byte, any log from the middle, and nothing damaged that passes unnoticed."""

from __future__ import annotations

import io
import struct
import zlib
from hashlib import blake2b
from pathlib import Path
from random import Random

import msgspec
import pytest

from kronika.core.basics import limits
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.logs.files import extras, pack_blocks, pack_writing
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.pack import Pack, open_pack, pack_of
from kronika.logs.files.pack_writing import new_pack, pack_file
from kronika.logs.files.packed import CorruptPack, TruncatedPack
from kronika.logs.files.reader import LogReader
from kronika.logs.files.sources import Stored, content_digest, read_stored, stored_log, stored_logs
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.logs import DUEL_MOVES, data_of, duel_game, every_kind, tides_game
from support.unseen import recorded

pytestmark = pytest.mark.usefixtures("duel")


def some_logs(count: int) -> list[tuple[bytes, str]]:
    """Different games of the tiny game, with a note or an undo in some; their bytes and names."""
    logs = []
    for number in range(count):
        session = duel_game(DUEL_MOVES[: number % 8], tags={"number": str(number)})
        if number % 3 == 2 and session.line.events:
            session.undo_events(1)
        logs.append((packed_bytes(session), f"game-{number + 1}"))
    return logs


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of two or three logs."""
    monkeypatch.setattr(pack_writing, "SIZE", 300)


def written(path: Path, logs: list[tuple[bytes, str]]) -> bytes:
    with new_pack(str(path)) as writer:
        for log, name in logs:
            writer.add(log, name)
    return path.read_bytes()


def rest_of(found: Pack) -> list[bytes]:
    return [found.log(place) for place in range(1, found.logs + 1)]


# -- the layout -------------------------------------------------------------------------------------------------------


def test_the_layout_is_as_documented() -> None:
    """By hand, from docs/log-format.md: a file of two logs, whose block is not compressed."""
    logs = [(b"first log", "one"), (b"log two", "two")]
    block = pack_writing.block_of(logs, pack_blocks.STORED)
    names, data = b"one\ntwo", b"first loglog two"
    entries = b"".join(
        struct.pack("<II", at, len(log)) + blake2b(log, digest_size=16).digest()
        for at, log in ((0, b"first log"), (9, b"log two"))
    )
    head = b"Kblk" + bytes((0, 0, 0, 0)) + struct.pack("<IIII", 2, 7, 16, 16)
    seal = blake2b(head + bytes(16) + entries + names, digest_size=16).digest()
    assert block == head + seal + entries + names + data
    rows = struct.pack("<QQ", 8, 0)
    foot = struct.pack("<QQI", 8 + len(block), 2, 1)
    table = b"Ktab" + rows + foot + blake2b(rows + struct.pack("<QQ", 8 + len(block), 2), digest_size=16).digest()
    found = pack_of("x", b"KRONIKA\x02" + block + table + b"\x02AKINORK")
    assert found.has_table
    assert rest_of(found) == [b"first log", b"log two"]


def test_a_log_is_a_list_of_its_header_types_events_and_digest() -> None:
    """By hand: two events of the tiny game, the numbers of their types first, then who did it."""
    session = duel_game(DUEL_MOVES[:2])
    header, tags, entries, last = msgspec.msgpack.decode(packed_bytes(session))
    assert header == msgspec.json.decode(msgspec.json.encode(session.header))
    assert tags == ["play", "take", "spare", "prize"]
    assert [entry[1] for entry in entries] == [event.by for event in session.line.events]
    assert [tags[entry[0]] for entry in entries] == [event.do.__struct_config__.tag for event in session.line.events]
    assert last == digest(session.state)


def test_what_is_no_event_is_kept_too(tmp_path: Path) -> None:
    session = every_kind()
    write_log(str(tmp_path / "a.kpack"), session)
    again = load(str(tmp_path / "a.kpack"))
    assert (again.header, again.history) == (session.header, session.history)
    assert data_of(again) == data_of(session)


def test_the_log_of_a_witness_is_kept_as_its_records(tmp_path: Path) -> None:
    session = recorded("tigris", 2, 4)
    write_log(str(tmp_path / "a.kpack"), session)
    assert data_of(load(str(tmp_path / "a.kpack"))) == data_of(session)
    assert validate(str(tmp_path / "a.kpack")).ok


# -- one of many ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
def test_every_log_is_found_by_its_place_and_by_its_name(tmp_path: Path) -> None:
    logs = some_logs(20)
    written(tmp_path / "a.kpack", logs)
    found = open_pack(str(tmp_path / "a.kpack"))
    assert (found.logs, found.has_table, found.unread) == (20, True, 0)
    assert found.blocks > 3
    assert rest_of(found) == [log for log, _ in logs]
    assert [found.place(name) for _, name in logs] == list(range(1, 21))
    address = f"{tmp_path}/a.kpack#game-6"
    assert load(address).header.tags == {"number": "5"}
    assert load(f"{tmp_path}/a.kpack#6").history == load(address).history


@pytest.mark.usefixtures("small")
def test_the_list_of_logs_has_addresses_names_and_contents(tmp_path: Path) -> None:
    logs = some_logs(9)
    written(tmp_path / "a.kpack", logs)
    path = str(tmp_path / "a.kpack")
    listed = list(stored_logs([path]))
    assert listed == [Stored(f"{path}#{at}", content_digest(log), name) for at, (log, name) in enumerate(logs, 1)]
    assert [read_stored(log) for log in listed] == [log for log, _ in logs]
    assert stored_log(f"{path}#game-3") == Stored(f"{path}#game-3", content_digest(logs[2][0]), "game-3")
    assert list(find_logs([str(tmp_path)]).paths) == [log.address for log in listed]


class Counted(io.BytesIO):
    """A file that counts the bytes that are read of it."""

    total = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        Counted.total += len(data)
        return data


@pytest.mark.usefixtures("small")
def test_one_log_costs_the_table_and_one_block(tmp_path: Path) -> None:
    data = written(tmp_path / "a.kpack", some_logs(400))
    Counted.total = 0
    found = Pack("a", lambda: Counted(data))
    table = found.blocks * pack_blocks.ROW.size + pack_blocks.FOOT.size + 12
    assert Counted.total <= table + pack_blocks.FOOT.size
    Counted.total = 0
    assert found.log(57) == some_logs(57)[-1][0]
    block = found.block(found.find(57)[0])
    assert Counted.total <= 2 * (block.end - found.row(found.find(57)[0])[0])
    assert Counted.total < len(data) / 20


def test_the_same_log_has_the_same_content_in_every_file(tmp_path: Path) -> None:
    logs = some_logs(3)
    written(tmp_path / "a.kpack", logs)
    written(tmp_path / "b.kpack", logs[::-1])
    one, other = ({log.content for log in stored_logs([f"{tmp_path}/{name}.kpack"])} for name in "ab")
    assert one == other
    assert len(one) == 3


def test_a_file_of_one_log_needs_no_place(tmp_path: Path) -> None:
    path = tmp_path / "a.kpack"
    write_log(str(path), duel_game())
    assert list(find_logs([str(path)]).paths) == [str(path)]
    assert load(str(path)).history == load(f"{path}#1").history == duel_game().history
    assert list(stored_logs([str(path)])) == [Stored(str(path), content_digest(packed_bytes(duel_game())))]


def test_a_file_of_that_whole_name_has_priority(tmp_path: Path) -> None:
    written(tmp_path / "a.kpack", some_logs(3))
    write_log(str(tmp_path / "b.jsonl"), duel_game(DUEL_MOVES[:1]))
    (tmp_path / "b.jsonl").rename(tmp_path / "a.kpack#2")
    assert len(load(f"{tmp_path}/a.kpack#2").history) == 1


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("", "holds 3 logs: name one of them, such as a.kpack#1."),
        ("#4", "has no log #4: its logs are #1 to #3."),
        ("#0", "has no log #0: its logs are #1 to #3."),
        ("#nobody", "has no log: 'nobody'."),
        ("#twin", "has 2 logs of this name (#2, #3): name one by its place: 'twin'."),
    ],
)
def test_a_log_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, says: str) -> None:
    monkeypatch.chdir(tmp_path)
    logs = some_logs(3)
    written(tmp_path / "a.kpack", [logs[0], (logs[1][0], "twin"), (logs[2][0], "twin")])
    with pytest.raises(FileError) as caught:
        load(f"a.kpack{key}")
    assert str(caught.value) == f"a.kpack: {says}"


def test_an_empty_file_of_logs(tmp_path: Path) -> None:
    written(tmp_path / "a.kpack", [])
    assert open_pack(str(tmp_path / "a.kpack")).logs == 0
    assert list(stored_logs([str(tmp_path / "a.kpack")])) == [Stored(f"{tmp_path}/a.kpack")]
    with pytest.raises(FileError, match="holds no log"):
        load(str(tmp_path / "a.kpack"))


def test_the_bytes_of_a_file_can_be_read_as_the_file(tmp_path: Path) -> None:
    data = pack_file([(packed_bytes(duel_game()), "")])
    assert load("-", data).history == duel_game().history
    with pytest.raises(FileError, match=r"^<stdin>: holds 2 logs, and a stream stands for one: name a file"):
        load("-", pack_file(some_logs(2)))


# -- compression ------------------------------------------------------------------------------------------------------


def test_without_zstd_a_file_is_written_and_read_with_deflate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(extras, "import_module", _no_module)
        written(tmp_path / "a.kpack", some_logs(5))
        assert open_pack(str(tmp_path / "a.kpack")).block(0).compression == pack_blocks.DEFLATE
        assert rest_of(open_pack(str(tmp_path / "a.kpack"))) == [log for log, _ in some_logs(5)]
    written(tmp_path / "b.kpack", some_logs(5))
    assert open_pack(str(tmp_path / "b.kpack")).block(0).compression == pack_blocks.ZSTD
    monkeypatch.setattr(extras, "import_module", _no_module)
    with pytest.raises(FileError, match=r"pip install 'kronika\[zstd\]'"):
        pack_of("b", (tmp_path / "b.kpack").read_bytes()).log(1)


def _no_module(name: str) -> None:
    raise ImportError(name)


def block_saying(data: bytes, how: int, raw: int) -> bytes:
    """A file of one block, whose list of logs is right but for the length of its data."""
    entries = pack_blocks.ENTRY.pack(0, 9, bytes(16))
    block = pack_blocks.block_head(how, entries, b"", raw, len(data)) + data
    return pack_blocks.MAGIC + block + pack_blocks.table(pack_blocks.ROW.pack(8, 0), 8 + len(block), 1)


BOMB = bytes(1 << 23)


@pytest.mark.parametrize(
    ("how", "raw", "says"),
    [
        (pack_blocks.DEFLATE, 1 << 23, "more than there can be"),
        (pack_blocks.DEFLATE, 9, "another length"),
        (pack_blocks.ZSTD, 1 << 23, "more than there can be"),
        (pack_blocks.ZSTD, 9, "another length"),
        (9, 9, "a way that this program does not know"),
    ],
)
def test_a_bomb_is_not_unpacked(how: int, raw: int, says: str) -> None:
    """8 MiB of zeros: the declared size is refused, or what goes beyond it."""
    data = zlib.compress(BOMB) if how == pack_blocks.DEFLATE else pack_blocks.compress_block(BOMB, pack_blocks.ZSTD)
    with pytest.raises(CorruptPack, match=says):
        pack_of("x", block_saying(data, how, raw)).log(1)


def test_sizes_that_no_file_has_take_no_memory() -> None:
    head = pack_blocks.HEAD.pack(b"Kblk", 2, 1 << 31, 1 << 31, 1 << 31, 1 << 31, bytes(16))
    assert pack_of("x", pack_blocks.MAGIC + head).logs == 0
    foot = pack_blocks.FOOT.pack(8, 1 << 60, 1 << 31, bytes(16), pack_blocks.TAIL)
    assert pack_of("x", pack_blocks.MAGIC + foot).logs == 0


def test_lists_that_are_nested_too_deeply_are_refused(tmp_path: Path) -> None:
    for deep in (limits.NESTING + 1, 100_000):
        nested = b"\x91" * deep + b"\x00"
        header = msgspec.msgpack.encode(duel_game(()).header)
        tags = msgspec.msgpack.encode(["play", "take", "spare", "prize"])
        for log in (
            b"\x94" + nested + tags + b"\x90" + b"\xa0",
            b"\x94" + header + tags + b"\x91" + nested + b"\xa0",
            b"\x94" + header + nested + b"\x90" + b"\xa0",
        ):
            assert [fault.code for fault in validate("x", log).faults] == ["syntax"]


# -- damage -----------------------------------------------------------------------------------------------------------


def read_all(data: bytes) -> list[bytes | None]:
    """Each log as it is read, None for one that is refused. Nothing but a refusal may come of damage."""
    try:
        found = pack_of("x", data)
    except CorruptPack:
        return []
    logs: list[bytes | None] = []
    for place in range(1, found.logs + 1):
        try:
            logs.append(found.log(place))
        except (CorruptPack, TruncatedPack):
            logs.append(None)
    return logs + ([None] if found.unread else [])


@pytest.mark.usefixtures("small")
def test_a_file_that_is_cut_anywhere_keeps_its_whole_blocks(tmp_path: Path) -> None:
    logs = [log for log, _ in some_logs(7)]
    data = written(tmp_path / "a.kpack", some_logs(7))
    found = open_pack(str(tmp_path / "a.kpack"))
    ends = [found.block(number).end for number in range(found.blocks)]
    for size in range(len(pack_blocks.MAGIC), len(data)):
        whole = [number for number, end in enumerate(ends) if end <= size]
        safe = found.row(whole[-1])[1] + found.logs_of(whole[-1]) if whole else 0
        torn = size not in (8, *ends) and size < ends[-1] + 2  # one more byte may be of a block or of the table
        assert read_all(data[:size]) == [*logs[:safe], *([None] if torn else [])], size


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("part", range(4))
def test_a_flipped_byte_never_gives_another_log(tmp_path: Path, part: int) -> None:
    logs = [log for log, _ in some_logs(7)]
    data = bytearray(written(tmp_path / "a.kpack", some_logs(7)))
    random = Random(part)
    for _ in range(150):
        at = random.randrange(len(data))
        old, data[at] = data[at], data[at] ^ random.randrange(1, 256)
        for place, log in enumerate(read_all(bytes(data))):
            assert log is None or log == logs[place], at
        data[at] = old


@pytest.mark.usefixtures("small")
def test_a_damaged_block_costs_its_own_logs_alone(tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "a.kpack", some_logs(9)))
    found = open_pack(str(tmp_path / "a.kpack"))
    data[found.block(1).data_at + 9] ^= 1
    lost = set(range(found.row(1)[1] + 1, found.row(2)[1] + 1))
    path = tmp_path / "b.kpack"
    path.write_bytes(data)
    addresses = find_logs([str(path)]).paths
    assert len(addresses) == 9
    reports = [validate(address) for address in addresses]
    assert {at for at, report in enumerate(reports, 1) if not report.ok} == lost
    assert {fault.code for report in reports for fault in report.faults} == {"syntax"}


@pytest.mark.usefixtures("small")
def test_a_torn_end_is_a_fault_that_says_how_much(tmp_path: Path) -> None:
    data = written(tmp_path / "a.kpack", some_logs(7))
    end = open_pack(str(tmp_path / "a.kpack")).end
    path = tmp_path / "torn.kpack"
    path.write_bytes(data[: end - 1])
    addresses = find_logs([str(path)]).paths
    (fault,) = validate(addresses[-1]).faults
    assert (fault.code, fault.line) == ("incomplete", 1)
    size = end - 1 - open_pack(str(path)).end
    assert fault.message == f"the file is cut short: {size} bytes after its last log are not a whole block of logs"
    assert all(validate(address).ok for address in addresses[:-1])


def test_two_files_put_one_after_the_other_are_not_taken_for_the_first(tmp_path: Path) -> None:
    data = written(tmp_path / "a.kpack", some_logs(3))
    path = tmp_path / "both.kpack"
    path.write_bytes(data + data)
    assert [fault.code for fault in validate(find_logs([str(path)]).paths[-1]).faults] == ["incomplete"]


def test_a_log_with_a_wrong_digest_or_move_has_its_fault(tmp_path: Path) -> None:
    header, tags, entries, last = msgspec.msgpack.decode(packed_bytes(duel_game()))
    path = tmp_path / "a.kpack"

    def faults(*parts: object) -> list[tuple[str, int]]:
        path.write_bytes(pack_file([(msgspec.msgpack.encode(list(parts)), "x")]))
        return [(fault.code, fault.line) for fault in validate(str(path)).faults]

    assert faults(header, tags, entries, last) == []
    assert faults(header, tags, entries, "0" * 16) == [("digest", len(entries) + 1)]
    assert faults(header, tags, [*entries[:2], entries[1], *entries[2:]], last)[0] == ("illegal", 4)
    assert faults(header, tags, [*entries[:2], [77, 0]], last)[0] == ("syntax", 4)
    assert faults(header, tags, [[entries[0][0], 0, "what"]], last)[0] == ("schema", 2)
    assert faults({**header, "game": "nothing"}, tags, entries, last) == [("unknown-game", 1)]
    assert faults({**header, "kronika": 99}, tags, entries, last) == [("newer-version", 1)]
    with pytest.raises(LogError):
        LogReader(str(path))


def test_the_same_bytes_are_another_event_where_types_have_other_numbers(tmp_path: Path) -> None:
    session = duel_game()
    header, tags, entries, last = msgspec.msgpack.decode(packed_bytes(session))
    turned = [[len(tags) - 1 - number, *rest] for number, *rest in entries]
    logs = [(header, tags, entries), (header, tags[::-1], turned), (header, tags, turned)]
    packed = [(msgspec.msgpack.encode([*log, last]), "") for log in logs]
    (tmp_path / "a.kpack").write_bytes(pack_file(packed))
    reports = [validate(f"{tmp_path}/a.kpack#{place}") for place in (1, 2, 3, 1)]
    assert [report.ok for report in reports] == [True, True, False, True]
    assert {report.digest for report in reports if report.ok} == {digest(session.state)}


def test_a_session_of_tides_is_the_same_from_a_file_of_many(tmp_path: Path) -> None:
    session = tides_game(tags={"date": "2024-05-01"})
    written(tmp_path / "a.kpack", [*some_logs(3), (packed_bytes(session), "tides")])
    again: Session = load(f"{tmp_path}/a.kpack#tides")
    assert data_of(again) == data_of(session)
    assert validate(f"{tmp_path}/a.kpack#4").digest == digest(session.state)


def forged(rows: bytes, logs: int = 2) -> bytes:
    """A file of two blocks with one log each, and a table with these rows and a right digest."""
    (one, _), (two, _) = some_logs(2)
    blocks = [pack_writing.block_of([(log, "x")], pack_blocks.DEFLATE) for log in (one, two)]
    end = 8 + sum(map(len, blocks))
    return pack_blocks.MAGIC + b"".join(blocks) + pack_blocks.table(rows, end, logs)


@pytest.mark.parametrize(
    "rows",
    [
        [(1 << 63, 0)],
        [(8, 0), (8, 1)],
        [(8, 0), (1 << 40, 1)],
        [(9, 0), (60, 1)],
        [(8, 1), (60, 1)],
        [(8, 0), (60, 2)],
        [],
    ],
)
def test_a_table_that_is_forged_is_made_again_of_the_blocks(rows: list[tuple[int, int]]) -> None:
    found = pack_of("x", forged(b"".join(pack_blocks.ROW.pack(*row) for row in rows)))
    assert (found.has_table, rest_of(found)) == (False, [log for log, _ in some_logs(2)])


def test_a_table_that_leaves_out_a_block_is_noticed() -> None:
    found = pack_of("x", forged(pack_blocks.ROW.pack(8, 0), 1))
    with pytest.raises(CorruptPack, match="another number of logs, or of bytes"):
        found.log(1)


@pytest.mark.parametrize("names", [b"", b"a\nb\nc"])
def test_a_list_of_logs_without_a_name_for_each_is_refused(names: bytes) -> None:
    logs = [log for log, _ in some_logs(2)]
    entries = pack_blocks.ENTRY.pack(0, len(logs[0]), content_digest(logs[0]))
    entries += pack_blocks.ENTRY.pack(len(logs[0]), len(logs[1]), content_digest(logs[1]))
    data = b"".join(logs)
    block = pack_blocks.block_head(pack_blocks.STORED, entries, names, len(data), len(data)) + data
    found = pack_of("x", pack_blocks.MAGIC + block + pack_blocks.table(pack_blocks.ROW.pack(8, 0), 8 + len(block), 2))
    with pytest.raises(CorruptPack, match="a name for each log"):
        found.log(1)


@pytest.mark.parametrize("places", [[(0, 3), (0, 3)], [(1, 3)], [(0, 2)]])
def test_logs_that_overlap_or_leave_a_gap_are_refused(places: list[tuple[int, int]]) -> None:
    """Else a small file could be a million logs of 100 MB, or hide something."""
    data = b"abc"
    entries = b"".join(pack_blocks.ENTRY.pack(at, size, content_digest(data[at : at + size])) for at, size in places)
    names = b"\n".join([b"x"] * len(places))
    block = pack_blocks.block_head(pack_blocks.STORED, entries, names, len(data), len(data)) + data
    found = pack_of(
        "x", pack_blocks.MAGIC + block + pack_blocks.table(pack_blocks.ROW.pack(8, 0), 8 + len(block), len(places))
    )
    with pytest.raises(CorruptPack, match="do not follow one another"):
        found.log(1)


def test_a_header_that_no_type_fits_is_a_fault(tmp_path: Path) -> None:
    """A map whose key is a map can't be read as plain data at all."""
    log = b"\x94" + b"\x81\x80\x02" + msgspec.msgpack.encode([]) * 2 + msgspec.msgpack.encode("")
    path = tmp_path / "a.kpack"
    path.write_bytes(pack_file([(log, "a")]))
    report = validate(path)
    assert [(fault.code, fault.message) for fault in report.faults] == [
        ("schema", "the packed log has no header: the header is not readable")
    ]


def test_a_file_of_many_in_the_place_of_a_log_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.kpack"
    path.write_bytes(pack_file([(pack_file(some_logs(1)), "inner"), *some_logs(1)]))
    for report in (validate(f"{path}#1"), validate(f"{path}#1", read_stored(Stored(f"{path}#1")))):
        assert [(fault.code, fault.message) for fault in report.faults] == [
            ("syntax", "a file of many logs is there in the place of one log")
        ]


def test_a_file_of_many_with_nothing_but_another_is_a_fault(tmp_path: Path) -> None:
    """It could hold itself, compressed: so it is not looked into."""
    path = tmp_path / "a.kpack"
    path.write_bytes(pack_file([(pack_file(some_logs(1)), "inner")]))
    for report in (validate(path), validate(path, path.read_bytes())):
        assert [(fault.code, fault.message) for fault in report.faults] == [
            ("syntax", "a file of many logs is there in the place of one log")
        ]
