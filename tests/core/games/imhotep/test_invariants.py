"""The invariants of the SPEC's section 8 over random games of every number of players and all kinds of boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options
from kronika.core.contract.zones import add_tallies, tally_of
from kronika.core.games.imhotep import GAME, effects
from kronika.core.games.imhotep import actions as do_
from kronika.core.games.imhotep.board import PYRAMID_A, ROUNDS, TOWER, temple_width
from kronika.core.games.imhotep.cards import ALL, KINDS, UNSEEN
from kronika.core.games.imhotep.scoring import areas, tower_values
from kronika.core.games.imhotep.state import BLUE, OVER, RED, TURN, UNLOAD, Options, State, deck_size
from kronika.core.sessions.digest import digest
from kronika.logs.work.simulate import play_random
from kronika.testing.playouts import Case, Step, playout

SITES = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
A = Options()
B = Options(**dict.fromkeys(SITES, "b"))
SHORT_TABLES = Options(
    **dict.fromkeys(SITES, "b"),
    wrath=True,
    pyramids_b=(("card", "card"), ("card", "place", "stones"), ("card", "card", 3)),
    obelisks_b=(5, 9),
    temple_b=("card", "point_or_stones", "card", "two_points", "card"),
    burial_chamber_b=(8,),
)
"""Many cards drawn, pyramids and tower spaces soon full: shuffles in every game."""


def mixed(seed: int) -> Options:
    dice = Dice("sides", seed)
    return Options(**{site: dice.choice("ab") for site in SITES}, wrath=dice.below(2) == 1)


CASES = [
    pytest.param(Case(GAME, players, options), id=f"{players}-{name}")
    for players in (2, 3, 4)
    for name, options in (("A", A), ("B", B), ("short", SHORT_TABLES), *((f"mix{n}", mixed(n)) for n in range(4)))
]
GAMES = 3
over_cases = pytest.mark.parametrize("case", CASES)


def steps(case: Case) -> Iterator[Step]:
    for number in range(GAMES):
        yield from playout(case, number)


def cargo(state: State) -> bytes:
    """Stones that have left a ship's slots and are neither laid nor home."""
    for step in state.stack:
        if step.kind == UNLOAD:
            return step.stones if step.number == 0 else step.stones[step.at :]
    return b""


def laid(state: State) -> bytes:
    sites = state.sites
    singles = b"".join(bytes((seat,)) * n for seat, n in enumerate(sites.obelisks))
    return b"".join((*sites.pyramids, sites.temple, sites.chamber, singles, sites.towers * TOWER))


@over_cases
def test_inv_1_and_4_stones(case: Case) -> None:
    for step in steps(case):
        state = step.after
        aboard = b"".join(state.ships)
        for seat in range(case.seats):
            count = state.quarries[seat] + state.sleds[seat] + aboard.count(seat + 1)
            assert count + laid(state).count(seat) + cargo(state).count(seat) == 29
            assert 0 <= state.sleds[seat] <= 5
        assert all(stone <= case.seats for stone in aboard)
        assert all(not any(state.ships[ship - 1]) for ship in state.harbours if ship)


@over_cases
def test_inv_2_and_3_cards(case: Case) -> None:
    for step in steps(case):
        state, market = step.after, step.after.market
        cards = add_tallies(
            add_tallies(market.deck, market.row), add_tallies(market.discard, tally_of(market.pair, KINDS))
        )
        for held in state.cards:
            cards = add_tallies(cards, held)
        cards = add_tallies(cards, tally_of(bytes(s.number for s in state.stack if s.kind in (BLUE, RED)), KINDS))
        assert cards == ALL
        assert deck_size(market) >= 0
        assert market.pair.count(UNSEEN) <= sum(market.deck)
        shown = 7 - state.round_cards.bit_count()
        assert shown == state.round - (not state.ships and state.phase != OVER and state.phase < TURN)
        assert state.round <= ROUNDS


