"""Scoring (TT-4): every card by hand, a second reckoning from the SPEC's table, and the mistakes seen elsewhere."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from kronika.core.games.tides import scoring
from kronika.core.games.tides.cards import CARDS
from kronika.core.games.tides.scoring import Value, count, reckoning, score_kingdoms
from kronika.core.games.tides.state import Options

# Palaces 1 2 3, libraries 4 5 6, gardens 7 8 9, strongholds 10 11 12, temples 13 14 15, no suit 16 17 18 (TT-1.5).
DEFAULT = Options()
NEED_ONE = Options(zero_tie="need_one")


def paid(own: str, other: str = "", options: Options = DEFAULT) -> dict[int, int]:
    """What each card of `own` pays against `other`; kingdoms are card numbers."""
    return {value.card: value.points for value in kingdom_values(kingdom(own), kingdom(other), options)}


def kingdom_values(own: bytes, other: bytes, options: Options) -> tuple[Value, ...]:
    return score_kingdoms((own, other), options).values[0]


def kingdom(cards: str) -> bytes:
    return bytes(map(int, cards.split()))


@pytest.mark.parametrize(
    ("card", "own", "other", "points"),
    [
        (1, "1 2 10", "11", 0),  # wins ties, pays nothing itself (TT-4.10)
        (2, "2 10 11", "12", 7),  # strongholds 2:1
        (2, "2 10", "11", 0),  # 1:1, a tie pays nobody (TT-4.5)
        (2, "2 10", "11 12", 0),  # 1:2
        (2, "1 2 10", "11", 7),  # 1:1 with King's Nest (TT-4.15)
        (2, "1 2 10", "11 12", 0),  # King's Nest does not help against more
        (3, "3", "4 5 6", 0),  # own libraries only
        (3, "3 4 5", "", 6),  # 2 libraries x 3
        (3, "3 4 5 6", "", 9),
        (3, "3 17 4 5", "", 12),  # 2 doubled
        (4, "4 13", "", 7),  # temples 1:0
        (4, "4 13", "14", 0),
        (4, "4", "", 0),  # 0:0
        (5, "5 1 10 13", "", 9),  # one palace, stronghold, temple
        (5, "5 1 2 10 11 13 14", "", 18),
        (5, "5 1 2 10 11 13", "", 9),  # the second set lacks a temple
        (5, "5 1 10", "13", 0),
        (5, "5 1 10 13 17", "", 18),  # every suit once, all doubled
        (6, "6 7 8 9", "", 9),  # 3 gardens
        (6, "6", "7", 0),
        (7, "7 2", "", 7),  # palaces 1:0
        (7, "7 2", "1", 0),  # 1:1; the opponent's King's Nest is no matter (TT-4.16)
        (7, "7 2 3", "1", 7),
        (8, "8 10 11", "", 6),  # 2 strongholds
        (9, "9 1 4 10 13", "", 13),  # one of each
        (9, "9 1 4 10", "", 0),
        (9, "9 8 1 2 4 5 10 11 13 14", "", 26),
        (9, "9 1 4 10 13 17", "", 26),
        (10, "10", "", 12),  # P, L, G, T missing: the most (TT-4.8)
        (10, "10 1 4", "7 13", 6),  # G and T missing, whatever the opponent has
        (10, "10 1 4 7 13", "", 0),
        (10, "10 13 17", "", 9),  # doubling changes no zero
        (11, "11 13 14", "", 6),  # 2 temples
        (11, "11 10 12", "", 0),  # and not strongholds (BUG-6)
        (12, "12 4", "", 7),  # libraries 1:0
        (12, "12 4", "5", 0),
        (13, "13 7 8", "9", 7),  # gardens 2:1
        (13, "13 7", "8", 0),
        (14, "14 4 7", "", 5),
        (14, "14 4 5 7", "", 5),  # two libraries, one garden
        (14, "14 4 5 7 8", "", 10),
        (15, "15 1 2 3", "", 9),  # 3 palaces
        (16, "16 2 4", "7", 8),  # once: P, L against G
        (16, "16 2 4", "7 10", 0),  # 2:2
        (16, "16 1 4", "7 10", 8),  # 2:2 with King's Nest
        (16, "16 2 3 4", "7 10", 0),  # once: L against G, S
        (16, "16 18 2", "", 8),  # cards without a suit are no suit: P against nothing
        (16, "16 17 18", "", 0),  # and never once themselves (BUG-2)
        (17, "17 1 2", "", 0),
        (18, "18 3 4", "6", 8),  # best 3 against 0
        (18, "18 3 4", "6 7", 0),  # 3:3
        (18, "18 1 3 5", "6 7", 8),  # 3:3 with King's Nest
        (18, "18 3 4 5 6", "2 11", 8),  # a card with three symbols is worth 9, more than 7 (TT-4.13)
        (18, "18 2 11", "3 4 5 6", 0),  # 7 against 9
        (18, "18", "", 0),  # 0:0
    ],
)
def test_what_a_card_pays(card: int, own: str, other: str, points: int) -> None:
    assert paid(own, other)[card] == points


@pytest.mark.parametrize(
    ("card", "own", "other", "win", "need_one"),
    [
        (2, "1 2", "", 7, 0),
        (4, "1 4", "", 7, 0),
        (7, "1 7", "2", 7, 7),  # 1:1 is no 0:0
        (12, "1 12", "", 7, 0),
        (13, "1 13", "", 7, 0),
        (16, "1 2 3 16", "", 8, 0),  # no suit just once on either side
        (18, "1 18", "", 8, 0),  # best card 0 against 0
        (18, "1 18", "2", 8, 0),
    ],
)
def test_a_tie_at_nothing(card: int, own: str, other: str, win: int, need_one: int) -> None:
    """King's Nest at 0:0 is an option (TT-4.18, BUG-5)."""
    assert paid(own, other)[card] == win
    assert paid(own, other, NEED_ONE)[card] == need_one
    assert paid(own.replace("1 ", "", 1), other)[card] == 0


