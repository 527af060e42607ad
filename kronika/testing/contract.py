"""What every game must keep to: the engine contract, over random games of each at every number of seats.

`pytest --kronika-game NAME` runs these tests for an installed game. To have them among your own, make a test module:

    from kronika.testing.contract import *
    from tides_of_yours import GAME

    GAMES = [GAME]

With `MORE = pytest.mark.NAME` in the module there are five more random games of every case, and more cases, so marked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec import inspect as mi

from kronika.core.bots import BOTS, Turn
from kronika.core.chance import Dice
from kronika.core.digest import digest
from kronika.core.errors import BadSetup, IllegalAction, KronikaError, NotationError
from kronika.core.examples import Example, start_example
from kronika.core.game import CHANCE
from kronika.core.moves import split_move
from kronika.core.options import options_of, plain_options, read_options, typed
from kronika.core.paper import Paper
from kronika.core.players import names_for
from kronika.core.registry import AnyGame, get_game
from kronika.core.session import Session
from kronika.core.spec import rules_of, spec_text, uncited
from kronika.core.words import fold
from kronika.logs.simulate import plan
from kronika.testing.fuzz import JUNK, make, make_of, random_text, type_info, unbounded, vary, vary_table, vary_text
from kronika.testing.playouts import LONGEST, Case, Step, all_cases, cases, play_on, playout, spread
from kronika.testing.positions import begins, test_nobody_is_named_twice, worked_positions  # noqa: F401

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
        """The events, in order."""
        return playout(self.case, self.number)

    @property
    def start(self) -> Any:
        """The state before the first."""
        return self.steps[0].before

    @property
    def end(self) -> Any:
        """The state after the last."""
        return self.steps[-1].after

    def some_steps(self, most: int = SHOWN) -> list[Step]:
        """The first, the last, and some between: other ones in every test."""
        return spread(self.steps, most)

    def some_states(self, most: int = SHOWN) -> list[Any]:
        """The states before these steps, and the last."""
        return [*(step.before for step in self.some_steps(most - 1)), self.end]

    def random(self) -> Random:
        """Randomness of its own, the same every time."""
        return Random(str(self))

    def __str__(self) -> str:
        return f"{self.case}-{self.number}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the tests the games of the module they stand in, or those of `--kronika-game`, and tables of them."""
    games = getattr(metafunc.module, "GAMES", None)
    if games is None:
        games = [get_game(name) for name in metafunc.config.getoption("kronika_game")]
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", _tables(games, getattr(metafunc.module, "MORE", None)))
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=[game.name for game in games])


def _tables(games: Sequence[AnyGame], more: pytest.MarkDecorator | None) -> list[Any]:
    tables = []
    for game in games:
        chosen = cases(game)
        assert chosen, f"no combination of options can be set up for {game.name}"
        tables += [pytest.param(Table(case, 0), id=str(case)) for case in chosen]
        if more:
            for case in dict.fromkeys((*chosen, *spread(all_cases(game), 40))):
                tables += [pytest.param(Table(case, n), id=f"{case}-{n}", marks=more) for n in range(1, 6)]
    return tables


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


