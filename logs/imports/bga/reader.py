"""The reader of a saved file, which is JSON of the log, a list of packets, or the page of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from kronika.core.basics import limits
from kronika.core.basics.decoder_messages import json_fault
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import quoted
from kronika.logs.files.json_lines import BAD_JSON
from kronika.logs.imports.bga.pages import LOGS, assigned, scripts_of, set_up
from kronika.logs.imports.notices import Archive, Notice, Person, refuse
from kronika.logs.imports.values import as_int, as_word, is_true

PRIVATE: Final = "/player/p"
"""The start of the channel of a packet for only one player; their id follows."""
TABLE: Final = "/table/t"
"""The start of the channel of a packet for all players at a table; the number of the table follows."""
_BOM: Final = "\ufeff"


def read(path: str, data: bytes) -> Archive:
    """The archive in a file with these bytes. Raises LogError."""
    content, start = _content(path, data)
    packets = _packets(path, content)
    notices, dropped = _notices(path, packets)
    told = _table(content)
    beside = _table(told.get("data"))
    start = start or _table(told.get("gamedatas")) or _table(beside.get("gamedatas"))
    people = _people(path, [start.get("players"), beside.get("players"), told.get("players")], notices)
    options = _table(told.get("options")) or _table(beside.get("options")) or _table(start.get("options"))
    table = next((table for table in map(_table_number, packets) if table), "")
    return Archive(path, people, notices, start, options, table, dropped)


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


# -- JSON or a page -----------------------------------------------------------------------------------------------


def _content(path: str, data: bytes) -> tuple[Any, Mapping[str, Any]]:
    """The contents of the file as plain data, and the state at the start, which only a page has."""
    try:
        text = data.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError:
        refuse(path, None, "syntax", "it is not a text in UTF-8.")
    start: Mapping[str, Any] = {}
    try:
        if text.lstrip()[:1] == "<":
            scripts = scripts_of(text)
            content = assigned(scripts)
            if content is None:
                refuse(path, None, "schema", f"it is a page in which no script sets `{LOGS}`: save that of a replay.")
            _, start = set_up(scripts)
        else:
            content = decoded(text.encode())
    except BAD_JSON as error:
        refuse(path, None, "syntax", f"it is neither JSON nor the page of a replay: {json_fault(error)}.")
    if isinstance(content, Mapping) and content.get("error"):
        refuse(path, None, "schema", f"the platform has sent an error in place of the log: {quoted(content['error'])}.")
    return content, start


def _packets(path: str, content: Any) -> list[Any]:
    """The packets: the data itself, or a list under one of the usual keys. Raises LogError."""
    for keys in ((), ("data", "logs"), ("data", "data"), ("logs",), ("data",)):
        found = content
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        if isinstance(found, list):
            if not found:
                refuse(path, None, "schema", "there is no packet in it.")
            return found
    return refuse(path, None, "schema", "there are no packets in it: neither a list, nor one under `data.logs`.")


# -- packets ------------------------------------------------------------------------------------------------------


class _Packet(msgspec.Struct, frozen=True):
    """A packet as the platform writes it: `data` are its notifications."""

    channel: str = ""
    packet_id: int | str | None = None
    move_id: int | str | None = None
    time: int | float | str | None = None
    data: list[Any] | None = None
    cancel: Any = None


def _notices(path: str, packets: Sequence[Any]) -> tuple[list[Notice], int]:
    found: list[Notice] = []
    seen: set[str] = set()
    dropped = count = last = 0
    for line, raw in enumerate(packets, 1):
        packet = _packet(path, raw, line)
        name, move = as_word(packet.packet_id), as_int(packet.move_id)
        if name in seen:
            refuse(path, None, "order", f"packet {name} is there twice.", line=line)
        seen |= {name} if name else set()
        if move is not None and move < last:
            refuse(path, None, "order", f"packet {name}: move {move} comes after move {last}.", line=line)
        last = last if move is None else move
        for row in packet.data or ():
            count += 1
            if count > limits.PACKETS:
                refuse(path, None, "schema", f"it has more than {limits.PACKETS:,} notifications.", line=line)
            if not isinstance(row, Mapping):
                refuse(path, None, "schema", f"packet {name} has an item that is not a notification.", line=line)
            if is_true(packet.cancel) or is_true(row.get("cancel")):
                dropped += 1
            else:
                found.append(_notice(packet, row, line))
    return found, dropped


def _packet(path: str, raw: Any, line: int) -> _Packet:
    try:
        return msgspec.convert(raw, _Packet)
    except (msgspec.ValidationError, UnicodeError):
        from kronika.core.basics.decode_errors import decode_fault  # only for what is refused

        return refuse(path, None, "schema", f"this is not a packet: {decode_fault(raw, _Packet).clause}.", line=line)


def _notice(packet: _Packet, row: Mapping[str, Any], line: int) -> Notice:
    args = row.get("args")
    return Notice(
        as_word(row.get("type")),
        args if isinstance(args, Mapping) else {},
        line,
        as_word(packet.packet_id),
        as_word(packet.move_id),
        as_word(row.get("uid"))[:100],
        as_int(packet.time) or 0,
        packet.channel.removeprefix(PRIVATE) if packet.channel.startswith(PRIVATE) else "",
    )


def _table_number(raw: Any) -> str:
    channel = raw.get("channel") if isinstance(raw, Mapping) else None
    return channel.removeprefix(TABLE)[:20] if isinstance(channel, str) and channel.startswith(TABLE) else ""


# -- players ------------------------------------------------------------------------------------------------------


def _people(path: str, told: Sequence[Any], notices: Sequence[Notice]) -> list[Person]:
    """The players that the file lists, or else those whom its notifications name with ids. Raises LogError."""
    for people in told:
        found = list(_listed(people))
        if found:
            break
    else:
        found = list(dict(_named(notices)).values())
    if len({person.id for person in found}) < len(found):
        refuse(path, None, "schema", "a player is listed twice.")
    if not 2 <= len(found) <= 10:
        refuse(path, None, "schema", f"it names {len(found)} players.")
    places = [person.place for person in found]
    return sorted(found, key=lambda person: person.place) if len(set(places)) == len(places) else found


def _listed(people: Any) -> Iterator[Person]:
    rows = people.items() if isinstance(people, Mapping) else enumerate(people) if isinstance(people, list) else ()
    for key, row in rows:
        if isinstance(row, Mapping):
            place = as_int(row.get("no")) or as_int(row.get("player_no")) or 0
            name = as_word(row.get("name")) or as_word(row.get("player_name"))
            yield Person(as_word(row.get("id")) or as_word(row.get("player_id")) or as_word(key), name, place)


def _named(notices: Sequence[Notice]) -> Iterator[tuple[str, Person]]:
    for notice in notices:
        who, name = as_word(notice.args.get("player_id")), as_word(notice.args.get("player_name"))
        if who and name:
            yield who, Person(who, name)
