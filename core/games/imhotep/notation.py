"""Moves as a person types them: `take`, `load 4:2`, `sail 4 temple`, `lever 4 obelisks 3 1 2`, `market statue`, ….

A ship is its size (`4`); when the round has several of that size a letter tells them apart (`3a`, `3b`), and `#2` is
the second ship of the round card. A spot is ship and slot, `4:2`; slot 1 is the bow. Sites, cards and verbs may be
shortened as long as one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE, Viewer
from kronika.core.games.imhotep.actions import (
    BONUS_CARD,
    BONUS_STONES,
    PASS,
    SKIP,
    TAKE,
    BonusCard,
    BonusPlace,
    BonusStones,
    Chisel,
    Choose,
    Do,
    Draw,
    Fill,
    Hammer,
    Keep,
    Lever,
    Load,
    Pair,
    Pass,
    Pyramid,
    Sail,
    SailCard,
    Skip,
    Start,
    Take,
    TakeCard,
    TurnUp,
)
from kronika.core.games.imhotep.board import PYRAMID_NAMES, ROUND_CARDS, SITE_WORDS, RoundCardName, SiteName
from kronika.core.games.imhotep.cards import CARD_NAMES, UNSEEN, WORDS, CardName
from kronika.core.games.imhotep.rules.turn import Spot
from kronika.core.games.imhotep.state import SEE_PAIR, State
from kronika.core.moves import find_player
from kronika.core.words import fold, lookup

T = TypeVar("T")

# -- ships ------------------------------------------------------------------------------------------------------


def ship_labels(sizes: Sequence[int]) -> list[str]:
    """What the ships of a round are called: `4`, `3a`, `3b`, `2`."""
    return [
        f"{size}{'abcd'[sizes[:at].count(size)]}" if sizes.count(size) > 1 else str(size)
        for at, size in enumerate(sizes)
    ]


def ship_label(state: State, ship: int) -> str:
    """What a ship (from 1) is called in this round."""
    labels = ship_labels([len(slots) for slots in state.ships])
    return labels[ship - 1] if ship <= len(labels) else f"#{ship}"


def find_ship(sizes: Sequence[int], word: str, sailed: bytes = b"") -> int:
    """The ship (from 1) that a label, a size or `#number` means; of several of a size, the only one not sailed."""
    labels = ship_labels(sizes)
    key = fold(word)
    if not labels:
        raise NotationError("No ships are laid out now.")
    if key in labels:
        return labels.index(key) + 1
    if re.fullmatch(r"#[1-4]", key) and int(key[1]) <= len(labels):
        return int(key[1])
    of_size = [ship for ship, size in enumerate(sizes, 1) if key == str(size)]
    waiting = [ship for ship in of_size if ship not in sailed]
    if len(waiting) == 1:
        return waiting[0]
    if of_size:
        raise NotationError(f"There are several ships for {key}.", [labels[ship - 1] for ship in of_size])
    raise NotationError(f"There is no ship {word!r} in this round: {', '.join(labels)}.")


# -- reading ----------------------------------------------------------------------------------------------------


def parse(state: State, seat: int, text: str, names: Sequence[str]) -> Do:
    """Reads a move or an outcome. Raises NotationError."""
    verb, _, rest = text.strip().partition(" ")
    if not verb:
        usual = "`start NAME`, `round 4322`" if seat == CHANCE else "`take`, `load 4:2`, `sail 4 temple`"
        raise NotationError(f"There is no move. It can be {usual} and so on.")
    return lookup(verb, _VERBS, "move")(state, rest.strip(), names)


def _nothing(do: Do) -> Callable[[State, str, Sequence[str]], Do]:
    def read(state: State, text: str, names: Sequence[str]) -> Do:
        if text:
            raise NotationError(f"Nothing follows here: {text!r} is too much.")
        return do

    return read


def _ship(state: State, word: str) -> int:
    return find_ship([len(slots) for slots in state.ships], word, state.harbours)


def _spot(state: State, word: str, example: str) -> Spot:
    ship, colon, slot = word.partition(":")
    if not colon or slot not in ("1", "2", "3", "4"):
        raise NotationError(f"{word!r} is no ship and slot.", [example])
    return _ship(state, ship), int(slot)


def _words(text: str, n: int, example: str) -> list[str]:
    words = text.split()
    if len(words) < n:
        raise NotationError("Something is missing.", [example])
    return words


def _site(words: Sequence[str]) -> SiteName:
    return lookup(" ".join(words), SITE_WORDS, "site")


def _only_spot(state: State, text: str, example: str) -> Spot:
    words = _words(text, 1, example)
    if len(words) > 1:
        raise NotationError(f"{' '.join(words[1:])!r} is too much: one ship and slot are due.", [example])
    return _spot(state, words[0], example)


def _load(state: State, text: str, names: Sequence[str]) -> Do:
    return Load(*_only_spot(state, text, "load 4:2"))


def _hammer(state: State, text: str, names: Sequence[str]) -> Do:
    return Hammer(*_only_spot(state, text, "hammer 4:2"))


def _sail(state: State, text: str, names: Sequence[str]) -> Do:
    ship, *site = _words(text, 2, "sail 4 temple")
    if ":" in ship:
        raise NotationError("A ship sails as it is; with a sail card a stone comes first.", [f"sailcard {text}"])
    return Sail(_ship(state, ship), _site(site))


def _sail_card(state: State, text: str, names: Sequence[str]) -> Do:
    spot, *site = _words(text, 2, "sailcard 4:2 temple")
    ship, slot = _spot(state, spot, "sailcard 4:2 temple")
    return SailCard(ship, slot, _site(site))


def _lever(state: State, text: str, names: Sequence[str]) -> Do:
    example = "lever 4 temple 3 1 2"
    ship, *words = _words(text, 3, example)
    site = [word for word in words if not word.isdecimal()]
    order = words[len(site) :]
    if not site or not 1 <= len(order) <= 4 or not all(slot in ("1", "2", "3", "4") for slot in order):
        raise NotationError("A lever names ship, site and the order of the slots.", [example])
    return Lever(_ship(state, ship), _site(site), tuple(map(int, order)))


def _chisel(state: State, text: str, names: Sequence[str]) -> Do:
    example = "chisel 4:1 3:2"
    words = _words(text, 2, example)
    if len(words) > 2:
        raise NotationError("A chisel names two slots.", [example])
    return Chisel((_spot(state, words[0], example), _spot(state, words[1], example)))


def _one(text: str, table: Mapping[str, T], what: str) -> T:
    """The one thing that follows the verb."""
    if not text.strip():
        raise NotationError(f"Which {what}?", list(table)[:3])
    return lookup(text, table, what)


def _market(state: State, text: str, names: Sequence[str]) -> Do:
    table: dict[str, CardName | Literal["pair"]] = {**WORDS, "pair": "pair"}
    return TakeCard(_one(text, table, "card"))


def _card(text: str) -> CardName:
    return _one(text, WORDS, "card")


def _pyramid(state: State, text: str, names: Sequence[str]) -> Do:
    return Pyramid(_one(text, {name: name for name in PYRAMID_NAMES}, "pyramid"))


def _cards(text: str) -> tuple[CardName, ...]:
    return tuple(_card(part) for part in (text.split(",") if "," in text else text.split()))


def _bonus(state: State, text: str, names: Sequence[str]) -> Do:
    if ":" in text:
        return BonusPlace(*_only_spot(state, text, "bonus 4:2"))
    table: dict[str, BonusCard | BonusStones] = {"card": BONUS_CARD, "stones": BONUS_STONES}
    return _one(text, table, "bonus")


def _choose(state: State, text: str, names: Sequence[str]) -> Do:
    table: dict[str, Literal["points", "stones"]] = {"points": "points", "stones": "stones"}
    return Choose(_one(text, table, "choice"))


def _round(state: State, text: str, names: Sequence[str]) -> Do:
    table: dict[str, RoundCardName] = {card: card for cards in ROUND_CARDS.values() for card in cards}
    key = re.sub(r"[\s-]", "", text)
    if key not in table:
        raise NotationError(f"There is no round card {text!r}.", ROUND_CARDS[len(state.sleds)][:3])
    return TurnUp(table[key])


def _start(state: State, text: str, names: Sequence[str]) -> Do:
    return Start(find_player(text, names))


def _fill(state: State, text: str, names: Sequence[str]) -> Do:
    cards = _cards(text)
    if not 1 <= len(cards) <= 4:
        raise NotationError(f"One to four cards are turned up, not {len(cards)}.", ["fill statue sail lever hammer"])
    return Fill(cards)


def _pair(state: State, text: str, names: Sequence[str]) -> Do:
    cards = _cards(text)
    if not 1 <= len(cards) <= 2:
        raise NotationError(f"The pair is one or two cards, not {len(cards)}.", ["pair statue sail"])
    return Pair(cards)


_VERBS: Final[dict[str, Callable[[State, str, Sequence[str]], Do]]] = {
    "take": _nothing(TAKE),
    "load": _load,
    "sail": _sail,
    "lever": _lever,
    "hammer": _hammer,
    "sailcard": _sail_card,
    "chisel": _chisel,
    "pass": _nothing(PASS),
    "market": _market,
    "keep": lambda state, text, names: Keep(_card(text)),
    "pyramid": _pyramid,
    "bonus": _bonus,
    "skip": _nothing(SKIP),
    "choose": _choose,
    "start": _start,
    "round": _round,
    "fill": _fill,
    "draw": lambda state, text, names: Draw(_card(text)),
    "pair": _pair,
}

# -- writing ----------------------------------------------------------------------------------------------------


def format(state: State, seat: int, do: Do, names: Sequence[str], viewer: Viewer = None) -> str:
    """The notation of a move; cards of the pair as `?` for a viewer who may not see them."""
    return _FORMATS[type(do)](state, do, names, viewer)


def _at(state: State, ship: int, slot: int) -> str:
    return f"{ship_label(state, ship)}:{slot}"


def _format_lever(state: State, do: Lever, names: Sequence[str], viewer: Viewer) -> str:
    return f"lever {ship_label(state, do.ship)} {do.site} {' '.join(map(str, do.order))}"


def _format_pair(state: State, do: Pair, names: Sequence[str], viewer: Viewer) -> str:
    """The taker alone sees two cards; a single card is simply taken, and an untaken pair is shown to all (IM-1.7)."""
    cards: list[str] = list(do.cards)
    step = state.stack[-1] if state.stack else None
    if step and step.kind == SEE_PAIR and len(cards) > 1 and viewer not in (None, step.seat):
        known = [CARD_NAMES[kind] for kind in state.market.pair if kind != UNSEEN]
        cards = [*known, *["?"] * (len(cards) - len(known))]
    return f"pair {' '.join(cards)}"


_FORMATS: Final[dict[type, Callable[[State, Any, Sequence[str], Viewer], str]]] = {
    Take: lambda state, do, names, viewer: "take",
    Load: lambda state, do, names, viewer: f"load {_at(state, do.ship, do.slot)}",
    Sail: lambda state, do, names, viewer: f"sail {ship_label(state, do.ship)} {do.site}",
    Lever: _format_lever,
    Hammer: lambda state, do, names, viewer: f"hammer {_at(state, do.ship, do.slot)}",
    SailCard: lambda state, do, names, viewer: f"sailcard {_at(state, do.ship, do.slot)} {do.site}",
    Chisel: lambda state, do, names, viewer: f"chisel {' '.join(_at(state, *spot) for spot in do.spots)}",
    Pass: lambda state, do, names, viewer: "pass",
    TakeCard: lambda state, do, names, viewer: f"market {do.card}",
    Keep: lambda state, do, names, viewer: f"keep {do.card}",
    Pyramid: lambda state, do, names, viewer: f"pyramid {do.pyramid}",
    BonusCard: lambda state, do, names, viewer: "bonus card",
    BonusStones: lambda state, do, names, viewer: "bonus stones",
    BonusPlace: lambda state, do, names, viewer: f"bonus {_at(state, do.ship, do.slot)}",
    Skip: lambda state, do, names, viewer: "skip",
    Choose: lambda state, do, names, viewer: f"choose {do.what}",
    Start: lambda state, do, names, viewer: f"start {_name(do.seat, names)}",
    TurnUp: lambda state, do, names, viewer: f"round {do.ships}",
    Fill: lambda state, do, names, viewer: f"fill {' '.join(do.cards)}",
    Draw: lambda state, do, names, viewer: f"draw {do.card}",
    Pair: _format_pair,
}


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else str(seat)
