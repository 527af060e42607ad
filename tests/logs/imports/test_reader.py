"""The forms in which an archive is saved, and whatever else a file may be: a message, never a traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.imports.bga.pages import set_up
from kronika.logs.imports.formats import find_format
from kronika.logs.imports.importing import import_archive, read_archive
from support.bga import BGA, IDS, REAL_NAMES, game_of, imported
from support.bga_ancient import AncientArchive
from support.bga_tigris import TigrisArchive

PACKET: dict[str, Any] = {
    "channel": "/table/t5",
    "packet_id": "1",
    "move_id": "1",
    "data": [{"uid": "a", "type": "placeTile", "args": {"player_id": 1, "player_name": "Eva"}}],
}
PLAYERS = [{"id": "1", "name": "Eva"}, {"id": "2", "name": "Filip"}]


def read(data: bytes | str | object) -> Any:
    if not isinstance(data, (bytes, str)):
        data = json.dumps(data)
    return BGA.read("saved.json", data.encode() if isinstance(data, str) else data)


def refused(data: bytes | str | object) -> str:
    with pytest.raises(LogError) as caught:
        read(data)
    assert str(caught.value).startswith("saved.json:")
    return caught.value.fault.message


# -- forms ----------------------------------------------------------------------------------------------------------


def test_the_three_forms_have_the_same_notifications() -> None:
    archive = TigrisArchive(game_of("tigris", 2, 3), (0,))
    page, log, bare = read(archive.page()), read(archive.json()), read(archive.bare())
    assert page.notices == log.notices == bare.notices
    assert [person.name for person in page.people] == list(REAL_NAMES[:2])
    assert page.people == log.people
    assert set(page.start) == {"players", "hand", "board", "game_board", "buildings"}
    assert log.start == bare.start == {}
    assert page.table == "555"
    assert page.viewers == (str(IDS[0]),)


def test_a_script_may_begin_with_the_table() -> None:
    assert set_up('completesetup("tigriseuphrates", {"players": {}})') == ("tigriseuphrates", {"players": {}})


def test_of_two_names_the_longer_one_is_hidden() -> None:
    """Ann is found in Annabel's texts too."""
    packet = {**PACKET, "data": [{"uid": "a", "type": "placeTile", "args": {"note": "Annabel's tile"}}]}
    players = [{"id": "1", "name": "Ann"}, {"id": "2", "name": "Annabel"}]
    copy = json.loads(BGA.anonymise(read({"data": {"logs": [packet], "players": players}})))
    assert copy["data"]["logs"][0]["data"][0]["args"]["note"] == "Player 2"


SPELT = (
    *("zoe real", "ZOE REAL", "Zoe&nbsp;Real", "Zoe%20Real", "Zoë Real", "ZoeReal", "Zoe_Real", "Zoe  Real"),
    *("Real, Zoe", "hello Zoe", "Z\u200boe Real", "<b>Zoe</b> Real", "\uff3aoe Real", "C24_ZoeReal", "Zoe Real's tile"),
    *("player 84110001", "hand_84110001", "84110001.jpg", "84110001_84110002", "0084110001", "84 110 001", "-84110001"),
)


@pytest.mark.parametrize("key", ["note", "color", "kind", "location", "player_name", "card"])
def test_a_copy_names_nobody(key: str) -> None:
    """Names in other spellings, parts of names, and ids within texts, as values, as keys, and as a notification."""
    people = [{"id": str(IDS[seat]), "name": REAL_NAMES[seat]} for seat in range(2)]
    for text in SPELT:
        args = {key: text, "deep": [{"a": {text: [text]}}], "n": IDS[0], "f": float(IDS[0]), "g": -IDS[0]}
        rows = [{"uid": f"u {text}", "type": "placeTile", "args": args}, {"uid": "v", "type": text, "args": {}}]
        packet = {**PACKET, "packet_id": text, "data": rows}
        copy = BGA.anonymise(read({"data": {"logs": [packet], "players": people}})).decode().casefold()
        for word in ("zoe", "zoë", "\uff5aoe", "z\u200boe", "real", "84110001", "84110002", "84 110 001"):
            assert word not in copy, (text, word)


