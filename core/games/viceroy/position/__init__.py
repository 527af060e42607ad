"""Positions: a state from a description written by hand, which may be partial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from msgspec.structs import replace

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import lookup, normalize
from kronika.core.contract.positions import (
    Players,
    at_key,
    check_range,
    check_unique,
    read_cards,
    read_choice,
    read_entries,
)
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.cards import CHARACTERS, LAWS, NAMES, is_law, label
from kronika.core.games.viceroy.gems import COLOURS, INDEX, NONE
from kronika.core.games.viceroy.notation.reading import read_gems
from kronika.core.games.viceroy.position.given import OUT, PHASES, VIRTUAL, CardName, Given, LaneGiven, SpotGiven
from kronika.core.games.viceroy.position.writing import given as given
from kronika.core.games.viceroy.pyramid import LEVELS, TOP_LAW_LEVEL, Place, card_at, placed, with_card
from kronika.core.games.viceroy.recolouring import can_repaint, cost
from kronika.core.games.viceroy.rules.auction import BIDDING_ROUNDS
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.rules.opening import DISPLAYED as NEW_CARDS
from kronika.core.games.viceroy.state import (
    BID,
    END,
    FACE_DOWN,
    IN,
    LARGE_DECK,
    NEW_PLAYER,
    PASSED,
    PER_SEAT,
    RECOLOUR,
    Options,
    Player,
    State,
    virtual_players,
)

_FURTHEST = 12
"""The largest column, left or right of 0, in which a position may have cards."""


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """Return the state that `given` describes. Raises PositionError, which names the key, if it is impossible."""
    phase = read_choice(given.phase, PHASES, "phase")
    seats = Players(names)
    players = _players(given, options, seats)
    if phase == RECOLOUR:
        players = tuple(player if can_repaint(player) else replace(player, out=PASSED) for player in players)
    if phase != END and all(player.out for player in players):
        raise PositionError("out: somebody must still take part in this phase.")
    display = _display(given.lanes)
    discard = _cards(given.discard, "discard")
    top = _cards(given.top, "top")
    named = check_unique(
        [
            *((f"pyramids.{names[seat]}", _pyramid_cards(player)) for seat, player in enumerate(players)),
            *((f"hands.{names[seat]}", player.hand) for seat, player in enumerate(players)),
            ("lanes", bytes(card for card in display if card)),
            ("discard", discard),
            ("top", top),
            ("laws", _cards(given.laws or [], "laws")),
        ],
        label,
        "VC-9.2",
    )
    unseen = bytes(card for card in CHARACTERS if card not in named)
    large, small = _deck_sizes(given, phase, len(unseen))
    laws = _laws(given, named)
    if top and given.top_by is None:
        raise PositionError("top_by: who put the laws on top?")
    if any(not is_law(card) for card in top):
        raise PositionError("top: only laws lie in the law deck.")
    return State(
        options=options,
        phase=phase,
        round=check_range(given.round, 1, ROUNDS, "round", "VC-2.1"),
        turn=check_range(given.turn, 1, BIDDING_ROUNDS, "turn", "VC-2.3" if phase == BID else "VC-2.11"),
        unseen=unseen,
        large=large,
        small=small,
        laws=laws,
        top=top,
        top_by=seats.seat(given.top_by, "top_by", 0),
        supply=_supply(given, players),
        display=display,
        discard=bytes(sorted(discard)),
        virtual=_virtual(given, options, len(names)),
        players=players,
        stack=(),
    )


# -- players ----------------------------------------------------------------------------------------------------


def _players(given: Given, options: Options, seats: Players) -> tuple[Player, ...]:
    """Return the players, from all keys that are by player."""
    gems = seats.by_seat(given.gems, "gems", _gems, NONE)
    attacks = seats.by_seat(given.attacks, "attacks", lambda n, key: check_range(n, 0, 99, key), 0)
    hands = seats.by_seat(given.hands, "hands", _in_order, b"")
    shown = seats.by_seat(given.shown, "shown", _in_order, b"")
    out = seats.by_seat(given.out, "out", lambda word, key: read_choice(word, OUT, key) if word else IN, IN)
    skips = [seats.find(name, "skips") for name in given.skips]
    hidden = [seats.find(name, "hidden") for name in given.hidden]
    players = []
    for seat, name in enumerate(seats.names):
        if len(set(shown[seat]) & set(hands[seat])) < len(shown[seat]):
            raise PositionError(f"shown.{name}: these are not cards of the hand, each once.")
        player = replace(NEW_PLAYER, gems=gems[seat], attacks=attacks[seat], hand=hands[seat], shown=shown[seat])
        players.append(replace(player, out=out[seat], skips=seat in skips))
    for seat, spots, key in seats.entries(given.pyramids, "pyramids"):
        players[seat] = _with_pyramid(players[seat], spots, FACE_DOWN if seat in hidden else 0, options, key)
    return tuple(players)


def _with_pyramid(
    player: Player, spots: Mapping[str, CardName | SpotGiven], hidden: int, options: Options, key: str
) -> Player:
    """Return the player with the cards laid from the bottom up, and with the tokens on and the cards under them."""
    places = sorted(read_entries(spots, _place, key, "place"), key=itemgetter(0))
    if not places:
        return player
    player = replace(player, left=places[0][0][1])
    on: list[tuple[int, int]] = []
    tucked: list[tuple[int, int]] = []
    for (level, column), laid, path in places:
        spot = _spot(laid)
        card = _cards([spot.card], path)[0]
        _check_place(player, level, column, card, options, path)
        left, rows = with_card(player, level, column, card)
        player = replace(player, left=left, rows=rows)
        on.extend((card, _token(name, f"{path}.tokens")) for name in spot.tokens)
        tucked.extend(_tucked(card, spot, hidden, path))
    player = replace(player, tokens=tokens.flat(on), tucked=tokens.flat(tucked))
    return replace(player, paint=tokens.flat(_paint(player, places)))


def _spot(given: CardName | SpotGiven) -> SpotGiven:
    return given if isinstance(given, SpotGiven) else SpotGiven(given)


def _tucked(card: int, spot: SpotGiven, hidden: int, key: str) -> Iterator[tuple[int, int]]:
    """Yield (card, tucked card) for the cards under a card, marked if the other players don't know it."""
    beneath = _cards(spot.tucked, f"{key}.tucked")
    unknown = _cards(spot.hidden, f"{key}.hidden")
    for code in unknown:
        if code not in beneath:
            raise PositionError(f"{key}.hidden: {label(code)} is not tucked under this card.")
    for code in beneath:
        yield card, code + (FACE_DOWN if code in unknown else hidden)


