"""A state from a hand-written description, which may be partial, and the description of a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import pluralize as _n
from kronika.core.contract.positions import Players, check_range, check_unique, read_cards, read_choice
from kronika.core.contract.zones import remove_cards
from kronika.core.games.tides.cards import ALL, NAMES, label
from kronika.core.games.tides.rules import DRAWN, HAND, ROUNDS, score_round
from kronika.core.games.tides.state import DEAL, DRAW, END, NOTHING, OPEN, PICK, RELIC, Options, State

CardName = int | str
"""A card as a number, or as its name."""
Pair = tuple[bytes, bytes]
"""The cards of both players, by seat."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Tides of Time; all keys are optional. Cards are numbers or names; tables are by player's name.

    `kingdoms`: the cards in each kingdom, relics included. Default: none.
    `relics`: the relics among them. Default: the first (round - 1) cards of the kingdom.
    `hands`: the cards in each hand. Default: none.
    `round`: 1 to 3. Default: the round that fits the number of cards in kingdom and hand.
    `phase`: `pick`, `relic` (in the break, before the choice) or `draw` (in the break, after the choice; `round` is
    then the next one). Default: `pick`. With `pick` and empty hands the round is scored at once, as after the fifth
    pick. This works with kingdoms of fewer cards, too; they are scored as the last round.
    `box`: the cards out of the game. Default: none.
    `earlier`: the kingdoms that were scored in earlier rounds (for `relic` also in this one), a table for each round.
    A round that is missing or has an empty table counts 0 points.
    All cards that are not named are in the deck.
    """

    kingdoms: dict[str, list[CardName]] = field(default_factory=dict)
    relics: dict[str, list[CardName]] = field(default_factory=dict)
    hands: dict[str, list[CardName]] = field(default_factory=dict)
    box: list[CardName] = field(default_factory=list)
    round: int | None = None
    phase: str = "pick"
    earlier: list[dict[str, list[CardName]]] = field(default_factory=list)


_PHASES = {"pick": PICK, "relic": RELIC, "draw": DRAW}
_PHASE_WORDS = {phase: word for word, phase in _PHASES.items()}


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """Return the state that `given` describes. Raises PositionError, which names the key at fault."""
    phase = read_choice(given.phase, _PHASES, "phase")
    players = Players(names)
    kingdoms = _by_seat(given.kingdoms, players, "kingdoms")
    hands = _by_seat(given.hands, players, "hands")
    box = _cards(given.box, "box")
    few = phase == PICK and any(kingdoms) and not any(hands) and any(len(kingdom) < HAND for kingdom in kingdoms)
    number = _round(given, phase, kingdoms, hands, few)
    relics = _relics(given, players, kingdoms, number, few)
    check_unique((*players.zones(kingdoms, "kingdoms"), *players.zones(hands, "hands"), ("box", box)), label, "INV-1")
    _check_sizes(phase, number, kingdoms, hands, names, few)
    laid = (*kingdoms[0], *kingdoms[1], *hands[0], *hands[1], *box)
    state = State(
        options=options,
        phase=phase,
        round=number,
        deck=bytes(card for card in ALL if card not in laid),
        hands=(bytes(sorted(hands[0])), bytes(sorted(hands[1]))),
        kingdoms=(_relics_first(kingdoms[0], relics[0]), _relics_first(kingdoms[1], relics[1])),
        relics=relics,
        box=bytes(sorted(box)),
        sealed=OPEN,
        scored=_earlier(given, players, number if phase == RELIC else number - 1),
    )
    _check_deck(state)
    return score_round(state)[0] if phase == PICK and not any(hands) else state


def given(state: State, names: Sequence[str]) -> Given | None:
    """Return the keys that describe a state; None before the deal and while a choice is face down."""
    if state.phase == DEAL or state.sealed != OPEN:
        return None
    earlier = [_by_name(kingdoms, names) for kingdoms in state.scored]
    return Given(
        kingdoms=_by_name(state.kingdoms, names),
        relics=_by_name(state.relics, names),
        hands=_by_name(state.hands, names),
        box=list(state.box),
        round=state.round,
        phase="pick" if state.phase == END else _PHASE_WORDS[state.phase],
        earlier=earlier[:-1] if state.phase == END else earlier,  # the last round is scored again when it is read
    )


def _by_name(cards: Pair, names: Sequence[str]) -> dict[str, list[CardName]]:
    return {name: list(held) for name, held in zip(names, cards, strict=True) if held}


def _round(given: Given, phase: int, kingdoms: Pair, hands: Pair, few: bool) -> int:
    """The round of a position: the given one, or the one that fits the number of cards of the first player.

    `few` means that kingdoms of fewer than five cards are scored. This is possible only in the last round: after an
    earlier round each player takes back five cards (TT-2.5).
    """
    first, last = {PICK: (1, ROUNDS), RELIC: (1, ROUNDS - 1), DRAW: (2, ROUNDS)}[phase]
    number = given.round
    if few and number not in (None, ROUNDS):
        raise PositionError(f"round: only the last round can have kingdoms of fewer than {HAND} cards (TT-2.5).")
    if few:
        number = ROUNDS
    elif number is None:
        number = len(kingdoms[0]) + 1 if phase != PICK else len(kingdoms[0]) + len(hands[0]) - HAND + 1
        number = min(max(number, first), last)
    return check_range(number, first, last, "round", "TT-2.9")


def _relics(given: Given, players: Players, kingdoms: Pair, number: int, few: bool) -> Pair:
    marked = _by_seat(given.relics, players, "relics")
    relics = tuple(mark or kingdom[: number - 1] for mark, kingdom in zip(marked, kingdoms, strict=True))
    for seat, kingdom in enumerate(kingdoms):
        key = f"relics.{players.names[seat]}"
        due = min(number - 1, len(kingdom)) if few else number - 1
        if len(set(relics[seat])) != due or len(relics[seat]) != due:
            raise PositionError(f"{key}: a player has {_n(due, 'relic')} in round {number} (INV-3).")
        for card in relics[seat]:
            if card not in kingdom:
                raise PositionError(f"{key}: {label(card)} is not in its owner's kingdom (TT-2.7).")
    return (relics[0], relics[1])


def _relics_first(kingdom: bytes, relics: bytes) -> bytes:
    # The same order as in a game: relics come first, then the cards of the round.
    return relics + remove_cards(kingdom, relics)


def _check_sizes(phase: int, number: int, kingdoms: Pair, hands: Pair, names: Sequence[str], few: bool) -> None:
    for name, kingdom, hand in zip(names, kingdoms, hands, strict=True):
        missing = number - 1 + HAND - len(kingdom) - len(hand)
        if phase == PICK and (missing < 0 or (missing > 0 and not few)):
            raise PositionError(
                f"hands.{name}: {_n(len(kingdom), 'card')} in the kingdom and {_n(len(hand), 'card')} in hand, "
                f"but in round {number} they must be {number - 1 + HAND} together (INV-2)."
            )
        if phase != PICK and len(kingdom) != number - 1:
            raise PositionError(f"kingdoms.{name}: in the break a kingdom has only relics (TT-2.5).")
        if phase == RELIC and len(hand) != HAND:
            raise PositionError(f"hands.{name}: a relic is chosen from {HAND} cards, not from {len(hand)} (TT-2.6).")
    sizes = (len(hands[0]), len(hands[1]))
    if phase == PICK and sizes[0] != sizes[1]:
        raise PositionError("hands: both players must have the same number of cards when they pick (INV-2).")
    if phase == DRAW and sizes not in ((HAND - 2, HAND - 2), (HAND, HAND - 2)):
        raise PositionError(f"hands: before a draw both hold 3 cards, or the first 5 and the second 3, not {sizes}.")


def _check_deck(state: State) -> None:
    due = DRAWN * 2 * (ROUNDS - state.round)
    if state.phase == DRAW:
        due += 2 * HAND - len(state.hands[0]) - len(state.hands[1])
    if len(state.deck) < due:
        raise PositionError(
            f"box: it leaves {_n(len(state.deck), 'card')} in the deck, but {due} must still be drawn (TT-3.2)."
        )


def _earlier(given: Given, players: Players, scored: int) -> tuple[Pair, ...]:
    """The kingdoms of the rounds scored so far; a round that is not given has empty kingdoms and scores nothing."""
    tables = [_by_seat(table, players, f"earlier.{n}") for n, table in enumerate(given.earlier, 1)]
    if len(tables) > scored:
        raise PositionError(f"earlier: {_n(len(tables), 'round')}, but {scored} {'is' if scored == 1 else 'are'} over.")
    for number, kingdoms in enumerate(tables, 1):
        check_unique(players.zones(kingdoms, f"earlier.{number}"), label, "INV-1")
        if kingdoms != NOTHING and any(len(kingdom) != number - 1 + HAND for kingdom in kingdoms):
            raise PositionError(f"earlier.{number}: each kingdom has {number - 1 + HAND} cards (INV-2).")
    return (*tables, *(NOTHING,) * (scored - len(tables)))


def _by_seat(table: Mapping[str, Sequence[CardName]], players: Players, key: str) -> Pair:
    first, second = players.cards(table, key, NAMES)
    return first, second


def _cards(named: Sequence[CardName], key: str) -> bytes:
    return read_cards(named, NAMES, "card", key)
