"""One refused move, at least, for every rule that can be broken."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.actions import PASS, Bid, Done, Select, Start
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.session import Session
from support.playing import refused
from support.viceroy import place, start

PYRAMIDS = {"Anna": {"1.0": {"card": 1, "tokens": ["magic", "2vp"]}}, "Bob": {"1.0": {"card": 2, "tokens": ["4vp"]}}}
LANES = {"red": {"below": 50, "above": 51}, "blue": {"below": 52}}
AUCTION = {"pyramids": PYRAMIDS, "lanes": LANES, "gems": {"Anna": "2 red", "Bob": "2 red"}, "attacks": {"Anna": 1}}
SKIPPING = {**AUCTION, "out": {"Anna": "skipped"}}
ALONE = {**AUCTION, "out": {"Bob": "passed"}}
TOWER = {f"{level}.{i}": 8 * level + i for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)}


TWO_FREE = {"Anna": {"1.0": 1, "1.1": 4, "1.2": 6, "2.0": 5}, "Bob": {"1.0": 2}}


def building(*hand: int, **more: Any) -> dict[str, Any]:
    return {"phase": "select", "pyramids": PYRAMIDS, "hands": {"Anna": list(hand)}, "lanes": LANES, **more}


def laid(law: int, **more: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A law of Anna's that lies on the left of level 1."""
    return building(law, 5, **more), ("Bob: pass", f"Anna: select {law}", "Anna: place left")


PAID = {"gems": {"Anna": "2 red 2 blue"}}

# rule, position (none for a new game), moves before, the move that breaks the rule, options
TABLE: list[tuple[str, dict[str, Any] | None, tuple[str, ...], str, dict[str, Any]]] = [
    ("VC-1.6.5", None, (), "chance: return blue red", {}),
    ("VC-1.6.6", None, ("chance: return blue red / red red",), "chance: deal 3 4 / 4 5", {}),
    (
        "VC-1.6.9",
        None,
        (
            "chance: return blue red / red red",
            "chance: deal 3 5 / 4 9",
            "Anna: start 3",
            "Bob: start 4",
            "chance: turn up 41 42 43 44",
        ),
        "chance: laws 65 66 67 / 5 69 70",
        {},
    ),
    ("VC-2.3", SKIPPING, (), "Anna: bid red", {}),
    ("VC-2.4", AUCTION, (), "Anna: bid green", {}),
    ("VC-2.5.1", ALONE, ("Anna: bid attack",), "take green below", {}),
    ("VC-2.5.3", ALONE, ("Anna: bid red",), "take blue below", {}),
    ("R-5", AUCTION, ("Anna: bid red", "Bob: bid red", "Anna: claim above"), "Anna: claim below", {}),
    ("VC-2.7", ALONE, ("Anna: pass",), "gems 2 red", {}),
    ("VC-2.10", {**ALONE, "supply": "none"}, ("Anna: pass",), "chance: turn up 50 53 54 55", {}),
    ("VC-2.11", building(68), (), "Anna: select 70", {}),
    ("VC-2.12", building(68), ("Bob: pass", "Anna: select 68"), "Anna: law 65 replace 1", {}),
    ("VC-2.13", building(3), (), "Anna: select 3", {}),
    ("VC-3.2", building(68), ("Bob: pass", "Anna: select 68"), "Anna: place 2.0", {}),
    (
        "VC-3.6",
        building(74, pyramids=TWO_FREE),
        ("Bob: pass", "Anna: select 74", "Anna: place left"),
        "Anna: law 74 tuck 1",
        {},
    ),
    (
        "VC-3.8",
        building(3, pyramids={"Anna": TOWER, "Bob": {"1.0": 2}}, gems={"Anna": "1 red"}),
        ("Bob: pass", "Anna: select 3"),
        "Anna: place 5.0",
        {},
    ),
    ("VC-3.9", building(3, **PAID), ("Bob: pass", "Anna: select 3"), "Anna: place left using red", {}),
    (
        "VC-3.11",
        building(3, pyramids={"Anna": TOWER, "Bob": {"1.0": 2}}, gems={"Anna": "1 red 1 green 1 blue 2 yellow"}),
        ("Bob: pass", "Anna: select 3", "Anna: place 5.0"),
        "Anna: gems 4 red",
        {},
    ),
    ("VC-3.12", building(10, **PAID), ("Bob: pass", "Anna: select 10", "Anna: place left"), "Anna: gems 2 red", {}),
    ("VC-4.0", *laid(71), "Anna: gems 4 red", {}),
    ("VC-4.65", building(65, pyramids=TWO_FREE), ("Bob: pass", "Anna: select 65"), "Anna: place left", {}),
    (
        "VC-4.66",
        building(66, pyramids={"Anna": {"1.0": 1, "1.1": 4, "1.2": 70}, "Bob": {"1.0": 2}}),
        ("Bob: pass", "Anna: select 66"),
        "Anna: law 66 under 70",
        {},
    ),
    ("VC-4.67", *laid(67, **PAID), "Anna: law 67 pay Anna", {}),
    ("VC-4.69", *laid(69), "Anna: take green below", {}),
    (
        "VC-4.70",
        building(70, 5, 66),
        (
            "Bob: pass",
            "Anna: select 70",
            "Anna: place left",
            "chance: card 80",
            "chance: card 81",
            "chance: card 82",
        ),
        "Anna: return 5",
        {},
    ),
    ("VC-4.72", *laid(72), "Anna: tuck 6", {}),
    (
        "VC-4.74",
        building(74, pyramids=TWO_FREE),
        ("Bob: pass", "Anna: select 74", "Anna: place left"),
        "Anna: law 74 tuck 74",
        {},
    ),
    ("VC-4.76", *laid(76, **PAID), "Anna: gems 3 red", {}),
    (
        "VC-4.78",
        {**ALONE, "pyramids": {"Anna": {"1.0": 78}, "Bob": {"1.0": 2}}, "gems": {"Anna": "1 blue"}},
        ("Anna: bid blue",),
        "Anna: tuck 51",
        {},
    ),
    (
        "R-24",
        building(
            67,
            pyramids={
                "Anna": {"1.0": {"card": 1, "tokens": ["magic", "2vp"]}},
                "Bob": {"1.0": {"card": 2, "tokens": ["infinite-red", "magic"]}},
            },
            **PAID,
        ),
        (
            "Bob: pass",
            "Anna: select 67",
            "Anna: place left",
            "Anna: pay Bob",
            "Anna: gems 2 red 1 blue",
            "Anna: give 1 magic",
        ),
        "Anna: get 2 infinite red",
        {"swap_infinite": False},
    ),
    ("VC-5.1", {"phase": "end", "pyramids": PYRAMIDS}, (), "Anna: pass", {}),
    (
        "VC-5.2",
        {
            "phase": "recolour",
            "pyramids": {"Anna": {"1.0": 22, "1.1": 33, "2.0": 1}, "Bob": {"1.0": 2}},
            "gems": {"Anna": "2 green"},
        },
        (),
        "Anna: recolour 2.0 blue",
        {},
    ),
    ("VC-6.3", ALONE, ("Anna: bid red",), "chance: box red red", {"virtual": 1}),
    (
        "VC-6.4",
        {**ALONE, "gems": {"Anna": "1 red"}},
        ("Anna: bid red", "chance: box red"),
        "Anna: take red below",
        {"virtual": 1},
    ),
    (
        "VC-6.5",
        ALONE,
        ("Anna: bid red", "chance: box green", "Anna: take red below"),
        "Anna: discard red below",
        {"virtual": 1},
    ),
    ("VC-6.8", building(3), (), "Anna: sell 3", {}),
]