def test_the_game_says_who_it_is(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", game.name)
    assert game.title
    assert re.fullmatch(r"[A-Z]{2}", game.rule_prefix)
    assert game.rules_version >= 1
    assert 1 <= game.seats[0] <= game.seats[1]


def test_states_are_frozen_arrays_without_cycles(game: AnyGame) -> None:
    config = game.State.__struct_config__
    assert (config.frozen, config.array_like, config.gc) == (True, True, False)
    assert game.Options.__struct_config__.array_like, "options are a field of every state"


def test_actions_and_outcomes_are_closed_and_bounded(game: AnyGame) -> None:
    kinds = structs_of(game.Do)
    assert len({kind.tag for kind in kinds}) == len(kinds)
    for kind in kinds:
        config = kind.cls.__struct_config__
        assert (config.frozen, config.forbid_unknown_fields, kind.tag_field) == (True, True, "type"), kind.cls
        assert not kind.array_like
    assert list(unbounded(type_info(game.Do))) == []


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
    structs = [kind for kind in kinds if isinstance(kind, mi.StructType)]
    assert structs == kinds
    return structs


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


def test_given_is_closed_and_explained(game: AnyGame) -> None:
    assert game.Given.__struct_config__.forbid_unknown_fields
    for name in game.Given.__struct_fields__:
        assert re.search(rf"`{name}`", game.Given.__doc__ or ""), f"the docstring of Given says nothing of {name}"


def test_cards_are_told_apart(game: AnyGame) -> None:
    cards = game.cards()
    assert len({card.id for card in cards}) == len(cards)
    assert all(card.id and card.name and card.text for card in cards)
    names = Counter(name for card in cards for name in {fold(name) for name in (card.name, *card.other_names)})
    assert [name for name, times in names.items() if times > 1] == [], "names of several cards"


def test_tables_too_small_or_too_large_are_refused(game: AnyGame) -> None:
    for seats in (game.seats[0] - 1, game.seats[1] + 1):
        refused = re.escape(f"players, not {seats}.")
        with pytest.raises(BadSetup, match=refused):
            Session.new(game, names_for(seats), seed=1)
        with pytest.raises(BadSetup, match=refused):
            plan(game, seats, {}, 1, 1, "x")


def test_the_spec_refers_to_rules_that_it_has(game: AnyGame) -> None:
    """Found another way than `rules_of` finds them: every number that is mentioned is defined, once."""
    found = [rule.number for rule in rules_of(game)]
    assert len(found) == len(set(found))
    assert all(rule.text for rule in rules_of(game))
    mentioned = set(re.findall(rf"\b{game.rule_prefix}-\d+(?:\.\d+)+[a-z]?\b", spec_text(game)))
    assert sorted(mentioned - set(found)) == []
    assert bool(found) == bool(spec_text(game))


def test_rules_that_nothing_can_cite_are_rules(game: AnyGame) -> None:
    assert sorted(set(uncited(game)) - numbers_of(game)) == []
    assert all(str(reason).strip() for reason in uncited(game).values()), "each with its reason"


# -- play ---------------------------------------------------------------------------------------------------------


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


def test_rules_that_are_cited_exist(table: Table) -> None:
    game = table.game
    cited: Counter[str] = Counter()
    for step in table.steps:
        cited.update(effect.rule for effect in step.then)
    for state in table.some_states():
        cited.update(item.rule for item in game.score(state))
    assert unknown_rules(game, cited) == []


def test_the_cards_that_a_decision_plays_are_cards(table: Table) -> None:
    ids = {card.id for card in table.game.cards()}
    for step in table.steps:
        named = table.game.named_cards(step.do)
        assert ids.issuperset(named), f"{step.do} plays {named}"


def test_score_items_are_complete(table: Table) -> None:
    game = table.game
    for state in table.some_states():
        totals = game.totals(state)
        assert isinstance(totals, tuple)
        assert len(totals) == table.case.seats
        sums = [0] * table.case.seats
        for item in game.score(state):
            assert item.seat in table.seats
            for field, meaning in (("part", "what groups it"), ("source", "what paid"), ("rule", "the rule that pays")):
                assert getattr(item, field).strip(), f"{item} says nothing in `{field}`: {meaning} stands there"
            sums[item.seat] += item.points
        if game.totals_are_sums(table.case.options):
            assert totals == tuple(sums), "the totals are not the sums of the items"


# -- states are values --------------------------------------------------------------------------------------------


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


def test_nothing_stands_behind_a_move(table: Table) -> None:
    """What is written behind a whole move is not passed over: it would be a move that nobody has meant."""
    game, names = table.game, table.names
    for step in table.some_steps():
        moves = [(seat, do) for seat in table.seats for do in spread(game.actions(step.before, seat), 12)]
        for seat, do in [*moves, (step.by, step.do)]:
            text = game.format(step.before, seat, do, names)
            for more in ("please", "17", names[0]):
                try:
                    read = game.parse(step.before, seat, f"{text} {more}", names)
                except NotationError:
                    continue
                assert read != do, f"{text!r} is read as if {more!r} did not stand behind it"


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


def test_rendering_bears_long_names(table: Table) -> None:
    game = table.game
    names = [f"{name} Příliš Dlouhá {n}" for n, name in enumerate(table.names)]
    for state in table.some_states(6):
        game.render(game.view(state, 0), names, Paper(40))


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


def test_what_is_dealt_anew_does_not_depend_on_what_lay_there(table: Table) -> None:
    """With the same dice a seat gets the same deal, whatever was hidden from it."""
    game = table.game
    for number, step in enumerate(table.some_steps(16)):
        for seat in table.seats:
            dealt = [game.redeal(step.before, seat, Dice(str(table), number, n)) for n in range(2)]
            again = [game.redeal(state, seat, Dice(str(table), number)) for state in (step.before, *dealt)]
            assert again[1:] == again[:1] * 2
            if seat in game.actors(step.before):
                picked = [game.pick(state, seat, Dice(number)) for state in (step.before, *dealt)]
                assert picked[1:] == picked[:1] * 2


def test_bots_decide_by_what_their_seat_may_know(table: Table) -> None:
    game = table.game
    for number, step in enumerate(table.some_steps(8)):
        if step.by == CHANCE or len(game.actions(step.before, step.by)) > SHOWN:
            continue
        other = game.redeal(step.before, step.by, Dice(str(table), number))
        for name, bot in BOTS.items():
            turns = [Turn(game, state, step.by, Dice(number, "hidden")) for state in (step.before, other)]
            assert turns[0].state == turns[1].state, "a bot could look under a card"
            assert turns[0].view == game.view(step.before, step.by)
            assert list(turns[0].actions) == list(game.actions(step.before, step.by))
            chosen, same = (bot(turn, Dice(number)) for turn in turns)
            assert chosen == same, name
            game.check(step.before, step.by, chosen)


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


def test_every_key_of_a_position_does_something(game: AnyGame) -> None:
    """With some value of it the state is another one than without, or it is refused."""
    random = Random(game.name)
    worked = worked_positions(game) or [Example("?", game.name, given={})]
    (kind,) = structs_of(game.Given)
    for field in kind.fields:
        key = field.encode_name
        for example in random.choices([example for example in worked if key in (example.given or {})] or worked, k=600):
            others = {name: value for name, value in (example.given or {}).items() if name != key}
            other = random.choice(kind.fields)
            if other is not field and random.random() < 0.5:  # a key may matter with another one only
                others[other.encode_name] = msgspec.to_builtins(make(other.type, random))
            value = msgspec.to_builtins(make(field.type, random))
            if begins(game, example, others) != begins(game, example, {**others, key: value}):
                break
        else:
            pytest.fail(f"the key {key} of a position changes nothing")


def test_odd_positions_are_refused(game: AnyGame) -> None:
    """Worked examples of the game with something spoilt: refused with a reason, or else playable."""
    random = Random(game.name)
    seeds = worked_positions(game)
    for number in range(120):
        if seeds and number % 6:
            example = random.choice(seeds)
            given = vary_table(example.given, random)
        else:
            example = Example("?", game.name)
            given = msgspec.to_builtins(make_of(game.Given, random))
        spoilt = msgspec.structs.replace(example, given=given if isinstance(given, dict) else {})
        session = any_error(start_example, spoilt, game)
        if session is None:
            continue
        assert_plain(game, session.state)
        for step in play_on(game, session.state, f"{game.name} {number}", 60):
            assert refusal(game, step.before, step.by, step.do) is None, spoilt
            for seat in (None, 0):
                game.render(game.view(step.after, seat), session.players, Paper())
            game.score(step.after)
            game.outcome(step.after)


__all__ = [name for name in globals() if name.startswith(("test_", "pytest_"))]
