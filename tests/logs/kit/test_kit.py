"""A kit: what it asks and answers, by hand and by the SPEC, and other engines' answers held against it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.contract.options import options_of
from kronika.core.contract.registry import game_names, get_game
from kronika.logs.files.faults import FileError
from kronika.logs.kit.checking import CheckedAnswer, check_kit
from kronika.logs.kit.forms import Answer, Move, Question, State, Step
from kronika.logs.kit.kit_files import kit_files
from kronika.logs.kit.making import count_continuations
from kronika.logs.kit.sample_games import sample_games
from kronika.logs.work.simulate import play_random
from support import imhotep
from support.kits import brief_kit, files_of, pair_of, pairs_of, write

Json = dict[str, Any]


def asked(question: str) -> Json:
    found: Json = json.loads(msgspec.json.encode(pair_of("tides", question)[0]))
    return found


def told(question: str) -> Json:
    found: Json = json.loads(msgspec.json.encode(pair_of("tides", question)[1]))
    return found


def numbers(kind: str) -> list[str]:
    return [question.id for question, _ in pairs_of("tides") if question.id.startswith(kind)]


def first(kind: str, about: str) -> str:
    """The first question of a kind that is about this."""
    return next(one.id for one, _ in pairs_of("tides") if one.id.startswith(kind) and one.about.startswith(about))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """The kit of Tides on the disk."""
    return write(tmp_path / "kit", files_of("tides"))


Say = Callable[[str, Any], CheckedAnswer]


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """Answers one question, and what is found; the kit has no others."""

    def do(question: str, answer: Any) -> CheckedAnswer:
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        kit = brief_kit(tmp_path / "kit", *pair_of("tides", question))
        answers = write(tmp_path / "answers", {f"{question}-out.json": data})
        (found,) = check_kit(str(kit), str(answers))
        return found

    return do


def keys(one: CheckedAnswer) -> list[str]:
    return [finding.key for finding in one.findings]


# -- what is asked and answered ---------------------------------------------------------------------------------------


def test_a_worked_example_with_what_followed_by_which_rule() -> None:
    """EX-1 of the SPEC: 25 points, of which King's Nest wins the tie of card 2 (TT-4.15)."""
    question, answer = asked("examples/001"), told("examples/001")
    assert question["about"].startswith("EX-1: ")
    assert question["given"]["hands"] == {"Anna": [15], "Bob": [13]}
    assert question["table"]["hands"] == [["15"], ["13"]]
    assert question["steps"] == [
        {"by": 0, "do": {"type": "pick", "card": 15}, "move": "pick 15"},
        {"by": 1, "do": {"type": "pick", "card": 13}, "move": "pick 13"},
    ]
    assert question["at"] == [0, 1, 2]
    begin, middle, end = answer["states"]
    assert (begin["actors"], middle["actors"], end["actors"]) == ([0, 1], [1], [0, 1])
    assert end["totals"][0] == 25
    assert {"type": "tie_won", "seat": 0, "card": 2, "rule": "TT-4.15"} in end["effects"]
    assert [item["points"] for item in end["items"] if item["seat"] == 0 and item["source"].startswith("15 ")] == [12]
    assert len(end["legal"][0]) == 20  # TT-2.6: ordered pairs of the five cards
    move = answer["moves"][end["legal"][0][0]]
    assert move["do"]["type"] == "relic"
    assert move["move"].startswith("relic ")


def test_refusals_with_their_rules_beside_moves_that_may_be_made() -> None:
    """TT-2.6: after the round the relic is one of the five cards that were played."""
    name = first("refusals", "EX-1: ")
    question, answer = asked(name), told(name)
    tries = {
        step["move"]: tried for step, tried in zip(question["tries"][0], answer["states"][0]["tries"], strict=True)
    }
    assert tries["relic 12 discard 1"]["legal"] is False
    assert tries["relic 12 discard 1"]["rule"] == "TT-2.6"
    assert tries["relic 12 discard 1"]["message"]
    assert tries["relic 17 discard 15"] == {"legal": True}