def _paint(player: Player, places: Sequence[tuple[Place, CardName | SpotGiven, str]]) -> Iterator[tuple[int, int]]:
    """Yield (top card, colour index) of the circles that were recoloured (VC-5.2)."""
    for place, laid, path in places:
        if (word := _spot(laid).paint) is not None:
            colour = read_choice(word, INDEX, f"{path}.paint")
            if not cost(player, card_at(player, *place), colour):
                raise PositionError(f"{path}.paint: there is no circle below it that is not {word} already (VC-5.2).")
            yield card_at(player, *place), colour


def _check_place(player: Player, level: int, column: int, card: int, options: Options, key: str) -> None:
    if level == 1 and player.rows[0] and column > player.left + len(player.rows[0]) and not options.free_base:
        raise PositionError(f"{key}: level 1 has a gap to its left (VC-3.1).")
    if level > 1 and not (card_at(player, level - 1, column) and card_at(player, level - 1, column + 1)):
        raise PositionError(f"{key}: it does not rest on two cards (VC-3.1).")
    if level > TOP_LAW_LEVEL and is_law(card):
        raise PositionError(f"{key}: laws lie on levels 1 to 4 only (VC-3.2).")


def _place(where: str, key: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d)\.(-?\d{1,2})", where)
    if match is None or not 1 <= int(match[1]) <= LEVELS or abs(int(match[2])) > _FURTHEST:
        raise PositionError(f"{key}: {where!r} is not a place: LEVEL.COLUMN, levels 1 to 5, columns -12 to 12.")
    return int(match[1]), int(match[2])


