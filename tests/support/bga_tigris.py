"""Games of Tigris & Euphrates as archives of Board Game Arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kronika.core.games.tigris import actions as tigris
from kronika.core.games.tigris import effects as told
from kronika.core.games.tigris.board import COLOURS, HOARD, INDEX, LEADERS, MONUMENTS
from kronika.core.games.tigris.scoring import colour_points, final_points, totals
from kronika.core.games.tigris.state import State, treasures_on
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from support.bga import REAL_NAMES, Saved

TEMPLES = ("B2", "K1", "F3", "P2", "N5", "I7", "B8", "O9", "F10", "K11")
"""The temples of the classic board as the platform numbers them."""


class TigrisArchive(Saved):
    """A game of Tigris & Euphrates as packets: `seen_by` are the seats whose private ones are kept, all for None."""

    def __init__(self, session: Session, seen_by: Sequence[int] | None = None, *, hints: bool = True) -> None:
        super().__init__(session, seen_by)
        seats = len(session.players)
        self.hints = hints
        self.hands: list[dict[str, list[int]]] = [{colour: [] for colour in COLOURS} for _ in range(seats)]
        self.at: dict[str, int] = {}
        self.next = 2 * seats
        board: bytes = session.line.states[0].board
        temples = [cell for cell in TEMPLES if board[INDEX[cell]] == HOARD]
        if len(temples) < len(TEMPLES):
            temples = [cell for cell, index in INDEX.items() if board[index] == HOARD]
        for cell in temples:
            self.at[cell] = self._number()
        self.board = dict(self.at)
        self.first: list[dict[str, Any]] = []
        for before, event, after in zip(
            session.line.states, session.line.events, session.line.states[1:], strict=False
        ):
            self._event(before, event, after)
        self.packets.end_move()

    def _number(self) -> int:
        self.next += 1
        return self.next - 1

    # -- events -------------------------------------------------------------------------------------------------

    def _event(self, before: State, event: Event, after: State) -> None:
        do, by = event.do, event.by
        if not isinstance(do, (tigris.Draw, tigris.StartPlayer)):
            self.packets.end_move()
        self._do(before, by, do)
        effects = list(event.then)
        if isinstance(do, tigris.PlayCatastrophe):
            effects = self._catastrophe(by, do, effects)
        for at, effect in enumerate(effects):
            self._effect(before, after, effect, effects[at + 1 :], event)

    def _do(self, before: State, by: int, do: Any) -> None:
        tell, who = self.packets.tell, self.who
        match do:
            case tigris.Draw():
                self._draw(before, do)
            case tigris.PlaceTile():
                number = self.hands[by][do.tile].pop()
                self.at[do.at] = number
                self._placed = {"tile_id": str(number), **self._xy(do.at), **who(by)}, do.tile
            case tigris.PlaceLeader() | tigris.MoveLeader():
                at = do.at if isinstance(do, tigris.PlaceLeader) else do.to
                moved = isinstance(do, tigris.MoveLeader)
                tell("placeLeader", **who(by), **self._xy(at), **self._leader(by, do.leader), moved=moved)
            case tigris.WithdrawLeader():
                row = {"id": self._leader(by, do.leader)["leader_id"], "owner": str(self.packets.ids[by])}
                tell("leaderReturned", **self.name(by), color=_colour(do.leader), leader=row, leader_name="…")
            case tigris.Swap():
                numbers = [self.hands[by][colour].pop() for colour in COLOURS for _ in range(getattr(do, colour))]
                self.packets.whisper(by, "discard", tile_ids=list(map(str, numbers)))
                tell("discardNotif", **self.name(by), count=len(numbers))
            case tigris.Commit():
                self._support(before, by, do)
            case tigris.ChooseWar():
                tell("leaderSelected", **self.name(by), color=_colour(do.leader), leader_name="…")
            case tigris.BuildMonument():
                first, second = do.monument.split("-")
                xy = self._xy(do.at)
                told_at = {"pos_x": str(xy["x"]), "pos_y": str(xy["y"])}
                number = str(MONUMENTS.index(do.monument))
                tell("placeMonument", **self.name(by), color1=second, color2=first, monument_id=number, **told_at)
            case tigris.PlaceBuilding():
                xy = self._xy(do.at)
                row = {"posX": str(xy["x"]), "posY": str(xy["y"]), "onBoard": "1"}
                tell("buildCivilizationBuilding", **self.name(by), building=row, kind="…")

    def _draw(self, before: State, do: tigris.Draw) -> None:
        new = [(self._number(), colour) for colour in COLOURS for _ in range(getattr(do, colour))]
        for number, colour in new:
            self.hands[do.seat][colour].append(number)
        rows = [{"id": str(number), "kind": colour} for number, colour in new]
        if before.phase == 0:
            self.first += [{**row, "owner": str(self.packets.ids[do.seat])} for row in rows]
            return
        self.packets.whisper(do.seat, "drawTiles", tiles=rows)
        self.packets.tell("drawTilesNotif", **self.name(do.seat), count=len(rows))

    def _support(self, before: State, by: int, do: tigris.Commit) -> None:
        colour = "red" if before.phase in (4, 5) else COLOURS[before.colour]
        numbers = [str(self.hands[by][colour].pop()) for _ in range(do.tiles)]
        side = "attacker" if before.phase in (4, 7) else "defender"
        self.packets.tell("placeSupport", **self.who(by), tile_ids=numbers, number=do.tiles, side=side, kind=colour)

    def _xy(self, cell: str) -> dict[str, Any]:
        return {"x": str(ord(cell[0]) - ord("A")), "y": int(cell[1:]) - 1, "coords": cell}

    def _leader(self, seat: int, leader: str) -> dict[str, Any]:
        return {"leader_id": str(4 * seat + LEADERS.index(leader)), "color": _colour(leader), "shape": "bull"}

    def _leader_row(self, seat: int, leader: str) -> dict[str, Any]:
        return {
            "id": self._leader(seat, leader)["leader_id"],
            "kind": _colour(leader),
            "owner": str(self.packets.ids[seat]),
        }

    # -- effects ------------------------------------------------------------------------------------------------

    def _effect(self, before: State, after: State, effect: Any, rest: Sequence[Any], event: Event) -> None:
        tell = self.packets.tell
        if isinstance(event.do, tigris.PlaceTile) and self._placed:
            args, colour = self._placed
            united = any(isinstance(one, told.United) for one in event.then)
            tell("placeTile", **args, **({"color": "union", "war_color": colour} if united else {"color": colour}))
            self._placed = None
        match effect:
            case told.Scored() if effect.source != "war tiles":
                tiles = [one.points for one in rest[:1] if getattr(one, "source", "") == "war tiles"]
                source = {"monuments": "monument", "building": "building"}.get(effect.source, False)
                points = str(effect.points + sum(tiles))
                tell("playerScore", **self.who(effect.seat), color=effect.colour, points=points, source=source)
            case told.Decided():
                self._decided(effect, rest)
            case told.LinkTaken() if effect.rule == "TE-6.12":
                tell("allWarsEnded", tile_color="…")
            case told.LeaderReturned() if isinstance(event.do, tigris.BuildMonument):
                row = self._leader_row(effect.seat, effect.leader)
                tell("leaderReturned", shape="bull", color=_colour(effect.leader), leader=row, leader_name="…")
            case told.TreasuresTaken():
                for cell in effect.cells:
                    tile = str(self.at[cell])
                    tell("pickedTreasure", **self.who(effect.seat), color="treasure", tile_id=tile)
            case told.NextTurn() if self.hints:
                args = {"action_number": "1"}
                tell("gameStateChange", id=2, active_player=str(self.packets.ids[effect.seat]), args=args)
            case told.Ended():
                self._end(after, effect)

    _placed: tuple[dict[str, Any], str] | None = None

    def _decided(self, effect: told.Decided, rest: Sequence[Any]) -> None:
        removed = [cell for one in rest if isinstance(one, told.Removed) for cell in one.cells]
        both = sorted((effect.attack, effect.defence))
        args: dict[str, Any] = {
            "winner_strength": both[1],
            "loser_strength": both[0],
            "winning_player_id": str(self.packets.ids[effect.winner]),
            "losing_player_id": str(self.packets.ids[effect.loser]),
            "kind": _colour(effect.leader),
        }
        if effect.rule == "TE-6.8":
            args["tiles_removed"] = [str(self.at[cell]) for cell in removed]
        self.packets.tell("warConcluded" if effect.rule == "TE-6.8" else "revoltConcluded", **args)

    def _catastrophe(self, by: int, do: tigris.PlayCatastrophe, effects: list[Any]) -> list[Any]:
        removed = next((one for one in effects if isinstance(one, told.Removed)), None)
        leaders = [one for one in effects if isinstance(one, told.LeaderReturned)]
        args: dict[str, Any] = {
            "removed_tile": {"id": str(self.at[do.at]), "kind": removed.colour} if removed else False,
            "removed_leaders": [self._leader_row(one.seat, one.leader) for one in leaders],
        }
        self.packets.tell("catastrophe", **self.who(by), **self._xy(do.at), **args)
        return [one for one in effects if one not in leaders]

    def _end(self, after: State, effect: told.Ended) -> None:
        tell, ids = self.packets.tell, self.packets.ids
        if effect.rule == "TE-9.4":
            tell("lastTileDrawn", player_name=REAL_NAMES[0])
        else:
            tell("gameEnding", remaining_treasures=str(treasures_on(after.board)))
        points: dict[str, Any] = {}
        finals: dict[str, Any] = {}
        for seat, who in enumerate(ids):
            of = dict(zip(COLOURS, map(str, colour_points(after, seat)), strict=True))
            points[str(who)] = {**of, "treasure": str(after.treasures[seat])}
            finals[str(who)] = {"score": totals(after)[seat], "lowest": min(final_points(after, seat)), "treasure": 0}
        tell("startingFinalScores", points=points, bag_count=100)
        tell("finalScores", points=finals)

    # -- the file -----------------------------------------------------------------------------------------------

    def start(self) -> dict[str, Any]:
        """The state of the table at the start."""
        owners = {str(self.packets.ids[seat]) for seat in self.seen_by}
        board = [
            {"id": str(number), "kind": "red", "hasTreasure": "1", **_pos(cell)} for cell, number in self.board.items()
        ]
        options = self.session.line.states[0].options
        return {
            "players": self.players(),
            "hand": [row for row in self.first if row["owner"] in owners],
            "board": board,
            "game_board": "1" if options.board == "classic" else "2",
            "buildings": [{"id": "0"}] if options.buildings else [],
        }

    def page(self) -> bytes:
        """The page of a replay."""
        logs = msgspec.json.encode({"status": 1, "data": {"valid": 1, "data": self.kept()}}).decode()
        start = msgspec.json.encode(self.start()).decode()
        return _PAGE.format(logs=logs, start=start).encode()


_PAGE = """<!DOCTYPE html>
<html><head><title>Replay</title><script src="x.js"></script></head><body>
<div>a &amp; b</div>
<script type="text/javascript">
  var g_replay = 1;
  g_gamelogs = {logs};
  gameui.completesetup( "tigriseuphrates", "Tigris", {start}, {{"bid": {{}}}}, null );
</script></body></html>"""


def _pos(cell: str) -> dict[str, str]:
    return {"posX": str(ord(cell[0]) - ord("A")), "posY": str(int(cell[1:]) - 1)}


def _colour(leader: str) -> str:
    return COLOURS[LEADERS.index(leader)]
