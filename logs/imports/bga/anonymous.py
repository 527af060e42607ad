"""Anonymous copies of archives, which users can send to developers so that a format can be understood.

A copy is made from the archive as read, without the rest of the page. Texts for people, chat, addresses and pictures
are omitted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kronika.logs.imports.notices import Archive, Notice
from kronika.logs.imports.recording import OF_PLATFORM
from kronika.logs.imports.values import as_word

_LEFT_OUT: Final = frozenset(("log", "i18n", "preserve", "avatar", "url", "email", "country", "h", "reflexion", "chat"))
"""Keys whose values are texts for people or say something about people."""
_OF_GAME: Final = frozenset(("color", "color1", "color2", "war_color", "kind", "shape", "type", "location", "category"))
"""Keys whose values are words of the game, even if a player has the same name."""
_SHORTEST: Final = 3
"""The fewest letters of a name that is searched for within other texts: a shorter one is part of too many words."""
_LONGEST: Final = 120
"""The most letters of a text that is kept."""
_SMALLEST: Final = 10_000
"""The least id that is replaced under every key; smaller ones are replaced only under keys for players."""


def anonymised(archive: Archive) -> bytes:
    """The JSON of an archive in which numbers replace the players, and times begin at 0."""
    return msgspec.json.format(msgspec.json.encode(_Aliases(archive).copy()), indent=1) + b"\n"


class _Aliases:
    """The aliases: ids become 1, 2, …, names Player 1, Player 2, …, notifications n1, n2, …"""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.ids = {person.id: n for n, person in enumerate(archive.people, 1) if person.id}
        self.names = {person.name: f"Player {n}" for n, person in enumerate(archive.people, 1) if person.name}
        self.uids = {notice.uid: f"n{n}" for n, notice in enumerate(archive.notices, 1) if notice.uid}
        self.begins = min((notice.time for notice in archive.notices if notice.time), default=0)

    def copy(self) -> dict[str, Any]:
        """The whole archive with aliases, as plain data."""
        people = enumerate(self.archive.people, 1)
        players = [{"id": n, "name": f"Player {n}", "no": person.place} for n, person in people]
        copy: dict[str, Any] = {"status": 1, "data": {"logs": list(self._packets()), "players": players}}
        if self.archive.start:
            copy["gamedatas"] = self._clean(self.archive.start, "")
        if self.archive.options:
            copy["options"] = self._clean(self.archive.options, "")
        return copy

    def _packets(self) -> Iterator[dict[str, Any]]:
        rows: list[Notice] = []
        for notice in self.archive.notices:
            if notice.kind in OF_PLATFORM - {"gameStateChange"}:
                continue
            if rows and rows[0].line != notice.line:
                yield self._packet(rows)
                rows = []
            rows.append(notice)
        if rows:
            yield self._packet(rows)

    def _packet(self, rows: list[Notice]) -> dict[str, Any]:
        first = rows[0]
        channel = f"/player/p{self.ids.get(first.private, 0)}" if first.private else "/table/t1"
        data = [
            {"uid": self.uids.get(one.uid, ""), "type": one.kind, "args": self._clean(one.args, "")} for one in rows
        ]
        time = str(max(0, first.time - self.begins))
        return {"channel": channel, "packet_id": first.packet, "move_id": first.move, "time": time, "data": data}

    def _clean(self, value: Any, key: str) -> Any:
        """A value without names. A text that may say more than the game becomes empty."""
        if isinstance(value, Mapping):
            inside = {self._key(k): self._clean(v, k) for k, v in value.items() if k not in _LEFT_OUT}
            return {k: v for k, v in inside.items() if k is not None}
        if isinstance(value, list):
            return [self._clean(one, key) for one in value]
        word = as_word(value)
        if word in self.ids and (len(word) > len(str(_SMALLEST)) - 1 or "player" in key or key in ("id", "owner")):
            return str(self.ids[word]) if isinstance(value, str) else self.ids[word]
        return self._text(value, key) if isinstance(value, str) else value

    def _key(self, key: str) -> str:
        return str(self.ids[key]) if key in self.ids else self._text(key, "")

    def _text(self, text: str, key: str) -> str:
        if text in self.uids:
            return self.uids[text]
        if key in _OF_GAME:
            return text
        if text in self.names:
            return self.names[text]
        if len(text) > _LONGEST or "://" in text or "@" in text:
            return ""
        for name, alias in sorted(self.names.items(), key=lambda one: -len(one[0])):
            if len(name) >= _SHORTEST and name.casefold() in text.casefold():
                return alias
        return text