@over_cases
def test_inv_5_and_15_ships_and_rounds(case: Case) -> None:
    sailed: list[effects.Sailed] = []
    broken = False
    for step in steps(case):
        for effect in step.then:
            if isinstance(effect, effects.RoundBegan):
                sailed, broken = [], False
            elif isinstance(effect, effects.Sailed):
                sailed.append(effect)
                assert len({other.site for other in sailed}) == len({other.ship for other in sailed}) == len(sailed)
            elif isinstance(effect, effects.RoundBroken):
                broken = True
            elif isinstance(effect, effects.RoundEnded):
                assert broken or len(sailed) == 4
            elif isinstance(effect, effects.FirstNamed) and not broken:
                assert effect.seat == (sailed[-1].seat + 1) % case.seats


@over_cases
def test_inv_6_and_17_pyramids(case: Case) -> None:
    for number in range(GAMES):
        game = playout(case, number)
        end = game[-1].after.sites.pyramids
        given = Counter[int]()
        for step in game:
            for effect in step.then:
                if isinstance(effect, effects.PyramidStone):
                    given[effect.seat] += effect.points
        items = {item.seat: item.points for item in GAME.score(game[-1].after) if item.part == "pyramids"}
        assert {seat: given[seat] for seat in items} == items
        if case.options.pyramids == "a":
            (stones,) = end
            assert sum(given.values()) == sum(PYRAMID_A[: len(stones)]) + max(0, len(stones) - len(PYRAMID_A))
        else:
            full = [len(stones) == len(places) for stones, places in zip(end, case.options.pyramids_b, strict=False)]
            assert all(full) or not end[3]
            assert all(len(s) <= len(places) for s, places in zip(end, case.options.pyramids_b, strict=False))


@over_cases
def test_inv_7_temple(case: Case) -> None:
    for step in steps(case):
        state = step.after
        visible = min(temple_width(case.seats), len(state.sites.temple))
        seen = GAME.view(state, None).temple_visible if step.then else ()
        assert not step.then or len(seen) == visible
        for effect in step.then:
            if isinstance(effect, effects.TempleScored):
                assert sum(effect.points) == visible


@over_cases
def test_inv_8_burial_chamber(case: Case) -> None:
    for number in range(GAMES):
        chamber = playout(case, number)[-1].after.sites.chamber
        rows = [len(row) for row in GAME.view(playout(case, number)[-1].after, None).chamber_rows]
        assert rows[0] - rows[2] in (0, 1)
        assert rows == sorted(rows, reverse=True)
        for seat, sizes in enumerate(areas(chamber, case.seats)):
            assert sum(sizes) == chamber.count(seat)


@over_cases
def test_inv_9_obelisks(case: Case) -> None:
    values = tower_values(case.options)
    for step in steps(case):
        sites = step.after.sites
        if case.options.obelisks == "b" and len(sites.towers) < len(values):
            assert max(sites.obelisks) < TOWER
        assert len(sites.towers) <= len(values)
    for number in range(GAMES):
        end = playout(case, number)[-1].after
        items = {item.seat: item.points for item in GAME.score(end) if item.part == "obelisks"}
        for seat, other in pairwise(range(case.seats)):
            if end.sites.obelisks[seat] == end.sites.obelisks[other]:
                assert items[seat] == items[other]
        assert all(bool(end.sites.obelisks[seat]) or not points for seat, points in items.items())


@over_cases
def test_inv_10_market(case: Case) -> None:
    for number in range(GAMES):
        expected = taken = 0
        for step in playout(case, number):
            for effect in step.then:
                if isinstance(effect, effects.Sailed) and effect.site == "market":
                    expected = len(effect.cargo)
                elif isinstance(effect, effects.CardTaken) and effect.rule in ("IM-3.1", "IM-3.5"):
                    taken += 1
                elif isinstance(effect, effects.NoCard) and effect.rule == "IM-3.4":
                    expected -= 1
                elif isinstance(effect, effects.RoundEnded):
                    assert taken == expected
                    expected = taken = 0


