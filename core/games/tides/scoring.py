"""The scoring of a round (TT-4), in the stages of the SPEC, and the result of the game (TT-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Final

from msgspec import Struct

from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.games.tides.cards import BY_ID, NEST, PLURALS, PORT, ROOF, SUITS, TO_SUITS, TidesCard, label
from kronika.core.games.tides.state import END, Options, State


class Kingdom(Struct, frozen=True, gc=False):
    """A kingdom with its symbols counted (TT-4.1).

    `printed` has the number of symbols of each suit, and `counts` the same after Roof of the World has doubled some
    (TT-4.3). `wins_ties` is true if King's Nest is in the kingdom (TT-4.2).
    """

    cards: bytes
    printed: tuple[int, ...]
    counts: tuple[int, ...]
    wins_ties: bool

    @property
    def doubled(self) -> tuple[str, ...]:
        """The suits that Roof of the World has doubled."""
        if self.printed == self.counts:
            return ()
        return tuple([suit for suit, a, b in zip(SUITS, self.printed, self.counts, strict=True) if a != b])


class Value(Struct, frozen=True, gc=False):
    """The points of a card, and the numbers that decided them.

    `own` is the number that the card counts in its owner's kingdom, `other` the opponent's number (0 if the card
    compares nothing). `tie_won` is true if King's Nest won a tie for it.
    """

    card: int
    points: int
    own: int = 0
    other: int = 0
    tie_won: bool = False


_POINTS = attrgetter("points")

SCORE_WORDS: Final = ("round 1", "round 2", "round 3")
"""The names of the parts of the score sheet; its sources are cards."""


def count(cards: bytes) -> Kingdom:
    """Count the symbols of a kingdom, double them by Roof of the World, and look for King's Nest (TT-4.1 to 4.3)."""
    symbols = cards.translate(TO_SUITS).count
    counts: tuple[int, ...]
    counts = printed = (symbols(0), symbols(1), symbols(2), symbols(3), symbols(4))
    if ROOF in cards:
        most = max(printed)
        counts = tuple([2 * n if n == most else n for n in printed])
    return Kingdom(cards, printed, counts, NEST in cards)


class Round(Struct, frozen=True, gc=False):
    """A scored round, by seat: the values of the cards, their sums, and the suits that Roof of the World doubled."""

    values: tuple[tuple[Value, ...], tuple[Value, ...]]
    points: tuple[int, int]
    doubled: tuple[tuple[str, ...], tuple[str, ...]]


@lru_cache(maxsize=256)
def score_kingdoms(kingdoms: tuple[bytes, bytes], options: Options) -> Round:
    """Score both kingdoms of a round (TT-4.14).

    Results are cached, because running totals and score sheets need the same rounds many times. Without the cache this
    function takes half of the time of a validation.
    """
    a, b = count(kingdoms[0]), count(kingdoms[1])
    of_a = [_VALUERS[card](a, b, options) for card in kingdoms[0]]
    of_b = [_VALUERS[card](b, a, options) for card in kingdoms[1]]
    # Stage 4: Sapphire Port is scored last. It has 0 points until then, so it plays no part in its own comparison.
    if PORT in kingdoms[0]:
        of_a[kingdoms[0].index(PORT)] = _highest_card(of_a, of_b, a, options)
    elif PORT in kingdoms[1]:
        of_b[kingdoms[1].index(PORT)] = _highest_card(of_b, of_a, b, options)
    points = (sum(map(_POINTS, of_a)), sum(map(_POINTS, of_b)))
    return Round((tuple(of_a), tuple(of_b)), points, (a.doubled, b.doubled))


# -- a valuer for each kind of card ------------------------------------------------------------------------------

Valuer = Callable[[Kingdom, Kingdom, Options], Value]
"""The function that scores a card, from its owner's kingdom, the opponent's kingdom and the options."""


def _majority(card: TidesCard) -> Valuer:
    """The valuer of a card that scores for more symbols of a suit than the opponent has (TT-4.5)."""
    number, vp, suit = card.id, card.vp, card.looks_at[0]
    return lambda mine, theirs, options: _compare(number, vp, mine.counts[suit], theirs.counts[suit], mine, options)


def _per_suit(card: TidesCard) -> Valuer:
    """The valuer of a card that scores for each symbol of a suit (TT-4.6)."""
    number, vp, suit = card.id, card.vp, card.looks_at[0]
    return lambda mine, theirs, options: Value(number, vp * mine.counts[suit], mine.counts[suit])


def _per_set(card: TidesCard) -> Valuer:
    """The valuer of a card that scores for each complete set: the least count of the suits in it (TT-4.7)."""
    number, vp, of_set = card.id, card.vp, itemgetter(*card.looks_at)

    def value(mine: Kingdom, theirs: Kingdom, options: Options) -> Value:
        sets: int = min(of_set(mine.counts if options.sets_use_doubled else mine.printed))
        return Value(number, vp * sets, sets)

    return value


def _per_missing_suit(card: TidesCard) -> Valuer:
    """The valuer of a card that scores for each missing suit; doubling changes nothing, zero stays zero (TT-4.8)."""
    number, vp = card.id, card.vp

    def value(mine: Kingdom, theirs: Kingdom, options: Options) -> Value:
        missing = mine.counts.count(0)
        return Value(number, vp * missing, missing)

    return value


