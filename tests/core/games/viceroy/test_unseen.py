"""Viceroy recorded by somebody who sees neither screens nor hands (VC-1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.cli.printing.events import whose_turn
from kronika.core import IllegalAction, NotationError
from kronika.core.basics.errors import BadSetup
from kronika.core.contract.game import BYSTANDER, CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import Thing, hidden
from kronika.core.contract.unseen import Place
from kronika.core.games.viceroy.actions import PASS, Bid, Return, Tuck
from kronika.core.games.viceroy.effects import CircleClosed, ReturnedLaw, Tucked
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.state import RECOLOUR
from kronika.core.sessions.events import Seen, Witnessed, done_text, event_text
from kronika.core.sessions.new_header import new_header
from kronika.core.unseen.session import WitnessSession, begin, completed
from support.unseen import NAMES, again, played, recorded, witnesses

SUPPLY = "seen supply 6 blue 6 red 4 green 4 yellow"
"""Two players have given back two gems each: two blue ones and two red ones came to the 4 of each colour."""
BEGUN = ("return ? ? / ? ?", SUPPLY, "deal 2 / 2", "Anna: start ?", "Bob: start ? shows 3 7")
AUCTION = (*BEGUN, "turn up 5 9 33 12", "laws 3 / 3")


def game_of(witness: str, *moves: str) -> WitnessSession:
    game = get_game("viceroy")
    session = WitnessSession.begun(game, new_header(game, ("Anna", "Bob"), None, None, None), witness)
    for move in moves:
        session.play(move)
    return session


def told(session: WitnessSession) -> list[str]:
    states = session.line.states
    return [
        event_text(session.game, before, event, session.players) + session.shows(n)
        for n, (before, event) in enumerate(zip(states, session.line.events, strict=False), 1)
    ]


# -- what is written down -----------------------------------------------------------------------------------------


def test_what_nobody_saw_is_a_question_mark() -> None:
    assert told(game_of("bystander", *AUCTION, "Anna: bid ?", "Bob: bid ? shows blue none")) == [
        "chance: return ? ? / ? ?",
        "chance: seen supply 6 blue 6 red 4 green 4 yellow",
        "chance: deal ? ? / ? ?",
        "Anna: start ?",
        "Bob: start ? shows 3 7",
        "chance: turn up 5 9 33 12",
        "chance: laws ? ? ? / ? ? ?",
        "Anna: bid ?",
        "Bob: bid ? shows blue none",
    ]


def test_a_seat_writes_down_what_it_sees() -> None:
    session = game_of(
        "Anna", "return blue red / ? ?", SUPPLY, "deal 3 4 / ? ?", "Anna: start 3", "Bob: start ? shows 7"
    )
    assert told(session)[-1] == "Bob: start ? shows 3 7"
    assert session.view().hands[0] == ("4",)
    assert session.view().gems == ({"blue": 1, "red": 1, "green": 2, "yellow": 2}, None)


def test_a_pass_and_a_bid_look_the_same() -> None:
    session = game_of("bystander", *AUCTION)
    assert session.legal() == {"Anna": ["bid ?"], "Bob": ["bid ?"]}
    redacted = session.game.redacted
    assert redacted(session.state, 0, PASS, 1) == redacted(session.state, 0, Bid("red"), 1)
    session.play("Anna: bid ?")
    assert session.legal() == {"Bob": ["bid ?"]}


@pytest.mark.parametrize("move", ["draw ?", "reward ?", "place ?", "replace ?", "turn up ?", "recolour ? red"])
def test_what_all_see_has_no_question_mark(move: str) -> None:
    with pytest.raises(NotationError):
        game_of("bystander", *AUCTION).play(move if move.startswith("turn") else f"Anna: {move}")


def test_how_many_things_are_laid_open() -> None:
    session = game_of("bystander", *AUCTION, "Anna: bid ?")
    with pytest.raises(NotationError, match="2 things that nobody has seen: 1 behind the screen of Anna and 1 behind"):
        session.play("Bob: bid ?")
    with pytest.raises(NotationError):
        session.play("Bob: bid ? shows blue")
    with pytest.raises(NotationError):
        session.play("Bob: bid ? shows blue none none")
    with pytest.raises(NotationError) as refused:
        session.play("Bob: bid ?")
    session.play(*refused.value.can_be)


# -- what is possible ---------------------------------------------------------------------------------------------


def test_nobody_can_have_given_back_a_third_gem_of_a_colour() -> None:
    """Each had two of each colour (VC-1.6.5), so that four blue ones come from both alike, and five from nobody."""
    with pytest.raises(IllegalAction):
        game_of("bystander", "return ? ? / ? ?", "seen supply 9 blue")
    session = game_of("bystander", "return ? ? / ? ?", "seen supply 8 blue 4 red 4 green 4 yellow", *AUCTION[2:])
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: bid blue")
    assert str(caught.value) == "No blue gem can be behind the screen of Anna. (VC-1.7)"


def test_a_bid_says_what_was_not_given_back() -> None:
    """Two blue gems came back. Anna bids one, so that she had kept one, and gave back one at most."""
    session = game_of("bystander", *AUCTION, "Anna: bid blue", "Bob: bid ? shows blue none")
    assert session.state.supply[0] == 7
    returned = session.completion.things[0]
    assert returned[:2].count("blue") < 2


def test_a_law_is_dealt_and_no_character() -> None:
    """Bob shows a law that he was dealt, then one of Anna's is another one."""
    session = game_of("bystander", *AUCTION, "seen Bob hand 66 67 68")
    with pytest.raises(IllegalAction):
        session.play("seen Anna hand 66")
    with pytest.raises(IllegalAction):
        session.play("seen Anna hand 5")  # it lies open
    session.play("seen Anna hand 65 80 88")