@over_cases
def test_inv_11_scores_never_fall(case: Case) -> None:
    for step in steps(case):
        fallen = [b - a for a, b in zip(GAME.totals(step.before), GAME.totals(step.after), strict=True) if b < a]
        assert not fallen or (step.after.phase == OVER and case.options.wrath and min(fallen) >= -5)


def test_inv_12_side_a_never_shuffles() -> None:
    for players in (2, 3, 4):
        for number in range(10):
            game = playout(Case(GAME, players, A), number)
            turned = sum(len(step.do.cards) for step in game if isinstance(step.do, do_.Fill))
            assert turned == 24
            assert not [effect for step in game for effect in step.then if isinstance(effect, effects.Reshuffled)]


@over_cases
def test_inv_13_a_turn_has_an_action_and_a_pass_stands_alone(case: Case) -> None:
    for step in steps(case):
        if step.by != CHANCE:
            listed = GAME.actions(step.before, step.by)
            assert listed
            assert do_.PASS not in listed or listed == [do_.PASS]


@over_cases
def test_inv_14_every_action_but_a_pass_brings_the_round_nearer_to_its_end(case: Case) -> None:
    def left(state: State) -> tuple[int, int]:
        unsailed = len(state.ships) - sum(ship > 0 for ship in state.harbours)
        return unsailed, sum(2 * quarry + sled for quarry, sled in zip(state.quarries, state.sleds, strict=True))

    for step in steps(case):
        own_turn = step.before.phase == TURN and not step.before.stack and step.by != CHANCE
        if own_turn and step.after.phase == TURN and not isinstance(step.do, do_.Pass):
            assert left(step.after) < left(step.before)


@over_cases
def test_inv_16_the_same_outcomes_and_decisions_give_the_same_game(case: Case) -> None:
    state = GAME.setup(case.options, case.seats)
    for step in playout(case, 0):
        GAME.check(state, step.by, step.do)
        state, then = GAME.apply(state, step.by, step.do)
        assert (digest(state), then) == (digest(step.after), step.then)


@over_cases
def test_effects_add_up_to_the_score(case: Case) -> None:
    """The points that effects tell of are those of the score sheet, which is reckoned from the stones alone."""
    for number in range(GAMES):
        assert_reconciled(playout(case, number)[-1].after, (e for step in playout(case, number) for e in step.then))


def assert_reconciled(end: State, then: Iterator[Any]) -> None:
    given = [0] * len(end.sleds)
    for effect in then:
        if isinstance(effect, effects.TempleScored):
            for seat, points in enumerate(effect.points):
                given[seat] += points
        elif isinstance(effect, (effects.PyramidStone, effects.Tower, effects.TempleBonus, effects.Scored)):
            given[effect.seat] += effect.points
    sheet = [0] * len(end.sleds)
    for item in GAME.score(end):
        sheet[item.seat] += item.points
    result = GAME.result(end)
    assert result is not None
    assert tuple(given) == tuple(sheet) == result.totals


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boards", ["A", "B", "mixed"])
def test_two_thousand_random_games_end_validate_and_add_up(players: int, boards: str) -> None:
    for number in range(2000):
        options = {"A": A, "B": B, "mixed": mixed(number)}[boards]
        session = play_random(GAME, players, plain_options(options), number)
        assert session.actors == ()
        assert_reconciled(session.state, (effect for event in session.line.events for effect in event.then))
        state = GAME.setup(options, players)
        for event in session.line.events:
            do = msgspec.json.decode(msgspec.json.encode(event.do), type=GAME.Do)
            GAME.check(state, event.by, do)
            state, then = GAME.apply(state, event.by, do)
            assert (digest(state), then) == (event.state, event.then)
