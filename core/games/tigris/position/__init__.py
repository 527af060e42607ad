"""A state from a hand-written description, which may be partial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import clipped, lookup
from kronika.core.contract.positions import Players, at_key, check_range, read_choice, read_entries
from kronika.core.games.tigris.board import CATASTROPHE, COLOUR_INDEX, COLOURS, NOWHERE, TILE_COUNTS
from kronika.core.games.tigris.ledger import Ledger, written
from kronika.core.games.tigris.notation import TILE_WORDS, tiles
from kronika.core.games.tigris.offers import claims
from kronika.core.games.tigris.position.given import Given, Pile
from kronika.core.games.tigris.position.laying import Laying, lay
from kronika.core.games.tigris.position.writing import ENDED, given
from kronika.core.games.tigris.rules.flow import give_treasures
from kronika.core.games.tigris.state import (
    ACTION,
    ACTIONS,
    CATASTROPHES,
    END,
    FROM_BEFORE,
    GOES_ON,
    HAND,
    NO_TILES,
    SOURCES,
    TREASURE,
    Options,
    State,
    check_dynasties,
    map_of,
    treasures_on,
)

MOST: Final = 200
"""Upper limit for a number of tiles or points in a description; no game has more."""
_PHASES: Final = {"action": ACTION, "treasure": ACTION, "end": END}
_SHEET_WORDS: Final[dict[str, str]] = {**TILE_WORDS, "treasures": "treasures"}
_SOURCE_NUMBERS: Final[dict[str, int]] = {source: number for number, source in enumerate(SOURCES)}
Paid = int | Mapping[str, int]
"""The points of a colour: one number, or the points of each source (TE-12.4)."""
_NOTHING: Final[Mapping[str, Paid]] = {}


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """Return the state that `given` describes. Raises PositionError, which names the key at fault."""
    with at_key("options"):
        check_dynasties(options, len(names))
    phase, ended = read_choice(given.phase, _PHASES, "phase"), read_choice(given.ended, ENDED, "ended")
    actions = check_range(given.actions_left, 1, ACTIONS, "actions_left", "TE-2.1")
    seats = Players(names, {dynasty: seat for seat, dynasty in enumerate(options.dynasties[: len(names)])})
    laying = lay(given, options, seats)
    hands = seats.by_seat(given.hands, "hands", _hand, NO_TILES)
    swapped = seats.by_seat(given.swapped, "swapped", _pile, NO_TILES)
    bag, out = _piles(given, laying, (*hands, *swapped))
    sheets = seats.by_seat(given.points, "points", _sheet, _NOTHING)
    over = phase == END
    state = State(
        options=options,
        phase=phase,
        active=seats.seat(given.turn, "turn", 0),
        left=0 if over else actions,
        cell=NOWHERE,
        colour=0,
        number=0,
        board=bytes(laying.board),
        monuments=bytes(laying.monuments),
        buildings=bytes(laying.buildings),
        hands=hands,
        bag=bag,
        catastrophes=bytes(seats.by_seat(given.catastrophes_left, "catastrophes_left", _catastrophes, CATASTROPHES)),
        points=tuple(_ledger(sheet) for sheet in sheets),
        treasures=bytes(_treasures(sheet) for sheet in sheets),
        seen=out,
        swapped=swapped,
        ended=ended if over else GOES_ON,
    )
    on_board, taken, there = treasures_on(state.board), sum(state.treasures), map_of(options).temples
    if on_board + taken > there:
        where = f"{on_board} on the board and {taken} taken"
        raise PositionError(f"treasures: {where}; the {options.board} board has {there} (TE-1.4).")
    _check_catastrophes(given, state)
    if given.phase == "treasure":
        return _take_treasures(state)
    return replace(state, owed=True) if any(claims(state)) and not over else state


def _check_catastrophes(given: Given, state: State) -> None:
    """Raise PositionError if there are more catastrophes than two for each player (TE-1.3).

    Only the numbers in `catastrophes_left` count; the default for the others is not checked.
    """
    laid, there = state.board.count(CATASTROPHE), CATASTROPHES * len(state.hands)
    left = sum(given.catastrophes_left.values())
    if laid + left > there:
        where = f"{laid} on the board and {left} left"
        raise PositionError(f"catastrophes: {where}; {len(state.hands)} players have {there} (TE-1.3).")


def _take_treasures(state: State) -> State:
    """Return the state at the end of an action: treasures without a choice are taken at once (TE-2.4).

    Raises PositionError if there are no treasures to take.
    """
    state, effects = give_treasures(state, [], claims(state))
    if state.phase != TREASURE and not effects:
        raise PositionError("phase: there are no treasures to take: no trader's kingdom has more than one (TE-8.1).")
    return state


# -- hands and piles --------------------------------------------------------------------------------------------


def _hand(pile: Pile, key: str) -> bytes:
    hand = _pile(pile, key)
    if sum(hand) > HAND:
        raise PositionError(f"{key}: {sum(hand)} tiles; a hand has {HAND} at most (I-12).")
    return hand


def _pile(pile: Pile, key: str) -> bytes:
    if isinstance(pile, str):
        with at_key(key):
            counts = list(tiles(pile))
    else:
        counts = [0, 0, 0, 0]
        for word, n in pile.items():
            path = f"{key}.{clipped(word)}"
            with at_key(path):
                colour = COLOUR_INDEX[lookup(word, TILE_WORDS, "tile")]
            counts[colour] += check_range(n, 0, MOST, path)
    if max(counts) > MOST:
        raise PositionError(f"{key}: {max(counts)} tiles of one colour are too many.")
    return bytes(counts)


def _piles(given: Given, laying: Laying, hands: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The tiles in the bag and out of the game, by colour (I-1).

    A missing bag gets all tiles that are not named elsewhere; if only the bag is given, these are out of the game.
    """
    bag = None if given.bag is None else _pile(given.bag, "bag")
    out = None if given.out is None else _pile(given.out, "out")
    named = [sum(column) for column in zip(laying.tiles(), bag or NO_TILES, out or NO_TILES, *hands, strict=True)]
    if bag is not None and out is not None:
        if max(named) > MOST:
            raise PositionError(f"tiles: {max(named)} tiles of one colour are too many.")
        return bag, out
    for total, n, word in zip(TILE_COUNTS, named, COLOURS, strict=True):
        if n > total:
            raise PositionError(f"tiles: {n} {word} tiles are named, and there are {total} (I-1); or give bag and out.")
    rest = bytes(total - n for total, n in zip(TILE_COUNTS, named, strict=True))
    return (rest, out or NO_TILES) if bag is None else (bag, rest)


