"""Games of our own in the form of archives of Board Game Arena, as one player would have saved them.

It proves the machinery and nothing of the format: it is written after the same description that the mappers are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import get_game
from kronika.core.games.ancient_knowledge import actions as ancient
from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline
from kronika.core.games.ancient_knowledge.scoring import score
from kronika.core.games.ancient_knowledge.scoring import totals as ancient_totals
from kronika.core.games.tigris import actions as tigris
from kronika.core.games.tigris import effects as told
from kronika.core.games.tigris.board import COLOURS, HOARD, INDEX, LEADERS, MONUMENTS
from kronika.core.games.tigris.scoring import colour_points, final_points, totals
from kronika.core.games.tigris.state import State, treasures_on
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.imports.formats import find_format
from kronika.logs.imports.importing import Imported, import_archive

TEMPLES = ("B2", "K1", "F3", "P2", "N5", "I7", "B8", "O9", "F10", "K11")
"""The temples of the classic board as the platform numbers them."""
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


class TigrisArchive:
    """A game of Tigris & Euphrates as packets: `seen_by` are the seats whose private ones are kept, all for None."""

    def __init__(self, session: Session, seen_by: Sequence[int] | None = None, *, hints: bool = True) -> None:
        self.session = session
        seats = len(session.players)
        self.seen_by = tuple(range(seats)) if seen_by is None else tuple(seen_by)
        self.hints = hints
        self.packets = Packets(IDS[:seats])
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

    def who(self, seat: int) -> dict[str, Any]:
        return {"player_id": self.packets.ids[seat], "player_name": REAL_NAMES[seat]}

    def name(self, seat: int) -> dict[str, Any]:
        return {"player_name": REAL_NAMES[seat]}

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

    def kept(self) -> list[dict[str, Any]]:
        """The packets that a player gets."""
        mine = {f"/player/p{self.packets.ids[seat]}" for seat in self.seen_by}
        return [row for row in self.packets.rows if row["channel"] in mine or "/table/" in row["channel"]]

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


# -- Ancient Knowledge --------------------------------------------------------------------------------------------

WORDS = {
    ancient.Create: "Create",
    ancient.Learn: "Learn",
    ancient.Archive: "Archive",
    ancient.Excavate: "Excavate",
    ancient.Search: "Search",
}
OF_HAND = ("T3", "P33")
"""Cards by which others than those that are kept are laid open: the platform does not tell of them, this does."""


class AncientArchive:
    """A game of Ancient Knowledge as packets: `seen_by` are the seats whose private ones are kept, all for None."""

    def __init__(self, session: Session, seen_by: Sequence[int] | None = None) -> None:
        self.session = session
        seats = len(session.players)
        self.seen_by = tuple(range(seats)) if seen_by is None else tuple(seen_by)
        self.packets = Packets(IDS[:seats])
        self.knowledge: dict[str, int] = {}
        self.lost = [0] * seats
        self.first: list[dict[str, Any]] = []
        self.aside: list[str] = []
        self.learned = ""
        states = session.line.states
        for before, event, after in zip(states, session.line.events, states[1:], strict=False):
            self._event(before, event, after)
        self.packets.end_move()

    def who(self, seat: int) -> dict[str, Any]:
        return {"player_id": self.packets.ids[seat], "player_name": REAL_NAMES[seat]}

    def card(self, card: str, **more: Any) -> dict[str, Any]:
        return {"id": f"{card}_SomeName", "name": "…", "knowledge": self.knowledge.get(card, 0), **more}

    def cards(self, cards: Sequence[str]) -> list[dict[str, Any]]:
        return [self.card(card) for card in cards]

    # -- events -------------------------------------------------------------------------------------------------

    def _event(self, before: Any, event: Event, after: Any) -> None:
        do, by = event.do, event.by
        if by >= 0 and not before.stack:
            self.packets.end_move()
            if type(do) in WORDS:
                self.packets.tell("chooseAction", **self.who(by), action_name=WORDS[type(do)], i18n=["action_name"])
        if by < 0:
            self._chance(before, do)
        effects = list(event.then)
        while effects:
            size = self._effects(effects, by, after)
            del effects[:size]
        if type(before.stack[-1] if before.stack else None).__name__ in ("Deal", "Keep"):
            self.packets.end_move()

    def _chance(self, before: Any, do: Any) -> None:
        step = before.stack[-1]
        kind = type(step).__name__
        if isinstance(do, ancient.Deal):
            for seat, hand in enumerate(do.hands):
                self._draw(seat, hand)
        elif kind == "Draw":
            self._draw(step.seat, do.cards)
        elif kind == "Refill" and not before.turns:
            self.first += [self.card(card, location=f"board_{step.board + 1}") for card in do.technologies]
            if len(self.first) == 9:
                self.packets.tell("fillPool", cards=self.first)
        elif kind == "Refill":
            self.packets.tell("fillUpTechBoard", board=step.board + 1, cards=_keyed(self.cards(do.technologies)))
        elif kind == "Gather":
            self.aside = [*(self.aside if step.cards else []), *do.cards]

    def _draw(self, seat: int, cards: Sequence[str]) -> None:
        self.packets.tell("drawCards", **self.who(seat), n=len(cards))
        self.packets.whisper(seat, "pDrawCards", **self.who(seat), cards=self.cards(cards))

    # -- effects ------------------------------------------------------------------------------------------------

    def _effects(self, effects: Sequence[Any], by: int, after: Any) -> int:
        """The first of the effects, or several that are told together; how many."""
        first = effects[0]
        if isinstance(first, (timeline.KnowledgeRemoved, timeline.KnowledgeAdded)):
            same = list(takewhile(lambda one: type(one) is type(first) and one.source == first.source, effects))
            self._tokens(same, by)
            return len(same)
        self._effect(first, effects[1:], after)
        return 1

    def _tokens(self, same: Sequence[Any], by: int) -> None:
        sign = -1 if isinstance(same[0], timeline.KnowledgeRemoved) else 1
        for one in same:
            self.knowledge[one.card] += sign * one.tokens
        rows = _keyed([self.card(card) for card in dict.fromkeys(one.card for one in same)])
        n = sum(one.tokens for one in same)
        if sign < 0:
            self.packets.tell("removeKnowledge", **self.who(same[0].seat), n=n, cards=rows)
        elif same[0].source == "M15":
            target = self.packets.ids[same[0].seat]
            self.packets.tell(
                "addKnowledgeFromBoard",
                player_id=self.packets.ids[max(by, 0)],
                player_id2=target,
                n=n,
                card=self.card(same[0].card),
            )
        else:
            self.packets.tell("addKnowledge", **self.who(max(by, 0)), n=same[0].tokens, cards=rows)

    def _effect(self, effect: Any, rest: Sequence[Any], after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case builders.Created():
                self.knowledge[effect.card] = effect.knowledge
                at = f"timeline-{effect.slot}-0" if effect.slot else "artefact-0"
                tell("createCard", **who(effect.seat), card=self.card(effect.card, location=at), icons={})
            case builders.Discarded():
                self._created_aside(effect.seat, rest)
                tell("discardCards", **who(effect.seat), n=len(effect.cards))
                args = {**who(effect.seat), "cards": self.cards(effect.cards)}
                self.packets.whisper(effect.seat, "pDiscardCards", **args)
            case builders.LeftPlay():
                tell("destroyCard", **who(effect.seat), card=self.card(effect.card))
            case builders.Took() if effect.source == "P33":
                self._draw(effect.seat, effect.cards)
            case builders.Took():
                self.aside = []
                tell("keep", **who(effect.seat), card=self.card(effect.cards[0]))
            case builders.KeptOne():
                self._looked_at(effect.seat, effect.card, self.aside)
            case builders.SetAsideDiscarded():
                self._set_aside(effect)
            case builders.Stolen():
                both = {"player_id2": self.packets.ids[effect.victim], **who(effect.seat)}
                tell("stealCard", **both)
                for seat in (effect.seat, effect.victim):
                    self.packets.whisper(seat, "pStealCard", **both, card=self.card(effect.card))
            case _:
                self._on_timeline(effect, after)

    def _created_aside(self, seat: int, rest: Sequence[Any]) -> None:
        made = [one.card for one in rest if isinstance(one, builders.Created)][:1]
        if made and made[0] in self.aside:
            self._looked_at(seat, made[0], self.aside)

    def _looked_at(self, seat: int, card: str, cards: Sequence[str]) -> None:
        others = self.cards([one for one in cards if one != card])
        first = {"card": self.card(card)} if card else {}
        self.packets.tell("keepAndDiscard", **self.who(seat))
        self.packets.whisper(seat, "keepAndDiscard", **self.who(seat), **first, cards=others)
        self.aside = []

    def _set_aside(self, effect: Any) -> None:
        if effect.source in OF_HAND:
            args = {**self.who(effect.seat), "card": self.card(effect.source)}
            self.packets.tell("discardCards", **args, n=len(effect.cards))
            self.packets.whisper(effect.seat, "pDiscardCards", **args, cards=self.cards(effect.cards))
        elif self.aside:
            kept = [one for one in self.aside if one not in effect.cards]
            self._looked_at(effect.seat, kept[0] if kept else "", self.aside)

    def _on_timeline(self, effect: Any, after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case timeline.LostRemoved():
                self.lost[effect.seat] -= effect.tokens
                if effect.source != "M15":
                    left = self.lost[effect.seat]
                    tell("discardLostKnowledge", **who(effect.seat), n=effect.tokens, m=left)
            case timeline.Moved():
                row = self.card(effect.card, location=f"timeline-{effect.to}-1")
                tell("moveCard", **who(effect.seat), card=row)
            case timeline.Swapped():
                first, second = self.cards(effect.cards)
                tell("swapCards", **who(effect.seat), card=first, card2=second)
            case timeline.Rotated():
                tell("rotateCards", **who(effect.seat), cards=self.cards(effect.cards))
            case timeline.Straightened():
                tell("straightenCards", **who(effect.seat), cards=self.cards(effect.cards))
            case timeline.Declined():
                self.lost[effect.seat] += effect.lost
                tell("declineCard", **who(effect.seat), card=self.card(effect.card), n=str(effect.lost))
            case timeline.Slid():
                tell("declineSlideLeft", **who(effect.seat), n=effect.monuments)
            case _:
                self._of_technologies(effect, after)

    def _of_technologies(self, effect: Any, after: Any) -> None:
        tell, who = self.packets.tell, self.who
        match effect:
            case technologies.Learned():
                self.learned = effect.technology if effect.source == "P7" else ""
                tell("createCard", **who(effect.seat), card=self.card(effect.technology, location="inPlay"))
            case technologies.BoardCleared() if effect.rule == "AK-4.4":
                tell("clearTechBoard", board=effect.board, cards=self.cards(effect.technologies))
            case technologies.BoardFlipped():
                tell("midGameReached", **who(effect.seat), board=effect.board, cards=[])
            case technologies.Laid():
                tell("fillUpTechBoard", board=effect.board, cards=_keyed(self.cards(effect.technologies)))
            case technologies.Buried():
                for card in effect.technologies:
                    tell("placeAtDeckBottom", **who(effect.seat), card=self.card(card), deck=2)
            case technologies.PutUnder():
                self._looked_at(effect.seat, self.learned, [*effect.technologies])
                self.learned = ""
            case ending.Ended():
                self._scores(after)

    def _scores(self, after: Any) -> None:
        words = {
            "past": "past",
            "effects": "effects",
            "technologies": "techs",
            "timeline": "timeline",
            "lost": "knowledge",
        }
        for part, word in words.items():
            for seat in range(len(self.packets.ids)):
                n = sum(one.points for one in score(after) if (one.seat, one.part) == (seat, part))
                self.packets.tell("scoringEntry", **self.who(seat), n=n, m=-n, category=word)
        for seat, points in enumerate(ancient_totals(after)):
            self.packets.tell("scoringEntry", **self.who(seat), n=points, m=-points, category="total")

    # -- the file -----------------------------------------------------------------------------------------------

    def kept(self) -> list[dict[str, Any]]:
        """The packets that a player gets."""
        mine = {f"/player/p{self.packets.ids[seat]}" for seat in self.seen_by}
        return [row for row in self.packets.rows if row["channel"] in mine or "/table/" in row["channel"]]

    def json(self) -> bytes:
        """The JSON of a log."""
        ids = enumerate(self.packets.ids)
        players = [{"id": str(who), "name": REAL_NAMES[seat], "no": str(seat + 1)} for seat, who in ids]
        return msgspec.json.encode({"status": 1, "data": {"logs": self.kept(), "players": players}})


def _keyed(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {row["id"]: row for row in rows}


# -- games --------------------------------------------------------------------------------------------------------


def game_of(name: str, seats: int, seed: int, **options: Any) -> Session:
    """A game of random moves in which the first player has the first place, as at the platform."""
    game = get_game(name)
    session = Session.new(game, default_names(seats), options=options, chance="given")
    dice = Dice(seed, "archive")
    while session.actors:
        seat = session.actors[0]
        if seat == CHANCE:
            do = game.sample(session.state, dice)
            session.do(CHANCE, type(do)(0) if isinstance(do, (tigris.StartPlayer, ancient.FirstPlayer)) else do)
        else:
            session.do(seat, game.pick(session.state, seat, dice))
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
