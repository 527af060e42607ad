"""The reader of moves that all games share: verbs and their short forms, lists, numbers, players, what is too much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from kronika.core.basics.errors import NotationError
from kronika.core.contract.forms import form_verb
from kronika.core.contract.game import CHANCE
from kronika.core.contract.notation import Notation, simple_verb
from kronika.core.contract.tokens import MoveContext, MoveTokens
from kronika.core.contract.verbs import Verb

NAMES = ("Anna", "Anna 2", "Bob Novák")
FRUIT = {"apple": "a", "red apple": "r", "pear": "p", "10": "x"}


class Board(Struct, frozen=True):
    pass


class Said(Struct, frozen=True):
    what: Any


class Gone(Struct, frozen=True):
    pass


Behind = MoveTokens[Board]


def verb(form: str, read: Callable[[Behind], Any], **more: Any) -> Verb:
    return Verb(form, form.lower(), "", (Said,), lambda words: Said(read(words)), lambda do, at: f"{do.what}", **more)


def said(text: str, read: Callable[[Behind], Any], names: Sequence[str] = NAMES) -> Any:
    """What a reader makes of the words behind a verb."""
    do: Any = Notation[Board, Said]((verb("say THIS", read),)).parse(Board(), 0, f"say {text}", names)
    return do.what


def refused(text: str, read: Callable[[Behind], Any]) -> str:
    with pytest.raises(NotationError) as error:
        said(text, read)
    return str(error.value)


# -- verbs ------------------------------------------------------------------------------------------------------------

VERBS = Notation[Board, Any](
    (
        verb("sail SHIP", lambda words: ("sail", words.rest("ship"))),
        verb("sailcard SHIP", lambda words: ("sailcard", words.rest("ship")), also=("card",)),
        verb("catastrophe CELL", lambda words: ("catastrophe", words.rest("cell"))),
        verb("return CARD", lambda words: ("law", words.rest("card"))),
        verb("start NAME", lambda words: ("start", words.player()), chance=True),
        verb("strike NAME", lambda words: ("strike", words.player()), chance=True),
        verb("return GEMS", lambda words: ("gems", words.rest("gem")), chance=True),
        simple_verb("go", "goes", Gone(), "leave"),
    )
)


def parse(text: str, seat: int = 0) -> Any:
    do = VERBS.parse(Board(), seat, text, NAMES)
    return do.what if isinstance(do, Said) else do


@pytest.mark.parametrize(
    ("text", "seat", "meant"),
    [
        ("sail 4", 0, ("sail", "4")),  # in full, though sailcard begins so too
        ("  SAIL\t 4 \n x ", 0, ("sail", "4 x")),
        ("sáil 4", 0, ("sail", "4")),
        ("sailc 4", 0, ("sailcard", "4")),
        ("card 4", 0, ("sailcard", "4")),
        ("car 4", 0, ("sailcard", "4")),
        ("cat 4", 0, ("catastrophe", "4")),
        ("strophe 4", 0, ("catastrophe", "4")),
        ("start Anna", 0, ("start", 0)),  # whether it is the time for it is for `check` to say
        ("sta Anna", 0, ("start", 0)),
        ("cat 4", CHANCE, ("catastrophe", "4")),
        ("s 4", 0, None),
        ("st Anna", CHANCE, None),
        ("return 5", 0, ("law", "5")),  # a word may be another verb for chance
        ("return 5", CHANCE, ("gems", "5")),
        ("ret 5", CHANCE, ("gems", "5")),
        ("go", 0, Gone()),
        ("leave", 0, Gone()),
        ("g", 0, Gone()),
    ],
)
def test_verbs(text: str, seat: int, meant: Any) -> None:
    if meant is None:
        with pytest.raises(NotationError, match=" can be "):
            parse(text, seat)
    else:
        assert parse(text, seat) == meant


@pytest.mark.parametrize(
    ("text", "seat", "says"),
    [
        ("", 0, "The move is empty."),
        (" \t ", CHANCE, "The move is empty."),
        ("xyzzy", 0, "'xyzzy' is not a move."),
        ("'", 0, '"\'" is not a move.'),
        ("?", 0, "'?' is not a move."),
        ("sial 4", 0, "'sial' is not a move. Did you mean: sail"),
        ("s 4", 0, "'s' can be sail or sailcard."),
        ("st Anna", CHANCE, "'st' can be start or strike."),
        ("go away", 0, "'away' is not expected here."),
    ],
)
def test_what_is_no_verb(text: str, seat: int, says: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(text, seat)
    assert str(error.value).startswith(says)


def test_a_move_is_written_by_its_type() -> None:
    assert VERBS.format(Board(), 0, Gone(), NAMES) == "go"
    assert VERBS.format(Board(), 0, Said("so"), NAMES) == "so"
    assert [verb.word for verb in VERBS.verbs()][:2] == ["sail", "sailcard"]


def test_who_knows_and_who_is_who() -> None:
    """The referee knows all, a seat what it knows itself; EVERYONE (-2) nothing of a seat's own."""
    at = {viewer: MoveContext(Board(), 1, NAMES, viewer) for viewer in (None, 0, 1, -2)}
    assert [at[viewer].knows(1) for viewer in (None, 0, 1, -2)] == [True, False, True, False]
    assert at[None].name(2) == "Bob Novák"
    assert at[None].name(3) == "3", "nobody sits there"


