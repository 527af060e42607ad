"""A folder of logs: check, resume, compare, accept, pin, count, find."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kronika.core import get_game
from kronika.core.basics import limits
from kronika.core.games.tides import scoring
from kronika.core.games.tides.scoring import Kingdom, Value
from kronika.core.games.tides.state import Options
from kronika.logs.corpus.accept import accept, propose
from kronika.logs.corpus.changes import compare_checks
from kronika.logs.corpus.check import Corpus, check
from kronika.logs.corpus.duplicates import duplicates
from kronika.logs.corpus.filtering import LogFilter, matching_logs
from kronika.logs.corpus.pins import Pin, read_pins, write_pins
from kronika.logs.corpus.places import logs_in
from kronika.logs.corpus.stats import stats
from kronika.logs.files import writing
from kronika.logs.files.faults import FileError
from kronika.logs.replaying import survey as module
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import Survey, survey
from kronika.logs.replaying.validation import validate
from kronika.logs.running.program import survey_dependencies
from kronika.logs.texts.convert import convert, seal
from kronika.logs.work import simulate
from kronika.logs.work.catalog import Catalog
from kronika.testing.checks.compatibility import of_format_1
from support.logs import tides_game


def play(folder: Path, count: int, seed: int = 3) -> list[Path]:
    batch = simulate.plan(get_game("tides"), 2, {}, seed, count, str(folder))
    return [Path(name) for name in simulate.simulate(batch)]


def surveys(folder: Path, **more: Any) -> list[Survey]:
    return list(check(str(folder), logs_in(str(folder)).paths, **more))


def checked(folder: Path) -> Corpus:
    return Corpus(tuple(surveys(folder)), read_pins(str(folder)))


@pytest.fixture
def four_each(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A deliberate change of one rule, TT-4.6: 4 points for each card of the suit instead of 3."""
    for number in (3, 6, 8, 11, 15):

        def value(mine: Kingdom, theirs: Kingdom, options: Options, number: int = number) -> Value:
            suit = {3: 1, 6: 2, 8: 3, 11: 4, 15: 0}[number]
            return Value(number, 4 * mine.counts[suit], mine.counts[suit])

        monkeypatch.setitem(scoring._VALUERS, number, value)
    scoring.score_kingdoms.cache_clear()
    yield
    monkeypatch.undo()
    scoring.score_kingdoms.cache_clear()


# -- check ------------------------------------------------------------------------------------------------------------


def test_a_sound_folder_has_no_fault_and_gets_no_file(tmp_path: Path) -> None:
    logs = play(tmp_path, 5)
    found = checked(tmp_path)
    assert [log.path for log in found.logs] == [f"tides-000{n}.jsonl" for n in range(1, 6)]
    assert found.faulty() == []
    assert sorted(tmp_path.iterdir()) == logs


def test_two_jobs_find_what_one_finds(tmp_path: Path) -> None:
    logs = play(tmp_path, 6)
    logs[2].write_bytes(logs[2].read_bytes()[:-30])
    assert surveys(tmp_path, jobs=2) == surveys(tmp_path, jobs=1)


def test_what_is_no_log_is_counted_among_them_only_where_all_is_to_be_read(tmp_path: Path) -> None:
    (log,) = play(tmp_path, 1)
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n')
    assert logs_in(str(tmp_path)).paths == (log.name,)
    assert set(logs_in(str(tmp_path), strict=True).paths) == {log.name, "other.jsonl"}


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is not a folder"):
        logs_in(str(tmp_path / "nowhere"))


def test_a_log_whose_name_is_no_text(tmp_path: Path) -> None:
    """Linux takes any bytes for a name; the pins, which are text, hold such a name too."""
    (log,) = play(tmp_path, 1)
    odd = os.fsdecode(b"n\xff.jsonl")
    os.rename(log, tmp_path / odd)
    with Catalog(str(tmp_path / "catalog"), survey_dependencies(strict=False)) as catalog:
        for _ in range(2):
            (found,) = check(str(tmp_path), [odd], catalog=catalog)
            assert (found.path, found.ok, found.events) == (odd, True, 39)
    write_pins(str(tmp_path), {odd: Pin(1, f"{odd} is odd")})
    assert read_pins(str(tmp_path)) == {odd: Pin(1, "n\\udcff.jsonl is odd")}