@pytest.mark.parametrize(
    ("own", "other", "points"),
    [
        ("2 10", "17 11", 0),  # 1 against 1 doubled
        ("2 10 11", "17 12", 0),  # 2 against 1 doubled is a tie
        ("2 10 11 12", "17", 7),  # nothing to double
        ("17 2 10", "11", 7),  # 1 doubled (with the palace) against 1
        ("17 2 3 10", "11", 0),  # the palaces alone are doubled
    ],
)
def test_majorities_compare_doubled_counts(own: str, other: str, points: int) -> None:
    """The doubled numbers count for the owner and against the opponent (TT-4.4, TT-8.6)."""
    assert paid(own, other)[2] == points


@pytest.mark.parametrize(
    ("cards", "counts"),
    [
        ("17", (0, 0, 0, 0, 0)),
        ("17 16 18", (0, 0, 0, 0, 0)),  # what has no suit is not doubled (BUG-2)
        ("17 1 2 4", (4, 1, 0, 0, 0)),  # only the largest (BUG-3)
        ("17 4 1 2", (4, 1, 0, 0, 0)),
        ("17 1 4 7", (2, 2, 2, 0, 0)),
        ("17 13 14 10 11 7", (0, 0, 1, 4, 4)),  # a shared maximum
        ("1 2 4", (2, 1, 0, 0, 0)),
    ],
)
def test_roof_of_the_world(cards: str, counts: tuple[int, ...]) -> None:
    assert count(kingdom(cards)).counts == counts


def test_options_for_the_roof() -> None:
    """OQ-2 and OQ-3: what Molehill and the set cards see."""
    printed_sets = Options(sets_use_doubled=False)
    assert (paid("5 1 10 13 17")[5], paid("5 1 10 13 17", "", printed_sets)[5]) == (18, 9)
    assert (paid("9 1 4 10 13 17")[9], paid("9 1 4 10 13 17", "", printed_sets)[9]) == (26, 13)
    assert (paid("14 4 7 17")[14], paid("14 4 7 17", "", printed_sets)[14]) == (10, 5)
    assert paid("3 4 17", "", printed_sets)[3] == 6, "cards for each suit see the doubled counts all the same"
    printed_singles = Options(singles_use_doubled=False)
    assert (paid("16 17 4 7")[16], paid("16 17 4 7", "", printed_singles)[16]) == (0, 8)
    # The opponent's Roof hides the opponent's single suits too.
    assert (paid("16 1 4", "17 7 10 13")[16], paid("16 1 4", "17 7 10 13", printed_singles)[16]) == (8, 0)


def test_molehill_looks_at_the_opponent() -> None:
    """BUG-1: compared with itself it would pay only with King's Nest."""
    assert paid("16 2 4", "")[16] == 8
    assert paid("1 16 4", "7 10 13")[16] == 0


