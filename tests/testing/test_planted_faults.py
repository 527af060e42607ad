"""Faults planted in a sound little game: the suite that ships with the package finds each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Annotated, Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from kronika.core import Card, IllegalAction, NotationError, PositionError, Prompt, ScoreItem, Verb, seat_at_key
from kronika.core.contract.annotations import choices
from kronika.core.rulebook import tutorial
from kronika.testing.checks import declared, guided
from kronika.testing.playouts import cases
from support.duel import Duel, DuelOptions, DuelState, Play, Prize, Shown, Spare, Take, Won
from support.planted import Planted
from support.suite import TESTS, failure
from support.tiny import GAME, NOTATION, Tiny

FAULTS = Planted()
fault = FAULTS.plant


# -- what a seat may know -----------------------------------------------------------------------------------------


def goes_on_by_itself_after_a_one(self: Tiny, state: DuelState, seat: int, do: Any) -> tuple[DuelState, Any]:
    after, then = Tiny.apply(self, state, seat, do)
    return after, then or ((Shown(()),) if do == Play(1) else ())


def whispers(self: Tiny, state: DuelState, seat: int, do: Any, names: Sequence[str], viewer: Any = None) -> str:
    text = Tiny.format(self, state, seat, do, names, viewer)
    return f"{text}{max(state.sealed)}" if text.endswith("?") else text


fault(
    "a projection of what lies face down",
    "test_a_projection_uses_what_all_know",
    projected=lambda self, state: [
        ScoreItem(seat, "sealed", "sealed", card, "DU-5") for seat, card in enumerate(state.sealed)
    ],
)

# -- what may be done ---------------------------------------------------------------------------------------------


def lists_what_is_not_held(self: Tiny, state: DuelState, seat: int) -> Sequence[Any]:
    listed = Tiny.actions(self, state, seat)
    return [*listed, Play(5)] if listed and isinstance(listed[0], Play) and Play(5) not in listed else listed


def refuses_nothing_but_the_wrong_time(self: Tiny, state: DuelState, seat: int, do: Any) -> None:
    if not isinstance(do, Play) or seat not in self.actors(state) or state.phase != 1:
        Tiny.check(self, state, seat, do)


def cites_a_rule_that_is_not(self: Tiny, state: DuelState, seat: int, do: Any) -> None:
    try:
        Tiny.check(self, state, seat, do)
    except IllegalAction as error:
        raise IllegalAction("DU-9", error.reason) from None


def looks_before_it_asks(self: Tiny, state: DuelState, seat: int, do: Any) -> None:
    if isinstance(do, Play) and do.card not in state.hands[seat]:
        raise IllegalAction("DU-2", f"You do not hold {do.card}.")
    Tiny.check(self, state, seat, do)


fault(
    "an action twice",
    "test_every_listed_action_is_legal_and_listed_once",
    actions=lambda self, state, seat: [*Tiny.actions(self, state, seat)] * 2,
)
fault(
    "an illegal action listed",
    "test_every_listed_action_is_legal_and_listed_once",
    actions=lists_what_is_not_held,
)
fault(
    "cards played that are not held",
    "test_what_is_not_listed_is_refused",
    check=refuses_nothing_but_the_wrong_time,
)
fault(
    "a refusal by a rule that is not in the SPEC", "test_what_is_not_listed_is_refused", check=cites_a_rule_that_is_not
)
fault(
    "a check that breaks for a seat that is not there", "test_what_is_not_listed_is_refused", check=looks_before_it_asks
)

# -- chance, states, the end ---------------------------------------------------------------------------------------

TICKS = count()


def counts_what_it_did(self: Tiny, state: DuelState, seat: int, do: Any) -> Any:
    after, then = Tiny.apply(self, state, seat, do)
    return replace(after, prize=2 + next(TICKS) % 2) if isinstance(do, Prize) else after, then


fault("a prize that is not there", "test_what_is_picked_is_listed", sample=lambda self, state, dice: Prize(4))
fault(
    "chance of its own",
    "test_what_is_picked_is_listed",
    sample=lambda self, state, dice: Prize(state.prizes[next(TICKS) % len(state.prizes)]),
)
fault("effects that hang on what was done before", "test_replaying_gives_the_same", apply=counts_what_it_did)
fault(
    "lists in the state",
    "test_states_hold_plain_data_only",
    setup=lambda self, options, seats: replace(Tiny.setup(self, options, seats), won=[b""] * seats),
)
fault(
    "a winner and nobody else",
    "test_a_random_game_ends_with_an_outcome",
    result=lambda self, state: (end := Tiny.result(self, state)) and replace(end, ranking=end.ranking[:1]),
)
fault(
    "an end before the end",
    "test_a_random_game_ends_with_an_outcome",
    result=lambda self, state: Tiny.result(self, replace(state, phase=3)),
)
fault(
    "five players who get four hands",
    "test_the_seats_that_may_act",
    seats=(2, 6),
    setup=lambda self, options, seats: Tiny.setup(self, options, min(seats, 4)),
)

# -- points, rules, cards ------------------------------------------------------------------------------------------


def effects_of_no_rule(self: Tiny, state: DuelState, seat: int, do: Any) -> Any:
    after, then = Tiny.apply(self, state, seat, do)
    return after, tuple(replace(effect, rule="DU-7") if isinstance(effect, Won) else effect for effect in then)


fault(
    "totals that no item explains",
    "test_score_items_are_complete",
    totals=lambda self, state: tuple(points + 1 for points in Tiny.totals(self, state)),
)
fault(
    "an item without a source",
    "test_score_items_are_complete",
    score=lambda self, state: tuple(
        ScoreItem(item.seat, item.part, "", item.points, item.rule) for item in Tiny.score(self, state)
    ),
)
fault("an effect by a rule that is not there", "test_rules_that_are_cited_exist", apply=effects_of_no_rule)
fault(
    "two cards of one name",
    "test_cards_are_told_apart",
    cards=lambda self: [replace(card, name="Óne" if card.id == "2" else card.name) for card in Tiny.cards(self)],
)
fault(
    "a decision that plays a card by its name",
    "test_the_cards_that_a_decision_plays_are_cards",
    named_cards=lambda self, do: [f"card {do.card}"] if isinstance(do, Play) else (),
)

# -- text and secrets ------------------------------------------------------------------------------------------------


def passes_over_what_follows(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    return Tiny.parse(
        self, state, seat, " ".join(text.split()[: 1 if text.startswith(("take", "spare")) else 2]), names
    )


def reads_another_card(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    return Tiny.parse(self, state, seat, text.replace("play 4", "play 3"), names)


def reads_small_letters_only(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    if text != text.lower():
        raise NotationError("Too loud.")
    return Tiny.parse(self, state, seat, text, names)


def trusts_the_names(self: Tiny, given: Any, options: Any, names: Sequence[str]) -> Any:
    return replace(self.setup(options, len(names)), won=tuple(bytes(given.won[name]) for name in names))


def keeps_the_last_of_two(self: Tiny, given: Any, options: Any, names: Sequence[str]) -> Any:
    won = {seat_at_key(name, names, "won"): bytes(prizes) for name, prizes in given.won.items()}
    return replace(self.setup(options, len(names)), won=tuple(won.get(seat, b"") for seat in range(len(names))))


def names_one_of_two(self: Tiny, given: Any, options: Any, names: Sequence[str]) -> Any:
    seats = [seat_at_key(name, names, "won") for name in given.won]
    if len(set(seats)) < len(seats):
        raise PositionError(f"won: {names[seats[0]]} is named twice.")
    return keeps_the_last_of_two(self, given, options, names)


def says_too_little(self: Tiny, state: DuelState, names: Sequence[str]) -> Any:
    return self.Given()


def asks(prompt: Callable[[Any, Any], Prompt]) -> list[Verb]:
    """The verbs, with what is asked for when a prize is due."""
    return [replace(verb, prompt=prompt) if verb.chance else verb for verb in NOTATION.verbs()]


def reads_a_card_alone(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    return Prize(2) if seat == -1 and text.isdecimal() else Tiny.parse(self, state, seat, text, names)


def reads_numbers_alone(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    if text.startswith("play ") and not text.split()[-1].isdecimal():
        raise NotationError("Which number?")
    return Tiny.parse(self, state, seat, text, names)


class Invited(DuelOptions, frozen=True):
    guests: tuple[str, ...] = ("Anna, Bob",)


class Seized(Struct, frozen=True, tag="seized"):
    what: Annotated[str, choices(("gold",))] = "silver"
    rule: str = "DU-4"


def seizes(self: Tiny, state: DuelState, seat: int, do: Any) -> Any:
    after, then = Tiny.apply(self, state, seat, do)
    return after, tuple(Seized() if isinstance(effect, Won) else effect for effect in then)


fault("words behind a move", "test_nothing_stands_behind_a_move", parse=passes_over_what_follows)
fault("notation that is read as something else", "test_notation_is_read_back", parse=reads_another_card)
fault("a move without a verb", "test_every_kind_of_move_has_a_verb", notation=lambda self: NOTATION.verbs()[1:])
fault(
    "a verb for two",
    "test_every_kind_of_move_has_a_verb",
    notation=lambda self: [replace(verb, also=("tribute",)) for verb in NOTATION.verbs()],
)
fault(
    "a verb that nobody explains",
    "test_every_kind_of_move_has_a_verb",
    notation=lambda self: [replace(verb, means="") for verb in NOTATION.verbs()],
)
fault(
    "an example that is not a move",
    "test_examples_of_verbs_are_moves",
    notation=lambda self: [replace(verb, example=f"{verb.example} please") for verb in NOTATION.verbs()],
)
fault(
    "an example of another verb",
    "test_examples_of_verbs_are_moves",
    notation=lambda self: [replace(verb, example="take") for verb in NOTATION.verbs()[:3]],
)
fault(
    "a prompt that tells what falls",
    "test_what_is_due_of_chance_is_asked_for",
    notation=lambda self: asks(lambda do, at: Prompt("a prize", "prize", str(do.value))),
)
fault(
    "a prompt that is written otherwise",
    "test_what_is_due_of_chance_is_asked_for",
    notation=lambda self: asks(lambda do, at: Prompt("a prize", "prizes", "5")),
)
fault(
    "a prompt without a clause",
    "test_what_is_due_of_chance_is_asked_for",
    notation=lambda self: asks(lambda do, at: Prompt("", "prize", "5")),
)
fault("cards by number alone", "test_cards_are_read_as_they_are_printed", parse=reads_numbers_alone)
fault(
    "two cards that are one when they are typed",
    "test_what_is_looked_up_is_found_as_it_is_printed",
    cards=lambda self: [Card("A", "Ace", "…"), Card("a", "Deuce", "…")],
)
fault("an option with a comma in it", "test_seats_and_options_are_read_as_they_are_printed", Options=Invited)
fault("a score that is not declared", "test_what_pays_is_sought_as_it_is_printed", score_words=("spoils",))
fault(
    "an effect that can't be sought", "test_effects_are_sought_as_they_are_printed", Effect=Shown | Seized, apply=seizes
)
fault("a card alone that is another", "test_the_words_that_are_sure_may_be_left_out", parse=reads_a_card_alone)
fault("verbs in small letters only", "test_other_ways_to_type_a_move", parse=reads_small_letters_only)
fault("verbs that can't be shortened", "test_other_ways_to_type_a_move", parse=Duel.parse)
fault("hints that may not be taken", "test_hints_are_moves_that_may_be_made", actions=lists_what_is_not_held)
fault(
    "a key of positions that does nothing",
    "test_every_key_of_a_position_does_something",
    position=lambda self, given, options, names: self.setup(options, len(names)),
)
fault("a player named twice", "test_nobody_is_named_twice", position=keeps_the_last_of_two)
fault("a refusal that does not say which two", "test_nobody_is_named_twice", position=names_one_of_two)
fault("a position that is not checked", "test_odd_positions_are_refused", position=trusts_the_names)
fault("a state described by too few keys", "test_a_position_describes_its_state", given=says_too_little)
fault(
    "a secret in the view",
    "test_a_view_hides_what_is_dealt_again",
    view=lambda self, state, seat: replace(
        Tiny.view(self, state, seat), sealed=tuple(str(card or "") for card in state.sealed)
    ),
)
fault(
    "a secret in the notation",
    "test_masked_texts_tell_no_more_than_the_view",
    format=lambda self, state, seat, do, names, viewer=None: Tiny.format(self, state, seat, do, names),
)
fault(
    "a hidden choice whose end tells what it is",
    "test_how_far_a_hidden_choice_comes_tells_nothing_of_it",
    apply=goes_on_by_itself_after_a_one,
)
fault(
    "a text that tells what another has sealed",
    "test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know",
    format=whispers,
)
fault(
    "a deal that deals nothing",
    "test_masks_and_new_deals_go_together",
    redeal=lambda self, state, seat, dice: state,
)
fault(
    "an effect without words",
    "test_masked_notation_and_effects_never_fail",
    describe=lambda self, effect, names, viewer=None: "",
)
fault(
    "colours where none are wanted",
    "test_rendering",
    render=lambda self, view, names, paper: f"\x1b[1m{Tiny.render(self, view, names, paper)}\x1b[0m",
)
fault(
    "lines that go beyond narrow paper alone",
    "test_rendering",
    render=lambda self, view, names, paper: f"{Tiny.render(self, view, names, paper)}\n{'-' * 51}",
)
fault(
    "a player who is not shown",
    "test_rendering",
    render=lambda self, view, names, paper: Tiny.render(
        self, view, [name if paper.shows(seat) else "-" for seat, name in enumerate(names)], paper
    ),
)
DRAWN = count()
fault(
    "a table that is never the same",
    "test_rendering",
    render=lambda self, view, names, paper: f"{Tiny.render(self, view, names, paper)} {next(DRAWN)}",
)
fault(
    "a legend in colour for all",
    "test_a_legend_is_text",
    legend=lambda self, paper: "\x1b[1m.\x1b[0m free",
)
fault(
    "a legend that goes beyond the paper",
    "test_a_legend_is_text",
    legend=lambda self, paper: "-" * 80,
)

# -- types -------------------------------------------------------------------------------------------------------------


class Silent(DuelOptions, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    quick: bool = False


class Endless(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    card: int


class Ruleless(Struct, frozen=True, tag="won"):
    seat: int


fault("an option that nobody explains", "test_options_have_defaults_and_say_what_they_mean", Options=Silent)
fault("an action without bounds", "test_actions_and_outcomes_are_closed_and_bounded", Do=Endless | Take | Spare | Prize)
fault("an effect that names no rule", "test_effects_name_their_rule", Effect=Shown | Ruleless)

# -- what lasts --------------------------------------------------------------------------------------------------------


class Nameless(Struct, frozen=True, array_like=True, gc=False):
    switches: DuelOptions


def counts_its_options(self: Tiny, options: DuelOptions, seats: int) -> DuelState:
    return replace(Tiny.setup(self, options, seats), sealed=(len(options.__struct_fields__) - 1,) * seats)


def plays_as_new_games_do(self: Tiny, options: DuelOptions, seats: int) -> DuelState:
    joker = self.new_options.get("joker", options.joker) in (True, "true") and seats == 2
    return replace(Tiny.setup(self, replace(options, joker=joker), seats), options=options)


def draws_the_small_prizes_first(self: Tiny, state: DuelState, dice: Any) -> Prize:
    drawn = vars(self).setdefault("drawn", count())
    return Prize(sorted(state.prizes)[-1 if next(drawn) >= 3 else 0])


fault("options under another name", "test_options_are_a_field_of_every_state", State=Nameless)
fault(
    "a state that hangs on how many options there are",
    "test_a_log_outlives_an_option_that_is_added",
    setup=counts_its_options,
)
fault("a log that means what new games have", "test_a_log_outlives_what_new_games_have", setup=plays_as_new_games_do)
fault(
    "new games as nobody can have them",
    "test_new_games_can_be_had_as_the_game_chooses",
    new_options={"joker": "perhaps"},
)
fault("rules that are older than themselves", "test_new_games_can_be_had_as_the_game_chooses", same_rules=(1,))
fault(
    "chance that hangs on what was drawn before",
    "test_names_tags_and_notes_change_no_game",
    sample=draws_the_small_prizes_first,
)


fault(
    "a move that a script takes for a comment",
    "test_a_game_comes_back_from_its_text",
    format=lambda self, *of: NOTATION.format(*of).replace("play ", "play #"),
    parse=lambda self, state, seat, text, names: NOTATION.parse(state, seat, text.replace("#", ""), names),
)


def reads_one_card_more(self: Tiny, state: DuelState, seat: int, text: str, names: Sequence[str]) -> Any:
    do = NOTATION.parse(state, seat, text, names)
    return Play(do.card + 1) if isinstance(do, Play) else do


fault("a move that is another as text", "test_a_game_through_the_pipe_is_the_same", parse=reads_one_card_more)


@pytest.mark.parametrize("test", TESTS)
def test_the_game_is_sound_without_a_fault(test: str) -> None:
    assert failure(GAME, test) is None


class Wide(Tiny):
    seats = (2, 8)


@pytest.mark.parametrize("test", ["test_undo_and_redo", "test_notation_is_read_back", "test_rendering"])
def test_more_players_than_any_game_of_the_house_has(test: str) -> None:
    """The names of the players do not run out."""
    game = Wide()
    assert max(case.seats for case in cases(game)) == 8
    assert failure(game, test) is None


@pytest.mark.parametrize("what", FAULTS)
def test_the_suite_finds(what: str) -> None:
    assert FAULTS.found(what) is not None


def test_a_rule_that_nothing_can_cite_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declared, "uncitable_rules", lambda game: {"DU-3": "a reason", "DU-8": "another"})
    assert "DU-8" in str(failure(GAME, "test_rules_that_nothing_can_cite_are_rules"))
    monkeypatch.setattr(declared, "uncitable_rules", lambda game: {"DU-3": " "})
    assert "with its reason" in str(failure(GAME, "test_rules_that_nothing_can_cite_are_rules"))


STEP = tutorial.Step("Choose.", "play 2", "it is higher (DU-3).", {"play 1": "it is low."}, ("Bob: play 3",))
GUIDE = tutorial.Tutorial(1, ("Anna", "Bob"), ("A duel.",), (STEP,), "That was it.")


@pytest.mark.parametrize(
    ("wrong", "found_by", "why"),
    [
        ({"do": "play 5"}, "test_a_tutorial_is_played_as_it_is_written", "5"),
        ({"do": "play  2"}, "test_a_tutorial_is_played_as_it_is_written", "play 2"),
        ({"poor": {"play 9": "too high."}}, "test_a_tutorial_is_played_as_it_is_written", "9"),
        ({"poor": {"play 2": "poor."}}, "test_a_tutorial_is_played_as_it_is_written", "is the move of the step"),
        ({"reply": ("Bob: play 7",)}, "test_a_tutorial_is_played_as_it_is_written", "7"),
        ({"why": "so it is (DU-9)."}, "test_a_tutorial_names_rules_that_there_are", "DU-9"),
        ({"say": "word " * 400}, "test_a_tutorial_fits_on_a_screen", "rows"),
    ],
)
def test_a_tutorial_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], found_by: str, why: str
) -> None:
    monkeypatch.setattr(guided, "tutorial_of", lambda game: GUIDE)
    assert failure(GAME, found_by) is None
    faulty_guide = replace(GUIDE, step=(replace(STEP, **wrong),))
    monkeypatch.setattr(guided, "tutorial_of", lambda game: faulty_guide)
    assert why in str(failure(GAME, found_by))


def test_a_view_as_games_had_it_before_is_refused_with_what_it_lacks() -> None:
    """Games written before `core.view.View` have none of its fields: that they lack `due` would say little."""

    class Bare(Struct, frozen=True):
        prize: int

    class Older(Tiny):
        def view(self, state: DuelState, seat: Any) -> Any:
            return Bare(state.prize)

    assert "Bare must inherit core.view.View" in str(failure(Older(), "test_views_begin_alike"))