def test_the_second_card_is_known_from_the_deal() -> None:
    """Anna was seen to hold 3 and 4 and has laid 3."""
    moves = ("return ? ? / ? ?", SUPPLY, "deal 3 4 / ? ?", "Anna: start ?")
    session = game_of("bystander", *moves, "Bob: start ? shows 3 7")
    assert session.line.events[-1].then[0].cards == (3, 7)
    with pytest.raises(IllegalAction):
        game_of("bystander", *moves, "Bob: start ? shows 5 7")


ROUND = ("Anna: gems blue blue red", "Bob: gems blue blue green", "turn up 13 14 15 16")
"""Both pass in the first auction, and three of four cards slide."""


def annas_law(law: int, *moves: str) -> WitnessSession:
    """Anna's own record: she was dealt three laws with this one, and plays it first."""
    dealt = " ".join(map(str, sorted({law, 71, 73})))
    begun = ("return blue red / ? ?", SUPPLY, "deal 3 4 / ? ?", "Anna: start 3", "Bob: start ? shows 7", AUCTION[5])
    chosen = (f"laws {dealt} / 3", "Anna: bid none", "Bob: bid ? shows none", *ROUND, f"Anna: select {law}")
    return game_of("Anna", *begun, *chosen, "Bob: select ? shows none", "Anna: place right", *moves)


@pytest.mark.parametrize("law", [66, 67, 68, 71, 73])
def test_a_law_that_only_an_effect_names_was_returned(law: int) -> None:
    """Law 70: she draws 66 to 68 and returns one of five (VC-4.70). A log of another program names it late."""
    session = annas_law(70, "card 66", "card 67", "card 68")
    session.append(Witnessed(0, hidden(Return(law)), (ReturnedLaw(0, law, "VC-4.70"),), "sealed"))
    left = {4, 66, 67, 68, 71, 73} - {law}
    assert set(session.view().hands[0]) == {*map(str, left)}
    session.play(f"Anna: return {next(card for card in sorted(left) if card > 4)}")
    with pytest.raises(IllegalAction):
        session.play(f"Anna: select {law}")


@pytest.mark.parametrize("card", [4, 71, 73])
def test_a_card_that_only_an_effect_names_was_tucked(card: int) -> None:
    """Law 72: any cards of the hand (VC-4.72)."""
    session = annas_law(72)
    session.append(Witnessed(0, hidden(Tuck(card)), (Tucked(0, card, 72, True, "VC-4.72"),), "sealed"))
    assert set(session.view().hands[0]) == {*map(str, {4, 71, 73} - {card})}


def test_a_card_that_was_taken_openly_has_a_name() -> None:
    """Anna tucks a card of the display under law 78 (VC-4.78): all have seen it."""
    played = ("Anna: select ?", "Bob: select ? shows 78 none", "Anna: place right", "Anna: select ? shows none")
    bids = ("Anna: bid ?", "Bob: bid ? shows none none", *ROUND, *played, "Anna: bid ?", "Bob: bid ? shows blue none")
    session = game_of("bystander", *AUCTION, *bids, "Anna: take below")
    with pytest.raises(IllegalAction, match="it has a name instead of `\\?`"):
        session.play("Anna: tuck ?")
    session.play("Anna: tuck 13")


