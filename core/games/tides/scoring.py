"""Scoring a round (TT-4), in the stages of the SPEC, and the final result (TT-5)."""

from __future__ import annotations

from msgspec import Struct

from kronika.core.games.tides.cards import BY_ID, NEST, PLURALS, PORT, ROOF, SUIT_OF, SUITS, TidesCard, label
from kronika.core.games.tides.state import END, Options, State
from kronika.core.outcome import Outcome, ScoreItem, rank


class Kingdom(Struct, frozen=True, gc=False):
    """A kingdom counted: cards of each suit as printed and after Roof of the World, and whether it wins ties."""

    cards: bytes
    printed: tuple[int, ...]
    counts: tuple[int, ...]
    wins_ties: bool

    @property
    def doubled(self) -> tuple[str, ...]:
        """The suits that Roof of the World doubled."""
        return tuple(suit for suit, a, b in zip(SUITS, self.printed, self.counts, strict=True) if a != b)


class Value(Struct, frozen=True, gc=False):
    """What one card pays, the rule that says so, the reckoning, and whether King's Nest won a tie for it."""

    card: int
    points: int
    rule: str
    note: str
    tie_won: bool = False


def count(cards: bytes) -> Kingdom:
    """Stages 0 to 2: symbols counted (TT-4.1), King's Nest noted (TT-4.2), the largest counts doubled (TT-4.3)."""
    printed = [0] * len(SUITS)
    for card in cards:
        if SUIT_OF[card] >= 0:
            printed[SUIT_OF[card]] += 1
    most = max(printed)
    counts = tuple(2 * n if n == most else n for n in printed) if ROOF in cards else tuple(printed)
    return Kingdom(cards, tuple(printed), counts, NEST in cards)


def kingdom_values(own: bytes, other: bytes, options: Options) -> list[Value]:
    """What each card of the kingdom `own` pays against `other`, in the order of `own`."""
    mine, theirs = count(own), count(other)
    values = _stage_three(mine, theirs, options)
    if PORT in own:
        theirs_best = max((value.points for value in _stage_three(theirs, mine, options).values()), default=0)
        mine_best = max((value.points for value in values.values()), default=0)
        values[PORT] = _compare(BY_ID[PORT], mine_best, theirs_best, "best card", "TT-4.11", mine, options)
    return [values[card] for card in own]


def _stage_three(mine: Kingdom, theirs: Kingdom, options: Options) -> dict[int, Value]:
    # Sapphire Port is left out: it is valued after everything else and never looks at itself (TT-4.12).
    return {card: _value(BY_ID[card], mine, theirs, options) for card in mine.cards if card != PORT}


def _value(card: TidesCard, mine: Kingdom, theirs: Kingdom, options: Options) -> Value:
    of = [SUITS.index(suit) for suit in card.of]
    match card.kind:
        case "majority":
            what = PLURALS[of[0]]
            return _compare(card, mine.counts[of[0]], theirs.counts[of[0]], what, "TT-4.5", mine, options)
        case "per_suit":
            n = mine.counts[of[0]]
            return Value(card.id, card.vp * n, "TT-4.6", f"{PLURALS[of[0]]} {n} x {card.vp}")
        case "per_set":
            counts = mine.counts if options.sets_use_doubled else mine.printed
            sets = min(counts[suit] for suit in of)
            return Value(card.id, card.vp * sets, "TT-4.7", f"sets {sets} x {card.vp}")
        case "per_missing_suit":
            missing = mine.counts.count(0)
            return Value(card.id, card.vp * missing, "TT-4.8", f"suits missing {missing} x {card.vp}")
        case "singles_majority":
            a, b = (k.counts if options.singles_use_doubled else k.printed for k in (mine, theirs))
            return _compare(card, a.count(1), b.count(1), "suits just once", "TT-4.9", mine, options)
        case "double_most_numerous":
            return Value(card.id, 0, "TT-4.3", f"doubles {', '.join(mine.doubled) or 'nothing'}")
        case _:
            return Value(card.id, 0, "TT-4.10", "wins ties")


def _compare(card: TidesCard, a: int, b: int, what: str, rule: str, mine: Kingdom, options: Options) -> Value:
    """Pays for a > b, and for a = b when the owner wins ties (TT-4.15), at 0:0 as the option says (TT-4.18)."""
    tie_won = a == b and mine.wins_ties and (a > 0 or options.zero_tie == "win")
    how = ", tie won by King's Nest" if tie_won else ", a tie" if a == b else ""
    return Value(card.id, card.vp if a > b or tie_won else 0, rule, f"{what} {a}:{b}{how}", tie_won)


def round_values(kingdoms: tuple[bytes, bytes], options: Options) -> tuple[list[Value], list[Value]]:
    """Both kingdoms valued from the same picture of the table, by seat."""
    a, b = kingdoms
    return kingdom_values(a, b, options), kingdom_values(b, a, options)


def score(state: State) -> tuple[ScoreItem, ...]:
    """One item for each card of each scored kingdom (TT-5.3), round by round."""
    return tuple(
        ScoreItem(seat, f"round {number}", label(value.card), value.points, value.rule, value.note)
        for number, kingdoms in enumerate(state.scored, 1)
        for seat, values in enumerate(round_values(kingdoms, state.options))
        for value in values
    )


def totals(state: State) -> tuple[int, int]:
    """The sums of the rounds scored so far (TT-5.1)."""
    a = b = 0
    for kingdoms in state.scored:
        for_a, for_b = round_values(kingdoms, state.options)
        a += sum(value.points for value in for_a)
        b += sum(value.points for value in for_b)
    return a, b


def outcome(state: State) -> Outcome | None:
    """The higher total wins; equal totals share the victory (TT-5.2)."""
    if state.phase != END:
        return None
    final = totals(state)
    return Outcome(final, rank([(points,) for points in final]), "the third round is scored", "TT-5.1", *_shared(final))


def _shared(final: tuple[int, int]) -> tuple[str, str]:
    return ("the totals are equal", "TT-5.2") if final[0] == final[1] else ("", "")
