"""The invariants of SPEC, section 12, over random games of every variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.games.ancient_knowledge import GAME, actions, steps
from kronika.core.games.ancient_knowledge.cards import ALL_BUILDERS, ALL_TECHNOLOGIES, ARTIFACT, FACTS, LOCKED, TYPE
from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline, turns
from kronika.core.games.ancient_knowledge.ids import CODES, IDS
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from support.ancient import NAMES

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"starter_sets": True}),
    (3, {"starter_sets": True}),
    (4, {"starter_sets": True}),
    (4, {"teams": True}),
    (4, {"teams": True, "starter_sets": True}),
]
over_variants = pytest.mark.parametrize(
    ("seats", "options"), VARIANTS, ids=lambda value: "-".join(value) if isinstance(value, dict) else str(value)
)
LONGEST = 5000


class Event(NamedTuple):
    before: State
    by: int
    do: Any
    after: State
    then: tuple[Any, ...]


def random_game(seats: int, options: dict[str, Any], seed: object) -> Iterator[Event]:
    state = GAME.setup(GAME.Options(**options), seats)
    for number in range(LONGEST):
        actors = GAME.actors(state)
        if not actors:
            return
        dice = Dice(str(seed), number)
        by = dice.choice(actors)
        do = GAME.sample(state, dice) if by == CHANCE else GAME.pick(state, by, dice)
        GAME.check(state, by, do)
        after, then = GAME.apply(state, by, do)
        yield Event(state, by, do, after, then)
        state = after
    raise AssertionError("the game does not end")


def of(kind: type, then: tuple[Any, ...]) -> list[Any]:
    return [effect for effect in then if type(effect) is kind]


# -- 1 to 4: zones ------------------------------------------------------------------------------------------------


def set_aside(state: State) -> tuple[bytes, bytes]:
    """The builder cards and the technologies that running effects hold."""
    builders, technologies = b"", b""
    for step in state.stack:
        match step:
            case steps.Gather() | steps.KeepOne() | steps.Reveal() | steps.Draft() | steps.Until():
                builders += step.cards
            case steps.Pay():
                builders += step.aside
                if step.card not in state.players[step.seat].hand:
                    builders += bytes((step.card,))
            case steps.Peek() | steps.PeekLearn():
                technologies += step.cards
            case steps.Under():
                technologies += step.cards + step.placed
    return builders, technologies


def zones_hold(state: State) -> None:
    builders, technologies = set_aside(state)
    builders += state.deck + state.discard
    d = state.display
    technologies += d.decks[0] + d.decks[1] + d.bottoms[0] + d.bottoms[1] + d.discards[0] + d.discards[1] + d.box
    technologies += b"".join(board.cards for board in d.boards)
    for player in state.players:
        builders += player.hand + player.timeline.replace(b"\0", b"") + player.artifacts + player.past
        technologies += player.technologies
        player_holds(player)
    assert bytes(sorted(builders)) == ALL_BUILDERS
    assert bytes(sorted(technologies)) == ALL_TECHNOLOGIES
    if not state.stack:
        for board in d.boards:
            assert len(board.cards) in (2, 3) if board.level else not board.cards


def player_holds(player: Player) -> None:
    assert len(player.hand) <= 10
    assert len(player.artifacts) <= 5
    assert all(TYPE[card] == ARTIFACT for card in player.artifacts)
    assert len(player.rotated) == len(player.past)
    assert all(TYPE[card] < ARTIFACT for card in player.past)
    assert player.lost >= 0
    for place in range(0, 12, 2):
        assert player.timeline[place] or not player.timeline[place + 1], "a top half without a bottom half"
    for card, knowledge in zip(player.timeline, player.knowledge, strict=True):
        assert card or not knowledge, "knowledge on no monument"


# -- 5 to 9: one event --------------------------------------------------------------------------------------------


def past_grows(event: Event) -> None:
    for old, new in zip(event.before.players, event.after.players, strict=True):
        assert new.past.startswith(old.past)
    if isinstance(event.do, actions.Excavate):
        (rotated,) = of(timeline.Rotated, event.then)
        assert len(rotated.cards) == event.do.monuments
        old = event.before.players[event.by].rotated
        assert event.after.players[event.by].rotated.count(1) == old.count(1) + event.do.monuments


def entry_is_as_printed_or_less(event: Event) -> None:
    for effect in of(builders.Created, event.then):
        fact = FACTS[CODES[effect.card]]
        assert 0 <= effect.knowledge <= fact.knowledge
        if fact.locked:
            assert effect.slot == fact.slot


def slots(player: Player) -> dict[int, int]:
    return {card: place // 2 + 1 for place, card in enumerate(player.timeline) if card}


def locked_ones_only_slide(event: Event) -> None:
    slid = {effect.seat for effect in of(timeline.Slid, event.then)}
    for seat, (old, new) in enumerate(zip(event.before.players, event.after.players, strict=True)):
        for card, slot in slots(new).items():
            if LOCKED[card] and card in old.timeline:
                assert slots(old)[card] - slot == (1 if seat in slid else 0)


MOVES = (timeline.Moved, timeline.Swapped, builders.Created, builders.LeftPlay)


def the_slide_moves_all_by_one(event: Event) -> None:
    """Where nothing else moved in the same event; what declined is gone, what was above it has dropped."""
    for effect in of(timeline.Slid, event.then):
        old, new = event.before.players[effect.seat], event.after.players[effect.seat]
        assert effect.monuments == len(slots(new))
        if not any(isinstance(other, MOVES) and other.seat == effect.seat for other in event.then):
            for card, slot in slots(new).items():
                assert slots(old)[card] == slot + 1


def lost_is_accounted_for(event: Event) -> None:
    for seat, (old, new) in enumerate(zip(event.before.players, event.after.players, strict=True)):
        grown = sum(effect.lost for effect in of(timeline.Declined, event.then) if effect.seat == seat)
        shrunk = sum(effect.tokens for effect in of(timeline.LostRemoved, event.then) if effect.seat == seat)
        assert new.lost == old.lost + grown - shrunk


def only_slot_one_declines(event: Event) -> None:
    for effect in of(timeline.Declined, event.then):
        card = CODES[effect.card]
        came = any(
            (isinstance(other, builders.Created) and other.card == effect.card and other.slot == 1)
            or (isinstance(other, timeline.Moved) and other.card == effect.card and other.to == 1)
            or (isinstance(other, timeline.Swapped) and effect.card in other.cards)
            for other in event.then
        )
        assert came or slots(event.before.players[effect.seat])[card] == 1


# -- 10 to 12, 14: the game ---------------------------------------------------------------------------------------


class Course:
    """What is followed over a whole game."""

    def __init__(self) -> None:
        self.turns: Counter[int] = Counter()
        self.flips = 0
        self.triggered: int | None = None

    def follow(self, event: Event) -> None:
        for effect in event.then:
            match effect:
                case turns.TurnBegan():
                    assert len(event.after.players[effect.seat].past) < 14
                case turns.TurnEnded():
                    self.turns[effect.seat] += 1
                case technologies.BoardFlipped() | technologies.NothingToFlip():
                    self.flips += 1
                    self.half(event, effect)
                case ending.EndTriggered():
                    assert self.triggered is None
                    assert effect.monuments == len(event.after.players[effect.seat].past) >= 14
                    self.triggered = max(self.turns.values(), default=0)

    def half(self, event: Event, effect: Any) -> None:
        assert self.flips == 1
        assert len(event.after.players[effect.seat].past) >= 7
        assert event.after.flipped
        if isinstance(effect, technologies.BoardFlipped):
            levels = [board.level for board in event.before.display.boards]
            after = [board.level for board in event.after.display.boards]
            assert levels[effect.board - 1] == 1
            assert after[effect.board - 1] in (2, 0)
            boxed = {other.board - 1 for other in of(technologies.BoardBoxed, event.then)}
            for at, level in enumerate(levels):
                assert after[at] == level or at in {effect.board - 1, *boxed}

    def ended(self, state: State) -> None:
        """Everybody has had as many turns; the trigger fell in the last round."""
        assert len(set(self.turns.values())) == 1
        assert set(self.turns) == set(range(len(state.players)))
        assert self.triggered in (max(self.turns.values()), max(self.turns.values()) - 1)


def the_score_adds_up(state: State) -> None:
    """From the final position, by the printed numbers; rotation does not matter."""
    sums = [0] * len(state.players)
    for item in GAME.score(state):
        sums[item.seat] += item.points
    views = GAME.view(state, None).players
    assert sums == [area.points for area in views]
    if state.options.teams:
        assert GAME.totals(state) == (sums[0] + sums[1],) * 2 + (sums[2] + sums[3],) * 2
    else:
        assert GAME.totals(state) == tuple(sums)
    upright = tuple(replace(player, rotated=bytes(len(player.past))) for player in state.players)
    assert GAME.totals(replace(state, players=upright)) == GAME.totals(state)


def somebody_can_act(state: State) -> None:
    """And nobody is asked where there is but one way to go on (AK-6.13); partners of others may exchange cards.

    A partner who has no card left can only refuse one (AK-8.2b).
    """
    for seat in GAME.actors(state):
        if seat != CHANCE:
            listed = GAME.actions(state, seat)
            assert listed
            assert len(listed) > 1 or not state.stack or isinstance(listed[0], actions.Offer | actions.Refuse)


EVERY_EVENT = (
    past_grows,
    entry_is_as_printed_or_less,
    locked_ones_only_slide,
    the_slide_moves_all_by_one,
    lost_is_accounted_for,
    only_slot_one_declines,
)


def play_and_check(seats: int, options: dict[str, Any], seed: object) -> State:
    course = Course()
    state = None
    for event in random_game(seats, options, seed):
        for holds in EVERY_EVENT:
            holds(event)
        zones_hold(event.after)
        somebody_can_act(event.after)
        course.follow(event)
        state = event.after
    assert state is not None
    course.ended(state)
    the_score_adds_up(state)
    return state


@over_variants
@pytest.mark.parametrize("seed", range(4))
def test_the_invariants_hold(seats: int, options: dict[str, Any], seed: int) -> None:
    play_and_check(seats, options, ("invariants", seed))


@over_variants
def test_undo_and_redo_are_the_identity(seats: int, options: dict[str, Any]) -> None:
    """Invariant 13, with the log's digests."""
    session = Session.new(GAME, NAMES[:seats], seed=5, options=options)
    for number in range(120):
        if not session.actors:
            break
        dice = Dice(5, "undo", number)
        seat = dice.choice(session.actors)
        session.do(seat, GAME.pick(session.state, seat, dice))
        session.resolve_chance()
        if number % 20 == 19:
            before = digest(session.state)
            session.undo(1 + dice.below(15))
            session.redo_events(len(session.line.undone))
            assert digest(session.state) == before


