"""Section 9 of the SPEC as properties of random games, checked after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.games.viceroy import GAME, steps, tokens
from kronika.core.games.viceroy.cards import CHARACTERS, LAST_CHARACTER, LAWS
from kronika.core.games.viceroy.pyramid import card_at, circles, placed
from kronika.core.games.viceroy.state import BID, END, FACE_DOWN, IN, SELECT, TURN_UP, Options, Player, State
from kronika.core.sessions.digest import digest


class Step(NamedTuple):
    before: State
    by: int
    do: Any
    after: State
    then: tuple[Any, ...]


def random_game(seats: int, options: Options, seed: int) -> Iterator[Step]:
    """A random legal game. Every other game bids and builds whenever it can, so that pyramids grow."""
    state = GAME.setup(options, seats)
    number = 0
    while actors := GAME.actors(state):
        number += 1
        dice = Dice(f"viceroy {seats} {seed}", number)
        by = dice.choice(actors)
        do = GAME.sample(state, dice) if by == CHANCE else GAME.pick(state, by, dice)
        if seed % 2 and type(do).__name__ in ("Pass", "Done"):
            do = GAME.pick(state, by, dice)
        GAME.check(state, by, do)
        after, then = GAME.apply(state, by, do)
        yield Step(state, by, do, after, then)
        state = after


CASES = [
    (seats, options)
    for seats, options in (
        (1, Options()),
        (1, Options(virtual=3, second_edition=True, solo_above=False)),
        (2, Options()),
        (2, Options(virtual=2)),
        (3, Options()),
        (3, Options(virtual=1, free_base=True)),
        (4, Options()),
        (4, Options(second_edition=True, swap_infinite=False)),
    )
]
GAMES = [
    pytest.param((seats, options, seed), id=f"{seats}-{n}-{seed}")
    for n, (seats, options) in enumerate(CASES)
    for seed in range(3)
]
over_games = pytest.mark.parametrize("game", GAMES)


@cache
def played(game: tuple[int, Options, int]) -> list[Step]:
    return list(random_game(*game))


# -- 9.1 and 9.2 ------------------------------------------------------------------------------------------------


def gems_in_play(state: State) -> list[int]:
    """By colour: supply, screens, and gems on cards."""
    found = list(state.supply)
    for player in state.players:
        for colour in range(4):
            found[colour] += player.gems[colour]
        for code in player.tokens[1::2]:
            if (colour := tokens.gem_colour(code)) >= 0:
                found[colour] += 1
    return found


def zones(state: State) -> list[int]:
    """Every card, wherever it is."""
    cards = [*state.unseen, *state.laws, *state.top, *(card for card in state.display if card), *state.discard]
    for player in state.players:
        cards.extend(player.hand)
        cards.extend(card for _, _, card in placed(player))
        cards.extend(value % FACE_DOWN for value in player.tucked[1::2])
    return cards


def assert_conserved(state: State) -> None:
    """VC-9.1: a bid stays behind the screen until it returns; the box is never touched. VC-9.2: a partition."""
    assert gems_in_play(state) == [4 * len(state.players)] * 4
    assert sorted(zones(state)) == [*CHARACTERS, *LAWS]
    assert len(state.unseen) == state.large + state.small or state.round == 0
    assert all(card <= LAST_CHARACTER for card in (*state.unseen, *state.display))
    assert all(card > LAST_CHARACTER for card in (*state.laws, *state.top))


@over_games
def test_gems_and_cards_are_conserved(game: tuple[int, Options, int]) -> None:
    for step in played(game):
        assert_conserved(step.after)


# -- 9.3 to 9.6 -------------------------------------------------------------------------------------------------


@over_games
def test_the_large_deck_and_the_display(game: tuple[int, Options, int]) -> None:
    """VC-9.3."""
    for step in played(game):
        after = step.after
        if type(step.do).__name__ == "TurnUp":
            assert after.large == 44 - 4 * after.round
            assert all(after.display[0::2])
        if after.round == 12 and after.phase == SELECT:
            assert after.large == 0
        if after.phase == TURN_UP and after.round and not after.stack:
            assert not any(after.display[0::2])
    assert played(game)[-1].after.round == 12
    assert Counter(type(step.do).__name__ for step in played(game))["TurnUp"] == 12


@over_games
def test_one_card_or_one_pass_in_an_auction(game: tuple[int, Options, int]) -> None:
    """VC-9.4."""
    rounds: dict[int, Counter[int]] = {}
    number = 0
    for step in played(game):
        for effect in step.then:
            name = type(effect).__name__
            if name == "RoundBegan":
                number = effect.round
                rounds[number] = Counter()
            elif name in ("Passed", "SkippedAuction") or (name == "Took" and effect.rule != "VC-4.69"):
                rounds[number][effect.seat] += 1
        assert step.after.turn <= 3
    assert sorted(rounds) == list(range(1, 13))
    for seats in rounds.values():
        assert seats == dict.fromkeys(range(game[0]), 1)


@over_games
def test_three_cards_in_a_building_phase(game: tuple[int, Options, int]) -> None:
    """VC-9.5."""
    shown: Counter[int] = Counter()
    passed: set[int] = set()
    for step in played(game):
        if step.before.phase == SELECT and not step.before.stack and type(step.do).__name__ == "Pass":
            passed.add(step.by)
        for effect in step.then:
            if type(effect).__name__ == "SelectionShown":
                for seat, card in enumerate(effect.cards):
                    if card:
                        shown[seat] += 1
                        assert seat not in passed
                assert max(shown.values()) <= 3
            elif type(effect).__name__ == "RoundBegan":
                shown.clear()
                passed.clear()


@over_games
def test_pyramids_stand(game: tuple[int, Options, int]) -> None:
    """VC-9.6, VC-9.8."""
    _, options, _ = game
    for step in played(game):
        for player in step.after.players:
            cards = list(placed(player))
            if step.after.round:
                assert cards
            if not options.free_base:
                assert 0 not in player.rows[0]
            for level, column, card in cards:
                assert level <= 5
                assert card <= LAST_CHARACTER or level <= 4
                if level > 1:
                    assert card_at(player, level - 1, column)
                    assert card_at(player, level - 1, column + 1)
            assert all(not row.endswith(b"\0") for row in player.rows)
            assert not player.rows[0].startswith(b"\0")
            assert len(list(circles(player))) == sum(1 for level, *_ in cards if level > 1)
            assert_on_cards(player)


def assert_on_cards(player: Player) -> None:
    """Tokens and tucked cards belong to placed cards and are in their canonical order."""
    here = {card for _, _, card in placed(player)}
    for pairs in (player.tokens, player.tucked, player.paint):
        assert set(pairs[::2]) <= here
        assert tokens.flat(tokens.pairs(pairs)) == pairs
    assert bytes(sorted(player.hand)) == player.hand
    assert bytes(sorted(player.shown)) == player.shown
    assert set(player.shown) <= set(player.hand)


# -- 9.7 --------------------------------------------------------------------------------------------------------


@over_games
def test_an_infinite_gem_works_once_in_a_phase(game: tuple[int, Options, int]) -> None:
    """VC-9.7: uses in a phase never exceed the gems the player has had in it; all rest when it is over."""
    uses: Counter[tuple[int, int]] = Counter()
    had: Counter[tuple[int, int]] = Counter()
    for step in played(game):
        for effect in step.then:
            if type(effect).__name__ == "Paid":
                for colour, n in enumerate(effect.infinite):
                    uses[effect.seat, colour] += n
            if type(effect).__name__ == "RoundBegan":
                uses.clear()
                had.clear()
        for seat, player in enumerate(step.after.players):
            laid = [code for code in player.tokens[1::2] if tokens.is_infinite(code)]
            codes = Counter(map(tokens.gem_colour, laid))
            for colour in range(4):
                # Law 67 may bring another gem and take a used one away: count the most ever seen, and those swapped in.
                had[seat, colour] = max(had[seat, colour], codes[colour])
            if step.after.phase in (BID, TURN_UP, END):
                assert not any(tokens.USED <= code < tokens.USED + 4 for code in player.tokens[1::2])
        swapped = sum(1 for effect in step.then if type(effect).__name__ == "Swapped")
        if not swapped:
            assert all(uses[key] <= had[key] for key in uses)
        else:
            uses.clear()


# -- 9.9 to 9.12 ------------------------------------------------------------------------------------------------


@over_games
def test_an_attack_finds_a_card(game: tuple[int, Options, int]) -> None:
    """VC-9.9; the only exception needs law 69 twice with an empty small deck."""
    for step in played(game):
        assert not any(type(e).__name__ == "Missed" and e.rule == "R-39" for e in step.then)


@over_games
def test_tokens_only_grow(game: tuple[int, Options, int]) -> None:
    """VC-9.10, except by the swap of law 67, which keeps the sum over both players."""

    def lasting(player: Player) -> Counter[int]:
        return Counter(code for code in player.tokens[1::2] if tokens.gem_colour(code) < 0)

    for step in played(game):
        swaps = any(type(effect).__name__ == "Swapped" for effect in step.then)
        before = [lasting(player) for player in step.before.players]
        after = [lasting(player) for player in step.after.players]
        if swaps:
            assert sum(before, Counter()) <= sum(after, Counter())
        else:
            assert all(old <= new for old, new in zip(before, after, strict=True))


@over_games
def test_virtual_opponents_touch_nothing_but_the_display(game: tuple[int, Options, int]) -> None:
    """VC-9.11."""
    for step in played(game):
        if step.before.stack and isinstance(step.before.stack[-1], steps.Stray):
            assert [player.hand for player in step.after.players] == [player.hand for player in step.before.players]
        if not step.before.virtual:
            assert not step.after.virtual
        assert len(step.after.virtual) == len(step.before.virtual)


@over_games
def test_replaying_gives_the_same_state(game: tuple[int, Options, int]) -> None:
    """VC-9.12; that views hide what they must is a test of every game's contract."""
    seats, options, _ = game
    state = GAME.setup(options, seats)
    for step in played(game):
        state, then = GAME.apply(state, step.by, step.do)
        assert then == step.then
    assert digest(state) == digest(played(game)[-1].after)


