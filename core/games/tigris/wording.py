"""Effects as clauses for people. All effects of this game are public."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.games.tigris.board import COLOUR_INDEX, TILES
from kronika.core.games.tigris.effects import (
    BuildingPlaced,
    BuildingReturned,
    Decided,
    Effect,
    Ended,
    LeaderReturned,
    LinkTaken,
    NextTurn,
    Parted,
    Removed,
    RevoltBegun,
    Scored,
    Spared,
    Spent,
    Strengths,
    TreasuresTaken,
    TurnedDown,
    United,
    Unpaid,
    WarAvoided,
    WarBegun,
)

_FOR = {
    "tiles": "for the tile",
    "king": "for the tile, as king",
    "building": "for the building",
    "revolts": "for the revolt",
    "war leaders": "for the beaten leader",
    "war tiles": "for removed tiles",
    "monuments": "for a monument",
}

_UNPAID = {
    "TE-4.4": "nobody scores for {}: no leader of its colour and no king in the kingdom",
    "TE-4.5": "nobody scores for {}: it unites two kingdoms",
    "TE-4.7": "nobody scores for {}: it touches no kingdom",
}


def describe(effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause."""
    match effect:
        case Scored(seat, colour, points, source):
            return f"{names[seat]} scores {points} {colour} {_FOR[source]}"
        case Unpaid(at, rule):
            return _UNPAID[rule].format(at)
        case LeaderReturned(seat, leader, at):
            return f"{names[seat]}'s {leader} returns from {at}"
        case TreasuresTaken(seat, cells, left):
            return (
                f"{names[seat]} takes {pluralize(len(cells), 'treasure')} from {join_words(cells)}; "
                f"{left} keeps its own"
            )
        case NextTurn(seat):
            return f"{names[seat]} is on turn"
        case Ended(reason):
            return f"the game is over: {reason}"
        case Parted(at, regions):
            return f"the region round {at} falls into {regions}"
        case TurnedDown(colour, cells):
            return f"the {_tiles(colour, 4)} on {join_words(cells)} are turned face down"
        case BuildingPlaced(building, at, start):
            return f"the {building} moves from {start} to {at}" if start else f"the {building} stands on {at}"
        case BuildingReturned(building, at):
            return f"the {building} on {at} goes back to the stock"
        case _:
            return _describe_conflict(effect, names)


_OfConflict = United | LinkTaken | RevoltBegun | WarBegun | Strengths | Decided | Spent | Removed | Spared | WarAvoided


def _describe_conflict(effect: _OfConflict, names: Sequence[str]) -> str:
    match effect:
        case United(at, wars):
            what = f"war of {join_words([f'{leader}s' for leader in wars])}" if wars else "no war"
            return f"{at} unites two kingdoms: {what}"
        case LinkTaken(at):
            return f"the unification tile on {at} is taken back"
        case RevoltBegun(leader, attacker, defender):
            return f"revolt of {leader}s: {names[attacker]} against {names[defender]}"
        case WarBegun(leader, attacker, defender):
            return f"war of {leader}s: {names[attacker]} attacks {names[defender]}"
        case Strengths(attack, defence):
            return f"on the board {attack} against {defence}"
        case Decided(leader, winner, loser, attack, defence):
            tie = ", a tie" if attack == defence else ""
            return f"{attack} against {defence}{tie}: {names[winner]}'s {leader} beats {names[loser]}'s"
        case Spent(colour, attacker, defender):
            n = attacker + defender
            go = "goes" if n == 1 else "go"
            return f"{attacker} + {defender} committed {_tiles(colour, n)} {go} out of the game"
        case Removed(colour, cells):
            return f"{_tiles(colour, len(cells))} removed from {join_words(cells)}"
        case Spared(cells, rule):
            why = "a building" if rule == "TE-6.10" else "a treasure or another leader"
            return f"{join_words(cells)} {'stays' if len(cells) == 1 else 'stay'}: {why}"
        case WarAvoided(leader):
            return f"the {leader}s are parted: no war between them"


def _tiles(colour: str, n: int) -> str:
    name = TILES[COLOUR_INDEX[colour]]
    return name if n == 1 else f"{name}s"
