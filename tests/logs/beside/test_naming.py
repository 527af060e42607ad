"""What another program calls our moves and things, both ways, and what a map can't mean."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.beside.naming import NameMap, NameMapError, NamePair, read_name_map, translate_answer
from kronika.logs.beside.naming_check import check_name_map
from kronika.logs.beside.patterns import TwoWayNames

MAP = """
[things.card]
1 = "King's Nest"
2 = "Nest"
3 = 0
roof = "Dach"

[things.seat]
0 = "white"
1 = "black"
chance = "bag"

[[move]]
ours = "pick {card}"
theirs = "lay {card}"

[[move]]
ours = "relic {keep:card} discard {drop:card}"
theirs = { keep = "{keep:card}", drop = "{drop:card}" }

[[move]]
ours = { type = "deal", hands = "{hands}" }
theirs = ["deal", "{hands:card}"]

[[move]]
ours = "pass"
theirs = { pass = true }

[[effect]]
ours = { type = "scored", seat = "{seat}", card = "{card}", points = "{points}" }
theirs = { pays = "{card}", who = "{seat}", worth = "{points}" }

[[view]]
ours = { hands = "{hands}" }
theirs = { hand = "{hands:card}" }

[[view]]
ours = { box = "{box}" }
theirs = { box = "{box:card}" }
"""


@pytest.fixture
def naming() -> NameMap:
    return read_name_map(MAP)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("pick 1", "lay King's Nest"),
        ("pick 3", "lay 0"),
        ("relic 2 discard roof", {"keep": "Nest", "drop": "Dach"}),
        ({"type": "deal", "hands": [[1, 2], [3]]}, ["deal", [["King's Nest", "Nest"], [0]]]),
        ("pass", {"pass": True}),
    ],
)
def test_a_move_and_back(naming: NameMap, ours: Any, theirs: Any) -> None:
    assert naming.their_move(*((ours, {}) if isinstance(ours, str) else ("", ours))) == theirs
    back = naming.our_move(theirs)
    assert back == ({"type": "deal", "hands": [[1, 2], [3]]} if isinstance(ours, dict) else ours)


def test_one_that_the_map_does_not_have(naming: NameMap) -> None:
    assert naming.their_move("take", {"type": "take"}) is None
    assert naming.our_move("take") is None
    assert naming.our_move({"keep": "Nest"}) is None
    assert naming.our_move({"pass": 1}) is None, "1 is not true"
    assert NameMap().our_move("take") == "take"


def test_names_that_are_parts_of_others_and_a_word_among_words(naming: NameMap) -> None:
    assert naming.our_move("lay Nest") == "pick 2"
    things = TwoWayNames({"1": "King's Nest", "2": "Nest"})
    assert things.ours("Nest, King's Nest, Nestor") == "2, 1, Nestor"
    assert things.theirs("1 2 12") == "King's Nest Nest 12"


def test_names_exchanged_are_exchanged_at_once() -> None:
    things = TwoWayNames({"a": "b", "b": "a"})
    assert things.theirs(["a", "b", "a b"]) == ["b", "a", "b a"]
    assert things.ours({"a": 1}) == {"b": 1}


def test_what_is_no_name_stays_as_it_is() -> None:
    things = TwoWayNames({"1": 0})
    assert things.ours([0, True, None, 1.5, 7]) == [1, True, None, 1.5, 7]


def test_effects_and_views(naming: NameMap) -> None:
    effect = naming.our_effect({"pays": "Dach", "who": "black", "worth": 7, "more": 1})
    assert effect == {"type": "scored", "seat": 1, "card": "roof", "points": 7}
    assert naming.our_effect({"other": 1}) is None
    assert naming.effects == {"scored"}
    assert naming.our_view({"hand": ["Nest"], "box": [], "more": 1}) == {"hands": [2], "box": []}
    assert NameMap().effects is None
    assert NameMap().our_view({"a": 1}) == {"a": 1}


def test_seats(naming: NameMap) -> None:
    assert [naming.seat(who) for who in (0, 1, "chance")] == ["white", "black", "bag"]
    assert [naming.our_seat(who) for who in ("white", "bag", "green")] == [0, "chance", "green"]


ASKS = """
[[ask]]
ours = { type = "legal", seat = "{seat}" }
theirs = { cmd = "moves", player = "{seat}" }
answer = { ours = { moves = "{list}" }, theirs = { ok = true, list = "{list}" } }

[[ask]]
ours = { type = "new" }
theirs = { cmd = "start" }
"""


def test_requests_and_answers() -> None:
    naming = read_name_map(ASKS)
    assert [naming.asks(kind) for kind in ("new", "legal", "hello")] == [True, True, False]
    sent = naming.their_request({"type": "legal", "seat": 1, "session": "x"})
    assert sent is not None
    theirs, pair = sent
    assert theirs == {"cmd": "moves", "player": 1}
    assert translate_answer(pair, {"ok": True, "list": ["a"]}) == {"moves": ["a"]}
    assert translate_answer(pair, {"ok": False, "list": ["a"]}) is None
    assert naming.their_request({"type": "new"}) == ({"cmd": "start"}, None)
    assert translate_answer(None, {"a": 1}) == {"a": 1}
    assert naming.their_request({"type": "play"}) is None
    assert NameMap().their_request({"type": "play"}) == ({"type": "play"}, None)


def test_what_is_null_on_one_side_may_be_a_table_on_the_other() -> None:
    """`result` is null while a game goes on: TOML has no word for that."""
    ours, theirs = {"result": {"totals": "{points}"}}, {"end": "{points}"}
    for pair in (NamePair(ours, theirs), NamePair(ours, {"end": {"points": "{points}"}})):
        assert translate_answer(pair, {"end": None}) == {"result": None}
    assert translate_answer(NamePair(ours, theirs), {"end": [3, 4]}) == {"result": {"totals": [3, 4]}}
    assert translate_answer(NamePair({"totals": "{points}"}, theirs), {"end": None}) == {"totals": None}
    assert translate_answer(NamePair(ours, {"end": {"points": "{points}"}}), {}) is None


KNOWN = """
[things.card]
1 = "one"