def test_sapphire_port_against_a_kingdom_that_pays_nothing() -> None:
    """BUG-4: the best of nothing is 0."""
    assert paid("18 3 4", "")[18] == 8
    assert paid("18", "1 17")[18] == 0
    assert paid("18 16", "")[18] == 0


def test_the_note_tells_the_reckoning() -> None:
    own = kingdom("17 2 1 10 15")
    notes = {v.card: reckoning(v, own) for v in kingdom_values(own, kingdom("12 3 6 7 13"), DEFAULT)}
    assert notes == {
        17: "doubles palace",
        2: "strongholds 1:1, tie won by King's Nest",
        1: "wins ties",
        10: "suits missing 2 x 3",
        15: "palaces 4 x 3",
    }


@pytest.mark.parametrize(
    ("own", "other", "card", "note"),
    [
        # Every card that compares (TT-4.5, TT-4.9, TT-4.11): more, a tie that nobody wins, one that King's Nest wins.
        ("2 10 11", "12", 2, "strongholds 2:1"),
        ("2 10", "11", 2, "strongholds 1:1, a tie"),
        ("2 10", "11 12", 2, "strongholds 1:2"),
        ("4", "", 4, "temples 0:0, a tie"),
        ("7 3", "1", 7, "palaces 1:1, a tie"),
        ("12 4", "5 6", 12, "libraries 1:2"),
        ("13 7", "8", 13, "gardens 1:1, a tie"),
        ("1 13 7", "8", 13, "gardens 1:1, tie won by King's Nest"),
        ("16 2 4", "7", 16, "suits just once 2:1"),
        ("16 2 4", "7 10", 16, "suits just once 2:2, a tie"),
        ("16 1 4", "7 10", 16, "suits just once 2:2, tie won by King's Nest"),
        ("18 3 4", "6", 18, "best card 3:0"),
        ("18 3 4", "6 7", 18, "best card 3:3, a tie"),
        ("18 1 3 5", "6 7", 18, "best card 3:3, tie won by King's Nest"),
        # Those that count, and Roof of the World, which doubles what there is most of.
        ("3 4 5", "", 3, "libraries 2 x 3"),
        ("5 1 10 13", "", 5, "sets 1 x 9"),
        ("10 1 4", "", 10, "suits missing 2 x 3"),
        ("17 1 2 4 5", "", 17, "doubles palace, library"),
        ("17 16", "", 17, "doubles nothing"),
    ],
)
def test_the_note_of_a_card(own: str, other: str, card: int, note: str) -> None:
    mine = kingdom(own)
    notes = {value.card: reckoning(value, mine) for value in kingdom_values(mine, kingdom(other), DEFAULT)}
    assert notes[card] == note


# -- a second reckoning -----------------------------------------------------------------------------------------------

TABLE = {
    1: ("P", ""), 2: ("P", "more S"), 3: ("P", "each L"), 4: ("L", "more T"), 5: ("L", "set PST"), 6: ("L", "each G"),
    7: ("G", "more P"), 8: ("G", "each S"), 9: ("G", "set PLGST"), 10: ("S", "missing"), 11: ("S", "each T"),
    12: ("S", "more L"), 13: ("T", "more G"), 14: ("T", "set LG"), 15: ("T", "each P"), 16: ("-", "once"),
    17: ("-", ""), 18: ("-", "best"),
}  # fmt: skip
SET_PAYS = {"PST": 9, "PLGST": 13, "LG": 5}


def suits(cards: list[int]) -> dict[str, int]:
    n = {suit: sum(TABLE[card][0] == suit for card in cards) for suit in "PLGST"}
    if 17 in cards:
        most = max(n.values())
        n = {suit: 2 * k if k == most else k for suit, k in n.items()}
    return n


def reckon(own: list[int], other: list[int], nest: bool | None = None) -> dict[int, int]:
    """TT-4 with the default options, straight from the table of the SPEC; `nest` overrides who wins ties."""
    ties = 1 in own if nest is None else nest
    mine, theirs = suits(own), suits(other)

    def beats(a: int, b: int) -> bool:
        return a > b or (a == b and ties)

    value = dict.fromkeys(own, 0)
    for card in own:
        what, _, of = TABLE[card][1].partition(" ")
        if what == "more":
            value[card] = 7 * beats(mine[of], theirs[of])
        elif what == "each":
            value[card] = 3 * mine[of]
        elif what == "set":
            value[card] = SET_PAYS[of] * min(mine[suit] for suit in of)
        elif what == "missing":
            value[card] = 3 * list(mine.values()).count(0)
        elif what == "once":
            value[card] = 8 * beats(list(mine.values()).count(1), list(theirs.values()).count(1))
    if 18 in own:
        best = max([0, *(points for card, points in value.items() if card != 18)])
        value[18] = 8 * beats(best, max([0, *reckon(other, own).values()]))
    return value


