"""A state from a hand-written, partial description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from kronika.core.errors import NotationError, PositionError
from kronika.core.games.tides.cards import ALL, NAMES, label
from kronika.core.games.tides.rules import HAND, ROUNDS, score_round
from kronika.core.games.tides.state import DRAW, NOTHING, OPEN, PICK, RELIC, Options, State
from kronika.core.moves import find_seat
from kronika.core.words import lookup

CardName = int | str


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Tides of Time. Cards are numbers or names; tables are by player's name.

    `kingdoms`: the cards laid, relics included; left out: none.
    `relics`: which of them are relics; left out: the first (round - 1) of each kingdom.
    `hands`: the cards held; left out: none.
    `round`: 1 to 3; left out: 1, or what a full kingdom tells (5, 6 or 7 cards).
    `phase`: `pick`, `relic` (the break, before the choice) or `draw`; left out: `pick`. With `pick` and no hands left
    the round is scored at once, as after the fifth card.
    `box`: the cards out of the game; left out: none. `earlier`: the kingdoms as they were scored in earlier rounds,
    one table a round; left out: not scored.
    All cards not named are in the deck.
    """

    kingdoms: dict[str, list[CardName]] = field(default_factory=dict)
    relics: dict[str, list[CardName]] = field(default_factory=dict)
    hands: dict[str, list[CardName]] = field(default_factory=dict)
    box: list[CardName] = field(default_factory=list)
    round: int | None = None
    phase: str = "pick"
    earlier: list[dict[str, list[CardName]]] = field(default_factory=list)


_PHASES = {"pick": PICK, "relic": RELIC, "draw": DRAW}


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """The state that `given` describes. Raises PositionError, which names the key."""
    kingdoms = _by_seat(given.kingdoms, names, "kingdoms")
    hands = _by_seat(given.hands, names, "hands")
    number = given.round if given.round is not None else _round(kingdoms, hands)
    if not 1 <= number <= ROUNDS:
        raise PositionError(f"round: {number} is not one of the rounds 1 to 3 (TT-2.9).")
    if given.phase not in _PHASES:
        raise PositionError(f"phase: {given.phase!r} is not one of {', '.join(_PHASES)}.")
    relics = _by_seat(given.relics, names, "relics") if given.relics else _first(kingdoms, number - 1)
    box = _cards(given.box, "box")
    _check_partition(kingdoms, hands, box)
    _check_relics(kingdoms, relics)
    if len(hands[0]) != len(hands[1]) and given.phase == "pick":
        raise PositionError("hands: both players hold equally many cards when they pick (INV-2).")
    laid = (*kingdoms[0], *kingdoms[1], *hands[0], *hands[1], *box)
    state = State(
        options=options,
        phase=_PHASES[given.phase],
        round=number,
        deck=bytes(card for card in ALL if card not in laid),
        hands=(bytes(sorted(hands[0])), bytes(sorted(hands[1]))),
        kingdoms=tuple(
            relic + bytes(card for card in kingdom if card not in relic)
            for kingdom, relic in zip(kingdoms, relics, strict=True)
        ),  # type: ignore[arg-type]
        relics=relics,
        box=bytes(sorted(box)),
        sealed=OPEN,
        scored=tuple(_by_seat(table, names, f"earlier.{n}") for n, table in enumerate(given.earlier)),
    )
    return score_round(state)[0] if given.phase == "pick" and not any(hands) else state


def _round(kingdoms: tuple[bytes, bytes], hands: tuple[bytes, bytes]) -> int:
    full = len(kingdoms[0]) + len(hands[0])
    return full - HAND + 1 if HAND < full <= HAND + ROUNDS - 1 else 1


def _first(kingdoms: tuple[bytes, bytes], n: int) -> tuple[bytes, bytes]:
    return (kingdoms[0][:n], kingdoms[1][:n])


def _by_seat(table: Mapping[str, Sequence[CardName]], names: Sequence[str], key: str) -> tuple[bytes, bytes]:
    cards = list(NOTHING)
    for name, named in table.items():
        try:
            seat = find_seat(name, names)
        except NotationError as error:
            raise PositionError(f"{key}: {error}") from None
        if seat < 0:
            raise PositionError(f"{key}: {name!r} is not a player.")
        cards[seat] = _cards(named, f"{key}.{name}")
    return (cards[0], cards[1])


def _cards(named: Sequence[CardName], key: str) -> bytes:
    try:
        return bytes(lookup(str(card), NAMES, "card") for card in named)
    except NotationError as error:
        raise PositionError(f"{key}: {error}") from None


def _check_partition(kingdoms: tuple[bytes, bytes], hands: tuple[bytes, bytes], box: bytes) -> None:
    seen: set[int] = set()
    for key, zone in (("kingdoms", kingdoms[0] + kingdoms[1]), ("hands", hands[0] + hands[1]), ("box", box)):
        for card in zone:
            if card in seen:
                raise PositionError(f"{key}: {label(card)} is named twice (INV-1).")
            seen.add(card)


def _check_relics(kingdoms: tuple[bytes, bytes], relics: tuple[bytes, bytes]) -> None:
    for kingdom, marked in zip(kingdoms, relics, strict=True):
        for card in marked:
            if card not in kingdom:
                raise PositionError(f"relics: {label(card)} is not in its owner's kingdom (TT-2.7).")
