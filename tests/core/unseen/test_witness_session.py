"""Games that are recorded by somebody who does not see every hand, played on what is possible."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from typing import Any

import pytest

from kronika.core import IllegalAction, NotationError
from kronika.core.basics.errors import BadSetup, KronikaError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import has_holes
from kronika.core.games.tigris.actions import Commit
from kronika.core.sessions.events import Seen, Witnessed, done_text
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.core.unseen.ranges import possible_contents
from kronika.core.unseen.session import WitnessSession, begin, completed
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.texts.convert import first_records
from support.unseen import GAMES, again, played, recorded

TIGRIS = """
draw Anna ? ? ? ? ? ? | draw Bob 6 | start Anna | Anna: red C5 | Anna: green D6
draw Anna 2 | Bob: swap 3 | draw Bob 3 | Bob: end | Anna: end
"""


def game_of(name: str, witness: str, *moves: str, players: tuple[str, ...] = ("Anna", "Bob")) -> WitnessSession:
    game = get_game(name)
    session = WitnessSession.begun(game, new_header(game, players, None, None, None), witness)
    for move in moves:
        session.play(move)
    return session


def tigris(witness: str = "bystander", script: str = TIGRIS) -> WitnessSession:
    return game_of(
        "tigris", witness, *(move.strip() for line in script.split("\n") for move in line.split("|") if move.strip())
    )


def told(session: Session) -> list[str]:
    """The moves as they stand in the record."""
    line = session.line
    return [
        done_text(session.game, before, event.by, event.do, session.players)
        for before, event in zip(line.states, line.events, strict=False)
    ]


# -- what is written down -----------------------------------------------------------------------------------------


def test_a_question_mark_and_a_number_stand_for_what_was_not_seen() -> None:
    session = game_of("tigris", "bystander", "draw Anna ? ? ? ? ? ?", "draw Bob 6")
    assert told(session) == ["draw Anna ? ? ? ? ? ?", "draw Bob ? ? ? ? ? ?"]
    assert session.line.events[0].do.unseen == 6


def test_a_part_may_be_seen() -> None:
    session = game_of("tigris", "bystander", "draw Anna red 5 ?", "? ? ? ? ? blue")
    assert told(session) == ["draw Anna red ? ? ? ? ?", "draw Bob blue ? ? ? ? ?"]


def test_cards_that_nobody_saw() -> None:
    session = game_of("tides", "Bob", "5 / 12 3 6 7 13", "Anna: pick ?")
    assert told(session) == ["deal ? ? ? ? ? / 12 3 6 7 13", "pick ?"]


def test_the_true_game_is_never_stored() -> None:
    session = tigris()
    assert all(isinstance(event, Witnessed) for event in session.line.events)
    assert has_holes(session.line.events[0].do)
    assert session.line.events[1].do.red == 0


def test_a_question_mark_in_a_whole_game_is_refused() -> None:
    session = Session.new("tigris", ["Anna", "Bob"], chance="given")
    with pytest.raises(NotationError):
        session.play("draw Anna ? ? ? ? ? ?")


# -- what is possible ---------------------------------------------------------------------------------------------


def test_what_is_played_was_in_the_hand() -> None:
    """Whatever was thought to be in the hands: any tile may have been drawn."""
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna | Anna: green C5 | Anna: green D6")
    drawn = session.completion.dos[0]
    assert drawn.green >= 2
    assert (drawn.red + drawn.black + drawn.blue + drawn.green) == 6


def test_no_tile_of_a_colour_can_be_left() -> None:
    """All six are seen, and none is blue."""
    session = tigris(script="draw Anna red red red black black green | draw Bob 6 | start Anna")
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: blue A5")
    assert str(caught.value) == "No blue tile (farm) can be in the hand of Anna. (TE-4.1)"
    session.play("Anna: green C5")
    with pytest.raises(IllegalAction, match="No green tile"):
        session.play("Anna: green D6")


def test_a_refused_move_changes_nothing() -> None:
    session = tigris(script="draw Anna red red red black black green | draw Bob 6 | start Anna")
    before = (session.completion.now, list(session.history), list(session.line.states))
    with pytest.raises(IllegalAction):
        session.play("Anna: blue A5")
    assert (session.completion.now, list(session.history), list(session.line.states)) == before


@pytest.mark.parametrize("move", ["Anna: swap 2", "Anna: red C5", "Bob: red A2", "Anna: red A1"])
def test_to_ask_whether_a_move_is_legal_changes_nothing(move: str) -> None:
    asked, played = (tigris(script="draw Anna 6 | draw Bob 6 | start Anna") for _ in range(2))
    before = list(asked.history), list(asked.line.events), list(asked.line.states)
    with suppress(IllegalAction):
        asked.check(*asked.read(move))
    assert (asked.history, asked.line.events, asked.line.states) == before
    for session in (asked, played):
        session.play("Anna: black A1")
    assert asked.history == played.history


def test_a_copy_goes_on_apart() -> None:
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna")
    twin = copy(session)
    for move in ("Anna: red C5", "Anna: blue C7", "draw Anna 2"):
        twin.play(move)
    session.play("Anna: swap 2")
    session.play("draw Anna 2")
    assert (told(session)[-2:], told(twin)[-2:]) == (["swap ? ?", "draw Anna ? ?"], ["blue C7", "draw Anna ? ?"])
    for one in (session, twin):
        assert len(one.line.states) == len(one.line.events) + 1 == len(one.history) + 1


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda session: session.play(5), "A move is a text"),
        (lambda session: session.read(5), "A move is a text"),
        (lambda session: session.do("Bob", Seen(0, ("red",))), "The seat that acts is a number, or CHANCE"),
        (lambda session: session.do(True, Seen(0, ("red",))), "The seat that acts, or CHANCE, is a whole number"),
        (lambda session: session.do(0, {"type": "end"}), "An action is an object of the game's type `Do`"),
        (lambda session: session.check(0, "end"), "An action is an object of the game's type `Do`"),
        (lambda session: session.check(0.0, None), "The seat that acts, or CHANCE, is a whole number"),
    ],
)
def test_what_no_log_can_hold(wrong: Any, why: str) -> None:
    session = tigris()
    before = list(session.history)
    with pytest.raises(TypeError, match=why):
        wrong(session)
    assert session.history == before


def test_a_player_may_be_called_by_the_words_of_the_notation() -> None:
    players = ("Eve shows off", "Seen")
    session = game_of(
        "tides", "bystander", "5 / 5", "Eve shows off: pick ?", "Seen: pick ? shows 3 17", players=players
    )
    assert told(session)[1:] == ["pick ?", "pick ?"]
    session = game_of("tigris", "bystander", "draw Eve shows off 6", "draw Seen 6", "start Seen", players=players)
    assert told(session)[0] == "draw Eve shows off ? ? ? ? ? ?"


def test_a_player_may_be_called_by_the_word_for_an_outcome() -> None:
    players = ("Tom waits", "Bob")
    session = game_of("tigris", "bystander", "draw Tom waits 6", "6", "start Tom waits", players=players)
    assert told(session)[-1] == "start Tom waits"


@pytest.mark.parametrize("word", ["waits", "goes on", "goes on, then waits"])
@pytest.mark.parametrize(
    ("game", "moves", "move"),
    [
        ("tigris", ("draw Anna 6", "draw Bob 6"), "start Anna"),
        ("tides", ("5 / 5",), "Anna: pick ?"),
        ("tides", ("5 / 5", "Anna: pick ?"), "Bob: pick ? shows 3 17"),
        ("viceroy", (), "return ? ? / ? ?"),
        ("ancient_knowledge", (), "first Anna"),
    ],
)
def test_a_word_for_an_outcome_that_would_not_be_kept_is_refused(
    game: str, moves: tuple[str, ...], move: str, word: str
) -> None:
    """No hidden thing decides these moves, so the record has no place for the word."""
    session = game_of(game, "bystander", *moves)
    with pytest.raises(NotationError, match=f"`{word}` would not be kept: write the move without it"):
        session.play(f"{move} {word}")
    session.play(move)


@pytest.mark.parametrize("more", ["waits", "goes on", "shows red"])
def test_nothing_follows_an_observation(more: str) -> None:
    session = game_of("tigris", "bystander", "draw Anna 6", "draw Bob 6")
    with pytest.raises(NotationError, match="nothing is kept that follows its things"):
        session.play(f"seen Anna hand red {more}")


def test_an_observation_is_of_no_player() -> None:
    """Who saw it is the witness, so that the record has no place for another name."""
    session = game_of("tigris", "bystander", "draw Anna 6", "draw Bob 6", "chance: seen Anna hand red")
    with pytest.raises(NotationError, match="write `seen Anna hand red` alone"):
        session.play("Bob: seen Anna hand red")


def test_what_all_know_is_refused_by_its_rule() -> None:
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna | Anna: red C5")
    for move, rule in (("Anna: red C5", "TE-4.1"), ("Bob: red D6", "TE-2.1"), ("draw Anna 3", "TE-2.1")):
        with pytest.raises(IllegalAction) as caught:
            session.play(move)
        assert caught.value.rule == rule


def test_a_number_that_all_see_is_no_hidden_thing() -> None:
    """Tiles are committed to a conflict for all to see (TE-5.4)."""
    session = recorded("tigris", 2, 1)
    n = next(n for n, event in enumerate(session.line.events) if isinstance(event.do, Commit))
    with pytest.raises(IllegalAction, match="it has a name instead of `\\?`"):
        again(session, n).play(f"{session.players[session.line.events[n].by]}: commit ?")


def test_a_card_that_lies_elsewhere_is_in_no_hand() -> None:
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick ?", "Bob: pick ? shows 3 17")
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: pick 3")
    assert str(caught.value) == "No 3 Eternal Palace can be in the hand of Anna. (TT-2.1)"


def test_before_the_first_event_there_is_none_to_name() -> None:
    with pytest.raises(NotationError, match="There is no event 1 in force: the game has none yet"):
        game_of("tides", "bystander").play("seen Anna hand 3 after event 1")


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ("Bob: pick 7 shows 3", "No 3 Eternal Palace can be face down before Anna. (TT-2.1)"),
        ("Bob: pick ? shows 4 4", "That can't be: what was seen before leaves no such thing there. (TT-2.1)"),
        ("seen Anna hand 1 2 4 5 6", "That can't be: what was seen before leaves no such thing there. (TT-2.1)"),
        ("seen Anna hand 1 2 3 4", "No 3 Eternal Palace can be in the hand of Anna. (TT-2.1)"),
    ],
)
def test_a_refusal_names_only_what_is_alone_impossible(move: str, refusal: str) -> None:
    """Bob holds 3, so that it is not before Anna; 7 may be in his hand, and any one of 1, 2, 4, 5 and 6 in Anna's."""
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick ?", "seen Bob hand 3")
    with pytest.raises(IllegalAction) as caught:
        session.play(move)
    assert str(caught.value) == refusal
    session.play("Bob: pick 7 shows 4")