def test_moves_of_other_moments_are_refused_by_several_rules_and_one_is_legal_each_time() -> None:
    for name in numbers("refusals"):
        if "moves tried" in asked(name)["about"]:
            states = told(name)["states"]
            rules = [tried["rule"] for state in states for tried in state["tries"] if not tried["legal"]]
            assert {"TT-2.1", "TT-1.2", "TT-3.2"} <= set(rules)
            assert max(map(rules.count, rules)) <= 3
            assert all(state["tries"][-1] == {"legal": True} for state in states)


def test_ways_to_go_on_by_hand() -> None:
    """TT-2.1, TT-2.3: 5 cards each, then 4; the relic in 20 ways each (TT-2.6), and then chance draws (TT-2.8)."""
    question, answer = asked("perft/001"), told("perft/001")
    assert question["at"][0] == 1  # after the deal
    first = answer["states"][0]
    assert first["counts"] == [5, 25, 100, 400, 1200]
    assert [one["count"] for one in first["divide"]] == [240] * 5
    assert question["depth"][0] == 5
    game = get_game("tides")
    session = next(iter(sample_games(game))).session
    relic = next(n for n, event in enumerate(session.line.events) if event.do.__struct_config__.tag == "relic")
    assert [count_continuations(game, session.line.states[relic], n) for n in (0, 1, 2, 3)] == [1, 20, 400, 0]
    assert count_continuations(game, session.state, 0) == 1
    assert count_continuations(game, session.state, 1) == 0


def test_views_hide_what_a_seat_may_not_know() -> None:
    """TT-1.6: after the deal each knows their own hand alone."""
    question, answer = asked("views/001"), told("views/001")
    at = question["at"].index(min(n for n in question["at"] if n))
    assert answer["states"][0]["views"][0]["viewer"] == 0
    deal = question["steps"][0]["do"]["hands"]
    for seat in (0, 1):
        view = answer["states"][0]["views"][seat]
        assert view["hands"] == [[], []]
    assert at == 1
    assert sorted(map(int, answer["states"][-1]["views"][0]["deck"])) == []
    assert len(deal[0]) == 5


def test_a_whole_game_with_every_state() -> None:
    question, answer = asked("games/001"), told("games/001")
    assert question["at"] == list(range(40))  # 39 events, as the SPEC counts them: 1 deal, 30 picks, 4 relics, 4 draws
    assert answer["states"][0]["actors"] == ["chance"]
    end = answer["states"][-1]
    assert end["actors"] == []
    assert end["legal"] == [[], []]
    assert end["result"]["rule"] in ("TT-5.1", "TT-5.2")
    assert end["totals"] == end["result"]["totals"]
    assert sum(item["points"] for item in end["items"]) == sum(end["totals"])
    assert [key in end for key in ("result", "winners", "items")] == [True] * 3
    assert not {"result", "winners", "items"} & {*answer["states"][-2]}


def test_tables_are_of_each_number_of_players_and_each_value_of_each_option() -> None:
    game = get_game("imhotep")
    found = [table.session for table in sample_games(game)]
    assert {len(session.players) for session in found} == {2, 3, 4}
    for option in options_of(game):
        values = {str(session.header.options[option.name]).lower() for session in found}
        assert {*option.values} - values <= {"4"}, option.name  # there is no fifth seat to begin


def test_more_games_show_what_the_others_do_not_and_count_their_moves(say: Say) -> None:
    """TT-4.15 for each of the seven cards that King's Nest helps is more than four games have."""
    more = [name for name in numbers("games") if asked(name)["about"].startswith("one more game: ")]
    assert 10 < len(more) <= 25
    won: set[int] = set()
    for name in numbers("games"):
        effects = [effect for state in told(name)["states"] for effect in state.get("effects", ())]
        won |= {effect["card"] for effect in effects if effect["type"] == "tie_won"}
    assert won == {2, 4, 7, 12, 13, 16, 18}
    answer = told(more[0])
    assert answer["states"][1]["legal"] == [{"count": 5}, {"count": 5}]
    cards = asked(more[0])["steps"][0]["do"]["hands"][0]
    states: list[Json] = [{} for _ in answer["states"]]
    states[1] = {"legal": [[f"pick {card}" for card in cards], {"count": 5}]}
    assert not say(more[0], {"states": states}).findings
    states[1]["legal"][0].pop()
    assert keys(say(more[0], {"states": states})) == ["states.2.legal.Anna.count"]


