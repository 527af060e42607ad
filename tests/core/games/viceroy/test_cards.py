"""The facts of cards.toml: VC-9.13 and what the box holds."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.actions import PASS, Select, Start
from kronika.core.games.viceroy.cards import (
    ATTACK,
    BY_ID,
    CARD,
    CHARACTERS,
    CHOICES,
    COST,
    GEMS,
    INFINITE_GEM,
    LAWS,
    REWARD,
    TOKEN,
    Character,
    Law,
    label,
)
from kronika.core.games.viceroy.state import Options
from kronika.core.games.viceroy.tokens import TOKEN_NAMES
from kronika.core.rulebook.spec import rules_of

PEOPLE = [card for card in BY_ID.values() if isinstance(card, Character)]
STATUTES = [card for card in BY_ID.values() if isinstance(card, Law)]


def test_numbers() -> None:
    assert [card.id for card in PEOPLE] == list(range(1, 65)) == list(CHARACTERS)
    assert [law.id for law in STATUTES] == list(range(65, 89)) == list(LAWS)


@pytest.mark.parametrize("row", range(4))
def test_each_colour_sixteen_times_in_every_cost_row(row: int) -> None:
    """VC-9.13."""
    colours = Counter(card.rows[row].partition(":")[0] for card in PEOPLE)
    assert colours == {"blue": 16, "red": 16, "green": 16, "yellow": 16}


def test_all_segment_combinations_once() -> None:
    """VC-9.13: 4 x 4 x 4 on the characters; every ordered pair of different colours twice on the laws."""
    assert len({(card.top_left, card.top_right, card.bottom) for card in PEOPLE}) == 64
    assert sorted(Counter((law.top, law.bottom) for law in STATUTES).values()) == [2] * 12
    assert all(law.top != law.bottom for law in STATUTES)


def test_numbering_follows_the_colours() -> None:
    """Section 10 of the SPEC: the top left corner is settled by the number."""
    runs = {0: {1: "red", 0: "blue"}, 1: {1: "green", 0: "yellow"}}
    for card in PEOPLE:
        assert card.top_left == runs[card.id > 32][card.id % 2]


def parts(level: int | None = None) -> Counter[str]:
    """How often each part of a reward is printed, in words."""
    found: Counter[str] = Counter()
    for levels in REWARD.values():
        for at, row in enumerate(levels):
            for part in row if level in (None, at) else ():
                word = {GEMS: "gems", CARD: "card", ATTACK: "attack", INFINITE_GEM: "infinite"}.get(part.kind)
                found[f"{part.n} {word or TOKEN_NAMES[part.what]}"] += 1
    return found


def test_rewards_fit_the_box() -> None:
    """Bug class 1, icons misread: the totals counted on the scans, and the tokens that lie in the box (VC-1.4)."""
    found = parts()
    vp = {2: 8, 3: 8, 4: 4, 5: 4, 7: 4, 8: 4, 10: 8, 12: 8}
    assert {n: found[f"1 {n}vp"] for n in vp} == vp
    assert [found[f"1 magic+{n}"] for n in (2, 3, 5)] == [12, 8, 4]
    for colour in ("blue", "red", "green", "yellow"):
        assert (found[f"1 {colour}+2"], found[f"1 {colour}+4"]) == (2, 1)
    assert (found["1 magic"], found["2 magic"]) == (28, 8)
    assert (found["1 science"], found["2 science"]) == (16, 8)
    assert (found["1 defense"], found["1 attack"]) == (16, 12)
    assert [found[f"{n} gems"] for n in (2, 3, 4, 5, 6, 8)] == [16, 20, 16, 8, 4, 8]
    assert (found["1 card"], found["2 card"], found["1 infinite"]) == (24, 12, 12)


def test_rewards_by_level() -> None:
    """A few of the totals level by level, counted on the scans."""
    assert parts(1) == {
        "1 magic+2": 4,
        "1 card": 8,
        "1 defense": 4,
        "3 gems": 16,
        "4 gems": 8,
        "1 infinite": 4,
        "1 magic": 8,
        "1 2vp": 4,
        "2 gems": 4,
        "1 3vp": 8,
    }
    assert parts(4) == {
        "1 blue+4": 1,
        "1 red+4": 1,
        "1 green+4": 1,
        "1 yellow+4": 1,
        "1 magic+2": 4,
        "1 magic": 4,
        "1 magic+5": 4,
        "2 card": 12,
        "8 gems": 8,
        "2 magic": 8,
        "2 science": 8,
        "1 10vp": 8,
        "1 12vp": 8,
    }


@pytest.mark.parametrize(
    ("card", "level", "cost"),
    [
        (32, 1, (0, 0, 1, 0)),
        (32, 5, (1, 0, 1, 3)),
        (36, 2, (2, 0, 0, 0)),
        (3, 4, (1, 1, 1, 1)),
        (10, 5, (0, 2, 1, 2)),
    ],
)
def test_costs_add_up_and_level_five_pays_the_top_row_twice(
    card: int, level: int, cost: tuple[int, int, int, int]
) -> None:
    """VC-3.8, EX-2; blue, red, green, yellow."""
    assert tuple(COST[card][level]) == cost


def test_first_rewards_of_the_captain() -> None:
    """EX-3."""
    rewards = [[(part.kind, part.n) for part in row] for row in REWARD[32]]
    assert rewards == [[], [(CARD, 1)], [(GEMS, 5)], [(TOKEN, 1)], [(TOKEN, 1)]]
    assert [TOKEN_NAMES[REWARD[32][level][0].what] for level in (3, 4)] == ["magic", "12vp"]


def test_the_laws_that_offer_a_choice() -> None:
    assert {law: sorted(options) for law, options in CHOICES.items()} == {
        71: ["attack", "gems", "vp"],
        73: ["defense", "gems", "infinite-blue", "infinite-green", "infinite-red", "infinite-yellow"],
        77: ["attack", "card", "gems"],
        80: ["defense", "gems", "vp"],
        81: ["gems", "magic", "science"],
        82: ["card", "gems", "science"],
        83: ["gems", "infinite-blue", "infinite-green", "infinite-red", "infinite-yellow", "magic"],
        84: ["bonus", "card", "gems"],
    }


def test_labels_and_the_card_list() -> None:
    assert label(32) == "32 Captain"
    assert label(74) == "74 Royal Favor"
    assert label(66) == "66 law"
    cards = GAME.cards()
    assert len(cards) == 88
    assert [card.id for card in cards if card.kind == "law"] == [str(n) for n in range(65, 89)]
    assert "Kapitán" in cards[31].other_names
    assert [cards[at].name for at in (64, 73)] == ["law 65", "Royal Favor"], "a law without a title has its number"


def test_every_low_ruling_is_named_where_it_is_applied() -> None:
    """The rulings that no source states are easy to find, by number, in the code."""
    package = files("kronika.core.games.viceroy")
    spec = package.joinpath("SPEC.md").read_text(encoding="utf-8")
    low = {
        match[1]
        for match in re.finditer(r"^\| \*\*(R-\d+)\*\* \|(.*)\|$", spec, re.MULTILINE)
        if "low" in match[2].split("|")[-1]
    }
    assert len(low) == 31
    folders = (package, package.joinpath("rules"))
    source = "\n".join(
        module.read_text(encoding="utf-8")
        for folder in folders
        for module in folder.iterdir()
        if module.name.endswith(".py")
    )
    assert low <= set(re.findall(r"\bR-\d+", source))
    assert {rule.number for rule in rules_of(GAME)} >= set(re.findall(r"\b(?:VC-\d+\.[\d.]*\d|R-\d+)", source))


def test_caveats_and_named_cards() -> None:
    assert [caveat.about for caveat in GAME.caveats(Options(), 2)] == ["laws", "rulings of our own"]
    assert len(GAME.caveats(Options(second_edition=True), 2)) == 3
    # Section 10, OQ-1: all laws but 74 and 76.
    in_doubt = [str(law) for law in range(65, 89) if law not in (74, 76)]
    rulings = [f"R-{number}" for number in range(1, 43)]
    assert [list(caveat.signs) for caveat in GAME.caveats(Options(), 2)] == [in_doubt, rulings]
    assert GAME.named_cards(Select(32)) == ["32"]
    assert GAME.named_cards(Start(5)) == ["5"]
    assert not GAME.named_cards(PASS)
