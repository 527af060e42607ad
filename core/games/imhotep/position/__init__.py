"""A state from a hand-written description, which may be partial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import lookup, normalize
from kronika.core.contract.positions import Players, at_key, check_range, read_cards, read_choice, read_entries
from kronika.core.contract.zones import BYTE, add_tallies, add_to_tally, replace_byte, subtract_tallies, tally_of
from kronika.core.games.imhotep.board import (
    ROUND_CARDS,
    ROUNDS,
    SITE_CODE,
    SITE_WORDS,
    SLED,
    STONES,
    TOWER,
)
from kronika.core.games.imhotep.cards import ALL, CARD_NAMES, CODE_OF, KINDS, NO_CARDS, RED_SITE, UNSEEN, WORDS
from kronika.core.games.imhotep.notation import find_ship
from kronika.core.games.imhotep.position.given import PYRAMIDS, Given, Stones
from kronika.core.games.imhotep.position.writing import given as given
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import score_game
from kronika.core.games.imhotep.scoring import tower_values
from kronika.core.games.imhotep.state import FREE, NOBODY, TURN, Market, Options, Sites, State


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """Return the state that `given` describes. Raises PositionError, which names the key at fault."""
    reader = _Reader(given, options, names)
    turn = reader.seats.seat(given.turn, "turn", 0)
    ships, card = reader.ships()
    harbours = reader.harbours(ships)
    sites = reader.sites()
    sleds = reader.numbers(given.sleds, "sleds", SLED, "IM-2.4")
    market, cards = reader.cards()
    state = State(
        options=options,
        phase=TURN,
        round=check_range(given.round, 1, ROUNDS, "round", "IM-4.1"),
        first=reader.seats.seat(given.first, "first", turn),
        turn=turn,
        doer=reader.seats.seat(given.doer, "doer", NOBODY),
        round_cards=reader.round_cards(card),
        ships=ships,
        harbours=harbours,
        sleds=sleds,
        quarries=reader.quarries(ships, sleds, sites),
        market=market,
        sites=sites,
        cards=cards,
        stack=(),
    )
    if given.over:
        return score_game(replace(state, round=ROUNDS), [])
    if harbours.count(0) == len(harbours) - len(ships):
        return resolve(state, [])
    return state


_CARDS = {word: CODE_OF[card] for word, card in WORDS.items()}


def _site(name: str, key: str) -> int:
    with at_key(key):
        return SITE_CODE[lookup(name, SITE_WORDS, "site")]


class _Reader:
    """Reads the keys of one position. Its methods raise PositionError, which names the key at fault."""

    def __init__(self, given: Given, options: Options, names: Sequence[str]) -> None:
        self.given = given
        self.options = options
        self.seats = Players(names)
        self.players = len(names)
        self.beginnings = {normalize(name): seat for seat, name in enumerate(names)}

    # -- players --------------------------------------------------------------------------------------------------

    def numbers(self, table: Mapping[str, int], key: str, most: int, rule: str = "") -> bytes:
        """Numbers from a table by player's name, in seat order; the default is 0."""
        return bytes(self.seats.by_seat(table, key, lambda n, path: check_range(n, 0, most, path, rule), 0))

    def stones(self, stones: Stones, key: str) -> bytes:
        """The seats of the stones' owners, in the order of delivery."""
        words = stones.split() if isinstance(stones, str) else stones
        return bytes(self._owner(word, key) for word in words)

    def _owner(self, word: str, key: str) -> int:
        """The seat of a player by name or by the beginning of the name."""
        with at_key(key):
            return lookup(word, self.beginnings, "player")

    # -- ships ----------------------------------------------------------------------------------------------------

    def ships(self) -> tuple[tuple[bytes, ...], str]:
        """The ships, largest first, and the round card that names them."""
        listed = [self._slots(slots, f"ships.{n}") for n, slots in enumerate(self.given.ships, 1)]
        sizes = [len(slots) for slots in listed]
        cards = ROUND_CARDS[self.players] if self.given.card is None else [self._card_name(self.given.card, "card")]
        for card in cards:
            missing = list(map(int, card))
            if all(_removed(missing, size) for size in sizes):
                ships = sorted([*listed, *map(bytes, missing)], key=len, reverse=True)
                return tuple(ships), card
        raise PositionError(f"ships: no round card for {self.players} players has ships for {sizes} (IM-1.3).")

    def _card_name(self, card: str | int, key: str) -> str:
        if str(card) not in ROUND_CARDS[self.players]:
            raise PositionError(f"{key}: {card} is not a round card for {self.players} players (IM-1.3).")
        return str(card)

    def _slots(self, stones: Stones, key: str) -> bytes:
        words = stones.split() if isinstance(stones, str) else stones
        if not 1 <= len(words) <= 4:
            raise PositionError(f"{key}: a ship has 1 to 4 slots, not {len(words)} (IM-1.2).")
        return bytes(0 if word == "-" else self._owner(word, key) + 1 for word in words)

    def harbours(self, ships: Sequence[bytes]) -> bytes:
        """By site: the number (from 1) of the ship in its harbour, 0 for none."""
        harbours = FREE
        sizes = [len(slots) for slots in ships]
        for site, label, key in read_entries(self.given.harbours, _site, "harbours", "site"):
            with at_key(key):
                ship = find_ship(sizes, str(label), harbours)
            if ship in harbours:
                raise PositionError(f"{key}: ship {label} lies at two sites (IM-2.6).")
            if any(ships[ship - 1]):
                raise PositionError(f"{key}: ship {label} has sailed, so it carries nothing (IM-2.6).")
            harbours = replace_byte(harbours, site, ship)
        return harbours

    def round_cards(self, card: str) -> int:
        """The round cards that have not been turned up, as bits.

        Earlier rounds that `used_cards` does not cover have used the first other cards of the list.
        """
        known = ROUND_CARDS[self.players]
        shown = [card, *(self._card_name(name, "used_cards") for name in self.given.used_cards)]
        if len(set(shown)) < len(shown) or len(shown) > self.given.round:
            raise PositionError("used_cards: name at most one card for each earlier round, each card once (IM-2.1).")
        others = (name for name in known if name not in shown)
        shown += [name for name, _ in zip(others, range(self.given.round - len(shown)), strict=False)]
        return sum(1 << at for at, name in enumerate(known) if name not in shown)

    # -- stones ---------------------------------------------------------------------------------------------------

    def sites(self) -> Sites:
        """The stones of the monuments, and the points that the temple has given."""
        obelisks, towers = self._obelisks()
        return Sites(
            self._pyramids(),
            self.stones(self.given.temple, "temple"),
            self.stones(self.given.burial_chamber, "burial_chamber"),
            obelisks,
            towers,
            self._temple_points(),
        )

    def _temple_points(self) -> tuple[bytes, ...]:
        given = self.given.temple_points
        if isinstance(given, list):
            return tuple(self.numbers(table, f"temple_points.{n}", 255) for n, table in enumerate(given, 1))
        points = self.numbers(given, "temple_points", 255)
        return (points,) if any(points) else ()

    def _pyramids(self) -> tuple[bytes, ...]:
        given = self.given.pyramids
        if self.options.pyramids == "a":
            if isinstance(given, dict):
                raise PositionError("pyramids: side A has one pyramid: stones in the order of delivery (IM-3.7).")
            return (self.stones(given, "pyramids"),)
        if not isinstance(given, dict):
            if given:
                raise PositionError("pyramids: side B has three: give a table by left, middle, right (IM-3.8).")
            given = {}
        stones = [b""] * len(PYRAMIDS)
        for which, laid, key in read_entries(
            given, lambda name, key: read_choice(name, PYRAMIDS, key, "IM-3.8"), "pyramids", "pyramid"
        ):
            stones[which] = self.stones(laid, key)
        full = [len(laid) - len(places) for laid, places in zip(stones, self.options.pyramids_b, strict=False)]
        if max(full) > 0 or (stones[-1] and min(full) < 0):
            raise PositionError("pyramids: a stone is extra only when all three are complete (IM-3.8).")
        return tuple(stones)

    def _obelisks(self) -> tuple[bytes, bytes]:
        heights, towers = bytes(self.players), b""
        spaces = len(tower_values(self.options))
        for seat in self.stones(self.given.obelisks, "obelisks"):
            heights = add_to_tally(heights, seat)
            if self.options.obelisks == "b" and heights[seat] >= TOWER and len(towers) < spaces:
                heights, towers = replace_byte(heights, seat, heights[seat] - TOWER), towers + BYTE[seat]
        return heights, towers

    def quarries(self, ships: Sequence[bytes], sleds: bytes, sites: Sites) -> bytes:
        """By seat: the stones in the quarry. The default is all of the 29 stones that are nowhere else."""
        aboard = b"".join(ships)
        laid = b"".join((*sites.pyramids, sites.temple, sites.chamber, sites.towers * TOWER))
        quarries = bytes(self.players)
        for seat, name in enumerate(self.seats.names):
            used = sleds[seat] + aboard.count(seat + 1) + laid.count(seat) + sites.obelisks[seat]
            if used > STONES:
                raise PositionError(f"quarries.{name}: {used} stones are on the table, more than {STONES} (INV-1).")
            quarries = replace_byte(quarries, seat, STONES - used)
        for seat, n, key in self.seats.entries(self.given.quarries, "quarries"):
            if check_range(n, 0, STONES, key, "INV-1") > quarries[seat]:
                raise PositionError(f"{key}: of {STONES} stones only {quarries[seat]} can be left (INV-1).")
            quarries = replace_byte(quarries, seat, n)
        return quarries

    # -- cards ----------------------------------------------------------------------------------------------------

    def cards(self) -> tuple[Market, tuple[bytes, ...]]:
        """The market cards: those that no player owns, and those before each player."""
        given = self.given
        row, pile = self._counts(given.row, "row"), self._counts(given.discard, "discard")
        pair = self._pair()
        held = self.seats.by_seat(given.cards, "cards", self._held, NO_CARDS)
        seen = tally_of(pair.rstrip(BYTE[UNSEEN]), KINDS)
        for zone in (row, pile, *held):
            seen = add_tallies(seen, zone)
        for kind in range(KINDS):
            if seen[kind] > ALL[kind]:
                raise PositionError(f"cards: there are {ALL[kind]} of {CARD_NAMES[kind]}, not {seen[kind]} (IM-1.4).")
        deck = subtract_tallies(ALL, seen)
        if given.deck is not None:
            wanted = self._counts(given.deck, "deck")
            if any(n > left for n, left in zip(wanted, deck, strict=True)):
                raise PositionError("deck: a card in it is somewhere else too (IM-1.4).")
            deck = wanted
        if sum(deck) < pair.count(UNSEEN):
            raise PositionError("pair: there are not that many unseen cards (INV-2).")
        return Market(deck, row, pair, pile), held

    def _held(self, words: Sequence[str], key: str) -> bytes:
        counts = self._counts(words, key)
        if any(counts[kind] for kind in RED_SITE):
            raise PositionError(f"{key}: a red card takes effect at once, so no player keeps it (IM-3.3).")
        return counts

    def _counts(self, words: Sequence[str], key: str) -> bytes:
        cards = read_cards(words, _CARDS, "card", key)
        for kind in cards:
            if cards.count(kind) > ALL[kind]:
                raise PositionError(f"{key}: there are {ALL[kind]} of {CARD_NAMES[kind]} (IM-1.4).")
        return tally_of(cards, KINDS)

    def _pair(self) -> bytes:
        words = self.given.pair
        if words and self.options.market == "a":
            raise PositionError("pair: only side B of the market has a face-down pair (IM-3.5).")
        if len(words) > 2:
            raise PositionError(f"pair: two cards at most, not {len(words)} (IM-2.2).")
        known = read_cards([word for word in words if word != "?"], _CARDS, "card", "pair")
        return bytes(sorted(known)) + BYTE[UNSEEN] * words.count("?")


def _removed(sizes: list[int], size: int) -> bool:
    """Remove a size from the list; True if it was there."""
    if size not in sizes:
        return False
    sizes.remove(size)
    return True