@over_variants
def test_a_seat_sees_no_more_than_it_may(seats: int, options: dict[str, Any]) -> None:
    """Invariant 13: dealt again for a seat, nothing it sees or may do changes."""
    for number, event in enumerate(random_game(seats, options, "views")):
        if number % 9 == 0:
            for seat in range(seats):
                other = GAME.redeal(event.after, seat, Dice("redeal", number, seat))
                assert GAME.view(other, seat) == GAME.view(event.after, seat)
                assert GAME.actions(other, seat) == GAME.actions(event.after, seat)
                zones_hold(other)


# -- many games ---------------------------------------------------------------------------------------------------


def tried(event: Event) -> Iterator[str]:
    """The cards whose effect this event brought about, or changed something."""
    for effect in event.then:
        match effect:
            case turns.Activated():
                yield effect.card
            case builders.EnteredWithLess():
                yield from effect.sources
            case technologies.Eased():
                yield effect.source
            case technologies.Learned() if not FACTS[CODES[effect.technology]].rules:
                yield effect.technology
            case timeline.Rotated() if CODES["A29"] in event.before.players[effect.seat].artifacts:
                yield "A29"
    if not GAME.actors(event.after):
        for item in GAME.score(event.after):
            if item.part == "effects" and item.points:
                yield item.source.split()[0]


@pytest.mark.long
def test_a_thousand_games_of_every_variant_try_every_card() -> None:
    counts: Counter[str] = Counter()
    for seats, options in VARIANTS:
        for number in range(1000):
            last = None
            for event in random_game(seats, options, (seats, sorted(options), number)):
                counts.update(tried(event))
                last = event
            assert last is not None
            zones_hold(last.after)
            the_score_adds_up(last.after)
    never = [card for card in IDS[1:] if not counts[card]]
    print(f"\ncards tried least: {', '.join(f'{card} {n}' for card, n in counts.most_common()[:-13:-1])}")
    assert never == []


@pytest.mark.long
@over_variants
def test_the_invariants_hold_in_many_games(seats: int, options: dict[str, Any]) -> None:
    for seed in range(150):
        play_and_check(seats, options, ("many", seed))
