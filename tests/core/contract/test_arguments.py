"""What a program passes to a session: what is taken a log can hold, what can't be is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kronika
from kronika.core import options_of_log, options_of_new_game
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.games.tides.actions import Pick
from kronika.core.games.tigris.actions import Swap
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session

TIDES = get_game("tides")


class Int64:
    """A whole number of another library, as `numpy.int64` is one."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


def begun(**parts: Any) -> Session:
    given: dict[str, Any] = {"game": "tides", "players": ["Anna", "Bob"], "seed": 7, **parts}
    return Session.new(**given)


def played() -> Session:
    session = begun()
    session.play("Anna: pick 9")
    session.play("Bob: pick 10")
    return session


def is_stored(session: Session, path: Path) -> bool:
    kronika.save(path, session)
    again = kronika.load(path)
    return kronika.validate(path).ok and (again.history, again.header) == (session.history, session.header)


# -- what is taken --------------------------------------------------------------------------------------------------

TAKEN: dict[str, Callable[[], Session]] = {
    "a seed of another library": lambda: begun(seed=Int64(7)),
    "players from a generator": lambda: begun(players=(name for name in ("Anna", "Bob"))),
    "a seat of another library": lambda: after(lambda session: session.do(Int64(0), Pick(11))),
    "what is taken back": lambda: after(lambda session: session.undo(Int64(1))),
    "events that are taken back": lambda: after(lambda session: session.undo_events(Int64(1))),
    "the record of a note": lambda: after(lambda session: session.note("well", on=Int64(1))),
    "new names from a generator": lambda: after(lambda session: session.set(players=(name for name in "CD"))),
}


def after(does: Callable[[Session], object]) -> Session:
    session = played()
    does(session)
    return session


@pytest.mark.parametrize("make", TAKEN.values(), ids=list(TAKEN))
def test_what_is_taken_is_what_a_log_holds(make: Callable[[], Session], tmp_path: Path) -> None:
    session = make()
    assert is_stored(session, tmp_path / "game.jsonl")
    assert is_stored(session, tmp_path / "game.kpack")


ASKED_BY_A_TYPE: dict[str, Callable[[Any], object]] = {
    "A seed": lambda kind: begun(seed=kind),
    "A number of decisions": lambda kind: played().undo(kind),
    "A record": lambda kind: played().at(kind),
    "The viewer, a seat or EVERYONE,": lambda kind: played().view(kind),
    "The seat that acts, or CHANCE,": lambda kind: played().do(kind, Pick(11)),
}


@pytest.mark.parametrize("what", ASKED_BY_A_TYPE)
@pytest.mark.parametrize("kind", [int, Int64])
def test_the_type_of_numbers_is_no_number(what: str, kind: type) -> None:
    """A class has the `__index__` of its numbers too."""
    with pytest.raises(TypeError) as refused:
        ASKED_BY_A_TYPE[what](kind)
    assert str(refused.value) == f"{what} is a whole number, not {kind!r}."


def test_a_seed_of_another_library_deals_as_the_number_does() -> None:
    assert begun(seed=Int64(7)).header == begun(seed=7).header
    assert begun(seed=Int64(7)).state == begun(seed=7).state


def test_numbers_of_another_library_are_numbers_wherever_one_is_asked_for() -> None:
    session = played()
    assert session.at(Int64(1)) is session.at(1)
    assert session.view(Int64(0)) == session.view(0)
    assert session.picture(Int64(0)) == session.picture(0)
    assert session.undo(Int64(1)).events == 1
    assert session.redo(Int64(1)).events == 1
    assert session.undo_events(Int64(1)).events == 1
    assert session.redo_events(Int64(1)).events == 1
    session.undo(Int64(2))
    session.check(Int64(0), Pick(9))


def test_a_list_in_a_move_is_stored_as_what_it_is_read_as() -> None:
    """A state with a list in it would be another one than that of the log read again."""
    session = Session.new("viceroy", ["Anna", "Bob"], seed=7)
    action = next(iter(session.game.actions(session.state, session.actors[0])))
    copied = type(action)(
        *(list(value) if isinstance(value, tuple) else value for value in map(action.__getattribute__, fields(action)))
    )
    assert session.do(session.actors[0], copied).do == action


def fields(action: Any) -> tuple[str, ...]:
    named: tuple[str, ...] = action.__struct_fields__
    return named


# -- what is refused ------------------------------------------------------------------------------------------------

