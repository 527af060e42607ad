"""Advice to a player who recorded a game: it depends on what that player knew, and on nothing that is assumed."""

from __future__ import annotations

import pytest

from kronika.core.analysis.best import best_moves
from kronika.core.analysis.decisions import EventToJudge, Verdict, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.errors import KronikaError
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_view
from kronika.core.unseen.session import WitnessSession, completed, seen_by
from support.unseen import GAMES, played

CONFIG = AnalysisConfig(bot="mc:8", playouts=4)


def anna_decides(name: str, seed: int) -> tuple[Session, WitnessSession]:
    """A game of two up to a decision of Anna after its middle, and what she recorded of it."""
    events = played(name, 2, seed).line.events
    half = Session(played(name, 2, seed).game, played(name, 2, seed).header)
    for at, event in enumerate(events):
        if at > len(events) // 2 and 0 in half.actors:
            break
        half.do(event.by, event.do)
    return half, seen_by(half, "Anna")


def own_decisions(session: Session) -> list[EventToJudge]:
    return events_to_judge(session, CONFIG, 0)


def judged(session: Session, which: slice) -> list[Verdict]:
    return [judge_event(unit) for unit in own_decisions(session)[which]]


@pytest.mark.parametrize("seed", [1, 6])
@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_player_knew_is_in_her_record(name: str, seed: int) -> None:
    _, record = anna_decides(name, seed)
    need_view(record, 0, [unit.before for unit in own_decisions(record)], "A search")


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_the_best_moves_depend_on_nothing_that_is_assumed(name: str, seed: int) -> None:
    _, record = anna_decides(name, seed)
    told = best_moves(record, 0, CONFIG)
    for sample in range(5):
        record.line.states[-1] = completed(record, sample).state
        assert best_moves(record, 0, CONFIG) == told


@pytest.mark.parametrize("name", ["tigris", "imhotep"])
def test_the_advice_is_that_of_the_full_log(name: str) -> None:
    full, record = anna_decides(name, 4)
    assert len(full.line.events) == len(record.line.events)
    assert best_moves(record, 0, CONFIG) == best_moves(full, 0, CONFIG)
    assert judged(record, slice(-3, None)) == judged(full, slice(-3, None))


@pytest.mark.parametrize("witness", ["Bob", "bystander"])
def test_nobody_else_is_advised(witness: str) -> None:
    full, _ = anna_decides("tigris", 5)
    record = seen_by(full, witness)
    with pytest.raises(KronikaError, match="this log holds what one witness saw"):
        need_view(record, 0, [record.state], "A search")


def test_a_hand_of_which_a_part_was_not_written_down_is_not_searched() -> None:
    record = seen_by(Session.new("tigris", ("Anna", "Bob"), chance="given"), "Anna")
    for move in ("draw Anna red red blue ? ? ?", "draw Bob 6", "start Anna"):
        record.play(move)
    with pytest.raises(KronikaError, match="A search needs all that Anna knew, and a part of it is written `\\?`"):
        need_view(record, 0, [record.state], "A search")


def test_what_is_proved_by_later_records_is_no_lack() -> None:
    """Of a hand that Anna did not see, her record tells cards that Bob played afterwards."""
    _, record = anna_decides("ancient_knowledge", 2)
    first = own_decisions(record)[0].before
    proved, seen = (view.players[1].hand for view in (record.look(first, 0), record.game.view(first, 0)))
    assert seen == ("?",) * 10
    assert proved != seen
    need_view(record, 0, [first], "A search")