def test_a_copy_has_no_chat_and_nobody_who_only_watches() -> None:
    rows = [
        {"uid": "a", "type": "tchat", "args": {"message": "hi, I am at home", "text": "at home"}},
        {"uid": "b", "type": "placeTile", "args": {"player_name": "Watcher", "player_id": 99887766}},
    ]
    people = [{"id": str(IDS[seat]), "name": REAL_NAMES[seat]} for seat in range(2)]
    copy = BGA.anonymise(read({"data": {"logs": [{**PACKET, "data": rows}], "players": people}})).decode()
    assert not any(word in copy for word in ("home", "Watcher", "99887766"))


@pytest.mark.parametrize(
    "names", [("Card", "red"), ("Name", "Tim"), ("create", "line"), ("SomeName", "Attacker"), ("Player", "Leader")]
)
def test_a_copy_can_be_read_whatever_the_players_are_called(names: tuple[str, str]) -> None:
    """Names that are words of the game, or parts of them, are names only where people are meant."""
    for archive in (
        TigrisArchive(game_of("tigris", 2, 3), (0,)),
        AncientArchive(game_of("ancient_knowledge", 2, 2)),
    ):
        data = archive.json()
        for old, new in zip(REAL_NAMES, names, strict=False):
            data = data.replace(old.encode(), new.encode())
        first, copied = imported(data), imported(BGA.anonymise(BGA.read("saved.json", data)))
        assert copied.fault is None
        assert copied.session.line.events == first.session.line.events


def test_packets_are_found_wherever_they_lie() -> None:
    for data in ([PACKET], {"logs": [PACKET]}, {"data": [PACKET]}, {"data": {"logs": [PACKET]}}):
        content = {**data, "players": PLAYERS} if isinstance(data, dict) else data
        if isinstance(content, list):
            content = [PACKET, {**PACKET, "packet_id": "2", "data": [_of("2", "Filip")]}]
        assert read(content).notices[0].kind == "placeTile"


def _of(who: str, name: str) -> dict[str, Any]:
    return {"type": "x", "args": {"player_id": who, "player_name": name}}


def test_a_page_is_never_executed_and_other_scripts_do_not_matter() -> None:
    page = TigrisArchive(game_of("tigris", 2, 3), (0,)).page().decode()
    noisy = page.replace("<body>", "<body><script>var g_gamelogs2 = {; alert('x'); </script><!-- <script> -->")
    assert read(noisy).notices == read(page).notices


@pytest.mark.parametrize("ending", ["};", "};\n", "}"])
def test_braces_in_texts_are_none(ending: str) -> None:
    logs = {"data": {"data": [{**PACKET, "channel": 'a "}{" \\ ]['}]}}
    text = f"<script>g_gamelogs={json.dumps(logs).removesuffix('}')}{ending} more({{}})</script>"
    with pytest.raises(LogError, match="it names 1 players"):
        read(text)


# -- files that are not archives ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it is neither JSON nor the page of a replay"),
        (b"\xff\xfe", "it is not a text in UTF-8"),
        ("{", "it is neither JSON nor the page of a replay: it ends too early"),
        ("[" * 200 + "]" * 200, "it is nested too deeply"),
        ("[]", "there is no packet in it"),
        ("{}", "there are no packets in it"),
        ("3", "there are no packets in it"),
        ("<html></html>", "no script sets `g_gamelogs`"),
        ("<script>g_gamelogs = {</script>", "it ends too early"),
        ("<script>g_gamelogs = " + "[" * 300 + "</script>", "it is nested too deeply"),
        (
            {"status": "0", "error": "quota reached"},
            "the platform has sent an error in place of the log: 'quota reached'",
        ),
        ([3], "this is not a packet"),
        ([{**PACKET, "data": 3}], "this is not a packet: data: "),
        ([{**PACKET, "channel": 3}], "this is not a packet: channel: "),
        ([{**PACKET, "data": [3]}], "packet 1 has an item that is not a notification"),
        ([PACKET, PACKET], "packet 1 is there twice"),
        ([{**PACKET, "move_id": 5}, {**PACKET, "packet_id": 2}], "packet 2: move 1 comes after move 5"),
        ([PACKET], "it names 1 players"),
        ({"players": [*PLAYERS, PLAYERS[0]], "logs": [PACKET]}, "a player is listed twice"),
    ],
)
def test_what_is_no_archive_says_why(data: Any, says: str) -> None:
    assert says in refused(data)


