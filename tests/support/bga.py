"""Games of our own in the form of archives of Board Game Arena, as one player would have saved them.

It proves the machinery and nothing of the format: it is written after the same description that the mappers are.
`support.bga_tigris` and `support.bga_ancient` write the games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import get_game
from kronika.core.games.ancient_knowledge.actions import FirstPlayer
from kronika.core.games.tigris.actions import StartPlayer
from kronika.core.sessions.session import Session
from kronika.logs.imports.formats import find_format
from kronika.logs.imports.importing import Imported, import_archive
from support.unseen import likely

IDS = (84110001, 84110002, 84110003, 84110004)
REAL_NAMES = ("Zoe Real", "Max True", "Ida Person", "Tom Human")


class Packets:
    """Packets as they come: those of a move together, the private ones apart."""

    def __init__(self, ids: Sequence[int]) -> None:
        self.ids = ids
        self.rows: list[dict[str, Any]] = []
        self.move = 0
        self._open: dict[str, list[dict[str, Any]]] = {}
        self._uid = 0

    def tell(self, kind: str, /, **args: Any) -> None:
        self._add("/table/t555", kind, args)

    def whisper(self, seat: int, kind: str, /, **args: Any) -> None:
        self._add(f"/player/p{self.ids[seat]}", kind, args)

    def _add(self, channel: str, kind: str, args: dict[str, Any]) -> None:
        self._uid += 1
        row = {"uid": f"u{self._uid}", "type": kind, "log": "${player_name} …", "args": args}
        self._open.setdefault(channel, []).append(row)

    def end_move(self) -> None:
        """The packets of a move are there; every other time the private ones come first."""
        self.move += 1
        for channel in sorted(self._open, reverse=self.move % 2 == 0):
            self.rows.append(
                {
                    "channel": channel,
                    "table_id": "555",
                    "packet_id": str(len(self.rows) + 1),
                    "packet_type": "history",
                    "move_id": str(self.move),
                    "time": str(1_700_000_000 + 20 * self.move),
                    "data": self._open[channel],
                }
            )
        self._open.clear()


class Saved:
    """A game as a file: `seen_by` are the seats whose private packets are kept, all for None."""

    def __init__(self, session: Session, seen_by: Sequence[int] | None) -> None:
        seats = len(session.players)
        self.session = session
        self.seen_by = tuple(range(seats)) if seen_by is None else tuple(seen_by)
        self.packets = Packets(IDS[:seats])

    def who(self, seat: int) -> dict[str, Any]:
        return {"player_id": self.packets.ids[seat], "player_name": REAL_NAMES[seat]}

    def name(self, seat: int) -> dict[str, Any]:
        return {"player_name": REAL_NAMES[seat]}

    def kept(self) -> list[dict[str, Any]]:
        """The packets that a player gets."""
        mine = {f"/player/p{self.packets.ids[seat]}" for seat in self.seen_by}
        return [row for row in self.packets.rows if row["channel"] in mine or "/table/" in row["channel"]]

    def players(self) -> dict[str, Any]:
        ids = enumerate(self.packets.ids)
        return {str(who): {"id": str(who), "name": REAL_NAMES[seat], "no": str(seat + 1)} for seat, who in ids}

    def bare(self) -> bytes:
        """A list of packets."""
        return msgspec.json.encode(self.kept())

    def json(self) -> bytes:
        """The JSON of a log."""
        data = {"logs": self.kept(), "players": list(self.players().values())}
        return msgspec.json.encode({"status": 1, "data": data})


# -- games --------------------------------------------------------------------------------------------------------


def game_of(name: str, seats: int, seed: int, *, bot: bool = False, **options: Any) -> Session:
    """A game of random moves, or of likely ones, in which the first player has the first place, as at the platform."""
    game = get_game(name)
    pick = likely(game) if bot else game.pick
    session = Session.new(game, default_names(seats), options=options, chance="given")
    dice = Dice(seed, "archive")
    while session.actors:
        seat = session.actors[0]
        if seat == CHANCE:
            do = game.sample(session.state, dice)
            session.do(CHANCE, type(do)(0) if isinstance(do, (StartPlayer, FirstPlayer)) else do)
        else:
            session.do(seat, pick(session.state, seat, dice))
    return session


BGA = find_format("bga")


def imported(data: bytes, **more: Any) -> Imported:
    """The game of an archive."""
    return import_archive(BGA, BGA.read("saved.json", data), **more)


def changed(data: bytes, kind: str, change: Callable[[dict[str, Any]], None], which: int = 0) -> bytes:
    """The JSON of a log in which the arguments of one of the notifications of a kind are other ones."""
    content = json.loads(data)
    rows = [row for packet in content["data"]["logs"] for row in packet["data"] if row["type"] == kind]
    change(rows[which]["args"])
    return json.dumps(content).encode()


def with_more(data: bytes, at: int, rows: Sequence[tuple[str, dict[str, Any]]], channel: str = "/table/t555") -> bytes:
    """The JSON of a log with one more packet before packet `at`; it belongs to the move of that one."""
    content = json.loads(data)
    packets = content["data"]["logs"]
    new = {**packets[at], "channel": channel, "packet_id": f"more{len(packets)}"}
    new["data"] = [{"uid": f"x{n}", "type": kind, "args": args} for n, (kind, args) in enumerate(rows)]
    packets.insert(at, new)
    return json.dumps(content).encode()
