"""What may be tapped: every legal move, by pieces and places that are drawn, and nothing that a viewer may not know."""

from __future__ import annotations

import re
from functools import cache

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER, CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.core.sessions.tappable import Choice, Tap, outcome_text, table_svg, tappable
from kronika.core.unseen.session import WitnessSession

NAMELESS = {
    "ancient_knowledge": {"archive", "no", "yes", "proceed", "refuse"},
    "imhotep": {"pass", "skip", "choose"},
    "tides": set(),
    "tigris": {"end", "no", "commit"},  # `commit 0`
    "viceroy": {"pass", "keep", "done", "decline", "claim", "gems", "law", "choose", "reward"},
}
"""By game: the verbs of moves that may name nothing on the table. All others are reached by taps."""


@cache
def positions(name: str) -> list[Session]:
    """Positions of a random game of three, or of two where a game has no third seat."""
    game = get_game(name)
    names = ["Anna", "Bob Kay", "Cyd"][: min(3, game.seats[-1])]
    session, found = Session.new(game, names, seed=11), []
    for number in range(70):
        if not session.actors:
            break
        if number % 7 == 0:
            found.append(Session(game, session.header, start=session.state))
        seat = session.actors[number % len(session.actors)]
        session.do(seat, game.pick(session.state, seat, Dice(11, number)))
        session.resolve_chance()
    return found


@pytest.mark.parametrize("name", game_names())
def test_every_legal_move_is_offered_in_order(name: str) -> None:
    for session in positions(name):
        for player, moves in session.legal().items():
            seat = session.players.index(player)
            offered = [tap.move for tap in tappable(session, seat) if not tap.choice]
            assert offered == [f"{player}: {move}" for move in moves]
            assert set(offered) <= {tap.move for tap in tappable(session, None)}


@pytest.mark.parametrize("name", game_names())
def test_what_a_move_names_is_in_the_picture(name: str) -> None:
    """Each id is drawn for the viewer; only moves that name nothing on the table are left to the list in words."""
    for session in positions(name):
        for seat in session.actors:
            drawn = set(re.findall(r' id="([^"]+)"', table_svg(session, seat)))
            for tap in tappable(session, seat):
                for entry in tap.ids:
                    assert set(entry.split()) <= drawn
                verb = tap.move.partition(": ")[2].split()[0]
                assert tap.ids or tap.choice or verb in NAMELESS[name]


@pytest.mark.parametrize("name", game_names())
def test_taps_in_the_order_of_the_notation_leave_one_move(name: str) -> None:
    """Two moves of a seat with the same ids in the same order could be told apart in words alone."""
    alike = {("select", "sell")}
    for session in positions(name):
        for seat in session.actors:
            met: dict[tuple[str, ...], str] = {}
            for tap in tappable(session, seat):
                verb = tap.move.partition(": ")[2].split()[0]
                if tap.ids:
                    assert met.get(tuple(tap.ids)) is None or (met[tuple(tap.ids)], verb) in alike
                    met[tuple(tap.ids)] = verb


@pytest.mark.parametrize("name", game_names())
def test_nothing_depends_on_what_a_viewer_may_not_know(name: str) -> None:
    """Two games that look the same to a seat offer it the same taps and draw the same table."""
    differ = 0
    for number, session in enumerate(positions(name)):
        for seat in range(len(session.players)):
            other = session.game.redeal(session.state, seat, Dice(5, number, seat))
            world = Session(session.game, session.header, start=other)
            differ += other != session.state
            assert tappable(world, seat) == tappable(session, seat)
            assert table_svg(world, seat) == table_svg(session, seat)
    assert differ or not session.game.has_secrets(session.state.options)


def test_only_who_may_act_gets_moves() -> None:
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    acts = session.actors[0]
    assert tappable(session, acts)
    assert tappable(session, 1 - acts) == []
    assert tappable(session, BYSTANDER) == []
    assert {tap.move.split(":")[0] for tap in tappable(session, None)} == {session.players[acts]}