@pytest.mark.parametrize(
    ("packets", "says"),
    [
        ([{**PACKET, "move_id": None}], "its packet has no `move_id`"),
        (
            [{**PACKET, "data": [{"type": "dance", "args": {}}]}],
            "it is not a game of Tigris & Euphrates or Ancient Knowledge",
        ),
        ([{**PACKET, "data": [{"type": "placeTile", "args": []}]}], "`player_id` is not one of the players"),
    ],
)
def test_what_can_not_be_mapped_says_why(packets: Any, says: str) -> None:
    archive = read({"players": PLAYERS, "data": {"logs": packets}})
    with pytest.raises(LogError, match=says):
        import_archive(BGA, archive)


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b"[" + b" " * limits.ARCHIVE + b"]")
    with pytest.raises(FileError, match="is larger than 16 MiB, the most that is read of an archive"):
        read_archive(BGA, str(path))


def test_there_are_not_too_many_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACKETS", 3)
    rows = [{"type": "x", "args": {}}] * 4
    assert "it has more than 3 notifications" in refused([{**PACKET, "data": rows}])


def test_formats_are_found_by_name() -> None:
    assert find_format("bga") is BGA
    with pytest.raises(KronikaError, match=r"There is no format 'bgs'\. Did you mean bga\?"):
        find_format("bgs")


# -- spoilt bytes ---------------------------------------------------------------------------------------------------


def sound() -> list[bytes]:
    """Archives of each kind."""
    tigris = TigrisArchive(game_of("tigris", 2, 3), (0,))
    ancient = AncientArchive(game_of("ancient_knowledge", 2, 2))
    return [tigris.json(), tigris.page(), tigris.bare(), ancient.json()]


SIGNS = b'"{}[],:0123456789-truefalsn\\<>/ \xff\x00'


def spoilt(data: bytes, random: Random) -> bytes:
    """The bytes with some changed, cut out, doubled, or words exchanged; some files are cut."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        at = random.randrange(len(found))
        match random.randrange(5):
            case 0:
                found[at] = random.choice(SIGNS)
            case 1:
                del found[at : at + random.randrange(1, 30)]
            case 2:
                found[at:at] = found[at : at + random.randrange(1, 400)]
            case 3:
                other = random.randrange(len(found))
                found[at : at + 8] = found[other : other + 8]
            case 4:
                found[at:at] = bytes(random.choice(SIGNS) for _ in range(random.randrange(1, 9)))
    return bytes(found[: random.randrange(len(found))] if random.random() < 0.05 else found)


def spoilt_values(data: bytes, random: Random) -> bytes:
    """The JSON of a log in which some values are other ones."""
    content = json.loads(data)
    packets = content["data"]["logs"] if isinstance(content, dict) else content
    for _ in range(random.choice((1, 1, 3, 10))):
        packet = random.choice(packets)
        rows = packet.get("data")
        row = random.choice(rows) if isinstance(rows, list) and rows else {}
        args = row.get("args") if isinstance(row, dict) else {}
        table = random.choice((packet, row, args, args))
        if isinstance(table, dict) and table:
            table[random.choice(list(table))] = random.choice(
                (
                    None,
                    True,
                    -1,
                    0,
                    7,
                    10**17,
                    10**30,
                    "",
                    "x",
                    "7",
                    "-",
                    [],
                    {},
                    [3],
                    {"id": "C1_A"},
                    [[]],
                    1.5,
                    "\ud800",
                )
            )
        else:
            random.shuffle(packets)
    return json.dumps(content).encode()


def fuzz(seed: int, size: int) -> int:
    """Spoils archives until N bytes have changed hands; how many were read all the same."""
    random, files, passed, done = Random(seed), sound(), 0, 0
    while done < size:
        data = random.choice(files)
        by_value = data.startswith((b"{", b"[")) and random.random() < 0.6
        bad = spoilt_values(data, random) if by_value else spoilt(data, random)
        done += len(bad)
        with suppress(KronikaError):
            archive = BGA.read("saved.json", bad)
            BGA.anonymise(archive)
            passed += import_archive(BGA, archive).fault is None
    return passed


def test_spoilt_archives_are_refused_with_a_message() -> None:
    fuzz(1, 1_000_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_spoilt_archives(seed: int) -> None:
    fuzz(seed, 10_000_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_a_million_random_bytes(seed: int) -> None:
    random = Random(seed)
    for begins in (b"", b"{", b"[", b"<script>g_gamelogs = {", b'{"data":{"logs":['):
        for _ in range(50):
            size = random.randrange(1, 20_000)
            data = begins + (random.randbytes(size) if random.random() < 0.3 else bytes(random.choices(SIGNS, k=size)))
            with pytest.raises(LogError):
                BGA.read("saved.json", data)
