"""Tigris & Euphrates on Board Game Arena: notifications as moves, draws and claims.

There is no notification of an early end of a turn, or of a building or monument that is declined: both follow from the
next notification. Other players' draws are known by number only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from kronika.core.contract.game import CHANCE
from kronika.core.games.tigris.actions import (
    BuildMonument,
    ChooseWar,
    Commit,
    DeclineBuilding,
    DeclineMonument,
    EndTurn,
    MoveLeader,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    StartPlayer,
    TakeTreasures,
    WithdrawLeader,
)
from kronika.core.games.tigris.board import COLOURS, LEADERS, MONUMENTS, NAME, Cell, Colour
from kronika.core.games.tigris.rules.chance import due_draw
from kronika.core.games.tigris.state import (
    ACTION,
    ACTIONS,
    BUILDING,
    CHANCE_PHASES,
    DEAL,
    END,
    MONUMENT,
    START,
    TREASURE,
    State,
    leader_cell,
)
from kronika.logs.imports.bga.tigris import start
from kronika.logs.imports.bga.tigris.claiming import claim_result, claim_support, claim_totals
from kronika.logs.imports.bga.tigris.pieces import cell_of, draw_of, leader_of, swap_of, tiles_in
from kronika.logs.imports.bga.tigris.private import private_draws
from kronika.logs.imports.bga.tigris.taking_back import without_taken_back
from kronika.logs.imports.recording import Recording
from kronika.logs.imports.values import Args, as_int, as_word

_TURN: Final = 2
"""The platform's number of the state in which a player takes a turn."""
_DECLINES: Final = {BUILDING: DeclineBuilding(), MONUMENT: DeclineMonument(), ACTION: EndTurn()}
"""The action that has no notification, by phase."""


