"""What changed about many logs, grouped: one cause is one group, and two causes are two."""

from __future__ import annotations

import pytest

from kronika.logs.corpus.causes import Change, Group, grouped


def change(path: str, *rules: str, game: str = "tides", code: str = "effects", winner: bool | None = None) -> Change:
    return Change(path, game, code, rules, f"{path} is otherwise", winner)


def test_a_group_goes_into_a_larger_one_whose_rule_differs_in_all_of_its_logs() -> None:
    """In d and e rule B comes first, and A differs as well: that has the most logs, and may be the cause of all."""
    logs = [change("a", "A"), change("e", "B", "A"), change("c", "A", "B"), change("d", "B", "A"), change("b", "A")]
    assert grouped(logs) == [Group("tides", "effects", "A", ("a", "b", "c", "d", "e"), "a is otherwise")]


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
    groups = grouped([change("a", "A"), *other, change("b", "A"), change("c", "A")])
    assert [(group.rule, group.logs) for group in groups] == [("A", ("a", "b", "c")), ("B", ("d", "e"))]


def test_what_no_rule_has_caused_takes_nothing_in() -> None:
    """Such as a log that is cut: of others nobody knows whether it is the same."""
    groups = grouped([change("a"), change("b"), change("c", "B")])
    assert [(group.rule, group.logs) for group in groups] == [("", ("a", "b")), ("B", ("c",))]


def test_the_largest_group_comes_first_and_equal_ones_by_name() -> None:
    logs = [change("a", "C"), change("b", "B"), change("c", "D"), change("d", "D"), change("e", "A", game="zoo")]
    assert [group.rule for group in grouped(logs)] == ["D", "B", "C", "A"]


@pytest.mark.parametrize(
    ("winners", "number"),
    [((None, None), None), ((True, None), 1), ((False, None), 0), ((True, True), 2), ((True, False), 1)],
)
def test_how_many_games_somebody_else_wins(winners: tuple[bool | None, ...], number: int | None) -> None:
    (group,) = grouped(change(str(at), "A", winner=winner) for at, winner in enumerate(winners))
    assert group.winners == number