# -- against ----------------------------------------------------------------------------------------------------------


def test_one_changed_rule_is_one_group_that_names_it(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    logs = play(tmp_path, 40)
    before = checked(tmp_path)
    # The logs in which a per-suit card ever paid: their text says so.
    paid = [log.name for log in logs if b'"rule":"TT-4.6"' in log.read_bytes()]
    assert len(paid) > 10
    request.getfixturevalue("four_each")
    (group,) = compare_checks(before, checked(tmp_path).logs)
    assert (group.game, group.code, group.rule) == ("tides", "effects", "TT-4.6")
    assert list(group.logs) == paid
    assert group.example.startswith(f"{paid[0]}:")
    assert "TT-4.6" in group.example


def test_one_changed_rule_is_one_group_for_packed_logs_too(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    logs = play(tmp_path / "text", 30)
    packed = tmp_path / "packed"
    packed.mkdir()
    for log in logs:
        convert(str(log), str(packed / f"{log.stem}.kpack"))
    before = checked(packed)
    request.getfixturevalue("four_each")
    groups = compare_checks(before, checked(packed).logs)
    assert [(group.code, group.rule) for group in groups] == [("points", "TT-4.6")]
    assert len(groups[0].logs) == sum(b'"rule":"TT-4.6"' in log.read_bytes() for log in logs)


def test_two_causes_are_two_groups(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    logs = play(tmp_path, 30)
    before = checked(tmp_path)
    logs[1].write_bytes(logs[1].read_bytes()[:500])  # cut in the first round, before anything is scored
    request.getfixturevalue("four_each")
    groups = compare_checks(before, checked(tmp_path).logs)
    assert [(group.code, group.rule) for group in groups] == [("effects", "TT-4.6"), ("incomplete", "")]


def test_new_gone_and_mended_logs(tmp_path: Path) -> None:
    logs = play(tmp_path, 4)
    whole = logs[0].read_bytes()
    logs[0].write_bytes(whole[:-3])
    before = checked(tmp_path)
    logs[0].write_bytes(whole)
    logs[1].rename(tmp_path / "zz.jsonl")
    groups = {group.code: group.logs for group in compare_checks(before, checked(tmp_path).logs)}
    assert groups == {"mended": (logs[0].name,), "gone": (logs[1].name,), "new": ("zz.jsonl",)}
    assert compare_checks(before, before.logs) == []


def test_the_largest_group_comes_first_and_equal_ones_by_name(tmp_path: Path) -> None:
    logs = play(tmp_path, 2)
    before = checked(tmp_path)
    logs[0].rename(tmp_path / "a.jsonl")
    assert [group.code for group in compare_checks(before, checked(tmp_path).logs)] == ["gone", "new"]
    (tmp_path / "zz.jsonl").write_bytes(logs[1].read_bytes())
    groups = compare_checks(before, checked(tmp_path).logs)
    assert [(group.code, group.logs) for group in groups] == [
        ("new", ("a.jsonl", "zz.jsonl")),
        ("gone", (logs[0].name,)),
    ]


def test_a_log_that_was_raised_to_another_format_has_not_changed(tmp_path: Path) -> None:
    """Its digests are others, the states are not: neither for a check by this program nor for one by an older."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(of_format_1(tides_game()))
    before = checked(tmp_path)
    older = replace(before, logs=tuple(replace(log, other_digests=()) for log in before.logs))
    seal(str(path), str(path))
    after = checked(tmp_path)
    assert before.logs[0].digest != after.logs[0].digest
    assert (
        compare_checks(before, after.logs)
        == compare_checks(older, after.logs)
        == compare_checks(after, before.logs)
        == []
    )
    changed = replace(after, logs=(replace(after.logs[0], digest="0" * 16, other_digests=()),))
    assert [group.code for group in compare_checks(before, changed.logs)] == ["digest"]


def test_a_changed_rule_tells_how_many_games_somebody_else_wins(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    logs = play(tmp_path, 30)
    before = checked(tmp_path)
    old = [load(str(log)).result() for log in logs]
    request.getfixturevalue("four_each")
    new = [outcome_now(log) for log in logs]
    others = sum(was is not None and now is not None and was.winners != now for was, now in zip(old, new, strict=True))
    assert others > 0
    (group,) = compare_checks(before, checked(tmp_path).logs)
    assert group.other_winners == others


def outcome_now(log: Path) -> tuple[int, ...]:
    """Who wins by the present rules: more points, for no game here is a tie."""
    totals = load(str(log)).totals().values()
    best = max(totals)
    assert list(totals).count(best) == 1
    return tuple(seat for seat, points in enumerate(totals) if points == best)


def test_another_winner_with_the_same_points_is_a_change(tmp_path: Path) -> None:
    play(tmp_path, 1)
    before = checked(tmp_path)
    (log,) = before.logs
    assert log.result is not None
    turned = replace(log.result, ranking=log.result.ranking[::-1], tie_rule="TT-5.2")
    (group,) = compare_checks(before, [replace(log, result=turned)])
    assert (group.code, group.rule, group.other_winners) == ("winner", "TT-5.2", 1)
    won, lost = (log.players[seats[0]] for seats in log.result.ranking)
    assert group.example == f"{log.path}: the winner was {won}, is {lost}"


# -- accept and pins --------------------------------------------------------------------------------------------------


def test_accept_makes_the_suite_green_and_changes_derived_fields_alone(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    logs = play(tmp_path / "games", 20)
    old = {}
    (tmp_path / "old").mkdir()
    for log in logs:
        old[log] = tmp_path / "old" / log.name
        old[log].write_bytes(log.read_bytes())
    before = checked(tmp_path / "games")
    request.getfixturevalue("four_each")
    after = checked(tmp_path / "games")
    proposals, groups = propose(after.logs, {}, before.logs)
    assert {proposal.rule for proposal in proposals} == {"TT-4.6"}
    assert groups == compare_checks(before, after.logs)
    (unknown,) = propose(after.logs, {})[1]
    assert unknown == replace(groups[0], other_winners=None)
    for proposal in proposals:
        accept(str(tmp_path / "games"), proposal)
    assert checked(tmp_path / "games").faulty() == []
    changed = [log for log in logs if log.read_bytes() != old[log].read_bytes()]
    assert len(changed) == len(proposals)
    for log in changed:
        found = diff_logs(str(old[log]), str(log))
        assert found.header == ()
        assert found.divergence is not None
        assert found.divergence.kind == "effects"
        assert found.divergence.left.move == found.divergence.right.move
        assert len(log.read_bytes().splitlines()) == len(old[log].read_bytes().splitlines())


def test_a_log_that_no_longer_replays_is_named_with_its_first_illegal_move_and_can_be_pinned(tmp_path: Path) -> None:
    logs = play(tmp_path, 3)
    text = logs[1].read_bytes()
    lines = text.splitlines(keepends=True)
    # Bob's first pick is put in again at the end of the round: the card has left his hand.
    lines[6] = lines[3].replace(b'"n":3', b'"n":6')
    logs[1].write_bytes(b"".join(lines))
    ((proposal,), _) = propose(checked(tmp_path).logs, {})
    assert proposal.stuck is not None
    assert (proposal.stuck.line, proposal.stuck.code, proposal.stuck.rules) == (7, "illegal", ("TT-2.1",))
    write_pins(str(tmp_path), {proposal.path: Pin(proposal.rules, 'a "why" with \x7f')})
    found = checked(tmp_path)
    assert found.pinned == {logs[1].name: Pin(1, 'a "why" with \x7f')}
    assert found.faulty() == []
    assert propose(found.logs, found.pinned) == ([], [])


def test_an_older_log_that_replays_is_accepted_with_the_present_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (log,) = play(tmp_path, 1)
    monkeypatch.setattr(type(get_game("tides")), "rules_version", 2)
    ((proposal,), _) = propose(checked(tmp_path).logs, {})
    assert (proposal.cause, proposal.stuck) == ("rules", None)
    before = log.read_bytes()
    accept(str(tmp_path), proposal)
    assert log.read_bytes() == before.replace(b'"rules":1', b'"rules":2', 1)
    assert propose(checked(tmp_path).logs, {}) == ([], [])


def test_an_older_log_stays_as_it_was_played_where_the_rules_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either the game knows that no log goes otherwise, or the log is pinned."""
    (log,) = play(tmp_path, 1)
    monkeypatch.setattr(type(get_game("tides")), "rules_version", 3)
    found = surveys(tmp_path)
    pin = {log.name: Pin(1, "as it was played")}
    for same, pinned, proposed in (((), {}, 1), ((2,), {}, 1), ((1, 2), {}, 0), ((), pin, 0)):
        monkeypatch.setattr(type(get_game("tides")), "same_rules", same)
        assert len(propose(found, pinned)[0]) == proposed


@pytest.mark.parametrize("text", ["[x]\nrules = 'one'\nwhy = ''\n", "no toml", "[x]\nrules = 1\nwhy = ''\nextra = 1\n"])
def test_a_list_of_pins_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "kronika-pins.toml").write_text(text)
    with pytest.raises(FileError, match="is not a list of pins"):
        read_pins(str(tmp_path))


def test_pins_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kronika-pins.toml").write_bytes(b"#" * (limits.TEXT + 1))
    with pytest.raises(FileError, match=r"is larger than 4 MiB, the most that is read of a list of pins\."):
        read_pins(str(tmp_path))


@pytest.mark.parametrize("first", [True, False], ids=["the first of all", "beside others"])
def test_a_pin_that_another_program_sets_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    """It comes when this one has looked already: at the last moment before the list is locked, or made."""
    if not first:
        write_pins(str(tmp_path), {"a.jsonl": Pin(1, "old")})

    def after(do: Any) -> Any:
        def both(path: str, *more: Any, **named: Any) -> Any:
            monkeypatch.undo()
            write_pins(str(tmp_path), {"b.jsonl": Pin(2, "theirs")})
            return do(path, *more, **named)

        return both

    monkeypatch.setattr(writing, "create_file", after(writing.create_file))
    monkeypatch.setattr("kronika.logs.corpus.pins.open_locked", after(writing.open_locked))
    write_pins(str(tmp_path), {"c.jsonl": Pin(3, "ours")})
    old = {} if first else {"a.jsonl": Pin(1, "old")}
    assert read_pins(str(tmp_path)) == {**old, "b.jsonl": Pin(2, "theirs"), "c.jsonl": Pin(3, "ours")}


# -- stats, duplicates, filter ----------------------------------------------------------------------------------------

SHIPPED = Path(__file__).parents[3] / "fixtures" / "games"


def test_statistics_of_one_game_by_hand(tmp_path: Path) -> None:
    """The match that ends 60 : 60 (its score sheet is reckoned by hand in tests/fixtures)."""
    log = "tides/shared-victory.jsonl"
    (game,) = stats([survey(str(SHIPPED), log)])
    assert (game.logs, game.finished, game.seats) == (1, 1, {2: 1})
    assert (game.events.min, game.decisions.max) == (39, 34)
    assert game.endings == {"the third round is scored (TT-5.1)": 1}
    assert game.tie_breaks == {"the totals are equal (TT-5.2)": 1}
    assert [seat.wins for seat in game.by_seat] == [1, 1]
    assert [seat.total.mean for seat in game.by_seat] == [60, 60]
    cards = survey(str(SHIPPED), log).cards
    assert list(cards) == sorted(cards)
    assert game.by_seat[0].sources["TT-4.9"] == 24  # Molehill pays Anna 8 in every round
    assert game.by_seat[1].sources["TT-4.8"] == 18  # Eye of the North pays Bob 6 in every round
    assert "TT-4.15" not in game.rules_never
    assert game.cards_never == ()


def test_logs_with_faults_are_left_out_of_the_statistics(tmp_path: Path) -> None:
    logs = play(tmp_path, 3)
    logs[0].write_bytes(logs[0].read_bytes()[:-3])
    assert [game.logs for game in stats(checked(tmp_path).logs)] == [2]


def test_the_same_game_in_another_form_with_other_names_is_a_duplicate(tmp_path: Path) -> None:
    logs = play(tmp_path, 2)
    convert(str(logs[0]), str(tmp_path / "zz.kpack"))
    (tmp_path / "yy.jsonl").write_bytes(logs[0].read_bytes().replace(b'"Anna"', b'"Eva"', 1))
    assert duplicates(checked(tmp_path).logs) == [("tides-0001.jsonl", "yy.jsonl", "zz.kpack")]


def test_options_that_are_left_out_are_those_in_force(tmp_path: Path) -> None:
    """Two logs of one game: one header names the default, the other leaves it out."""
    (log,) = play(tmp_path, 1)
    written = b'"zero_tie":"win"'
    assert written in log.read_bytes()
    (tmp_path / "zz.jsonl").write_bytes(
        log.read_bytes().replace(b"," + written, b"", 1).replace(written + b",", b"", 1)
    )
    assert written not in (tmp_path / "zz.jsonl").read_bytes()
    found = checked(tmp_path).logs
    assert duplicates(found) == [(log.name, "zz.jsonl")]
    both = [log.name, "zz.jsonl"]
    for value, names in (("win", both), ("need_one", []), ("nonsense", [])):
        wanted = LogFilter(options={"zero_tie": value})
        assert [log.path for log in matching_logs(str(tmp_path), found, wanted)] == names


def test_what_was_taken_back_does_not_make_another_game(tmp_path: Path) -> None:
    (log,) = play(tmp_path, 1)
    with (tmp_path / "zz.jsonl").open("wb") as file:
        file.write(log.read_bytes() + b'{"n":40,"undo":1}\n{"n":41,"redo":1}\n')
    assert duplicates(checked(tmp_path).logs) == [(log.name, "zz.jsonl")]
    assert validate(str(tmp_path / "zz.jsonl")).ok


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (LogFilter(), ["printed-counts", "real-table", "shared-victory", "zero-ties-need-one"]),
        (LogFilter(game="tides", seats=2, finished=False), ["real-table"]),
        (LogFilter(options={"zero_tie": "need_one"}), ["zero-ties-need-one"]),
        (LogFilter(options={"sets_use_doubled": "false"}), ["printed-counts"]),
        (LogFilter(tags={"place": "kitchen table"}), ["real-table"]),
        (LogFilter(least=60), ["shared-victory"]),
        (LogFilter(most=24), ["real-table"]),
        (LogFilter(rule="TT-5.2"), ["shared-victory"]),
        (LogFilter(move="^bob: relic 10 discard 8$"), ["shared-victory"]),
        (LogFilter(game="chess"), []),
        (LogFilter(options={"no_such": "1"}), []),
    ],
)
def test_filter(wanted: LogFilter, names: list[str]) -> None:
    found = [
        survey(str(SHIPPED), f"tides/{name}.jsonl")
        for name in sorted(os.listdir(SHIPPED / "tides"))
        for name in [name.removesuffix(".jsonl")]
    ]
    assert [Path(log.path).stem for log in matching_logs(str(SHIPPED), found, wanted)] == names


class Counted(Struct, frozen=True):
    """Options that are equal as values, and not as what a log says."""

    joker: bool | int | float = False


def test_equal_options_of_different_types_are_listed_as_they_are() -> None:
    found = [module._plain(Counted(joker)) for joker in (1, True, 1.0, 1)]
    assert list(map(repr, found)) == ["{'joker': 1}", "{'joker': True}", "{'joker': 1.0}", "{'joker': 1}"]