[things.seat]
0 = "white"

[[move]]
ours = "pick {card}"
theirs = "lay {card}"

[[effect]]
ours = { type = "scored", seat = "{seat}", rule = "{r}" }
theirs = { who = "{seat}", r = "{r}" }

[[view]]
ours = { hands = "{h}", viewer = "{v}" }
theirs = { hands = "{h:card}", v = "{v}" }

[[ask]]
ours = { type = "new", players = "{p}" }
theirs = { cmd = "{p}" }
answer = { ours = { actors = "{a}" }, theirs = { a = "{a}" } }

[[ask]]
ours = { type = "play", do = "{do}" }
theirs = "{do}"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("", "", ""),
        ("things.card", "things.crd", "key view.1: there is no [things.card]. Did you mean crd?"),
        ("things.seat", "things.sea", "key things.sea: no hole of a move, an effect or a view is for 'sea'. Did you"),
        ('"scored"', '"scord"', "key effect.1.ours: there is no effect 'scord'. Did you mean scored?"),
        ('"scored", seat', '"scored", saet', "key effect.1.ours.saet: there is no 'saet' in it. Did you mean seat?"),
        ("{ hands = ", "{ hand = ", "key view.1.ours.hand: there is no 'hand' in it. Did you mean hands?"),
        ('"new", players', '"new", player', "key ask.1.ours.player: there is no 'player' in it. Did you mean players?"),
        ('"play"', '"events"', "key ask.2.ours: 'events' is never asked here. There are new, hello, position, play,"),
        ('"play", do', '"score", session', "key ask: there is none for 'play', without which no game can be compared."),
        ("{ actors", "{ actor", "key ask.1.answer.ours.actor: there is no 'actor' in it. Did you mean actors?"),
    ],
)
def test_what_a_map_names_is_there(right: str, wrong: str, said: str) -> None:
    text = KNOWN.replace(right, wrong, 1).replace('"{do}"', '"{session}"' if "session" in wrong else '"{do}"')
    if not said:
        check_name_map(text, read_name_map(text), get_game("tides"))
        return
    with pytest.raises(NameMapError) as bad:
        check_name_map(text, read_name_map(text), get_game("tides"))
    assert str(bad.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a =", 1, "Not TOML"),
        ("\nthings = 1", 2, "key things: A table `{…}` is needed, not 1."),
        ("\nmoove = []", 2, "key moove: There is no `moove` here. Did you mean move?"),
        ('\nleave = ["legal", "view"]', 2, "key leave.2: 'view' is none of legal, turn, totals,"),
        ('[things.card]\n1 = "A"\n2 = "A"', 3, "key things.card.2: 1 and 2 are both called 'A':"),
        ("[things.card]\n1 = []", 2, "key things.card.1: [] is not a name: give a text or a number."),
        ('[[move]]\nours = "a {b}"\ntheirs = "c {d}"', 3, "key move.1.theirs: {b} of ours is not in it."),
        ('[[move]]\nours = "a"\ntheirs = "c {d}"', 2, "key move.1.ours: {d} of theirs is not in it."),
        (
            '[[move]]\nours = "{c} {h} {a} {g} {b} {f} {d} {e}"\ntheirs = "{b}"',
            3,
            "key move.1.theirs: {a}, {c}, {d}, {e}, {f}, {g} and {h} of ours are not in it.",
        ),
        ('[[move]]\nours = "a"\ntheirs = "{e} {d}"', 2, "key move.1.ours: {d} and {e} of theirs are not in it."),
        ('[[move]]\nours = 1\ntheirs = "c"', 2, "key move.1.ours: it is a table as in a log, or a text in notation."),
        ('[[effect]]\nours = { a = 1 }\ntheirs = "c"', 2, "key effect.1.ours: it has no `type`: which effect is it?"),
        ('[[view]]\nours = "a"\ntheirs = "c"', 2, "key view.1.ours: it is a table as in a log."),
        (
            '[[ask]]\nours = { type = "nwe" }\ntheirs = 1',
            2,
            "key ask.1.ours: it has no `type` of a request: hello, new,",
        ),
        ('[[ask]]\nours = { type = "new" }\ntheirs = "{x}"', 3, "key ask.1.theirs: {x} is not in ours."),
        ('[[ask]]\nours = { type = "new" }\ntheirs = ["{x}", "{w}"]', 3, "key ask.1.theirs: {w} and {x} are not in"),
        (
            '[[ask]]\nours = { type = "new" }\ntheirs = 1\nanswer = { ours = { a = "{b}" }, theirs = 1 }',
            4,
            "key ask.1.answer.theirs: {b} of ours is not in it.",
        ),
    ],
)
def test_what_cannot_be_meant_is_said_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(NameMapError) as bad:
        read_name_map(text)
    assert (bad.value.line, str(bad.value)[: len(said)]) == (line, said)