def test_a_refusal_names_no_hand_that_is_assumed() -> None:
    """`You do not hold 3: your hand is …` would."""
    session = game_of("tides", "bystander", "1 2 3 4 5 / 5")
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: pick 17")
    assert "hand is" not in str(caught.value)


# -- what is laid open --------------------------------------------------------------------------------------------


def test_cards_that_are_turned_up_are_named() -> None:
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick ?")
    with pytest.raises(NotationError, match="2 things that nobody has seen: 1 face down before Anna and 1 face"):
        session.play("Bob: pick ?")
    (event,) = session.play("Bob: pick ? shows 3 17")
    assert event.then[0].cards == (3, 17)
    assert session.state.kingdoms == (bytes([3]), bytes([17]))


def test_only_what_nobody_knows_must_be_named() -> None:
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick 3", "Bob: pick 17")
    assert session.line.events[-1].then[0].cards == (3, 17)
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick ?", "Bob: pick 17 shows 3")
    assert session.line.events[-1].then[0].cards == (3, 17)


def test_nothing_is_named_where_nothing_is_turned_up() -> None:
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna")
    with pytest.raises(NotationError, match=r"^It does not lay open blue\. .* `seen NAME hand blue`"):
        session.play("Anna: red C5 shows blue")


@pytest.mark.parametrize(
    "moves",
    [
        ("Anna: pick 3", "Bob: pick 17 shows 3 17"),
        ("Anna: pick 3", "Bob: pick 17 shows 17 3"),
        ("Anna: pick 3", "Bob: pick 17 shows 3"),
        ("Anna: pick 3", "Bob: pick 17 shows 17"),
        ("Anna: pick 3 shows 3", "Bob: pick 17"),
        ("Anna: pick ?", "Bob: pick 17 shows 3 17"),
    ],
)
def test_what_is_true_and_known_may_be_named(moves: tuple[str, str]) -> None:
    """A recorder writes what he sees; nothing of it is kept twice."""
    session = game_of("tides", "bystander", "5 / 5", *moves)
    (revealed,) = session.line.events[-1].then[:1]
    assert revealed.cards == (3, 17)
    assert session.shows(3) == " shows 3 17"