# -- one thing --------------------------------------------------------------------------------------------------------


def test_one_of_a_table() -> None:
    assert said("red  apple", lambda words: words.one(FRUIT, "fruit")) == "r"
    assert said("PEÁ", lambda words: words.one(FRUIT, "fruit")) == "p"
    assert said("pear apple", lambda words: [words.one_word(FRUIT, "fruit"), words.one(FRUIT, "fruit")]) == ["p", "a"]
    assert refused("", lambda words: words.one(FRUIT, "fruit")) == "Which fruit? The form is `say THIS`."
    assert refused("pera", lambda words: words.one(FRUIT, "fruit")) == "There is no fruit 'pera'. Did you mean: pear?"
    assert refused("pear x", lambda words: words.one_word(FRUIT, "fruit")) == "'x' is not expected here."


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("0", 0), ("12", 12), ("007", 7)])
def test_numbers(text: str, number: int) -> None:
    assert said(text, lambda words: words.number(0, 12, "slot")) == number


@pytest.mark.parametrize("text", ["13", "-1", "+1", "1.0", "²", "٣", "x", "00001", "9" * 5000])
def test_what_is_no_number_of_the_range(text: str) -> None:
    assert refused(text, lambda words: words.number(0, 12, "slot")).startswith("The slot can be 0 to 12, not ")


def test_players() -> None:
    assert said("bob novak", lambda words: words.player()) == 2
    assert said("2", lambda words: words.player()) == 2
    assert refused("", lambda words: words.player()) == "Which player? The form is `say THIS`."
    assert refused("chance", lambda words: words.player()).startswith("'chance' is not a player.")
    assert refused("Ana", lambda words: words.player()) == "There is no player 'Ana'. Did you mean: Anna, Anna 2?"


def test_a_player_before_n_words() -> None:
    def drawn(words: Behind) -> tuple[int, str]:
        return words.player(behind=2), words.rest("card")

    assert said("Anna 2 5", drawn) == (0, "2 5")
    assert said("Anna 2 5 6", drawn) == (1, "5 6")
    assert said("bob novák 5 6", drawn) == (2, "5 6")
    for text in ("5 6", "5", ""):
        assert refused(text, drawn) == "Which player? The form is `say THIS`."


def test_a_player_before_any_words() -> None:
    def drawn(words: Behind) -> tuple[int, list[str]]:
        return words.first_player(), words.things()

    assert said("Anna red", drawn) == (0, ["red"])
    assert said("Anna 2", drawn) == (1, []), "the longest name that fits"
    assert said("bob novak red red", drawn) == (2, ["red", "red"])
    assert said("0 red", drawn) == (0, ["red"])
    assert refused("", drawn).startswith("Which player?")
    assert refused("Eva red", drawn).startswith("There is no player 'Eva'.")


@pytest.mark.parametrize("name", ["' x", "x ’", "x - y", "_ - x"])
def test_a_player_with_words_that_are_none_when_names_are_compared(name: str) -> None:
    """Apostrophes, `-` and `_` are passed over there, and so would be a word of nothing else."""
    assert said(f"{name} red", lambda words: (words.first_player(), words.things()), ("Anna", name)) == (1, ["red"])