# -- points -----------------------------------------------------------------------------------------------------


def _catastrophes(left: int, key: str) -> int:
    return check_range(left, 0, CATASTROPHES, key, "TE-1.2")


def _sheet(sheet: Mapping[str, Paid], key: str) -> Mapping[str, Paid]:
    """Check a player's points by colour, and treasures; the keys of the result are the plain names."""
    return {colour: _paid(paid, colour, path) for colour, paid, path in read_entries(sheet, _colour, key, "colour")}


def _paid(paid: Paid, colour: str, key: str) -> Paid:
    if isinstance(paid, int):
        return check_range(paid, 0, MOST, key)
    if colour == "treasures":
        raise PositionError(f"{key}: give treasures as a number; only points have sources (TE-12.4).")
    for source, n in paid.items():
        path = f"{key}.{clipped(source)}"
        read_choice(source, _SOURCE_NUMBERS, path, "TE-12.4")
        check_range(n, 0, MOST, path)
    return paid


def _treasures(sheet: Mapping[str, Paid]) -> int:
    taken = sheet.get("treasures", 0)
    assert isinstance(taken, int)  # `_paid` has no sources for treasures
    return taken


def _colour(word: str, key: str) -> str:
    with at_key(key):
        return lookup(word, _SHEET_WORDS, "colour")


def _ledger(sheet: Mapping[str, Paid]) -> Ledger:
    """The ledger of a player; points without sources count as brought along (`before`)."""
    return written(
        (_SOURCE_NUMBERS[source], colour, n)
        for colour, name in enumerate(COLOURS)
        for source, n in _by_source(sheet.get(name, 0)).items()
    )


def _by_source(paid: Paid) -> Mapping[str, int]:
    return {SOURCES[FROM_BEFORE]: paid} if isinstance(paid, int) else paid


__all__ = ["Given", "given", "position"]