@pytest.mark.parametrize(("rule", "given", "before", "move", "options"), TABLE, ids=[row[0] for row in TABLE])
def test_every_rule_refuses(
    rule: str,
    given: dict[str, Any] | None,
    before: tuple[str, ...],
    move: str,
    options: dict[str, Any],
) -> None:
    session = start(players=2) if given is None else place(players=2, options=options, **given)
    for text in before:
        session.play(text)
    assert refused(session, move).rule == rule
    known = {found.number for found in rules_of(GAME)}
    assert rule in known


def test_the_table_leaves_no_rule_out() -> None:
    """Every rule number that the modules of rules give to a refusal has its row above."""
    source = "\n".join(
        module.read_text(encoding="utf-8")
        for module in files("kronika.core.games.viceroy").joinpath("rules").iterdir()
        if module.name.endswith(".py")
    )
    cited = set(re.findall(r'IllegalAction\(\s*"((?:VC|R)-[\d.]+)"', source))
    cited |= set(re.findall(r'^    rule = "((?:VC|R)-[\d.]+)"', source, re.MULTILINE))
    assert cited <= {row[0] for row in TABLE}


def test_strangers_are_refused() -> None:
    """Seats that do not exist, chance for players' decisions, at every secret decision."""
    new = Session.new(GAME, ("Anna", "Bob"), seed=1)
    cases = [
        (new.state, Start(new.state.players[0].hand[0])),
        (place(players=2, **AUCTION).state, Bid("red")),
        (place(players=2, **AUCTION).state, PASS),
        (place(players=2, **building(68)).state, Select(68)),
        (
            place(
                players=2,
                phase="recolour",
                pyramids={"Anna": {"1.0": 22, "1.1": 33, "2.0": 1}, "Bob": {"1.0": 2}},
                gems={"Anna": "2 green"},
            ).state,
            Done(),
        ),
    ]
    for state, do in cases:
        for seat in (-1, -2, 2, 99):
            with pytest.raises(IllegalAction) as error:
                GAME.check(state, seat, do)
            assert error.value.rule.startswith("VC-")


def test_an_attack_needs_a_card_on_display() -> None:
    given = {"pyramids": PYRAMIDS, "attacks": {"Anna": 1}, "gems": {"Bob": "red"}}
    assert refused(place(players=2, **given), "Anna: bid attack").rule == "VC-2.4"