@pytest.mark.parametrize("shown", ["4", "4 17", "3 18", "3 17 5", "3 3", "17 17", "3 17 17"])
def test_what_is_not_true_is_refused(shown: str) -> None:
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick 3")
    with pytest.raises((NotationError, IllegalAction)):
        session.play(f"Bob: pick 17 shows {shown}")
    assert len(session.history) == 2


def test_a_tile_that_the_move_names_may_be_named_again() -> None:
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna")
    session.play("Anna: red C5 shows red")
    assert session.shows(4) == ""


@pytest.mark.parametrize(
    ("game", "before", "move", "shown"),
    [
        ("tides", ("5 / 5", "Anna: pick ?"), "Bob: pick ?", "1 2"),
        ("tides", ("5 / 5", "Anna: pick 3"), "Bob: pick ?", "1"),
    ],
)
def test_what_is_due_is_said_with_an_example_that_can_be_typed(
    game: str, before: tuple[str, ...], move: str, shown: str
) -> None:
    session = game_of(game, "bystander", *before)
    with pytest.raises(NotationError) as refused:
        session.play(move)
    assert refused.value.can_be == (f"{move} shows {shown}",)
    session.play(refused.value.can_be[0])


def test_cards_that_can_not_be_turned_up() -> None:
    session = game_of("tides", "bystander", "5 / 5", "Anna: pick 3")
    with pytest.raises(IllegalAction):
        session.play("Bob: pick ? shows 4 17")