@pytest.mark.parametrize(
    ("shown", "refusal"),
    [
        ("70 5", "No 5 Scout can be in the hand of Bob. (VC-1.7)"),
        ("5 70", "No 5 Scout can be in the hand of Anna. (VC-1.7)"),
        ("70 70", "No 70 law can be in the hand of Bob. (VC-1.7)"),
    ],
)
def test_a_card_that_can_not_be_chosen_is_named(shown: str, refusal: str) -> None:
    """5 lies on the display, and each law is there once."""
    session = game_of("bystander", *AUCTION, "Anna: bid ?", "Bob: bid ? shows none none", *ROUND, "Anna: select ?")
    with pytest.raises(IllegalAction) as caught:
        session.play(f"Bob: select ? shows {shown}")
    assert str(caught.value) == refusal


@pytest.mark.parametrize(
    ("seen", "wrong", "closest"), [("supply 6 bleu", "bleu", "blue"), ("Anna hand sabotur", "sabotur", "saboteur")]
)
def test_a_misspelt_thing_is_answered_by_what_can_be_seen(seen: str, wrong: str, closest: str) -> None:
    """Cards and gems alike."""
    with pytest.raises(NotationError) as caught:
        game_of("bystander", "return ? ? / ? ?", f"seen {seen}")
    assert (caught.value.args[0], caught.value.hints[0]) == (f"There is nothing called '{wrong}'.", closest)


@pytest.mark.parametrize("things", ["red blue " * 6, "6 red 6 blue", "red blue red red red red red red"])
def test_what_was_seen_is_printed_in_the_order_in_which_it_was_typed(things: str) -> None:
    session = game_of("bystander", "return ? ? / ? ?", f"seen supply {things.strip()}")
    again = game_of("bystander", "return ? ? / ? ?", told(session)[-1].removeprefix("chance: "))
    assert again.line.events == session.line.events


@pytest.mark.parametrize(
    ("seen", "refusal"),
    [
        ("supply 20 blue", "20 × blue gem can't be in the supply. (VC-1.7)"),
        ("Anna screen 3 red", "3 × red gem can't be behind the screen of Anna. (VC-1.7)"),
    ],
)
def test_a_number_that_is_too_high_is_named(seen: str, refusal: str) -> None:
    """Of each colour one or no gem was returned, so there are 7 or 8 in the supply, and one or two behind a screen."""
    with pytest.raises(IllegalAction) as caught:
        game_of("bystander", "return ? ? / ? ?", f"seen {seen}")
    assert str(caught.value) == refusal


# -- what is shown ------------------------------------------------------------------------------------------------


def test_the_supply_is_known_once_it_was_counted() -> None:
    assert game_of("bystander", "return ? ? / ? ?").view().supply == {}
    assert "? blue" in _table(game_of("bystander", "return ? ? / ? ?"))
    assert game_of("bystander", *BEGUN).view().supply["blue"] == 6


def _table(session: WitnessSession) -> str:
    from kronika.core.contract.paper import Paper

    return session.game.render(session.view(), session.players, Paper())


def test_a_bystander_sees_no_screen_before_the_end() -> None:
    session = recorded("viceroy", 3, 1)
    true = played("viceroy", 3, 1)
    halfway = len(session.line.events) // 2
    assert session.look(session.line.states[halfway], None).gems == (None, None, None)
    assert session.view().gems == true.view(BYSTANDER).gems
    assert None not in session.view().gems


def test_gems_given_back_are_drawn_as_chance_gives_them() -> None:
    """Of two blue and two red gems that came back Anna gave one of each twice as often as both pairs together.

    Two of a colour are 1 of 28 ways, one of each 4 of 28 (section 12): blue blue / red red and red red / blue blue
    weigh 1 x 1 each, blue red / blue red 4 x 4. Of 18 parts 16 are one of each.
    """
    session = game_of("bystander", "return ? ? / ? ?", SUPPLY)
    pairs = [completed(session, seed).line.events[0].do.gems[0] for seed in range(200)]
    mixed = sum(len(set(pair)) == 2 for pair in pairs)
    assert abs(mixed / len(pairs) - 16 / 18) < 0.08


# -- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness", witnesses(2))
def test_a_game_is_typed_as_it_was_seen(witness: str) -> None:
    """All effects follow from what is typed, with what was laid open."""
    is_typed(2, 1, witness)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 100, 4))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hundred_games_are_typed_as_they_were_seen(seats: int, first: int) -> None:
    for seed in range(first, first + 4):
        for witness in witnesses(seats):
            is_typed(seats, seed, witness)
        recorded.cache_clear()
        played.cache_clear()


