"""Moves as text, and effects as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.contract.game import CHANCE, EVERYONE
from kronika.core.games.ancient_knowledge import GAME, actions
from kronika.core.games.ancient_knowledge.actions import ARCHIVE, NO, SEARCH
from kronika.core.games.ancient_knowledge.cards import FACTS
from kronika.core.games.ancient_knowledge.effects import builders, ending, technologies, timeline, turns
from kronika.core.sessions.digest import digest
from support.ancient import NAMES, cards, place, play

STATE = GAME.setup(GAME.Options(), 2)
TEN = " ".join(cards("C", 1, 10))


def read(text: str, seat: int = 0) -> Any:
    return GAME.parse(STATE, seat, text, NAMES[:2])


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("create C16 at 1", actions.Create("C16", 1)),
        ("Create Heracleion at slot 1 discarding C1 M2", actions.Create("C16", 1, ("C1", "M2"))),
        ("create herakleion on 1 discard C1, Abu Gorab", actions.Create("C16", 1, ("C1", "C2"))),
        ("create A12 discard C1 C2 C3", actions.Create("A12", 0, ("C1", "C2", "C3"))),
        ("create Göbekli Tepe at 5", actions.Create("C3", 5)),
        ("create gobekli tepe at 5", actions.Create("C3", 5)),
        ("create Hagar Qim at 2", actions.Create("M31", 2)),
        ("cre C16 at 1", actions.Create("C16", 1)),
        ("create\tC16 at 1", actions.Create("C16", 1)),
        ("CREATE C16 AT Slot 1 Discarding c1", actions.Create("C16", 1, ("C1",))),
        ("create at at 3", actions.Create("C29", 3)),  # Atlantis in short
        ("learn T2", actions.Learn("T2")),
        ("learn Koptské písmo", actions.Learn("T25")),
        ("learn aristo", actions.Learn("T2")),
        ("archive", ARCHIVE),
        ("archive C1 C2", actions.Archive(("C1", "C2"))),
        (f"archive {TEN}", actions.Archive(tuple(cards("C", 1, 10)))),  # a whole hand (AK-2.7)
        (f"discard {TEN}", actions.Discard(tuple(cards("C", 1, 10)))),
        (f"create C16 at 1 discard {TEN}", actions.Create("C16", 1, tuple(cards("C", 1, 10)))),
        ("excavate 108", actions.Excavate(108)),
        ("take 99 from C21", actions.Take("C21", 99)),
        ("remove 15", actions.Remove(15)),
        ("flip 1", actions.Flip(1)),
        ("flip 3", actions.Flip(3)),
        ("to 1", actions.To(1)),
        ("to 6", actions.To(6)),
        ("archive discard Mycenae, Tulum", actions.Archive(("C21", "C35"))),
        ("excavate 3", actions.Excavate(3)),
        ("search", SEARCH),
        ("se", SEARCH),
        ("activate M24", actions.Activate("M24")),
        ("activate Tlaloc's Statue", actions.Activate("M24")),
        ("activate T9", actions.Activate("T9")),
        ("decline C21", actions.Decline("C21")),
        ("decline Mykény", actions.Decline("C21")),
        ("no", NO),
        ("stop", NO),
        ("choose M4", actions.Choose("M4")),
        ("choose Thoth", actions.Choose("T30")),
        ("to 3", actions.To(3)),
        ("to slot 3", actions.To(3)),
        ("take 2 from C21", actions.Take("C21", 2)),
        ("take from C21", actions.Take("C21")),
        ("take C21", actions.Take("C21")),
        ("remove 0", actions.Remove(0)),
        ("discard C1 M2", actions.Discard(("C1", "M2"))),
        ("look at Bob", actions.Look(1)),
        ("look bob", actions.Look(1)),
        ("flip board 2", actions.Flip(2)),
        ("offer C4", actions.Offer("C4")),
        ("accept C4", actions.Accept("C4")),
        ("refuse", actions.Refuse()),
        ("proceed", actions.Proceed()),
        ("keep C1 C5 M2 M7 P3 A4", actions.Keep(("C1", "C5", "M2", "M7", "P3", "A4"))),
    ],
)
def test_what_can_be_typed(text: str, do: Any) -> None:
    assert read(text) == do


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("first Bob", actions.FirstPlayer(1)),
        ("f Bob", actions.FirstPlayer(1)),
        ("starters 2 4", actions.Starters((2, 4))),
        ("draw C1 M3", actions.Draw(("C1", "M3"))),
        ("lay T1 Aristotle", None),
        ("lay T1, Aristotle", actions.Lay(("T1", "T2"))),
        ("lay T1 T2 T3", actions.Lay(("T1", "T2", "T3"))),
        ("lay T34 T35 T36 T37 T38 T39 T40", actions.Lay(tuple(cards("T", 34, 40)))),  # P7
        (f"draw {TEN}", actions.Draw(tuple(cards("C", 1, 10)))),  # T22
    ],
)
def test_what_chance_is_typed_as(text: str, do: Any) -> None:
    assert read(text, CHANCE) == (do or actions.Lay(("T1", "T2")))


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("", "The move is empty.", ""),
        ("creat3 C16", "'creat3' is not a move. Did you mean: create", "create"),
        ("create", "Which builder card? The form is `create CARD [at SLOT] [discard CARDS]`.", ""),
        ("create C16 at", "Which slot? The form is `create CARD", ""),
        ("create C16 at 1 discard", "Name 1 to 10 builder cards here, not 0.", ""),
        ("create C16 at 1 2", "'2' is not expected here.", ""),
        ("create C99 at 1", "no builder card", "C9"),
        ("create T2", "no builder card", ""),
        ("create C16 at 7", "The slot can be 1 to 6, not '7'.", ""),
        ("create C16 at x", "The slot can be 1 to 6, not 'x'.", ""),
        ("learn C16", "no technology", ""),
        ("learn Aristotelix", "no technology", "aristotle"),
        ("learn Pyth", "", ""),
        ("activate pyramid", "can be", ""),
        ("excavate", "Which number of monuments? The form is `excavate NUMBER`.", ""),
        ("excavate 0", "The number of monuments can be 1 to 108, not '0'.", ""),
        ("take 0 from C21", "The amount of knowledge can be 1 to 99, not '0'.", ""),
        ("take", "Which builder card? The form is `take [NUMBER] from CARD`.", ""),
        ("look at Zoe", "no player", ""),
        ("look at", "Which player? The form is `look [at] NAME`.", ""),
        ("discard C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11", "Name 1 to 10 builder cards here, not 11.", ""),
        (f"archive {TEN} C11", "Name 1 to 10 builder cards here, not 11.", ""),
        (f"create C16 at 1 discard {TEN} C11", "Name 1 to 10 builder cards here, not 11.", ""),
        ("excavate 109", "The number of monuments can be 1 to 108, not '109'.", ""),
        ("take 100 from C21", "The amount of knowledge can be 1 to 99, not '100'.", ""),
        ("remove 16", "The amount of lost knowledge can be 0 to 15, not '16'.", ""),
        ("flip 0", "The board can be 1 to 3, not '0'.", ""),
        ("to 0", "The slot can be 1 to 6, not '0'.", ""),
        ("to 7", "The slot can be 1 to 6, not '7'.", ""),
        ("keep C1 C2 C3 C4 C5 C6 C7", "Name 1 to 6 builder cards here, not 7.", ""),
        ("search now", "'now' is not expected here.", ""),
        ("no 5", "'5' is not expected here.", ""),
        ("flip 2 3", "'3' is not expected here.", ""),
        ("re 3", "'re' can be remove or refuse.", ""),
        ("flip 4", "The board can be 1 to 3, not '4'.", ""),
    ],
)
def test_what_cannot_be_read(text: str, says: str, hint: str) -> None:
    if text == "learn Pyth":
        assert read(text) == actions.Learn("T31")
        return
    with pytest.raises(NotationError) as error:
        read(text)
    assert says in str(error.value)
    assert any(hint in shown for shown in (*error.value.hints, str(error.value)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deal C1 C2", "Name 2 hands here, not 1. The form is `deal CARDS / CARDS`."),
        ("deal C1 / M1", "Name 10 builder cards here, not 1."),
        ("starters 1", "Name 2 starter sets here, not 1."),
        ("starters 1 5", "The starter set can be 1 to 4, not '5'."),
        ("lay T1 T2 T3 T4 T5 T6 T7 T8", "Name 1 to 7 technologies here, not 8."),
        (f"draw {TEN} C11", "Name 1 to 10 builder cards here, not 11."),
        ("starters 0 1", "The starter set can be 1 to 4, not '0'."),
        ("first chance", "'chance' is not a player"),
        ("drew C1", "is not a move"),
    ],
)
def test_what_cannot_be_read_of_chance(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text, CHANCE)
    assert says in str(error.value)


def test_a_move_is_written_as_it_is_read() -> None:
    assert GAME.format(STATE, 0, actions.Create("C16", 1, ("C1", "M2")), NAMES) == "create C16 at 1 discard C1 M2"
    assert GAME.format(STATE, 0, actions.Take("C21", 2), NAMES) == "take 2 from C21"
    assert GAME.format(STATE, 0, ARCHIVE, NAMES) == "archive"
    assert GAME.format(STATE, 0, NO, NAMES) == "no"
    assert GAME.format(STATE, 0, actions.Look(1), NAMES) == "look at Bob"


# -- several at once ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "before", "whole", "steps"),
    [
        (
            {"anna": {"hand": ["C16", "C1", "M1", "P1", "A1"]}},
            (),
            "create C16 at 3 discard P1 C1 M1",
            ["create C16 at 3", "discard C1", "discard M1", "discard P1"],
        ),
        ({"anna": {"hand": ["C16", "C1", "M1"]}}, (), "create C16 at 2 discard C1 M1", ["create C16 at 2"]),
        (
            {"anna": {"hand": cards("C", 1, 4), "timeline": {3: ["M1 9", "M2 9"]}}},
            (),
            "archive C3 C1",
            ["archive", "discard C1", "discard C3", "no"],
        ),
        (
            {"anna": {"hand": cards("C", 1, 3), "timeline": {3: ["M1 2", "M2 1"]}}},
            (),
            "archive C1 C2 C3",
            ["archive", "discard C1", "discard C2", "discard C3"],
        ),
        (
            {"anna": {"hand": cards("C", 1, 4), "timeline": {3: ["M1 9", "M2 9"]}}},
            ("archive C1 C2 C3",),
            "take 2 from M2",
            ["take 1 from M2"] * 2,
        ),
        (
            {"phase": "keep", "anna": {"hand": cards("C", 1, 10)}, "bob": {"hand": cards("M", 1, 10)}},
            (),
            "Anna: keep C10 C9 C1 C2 C3 C4",
            ["keep C1", "keep C2", "keep C3", "keep C4", "keep C9", "keep C10"],
        ),
        (
            {"phase": "keep", "anna": {"hand": cards("C", 1, 10)}, "bob": {"hand": cards("M", 1, 10)}},
            ("Anna: keep C9 C4",),
            "Anna: keep C1 C2 C3 C4 C9 C10",
            ["keep C1", "keep C2", "keep C3", "keep C10"],
        ),
        (
            {"phase": "decline", "anna": {"timeline": {1: ["M9 0"]}}, "bob": {"hand": cards("C", 1, 4)}},
            (),
            "Bob: discard C4 C2",
            ["discard C2", "discard C4"],
        ),
        (
            {"phase": "decline", "anna": {"timeline": {1: ["M9 0"]}}, "bob": {"hand": cards("C", 1, 3)}},
            (),
            "Bob: discard C3 C2",
            ["discard C2", "discard C3"],
        ),
        (
            {"anna": {"hand": ["P13"], "artifacts": ["A1", "A2", "A3"]}},
            ("create P13 at 4",),
            "discard A2 A1",
            ["discard A1", "discard A2"],
        ),
    ],
)
def test_several_at_once_are_the_single_steps(
    given: dict[str, Any], before: tuple[str, ...], whole: str, steps: list[str]
) -> None:
    session = place(**given)
    play(session, *before)
    seat, do = session.read(whole if ":" in whole else f"Anna: {whole}")
    GAME.check(session.state, seat, do)
    state, _ = GAME.apply(session.state, seat, do)
    parts = GAME.in_steps(session.state, seat, do)
    assert [GAME.format(session.state, seat, part, NAMES) for part in parts] == steps
    stepped = session.state
    for part in parts:
        assert part in GAME.actions(stepped, seat)
        stepped, _ = GAME.apply(stepped, seat, part)
    assert digest(stepped) == digest(state)


def test_random_wholes_are_the_single_steps() -> None:
    """Over random games: sets of cards and amounts named at once, where such a choice is due."""
    tried = 0
    for seed in range(6):
        state = GAME.setup(GAME.Options(), 3)
        for number in range(400):
            seats = GAME.actors(state)
            if not seats:
                break
            dice = Dice("wholes", seed, number)
            by = dice.choice(seats)
            if by == CHANCE:
                do = GAME.sample(state, dice)
            else:
                do = GAME.pick(state, by, dice)
                whole = _whole(do, state, by, dice)
                if whole is not None and _allowed(state, by, whole):
                    tried += 1
                    after, _ = GAME.apply(state, by, whole)
                    stepped = state
                    for part in GAME.in_steps(state, by, whole):
                        assert part in GAME.actions(stepped, by)
                        stepped, _ = GAME.apply(stepped, by, part)
                    assert digest(stepped) == digest(after)
            state, _ = GAME.apply(state, by, do)
    assert tried > 100


def _whole(do: Any, state: Any, seat: int, dice: Dice) -> Any:
    """A move of several cards or tokens made of a listed one."""
    view = GAME.view(state, None)
    hand = view.players[seat].hand
    some = tuple(dice.draw(hand, min(len(hand), 1 + dice.below(5)))) if hand else ()
    match do:
        case actions.Create():
            return actions.Create(do.card, do.slot, some)
        case actions.Archive():
            return actions.Archive(some)
        case actions.Discard():
            return actions.Discard(some) if some else None
        case actions.Keep():
            return actions.Keep(some)
        case actions.Take():
            return actions.Take(do.card, 1 + dice.below(3))
    return None


def _allowed(state: Any, seat: int, do: Any) -> bool:
    try:
        GAME.check(state, seat, do)
    except IllegalAction:
        return False
    return True


# -- what others read ---------------------------------------------------------------------------------------------


def test_hidden_cards_of_a_move_are_masked() -> None:
    session = place(anna={"hand": ["C16", "C1", "M1", "P1"], "timeline": {3: ["M9 2"]}})
    create = actions.Create("C16", 2, ("C1", "M1"))
    assert GAME.format(session.state, 0, create, NAMES, 1) == "create C16 at 2 discard ? ?"
    assert GAME.format(session.state, 0, create, NAMES, 0) == "create C16 at 2 discard C1 M1"
    assert GAME.format(session.state, 0, actions.Archive(("C1",)), NAMES, 1) == "archive ?"
    play(session, "search")
    draw = actions.Draw(("A1",))
    assert GAME.format(session.state, CHANCE, draw, NAMES, 0) == "draw A1"
    assert GAME.format(session.state, CHANCE, draw, NAMES, 1) == "draw ?"


def test_open_cards_of_a_move_are_not_masked() -> None:
    session = place(boards=[["T3", "T9", "T14"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]])
    play(session, "learn T3")
    draw = actions.Draw(("P1", "P2", "P3", "P4", "P5"))
    assert GAME.format(session.state, CHANCE, draw, NAMES, 1) == "draw P1 P2 P3 P4 P5"
    play(session, "draw P1 P2 P3 P4 P5")
    assert GAME.format(session.state, 0, actions.Choose("P1"), NAMES, 1) == "choose P1"


def test_a_stolen_card_is_known_to_both() -> None:
    session = place(players=3, phase="decline", anna={"timeline": {1: ["M14 0"]}}, bob={"hand": ["C1", "C2"]})
    choose = actions.Choose("C1")
    assert [GAME.format(session.state, 0, choose, NAMES, viewer) for viewer in range(3)] == [
        "choose C1",
        "choose C1",
        "choose ?",
    ]
    stolen = builders.Stolen(0, 1, "C1", "M14")
    assert GAME.describe(stolen, NAMES, 1) == "Anna takes C1 Osirion from Bob"
    assert GAME.describe(stolen, NAMES, 2) == "Anna takes a card from Bob"
    assert GAME.describe(stolen, NAMES, EVERYONE) == "Anna takes a card from Bob"
    for card in ("C1", "C2"):  # of one word and of several
        assert GAME.format(session.state, 0, actions.Choose(card), NAMES, EVERYONE) == "choose ?"


def test_everybody_learns_their_own_ten_cards() -> None:
    """AK-1.3: one sees what one is dealt, and how many the others are."""
    first, second = (tuple(f"{kind}{n}" for n in range(1, 11)) for kind in "CM")
    hidden = " ".join("?" * 10)
    told = [
        GAME.format(GAME.setup(GAME.Options(), 2), CHANCE, actions.Deal((first, second)), NAMES, viewer)
        for viewer in (0, 1, EVERYONE, None)
    ]
    assert told == [
        f"deal {' '.join(first)} / {hidden}",
        f"deal {hidden} / {' '.join(second)}",
        f"deal {hidden} / {hidden}",
        f"deal {' '.join(first)} / {' '.join(second)}",
    ]


@pytest.mark.parametrize(
    ("effect", "all_know", "others"),
    [
        (
            builders.Discarded(0, ("C1", "M1"), "C16", "AK-3.1"),
            "Anna discards C1 Osirion and M1 Stonehenge (C16 Heracleion)",
            "Anna discards 2 cards (C16 Heracleion)",
        ),
        (
            builders.KeptOne(0, "C1", "P34"),
            "Anna keeps C1 Osirion (P34 Pyramids of Plaine Magnien)",
            "Anna keeps one of the cards (P34 Pyramids of Plaine Magnien)",
        ),
        (
            technologies.PutUnder(0, ("T30", "T31"), "P7"),
            "Anna puts T30 Thoth and T31 Pythagoras under the deck of level II",
            "Anna puts 2 technologies under the deck of level II",
        ),
        (
            ending.Exchanged(0, 1, ("C1", "M1")),
            "Anna gives C1 Osirion for Bob's M1 Stonehenge",
            "Anna and Bob exchange a card",
        ),
        (
            builders.SetAsideDiscarded(0, ("C1", "M1"), "P34"),
            "Anna discards C1 Osirion and M1 Stonehenge from the cards set aside",
            "Anna discards 2 cards from the cards set aside",
        ),
        (
            builders.SetAsideDiscarded(0, ("C1",), "T3"),
            "Anna discards C1 Osirion from the cards set aside",
            "Anna discards C1 Osirion from the cards set aside",
        ),
    ],
)
def test_secrets_of_an_effect(effect: Any, all_know: str, others: str) -> None:
    assert GAME.describe(effect, NAMES) == all_know
    assert GAME.describe(effect, NAMES, 0) == all_know
    assert GAME.describe(effect, NAMES, 2) == others


def test_sentences() -> None:
    assert (
        GAME.describe(builders.Created(0, "C16", 1, 2, "AK-3.4"), NAMES)
        == "Anna creates C16 Heracleion on slot 1 with 2 knowledge"
    )
    assert GAME.describe(builders.Created(0, "A1", 0, 0, "AK-3.5"), NAMES) == "Anna creates A1 Disk of Sabu"
    assert GAME.describe(builders.HandFull(1, 1), NAMES) == "Bob's hand is full: 1 card is not drawn"
    assert GAME.describe(timeline.Declined(0, "C16", 0), NAMES) == "Anna's C16 Heracleion declines into the Past"
    assert GAME.describe(ending.Ended((3, -1)), NAMES[:2]) == "the game ends: Anna 3, Bob -1"
    assert GAME.describe(turns.StarterSetsDealt((2, 4)), NAMES) == "the starter sets, by seat, are 2 and 4"


def test_every_card_is_explained() -> None:
    told = GAME.cards()
    assert len(told) == 189
    by_id = {card.id: card for card in told}
    assert by_id["C21"].text == (
        "Slot 6, locked; costs 1 card; 4 knowledge; 0 points. "
        "When it declines: take up to 7 knowledge in total off your other monuments, split freely."
    )
    assert by_id["T39"].text == "5 points; needs 3 cities, 3 megaliths and 3 pyramids in the Past."
    assert "(Open: whether 3 is per city" in by_id["C31"].text
    assert by_id["C16"].other_names == ("Herakleion",)
    assert (by_id["A1"].kind, by_id["T1"].kind, by_id["T45"].kind) == (
        "artifact",
        "ancient technology, level I",
        "writing technology, level II",
    )
    assert [card.name for card in told] == [fact.name for fact in FACTS[1:]]


def test_the_card_a_decision_plays() -> None:
    assert GAME.named_cards(actions.Create("C16", 1)) == ("C16",)
    assert GAME.named_cards(actions.Learn("T2")) == ("T2",)
    assert GAME.named_cards(SEARCH) == ()