# -- what was seen beside moves -----------------------------------------------------------------------------------


def test_a_hand_that_was_seen() -> None:
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna")
    (event,) = session.play("seen Bob hand red red blue blue green black")
    assert (event.by, event.do) == (CHANCE, Seen(1, ("red", "red", "blue", "blue", "green", "black")))
    hand = session.view().players[1].hand
    assert hand == {"red": 2, "black": 1, "blue": 2, "green": 1}
    assert session.view().players[0].hand is None
    with pytest.raises(IllegalAction):
        session.play("seen Bob hand red red red")
    session.undo_events(1)
    assert session.view().players[1].hand is None


def test_a_hand_is_seen_after_the_game() -> None:
    """Tigris shows the hands at the end, and no move says so."""
    session = recorded("tigris", 2, 1)
    true = played("tigris", 2, 1)
    seen = [event.do for event in session.line.events if isinstance(event.do, Seen)]
    assert [one.seat for one in seen] == [seat for seat in (0, 1) if any(true.state.hands[seat])]
    assert session.view() == true.view(-3)


@pytest.mark.parametrize("text", ["seen", "seen Anna", "seen Anna hand", "seen Carl hand red", "seen Anna hand grey"])
def test_what_was_seen_is_written_so(text: str) -> None:
    with pytest.raises(NotationError):
        tigris().play(text)


# -- taken back, put right ----------------------------------------------------------------------------------------


def test_what_is_taken_back_was_never_thought() -> None:
    """The game that is played on is the one of then, whatever was learnt since."""
    session = tigris()
    then = session.completion.now
    session.play("draw Anna black black black") if session.actors == (CHANCE,) else session.play("Bob: green C9")
    session.undo_events(1)
    assert session.completion.now == then
    session.redo_events(1)
    session.undo_events(1)
    assert session.completion.now == then


def test_a_record_from_long_ago_is_put_right() -> None:
    """Anna's red tile of the first turn was black; all that followed is done again."""
    session = recorded("tigris", 3, 2)
    number, event = next(
        (n, event)
        for n, event in enumerate(session.line.events, 1)
        if type(event.do).__name__ == "PlaceTile" and event.do.tile == "red"
    )
    found = plan_amendment(session, number, f"catastrophe {event.do.at}")
    assert found.stuck is None or found.stuck.n > number
    copy = again(session)
    amend(copy, found)
    assert copy.line.events[number - 1].do != event.do
    assert len(copy.line.events) == len(session.line.events) - found.lost
    assert copy.line.events[: number - 1] == session.line.events[: number - 1]


