"""What changed about many logs, grouped: one cause is one group, and two causes are two."""

from __future__ import annotations

import pytest

from kronika.core.basics import limits
from kronika.logs.corpus.causes import Change, Group, group_changes
from kronika.logs.corpus.changes import log_change
from kronika.logs.files.faults import MEANINGS, Code, Fault, gravest_fault
from kronika.logs.replaying.survey import Survey, _first


def change(path: str, *rules: str, game: str = "tides", code: str = "effects", winner: bool | None = None) -> Change:
    return Change(path, game, code, rules, f"{path} is otherwise", winner)


def test_a_group_goes_into_a_larger_one_whose_rule_differs_in_all_of_its_logs() -> None:
    """In d and e rule B comes first, and A differs as well: that has the most logs, and may be the cause of all."""
    logs = [change("a", "A"), change("e", "B", "A"), change("c", "A", "B"), change("d", "B", "A"), change("b", "A")]
    assert group_changes(logs) == [Group("tides", "effects", "A", ("a", "b", "c", "d", "e"), "a is otherwise")]


@pytest.mark.parametrize(
    "other",
    [
        (change("d", "B"), change("e", "B")),
        (change("d", "B", "A"), change("e", "B")),  # in one of them A does not differ
        (change("d", "B", "A", game="duel"), change("e", "B", "A", game="duel")),
        (change("d", "B", "A", code="points"), change("e", "B", "A", code="points")),
    ],
)
def test_other_causes_are_groups_of_their_own(other: tuple[Change, ...]) -> None:
    groups = group_changes([change("a", "A"), *other, change("b", "A"), change("c", "A")])
    assert [(group.rule, group.logs) for group in groups] == [("A", ("a", "b", "c")), ("B", ("d", "e"))]


def test_what_no_rule_has_caused_takes_nothing_in() -> None:
    """Such as a log that is cut: of others nobody knows whether it is the same."""
    groups = group_changes([change("a"), change("b"), change("c", "B")])
    assert [(group.rule, group.logs) for group in groups] == [("", ("a", "b")), ("B", ("c",))]


def test_the_largest_group_comes_first_and_equal_ones_by_name() -> None:
    logs = [change("a", "C"), change("b", "B"), change("c", "D"), change("d", "D"), change("e", "A", game="zoo")]
    assert [group.rule for group in group_changes(logs)] == ["D", "B", "C", "A"]


@pytest.mark.parametrize(
    ("winners", "number"),
    [((None, None), None), ((True, None), 1), ((False, None), 0), ((True, True), 2), ((True, False), 1)],
)
def test_how_many_games_somebody_else_wins(winners: tuple[bool | None, ...], number: int | None) -> None:
    (group,) = group_changes(change(str(at), "A", winner=winner) for at, winner in enumerate(winners))
    assert group.other_winners == number


# -- the fault that is named --------------------------------------------------------------------------------------


def fault(code: Code, line: int = 1, *rules: str) -> Fault:
    return Fault("game.jsonl", line, code, f"it is {code}", rules)


def named(*faults: Fault) -> Change | None:
    """What is reported a log that had no fault and has these."""
    return log_change(Survey("game.jsonl", game="tides"), Survey("game.jsonl", game="tides", faults=faults))


def test_an_illegal_log_does_not_stand_under_a_digest_that_came_before() -> None:
    told = named(fault("digest", 3), fault("illegal", 9, "TT-2.1"))
    assert told == Change("game.jsonl", "tides", "illegal", ("TT-2.1",), "game.jsonl:9: illegal it is illegal")


def test_the_rule_that_led_to_it_is_the_cause() -> None:
    told = named(fault("effects", 3, "TT-4.6"), fault("digest", 3), fault("illegal", 9, "TT-2.1"))
    assert told is not None
    assert (told.code, told.rules) == ("illegal", ("TT-4.6", "TT-2.1"))


def test_of_faults_of_one_kind_the_first_is_named() -> None:
    told = named(fault("effects", 3, "TT-4.6"), fault("effects", 4, "TT-4.7"))
    assert told is not None
    assert (told.rules, told.text) == (("TT-4.6",), "game.jsonl:3: effects it is effects")


def test_every_code_has_its_gravity() -> None:
    """What can't be played again comes before what plays on and differs, and last comes what is left out."""
    codes = sorted(MEANINGS)
    assert {gravest_fault([fault(code)]).code for code in codes} == {*codes}
    plays_on: tuple[Code, ...] = ("effects", "digest", "unsealed")
    for code in codes:
        for weaker in plays_on:
            if code not in plays_on:
                assert gravest_fault([fault(weaker), fault(code)]).code == code
    assert gravest_fault([fault("unsealed"), fault("digest"), fault("effects")]).code == "effects"


def test_a_survey_keeps_the_gravest_fault_of_those_it_does_not_tell() -> None:
    many = [fault("digest", line) for line in range(1, limits.SURVEY_FAULTS + 1)]
    kept = _first((*many, fault("unsealed", 400), fault("illegal", 500, "TT-2.1"), fault("effects", 600)))
    assert kept[-1].code == "illegal"
    assert kept[-1].message.startswith("it is illegal; it is one of 3 more faults")