@pytest.mark.parametrize(
    ("game", "players", "move", "ids"),
    [
        ("tides", 2, "pick 10", ["card-10"]),
        ("tigris", 3, "red C3", ["hand-{}-red", "place-C3"]),
        ("tigris", 3, "king C2", ["leader-{}-king", "place-C2"]),
        ("tigris", 3, "swap red red", ["hand-{}-red", "hand-{}-red"]),
        ("tigris", 3, "catastrophe C3", ["catastrophe-{0}-0 catastrophe-{0}-1", "place-C3"]),
        ("imhotep", 3, "take", ["quarry-{}"]),
    ],
)
def test_the_ids_of_a_move(game: str, players: int, move: str, ids: list[str]) -> None:
    """As the names in the pictures say: a hand, a leader, a cell, a quarry."""
    for seed in range(40):
        session = Session.new(game, ["Anna", "Bob", "Cyd"][:players], seed=seed)
        seat = session.actors[0]
        taps = {tap.move: tap for tap in tappable(session, seat)}
        if tap := taps.get(f"{session.players[seat]}: {move}"):
            assert tap.ids == [entry.format(seat) for entry in ids]
            return
    pytest.fail("this move is never legal")


def test_a_choice_of_several_is_one_move() -> None:
    """Six of the first ten cards, at once or one by one (AK-2.2)."""
    session = Session.new("ancient_knowledge", ["Anna", "Bob"], seed=3)
    taps = tappable(session, session.actors[0])
    (choice,) = (tap for tap in taps if tap.choice)
    assert choice.choice is not None
    assert choice.choice.sizes == [1, 2, 3, 4, 5, 6]
    words = [thing.word for thing in choice.choice.things]
    assert len(words) == 10
    assert all(thing.ids == [f"card-{thing.word}"] and thing.most == 1 for thing in choice.choice.things)
    session.play(f"{choice.move} {' '.join(words[4:])}")


def due(session: Session) -> tuple[Tap, Choice]:
    (tap,) = tappable(session, None)
    assert tap.choice is not None
    return tap, tap.choice


def test_an_outcome_is_chosen_from_what_is_left() -> None:
    """Two hands of five of 18 cards; after them, none of these is offered again (TT-1.4, TT-2.8)."""
    session = Session.new("tides", ["Anna Lee", "Bob"], chance="given")
    assert session.actors == (CHANCE,)
    tap, choice = due(session)
    assert (tap.move, choice.sizes, choice.groups) == ("chance: deal", [10], [5, 5])
    assert [thing.word for thing in choice.things] == [str(card) for card in range(1, 19)]
    dealt = [thing.word for thing in choice.things[:10]]
    text = outcome_text(tap.move, dealt, choice.groups)
    assert text == "chance: deal 1 2 3 4 5 / 6 7 8 9 10"
    session.play(text)
    while session.actors != (CHANCE,):
        seat = session.actors[0]
        session.play(f"{session.players[seat]}: {session.legal()[session.players[seat]][0]}")
    tap, choice = due(session)
    assert (tap.move, choice.sizes) == ("chance: draw Anna Lee", [2])
    assert [thing.word for thing in choice.things] == [str(card) for card in range(11, 19)]
    assert tappable(session, 0) == []


def test_tiles_are_counted_by_what_the_bag_holds() -> None:
    """The bag has 57 red, 36 blue, 30 black and 30 green tiles less ten temples (TE-1.1): six can be of one colour."""
    session = Session.new("tigris", ["Anna", "Bob"], chance="given")
    while not due(session)[0].move.startswith("chance: draw"):
        tap, choice = due(session)
        session.play(f"{tap.move} {choice.things[0].word}")
    tap, choice = due(session)
    assert choice.sizes == [6]
    assert {thing.word: (thing.most, thing.ids) for thing in choice.things} == {
        colour: (6, [f"bag-{colour}"]) for colour in ("red", "black", "blue", "green")
    }


def test_a_witness_may_say_that_something_was_not_seen() -> None:
    game = get_game("tides")
    whole = Session.new(game, ["Anna", "Bob"], chance="given")
    session = WitnessSession.begun(game, whole.header, "bystander")
    tap, choice = due(session)
    unseen = choice.things[-1]
    assert (unseen.word, unseen.most) == ("?", 10)
    session.play(outcome_text(tap.move, ["?"] * 10, choice.groups))
    moves = [one.move for one in tappable(session, None)]
    assert moves == ["Anna: pick ?", "Bob: pick ?"]


def test_who_begins_is_always_seen() -> None:
    session = WitnessSession.begun(
        get_game("imhotep"), Session.new("imhotep", ["Anna", "Bob"], chance="given").header, "bystander"
    )
    assert [thing.word for thing in due(session)[1].things] == ["Anna", "Bob"]
