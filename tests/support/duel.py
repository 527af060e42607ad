"""A tiny game through the contract alone: secret choices made at once, a draw, a pending decision, shared ties.

Each round a prize is turned up (DU-1), all choose a card in secret (DU-2), the highest card that nobody else chose
wins (DU-3). The winner takes the prize or spares it and has the card back (DU-4). After three rounds the highest sum
of prizes wins, ties are shared (DU-5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BadSetup, IllegalAction, NotationError, PositionError
from kronika.core.basics.text import close_matches, normalize
from kronika.core.contract.annotations import at_most
from kronika.core.contract.game import CHANCE, Game
from kronika.core.contract.paper import Paper
from kronika.core.contract.positions import Players
from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, View, can_see

TURN, CHOOSE, DECIDE, END = range(4)
DUE = ("turn up a prize", "choose a card", "take or spare the prize", "")
PRIZES = bytes((2, 2, 3, 3, 5))
ROUNDS = 3


class DuelOptions(Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    joker: Annotated[bool, Meta(description="does each hand hold a 5 too; only for two")] = False


class DuelState(Struct, frozen=True, array_like=True, gc=False):
    options: DuelOptions
    phase: int
    prizes: bytes
    prize: int
    hands: tuple[bytes, ...]
    sealed: tuple[int, ...]
    won: tuple[bytes, ...]
    pending: tuple[tuple[int, int], ...]


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    card: Annotated[int, Meta(ge=1, le=5)]


class Take(Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    pass


class Spare(Struct, frozen=True, tag="spare", forbid_unknown_fields=True):
    pass


class Prize(Struct, frozen=True, tag="prize", forbid_unknown_fields=True):
    value: Annotated[int, Meta(ge=2, le=5)]


class Shown(Struct, frozen=True, tag="shown"):
    cards: tuple[int, ...]
    rule: str = "DU-2"


class Won(Struct, frozen=True, tag="won"):
    seat: int
    prize: int
    rule: str = "DU-4"


DuelDo = Play | Take | Spare | Prize
DuelEffect = Shown | Won


class DuelView(View, frozen=True):
    prizes: Annotated[tuple[int, ...], at_most(5)]
    prize: int
    hands: tuple[CardSet, ...]
    sealed: tuple[CardId, ...]
    won: tuple[Annotated[tuple[int, ...], at_most(3)], ...]


class DuelGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """`won`: the prizes already won, by name; left out: none."""

    won: dict[str, list[int]] = field(default_factory=dict)


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


class Duel(Game[DuelState, DuelDo, DuelEffect, DuelView, DuelOptions, DuelGiven]):
    name = "duel"
    title = "Duel"
    rule_prefix = "DU"
    rules_version = 1
    seats = (2, 3)
    knows_everyone = True

    def setup(self, options: DuelOptions, seats: int) -> DuelState:
        if options.joker and seats > 2:
            raise BadSetup("The joker is for two players.")
        hand = bytes((1, 2, 3, 4, 5)) if options.joker else bytes((1, 2, 3, 4))
        return DuelState(options, TURN, PRIZES, 0, (hand,) * seats, (0,) * seats, (b"",) * seats, ())

    def actors(self, state: DuelState) -> tuple[int, ...]:
        if state.phase == CHOOSE:
            return tuple(seat for seat, card in enumerate(state.sealed) if not card)
        return {TURN: (CHANCE,), DECIDE: tuple(seat for seat, _ in state.pending)}.get(state.phase, ())

    def actions(self, state: DuelState, seat: int) -> Sequence[DuelDo]:
        if seat == CHANCE or seat not in self.actors(state):
            return ()
        return [Play(card) for card in state.hands[seat]] if state.phase == CHOOSE else [Take(), Spare()]

    def check(self, state: DuelState, seat: int, do: DuelDo) -> None:
        due = {Prize: TURN, Play: CHOOSE, Take: DECIDE, Spare: DECIDE}[type(do)]
        if state.phase != due or seat not in self.actors(state):
            raise IllegalAction("DU-1", "It is not the time, or not your turn.")
        if isinstance(do, Play) and do.card not in state.hands[seat]:
            raise IllegalAction("DU-2", f"You do not hold {do.card}.")
        if isinstance(do, Prize) and do.value not in state.prizes:
            raise IllegalAction("DU-1", f"There is no prize {do.value} left.")

    def apply(self, state: DuelState, seat: int, do: DuelDo) -> tuple[DuelState, tuple[DuelEffect, ...]]:
        match do:
            case Prize(value):
                at = state.prizes.index(value)
                left = state.prizes[:at] + state.prizes[at + 1 :]
                return replace(state, phase=CHOOSE, prizes=left, prize=value), ()
            case Play(card):
                sealed = _with(state.sealed, seat, card)
                return self._show(state, sealed) if all(sealed) else (replace(state, sealed=sealed), ())
            case Take():
                won = _with(state.won, seat, state.won[seat] + bytes((state.prize,)))
                return self._next(replace(state, won=won, pending=())), (Won(seat, state.prize),)
            case Spare():
                hand = bytes(sorted((*state.hands[seat], state.pending[0][1])))
                return self._next(replace(state, hands=_with(state.hands, seat, hand), pending=())), ()

    def _show(self, state: DuelState, sealed: tuple[int, ...]) -> tuple[DuelState, tuple[DuelEffect, ...]]:
        hands = tuple(hand.replace(bytes((card,)), b"") for hand, card in zip(state.hands, sealed, strict=True))
        state = replace(state, hands=hands, sealed=(0,) * len(sealed))
        alone = [card for card in sealed if sealed.count(card) == 1]
        if not alone:
            return self._next(state), (Shown(sealed),)
        pending = ((sealed.index(max(alone)), max(alone)),)
        return replace(state, phase=DECIDE, pending=pending), (Shown(sealed),)

    def _next(self, state: DuelState) -> DuelState:
        over = len(PRIZES) - len(state.prizes) == ROUNDS
        return replace(state, phase=END if over else TURN, prize=0)

    def sample(self, state: DuelState, dice: Dice) -> DuelDo:
        return Prize(dice.choice(state.prizes))

    def score(self, state: DuelState) -> tuple[ScoreItem, ...]:
        return tuple(
            ScoreItem(seat, "prizes", f"prize {prize}", prize, "DU-5")
            for seat, won in enumerate(state.won)
            for prize in won
        )

    def result(self, state: DuelState) -> Result | None:
        if state.phase != END:
            return None
        totals = self.totals(state)
        ranking = rank([(points,) for points in totals])
        tie = ("the victory is shared", "DU-5") if len(ranking[0]) > 1 else ("", "")
        return Result(totals, ranking, "three prizes were turned up", "DU-5", *tie)

    def view(self, state: DuelState, seat: int | None) -> DuelView:
        return DuelView(
            viewer=seat,
            actors=self.actors(state),
            due=DUE[state.phase],
            totals=self.totals(state),
            prizes=tuple(state.prizes),
            prize=state.prize,
            hands=tuple(tuple(map(str, hand)) for hand in state.hands),
            sealed=tuple(
                (str(card) if can_see(seat, owner) else HIDDEN) if card else EMPTY
                for owner, card in enumerate(state.sealed)
            ),
            won=tuple(map(tuple, state.won)),
        )

    def redeal(self, state: DuelState, seat: int, dice: Dice) -> DuelState:
        sealed = tuple(
            dice.choice(state.hands[owner]) if card and owner != seat else card
            for owner, card in enumerate(state.sealed)
        )
        return replace(state, sealed=sealed)

    def parse(self, state: DuelState, seat: int, text: str, names: Sequence[str]) -> DuelDo:
        verb, _, rest = normalize(text).partition(" ")
        if verb in ("take", "spare") and not rest:
            return Take() if verb == "take" else Spare()
        if verb == "play" and rest in ("1", "2", "3", "4", "5"):
            return Play(int(rest))
        if verb == "prize" and rest in ("2", "3", "4", "5"):
            return Prize(int(rest))
        raise NotationError(f"{text!r} is not a move.", close_matches(verb, ("play", "take", "spare", "prize")))

    def format(self, state: DuelState, seat: int, do: DuelDo, names: Sequence[str], viewer: int | None = None) -> str:
        match do:
            case Play(card):
                return f"play {card if viewer in (None, seat) else '?'}"
            case Prize(value):
                return f"prize {value}"
            case _:
                return "take" if isinstance(do, Take) else "spare"

    def describe(self, effect: DuelEffect, names: Sequence[str], viewer: int | None = None) -> str:
        if isinstance(effect, Shown):
            return ", ".join(f"{name} shows {card}" for name, card in zip(names, effect.cards, strict=True))
        return f"{names[effect.seat]} takes the prize of {effect.prize}"

    def render(self, view: DuelView, names: Sequence[str], paper: Paper) -> str:
        lines = [paper.ink(f"Prize {view.prize or '-'}", "bold")]
        for seat, name in enumerate(names):
            hand, chosen, won = " ".join(view.hands[seat]), view.sealed[seat] or "-", sum(view.won[seat])
            lines.append(f"{name}: hand {hand}, chosen {chosen}, won {won}")
        return "\n".join(lines)

    def position(self, given: DuelGiven, options: DuelOptions, names: Sequence[str]) -> DuelState:
        state = self.setup(options, len(names))
        return replace(state, won=Players(names).by_seat(given.won, "won", _prizes, b""))


def _prizes(won: Sequence[int], key: str) -> bytes:
    if not {*won} <= {*PRIZES}:
        raise PositionError(f"{key}: the prizes are 2, 3 and 5.")
    return bytes(won)


GAME = Duel()