def test_reveals_stay_when_an_earlier_record_is_put_right() -> None:
    moves = ("5 / 5", "Anna: pick ?", "Bob: pick ? shows 3 17", "Anna: pick 9", "Bob: pick 4")
    session = game_of("tides", "bystander", *moves)
    found = plan_amendment(session, 1, "chance: deal 1 2 3 4 5 / ? ? ? ? ?")
    assert found.stuck is None
    assert found.events[2].then == session.line.events[2].then
    found = plan_amendment(session, 1, "chance: deal 1 2 4 5 6 / ? ? ? ? ?")
    assert found.stuck is not None
    assert found.stuck.n == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_is_the_record_of_then(game: str) -> None:
    session = recorded(game, 2, 3)
    half = len(session.history) // 2
    branch = first_records(session, half)
    assert branch.line.events == session.line.events[:half]
    assert isinstance(branch, WitnessSession)
    assert branch.completion.now == again(session, half).completion.now


# -- a whole game of it -------------------------------------------------------------------------------------------


def test_games_are_drawn_as_shuffled_tiles_give_them() -> None:
    """Anna has drawn six tiles of which nothing is known: each is red as often as a tile of the bag is."""
    session = tigris(script="draw Anna 6 | draw Bob red red red red red red")
    bag = session.completion.supply["bag", -1]
    reds = [completed(session, seed).line.events[0].do.red for seed in range(150)]
    expected = 6 * (bag["red"] - 6) / (sum(bag.values()) - 6)
    assert abs(sum(reds) / len(reds) - expected) < 0.4
    assert len(set(reds)) > 3


# -- what there is not --------------------------------------------------------------------------------------------


def test_a_witness_is_a_player_or_a_bystander() -> None:
    for word in ("everyone", "Carl"):
        with pytest.raises((BadSetup, NotationError)):
            game_of("tides", word)


def test_a_game_that_does_not_say_what_is_hidden() -> None:
    from support.duel import Duel

    with pytest.raises(BadSetup) as caught:
        WitnessSession.begun(Duel(), new_header(Duel(), ("Anna", "Bob"), None, None, None), "bystander")
    assert str(caught.value) == (
        "Duel can be recorded with all outcomes known only: it does not say what is hidden, in a room `hidden` of its "
        "package."
    )


def test_nobody_else_is_shown_anything() -> None:
    session = tigris("Anna", script="draw Anna red red red black black green | draw Bob 6 | start Anna")
    assert session.view().players[0].hand == {"red": 3, "black": 2, "blue": 0, "green": 1}
    for viewer in (1, -2, -3):
        with pytest.raises(KronikaError, match="holds what Anna saw"):
            session.view(viewer)


def test_no_seed_goes_with_a_witness() -> None:
    game = get_game("tides")
    header = new_header(game, ("Anna", "Bob"), 7, None, None)
    with pytest.raises(BadSetup):
        WitnessSession.begun(game, header, "Anna")
    assert begin(game, header).witness is None


# -- what was there earlier -----------------------------------------------------------------------------------------


def test_a_hand_that_was_seen_earlier() -> None:
    """Anna had two red tiles after event 3, and has played one: the other one may be gone since."""
    session = tigris()
    session.play("seen Anna hand red red blue after event 3")
    assert told(session)[-1] == "seen Anna hand red red blue after event 3"
    (anna, _) = possible_contents(session, session.line.states[3])
    bounds = {one.thing: (one.least, one.most) for one in anna.things}
    # red C5 and green D6 are played later: of six tiles two are red, one is blue, one green, two are not known.
    assert bounds == {"red": (2, 4), "black": (0, 2), "blue": (1, 3), "green": (1, 3)}
    assert again(session).line.events == session.line.events


def test_what_was_there_earlier_can_be_impossible() -> None:
    """Six tiles with a red and a green one that are played have no room for five blue ones."""
    session = tigris()
    before = session.line.events[:]
    with pytest.raises(IllegalAction, match=r"5 × blue tile .* can't be in the hand of Anna"):
        session.play("seen Anna hand blue blue blue blue blue after event 3")
    assert session.line.events == before
    session.play("seen Anna hand blue blue blue blue after event 3")


@pytest.mark.parametrize("when", ["", " after event 3"])
def test_colours_that_are_too_many_together_are_blamed_on_none(when: str) -> None:
    """Of six tiles, one red and one green one are played. Four may be blue or black, but not three of each."""
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna | Anna: red C5 | Anna: green D6 | draw Anna 2")
    if not when:
        session = tigris(script="draw Anna red 5 ? | draw Bob 6 | start Anna")
    for seen in ("blue blue blue black black black", "black black black blue blue blue"):
        with pytest.raises(IllegalAction, match=r"^That can't be: what was seen before"):
            session.play(f"seen Anna hand {seen}{when}")
    session.play(f"seen Anna hand blue blue blue black{when}")


