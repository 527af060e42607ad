"""Kingdoms, sides and conflicts against a slow and plain model of them, on random positions.

The model knows cells as pairs of numbers and pieces as words, walks from cell to cell, and shares nothing
with the engine; only `written` knows the numbers in which the engine writes a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import ChooseWar, Commit, MoveLeader, PlaceLeader, PlaceTile
from kronika.core.games.tigris.state import ACTION, Options, State

Spot = tuple[int, int]
Piece = tuple[Any, ...]
COLOURS = ("red", "black", "blue", "green")
LEADERS = {"red": "priest", "black": "king", "blue": "farmer", "green": "trader"}
RIVER_CELLS = """
E1 F1 G1 H1 I1 M1 E2 M2 D3 E3 M3 N3 A4 B4 C4 D4 N4 O4 P4 O5 P5 O6 A7 B7 C7 D7 M7 N7 O7
D8 E8 F8 G8 M8 G9 H9 I9 J9 K9 L9 M9
"""
RIVER = {(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in RIVER_CELLS.split()}
SPOTS = [(x, y) for y in range(11) for x in range(16)]


def named(spot: Spot) -> str:
    return f"{chr(ord('A') + spot[0])}{spot[1] + 1}"


def beside(spot: Spot) -> list[Spot]:
    x, y = spot
    return [at for at in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if 0 <= at[0] < 16 and 0 <= at[1] < 11]


class Second:
    """A board as a dictionary, and everything worked out by walking."""

    def __init__(self) -> None:
        self.pieces: dict[Spot, Piece] = {}
        self.treasures: set[Spot] = set()
        self.buildings: dict[str, Spot] = {}
        self.points: dict[tuple[int, str], int] = {}

    def connects(self, spot: Spot) -> bool:
        return self.pieces.get(spot, ("nothing",))[0] in ("tile", "down", "leader")

    def region(self, spot: Spot, without: Spot | None = None) -> set[Spot]:
        reached, waiting = {spot}, [spot]
        while waiting:
            for near in beside(waiting.pop()):
                if near != without and near not in reached and self.connects(near):
                    reached.add(near)
                    waiting.append(near)
        return reached

    def regions(self) -> list[set[Spot]]:
        found: list[set[Spot]] = []
        for spot in SPOTS:
            if self.connects(spot) and not any(spot in region for region in found):
                found.append(self.region(spot))
        return found

    def kingdoms(self) -> list[set[Spot]]:
        return [region for region in self.regions() if self.leaders(region)]

    def leaders(self, region: set[Spot]) -> list[tuple[Spot, int, str]]:
        return [(at, *self.pieces[at][1:]) for at in sorted(region) if self.pieces.get(at, ("",))[0] == "leader"]

    def is_tile(self, spot: Spot, colour: str) -> bool:
        return self.pieces.get(spot) == ("tile", colour)

    def temples(self, spot: Spot) -> int:
        return sum(self.is_tile(near, "red") for near in beside(spot))

    def touching(self, spot: Spot, kingdoms: list[set[Spot]]) -> list[set[Spot]]:
        return [kingdom for kingdom in kingdoms if kingdom & set(beside(spot))]

    def takes_leader(self, spot: Spot, kingdoms: list[set[Spot]]) -> bool:
        return (
            spot not in self.pieces
            and spot not in RIVER
            and self.temples(spot) > 0
            and len(self.touching(spot, kingdoms)) < 2
        )

    def takes_tile(self, spot: Spot, colour: str, kingdoms: list[set[Spot]]) -> bool:
        on_its_ground = (spot in RIVER) == (colour == "blue")
        return spot not in self.pieces and on_its_ground and len(self.touching(spot, kingdoms)) < 3

    def conflicts(self, region: set[Spot]) -> list[str]:
        colours = [colour for _, _, colour in self.leaders(region)]
        return [colour for colour in COLOURS if colours.count(colour) > 1]

    def fighters(self, region: set[Spot], colour: str, first: int) -> list[tuple[int, Spot]]:
        """The two of a conflict, the first clockwise from `first` on in front: he attacks."""
        both = [(seat, at) for at, seat, of in self.leaders(region) if of == colour]
        return sorted(both, key=lambda fighter: (fighter[0] - first) % 4)

    def supporters(self, leader: Spot, link: Spot, colour: str) -> set[Spot]:
        return {at for at in self.region(leader, without=link) if self.is_tile(at, colour)}

    def pay(self, seat: int, colour: str, points: int) -> None:
        self.points[seat, colour] = self.points.get((seat, colour), 0) + points

    def revolt(self, attacker: tuple[int, Spot], defender: tuple[int, Spot], committed: tuple[int, int]) -> None:
        attack, defence = self.temples(attacker[1]) + committed[0], self.temples(defender[1]) + committed[1]
        winner, loser = (attacker, defender) if attack > defence else (defender, attacker)
        del self.pieces[loser[1]]
        self.pay(winner[0], "red", 1)

    def war(self, link: Spot, colour: str, first: int, committed: tuple[int, int]) -> None:
        attacker, defender = self.fighters(self.region(link), colour, first)
        sides = [self.supporters(at, link, colour) for _, at in (attacker, defender)]
        attacker_wins = len(sides[0]) + committed[0] > len(sides[1]) + committed[1]
        winner, loser = (attacker, defender) if attacker_wins else (defender, attacker)
        gone = {at for at in sides[attacker_wins] if self.buildings.get(colour) != at}
        if colour == "red":
            others = {at for at, piece in self.pieces.items() if piece[0] == "leader" and at != loser[1]}
            gone = {at for at in gone if at not in self.treasures and not others & set(beside(at))}
        for at in (*gone, loser[1]):
            del self.pieces[at]
        self.pay(winner[0], colour, 1 + len(gone))

    def claims(self) -> list[tuple[int, set[Spot]]]:
        found = []
        for kingdom in self.kingdoms():
            treasures = kingdom & self.treasures
            for _, seat, colour in self.leaders(kingdom):
                if colour == "green" and len(treasures) > 1:
                    found.append((seat, treasures))
        return found


def written(table: Second) -> bytes:
    """The board as the engine writes it."""
    board = bytearray(11 * 17)
    for (x, y), piece in table.pieces.items():
        if piece[0] == "catastrophe":
            code = 11
        elif piece[0] == "leader":
            code = 16 + 4 * piece[1] + COLOURS.index(piece[2])
        else:
            first = 1 if piece[0] == "tile" else 6
            code = first + (4 if (x, y) in table.treasures else COLOURS.index(piece[1]))
        board[17 * y + x] = code
    return bytes(board)


# -- random positions -----------------------------------------------------------------------------------------------


def random_table(random: Random) -> Second:
    table = Second()
    crowd = random.randint(25, 120)
    for spot in random.sample(SPOTS, crowd):
        if random.random() < 0.03:
            table.pieces[spot] = ("catastrophe",)
        elif spot in RIVER:
            table.pieces[spot] = ("tile", "blue")
        else:
            kind = "down" if random.random() < 0.06 else "tile"
            table.pieces[spot] = (kind, random.choices(COLOURS, (5, 2, 0, 2))[0])
    for seat in range(4):
        for colour in COLOURS:
            if random.random() < 0.7:
                place_leader(table, seat, colour, random)
    temples = [at for at, piece in table.pieces.items() if piece[0] in ("tile", "down") and piece[1] == "red"]
    table.treasures = set(random.sample(sorted(temples), min(len(temples), random.randint(0, 10))))
    for _, treasures in table.claims():  # between actions they are taken (I-11)
        table.treasures -= set(sorted(treasures)[1:])
    for colour in COLOURS:
        tiles = [at for at, piece in sorted(table.pieces.items()) if piece == ("tile", colour)]
        if tiles and random.random() < 0.3:
            table.buildings[colour] = random.choice(tiles)
    return table


def place_leader(table: Second, seat: int, colour: str, random: Random) -> None:
    """On a random cell where it may stand and meets none of its colour (I-4); nowhere if that is not found soon."""
    for spot in random.sample(SPOTS, 12):
        if spot in table.pieces or spot in RIVER or not table.temples(spot):
            continue
        table.pieces[spot] = ("leader", seat, colour)
        if not table.conflicts(table.region(spot)):
            return
        del table.pieces[spot]


def random_state(table: Second, random: Random) -> State:
    hands = []
    for _ in range(4):
        hand = [random.choice(range(4)) for _ in range(6)]
        hands.append(bytes(hand.count(colour) for colour in range(4)))
    stock = [table.buildings.get(colour) for colour in COLOURS]
    start = GAME.setup(Options(buildings=bool(table.buildings)), 4)
    return replace(
        start,
        phase=ACTION,
        active=random.randrange(4),
        board=written(table),
        hands=tuple(hands),
        bag=bytes((9, 9, 9, 9)),
        buildings=bytes(255 if at is None else 17 * at[1] + at[0] for at in stock),
    )


# -- one position, compared -----------------------------------------------------------------------------------------


def compare_kingdoms(table: Second, state: State) -> None:
    view = GAME.view(state, None)
    kingdoms = table.kingdoms()
    assert {frozenset(names) for names in view.kingdoms} == {frozenset(map(named, kingdom)) for kingdom in kingdoms}
    leaderless = [region for region in table.regions() if region not in kingdoms]
    assert {frozenset(names) for names in view.leaderless} == {frozenset(map(named, region)) for region in leaderless}


def compare_placements(table: Second, state: State) -> None:
    """All cells for tiles, leaders from the supply and leaders moved."""
    seat = state.active
    kingdoms = table.kingdoms()
    expected: set[Any] = set()
    for colour, held in zip(COLOURS, state.hands[seat], strict=True):
        if held:
            expected |= {PlaceTile(colour, named(at)) for at in SPOTS if table.takes_tile(at, colour, kingdoms)}
        start = next((at for at, piece in table.pieces.items() if piece == ("leader", seat, colour)), None)
        name = LEADERS[colour]
        if start is None:
            expected |= {PlaceLeader(name, named(at)) for at in SPOTS if table.takes_leader(at, kingdoms)}
            continue
        lifted = table.pieces.pop(start)
        without = table.kingdoms()
        expected |= {
            MoveLeader(name, named(start), named(at)) for at in SPOTS if at != start and table.takes_leader(at, without)
        }
        table.pieces[start] = lifted
    listed = [do for do in GAME.actions(state, seat) if isinstance(do, PlaceTile | PlaceLeader | MoveLeader)]
    assert len(listed) == len(expected)
    assert set(listed) == expected


def conflicts_of(table: Second, state: State, random: Random) -> Iterator[tuple[str, Any, Spot, str]]:
    """A placement that begins a war, and one that begins a revolt, if there are such."""
    seat, kingdoms = state.active, table.kingdoms()
    spots = random.sample(SPOTS, len(SPOTS))
    for spot in spots:
        touched = table.touching(spot, kingdoms)
        if spot not in table.pieces and len(touched) == 2 and table.conflicts(touched[0] | touched[1]):
            held = [colour for colour, n in zip(COLOURS, state.hands[seat], strict=True) if n]
            colour = random.choice(held)
            if (spot in RIVER) == (colour == "blue"):
                yield "war", PlaceTile(colour, named(spot)), spot, colour
                break
    for spot in spots:
        if not table.takes_leader(spot, kingdoms):
            continue
        for kingdom in table.touching(spot, kingdoms):
            for _, other, colour in table.leaders(kingdom):
                if other != seat and not any(piece == ("leader", seat, colour) for piece in table.pieces.values()):
                    yield "revolt", PlaceLeader(LEADERS[colour], named(spot)), spot, colour
                    return


def commit(state: State, seat: int, colour: str, random: Random) -> tuple[State, int]:
    """The seat is asked, and adds some of what it holds."""
    assert GAME.actors(state) == (seat,)
    held = state.hands[seat][COLOURS.index(colour)]
    assert [do.tiles for do in GAME.actions(state, seat)] == list(range(held + 1))
    tiles = random.randint(0, held)
    GAME.check(state, seat, Commit(tiles))
    return GAME.apply(state, seat, Commit(tiles))[0], tiles


def fight_wars(table: Second, state: State, link: Spot, random: Random, seen: dict[str, int]) -> State:
    while wars := table.conflicts(table.region(link)):
        if len(wars) > 1:
            choices = [ChooseWar(LEADERS[colour]) for colour in wars]
            assert GAME.actors(state) == (state.active,)
            assert GAME.actions(state, state.active) == choices
            chosen = random.randrange(len(wars))
            state, _ = GAME.apply(state, state.active, choices[chosen])
            colour = wars[chosen]
        else:
            colour = wars[0]
        attacker, defender = table.fighters(table.region(link), colour, state.active)
        state, attack = commit(state, attacker[0], colour, random)
        state, defence = commit(state, defender[0], colour, random)
        table.war(link, colour, state.active, (attack, defence))
        parts = {frozenset(table.region(near, without=link)) for near in beside(link) if table.connects(near)}
        if len([part for part in parts if table.leaders(set(part))]) > 2:
            seen["three kingdoms"] += 1
    return state


def fight_revolt(table: Second, state: State, at: Spot, colour: str, random: Random) -> State:
    attacker, defender = table.fighters(table.region(at), colour, state.active)
    assert attacker[0] == state.active
    state, attack = commit(state, attacker[0], "red", random)
    state, defence = commit(state, defender[0], "red", random)
    table.revolt(attacker, defender, (attack, defence))
    return state


def compare_result(table: Second, state: State) -> None:
    """Board, points, treasures given without a choice, and whether a choice is left."""
    view = GAME.view(state, None)
    if view.phase not in ("building", "monument"):
        for seat, treasures in table.claims():
            corners = {at for at in treasures if named(at) in ("B2", "P2", "B8", "O9")}
            may_stay = treasures - corners or treasures
            if len(may_stay) == 1:
                table.treasures -= treasures - may_stay
                assert view.players[seat].treasures == len(treasures) - 1
            else:
                assert view.phase == "treasure"
                assert view.actors == (seat,)
                assert len(GAME.actions(state, seat)) == len(may_stay)
        assert (view.phase == "treasure") == bool(table.claims())
    assert state.board == written(table)
    for seat, player in enumerate(view.players):
        assert player.points == {colour: table.points.get((seat, colour), 0) for colour in COLOURS}


def compare(seed: str, seen: dict[str, int]) -> None:
    random = Random(seed)
    table = random_table(random)
    state = random_state(table, random)
    compare_kingdoms(table, state)
    compare_placements(table, state)
    for kind, do, spot, colour in conflicts_of(table, state, random):
        copy = Second()
        copy.pieces, copy.treasures, copy.buildings = dict(table.pieces), set(table.treasures), dict(table.buildings)
        GAME.check(state, state.active, do)
        after, _ = GAME.apply(state, state.active, do)
        if kind == "war":
            copy.pieces[spot] = ("tile", colour)
            seen[f"wars of {len(copy.conflicts(copy.region(spot)))}"] += 1
            after = fight_wars(copy, after, spot, random, seen)
        else:
            copy.pieces[spot] = ("leader", state.active, colour)
            seen["revolts"] += 1
            after = fight_revolt(copy, after, spot, colour, random)
        compare_result(copy, after)


def sweep(first: int, last: int) -> dict[str, int]:
    seen = dict.fromkeys(("wars of 1", "wars of 2", "wars of 3", "wars of 4", "revolts", "three kingdoms"), 0)
    for number in range(first, last):
        try:
            compare(f"second {number}", seen)
        except AssertionError as error:
            raise AssertionError(f"position {number}: {error}") from error
    return seen


def test_a_few_hundred_positions() -> None:
    seen = sweep(0, 200)
    assert min(seen["wars of 1"], seen["wars of 2"], seen["revolts"]) > 10, seen


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_positions(part: int) -> None:
    seen = sweep(10_000 * part, 10_000 * (part + 1))
    assert all(seen.values()), seen