def is_typed(seats: int, seed: int, witness: str) -> None:
    session = recorded("viceroy", seats, seed, witness)
    typed = begin(session.game, session.header)
    for n, event in enumerate(session.line.events, 1):
        typed.play(event_text(session.game, session.line.states[n - 1], event, session.players) + session.shows(n))
        assert (typed.line.events[-1].do, typed.line.events[-1].then) == (event.do, event.then)


@pytest.mark.parametrize("options", [{"second_edition": True}, {"virtual": 1}, {"tuck_later": True, "lay_eight": True}])
def test_other_ways_to_play(options: dict[str, object]) -> None:
    from kronika.core.basics.chance import Dice
    from kronika.core.sessions.session import Session
    from kronika.core.unseen.session import seen_by

    true = Session.new("viceroy", ("Anna", "Bob"), seed=3, options=options)
    dice = Dice(3, "moves")
    while true.actors:
        true.do(true.actors[0], true.game.pick(true.state, true.actors[0], dice))
        true.resolve_chance()
    for witness in witnesses(2):
        session = seen_by(true, witness)
        assert session.result() == true.result()
        assert [e.by for e in session.line.events if not isinstance(e.do, Seen)] == [e.by for e in true.line.events]
    assert CHANCE in {event.by for event in true.line.events}


def test_options_that_can_not_be_recorded_by_a_witness() -> None:
    header = new_header(get_game("viceroy"), ("Anna", "Bob"), None, {"second_edition": True, "tuck_later": True}, None)
    with pytest.raises(BadSetup, match="second_edition=true and tuck_later=true can be recorded"):
        WitnessSession.begun(get_game("viceroy"), header, "bystander")


# -- what hidden things decide ------------------------------------------------------------------------------------

HIDDEN_DECIDE = r"Hidden things decide how this goes on"


def typed(seats: int, seed: int, witness: str, until: str) -> tuple[WitnessSession, str]:
    """A true game, typed without any observation until a move; and that move."""
    true = played("viceroy", seats, seed)
    session = WitnessSession.begun(true.game, new_header(true.game, true.players, None, None, None), witness)
    for before, event in zip(true.line.states, true.line.events, strict=False):
        do = true.game.redacted(before, event.by, event.do, session.witness)
        move = event_text(true.game, before, replace(event, do=do), true.players).removeprefix("chance: ")
        if move == until:
            return session, move
        moves = session.completion.moves(event.by, do, event.then)
        laid = session.completion.laid_open(moves, session.completion.moves(event.by, do, ()))
        shows = f" shows {' '.join(str(one.kind) for one in laid)}" if laid else ""
        try:
            session.play(move)
        except NotationError:
            session.play(move + shows)
        assert session.line.events[-1].then == session.completion.seen_effects(event.then)
    raise AssertionError("no such move")


@pytest.mark.parametrize(
    ("seats", "seed", "witness", "move", "how", "ends"),
    [
        (2, 19, "bystander", "Bob: recolour 2.0 green", "goes on", True),
        pytest.param(3, 15, "Anna", "Cyril: recolour 2.0 yellow", "waits", False, marks=pytest.mark.long),
    ],
)
def test_whether_somebody_can_recolour_more_is_for_the_witness_to_say(
    seats: int, seed: int, witness: str, move: str, how: str, ends: bool
) -> None:
    """VC-5.2: who can pay for no other circle is not asked. Nobody else sees the gems that are left."""
    session, _ = typed(seats, seed, witness, move)
    with pytest.raises(NotationError, match=HIDDEN_DECIDE):
        session.play(move)
    for word, is_over in ((how, ends), ({"waits": "goes on", "goes on": "waits"}[how], not ends)):
        session.play(f"{move} {word}")
        assert (session.result() is not None) == is_over
        assert again(session).line.events == session.line.events
        session.undo_events(1)


class _Gems:
    """What may be behind the screens: of each colour, as many gems at least and at most as are said for a seat."""

    def __init__(self, bounds: dict[int, tuple[int, int]]) -> None:
        self.bounds = bounds

    def least(self, place: Place, kind: Thing) -> int:
        return self.bounds[place[1]][0]

    def most(self, place: Place, kind: Thing) -> int:
        return self.bounds[place[1]][1]

    def is_among(self, places: Sequence[Place], kind: Thing) -> bool:
        return False

    def exactly(self, place: Place, kind: Thing) -> int | None:
        return None