def test_an_observation_of_an_earlier_hand_is_taken_back() -> None:
    session = tigris()
    before = possible_contents(session, session.line.states[3])
    session.play("seen Anna hand red red blue after event 3")
    session.undo(1)
    assert possible_contents(session, session.line.states[3]) == before


@pytest.mark.parametrize("event", [0, 11, 999_999_999])
def test_an_observation_names_an_event_in_force(event: int) -> None:
    session = tigris()
    assert len(session.line.events) == 10
    with pytest.raises(NotationError, match=f"There is no event {event} in force: they have the numbers 1 to 10"):
        session.play(f"seen Anna hand red after event {event}")


FORMS = {
    "tigris": "`seen NAME hand THINGS`",
    "viceroy": "`seen NAME hand THINGS`, `seen NAME screen THINGS` or `seen supply THINGS`",
}


@pytest.mark.parametrize(
    ("game", "text", "meant"),
    [
        ("viceroy", "seen suply 6 blue", "seen supply 6 blue"),
        ("viceroy", "seen suply 6 blue after event 1", "seen supply 6 blue after event 1"),
        ("viceroy", "seen Anna suply 6 blue", "seen supply 6 blue"),
        ("viceroy", "seen Anna supply 6 blue", "seen supply 6 blue"),
        ("viceroy", "seen Anna hnad 1 2", "seen Anna hand 1 2"),
        ("viceroy", "seen Anna scren 2 red", "seen Anna screen 2 red"),
        ("viceroy", "sen supply 6 blue", "seen supply 6 blue"),
        ("viceroy", "seeen suply 6 blue", "seen supply 6 blue"),
        ("viceroy", "seen suply 6 bleu", ""),  # it could not be read with the right word either
        ("viceroy", "seen 6 blue", ""),
        ("viceroy", "seen hand 1 2", ""),  # whose?
        ("viceroy", "seen", ""),
        ("tigris", "seen Bob hnd red", "seen Bob hand red"),
        ("tigris", "seen supply 6 blue", ""),
    ],
)
def test_a_wrong_word_in_an_observation_is_answered_by_the_forms_that_exist(game: str, text: str, meant: str) -> None:
    session = game_of(game, "bystander", "return ? ? / ? ?" if game == "viceroy" else "draw Anna 6")
    with pytest.raises(NotationError) as caught:
        session.play(text)
    question = f" Did you mean: {meant}?" if meant else ""
    assert caught.value.told() == f"Write what was seen as {FORMS[game]}.{question}"


def test_a_misspelt_verb_is_no_misspelt_observation() -> None:
    session = game_of("tigris", "bystander", "draw Anna 6", "draw Bob 6", "start Anna")
    with pytest.raises(NotationError, match=r"^'gren' is not a move"):
        session.play("Anna: gren D6")


def test_an_observation_is_taken_back_alone_and_restored_alone() -> None:
    """Not the decision before it, nor the draw between them."""
    session = tigris(script="draw Anna 6 | draw Bob 6 | start Anna | Anna: red C5 | Anna: green D6 | draw Anna 2")
    for seen in ("seen Anna hand red after event 3", "seen Bob hand blue"):
        session.play(seen)
    session.undo()
    assert told(session)[-2:] == ["draw Anna ? ?", "seen Anna hand red after event 3"]
    session.undo()
    assert told(session)[-1] == "draw Anna ? ?"
    session.redo()
    assert told(session)[-2:] == ["draw Anna ? ?", "seen Anna hand red after event 3"]
    session.undo(2)
    assert told(session)[-1] == "red C5"
    session.redo(3)
    assert told(session)[-1] == "seen Bob hand blue"


def test_who_may_not_act_is_refused_by_that_rule() -> None:
    """Nothing lies in Anna's hand before the deal, but that is not why she may not pick."""
    for name, witness, move, rule in (
        ("tides", "bystander", "Anna: pick 3", "TT-1.4"),
        ("tigris", "bystander", "Anna: red C5", "TE-1.4"),
    ):
        with pytest.raises(IllegalAction) as caught:
            game_of(name, witness).play(move)
        assert caught.value.rule == rule