def _token(name: str, key: str) -> int:
    with at_key(key):
        return lookup(name, _TOKENS, "token")


def _pyramid_cards(player: Player) -> bytes:
    """Return all cards in and under a pyramid."""
    return bytes((*(card for _, _, card in placed(player)), *(card % FACE_DOWN for card in player.tucked[1::2])))


# -- decks, display, supply -------------------------------------------------------------------------------------


def _deck_sizes(given: Given, phase: int, unseen: int) -> tuple[int, int]:
    """Return the sizes of the large and the small deck.

    A position may name fewer cards than have left the decks, but not more.
    """
    dealt = given.round if phase == BID else given.round + 1
    large = max(0, LARGE_DECK - NEW_CARDS * dealt) if given.large is None else given.large
    large = min(large, unseen) if given.large is None else large
    small = unseen - large if given.small is None else given.small
    for key, size in (("large", large), ("small", small)):
        check_range(size, 0, unseen, key)
    if large + small > unseen:
        raise PositionError(f"small: only {unseen} characters are nowhere else.")
    return large, small


def _laws(given: Given, named: set[int]) -> bytes:
    if given.laws is None:
        return bytes(law for law in LAWS if law not in named)
    laws = _cards(given.laws, "laws")
    if any(not is_law(card) for card in laws):
        raise PositionError("laws: only laws lie in the law deck.")
    return bytes(sorted(laws))


def _display(lanes: Mapping[str, LaneGiven]) -> bytes:
    display = bytearray(8)
    for colour, lane, key in read_entries(lanes, lambda name, key: read_choice(name, INDEX, key), "lanes", "lane"):
        for at, (slot, card) in enumerate((("below", lane.below), ("above", lane.above)), 2 * colour):
            if card is not None:
                display[at] = _cards([card], f"{key}.{slot}")[0]
                if is_law(display[at]):
                    raise PositionError(f"{key}.{slot}: laws are never on display (VC-9.2).")
    return bytes(display)


def _supply(given: Given, players: Sequence[Player]) -> bytes:
    """Return the gems in the supply: as given, or else all that are nowhere else."""
    most = PER_SEAT * len(players)
    there = [0, 0, 0, 0]
    for player in players:
        codes = [tokens.gem_colour(code) for code in player.tokens[1::2]]
        there = [n + player.gems[colour] + codes.count(colour) for colour, n in enumerate(there)]
    supply = _gems(given.supply, "supply") if given.supply is not None else bytes(max(0, most - n) for n in there)
    for colour, n, left in zip(COLOURS, there, supply, strict=True):
        if n + left > most:
            raise PositionError(f"supply: there are only {most} {colour} gems in this game, not {n + left} (VC-1.6.3).")
    return supply


def _virtual(given: Given, options: Options, seats: int) -> bytes:
    with at_key("options"):
        n = virtual_players(options, seats)
    codes = bytes(read_choice(word, VIRTUAL, "virtual") for word in given.virtual or ["in"] * n)
    if len(codes) != n:
        raise PositionError(f"virtual: there are {n} virtual opponents, not {len(codes)}.")
    return codes


# -- words ------------------------------------------------------------------------------------------------------

_TOKENS = {normalize(name): code for name, code in tokens.TOKEN_CODES.items()}


def _gems(text: str, key: str) -> bytes:
    with at_key(key):
        return bytes(read_gems(text))


def _cards(named: Sequence[CardName], key: str) -> bytes:
    return read_cards(named, NAMES, "card", key)


def _in_order(named: Sequence[CardName], key: str) -> bytes:
    return bytes(sorted(_cards(named, key)))