class Mapper:
    """Plays the notifications of one game into a recording."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        archive = recording.archive
        state: State = recording.session.state
        self.notices = without_taken_back(archive.notices)
        self.hands = start.first_hands(archive)
        self.colours = start.known_tiles(archive)
        self.cells: dict[int, Cell] = dict(start.temple_cells(archive, state.options.board))
        self.private = private_draws(self.notices)
        self.drawn: dict[int, list[str | None]] = {}
        self.picked: list[Cell] = []
        self.points: Counter[tuple[int, str]] = Counter()
        self.treasures: Counter[int] = Counter()
        self.on: int | None = None
        """The seat whose turn has begun, as the archive says, until a player acts in it."""

    @property
    def state(self) -> State:
        """The current state. In the session of a witness only its public parts are certain."""
        found: State = self.recording.session.state
        return found

    @property
    def dropped(self) -> int:
        """The number of notifications that were taken back, with the notices of it."""
        return len(self.recording.archive.notices) - len(self.notices)

    def run(self) -> None:
        """Map all notifications. Raises LogError."""
        for notice in self.notices:
            self.recording.notice = notice
            map_one = KINDS.get(notice.kind)
            if map_one is None:
                self.recording.pass_over(notice)
            else:
                map_one(self, self.recording.args())
        self.recording.finish()

    # -- the start and implied actions ---------------------------------------------------------------------------

    def begin(self, first: int) -> None:
        """Play the first hands and the first player: the first place at the table if known, else `first`."""
        if self.state.phase == DEAL:
            for person in self.recording.archive.people:
                seat = cast(int, self.recording.seat_of_id(person.id))
                hand = self.hands.get(person.id)
                self.recording.imply(CHANCE, draw_of(seat, hand or [None] * due_draw(self.state)[1]))
        if self.state.phase == START:
            placed = self.recording.archive.people[0].place > 0
            self.recording.imply(CHANCE, StartPlayer(0 if placed else first))

    def turn_to(self, seat: int, left: int = 0) -> None:
        """Play all that must have happened before a player acts with `left` actions left, 0 for any number."""
        self.begin(seat)
        self.pick_treasures()
        for _ in range(3 * len(self.state.hands)):
            state = self.state
            if state.phase == ACTION and state.active == seat and left in (0, state.left):
                return
            if not self.imply_one():
                return

    def imply_one(self) -> bool:
        """Play one action that has no notification, if there is one. Returns whether there was."""
        phase = self.state.phase
        if phase not in _DECLINES:
            return False
        self.recording.imply(self.state.active, _DECLINES[phase])
        return True

    def over_turn(self) -> None:
        """Play all that must have happened before hands are refilled or the game ends."""
        self.begin(0)
        self.pick_treasures()
        for phase in (BUILDING, MONUMENT, ACTION):
            self.pass_by(phase)

    # -- actions ------------------------------------------------------------------------------------------------

    def act(self, seat: int, do: Any) -> None:
        """Play an action of a turn, and claim whose turn it is if the archive has said so."""
        self.turn_to(seat)
        self.recording.do(seat, do)
        if self.on is not None:
            self.recording.says("turn", True, self.on)
            self.on = None

    def tile(self, args: Args) -> None:
        """Play a tile, which may unite two kingdoms."""
        seat, at = self.recording.seat_of(args), cell_of(args)
        colour = args.word("war_color" if args.word("color") == "union" else "color", COLOURS)
        self.act(seat, PlaceTile(cast(Colour, colour), at))
        number = args.number("tile_id")
        self.cells[number] = at
        if known := self.colours.get(number):
            self.recording.says("tile", known)

    def leader(self, args: Args) -> None:
        """Place a leader from the supply, or move it on the board."""
        seat, at, leader = self.recording.seat_of(args), cell_of(args), leader_of(args.word("color", COLOURS))
        self.turn_to(seat)
        stands = leader_cell(self.state, seat, LEADERS.index(leader))
        self.act(seat, PlaceLeader(leader, at) if stands < 0 else MoveLeader(leader, NAME[stands], at))
        if isinstance(moved := args.notice.args.get("moved"), bool):
            self.recording.says("moved", moved, of=leader)

    def returned(self, args: Args) -> None:
        """Withdraw a leader, whose owner becomes a claim. If no player is named, a monument made it return."""
        leader = leader_of(args.word("color", COLOURS))
        if args.has("player_name") or args.has("player_id"):
            seat = self.recording.seat_named(args)
            self.act(seat, WithdrawLeader(leader))
        if not args.has("leader"):
            return
        owner = self.recording.seat_of(args.table("leader"), "owner")
        self.recording.says("returned", True, owner, leader)

    def catastrophe(self, args: Args) -> None:
        """Play a catastrophe; the pieces that it removed become claims."""
        seat, at = self.recording.seat_of(args), cell_of(args)
        self.act(seat, PlayCatastrophe(at))
        if args.has("removed_tile"):
            tile = args.table("removed_tile")
            self.recording.says("removed", [self.cells.get(tile.number("id"), at)], of=tile.word("kind", COLOURS))
        for row in args.tables("removed_leaders") if args.has("removed_leaders") else ():
            leader = leader_of(row.word("kind", COLOURS))
            self.recording.says("returned", True, self.recording.seat_of(row, "owner"), leader)

    def swap(self, args: Args) -> None:
        """Swap tiles face down: the player sees their colours, all others only their number."""
        seat, count = self.recording.seat_named(args), tiles_in(args)
        numbers = self.private.next("discard", args.notice, self.recording.archive.people[seat].id)
        known = [self.colours.get(number) for number in numbers or ()]
        self.act(seat, swap_of(known if len(known) == count else [None] * count))

    def support(self, args: Args) -> None:
        """Add tiles to a conflict; all players see their number. Their colour, the side and the list become claims."""
        seat, count = self.recording.seat_of(args), tiles_in(args, "number", least=0)
        self.recording.do(seat, Commit(count))
        claim_support(self.recording, args, seat)

    def war(self, args: Args) -> None:
        """Choose the next war by the colour of its leaders."""
        leader = leader_of(args.word("color", COLOURS))
        self.recording.do(self.recording.seat_named(args, self.state.active), ChooseWar(leader))

    def monument(self, args: Args) -> None:
        """Build a monument, which is named by its colours in any order."""
        at = start.cell_at(args.number("pos_x"), args.number("pos_y"))
        colours = {args.word("color1", COLOURS), args.word("color2", COLOURS)}
        name = next((one for one in MONUMENTS if set(one.split("-")) == colours), None)
        if at is None or name is None:
            args.refuse("there is no such monument, or no such place for it.")
        self.pass_by(BUILDING)
        self.recording.do(
            self.recording.seat_named(args, self.state.active), BuildMonument(cast(Cell, at), cast(Any, name))
        )

    def building(self, args: Args) -> None:
        """Build a building on its tile."""
        row = args.table("building")
        at = start.cell_at(row.number("posX"), row.number("posY"))
        if at is None:
            args.refuse("there is no such place for it.")
        self.recording.do(self.recording.seat_named(args, self.state.active), PlaceBuilding(cast(Cell, at)))

    def pass_by(self, phase: int) -> None:
        """Decline the offer of this phase if it is the current one."""
        if self.state.phase == phase:
            self.imply_one()

    # -- treasures ----------------------------------------------------------------------------------------------

    def treasure(self, args: Args) -> None:
        """Take a treasure. Treasures of one choice are taken together; without a choice the rules have taken it."""
        seat, number = self.recording.seat_of(args), args.number("tile_id")
        self.pass_by(BUILDING)
        self.pass_by(MONUMENT)
        self.treasures[seat] += 1
        if self.state.phase == TREASURE:
            if number not in self.cells:
                args.refuse(f"it does not give the cell of tile {number}; the page of the replay does.")
            self.picked.append(self.cells[number])
            self.pick_treasures()
        if not self.picked:
            self.recording.says_later("treasures", self.treasures[seat], seat)

    def pick_treasures(self) -> None:
        """Take the picked treasures as soon as they are a complete choice."""
        if self.state.phase != TREASURE or not self.picked:
            return
        session = self.recording.session
        (seat,) = session.actors
        for do in session.game.actions(self.state, seat):
            if set(do.cells) == set(self.picked):
                self.recording.do(seat, TakeTreasures(do.cells))
                self.picked.clear()
                return

    # -- draws --------------------------------------------------------------------------------------------------

    def draw(self, args: Args) -> None:
        """Draw tiles. The platform reports refills in the order of places; they are drawn in the order of the rules."""
        seat, count = self.recording.seat_named(args), tiles_in(args)
        if self.state.phase not in CHANCE_PHASES or self.state.phase in (DEAL, START):
            self.over_turn()
        tiles = self.private.next("drawTiles", args.notice, self.recording.archive.people[seat].id)
        colours: list[str | None] = [None] * count
        if tiles is not None and len(tiles) == count:
            colours = [colour for _, colour in tiles]
            self.colours.update(tiles)
        self.drawn[seat] = colours
        self.draw_due()

    def draw_due(self) -> None:
        """Play the draws that are due, as far as they are reported."""
        while self.state.phase in CHANCE_PHASES and self.state.phase not in (DEAL, START):
            seat = due_draw(self.state)[0]
            if seat not in self.drawn:
                return
            self.recording.do(CHANCE, draw_of(seat, self.drawn.pop(seat)))

    # -- claims ------------------------------------------------------------------------------------------------

    def scored(self, args: Args) -> None:
        """Claim the points that the player now has in a colour."""
        seat, colour, points = self.recording.seat_of(args), args.word("color", COLOURS), args.number("points")
        self.points[seat, colour] += points
        self.recording.says_later("points", self.points[seat, colour], seat, colour)

    def decided(self, args: Args) -> None:
        """Claim the result of a conflict."""
        claim_result(self.recording, args, self.cells)

    def on_turn(self, args: Args) -> None:
        """Play the end of the last turn if the state of the table shows that a new turn begins."""
        inside, who = args.notice.args.get("args"), as_word(args.notice.args.get("active_player"))
        number = as_int(inside.get("action_number")) if isinstance(inside, Mapping) else None
        seat = self.recording.seat_of_id(who)
        if as_int(args.notice.args.get("id")) == _TURN and number == 1 and seat is not None:
            self.turn_to(seat, ACTIONS)
            self.on = seat

    def ends(self, args: Args) -> None:
        """Play up to the end of the game, which results from the bag or from the treasures."""
        self.over_turn()
        if self.state.phase != END:
            self.recording.remarks.append("the last refill is reported in another order than that of the rules")
        if args.has("remaining_treasures"):
            self.recording.says_later("treasures on the board", args.number("remaining_treasures"))

    def totals(self, args: Args) -> None:
        """Claim all points, before and after treasures are assigned to colours."""
        claim_totals(self.recording, args, is_over=self.state.phase == END)

    def nothing(self, args: Args) -> None:
        """Ignore a notification that is read with another one, or follows from it."""


Map = Callable[[Mapper, Args], None]
KINDS: Final[Mapping[str, Map]] = {
    "placeTile": Mapper.tile,
    "placeLeader": Mapper.leader,
    "leaderReturned": Mapper.returned,
    "catastrophe": Mapper.catastrophe,
    "discardNotif": Mapper.swap,
    "discard": Mapper.nothing,
    "placeSupport": Mapper.support,
    "leaderSelected": Mapper.war,
    "placeMonument": Mapper.monument,
    "buildCivilizationBuilding": Mapper.building,
    "removeCivilizationBuilding": Mapper.nothing,
    "pickedTreasure": Mapper.treasure,
    "drawTilesNotif": Mapper.draw,
    "drawTiles": Mapper.nothing,
    "playerScore": Mapper.scored,
    "revoltConcluded": Mapper.decided,
    "warConcluded": Mapper.decided,
    "allWarsEnded": Mapper.nothing,
    "gameStateChange": Mapper.on_turn,
    "lastTileDrawn": Mapper.ends,
    "gameEnding": Mapper.ends,
    "startingFinalScores": Mapper.totals,
    "finalScores": Mapper.totals,
}
"""The method that maps each kind of notification."""