@pytest.mark.parametrize(
    ("gems", "due", "said"),
    [
        ({0: (4, 9), 1: (0, 9), 2: (0, 9)}, {0: True, 1: False, 2: False}, "Anna to act, perhaps Bob and Cyril too."),
        ({0: (0, 9), 1: (0, 9), 2: (0, 0)}, {0: False, 1: False}, "Anna or Bob to act."),
        ({0: (0, 0), 1: (0, 9), 2: (0, 0)}, {1: True}, "Bob to act."),
        ({0: (4, 9), 1: (0, 0), 2: (4, 9)}, {0: True, 2: True}, "Anna and Cyril to act."),
    ],
)
def test_who_can_still_recolour_is_not_read_off_an_assumed_game(
    gems: dict[int, tuple[int, int]], due: dict[int, bool], said: str
) -> None:
    """VC-5.2: who can pay for no circle is passed over in silence, as Bob is in the true game. Four gems buy any."""
    true = played("viceroy", 3, 1)
    state = next(state for state in true.line.states if state.phase == RECOLOUR)
    assert true.game.actors(state) == (0, 2)
    hidden: Any = true.game.hidden
    assert hidden.due(state, _Gems(gems)) == due
    session: Any = SimpleNamespace(actors=tuple(due), due=due, players=NAMES[:3], present=SimpleNamespace(ending=None))
    assert whose_turn(session) == said
    for seat in due:
        loose = hidden.loosened(state, seat, _Gems(gems))
        assert seat in true.game.actors(loose)


def test_the_true_players_due_are_among_those_who_may_act() -> None:
    """Without a look at the screens: all who act in the true game may act, and who is proved to act does."""
    true, others = played("viceroy", 3, 3), 0
    session = WitnessSession.begun(true.game, recorded("viceroy", 3, 3).header, "bystander")
    for before, event, after in zip(true.line.states, true.line.events, true.line.states[1:], strict=False):
        do = true.game.redacted(before, event.by, event.do, session.witness)
        session.append(Witnessed(event.by, do, session.completion.seen_effects(event.then), "sealed"))
        if after.phase == RECOLOUR:
            due, acting = session.due, {*true.game.actors(after)}
            assert {seat for seat, is_sure in due.items() if is_sure} <= acting <= {*due}
            assert session.view().actors == session.actors == tuple(due)
            others += {*true.game.actors(session.state)} != acting
    assert others, "the assumed game has other ones"


@pytest.mark.long
def test_the_view_of_a_witness_has_those_who_may_act() -> None:
    """What is proved of the gems decides who may act, in the session, its view and its moves."""
    session, _ = typed(3, 15, "Anna", "Cyril: recolour 2.0 yellow")
    view = session.view()
    assert session.due == {2: True}
    assert (session.actors, view.actors, view.status) == ((2,), (2,), ("done", "done", "in"))
    assert list(session.legal()) == ["Cyril"]


def test_whether_the_supply_has_a_gem_is_not_read_off_an_assumed_game() -> None:
    """VC-3.4: a closed circle gives a gem if the supply has one. Nobody counted it: both are possible."""
    session, move = typed(2, 3, "bystander", "Anna: place 2.2 using blue")
    with pytest.raises(NotationError, match=r"write first what is there \(`seen supply …`\)"):
        session.play(move)
    there = played("viceroy", 2, 3).line.states[89].supply
    assert there[0] == 0
    session.play(f"seen supply {' '.join(f'{n} {colour}' for n, colour in zip(there, COLOURS, strict=True) if n)}")
    session.play(move)
    assert not next(effect for effect in session.line.events[-1].then if isinstance(effect, CircleClosed)).gem


@pytest.mark.parametrize("shown", [("none",) * 4, (4, "none"), ("none", 12, "red"), ("red",) * 6, ("attack",) * 5])
def test_what_is_shown_is_read_back(shown: tuple[Any, ...]) -> None:
    """A card is a number, so four players who pass are not `4 nothing`: that is card 4, and a pass."""
    hidden: Any = get_game("viceroy").hidden
    assert [*hidden.things(hidden.written(shown))] == [*shown]


@pytest.mark.parametrize(("seed", "witness"), [(70009, "Anna"), pytest.param(70015, "Cyril", marks=pytest.mark.long)])
def test_a_game_of_four_is_typed_back(seed: int, witness: str) -> None:
    """Four who pass at once; and gems that law 67 takes from a screen, where their names say that it had no others."""
    session = recorded("viceroy", 4, seed, witness)
    found = begin(session.game, session.header)
    for number, event in enumerate(session.line.events, 1):
        who = "" if event.by == CHANCE else f"{session.players[event.by]}: "
        text = done_text(session.game, session.line.states[number - 1], event.by, event.do, session.players)
        found.play(f"{who}{text}{session.shows(number)}")
    assert found.line.events == session.line.events
