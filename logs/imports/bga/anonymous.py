"""Anonymous copies of archives, which users can send to developers so that a format can be understood.

A copy is made from the archive as read, without the rest of the page. Texts for people, chat, addresses and pictures
are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kronika.logs.imports.bga.ancient import facts
from kronika.logs.imports.bga.tigris import mapper
from kronika.logs.imports.mentions import LEAST_ID, Mentions
from kronika.logs.imports.notices import Archive, Notice
from kronika.logs.imports.recording import OF_PLATFORM
from kronika.logs.imports.values import as_word

_LEFT_OUT: Final = frozenset(
    ("log", "i18n", "preserve", "avatar", "url", "email", "country", "h", "reflexion", "chat", "message", "msg", "text")
)
"""Keys whose values are texts for people or say something about people."""
_OF_GAME: Final = frozenset(
    ("color", "color1", "color2", "war_color", "kind", "shape", "type", "location", "category", "side", "action_name")
)
"""Keys whose values are words of the game, even if a player has the same name."""
_NEEDED: Final = frozenset(
    (
        "card",
        "cards",
        "player",
        "players",
        "name",
        "hand",
        "board",
        "tile",
        "tiles",
        "leader",
        "points",
        "score",
        "red",
        "black",
        "blue",
        "green",
        "treasure",
    )
)
"""Keys that are read, even if a player has the same name."""
_WORD_OF_GAME: Final = re.compile(r"[a-z0-9_-]+")
_KEY: Final = re.compile(r"[a-z][A-Za-z0-9_]*")
_CARD: Final = re.compile(r"([CMPAT]\d{1,2})_.*", re.DOTALL)
_KINDS: Final = OF_PLATFORM | mapper.KINDS.keys() | facts.KINDS.keys()
_LONGEST: Final = 120
"""The most letters of a text that is kept."""


def anonymised(archive: Archive) -> bytes:
    """The JSON of an archive in which numbers replace the players, and times begin at 0."""
    return msgspec.json.format(msgspec.json.encode(_Aliases(archive).copy()), indent=1) + b"\n"


class _Aliases:
    """The aliases: ids become 1, 2, …, names Player 1, Player 2, …, notifications n1, n2, …"""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.mentions = Mentions(archive)
        self.ids = self.mentions.ids
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
            {"uid": self.uids.get(one.uid, ""), "type": self._kind(one.kind), "args": self._clean(one.args, "")}
            for one in rows
        ]
        time = str(max(0, first.time - self.begins))
        packet = str(first.line) if self.mentions.is_in(first.packet) else first.packet
        return {"channel": channel, "packet_id": packet, "move_id": first.move, "time": time, "data": data}

    def _clean(self, value: Any, key: str) -> Any:
        """A value without names. A text that may say more than the game becomes empty."""
        if isinstance(value, Mapping):
            inside = {self._key(k): self._clean(v, k) for k, v in value.items() if k not in _LEFT_OUT}
            return {k: v for k, v in inside.items() if k is not None}
        if isinstance(value, list):
            return [self._clean(one, key) for one in value]
        word = as_word(int(value) if isinstance(value, float) and value.is_integer() else value).removeprefix("-")
        of_players = "player" in key or key in ("id", "owner")
        if word in self.ids and (len(word) >= LEAST_ID or of_players):
            return str(self.ids[word]) if isinstance(value, str) else self.ids[word]
        if self._is_of_platform(word, key):
            return "0" if isinstance(value, str) else 0
        return self._text(value, key) if isinstance(value, str) else value

    def _is_of_platform(self, word: str, key: str) -> bool:
        """Whether a number is that of the table, or the id of somebody who does not play."""
        if word and word == self.archive.table and (len(word) >= LEAST_ID or "table" in key):
            return True
        return "player" in key and len(word) >= LEAST_ID and word.isdecimal()

    def _kind(self, kind: str) -> str:
        """The name of a kind of notification: one that is known is never that of a player."""
        return kind if kind in _KINDS else self._text(kind, "")

    def _key(self, key: str) -> str:
        if key in self.ids:
            return str(self.ids[key])
        is_plain = key in _NEEDED or (_KEY.fullmatch(key) and not self.mentions.is_name(key))
        return self.mentions.without_ids(key) if is_plain else self._text(key, "")

    def _text(self, text: str, key: str) -> str:
        if text in self.uids:
            return self.uids[text]
        if key in _OF_GAME and (_WORD_OF_GAME.fullmatch(text) or text.strip().lower() in facts.ACTIONS):
            return self.mentions.without_ids(text)
        if len(text) > _LONGEST or "://" in text or "@" in text:
            return ""
        player = self.mentions.player_in(text)
        if player is None:
            return "" if "player_name" in key else self.mentions.without_ids(text)
        card = _CARD.fullmatch(text)
        return card[1] if card else f"Player {player}"