def _singles_majority(card: TidesCard) -> Valuer:
    """The valuer of a card that scores for more suits that appear exactly once (TT-4.9)."""
    number, vp = card.id, card.vp

    def value(mine: Kingdom, theirs: Kingdom, options: Options) -> Value:
        if options.singles_use_doubled:
            return _compare(number, vp, mine.counts.count(1), theirs.counts.count(1), mine, options)
        return _compare(number, vp, mine.printed.count(1), theirs.printed.count(1), mine, options)

    return value


def _nothing(card: TidesCard) -> Valuer:
    """The valuer of a card without points: cards 1 and 17 (TT-4.10), and card 18 until the end of stage 3."""
    zero = Value(card.id, 0)
    return lambda mine, theirs, options: zero


def _highest_card(own: list[Value], other: list[Value], mine: Kingdom, options: Options) -> Value:
    """The value of Sapphire Port: the owner's best single card against the opponent's best (TT-4.11)."""
    best, theirs = max(map(_POINTS, own)), max(map(_POINTS, other), default=0)
    return _compare(PORT, BY_ID[PORT].vp, best, theirs, mine, options)


def _compare(card: int, vp: int, own: int, other: int, mine: Kingdom, options: Options) -> Value:
    """The value of a card that scores if `own` is larger than `other`.

    A tie scores if the owner wins ties (TT-4.15); at 0:0 the option `zero_tie` decides (TT-4.18).
    """
    tie_won = own == other and mine.wins_ties and (own > 0 or options.zero_tie == "win")
    return Value(card, vp if own > other or tie_won else 0, own, other, tie_won)


_KINDS: Final[dict[str, tuple[str, Callable[[TidesCard], Valuer]]]] = {
    "win_ties": ("TT-4.10", _nothing),
    "majority": ("TT-4.5", _majority),
    "per_suit": ("TT-4.6", _per_suit),
    "per_set": ("TT-4.7", _per_set),
    "per_missing_suit": ("TT-4.8", _per_missing_suit),
    "singles_majority": ("TT-4.9", _singles_majority),
    "double_most_numerous": ("TT-4.3", _nothing),
    "highest_card": ("TT-4.11", _nothing),
}
_VALUERS: Final = {number: _KINDS[card.kind][1](card) for number, card in BY_ID.items()}
RULES: Final = {number: _KINDS[card.kind][0] for number, card in BY_ID.items()}
"""By number of a card: the rule by which it scores."""


def reckoning(value: Value, kingdom: bytes) -> str:
    """The reason for the points of a card of this kingdom: `strongholds 1:1, tie won by King's Nest`."""
    card = BY_ID[value.card]
    match card.kind:
        case "win_ties":
            return "wins ties"
        case "double_most_numerous":
            return f"doubles {', '.join(count(kingdom).doubled) or 'nothing'}"
        case "per_suit":
            return f"{PLURALS[card.looks_at[0]]} {value.own} x {card.vp}"
        case "per_set":
            return f"sets {value.own} x {card.vp}"
        case "per_missing_suit":
            return f"suits missing {value.own} x {card.vp}"
    what = {"singles_majority": "suits just once", "highest_card": "best card"}.get(card.kind)
    tie = ", tie won by King's Nest" if value.tie_won else ", a tie" if value.own == value.other else ""
    return f"{what or PLURALS[card.looks_at[0]]} {value.own}:{value.other}{tie}"


def score(state: State) -> tuple[ScoreItem, ...]:
    """The score sheet: one item for each card of each scored kingdom, round by round (TT-5.3)."""
    return tuple(
        ScoreItem(
            seat,
            f"round {number}",
            label(value.card),
            value.points,
            RULES[value.card],
            reckoning(value, kingdoms[seat]),
        )
        for number, kingdoms in enumerate(state.scored, 1)
        for seat, values in enumerate(score_kingdoms(kingdoms, state.options).values)
        for value in values
    )


def plain_score(state: State) -> list[tuple[int, str, str, int]]:
    """The items of `score`, without their texts."""
    return [
        (seat, part, RULES[value.card], value.points)
        for part, kingdoms in zip(SCORE_WORDS, state.scored, strict=False)
        for seat, values in enumerate(score_kingdoms(kingdoms, state.options).values)
        for value in values
    ]


def totals(state: State) -> tuple[int, int]:
    """The total of each seat: the sum of the rounds scored so far (TT-5.1)."""
    return round_totals(state.scored, state.options)


def round_totals(rounds: tuple[tuple[bytes, bytes], ...], options: Options) -> tuple[int, int]:
    """The sum of these rounds for each seat; a round is given by its two kingdoms."""
    a = b = 0
    for kingdoms in rounds:
        points = score_kingdoms(kingdoms, options).points
        a += points[0]
        b += points[1]
    return a, b


def result(state: State) -> Result | None:
    """The result of the game, None before its end.

    The higher total wins; players with equal totals share the victory (TT-5.2).
    """
    if state.phase != END:
        return None
    final = totals(state)
    return Result(final, rank([(points,) for points in final]), "the third round is scored", "TT-5.1", *_shared(final))


def _shared(final: tuple[int, int]) -> tuple[str, str]:
    return ("the totals are equal", "TT-5.2") if final[0] == final[1] else ("", "")