def test_an_option_is_played_where_it_makes_a_difference() -> None:
    """TT-4.18: the first game in which a tie at 0:0 pays under one reading and not under the other."""
    game = get_game("tides")
    (table,) = [table for table in sample_games(game) if "zero_tie" in table.about]
    assert table.about == "2 players, zero_tie = need_one"
    usual = play_random(game, 2, {}, table.session.header.seed or 0)
    rules = [{effect.rule for event in one.line.events for effect in event.then} for one in (usual, table.session)]
    assert ["TT-4.18" in of for of in rules] == [True, False]


def test_the_same_bytes_whatever_the_hashing(tmp_path: Path, duel: dict[str, str]) -> None:
    code = (
        "import hashlib\nfrom kronika.core.contract.registry import get_game\n"
        "from kronika.logs.kit.kit_files import kit_files\n"
        "for name in ('tides', 'duel'):\n"
        "    for file, data in kit_files(get_game(name)).items(): print(file, hashlib.sha256(data).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env={**duel, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        for seed in ("0", "7")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b"\n") > 60


def test_the_list_has_every_file_with_its_sum() -> None:
    files = files_of("tides")
    manifest = json.loads(files["manifest.json"])
    assert {**manifest["files"], "manifest.json": ""}.keys() == files.keys()
    assert all(sha256(files[name]).hexdigest() == value for name, value in manifest["files"].items())
    assert [entry["id"] for entry in manifest["questions"]] == numbers("")
    assert (manifest["kit"], manifest["game"], manifest["rules"]) == (2, "tides", get_game("tides").rules_version)


def test_the_readme_says_what_is_in_it() -> None:
    text = files_of("tides")["README.md"].decode()
    assert not re.search(r"\{\w", text), "a word that was not filled in"
    for kind in ("examples", "refusals", "perft", "views", "games"):
        assert f"| `{kind}/` | {len(numbers(kind))} question" in text


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_the_referee_s_answers_are_right_and_a_kit_is_small(name: str, tmp_path: Path) -> None:
    files = files_of(name)
    assert sum(map(len, files.values())) < 8e6
    write(tmp_path, files)
    found = list(check_kit(str(tmp_path), str(tmp_path)))
    assert [one.findings for one in found if one.findings] == []
    assert all(one.parts for one in found)


# -- answers that are right -------------------------------------------------------------------------------------------


def test_the_referee_s_own_answers_are_right(kit: Path) -> None:
    found = list(check_kit(str(kit), str(kit)))
    assert len(found) == len(numbers(""))
    assert all(one.parts and not one.findings for one in found)


def test_a_game_of_another_package_has_a_kit_too(tmp_path: Path, duel: dict[str, str]) -> None:
    write(tmp_path, kit_files(get_game("duel")))
    found = list(check_kit(str(tmp_path), str(tmp_path)))
    assert {one.question.id.partition("/")[0] for one in found} == {"refusals", "perft", "views", "games"}
    assert all(one.parts and not one.findings for one in found)
    assert {len(one.question.players) for one in found} == {2, 3}


def test_moves_as_data_in_notation_or_only_counted(say: Say) -> None:
    answer = told("games/001")
    for form in (lambda move: move["do"], lambda move: move["move"], lambda move: move):
        states = [
            {"legal": [[form(answer["moves"][n]) for n in reversed(moves)] for moves in state["legal"]]}
            for state in answer["states"]
        ]
        assert not say("games/001", {"states": states}).findings
    states = [{"legal": [{"count": len(moves)} for moves in state["legal"]]} for state in answer["states"]]
    assert not say("games/001", {"states": states}).findings
    states[1]["legal"][0]["count"] = 6
    assert keys(say("games/001", {"states": states})) == ["states.2.legal.Anna.count"]


def test_what_is_left_out_is_not_compared(say: Say) -> None:
    count = len(told("games/001")["states"])
    for state in (
        {"actors": None, "totals": None},
        {"legal": None},
        {"totals": [None, None]},
        {"legal": [None, None]},
        {"effects": None},
    ):
        found = say("games/001", {"states": [state] * count})
        assert (found.findings, found.parts) == ((), 0), "and so it is not answered"
    assert say("games/001", {"states": [{"totals": [0, None]}, *[{}] * (count - 1)]}).parts == 1
    rules = [{"rule": effect["rule"]} for effect in told("examples/001")["states"][2]["effects"]]
    assert not say("examples/001", {"states": [{}, {}, {"effects": rules}]}).findings
    tries = told("refusals/001")["states"][0]["tries"]
    assert not say("refusals/001", {"states": [{"tries": [{}, *(None for _ in tries[1:])]}]}).findings
    bare = [{"legal": one["legal"]} for one in tries]
    assert not say("refusals/001", {"states": [{"tries": bare}]}).findings
    for counts in ([5], [5, 25], {"count": 5}):  # TT-2.1, TT-2.3, as above
        assert not say("perft/001", {"states": [{"counts": counts}, {}, {}, {}]}).findings
    assert not say("views/001", {"states": [{"views": [None, {}]}] * 6}).findings


# -- answers that differ ----------------------------------------------------------------------------------------------


def spoilt(question: str, change: Callable[[Any], None]) -> Json:
    """The right answer with a change in its last state."""
    answer = told(question)
    change(answer["states"][-1])
    return answer


@pytest.mark.parametrize(
    ("question", "change", "key", "rules"),
    [
        ("examples/001", lambda s: s.update(totals=[24, 20]), "states.3.totals.Anna", ("TT-4.5", "TT-4.6", "TT-4.8")),
        ("examples/001", lambda s: s["effects"][2].update(rule="TT-4.18"), "states.3.effects.3.rule", ("TT-4.15",)),
        ("examples/001", lambda s: s["effects"].pop(), "states.3.effects", ()),
        ("examples/001", lambda s: s.update(actors=[0]), "states.3.actors", ()),
        ("examples/001", lambda s: s["legal"][0].pop(), "states.3.legal.Anna", ()),
        ("examples/001", lambda s: s["legal"][1].append(s["legal"][1][0]), "states.3.legal.Bob", ()),
        ("examples/001", lambda s: s["items"].pop(), "states.3.items", ()),
        ("examples/001", lambda s: s.update(result={"rule": "TT-5.1"}), "states.3.result", ()),
        ("games/001", lambda s: s.update(result=None), "states.40.result", ("TT-5.1",)),
        ("games/001", lambda s: s.update(winners=[]), "states.40.winners", ()),
        ("games/001", lambda s: s["result"].update(rule="TT-9.9"), "states.40.result.rule", ("TT-5.1",)),
        ("perft/001", lambda s: s.update(counts=[s["counts"][0] + 1]), "states.4.counts", ()),
        ("perft/001", lambda s: s.update(counts=[]), "states.4.counts", ()),
        ("perft/001", lambda s: s.update(counts=5), "states.4.counts", ()),
        ("perft/001", lambda s: s.update(counts={"count": 7}), "states.4.counts.count", ()),
        ("perft/001", lambda s: s["divide"][0].update(count=0), "states.4.divide.1", ()),
        ("perft/001", lambda s: s["divide"].pop(), "states.4.divide", ()),
        ("perft/001", lambda s: s["divide"].append({"move": "pick 19", "count": 1}), "states.4.divide.5", ()),
        ("perft/001", lambda s: s["divide"].append({"move": "pick 1", "count": 1}), "states.4.divide.5", ("TT-2.1",)),
        ("views/001", lambda s: s["views"][1].update(round=4), "states.6.views.Bob.round", ()),
        ("views/001", lambda s: s["views"][1].update(viewer=0), "states.6.views.Bob.viewer", ()),
    ],
)
def test_each_part_that_differs_is_found(
    say: Say, question: str, change: Callable[[Any], None], key: str, rules: tuple[str, ...]
) -> None:
    found = say(question, spoilt(question, change))
    assert keys(found) == [key]
    assert set(rules) <= set(found.findings[0].rules)
    assert found.differ == 1
    assert found.step == found.question.at[-1]


def test_a_move_that_is_refused_is_reported_with_the_rule_that_refuses_it(say: Say) -> None:
    """TT-8.2: relic and discard are two cards."""
    same = {"type": "relic", "keep": 17, "discard": 17}
    answer = {"states": [{}, {}, {"legal": [[*_listed("examples/001", 2, 0), same], None]}]}
    (finding,) = say("examples/001", answer).findings
    assert finding.rules == ("TT-8.2",)
    assert finding.got.startswith('{"type":"relic","keep":17,"discard":17}: ')
    (finding,) = say(
        "examples/001", {"states": [{}, {}, {"legal": [_listed("examples/001", 2, 0)[:-2], None]}]}
    ).findings
    assert (finding.expected, finding.got[:22]) == ("20 legal moves", "2 of them missing: `re")


def _listed(question: str, state: int, seat: int) -> list[Any]:
    answer = told(question)
    return [answer["moves"][n]["do"] for n in answer["states"][state]["legal"][seat]]


def test_only_the_first_state_that_differs_is_reported(say: Say) -> None:
    states = [{"totals": [0, 0]} for _ in told("games/001")["states"]]
    found = say("games/001", {"states": states})
    assert found.step == 11  # TT-2.4: after the fifth pick of both
    assert found.differ == 40 - 11
    assert keys(found) == ["states.12.totals.Anna", "states.12.totals.Bob"]


def test_a_try_that_differs(say: Say) -> None:
    name = first("refusals", "EX-1: ")
    tries = told(name)["states"][0]["tries"]
    tries[0] = {"legal": True}
    tries[1] = {"legal": False}
    found = say(name, {"states": [{"tries": tries}]})
    assert keys(found) == ["states.1.tries.1.legal", "states.1.tries.2.legal"]
    assert found.findings[0].rules == ("TT-2.6",)
    assert "refused by TT-2.6" in found.findings[0].expected
    tries[0], tries[1] = {"legal": False, "rule": "TT-2.5"}, {"legal": True, "rule": ""}
    assert keys(say(name, {"states": [{"tries": tries}]})) == ["states.1.tries.1.rule"]


@pytest.mark.usefixtures("usual_depth")
@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (b"{", "answer"),
        (b"\xff", "answer"),
        (b"", "answer"),
        (b"[" * 100_000, "answer"),
        (b'{"states": [{}, {}, {"items": ' + b"[" * 900 + b"]" * 900 + b"}]}", "answer"),
        (b'{"states": [{}, {}, {"totals": [' + b"9" * 5000 + b", 7]}]}", "answer"),
        ([], "states"),
        ({}, "states"),
        ({"states": {}}, "states"),
        ({"states": [{}]}, "states"),
        ({"states": [{}, {}, {}], "state": 1}, "state"),
        ({"states": [[], {}, {}]}, "states.1"),
        ({"states": [{"total": [1, 2]}, {}, {}]}, "states.1.total"),
        ({"states": [{"views": []}, {}, {}]}, "states.1.views"),
        ({"states": [{"totals": 5}, {}, {}]}, "states.1.totals"),
        ({"states": [{"totals": [True, 0]}, {}, {}]}, "states.1.totals.Anna"),
        ({"states": [{"totals": ["\u202e", 0]}, {}, {}]}, "states.1.totals.Anna"),
        ({"states": [{"actors": 0}, {}, {}]}, "states.1.actors"),
        ({"states": [{"legal": [[{}], []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": [[[]], []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": [[5], []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": [[-1], []]}, {}, {}], "moves": [{}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": [[0], []]}, {}, {}], "moves": 7}, "states.1.legal.Anna"),
        ({"states": [{"legal": [["picks 15"], []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": [[{"type": "pick", "card": 99}], []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{"legal": ["pick 15", []]}, {}, {}]}, "states.1.legal.Anna"),
        ({"states": [{}, {}, {"effects": {"has": 5}}]}, "states.3.effects"),
        ({"states": [{}, {}, {"actors": {"Anna": 1}}]}, "states.3.actors"),
        ({"states": [{"effects": [1]}, {}, {}]}, "states.1.effects"),
        ({"states": [{}, {"effects": {"a": 1}}, {}]}, "states.2.effects"),
    ],
)
def test_answers_of_no_form_are_reported_as_such(say: Say, answer: Any, key: str) -> None:
    found = say("examples/001", answer)
    assert keys(found)[0] == key
    assert found.differ == (0 if key in ("answer", "state", "states") else 1), "a file of no form has no states"
    assert all(len(finding.got) < 500 and len(finding.expected) < 500 for finding in found.findings)


@pytest.mark.parametrize(
    "hands", [{"has": ["1"]}, [{"has": ["1"]}, []], [[], {"count": 0.0}], [{"count": 0, "has": []}] * 2]
)
def test_a_table_stands_in_place_of_a_list_only_to_count_it(say: Say, hands: Any) -> None:
    """When the game is over the hands are empty."""
    answer = told("views/001")
    answer["states"][-1]["views"][1]["hands"] = [{"count": 0}, []]
    assert not say("views/001", answer).findings
    answer["states"][-1]["views"][1]["hands"] = hands
    (finding,) = say("views/001", answer).findings
    assert (finding.key, finding.expected) == ("states.6.views.Bob", 'a list, or {"count": …} in its place')
    assert finding.got in (str(hands), *map(str, hands))


def test_a_table_in_place_of_what_is_not_there_is_reported_as_such(say: Say) -> None:
    """TT-2.5: that hands are taken back has no points, as the scoring of the round before it has."""
    answer = told("examples/001")
    effects = answer["states"][2]["effects"]
    assert (effects[-1]["type"], effects[-2]["points"][0]) == ("taken_back", 25)
    effects[-1]["points"] = {"has": [1]}
    assert keys(say("examples/001", answer)) == [f"states.3.effects.{len(effects)}.points"]


def test_a_move_in_other_words_is_read_where_it_may_be_made(tmp_path: Path) -> None:
    """Imhotep calls the second of two ships of four 4b, and also #2: once the ships are laid out (IM-2.2)."""
    begun = imhotep.start("chance: start Wanda", "chance: round 4432", "chance: fill statue statue statue statue")
    names, line = begun.players, begun.line
    steps = [
        Step("chance", event.do, begun.game.format(state, event.by, event.do, names))
        for state, event in zip(line.states, line.events, strict=False)
    ]
    head = begun.header
    question = Question(
        *("games/001", "", "states", "imhotep", head.rules, names, head.options), steps=tuple(steps), at=(0, 1, 2, 3)
    )
    nothing, move = State((), (0,) * 4, ((),) * 4), Move(begun.read("Wanda: load #2:1")[1], "load 4b:1")
    right = Answer((nothing,) * 3 + (replace(nothing, legal=((0,), (), (), ())),), (move,))
    kit = brief_kit(tmp_path / "kit", question, right)
    said = {"states": [{}, {}, {}, {"legal": [["load #2:1"], [], [], []]}]}
    answers = write(tmp_path, {"games/001-out.json": json.dumps(said).encode()})
    (found,) = check_kit(str(kit), str(answers))
    assert (found.parts, found.findings) == (1, ())


NO_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 7, "x", "", [], {}, 1e300, [[]], {"x": 1}, {"count": 3}, {"count": "x"}, {"count": True}),
    *({"has": 5}, {"has": [1]}, {"lacks": [1]}, {"Anna": {"has": 5}}, [{"has": 5}] * 3),
)


def parts_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a value."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from parts_of(part, (*path, key))


@pytest.mark.parametrize(
    "question", ["examples/001", "refusals/001", "perft/001", "views/001", "games/001", "games/009"]
)
def test_any_value_anywhere_is_compared_or_told(say: Say, question: str) -> None:
    random = Random(question)
    for _ in range(40):
        answer = told(question)
        *path, last = random.choice([*parts_of(answer)])
        place = answer
        for key in path:
            place = place[key]
        place[last] = random.choice(NO_VALUES)
        assert all(finding.expected and finding.got for finding in say(question, answer).findings)


# -- kits that are none -----------------------------------------------------------------------------------------------


def refused(kit: Path, answers: Path | None = None) -> str:
    with pytest.raises(FileError) as caught:
        list(check_kit(str(kit), str(answers or kit)))
    return str(caught.value)


def test_a_kit_that_was_changed_is_refused(kit: Path) -> None:
    path = kit / "games" / "001-out.json"
    path.write_bytes(path.read_bytes().replace(b'"totals":[0,0]', b'"totals":[1,0]', 1))
    assert refused(kit) == f"{path}: is not as it was made: its SHA-256 is not that in manifest.json."


def test_a_file_of_a_kit_that_is_gone_is_said_to_be(kit: Path) -> None:
    (kit / "games" / "001-in.json").unlink()
    assert refused(kit) == f"{kit}/games/001-in.json: cannot read: No such file or directory."


def test_a_runner_that_was_filled_in_is_no_change(kit: Path) -> None:
    (kit / "runner.js").write_text("// mine")
    assert list(check_kit(str(kit), str(kit)))


def test_a_kit_of_another_form_or_of_other_rules_is_refused(kit: Path) -> None:
    path = kit / "manifest.json"
    whole = json.loads(path.read_bytes())
    path.write_text(json.dumps({**whole, "kit": 7}))
    assert "form 7" in refused(kit)
    path.write_text(json.dumps({**whole, "rules": 99}))
    assert "version 99 of the rules of Tides of Time" in refused(kit)
    path.write_text(json.dumps({**whole, "questions": [{"id": "../../x/1", "about": "", "ask": "views"}]}))
    assert "is not a file of a kit: " in refused(kit)
    path.write_text("[]")
    assert "is not a file of a kit" in refused(kit)
    path.unlink()
    assert "is not a kit" in refused(kit)


def test_answers_that_are_no_folder_or_no_files(kit: Path) -> None:
    assert "is not a folder of answers" in refused(kit, kit / "nowhere")
    games = kit.parent / "answers" / "games"
    (games / "001-out.json").mkdir(parents=True)
    os.mkfifo(games / "002-out.json")
    (games / "003-out.json").write_bytes(files_of("tides")["games/003-out.json"])
    found = {one.question.id: one for one in check_kit(str(kit), str(games.parent)) if one.parts}
    assert "is a directory, not a file" in found["games/001"].findings[0].got
    assert "is a named pipe, not a file" in found["games/002"].findings[0].got
    assert found["games/003"].findings == (), "one that can't be read does not keep the others from being compared"
    assert len(found) == 3


def seal(kit: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Changes a file of a kit, and its sum in the list."""
    path, list_ = kit / name, kit / "manifest.json"
    data, whole = json.loads(path.read_bytes()), json.loads(list_.read_bytes())
    change(data)
    path.write_text(json.dumps(data))
    whole["files"][name] = sha256(path.read_bytes()).hexdigest()
    list_.write_text(json.dumps(whole))


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("out", lambda file: file.update(states=[]), "games/001-out.json is not an answer to games/001-in.json."),
        ("out", lambda file: file.update(moves=[]), "games/001-out.json is not an answer to games/001-in.json."),
        (
            "out",
            lambda file: file["states"][3]["legal"][0].append(len(file["moves"])),
            "games/001-out.json is not an answer to games/001-in.json.",
        ),
        (
            "out",
            lambda file: file["states"][3].pop("legal"),
            "games/001-out.json is not an answer to games/001-in.json.",
        ),
        (
            "out",
            lambda file: file["states"][3].update(totals=[]),
            "games/001-out.json is not an answer to games/001-in.json.",
        ),
        ("in", lambda file: file["at"].__setitem__(0, 99), "games/001-out.json is not an answer to games/001-in.json."),
        ("in", lambda file: file.update(ask="tries"), "games/001-out.json is not an answer to games/001-in.json."),
        ("in", lambda file: file.update(rules=9), "games/001-in.json is of another game, or of other rules."),
        (
            "in",
            lambda file: file.update(options={"x": 1}),
            "since it can't be played: Tides of Time has no option 'x'.",
        ),
        ("in", lambda file: file["steps"][1].update(do={"type": "pick", "card": 99}), "since it can't be played: "),
        ("in", lambda file: file["steps"][1].update(do=3), "since it can't be played: "),
    ],
)
def test_a_kit_that_does_not_hang_together_is_refused(
    kit: Path, name: str, change: Callable[[Any], Any], said: str
) -> None:
    """Its sums are right, so somebody has made it so."""
    seal(kit, f"games/001-{name}.json", change)
    assert said in refused(kit)