# -- several things ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("apple pear", ("a", "p")),
        ("apple,pear", ("a", "p")),
        ("red apple , pear", ("r", "p")),
        ("red apple", ("r",)),  # the whole of a name, and not two
        ("apple, pear,", ("a", "p")),
        ("", ()),
        ("apple apple apple", ("a", "a", "a")),
    ],
)
def test_lists(text: str, found: tuple[str, ...]) -> None:
    assert said(text, lambda words: words.exact_things(FRUIT, "fruit", 0, 3)) == found


@pytest.mark.parametrize(
    ("text", "fewest", "most", "says"),
    [
        ("apple", 2, 2, "Name 2 fruits here, not 1. The form is `say THIS`."),
        ("apple apple", 1, 1, "Name 1 fruit here, not 2."),
        ("", 1, 3, "Name 1 to 3 fruits here, not 0."),
        ("pear nut", 1, 3, "There is no fruit 'nut'."),
    ],
)
def test_lists_that_are_refused(text: str, fewest: int, most: int, says: str) -> None:
    assert refused(text, lambda words: words.exact_things(FRUIT, "fruit", fewest, most)).startswith(says)


def taken(words: Behind) -> str:
    return " ".join(words.things())


def test_parts() -> None:
    def cut(words: Behind) -> list[str]:
        before, behind = words.cut("at", "on")
        return [taken(before), "-" if behind is None else taken(behind)]

    assert said("a b AT c on d", cut) == ["a b", "c on d"]
    assert said("a b", cut) == ["a b", "-"]
    assert said("on", cut) == ["", ""]
    assert said("a with b", lambda words: [taken(part) for part in words.split_around("with")]) == ["a", "b"]
    assert refused("a b", lambda words: words.split_around("with")) == "`with` is missing. The form is `say THIS`."
    assert said("1 2/3 / 4", lambda words: [taken(part) for part in words.split("/")]) == ["1 2", "3", "4"]
    assert said("", lambda words: [taken(part) for part in words.split("/")]) == [""]
    assert refused("a b with c", lambda words: [part.word("thing") for part in words.split_around("with")]) == (
        "'b' is not expected here."
    )
    assert said("slot 3", lambda words: [words.skip("slot"), words.number(1, 6, "slot")]) == [True, 3]
    assert said("3", lambda words: [words.skip("slot"), words.number(1, 6, "slot")]) == [False, 3]


# -- numbers ----------------------------------------------------------------------------------------------------------


class Stake(Struct, frozen=True, tag="stake"):
    coins: Annotated[int, Meta(ge=0, le=3)]
    round_number: Annotated[int, Meta(ge=1, le=12)]


STAKES = Notation((form_verb("stake COINS ROUND", "stake 2 7", "stakes coins on a round", Stake, secret=True),))


def test_a_verb_of_numbers_is_an_open_move_of_a_player_unless_it_says_otherwise() -> None:
    stake, fall = (form_verb("stake COINS ROUND", "stake 2 7", "…", Stake, chance=chance) for chance in (False, True))
    plain = form_verb("stake COINS ROUND", "stake 2 7", "…", Stake)
    assert [verb.chance for verb in (plain, stake, fall)] == [False, False, True]
    assert Notation((plain,)).format(Board(), 0, Stake(2, 7), NAMES, 1) == "stake 2 7"
    assert STAKES.format(Board(), 0, Stake(2, 7), NAMES, 1) == "stake ? ?"


def test_a_verb_of_numbers_reads_and_writes_them_in_order() -> None:
    assert STAKES.parse(None, 0, "stake 2 7", NAMES) == Stake(2, 7)
    assert STAKES.format(None, 0, Stake(2, 7), NAMES) == "stake 2 7"
    assert STAKES.format(None, 0, Stake(2, 7), NAMES, 0) == "stake 2 7"
    assert STAKES.format(None, 0, Stake(2, 7), NAMES, 1) == "stake ? ?"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("stake 4 7", "The coins can be 0 to 3, not '4'."),
        ("stake 3 0", "The round number can be 1 to 12, not '0'."),
        ("stake 3", "Which round number? The form is `stake COINS ROUND`."),
        ("stake 3 1 2", "'2' is not expected here."),
    ],
)
def test_a_verb_of_numbers_keeps_to_the_bounds_of_their_types(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        STAKES.parse(None, 0, text, NAMES)
    assert str(error.value) == says
