"""A rule of a game changes: what its logs of before say, and the way to the new version (CONTRIBUTING, "A rule")."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core import Session
from kronika.core.contract.registry import get_game
from kronika.logs.corpus import places
from kronika.logs.corpus.accept import Proposal, accept, accept_all, propose
from kronika.logs.corpus.check import check
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_writing import logs_in, pack_file
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.logs import DUEL_MOVES, duel_game
from support.unseen import recorded

pytestmark = pytest.mark.usefixtures("duel")
OLDER = " [the log is of rules 1, these are rules 2]"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game under rules 1."""
    path = tmp_path / "duel.jsonl"
    write_log(str(path), duel_game())
    return path


def change_a_rule(
    monkeypatch: pytest.MonkeyPatch, version: int, name: str = "duel", old: str = "DU-4", new: str = "DU-9"
) -> None:
    """From now on effects of a game cite another rule: in Duel DU-9 is the rule by which a prize is won."""
    game: Any = get_game(name)
    before = game.apply

    def apply(self: Any, state: Any, seat: int, do: Any) -> tuple[Any, tuple[Any, ...]]:
        state, then = before(state, seat, do)
        return state, tuple(replace(effect, rule=new) if effect.rule == old else effect for effect in then)

    monkeypatch.setattr(type(game), "apply", apply)
    monkeypatch.setattr(type(game), "rules_version", version)


def test_without_a_raised_version_each_old_log_has_a_fault(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_a_rule(monkeypatch, 1)
    faults = validate(str(log)).faults
    assert {fault.code for fault in faults} == {"effects"}
    assert not any(fault.message.endswith(OLDER) for fault in faults)


def test_with_a_raised_version_the_faults_of_an_old_log_name_both(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_a_rule(monkeypatch, 2)
    faults = validate(str(log)).faults
    assert {fault.code for fault in faults} == {"effects"}
    assert all(fault.message.endswith(OLDER) for fault in faults)


def test_a_record_by_a_witness_is_not_said_to_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its links are made of the effects, so they differ from the first changed effect on."""
    path = str(tmp_path / "seen.jsonl")
    write_log(path, recorded("tides", 2, 1, "bystander"))
    change_a_rule(monkeypatch, 2, "tides", "TT-2.2", "TT-2.4")
    faults = validate(path).faults
    assert {fault.code for fault in faults} == {"effects", "digest"}
    assert all(OLDER in fault.message and "changed" not in fault.message for fault in faults)


def test_an_old_log_is_accepted_with_the_effects_of_the_new_rules(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No decision changes, and no other record."""
    before = log.read_bytes()
    change_a_rule(monkeypatch, 2)
    ((proposal,), _) = propose(check(str(log.parent), places.logs_in(str(log.parent)).paths), {})
    assert (proposal.cause, proposal.stuck) == ("effects", None)
    accept(str(log.parent), proposal)
    assert log.read_bytes() == before.replace(b'"rules":1', b'"rules":2', 1).replace(b'"DU-4"', b'"DU-9"')
    assert validate(str(log), strict=True).ok


def test_a_new_game_is_of_the_new_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_a_rule(monkeypatch, 2)
    session = Session.new("duel", ("Anna", "Bob"), chance="given")
    for move in ("prize 5", "Anna: play 2", "Bob: play 4", "take"):
        session.play(move)
    path = str(tmp_path / "new.jsonl")
    write_log(path, session)
    assert load(path).header.rules == 2
    assert [effect.rule for effect in load(path).history[-1].then] == ["DU-9"]
    assert validate(path, strict=True).ok


def test_old_logs_in_a_file_of_many_are_accepted_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No decision changes; the others keep their bytes, and all keep their names."""
    path = tmp_path / "games.kpack"
    games = [duel_game(DUEL_MOVES[:moves]) for moves in (3, 5, 7)]
    old = [(packed_bytes(game), f"g{number}") for number, game in enumerate(games)]
    path.write_bytes(pack_file(old))
    change_a_rule(monkeypatch, 2)
    proposals, _ = propose(check(str(tmp_path), find_logs([str(path)])), {})
    assert [proposal.path for proposal in proposals] == [f"games.kpack#{place}" for place in (1, 2, 3)]
    assert list(accept_all(str(tmp_path), proposals[:2])) == [None, None]
    after = list(logs_in(open_pack(str(path))))
    assert [name for _, name in after] == ["g0", "g1", "g2"]
    assert after[2] == old[2]
    for place in (1, 2):
        new = load(f"{path}#{place}")
        assert new.header.rules == 2
        assert [(event.by, event.do) for event in new.line.events] == [
            (event.by, event.do) for event in games[place - 1].line.events
        ]
        assert any(effect.rule == "DU-9" for event in new.line.events for effect in event.then) == (place == 2)


def test_a_log_in_a_file_that_does_not_replay_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.kpack"
    other = msgspec.msgpack.encode([1, 2, 3, "no log"])
    path.write_bytes(pack_file([(packed_bytes(duel_game()), "a"), (other, "b")]))
    proposals = [Proposal(f"{path}#{place}", "duel", 1, "rules", "") for place in (1, 2)]
    fine, bad = accept_all("", proposals)
    assert fine is None
    assert str(bad).startswith(f"{path}#2:1: ")
    assert [*logs_in(open_pack(str(path)))][1] == (other, "b")
