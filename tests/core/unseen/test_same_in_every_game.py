"""Nothing that is shown of a record is read off the game that is assumed: it is the same in every game that agrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import pytest

from kronika.cli.page.frames import GameFrames, frames_of, straight_order
from kronika.cli.printing.events import what_next
from kronika.core.basics.chance import Dice
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Seen
from kronika.core.unseen.ranges import possible_contents
from kronika.core.unseen.sampling import sampled
from kronika.core.unseen.session import WitnessSession
from kronika.logs.pipe.responses import _form_of_chance
from support.unseen import GAMES, again, played, recorded, witnesses

BOTH_OF_T22 = "create one of the artifacts looked at, or discard cards to pay for the created card"
BOTH_OF_P7 = "learn one of the technologies looked at, or put the technologies looked at under the deck"


def told_of(session: WitnessSession) -> dict[str, Any]:
    """All that is said of the last state of a record: the view, who acts, what is due, moves, the possible contents."""
    state = session.state
    view = session.look(state, session.witness)
    said = {name: getattr(view, name) for name in view.__struct_fields__}
    return said | {
        "text": session.game.render(view, session.players, Paper()),
        "next": what_next(session, session.witness),
        "due players": dict(session.due),
        "chance": _form_of_chance(session),
        "moves": session.legal(),
        "possible": possible_contents(session, state),
    }


def last_frames(session: WitnessSession) -> Any:
    """The last frames of its page."""
    numbers = [0, len(session.history)]
    return frames_of([GameFrames(session, numbers)], session.witness, straight_order(2), bottom=None)


def other_games(session: WitnessSession, count: int) -> Iterator[WitnessSession]:
    """The record with another game behind it, as often: each agrees with all records."""
    for seed in range(count):
        yield with_game(session, sampled(session.completion, Dice(seed, "other"))[1])


def with_game(session: WitnessSession, states: Sequence[Any]) -> WitnessSession:
    twin = copy(session)
    twin.line.states[:] = states
    twin._after[-1] = states[-1]
    twin._known = session.knowledge
    return twin


def is_same(session: WitnessSession, count: int) -> None:
    """Nothing that is shown differs in another game."""
    told, frames = told_of(session), last_frames(session)
    for other in other_games(session, count):
        for name, said in told_of(other).items():
            assert said == told[name], (len(session.line.events), name)
        assert last_frames(other) == frames


CASES = [
    pytest.param(game, get_game(game).seats[-1], event, marks=marks)
    for game in GAMES
    for event, marks in ((8, ()), (60, pytest.mark.long))
]


@pytest.mark.parametrize(("game", "seats", "event"), CASES)
def test_what_is_shown_is_the_same_in_every_game(game: str, seats: int, event: int) -> None:
    """To a bystander after a few events, to the last player after many."""
    witness = "bystander" if event < 10 else witnesses(seats)[-1]
    is_same(again(recorded(game, seats, 4, witness), event), 2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5, 15))
@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in get_game(game).seats])
def test_what_is_shown_all_through_a_game_is_the_same_in_every_game(game: str, seats: int, seed: int) -> None:
    for witness in ("bystander", witnesses(seats)[seed % seats + 1]):
        whole = recorded(game, seats, seed, witness)
        for n in range(2, len(whole.line.events), max(1, len(whole.line.events) // 20)):
            is_same(again(whole, n), 4)


def looking(name: str, seed: int, event: int, witness: str, seats: int = 2) -> WitnessSession:
    """A record of Ancient Knowledge up to an event after which a step of this name waits in the true game."""
    step = played("ancient_knowledge", seats, seed).line.states[event].stack[-1]
    assert type(step).__name__ == name
    whole = recorded("ancient_knowledge", seats, seed, witness)
    moves = [at for at, one in enumerate(whole.line.events, 1) if not isinstance(one.do, Seen)]
    return again(whole, moves[event - 1])


@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@pytest.mark.parametrize(
    ("name", "seed", "event", "due"),
    [
        ("Reveal", 300, 40, BOTH_OF_T22),
        ("Pay", 440, 72, BOTH_OF_T22),
        ("PeekLearn", 329, 123, BOTH_OF_P7),
    ],
)
def test_which_of_two_steps_is_due_is_not_read_off_the_assumed_game(
    name: str, seed: int, event: int, witness: str, due: str
) -> None:
    """AK-6.13: Bob looks at the cards that decide it, and nobody else does."""
    session = looking(name, seed, event, witness)
    view = session.look(session.state, session.witness)
    assert (view.due, view.pending.due, view.pending.left) == (due, due, 0)
    assert {*view.pending.cards} == {"?"}
    is_same(session, 2)


@pytest.mark.parametrize(
    ("name", "seed", "event"), [("Reveal", 300, 40), ("Pay", 440, 72), ("Pay", 381, 28), ("PeekLearn", 329, 123)]
)
def test_who_looks_at_the_cards_knows_which_step_is_due(name: str, seed: int, event: int) -> None:
    session, true = looking(name, seed, event, "Bob"), played("ancient_knowledge", 2, seed)
    known, whole = session.look(session.state, 1), true.game.view(true.line.states[event], 1)
    assert (known.due, known.pending) == (whole.due, whole.pending)


def test_once_a_technology_is_learned_all_know_that_the_rest_is_put_under_the_deck() -> None:
    session = looking("Under", 302, 194, "bystander")
    assert session.look(session.state, session.witness).due == "put the technologies looked at under the deck"


def test_once_an_artifact_is_chosen_all_know_that_it_is_paid_for() -> None:
    session = looking("Pay", 381, 28, "bystander")
    pending = session.look(session.state, session.witness).pending
    assert (pending.due, pending.left, pending.cards[0]) == ("discard cards to pay for the created card", 1, "A30")


@pytest.mark.parametrize(
    ("event", "first", "then"),
    [
        (185, "create a card with the effect, or decline", "activate a card"),  # Bob resolves an effect
        (206, "choose hand cards to discard", "activate a card"),  # A7 of Bob, who needs two artifacts for it
    ],
)
def test_a_choice_that_may_be_passed_over_is_not_shown_as_due(event: int, first: str, then: str) -> None:
    """AK-6.13: Bob's hand decides whether he is asked; no effect shows it, and he alone knows."""
    for witness in ("bystander", "Anna"):
        session = again(recorded("ancient_knowledge", 2, 7310000, witness), _rows(witness, event))
        view: Any = session.look(session.state, session.witness)
        assert (view.due, view.pending.due) == (f"{first}, or {then}",) * 2
        moves = session.legal()["Bob"]
        assert "no" in moves
        assert any(move.startswith("activate") for move in moves)
        is_same(session, 2)
    session = again(recorded("ancient_knowledge", 2, 7310000, "Bob"), _rows("Bob", event))
    assert session.look(session.state, 1).due == then


def _rows(witness: str, event: int) -> int:
    """The number of rows of a record up to an event, with what was seen without a move."""
    events = recorded("ancient_knowledge", 2, 7310000, witness).line.events
    return [at for at, one in enumerate(events, 1) if not isinstance(one.do, Seen)][event - 1]


def test_cards_that_are_looked_at_are_not_those_of_another_step_of_their_card() -> None:
    """AK-6.3, T22: while its artifact is paid for, A20 is still to be resolved, as all see."""
    session = again(recorded("ancient_knowledge", 2, 7310000), 178)
    assert [step.cards for step in session.look(session.state, session.witness).beneath] == [("A20",), ()]
