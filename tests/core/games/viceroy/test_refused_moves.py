"""Every refusal: the move, the rule it breaks, the sentence; and each rule that can be broken has one."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.actions import PASS, Bid, Choose, Done, Select, Start
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.session import Session
from support.playing import after, refused
from support.viceroy import place, start

PYRAMIDS = {"Anna": {"1.0": {"card": 1, "tokens": ["magic", "2vp"]}}, "Bob": {"1.0": {"card": 2, "tokens": ["4vp"]}}}
LANES = {"red": {"below": 50, "above": 51}, "blue": {"below": 52}}
AUCTION = {"pyramids": PYRAMIDS, "lanes": LANES, "gems": {"Anna": "2 red", "Bob": "2 red"}, "attacks": {"Anna": 1}}
ALONE = {**AUCTION, "out": {"Bob": "passed"}}
TOWER = {f"{level}.{i}": 8 * level + i for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)}
FREE = {"Anna": {"1.0": 1, "1.1": 4, "1.2": 6, "2.0": 5}, "Bob": {"1.0": 2}}
FREE_CARD = "at the end of its row or on the highest level, with no card on it and none under it."
CIRCLE = {"Anna": {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 1, "2.1": 3}, "Bob": {"1.0": 2}}


def building(*hand: int, **more: Any) -> dict[str, Any]:
    return {"phase": "select", "pyramids": PYRAMIDS, "hands": {"Anna": list(hand)}, "lanes": LANES, **more}


def recolouring(gems: str) -> dict[str, Any]:
    return {"phase": "recolour", "pyramids": CIRCLE, "gems": {"Anna": gems}}


PAID = {"gems": {"Anna": "2 red 2 blue"}}
SETUP = ("chance: return blue red / red red", "chance: deal 3 5 / 4 9", "Anna: start 3", "Bob: start 4")
TURN = "chance: turn up 41 42 43 44"


def chosen(card: int) -> tuple[str, str]:
    """Bob is out of the building phase, Anna has selected the card."""
    return "Bob: pass", f"Anna: select {card}"


def laid(card: int) -> tuple[str, str, str]:
    return *chosen(card), "Anna: place left"


# A position (none for a new game), the moves before, the refused move, options; the rule and what it says.
CASES: list[tuple[dict[str, Any] | None, tuple[str, ...], str, dict[str, Any], str, str]] = [
    (None, (), "chance: return blue red", {}, "VC-1.6.5", "Gems are returned by 2 players, not by 1."),
    (
        None,
        (),
        "Anna: pass",
        {},
        "VC-1.6.5",
        "You can't pass now: the next step is to return two gems of each player at random.",
    ),
    (
        None,
        (),
        "Anna: return blue red / red red",
        {},
        "VC-1.6.5",
        "A player can't return two gems of each player at random: only chance can.",
    ),
    (None, SETUP[:1], "chance: deal 3 5", {}, "VC-1.6.6", "2 hands of 2 characters are dealt."),
    (None, SETUP[:1], "chance: deal 3 5 6 / 4 9 10", {}, "VC-1.6.6", "2 hands of 2 characters are dealt."),
    (None, SETUP[:1], "chance: deal 3 5 / 3 9", {}, "VC-1.6.6", "3 Herbalist is named twice: there is one of each."),
    (None, SETUP[:2], "Anna: start 4", {}, "VC-1.6.6", "You do not hold 4 Mentor."),
    (
        None,
        SETUP[:2],
        "Anna: start 3 keep 5",
        {},
        "VC-1.6.6",
        "The other card stays in hand: name only the first card.",
    ),
    (None, SETUP[:3], "Anna: start 5", {}, "VC-1.6.6", "You have chosen your first card already."),
    (
        None,
        ("chance: return blue red / red red", "chance: deal 3 5 6 7 / 4 9 10 11"),
        "Anna: start 3 keep 8",
        {"second_edition": True},
        "VC-6.8",
        "Say which other card of the four you keep.",
    ),
    (None, SETUP, "chance: turn up 41 42 43", {}, "VC-1.6.8", "Turn up 4 cards, not 3."),
    (None, (*SETUP, TURN), "chance: laws 65 66 67", {}, "VC-1.6.9", "Laws are dealt to 2 players, not to 1."),
    ({**AUCTION, "lanes": {}}, (), "Anna: bid attack", {}, "VC-2.4", "No card is on display."),
    (AUCTION, ("Anna: bid red",), "Anna: bid attack", {}, "VC-2.4", "You have bid already; others must still bid."),
    (
        {**AUCTION, "out": {"Anna": "skipped"}},
        (),
        "Anna: bid red",
        {},
        "VC-2.3",
        "You are out of this auction: law 69 makes you skip it.",
    ),
    (
        {**AUCTION, "out": {"Anna": "passed"}},
        (),
        "Anna: bid red",
        {},
        "VC-2.3",
        "You are out of this auction: you have passed.",
    ),
    (AUCTION, (), "Anna: bid green", {}, "VC-2.4", "You have no green gem behind your screen."),
    (AUCTION, (), "Bob: bid attack", {}, "VC-2.4", "You have no attack token."),
    (
        {**AUCTION, "lanes": {"blue": {"below": 52}}},
        (),
        "Anna: bid red",
        {},
        "VC-2.4",
        "No card lies at the red auction card.",
    ),
    (
        ALONE,
        ("Anna: bid attack",),
        "Anna: take green below",
        {},
        "VC-2.5.1",
        "No card lies below the green auction card.",
    ),
    (ALONE, ("Anna: bid red",), "Anna: take blue below", {}, "VC-2.5.3", "You bid red: take a card of that lane."),
    (
        ALONE,
        ("Anna: bid attack",),
        "Anna: take blue above",
        {},
        "VC-2.5.1",
        "No card lies above the blue auction card.",
    ),
    (
        AUCTION,
        ("Anna: bid red", "Bob: bid red", "Anna: claim above"),
        "Anna: claim below",
        {},
        "R-5",
        "You have claimed already; the other bidder must still claim.",
    ),
    (ALONE, ("Anna: pass",), "Anna: gems 2 red", {}, "VC-2.7", "3 gems are due, not 2."),
    (
        ALONE,
        ("Anna: pass",),
        "Bob: gems 3 red",
        {},
        "VC-3.12",
        "It is for Anna to take gems.",
    ),
    (ALONE, ("Anna: bid red",), "chance: box red", {"virtual": 2}, "VC-6.3", "2 gems are drawn, not 1."),
    (ALONE, ("Anna: bid red",), "chance: box red blue", {"virtual": 1}, "VC-6.3", "1 gem is drawn, not 2."),
    (
        {**ALONE, "gems": {"Anna": "1 red"}},
        ("Anna: bid red", "chance: box red"),
        "Anna: take red below",
        {"virtual": 1},
        "VC-6.4",
        "Only the card above the red auction card can be taken.",
    ),
    (building(68), (), "Anna: select 70", {}, "VC-2.11", "You do not hold 70 law."),
    (
        building(68),
        ("Anna: select 68",),
        "Anna: pass",
        {},
        "VC-2.11",
        "You have selected a card already; others must still select.",
    ),
    (
        building(68, hands={"Anna": [68], "Bob": [75]}),
        ("Anna: pass", "Bob: select 75", "Bob: place left"),
        "Anna: select 68",
        {},
        "VC-2.11",
        "You have passed: you play no more cards in this phase.",
    ),
    (
        building(68),
        (),
        "Anna: bid red",
        {},
        "VC-2.11",
        "You can't bid now: the next step is to select a card to play.",
    ),
    (
        building(3),
        (),
        "Anna: select 3",
        {},
        "VC-2.13",
        "You can't pay 3 Herbalist anywhere: every place costs a red gem.",
    ),
    (
        building(66, pyramids={"Anna": {"1.0": 70}, "Bob": {"1.0": 2}}),
        (),
        "Anna: select 66",
        {},
        "VC-2.13",
        "Law 66 needs a character in your pyramid.",
    ),
    (building(3), (), "Anna: sell 3", {}, "VC-6.8", "Cards are sold for gems only in the second edition."),
    (building(68), chosen(68), "Anna: law 65 replace 1", {}, "VC-2.12", "68 law is laid on an open place."),
    (
        building(68),
        chosen(68),
        "Anna: place 2.0",
        {},
        "VC-3.2",
        "Place 2.0 is taken, or does not rest on two cards that lie side by side.",
    ),
    (
        building(68),
        chosen(68),
        "Anna: place 1.5",
        {},
        "VC-3.2",
        "On level 1 a card is laid next to the row: in column -1 or 1.",
    ),
    (
        building(68, pyramids={"Anna": TOWER, "Bob": {"1.0": 2}}),
        chosen(68),
        "Anna: place 5.0",
        {},
        "VC-3.2",
        "Laws lie on levels 1 to 4 only.",
    ),
    (
        building(68, **PAID),
        chosen(68),
        "Anna: place left using red",
        {},
        "VC-3.8",
        "A law costs nothing: no infinite gem is used.",
    ),
    (
        building(3, pyramids={"Anna": TOWER, "Bob": {"1.0": 2}}, gems={"Anna": "1 red"}),
        chosen(3),
        "Anna: place 5.0",
        {},
        "VC-3.8",
        "3 Herbalist costs 1 blue there; you have 0.",
    ),
    (
        building(3, **PAID),
        chosen(3),
        "Anna: place left using red",
        {},
        "VC-3.9",
        "You have 0 unused red infinite gems, not 1.",
    ),
    (
        building(3, pyramids={"Anna": {"1.0": {"card": 1, "tokens": ["infinite-blue"]}}, "Bob": {"1.0": 2}}, **PAID),
        chosen(3),
        "Anna: place left using blue",
        {},
        "VC-3.9",
        "3 Herbalist costs 0 blue there: infinite gems can't save more.",
    ),
    (building(10, **PAID), laid(10), "Anna: gems 2 red", {}, "VC-3.12", "3 gems are due, not 2."),
    (
        building(10, supply="1 blue 3 red", **PAID),
        laid(10),
        "Anna: gems 3 blue",
        {},
        "VC-3.12",
        "You can choose only from the gems in the supply: 1 blue, 4 red.",
    ),
    (
        building(15, gems={"Anna": "green"}),
        (*laid(15), "Anna: draw law"),
        "chance: card 3",
        {},
        "VC-3.12",
        "3 Herbalist can't come from the law deck.",
    ),
    (
        building(15, gems={"Anna": "green"}),
        (*laid(15), "Anna: draw small"),
        "chance: card 80",
        {},
        "VC-3.12",
        "80 law can't come from the small deck.",
    ),
    (
        building(18, gems={"Anna": "green blue"}, supply="none"),
        laid(18),
        "Anna: gems 1 green",
        {},
        "VC-3.12",
        "Lay one blue gem, or none.",
    ),
    (
        building(65, pyramids=FREE),
        chosen(65),
        "Anna: place left",
        {},
        "VC-4.65",
        "Law 65 takes the place of another card of your pyramid: it is not laid on an open place.",
    ),
    (
        building(65, pyramids=FREE),
        chosen(65),
        "Anna: law 65 replace 9",
        {},
        "VC-4.65",
        "9 Cannoneer does not lie in your pyramid.",
    ),
    (
        building(65, pyramids={"Anna": {**TOWER, "5.0": 60}, "Bob": {"1.0": 2}}),
        chosen(65),
        "Anna: law 65 replace 60",
        {},
        "VC-4.65",
        "A law may not lie on level 5.",
    ),
    (
        building(66, pyramids={"Anna": {"1.0": 1, "1.1": 4, "1.2": 70}, "Bob": {"1.0": 2}}),
        chosen(66),
        "Anna: law 66 under 70",
        {},
        "VC-4.66",
        "Law 66 goes under a character: 70 law is a law.",
    ),
    (
        building(66, pyramids={"Anna": {"1.0": 1, "1.1": 4, "1.2": 70}, "Bob": {"1.0": 2}}),
        chosen(66),
        "Anna: place left",
        {},
        "VC-4.66",
        "Law 66 goes under a character of your pyramid: it is not laid on an open place.",
    ),
    (
        building(67, **PAID),
        laid(67),
        "Anna: law 67 pay Anna",
        {},
        "VC-4.67",
        "Choose an opponent with a token in their pyramid.",
    ),
    (
        building(67, **PAID),
        (*laid(67), "Anna: pay Bob", "Anna: gems 2 red 1 blue"),
        "Anna: give 1 science",
        {},
        "VC-4.67",
        "No science lies on 1 Boatswain in that pyramid.",
    ),
    (building(69), laid(69), "Anna: take green below", {}, "VC-4.69", "No card lies below the green auction card."),
    (
        building(69),
        (*laid(69), "Anna: take blue below"),
        "chance: card 80",
        {},
        "VC-4.69",
        "80 law can't come from the small deck.",
    ),
    (
        building(70, 5, 66),
        (*laid(70), "chance: card 80", "chance: card 81", "chance: card 82"),
        "Anna: return 5",
        {},
        "VC-4.70",
        "5 Scout is not a law in your hand.",
    ),
    (building(72, 5), laid(72), "Anna: tuck 6", {}, "VC-4.72", "You do not hold 6 Chancellor."),
    (
        building(74, pyramids=FREE),
        laid(74),
        "Anna: law 74 tuck 1",
        {},
        "VC-3.6",
        f"1 Boatswain is not a free card of your pyramid: {FREE_CARD}",
    ),
    (
        building(74, pyramids=FREE),
        laid(74),
        "Anna: law 74 tuck 74",
        {},
        "VC-4.74",
        f"74 Royal Favor is not a free card of your pyramid: {FREE_CARD}",
    ),
    (
        building(76, **PAID),
        laid(76),
        "Anna: gems 3 red",
        {},
        "VC-4.76",
        "You can choose only from the gems behind your screen: 2 blue, 2 red.",
    ),
    (
        {**ALONE, "pyramids": {"Anna": {"1.0": 78}, "Bob": {"1.0": 2}}, "gems": {"Anna": "1 blue"}},
        ("Anna: bid blue",),
        "Anna: tuck 51",
        {},
        "VC-4.78",
        "Only the card just taken, 52 Regent, can be tucked.",
    ),
    (
        recolouring("2 green"),
        (),
        "Anna: recolour 2.0 blue",
        {},
        "VC-5.2",
        "That takes 4 blue gems, one for each segment; you have 0.",
    ),
    (
        recolouring("2 green"),
        (),
        "Anna: recolour 22 green",
        {},
        "VC-5.2",
        "22 Outlaw is not the top card of a circle in your pyramid.",
    ),
    (
        {
            **recolouring("4 green"),
            "pyramids": {"Anna": {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 3, "2.1": 1}, "Bob": {"1.0": 2}},
        },
        (),
        "Anna: recolour 3 green",
        {},
        "VC-5.2",
        "The circle below 3 Herbalist is green already.",
    ),
    (
        recolouring("2 green"),
        (),
        "Bob: done",
        {},
        "VC-5.2",
        "You can't recolour any more: you are done, or your gems can't turn any other circle.",
    ),
    (
        {"phase": "end", "pyramids": PYRAMIDS},
        (),
        "Anna: pass",
        {},
        "VC-5.1",
        "The game is over.",
    ),
    (None, SETUP[:1], "chance: deal 3 4 / 4 5", {}, "VC-1.6.6", "4 Mentor is named twice: there is one of each."),
    (
        None,
        (*SETUP, TURN),
        "chance: laws 65 66 67 / 5 69 70",
        {},
        "VC-1.6.9",
        "5 Scout is not in the law deck. It is a character.",
    ),
    (
        {**ALONE, "supply": "none"},
        ("Anna: pass",),
        "chance: turn up 50 53 54 55",
        {},
        "VC-2.10",
        "50 Warlord is not in the large deck. It has left the deck already.",
    ),
    (
        building(3, pyramids={"Anna": TOWER, "Bob": {"1.0": 2}}, gems={"Anna": "1 red 1 green 1 blue 2 yellow"}),
        (*chosen(3), "Anna: place 5.0"),
        "Anna: gems 4 red",
        {},
        "VC-3.11",
        "You can't choose gems now: the next step is to choose the reward of level 5.",
    ),
    (
        building(71, 5),
        laid(71),
        "Anna: gems 4 red",
        {},
        "VC-4.0",
        "You can't choose gems now: the next step is to choose an option of the law.",
    ),
    (
        building(67, 5, **PAID),
        laid(67),
        "Anna: law 67 pay Anna",
        {},
        "VC-4.67",
        "Choose an opponent with a token in their pyramid.",
    ),
    (building(69, 5), laid(69), "Anna: take green below", {}, "VC-4.69", "No card lies below the green auction card."),
    (
        building(76, 5, **PAID),
        laid(76),
        "Anna: gems 3 red",
        {},
        "VC-4.76",
        "You can choose only from the gems behind your screen: 2 blue, 2 red.",
    ),
    (
        building(
            67,
            pyramids={
                "Anna": {"1.0": {"card": 1, "tokens": ["magic", "2vp"]}},
                "Bob": {"1.0": {"card": 2, "tokens": ["infinite-red", "magic"]}},
            },
            **PAID,
        ),
        (*laid(67), "Anna: pay Bob", "Anna: gems 2 red 1 blue", "Anna: give 1 magic"),
        "Anna: get 2 infinite red",
        {"swap_infinite": False},
        "R-24",
        "You can't swap an infinite gem in this game.",
    ),
    (
        {
            "phase": "recolour",
            "pyramids": {"Anna": {"1.0": 22, "1.1": 33, "2.0": 1}, "Bob": {"1.0": 2}},
            "gems": {"Anna": "2 green"},
        },
        (),
        "Anna: recolour 2.0 blue",
        {},
        "VC-5.2",
        "That takes 4 blue gems, one for each segment; you have 0.",
    ),
    (ALONE, ("Anna: bid red",), "chance: box red red", {"virtual": 1}, "VC-6.3", "1 gem is drawn, not 2."),
    (
        ALONE,
        ("Anna: bid red", "chance: box green", "Anna: take red below"),
        "Anna: discard red below",
        {"virtual": 1},
        "VC-6.5",
        "No card lies below the red auction card.",
    ),
]


@pytest.mark.parametrize(
    ("given", "before", "move", "options", "rule", "says"), CASES, ids=[f"{case[4]}-{case[2]}" for case in CASES]
)
def test_what_a_refusal_says(
    given: dict[str, Any] | None, before: tuple[str, ...], move: str, options: dict[str, Any], rule: str, says: str
) -> None:
    session = start(players=2, options=options) if given is None else place(players=2, options=options, **given)
    error = refused(after(session, *before), move)
    assert (error.rule, error.reason) == (rule, says)
    assert rule in {found.number for found in rules_of(GAME)}


def test_what_a_law_offers() -> None:
    """VC-4.71; a program may choose what stands on another law."""
    session = after(place(players=2, **building(71)), *laid(71))
    with pytest.raises(IllegalAction) as caught:
        session.do(0, Choose("magic"))
    assert (caught.value.rule, caught.value.reason) == ("VC-4.71", "Law 71 offers attack, vp, gems.")


def test_the_table_leaves_no_rule_out() -> None:
    """Every rule number that the modules of rules give to a refusal has its row above."""
    source = "\n".join(
        module.read_text(encoding="utf-8")
        for module in files("kronika.core.games.viceroy").joinpath("rules").iterdir()
        if module.name.endswith(".py")
    )
    cited = set(re.findall(r'IllegalAction\(\s*"((?:VC|R)-[\d.]+)"', source))
    cited |= set(re.findall(r'^    rule = "((?:VC|R)-[\d.]+)"', source, re.MULTILINE))
    assert cited <= {rule for *_, rule, _ in CASES}


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
