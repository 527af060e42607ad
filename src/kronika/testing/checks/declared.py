"""The declarations of a game: its identity, its types, options and cards, and the rules of its SPEC."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from msgspec import inspect as mi

from kronika.core.basics.errors import BadSetup
from kronika.core.basics.text import normalize
from kronika.core.contract.options import options_of, parse_value, read_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import rules_of, spec_text, uncitable_rules
from kronika.core.sessions.session import Session
from kronika.logs.work.simulate import plan
from kronika.testing.assertions import numbers_of, structs_of
from kronika.testing.fuzz import type_info, unbounded


def test_the_game_says_who_it_is(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", game.name)
    assert game.title
    assert re.fullmatch(r"[A-Z]{2}", game.rule_prefix)
    assert game.rules_version >= 1
    assert 1 <= game.seats[0] <= game.seats[1]


def test_states_are_frozen_arrays_without_cycles(game: AnyGame) -> None:
    config = game.State.__struct_config__
    assert (config.frozen, config.array_like, config.gc) == (True, True, False)
    assert game.Options.__struct_config__.array_like, "options are a field of every state, `options`"


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


def test_options_have_defaults_and_say_what_they_mean(game: AnyGame) -> None:
    config = game.Options.__struct_config__
    assert (config.frozen, config.forbid_unknown_fields) == (True, True)
    assert read_options(game, {}) == game.Options()
    for option in options_of(game):
        assert option.meaning, option.name
        json = option.default if isinstance(option.default, str) else msgspec.json.encode(option.default).decode()
        for text in (json, parse_value(option.default)):
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
    names = Counter(name for card in cards for name in {normalize(name) for name in (card.name, *card.other_names)})
    assert [name for name, times in names.items() if times > 1] == [], "names of several cards"


def test_tables_too_small_or_too_large_are_refused(game: AnyGame) -> None:
    for seats in (game.seats[0] - 1, game.seats[1] + 1):
        refused = re.escape(f"players, not {seats}.")
        with pytest.raises(BadSetup, match=refused):
            Session.new(game, default_names(seats), seed=1)
        with pytest.raises(BadSetup, match=refused):
            plan(game, seats, {}, 1, 1, "x")


def test_the_spec_refers_to_rules_that_it_has(game: AnyGame) -> None:
    """Every number of a rule in the SPEC is defined there, once; this test finds the numbers without `rules_of`."""
    found = [rule.number for rule in rules_of(game)]
    assert len(found) == len(set(found))
    assert all(rule.text for rule in rules_of(game))
    mentioned = set(re.findall(rf"\b{game.rule_prefix}-\d+(?:\.\d+)+[a-z]?\b", spec_text(game)))
    assert sorted(mentioned - set(found)) == []
    assert bool(found) == bool(spec_text(game))


def test_rules_that_nothing_can_cite_are_rules(game: AnyGame) -> None:
    assert sorted(set(uncitable_rules(game)) - numbers_of(game)) == []
    assert all(str(reason).strip() for reason in uncitable_rules(game).values()), "each with its reason"
