"""Positions: a state from a description written by hand, which may be partial."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.errors import PositionError
from kronika.core.contract.positions import (
    Players,
    at_key,
    check_range,
    check_unique,
    read_cards,
    read_choice,
    read_entries,
)
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import (
    ALL_BUILDERS,
    ALL_TECHNOLOGIES,
    ARTIFACT,
    BUILDER_NAMES,
    LEVEL,
    TECHNOLOGY_NAMES,
    TYPE,
    label,
)
from kronika.core.games.ancient_knowledge.position.given import LEVEL_WORDS, SLOT_WORDS, Given, GivenArea
from kronika.core.games.ancient_knowledge.position.writing import given as given
from kronika.core.games.ancient_knowledge.rules import settle
from kronika.core.games.ancient_knowledge.rules.phases import ACTIONS
from kronika.core.games.ancient_knowledge.state import (
    ACTION,
    ARTIFACT_PLACES,
    BOARDS,
    DEALT,
    DECLINE,
    END_AT,
    FLIP_AT,
    HAND_LIMIT,
    PLACES,
    SHOWN,
    Board,
    Display,
    Options,
    Player,
    State,
    Turn,
    setup,
)
from kronika.core.games.ancient_knowledge.table import lay_out

_PHASES: Final = {"keep": None, "action": ACTION, "timeline": ACTION, "decline": DECLINE, "end": None}
"""The phase of the turn for each word; None if no turn is in progress."""


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """Return the state that `given` describes. Raises PositionError, which names the key, if it is impossible."""
    phase = read_choice(given.phase, _PHASES, "phase")
    with at_key("options"):
        start = setup(options, len(names))
    seats = Players(names)
    areas = {seat: (area, key) for seat, area, key in seats.entries(given.players, "players")}
    nothing = GivenArea()
    players = tuple(
        _player(*areas.get(seat, (nothing, f"players.{name}")), given.phase) for seat, name in enumerate(names)
    )
    first = seats.seat(given.first, "first", 0)
    turn = seats.seat(given.turn, "turn", first)
    if options.teams and first % 2:
        raise PositionError(f"first: {names[first]} is the second member of a team (AK-8.2e).")
    flipped = given.flipped
    if flipped is None:
        flipped = any(len(player.past) >= FLIP_AT for player in players)
    display = _display(given, players, seats, flipped)
    if given.flipped is None and sum(board.level == 2 for board in display.boards) > 1:
        flipped = True
    deck, discard = _piles(given, players, names)
    ending = given.ending if given.ending is not None else any(len(player.past) >= END_AT for player in players)
    state = replace(
        start,
        first=first,
        players=players,
        deck=deck,
        discard=discard,
        shown=_sorted(b"".join(_shown(area, key) for area, key in areas.values())),
        display=display,
        flipped=flipped,
        ending=ending,
        turns=() if phase is None else _turns(given, options, seats, turn, phase),
        stack=(steps.Begin(), steps.Extra(), steps.Keep((b"",) * len(names))) if given.phase == "keep" else (),
    )
    return settle(lay_out(state))[0]


# -- names ------------------------------------------------------------------------------------------------------


def _builders(named: Sequence[str], key: str) -> bytes:
    return read_cards(named, BUILDER_NAMES, "builder card", key)


def _technologies(named: Sequence[str], key: str) -> bytes:
    return read_cards(named, TECHNOLOGY_NAMES, "technology", key)


# -- players ----------------------------------------------------------------------------------------------------


def _player(area: GivenArea, key: str, phase: str) -> Player:
    hand = _builders(area.hand, f"{key}.hand")
    if len(hand) > HAND_LIMIT:
        raise PositionError(f"{key}.hand: a hand holds at most {HAND_LIMIT} cards (AK-2.7).")
    if phase == "keep" and len(hand) != DEALT:
        raise PositionError(f"{key}.hand: everybody chooses from {DEALT} cards in the phase keep (AK-2.2).")
    timeline, knowledge = _timeline(area.timeline, f"{key}.timeline")
    past = _builders(area.past, f"{key}.past")
    _refuse_artifacts(past, f"{key}.past")
    rotated = _builders(area.rotated, f"{key}.rotated")
    for card in rotated:
        if card not in past:
            raise PositionError(f"{key}.rotated: {label(card)} is not in the Past.")
    artifacts = _builders(area.artifacts, f"{key}.artifacts")
    if any(TYPE[card] != ARTIFACT for card in artifacts) or len(artifacts) > ARTIFACT_PLACES:
        raise PositionError(f"{key}.artifacts: a board holds up to {ARTIFACT_PLACES} artifacts (AK-3.5).")
    technologies = _technologies(area.technologies, f"{key}.technologies")
    lost = check_range(area.lost, 0, 999, f"{key}.lost")
    flags = bytes([card in rotated for card in past])
    return Player(_sorted(hand), timeline, knowledge, past, flags, _sorted(artifacts), _sorted(technologies), lost)


def _shown(area: GivenArea, key: str) -> bytes:
    shown = _builders(area.shown, f"{key}.shown")
    for card in shown:
        if card not in _builders(area.hand, f"{key}.hand") or shown.count(card) > 1:
            raise PositionError(f"{key}.shown: these are not cards of the hand, each once.")
    return shown


def _sorted(cards: bytes) -> bytes:
    return bytes(sorted(cards))


def _refuse_artifacts(cards: bytes, key: str) -> None:
    for card in cards:
        if TYPE[card] == ARTIFACT:
            raise PositionError(f"{key}: {label(card)} is not a monument.")


_STANDING: Final = re.compile(r"(?P<card>.*?)(?: (?P<knowledge>[0-9]{1,2}))?")


def _timeline(given: Mapping[str, Sequence[str]], key: str) -> tuple[bytes, bytes]:
    timeline, knowledge = bytearray(PLACES), bytearray(PLACES)
    for slot, monuments, path in read_entries(
        given, lambda name, path: read_choice(name, SLOT_WORDS, path, "AK-1.2"), key, "slot"
    ):
        if len(monuments) > 2:
            raise PositionError(f"{path}: a slot has two halves (AK-3.3).")
        for place, text in enumerate(monuments, 2 * (slot - 1)):
            match = _STANDING.fullmatch(" ".join(text.split()))
            assert match is not None  # every part is optional
            card = _builders([match["card"]], path)
            _refuse_artifacts(card, path)
            timeline[place] = card[0]
            knowledge[place] = int(match["knowledge"] or 0)
    return bytes(timeline), bytes(knowledge)


# -- piles and boards -------------------------------------------------------------------------------------------


def _piles(given: Given, players: Sequence[Player], names: Sequence[str]) -> tuple[bytes, bytes]:
    discard = _builders(given.discard, "discard")
    deck = _builders(given.deck, "deck") if given.deck is not None else b""
    zones = [("discard", discard), ("deck", deck)]
    for name, player in zip(names, players, strict=True):
        key, standing = f"players.{name}", player.timeline.replace(b"\0", b"")
        zones += [(f"{key}.hand", player.hand), (f"{key}.timeline", standing)]
        zones += [(f"{key}.past", player.past), (f"{key}.artifacts", player.artifacts)]
    rest = _rest(zones, ALL_BUILDERS)
    if given.deck is None:
        return rest, discard
    return _sorted(deck), rest + discard


def _rest(zones: Sequence[tuple[str, bytes]], everything: bytes) -> bytes:
    """Return the cards of `everything` that are in no zone.

    Raises PositionError for a card that is named twice.
    """
    named = check_unique(zones, label, "AK-1.1")
    return bytes([card for card in everything if card not in named])


def _display(given: Given, players: Sequence[Player], seats: Players, flipped: bool) -> Display:
    decks, bottoms = _by_level(given.decks, "decks"), _by_level(given.bottoms, "bottoms")
    discards = _technologies(given.technology_discards, "technology_discards")
    box = _technologies(given.box, "box")
    laid = [_technologies(cards, f"boards.{at}") for at, cards in enumerate(given.boards or (), 1)]
    if given.boards is not None and len(laid) != BOARDS:
        raise PositionError(f"boards: there are {BOARDS} technology boards (AK-1.1).")
    zones = [(f"players.{name}.technologies", p.technologies) for name, p in zip(seats.names, players, strict=True)]
    zones += [(f"boards.{at}", cards) for at, cards in enumerate(laid, 1)]
    zones += [("technology_discards", discards), ("box", box)]
    zones += [(f"decks.{level}", cards) for level, cards in decks.items()]
    zones += [(f"bottoms.{level}", cards) for level, cards in bottoms.items()]
    rest = _rest(zones, ALL_TECHNOLOGIES)
    boards = [_board(cards, at) for at, cards in enumerate(laid, 1)]
    if given.boards is None:
        for level in (1, 2 if flipped else 1, 2):
            cards = _of_level(rest, level)[:SHOWN]
            rest = rest.translate(None, cards)
            boards.append(Board(level if cards else 0, cards))
    left = [_of_level(rest, level) for level in (1, 2)]
    known = tuple(bottoms.get(level, b"") for level in (1, 2))
    out = b"".join(left[level - 1] for level in decks)
    return Display(
        (boards[0], boards[1], boards[2]),
        (_sorted(decks.get(1, left[0])), _sorted(decks.get(2, left[1]))),
        (known[0], known[1]),
        _who_knows(given, (known[0], known[1]), seats),
        (_sorted(_of_level(discards, 1)), _sorted(_of_level(discards, 2))),
        _sorted(box + out),
    )


def _who_knows(given: Given, bottoms: tuple[bytes, bytes], seats: Players) -> tuple[bytes, bytes]:
    """Return, for each card known to be at the bottom of a deck, a bit for each seat that knows it; default: all."""
    everything = bottoms[0] + bottoms[1]
    known = seats.by_seat(given.bottoms_known, "bottoms_known", _technologies, b"")
    for name, cards in zip(seats.names, known, strict=True):
        for card in cards:
            if card not in everything:
                raise PositionError(f"bottoms_known.{name}: {label(card)} is not named under bottoms.")
    if not given.bottoms_known:
        known = (everything,) * len(seats.names)
    first, second = (
        bytes([sum(1 << seat for seat, cards in enumerate(known) if card in cards) for card in bottom])
        for bottom in bottoms
    )
    return first, second


def _by_level(table: Mapping[str, Sequence[str]], key: str) -> dict[int, bytes]:
    decks = {}
    for level, named, path in read_entries(
        table, lambda name, path: read_choice(name, LEVEL_WORDS, path, "AK-1.3"), key, "level"
    ):
        decks[level] = _technologies(named, path)
        if any(LEVEL[card] != level for card in decks[level]):
            raise PositionError(f"{path}: a deck holds one level of technologies (AK-1.3).")
    return decks


def _of_level(cards: bytes, level: int) -> bytes:
    return bytes([card for card in cards if LEVEL[card] == level])


def _board(cards: bytes, number: int) -> Board:
    levels = {LEVEL[card] for card in cards}
    if len(levels) > 1 or len(cards) > SHOWN:
        raise PositionError(f"boards.{number}: a board shows up to {SHOWN} technologies of one level (AK-1.3).")
    return Board(levels.pop() if levels else 0, _sorted(cards))


# -- whose turn it is -------------------------------------------------------------------------------------------


def _turns(given: Given, options: Options, seats: Players, turn: int, phase: int) -> tuple[Turn, ...]:
    on_turn = (turn & 2, (turn & 2) + 1) if options.teams else (turn,)
    if isinstance(given.actions, int):
        left = dict.fromkeys(on_turn, _actions(given.actions, "actions"))
    else:
        left = dict.fromkeys(on_turn, ACTIONS)
        for seat, actions, key in seats.entries(given.actions, "actions"):
            if seat not in left:
                raise PositionError(f"{key}: it is not the turn of {seats.names[seat]}.")
            left[seat] = _actions(actions, key)
    if given.phase != "action":
        left = dict.fromkeys(on_turn, 0)
    return tuple(Turn(seat, phase, actions, b"", 0, False) for seat, actions in left.items())


def _actions(left: int, key: str) -> int:
    """Return the number of actions that a player has left, after checking its range."""
    return check_range(left, 1, ACTIONS, key, "AK-2.3")