NUMBER = "is a whole number, not"
NAMES = "Players are names in a list"
REFUSED: list[tuple[str, Callable[[Session], object]]] = [
    (f"A seed {NUMBER} 7.0.", lambda _: begun(seed=7.0)),
    (f"A seed {NUMBER} True.", lambda _: begun(seed=True)),
    (f"A seed {NUMBER} '7'.", lambda _: begun(seed="7")),
    (f"{NAMES}, such as ['Anna', 'Bob'], not 'AB'.", lambda _: begun(players="AB")),
    (f"{NAMES}, such as ['Anna', 'Bob'], not 2.", lambda _: begun(players=2)),
    ("The name of a player is a text, such as 'Anna', not 1.", lambda _: begun(players=[1, 2])),
    ("Tags are a dict by name, not 'ab'.", lambda _: begun(tags="ab")),
    ("A name in tags is a text, such as 'place', not 1.", lambda _: begun(tags={1: "a"})),
    ("A tag is a text, such as 'kitchen table', not 1.", lambda _: begun(tags={"place": 1})),
    ("Options are a dict by name, not [('zero_tie', 'win')].", lambda _: begun(options=[("zero_tie", "win")])),
    ("A game is a name, such as 'tides', or a result of `get_game`, not 5.", lambda _: begun(game=5)),
    ("A game is a name, such as 'tides', or a result of `get_game`, not <class", lambda _: begun(game=type(TIDES))),
    ("The name of a game is a text, such as 'tides', not 5.", lambda _: get_game(any_of(5))),
    ("A move is a text, such as 'Anna: pick 9', not 5.", lambda session: session.play(any_of(5))),
    ("A move is a text, such as 'Anna: pick 9', not b'Anna: pick 9'.", lambda s: s.read(any_of(b"Anna: pick 9"))),
    (
        "An action is an object of the game's type `Do`, not {'type': 'pick', 'card': 9}: "
        "`msgspec.convert(DATA, game.Do)` makes one of data.",
        lambda session: session.do(0, {"type": "pick", "card": 9}),
    ),
    (
        "An action is an object of the game's type `Do`, not 'pick 9': `play` reads text.",
        lambda session: session.do(0, "pick 9"),
    ),
    (
        "The seat that acts is a number, or CHANCE, not 'Bob': `play` reads names.",
        lambda session: session.do(any_of("Bob"), Pick(9)),
    ),
    (f"The seat that acts, or CHANCE, {NUMBER} True.", lambda session: session.do(True, Pick(9))),
    (f"The seat that acts, or CHANCE, {NUMBER} 0.0.", lambda session: session.check(any_of(0.0), Pick(9))),
    (
        "Pick(card=9.0) is not an action of Tides of Time: card: A whole number from 1 to 18 is needed, not 9.0.",
        lambda session: session.do(0, Pick(any_of(9.0))),
    ),
    ("can't be stored as an action of Tides of Time: ", lambda session: session.do(0, Pick(any_of(Int64(9))))),
    (
        "is not an action of Tides of Time: type: 'swap' is not possible: it can be pick, relic, deal, draw.",
        lambda session: session.do(0, Swap()),
    ),
    (f"A number of decisions {NUMBER} 1.0.", lambda session: session.undo(any_of(1.0))),
    (f"A number of decisions {NUMBER} True.", lambda session: session.redo(True)),
    (f"A number of events {NUMBER} True.", lambda session: session.undo_events(True)),
    (f"A number of events {NUMBER} '1'.", lambda session: session.redo_events(any_of("1"))),
    (f"A record {NUMBER} '1'.", lambda session: session.at(any_of("1"))),
    ("Data of a note are a dict by name, not [1].", lambda session: session.note(data=any_of([1]))),
    (f"{NAMES}, such as ['Anna', 'Bob'], not 'CD'.", lambda session: session.set(players="CD")),
    ("Tags are a dict by name, not 5.", lambda session: session.set(tags=any_of(5))),
    (f"The viewer, a seat or EVERYONE, {NUMBER} 1.0.", lambda session: session.picture(any_of(1.0))),
]


def any_of(value: Any) -> Any:
    """A value of which the checker of types does not know the type."""
    return value


@pytest.mark.parametrize(("said", "does"), REFUSED, ids=[said for said, _ in REFUSED])
def test_what_can_not_be_is_refused_in_a_sentence(said: str, does: Callable[[Session], object]) -> None:
    session = played()
    history, state = list(session.history), session.state
    with pytest.raises(TypeError) as refused:
        does(session)
    assert said in str(refused.value)
    assert str(refused.value).endswith((".", "?"))
    assert (session.history, session.state) == (history, state)


@pytest.mark.parametrize("parts", [{"chance": "atuo"}, {"tags": {"place": "\ud800"}}, {"seed": Int64(2**63)}])
def test_a_value_that_no_log_can_hold_is_a_bad_set_up(parts: dict[str, Any]) -> None:
    with pytest.raises(kronika.BadSetup):
        begun(**parts)


def test_a_seat_that_may_not_act_is_for_the_rules_to_refuse() -> None:
    for seat in (2, -2, CHANCE):
        with pytest.raises(kronika.IllegalAction):
            played().do(seat, Pick(9))


def test_an_ending_is_looked_at_too() -> None:
    for ending in (any_of("agreed"), Ending("agreed", by=True), Ending("agreed", winners=(any_of(Int64(0)),))):
        with pytest.raises(kronika.KronikaError, match="can't be stored"):
            played().set(ending=ending)


def test_do_is_one_event_and_play_the_chance_that_follows_too() -> None:
    """In Imhotep a card is turned up when a round begins."""
    done, told = (Session.new("imhotep", ["Anna", "Bob"], seed=7) for _ in range(2))
    while done.actors != (CHANCE,):
        seat = done.actors[0]
        action = done.game.actions(done.state, seat)[0]
        text = done.game.format(done.state, seat, action, done.players)
        assert done.do(seat, action) == told.play(f"{seat}: {text}")[0]
    assert len(told.history) > len(done.history)
    done.resolve_chance()
    assert (done.history, done.state) == (told.history, told.state)


@pytest.mark.parametrize("options_of", [options_of_new_game, options_of_log])
def test_a_name_is_no_game_where_options_are_asked_for(options_of: Any) -> None:
    with pytest.raises(TypeError, match=r"^A game is an object, as `get_game\('tides'\)` gives one, not its name\.$"):
        options_of("tides")
