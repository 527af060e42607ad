"""What every game must keep to: the engine contract, over random games of each at every number of seats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec import inspect as mi

from kronika.core.chance import Dice
from kronika.core.digest import digest
from kronika.core.errors import BadSetup, IllegalAction, KronikaError
from kronika.core.examples import Example, read_examples, start_example
from kronika.core.game import CHANCE, Game
from kronika.core.moves import split_move
from kronika.core.options import options_of, plain_options, read_options, typed
from kronika.core.paper import Paper
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.core.spec import rules_of, spec_text
from support.fuzz import JUNK, make_of, random_text, type_info, unbounded, vary, vary_table, vary_text
from support.playouts import LONGEST, NAMES, ROOT, Case, Step, all_cases, cases, games, play_on, playout, spread

GAMES = games()
SHOWN = 40
"""States of one random game that the costly tests look at."""


class Table:
    """One random game of one case."""

    def __init__(self, case: Case, number: int) -> None:
        self.case = case
        self.game = case.game
        self.names = case.names
        self.seats = range(case.seats)
        self.number = number

    @property
    def steps(self) -> tuple[Step, ...]:
        return playout(self.case, self.number)

    @property
    def start(self) -> Any:
        return self.steps[0].before

    @property
    def end(self) -> Any:
        return self.steps[-1].after

    def some_steps(self, most: int = SHOWN) -> list[Step]:
        """The first, the last, and some between: other ones in every test."""
        return spread(self.steps, most)

    def some_states(self, most: int = SHOWN) -> list[Any]:
        return [*(step.before for step in self.some_steps(most - 1)), self.end]

    def random(self) -> Random:
        return Random(str(self))

    def __str__(self) -> str:
        return f"{self.case}-{self.number}"


def _tables() -> Iterator[Any]:
    for game in GAMES:
        chosen = cases(game)
        assert chosen, f"no combination of options can be set up for {game.name}"
        for case in chosen:
            yield pytest.param(Table(case, 0), id=str(case))
        for case in dict.fromkeys((*chosen, *spread(all_cases(game), 40))):
            for number in range(1, 6):
                yield pytest.param(Table(case, number), id=f"{case}-{number}", marks=pytest.mark.long)


TABLES = list(_tables())
over_tables = pytest.mark.parametrize("table", TABLES)
over_games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def refusal(game: AnyGame, state: Any, seat: int, do: Any) -> IllegalAction | None:
    """Why a thing may not be done; any other exception is the test's failure. People know no numbers of seats."""
    try:
        game.check(state, seat, do)
    except IllegalAction as error:
        found = error
    else:
        return None
    assert not re.search(r"\bseat -?\d", str(found), re.IGNORECASE), found
    return found


def any_error(act: Callable[..., Any], *of: Any) -> Any:
    """What comes out, or None if it is refused as it should be: with a message, never a traceback."""
    try:
        return act(*of)
    except KronikaError as error:
        message = str(error)
    assert message.encode()
    return None


@cache
def numbers_of(game: AnyGame) -> frozenset[str]:
    return frozenset(rule.number for rule in rules_of(game))


def unknown_rules(game: AnyGame, cited: Counter[str]) -> list[str]:
    """The rules cited that the SPEC of the game does not have; none for a game without a SPEC."""
    return sorted(set(cited) - numbers_of(game)) if spec_text(game) else []


# -- types --------------------------------------------------------------------------------------------------------