@over_games
def test_totals_are_the_sums_of_the_score_sheet(game: tuple[int, Options, int]) -> None:
    for step in played(game)[::7]:
        sums = [0] * len(step.after.players)
        for item in GAME.score(step.after):
            sums[item.seat] += item.points
        assert GAME.totals(step.after) == tuple(sums)


@over_games
def test_no_selected_card_becomes_unplayable(game: tuple[int, Options, int]) -> None:
    """R-12: anyone who has to lay a card has a place for it."""
    for step in played(game):
        for waiting in step.after.stack:
            if isinstance(waiting, steps.Play):
                assert waiting.card in step.after.players[waiting.seat].hand
        actors = GAME.actors(step.after)
        if actors and actors != (CHANCE,):
            assert all(GAME.actions(step.after, seat) for seat in actors)


@over_games
def test_nobody_is_asked_without_a_choice(game: tuple[int, Options, int]) -> None:
    """Section 12: single choices are automatic, except secret ones, gems taken in turn and the last one of law 67."""
    for step in played(game):
        top = step.after.stack[-1] if step.after.stack else None
        actors = GAME.actors(step.after)
        in_turn = isinstance(top, steps.GemsToTake) and top.rule in ("VC-2.7", "VC-6.8")
        if top is not None and actors != (CHANCE,) and not in_turn and not isinstance(top, steps.SwapOther):
            assert len(GAME.actions(step.after, actors[0])) > 1


def test_random_games_reach_much() -> None:
    """The games above are no empty ones: levels, laws, circles and steps of most kinds occur in them."""
    events = [step for param in GAMES for step in played(param.values[0])]
    names = Counter(type(effect).__name__ for step in events for effect in step.then)
    for name in (
        "CircleClosed",
        "Tucked",
        "Replaced",
        "WillSkip",
        "Refilled",
        "ReturnedLaw",
        "GemsGiven",
        "Recoloured",
    ):
        assert names[name], name
    levels = {level for step in events for player in step.after.players for level, _, _ in placed(player)}
    assert levels >= {1, 2, 3, 4}
    assert any(player.out == IN for player in events[-1].before.players)


@pytest.mark.long
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_two_thousand_games_end_and_conserve(seats: int) -> None:
    """Every event of 2,000 games of each number of players."""
    for seed in range(2000):
        virtual = seed % (5 - max(seats, 2))
        options = Options(virtual=virtual, second_edition=seed % 5 == 0)
        last = None
        for step in random_game(seats, options, seed):
            assert_conserved(step.after)
            last = step.after
        assert last is not None
        assert GAME.result(last) is not None