def deals(sizes: range, number: int) -> list[tuple[list[int], list[int]]]:
    """Random pairs of kingdoms."""
    random = Random(number)
    found = []
    for _ in range(number):
        size = random.choice(sizes)
        cards = random.sample(range(1, 19), 2 * size)
        found.append((cards[:size], cards[size:]))
    return found


def values(own: list[int], other: list[int]) -> dict[int, int]:
    return {value.card: value.points for value in kingdom_values(bytes(own), bytes(other), DEFAULT)}


def test_the_facts_are_those_of_the_spec() -> None:
    letters = {"palace": "P", "library": "L", "garden": "G", "stronghold": "S", "temple": "T", None: "-"}
    assert {card.id: letters[card.suit] for card in CARDS} == {card: suit for card, (suit, _) in TABLE.items()}


def test_the_second_reckoning_agrees() -> None:
    for own, other in deals(range(1, 8), 3000):
        assert values(own, other) == reckon(own, other), (own, other)


def test_order_does_not_matter() -> None:
    """INV-7: scoring is a function of the two kingdoms as sets."""
    for own, other in deals(range(5, 8), 200):
        assert values(own[::-1], sorted(other)) == values(own, other)


def test_a_majority_never_pays_the_smaller_count() -> None:
    """INV-8."""
    for own, other in deals(range(5, 8), 1000):
        for card, points in values(own, other).items():
            what, _, of = TABLE[card][1].partition(" ")
            if what == "more" and points:
                assert suits(own)[of] >= suits(other)[of]
                assert not (suits(own)[of] == suits(other)[of] and 1 in other)


def test_round_scores_stay_in_their_bounds() -> None:
    """INV-9: 43, 68 and 76 points are the most; the reached maxima are DX-2 to DX-4."""
    most = {5: 43, 6: 68, 7: 76}
    for own, other in deals(range(5, 8), 3000):
        assert 0 <= sum(values(own, other).values()) <= most[len(own)]


def test_values_are_of_their_kind() -> None:
    """INV-10."""
    for own, other in deals(range(5, 8), 1000):
        for card, points in values(own, other).items():
            if card == 10:
                assert points in (0, 3, 6, 9, 12)
            elif card in (2, 4, 7, 12, 13):
                assert points in (0, 7)
            elif card in (16, 18):
                assert points in (0, 8)
            else:
                pays = {3: 3, 6: 3, 8: 3, 11: 3, 15: 3, 5: 9, 9: 13, 14: 5, 1: 1, 17: 1}[card]
                assert points % pays == 0
                assert card not in (1, 17) or points == 0


def test_winning_ties_never_harms(monkeypatch: pytest.MonkeyPatch) -> None:
    """INV-11: with the flag of King's Nest off nobody who had it gets more, and nobody who had it not gets less."""
    pairs = deals(range(5, 8), 500)
    with_nest = [(values(own, other), values(other, own)) for own, other in pairs]
    with monkeypatch.context() as patched:
        patched.setattr(scoring, "NEST", 0)
        scoring.score_kingdoms.cache_clear()
        without = [(values(own, other), values(other, own)) for own, other in pairs]
    scoring.score_kingdoms.cache_clear()
    assert without != with_nest
    for (own, _), (on, opposite), (off, opposite_off) in zip(pairs, with_nest, without, strict=True):
        if 1 in own:
            assert sum(off.values()) <= sum(on.values())
            assert sum(opposite_off.values()) >= sum(opposite.values())


@pytest.mark.long
def test_every_kingdom_of_five_cards_keeps_the_bound() -> None:
    """INV-9 for all kingdoms of round 1, each against some opponents."""
    random = Random(9)
    for own in itertools.combinations(range(1, 19), 5):
        left = [card for card in range(1, 19) if card not in own]
        for _ in range(3):
            assert 0 <= sum(values(list(own), random.sample(left, 5)).values()) <= 43