@over_games
def test_the_game_says_who_it_is(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", game.name)
    assert game.title
    assert re.fullmatch(r"[A-Z]{2}", game.rule_prefix)
    assert game.rules_version >= 1
    assert 1 <= game.seats[0] <= game.seats[1]


@over_games
def test_states_are_frozen_arrays_without_cycles(game: AnyGame) -> None:
    config = game.State.__struct_config__
    assert (config.frozen, config.array_like, config.gc) == (True, True, False)
    assert game.Options.__struct_config__.array_like, "options are a field of every state"


@over_games
def test_actions_and_outcomes_are_closed_and_bounded(game: AnyGame) -> None:
    kinds = structs_of(game.Do)
    assert len({kind.tag for kind in kinds}) == len(kinds)
    for kind in kinds:
        config = kind.cls.__struct_config__
        assert (config.frozen, config.forbid_unknown_fields, kind.tag_field) == (True, True, "type"), kind.cls
        assert not kind.array_like
    assert list(unbounded(type_info(game.Do))) == []


@over_games
def test_effects_name_their_rule(game: AnyGame) -> None:
    kinds = structs_of(game.Effect)
    assert len({kind.tag for kind in kinds}) == len(kinds)
    for kind in kinds:
        rule = next((field for field in kind.fields if field.name == "rule"), None)
        assert rule is not None, kind.cls
        assert isinstance(rule.type, (mi.StrType, mi.LiteralType))
        assert (kind.cls.__struct_config__.frozen, kind.tag_field) == (True, "type"), kind.cls


def structs_of(union: Any) -> list[mi.StructType]:
    info = type_info(union)
    kinds = list(info.types) if isinstance(info, mi.UnionType) else [info]
    assert all(isinstance(kind, mi.StructType) for kind in kinds)
    return kinds


@over_games
def test_options_have_defaults_and_say_what_they_mean(game: AnyGame) -> None:
    config = game.Options.__struct_config__
    assert (config.frozen, config.forbid_unknown_fields) == (True, True)
    assert read_options(game, {}) == game.Options()
    for option in options_of(game):
        assert option.meaning, option.name
        json = option.default if isinstance(option.default, str) else msgspec.json.encode(option.default).decode()
        for text in (json, typed(option.default)):
            assert read_options(game, {option.name: text}) == game.Options()
        for value in option.values:
            chosen = getattr(read_options(game, {option.name: value}), option.name)
            assert str(chosen).lower() == value.lower()


@over_games
def test_given_is_closed_and_explained(game: AnyGame) -> None:
    assert game.Given.__struct_config__.forbid_unknown_fields
    for name in game.Given.__struct_fields__:
        assert re.search(rf"`{name}`", game.Given.__doc__ or ""), f"the docstring of Given says nothing of {name}"


@over_games
def test_cards_are_told_apart(game: AnyGame) -> None:
    cards = game.cards()
    assert len({card.id for card in cards}) == len(cards)
    assert all(card.id and card.name and card.text for card in cards)


@over_games
def test_tables_too_small_or_too_large_are_refused(game: AnyGame) -> None:
    for seats in (game.seats[0] - 1, game.seats[1] + 1):
        with pytest.raises(BadSetup):
            Session.new(game, NAMES[:seats] if seats <= len(NAMES) else [f"P{n}x" for n in range(seats)], seed=1)


@over_games
def test_the_spec_refers_to_rules_that_it_has(game: AnyGame) -> None:
    """Found another way than `rules_of` finds them: every number that is mentioned is defined, once."""
    found = [rule.number for rule in rules_of(game)]
    assert len(found) == len(set(found))
    assert all(rule.text for rule in rules_of(game))
    mentioned = set(re.findall(rf"\b{game.rule_prefix}-\d+(?:\.\d+)+[a-z]?\b", spec_text(game)))
    assert sorted(mentioned - set(found)) == []
    assert bool(found) == bool(spec_text(game))


# -- play ---------------------------------------------------------------------------------------------------------


@over_tables
def test_a_random_game_ends_with_an_outcome(table: Table) -> None:
    game = table.game
    assert len(table.steps) < LONGEST, "the game does not end"
    for state in table.some_states():
        over = not game.actors(state)
        assert (game.outcome(state) is not None) == over
    outcome = game.outcome(table.end)
    assert outcome is not None
    assert outcome.totals == game.totals(table.end)
    assert len(outcome.totals) == table.case.seats
    assert all(outcome.ranking), "an empty place"
    assert sorted(seat for group in outcome.ranking for seat in group) == list(table.seats)
    assert outcome.reason
    assert bool(outcome.tie_break) == bool(outcome.tie_rule)
    rules = Counter([outcome.rule, *([outcome.tie_rule] if outcome.tie_rule else [])])
    assert unknown_rules(game, rules) == []


@over_tables
def test_the_seats_that_may_act(table: Table) -> None:
    game = table.game
    for step in table.steps:
        actors = game.actors(step.before)
        assert isinstance(actors, tuple)
        assert game.seat_count(step.before) == table.case.seats
        if actors == (CHANCE,):
            continue
        assert actors
        assert list(actors) == sorted(set(actors) & set(table.seats))


@over_tables
def test_every_listed_action_is_legal_and_listed_once(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        actors = game.actors(step.before)
        for seat in table.seats:
            listed = list(game.actions(step.before, seat))
            assert listed == list(game.actions(step.before, seat)), "the order is not stable"
            assert bool(listed) == (seat in actors)
            assert len({msgspec.msgpack.encode(do) for do in listed}) == len(listed)
            for do in listed:
                assert refusal(game, step.before, seat, do) is None, do
        for stranger in (CHANCE, table.case.seats, -2, 99):
            assert not game.actions(step.before, stranger)
    for seat in table.seats:
        assert not game.actions(table.end, seat)


@over_tables
def test_what_is_picked_is_listed(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        if step.by == CHANCE:
            assert refusal(game, step.before, CHANCE, step.do) is None
            for n in range(3):
                outcome = game.sample(step.before, Dice(str(table), n))
                assert refusal(game, step.before, CHANCE, outcome) is None, outcome
                assert outcome == game.sample(step.before, Dice(str(table), n)), "sampling is not repeatable"
        else:
            listed = game.actions(step.before, step.by)
            assert step.do in listed
            for n in range(3):
                assert game.pick(step.before, step.by, Dice(str(table), n)) in listed


@over_tables
def test_what_is_not_listed_is_refused(table: Table) -> None:
    """Actions made at random, varied, of other moments, of other seats; what is let through leads nowhere new."""
    game, random = table.game, table.random()
    kind = type_info(game.Do)
    others = [step.do for step in table.steps]
    cited: Counter[str] = Counter()
    for step in table.some_steps(SHOWN // 2):
        listed = {seat: dict.fromkeys(game.actions(step.before, seat)) for seat in table.seats}
        now = [do for actions in listed.values() for do in spread(list(actions), 5)] or [step.do]
        tries = [make_of(game.Do, random) for _ in range(8)]
        tries += [vary(random.choice(now), kind, random) for _ in range(16)]
        tries += [random.choice(others) for _ in range(4)] + random.sample(now, min(len(now), 6))
        seats = [*table.seats, CHANCE, table.case.seats, -2, 7]
        leads: dict[int, set[str]] = {}
        for do in tries:
            for seat in {random.choice(seats), step.by, random.choice(table.seats)}:
                error = refusal(game, step.before, seat, do)
                if error is not None:
                    assert do not in listed.get(seat, ()), f"{do} is listed and refused: {error}"
                    assert error.reason
                    cited[error.rule] += 1
                elif do not in listed.get(seat, ()):
                    assert_leads_nowhere_new(game, step.before, seat, do, listed.get(seat, {}), leads)
    for seat in (*table.seats, CHANCE, 7):
        for do in [make_of(game.Do, random) for _ in range(10)] + spread(others, 10):
            error = refusal(game, table.end, seat, do)
            assert error is not None, f"{do} after the end"
            cited[error.rule] += 1
    assert unknown_rules(game, cited) == []


def assert_leads_nowhere_new(
    game: AnyGame, state: Any, seat: int, do: Any, listed: Iterable[Any], leads: dict[int, set[str]]
) -> None:
    """`check` may take what is not listed, if a listed action, or its steps, do the same; and any possible outcome."""
    assert seat in game.actors(state), f"{do} is let through for seat {seat}, who may not act"
    after, _ = game.apply(state, seat, do)
    if seat == CHANCE:
        assert_plain(game, after)
        return
    if seat not in leads:
        leads[seat] = {digest(game.apply(state, seat, other)[0]) for other in listed}
    if digest(after) not in leads[seat]:
        stepped = step_by_step(game, state, seat, do)
        assert digest(after) == digest(stepped), f"{do} is let through, but does what no listed action does"


def step_by_step(game: AnyGame, state: Any, seat: int, do: Any) -> Any:
    """The state after the listed actions that an action stands for."""
    for step in game.in_steps(state, seat, do):
        assert step in game.actions(state, seat), f"{do} stands for {step}, which is not listed"
        state, _ = game.apply(state, seat, step)
    return state


@over_tables
def test_rules_that_are_cited_exist(table: Table) -> None:
    game = table.game
    cited: Counter[str] = Counter()
    for step in table.steps:
        cited.update(effect.rule for effect in step.then)
    for state in table.some_states():
        cited.update(item.rule for item in game.score(state))
    assert unknown_rules(game, cited) == []


@over_tables
def test_score_items_are_complete(table: Table) -> None:
    game = table.game
    for state in table.some_states():
        totals = game.totals(state)
        assert isinstance(totals, tuple)
        assert len(totals) == table.case.seats
        sums = [0] * table.case.seats
        for item in game.score(state):
            assert item.seat in table.seats
            assert item.part
            assert item.source.strip()
            assert item.rule
            sums[item.seat] += item.points
        if type(game).totals is Game.totals:
            assert totals == tuple(sums)


# -- states are values --------------------------------------------------------------------------------------------


@over_tables
def test_states_hold_plain_data_only(table: Table) -> None:
    for step in table.steps:
        assert_plain(table.game, step.after)
    assert_plain(table.game, table.start)
    assert table.start.options == table.case.options


def assert_plain(game: AnyGame, state: Any) -> None:
    """Tuples, bytes, ints of 64 bits, strings, bools and frozen array-like Structs, and nothing else."""
    assert type(state) is game.State
    waiting = [state]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Struct):
            config = value.__struct_config__
            assert config.frozen, type(value)
            assert config.array_like, type(value)
            waiting.extend(getattr(value, name) for name in value.__struct_fields__)
        elif type(value) is tuple:
            waiting.extend(value)
        elif type(value) is int:
            assert -(2**63) <= value < 2**63
        else:
            assert type(value) in (bytes, str, bool), f"{type(value).__name__} in a state"


@over_tables
def test_encoding_and_decoding_is_the_identity(table: Table) -> None:
    game = table.game
    for step in table.some_steps():
        for module in (msgspec.msgpack, msgspec.json):
            for value, kind in (
                (step.before, game.State),
                (step.do, game.Do),
                *((effect, game.Effect) for effect in step.then),
            ):
                again = module.decode(module.encode(value), type=kind)
                assert again == value
                assert type(again) is type(value)
        assert digest(msgspec.msgpack.decode(msgspec.msgpack.encode(step.before), type=game.State)) == digest(
            step.before
        )
        for seat in (None, *table.seats):
            msgspec.json.encode(game.view(step.before, seat))


@over_tables
def test_old_states_never_change(table: Table) -> None:
    game = table.game
    steps = table.some_steps()
    before = [digest(step.before) for step in steps]
    for step in steps:
        for seat in table.seats:
            for do in spread(game.actions(step.before, seat), 5):
                game.apply(step.before, seat, do)
            game.redeal(step.before, seat, Dice(0))
            game.render(game.view(step.before, seat), table.names, Paper())
        game.apply(step.before, step.by, step.do)
        game.score(step.before)
        game.outcome(step.before)
    assert [digest(step.before) for step in steps] == before


@over_tables
def test_replaying_gives_the_same(table: Table) -> None:
    """From the set-up anew, with every action and outcome read from what a log would hold."""
    game = table.game
    state = game.setup(table.case.options, table.case.seats)
    for step in table.steps:
        do = msgspec.json.decode(msgspec.json.encode(step.do), type=game.Do)
        assert refusal(game, state, step.by, do) is None
        state, then = game.apply(state, step.by, do)
        assert digest(state) == digest(step.after)
        assert then == step.then
        assert isinstance(then, tuple)


@over_tables
def test_undo_and_redo(table: Table) -> None:
    game, random = table.game, table.random()
    session = Session.new(game, table.names, seed=table.number, options=plain_options(table.case.options))
    after: list[tuple[int, str]] = []
    while session.actors and len(after) < 4 * SHOWN:
        seat = random.choice(session.actors)
        do = game.pick(session.state, seat, Dice(table.number, len(after)))
        session.do(seat, do)
        session.settle()
        after.append((len(session.line.events), digest(session.state)))
        if random.random() < 0.2:
            back = random.randint(1, min(len(after), 12))
            session.undo(back)
            assert session.state == session.line.states[-1]
            if back < len(after):
                assert (len(session.line.events), digest(session.state)) == after[-back - 1]
            session.redo(back)
            assert (len(session.line.events), digest(session.state)) == after[-1]
    moves = [(event.by, event.do) for event in session.line.events if event.by != CHANCE]
    back = min(len(moves), 30)
    session.undo(back)
    for seat, do in moves[-back:]:
        session.do(seat, do)
        session.settle()
    assert (len(session.line.events), digest(session.state)) == after[-1], "the same moves met with other chance"


# -- text ---------------------------------------------------------------------------------------------------------


@over_tables
def test_notation_is_read_back(table: Table) -> None:
    game, names = table.game, table.names
    for step in table.some_steps():
        state = step.before
        moves = [(seat, do) for seat in table.seats for do in spread(game.actions(state, seat), 60)]
        moves.append((step.by, step.do))
        for seat, do in moves:
            text = game.format(state, seat, do, names)
            assert game.parse(state, seat, text, names) == do, text
            assert text.isprintable()
            assert text == text.strip()
            assert split_move(text, names) == (None, text), "the move reads as if it named a player"
            name = "chance" if seat == CHANCE else names[seat]
            assert split_move(f"{name}: {text}", names) == (seat, text)


@over_tables
def test_masked_notation_and_effects_never_fail(table: Table) -> None:
    game, names = table.game, table.names
    for step in table.some_steps():
        moves = [(seat, do) for seat in table.seats for do in spread(game.actions(step.before, seat), 12)]
        for seat, do in [*moves, (step.by, step.do)]:
            plain = game.format(step.before, seat, do, names)
            assert game.format(step.before, seat, do, names, None) == plain
            for viewer in table.seats:
                masked = game.format(step.before, seat, do, names, viewer)
                assert masked.isprintable()
                assert masked
                if viewer == seat:
                    assert masked == plain, "everyone knows what they chose themselves"
        for effect in step.then:
            for viewer in (None, *table.seats):
                clause = game.describe(effect, names, viewer)
                assert clause
                assert clause.isprintable()


@over_tables
def test_rendering(table: Table) -> None:
    game, names = table.game, table.names
    for state in table.some_states():
        for seat in (None, *table.seats):
            view = game.view(state, seat)
            for width in (80, 120):
                plain = game.render(view, names, Paper(width))
                assert plain == strip(game.render(view, names, Paper(width, colour=True)))
                assert "\x1b" not in plain
                too_long = [line for line in plain.split("\n") if len(line) > width]
                assert not too_long, f"{len(too_long[0])} columns: {too_long[0]}"


def strip(text: str) -> str:
    """The text without ANSI colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@over_tables
def test_rendering_bears_long_names(table: Table) -> None:
    game = table.game
    names = [f"{name} Příliš Dlouhá {n}" for n, name in enumerate(table.names)]
    for state in table.some_states(6):
        game.render(game.view(state, 0), names, Paper(40))


@over_tables
def test_nonsense_is_never_more_than_an_error(table: Table) -> None:
    game, names, random = table.game, table.names, table.random()
    for step in table.some_steps():
        legal = [
            game.format(step.before, seat, do, names)
            for seat in table.seats
            for do in spread(game.actions(step.before, seat), 4)
        ]
        legal.append(game.format(step.before, step.by, step.do, names))
        texts = [vary_text(random.choice(legal), random) for _ in range(12)]
        texts += [random_text(random) for _ in range(3)]
        for text in texts:
            for seat in (step.by, random.choice((*table.seats, CHANCE))):
                do = any_error(game.parse, step.before, seat, text, names)
                if do is None:
                    continue
                again = msgspec.convert(msgspec.to_builtins(do), game.Do)
                assert again == do, f"{text!r} is read as no record can hold"
                refusal(game, step.before, seat, do)


# -- knowledge ----------------------------------------------------------------------------------------------------


@over_tables
def test_a_view_hides_what_is_dealt_anew(table: Table) -> None:
    """A state and one that differs only in what a seat can't know are the same to that seat."""
    game, names = table.game, table.names
    for number, state in enumerate(table.some_states()):
        for seat in table.seats:
            other = game.redeal(state, seat, Dice(str(table), number))
            assert_plain(game, other)
            assert game.view(other, seat) == game.view(state, seat)
            assert game.render(game.view(other, seat), names, Paper()) == game.render(
                game.view(state, seat), names, Paper()
            )
            assert list(game.actions(other, seat)) == list(game.actions(state, seat))
            assert game.actors(other) == game.actors(state)
            for do in spread(game.actions(state, seat), 10):
                assert game.format(other, seat, do, names, seat) == game.format(state, seat, do, names, seat)


@over_tables
def test_masked_texts_tell_no_more_than_the_view(table: Table) -> None:
    """Two moves, or outcomes, that look alike on the table afterwards look alike in the log too."""
    game = table.game
    for number, step in enumerate(table.some_steps()):
        if step.by == CHANCE:
            ways = [game.sample(step.before, Dice(str(table), number, n)) for n in range(4)]
        else:
            ways = spread(game.actions(step.before, step.by), 4)
        for viewer in set(table.seats) - {step.by}:
            seen: dict[bytes, tuple[str, str, list[str]]] = {}
            for do in ways:
                after, then = game.apply(step.before, step.by, do)
                text = game.format(step.before, step.by, do, table.names, viewer)
                clauses = [game.describe(effect, table.names, viewer) for effect in then]
                look = msgspec.msgpack.encode(game.view(after, viewer))
                known = seen.setdefault(look, (digest(after), text, clauses))
                if known[0] != digest(after):
                    assert (text, clauses) == known[1:], f"the view of seat {viewer} hides what the text tells"


@over_tables
def test_masks_and_new_deals_go_together(table: Table) -> None:
    """If something of the log is hidden from a seat, then dealing anew for that seat changes something."""
    game = table.game
    for viewer in table.seats:
        hidden = any(
            game.format(step.before, step.by, step.do, table.names, viewer)
            != game.format(step.before, step.by, step.do, table.names)
            for step in table.steps
        )
        if hidden:  # what is hidden in one game may always have been shown at once, so that others are looked at
            others = (step.after for n in range(5) for step in Table(table.case, table.number + n).steps)
            assert any(game.redeal(state, viewer, Dice(n)) != state for state in others for n in range(5))


@over_tables
def test_a_game_dealt_anew_plays_on_to_its_end(table: Table) -> None:
    game = table.game
    for number, state in enumerate(table.some_states(6)):
        seat = number % table.case.seats
        steps = play_on(game, game.redeal(state, seat, Dice(str(table), number)), f"{table} {number}", LONGEST)
        assert len(steps) < LONGEST
        for step in spread(steps, 10):
            assert_plain(game, step.after)
            assert refusal(game, step.before, step.by, step.do) is None
        if steps:
            assert game.outcome(steps[-1].after) is not None


# -- what people write --------------------------------------------------------------------------------------------


@over_games
def test_odd_options_are_refused(game: AnyGame) -> None:
    random = Random(game.name)
    names = [option.name for option in options_of(game)] or ["x"]
    values: list[Any] = [
        *JUNK,
        *(value for option in options_of(game) for value in option.values),
        "[" * 5000,
        "\udcff",
    ]
    values += [None, 1, -1, 2**70, 1.5, True, [], {}, [[1]], {"a": 1}, b"x"]
    for _ in range(300):
        value = random.choice(values)
        if isinstance(value, str) and random.random() < 0.3:
            value = vary_text(value, random)
        name = random.choice(names) if random.random() < 0.8 else vary_text(random.choice(names), random)
        options = any_error(read_options, game, {name: value})
        if options is not None:
            assert msgspec.convert(msgspec.to_builtins(options), game.Options) == options


@over_games
@pytest.mark.usefixtures("duel")
def test_odd_positions_are_refused(game: AnyGame) -> None:
    """Worked examples of the game with something spoilt: refused with a reason, or else playable."""
    random = Random(game.name)
    file = ROOT / "fixtures" / "examples" / f"{game.name}.toml"
    examples = read_examples(file.read_text(encoding="utf-8")) if file.is_file() else []
    seeds = [example for example in examples if example.given is not None]
    for number in range(120):
        if seeds and number % 6:
            example = random.choice(seeds)
            given = vary_table(example.given, random)
        else:
            example = Example("?", game.name)
            given = msgspec.to_builtins(make_of(game.Given, random))
        spoilt = msgspec.structs.replace(example, given=given if isinstance(given, dict) else {})
        session = any_error(start_example, spoilt)
        if session is None:
            continue
        assert_plain(game, session.state)
        for step in play_on(game, session.state, f"{game.name} {number}", 60):
            assert refusal(game, step.before, step.by, step.do) is None, spoilt
            for seat in (None, 0):
                game.render(game.view(step.after, seat), session.players, Paper())
            game.score(step.after)
            game.outcome(step.after)
