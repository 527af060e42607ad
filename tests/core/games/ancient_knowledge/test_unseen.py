"""Games recorded by a witness: what is hidden, where it goes, and what follows from what was passed over (AK-6.13)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError, NotationError
from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import hidden, kind_of, partial
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Trade
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.actions import Discard, Keep
from kronika.core.games.ancient_knowledge.cards import COST
from kronika.core.games.ancient_knowledge.effects.builders import Discarded
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.unseen import operations, outcomes, supply, ways
from kronika.core.games.ancient_knowledge.unseen.places import DECK, HAND
from kronika.core.sessions.events import Witnessed, done_text
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WitnessSession, begin
from kronika.logs.replaying.amend import plan_amendment
from support.known import measured
from support.unseen import again, played, recorded

GAME = get_game("ancient_knowledge")
SET_UP = ("first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30")


def game_of(*moves: str, witness: str = "bystander", **options: Any) -> WitnessSession:
    seats = ("Anna", "Bob", "Cyril", "Dana") if options.get("teams") else ("Anna", "Bob")
    header = new_header(GAME, seats, None, None, None)
    header = replace(header, options={**header.options, **options})
    session = WitnessSession.begun(GAME, header, witness)
    for move in moves:
        session.play(move)
    return session


def told(session: WitnessSession) -> list[str]:
    line = session.line
    return [
        done_text(GAME, before, event.by, event.do, session.players)
        for before, event in zip(line.states, line.events, strict=False)
    ]


# -- what is written ----------------------------------------------------------------------------------------------


def test_cards_are_counted() -> None:
    session = game_of(*SET_UP, "deal 10 / 10", "Anna: keep 6", "Bob: keep ? ? ? ? ? ?", "Anna: search", "draw 1")
    assert told(session)[4:] == [
        "deal ? ? ? ? ? ? ? ? ? ? / ? ? ? ? ? ? ? ? ? ?",
        "keep ? ? ? ? ? ?",
        "keep ? ? ? ? ? ?",
        "search",
        "draw ?",
    ]
    assert session.view().players[0].hand == ("?",) * 7


def test_the_witness_knows_their_own_hand() -> None:
    """C7 to C10 are discarded; of Bob's cards nothing is known."""
    session = game_of(
        *SET_UP, "deal C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 / 10", "Anna: keep C1 C2 C3 C4 C5 C6", witness="Anna"
    )
    session.play("Bob: keep 6")
    hands = [area.hand for area in session.view().players]
    assert hands == [("C1", "C2", "C3", "C4", "C5", "C6"), ("?",) * 6]
    with pytest.raises(IllegalAction) as caught:
        session.play("Anna: create C7 at 3")
    assert str(caught.value) == "No C7 Luxor Temple can be in the hand of Anna. (AK-3.1)"


def test_what_all_see_can_not_be_unknown() -> None:
    session = game_of(*SET_UP, "deal 10 / 10", "Anna: keep 6", "Bob: keep 6")
    for move in ("Anna: create ? at 1", "Anna: learn ?", "Anna: activate ?"):
        with pytest.raises(NotationError):
            session.play(move)


@pytest.mark.parametrize("options", [{"teams": True}, {"starter_sets": True}, {"any_order": False}])
def test_options_that_can_be_recorded_open_alone(options: dict[str, bool]) -> None:
    (name, value) = next(iter(options.items()))
    with pytest.raises(BadSetup) as caught:
        game_of(**options)
    said = f"{name}={str(value).lower()}"
    assert str(caught.value) == f"Ancient Knowledge with {said} can be recorded with all outcomes known only."


def test_technologies_that_all_see_have_names() -> None:
    with pytest.raises(IllegalAction, match="What this takes lies open: it has a name instead of `\\?`"):
        game_of("first Anna").play("lay ? ? ?")


# -- where cards are ----------------------------------------------------------------------------------------------

There = dict[Place, Counter[str]]


def _done(there: There, one: Operation) -> None:
    if isinstance(one, Trade):
        there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
    elif isinstance(one, Move):
        kind = one.kind if one.kind is not None else next(there[one.source].elements())
        for place, n in ((one.source, -1), (one.goal, 1)):
            if place != OPEN:
                there.setdefault(place, Counter())[kind] += n


def _is_so(there: There, one: Holds | Lacks) -> bool:
    held = sum(there.get(one.place, Counter())[kind] for kind in one.kinds)
    return held >= one.least if isinstance(one, Holds) else held <= one.most


def _is_way(there: There, session: Any, n: int, way: Any) -> bool:
    """Is all that a way says so in the true game? Each bound in the course of the event."""
    before, event = session.line.states[n], session.line.events[n]
    for effects, bound in way:
        now = {place: Counter(of) for place, of in there.items()}
        for one in operations(before, event.by, event.do, event.then[:effects]):
            _done(now, one)
        if not _is_so(now, bound):
            return False
    return True


@pytest.mark.parametrize(("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in range(1, 5)])
def test_what_follows_is_true_in_the_true_game(seats: int, seed: int) -> None:
    """AK-6.13: what is concluded from the effects, and from what came next, is so; and the deck is what is left."""
    session = played("ancient_knowledge", seats, seed)
    there: There = {place: Counter(of) for place, of in supply(session.line.states[0]).items()}
    events, asked = session.line.events, 0
    for n, event in enumerate(events):
        before, after = session.line.states[n : n + 2]
        following = (events[n + 1].by, events[n + 1].do) if n + 1 < len(events) else None
        for said in (None, following):
            found = ways(before, event.by, event.do, event.then, said)
            assert any(_is_way(there, session, n, way) for way in found), (n, event)
            asked += any(found)
        for one in operations(before, event.by, event.do, event.then):
            _done(there, one)
        assert sorted((+there[DECK]).elements()) == sorted(GAME.view(after, None).draw_pile_cards)
    assert asked


# -- how it goes on -----------------------------------------------------------------------------------------------


def _with_t22() -> tuple[WitnessSession, int]:
    """A record, and the number of the draw of ten cards of which nobody sees one, which T22 asks for."""
    for seed in range(4, 60):  # the first three games have none
        session = recorded("ancient_knowledge", 2, seed)
        for n, (before, event) in enumerate(zip(session.line.states, session.line.events, strict=False)):
            step = before.stack[-1] if before.stack else None
            created = any(type(effect).__name__ == "Created" for effect in event.then)
            if isinstance(step, steps.Gather) and step.left == 10 and created:
                return session, n
    raise AssertionError("no such game")


def test_what_hidden_cards_decide_is_for_the_witness_to_say() -> None:
    """T22: of ten cards one artifact can be paid for, and is created at once; or none; or one of several is chosen."""
    session, n = _with_t22()
    created = session.line.events[n].then[0].card
    for how, kinds in (
        (f" shows {created}", ["Created", "SetAsideDiscarded"]),
        (" waits", []),
        (" goes on", ["SetAsideDiscarded"]),
    ):
        then = again(session, n)
        (event,) = then.play(f"draw 10{how}")
        assert [type(effect).__name__ for effect in event.then[: len(kinds) or 9]] == kinds, how
    with pytest.raises(NotationError, match="Cards that nobody has seen decide how this goes on") as asked:
        again(session, n).play("draw 10")
    typed = [example.removeprefix("draw Anna ") for example in asked.value.can_be]
    assert [words.split()[-1] for words in typed[1:]] == ["waits", "on"]
    assert " shows A" in typed[0]
    for example in asked.value.can_be:
        again(session, n).play(example)


def test_the_outcome_of_a_record_can_be_amended() -> None:
    """Whether somebody has to choose is reported by the effects alone: the action is the same (AK-6.13)."""
    session, n = _with_t22()
    then = again(session, n)
    then.play("draw 10 goes on")
    with pytest.raises(KronikaError, match="already says that"):
        plan_amendment(then, n + 1, "draw 10 goes on")
    found = plan_amendment(then, n + 1, "draw 10 waits")
    assert [type(effect).__name__ for effect in found.events[0].then] == []


def test_a_record_typed_line_by_line_is_the_record_as_a_whole() -> None:
    """Each move as text, with what came to be seen."""
    session = recorded("ancient_knowledge", 2, 5)
    typed: Any = begin(session.game, session.header)
    for n, event in enumerate(session.line.events):
        typed.again(event)
        assert typed.line.events[n] == event
    assert typed.completion.now == again(session).completion.now


# -- nothing is reported ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [9, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("witness", ["bystander", "Anna"])
def test_nothing_is_read_off_the_game_that_is_played_on(witness: str, every: int) -> None:
    """With another game that agrees beneath it, all that is shown, listed and refused is the same."""
    session = recorded("ancient_knowledge", 2, 3, witness)
    full = (n for n in range(30, 230, 7) if session.line.states[n].players[1].hand)
    for n in [*full][::every]:
        one, other = again(session, n), again(session, n)
        completion: Any = other.completion
        now = completion.now
        card = next(iter(now.there[DECK]))
        rows = [*now.rows[:-1], now.rows[-1].with_bounds([(99, Holds(HAND[1], frozenset((card,))))])]
        found = completion._finder.found(now, rows, is_told=True)
        completion.cut(n - 1)
        completion._kept.push(replace(found, rows=now.rows))
        other._states()
        other._known = None
        assert one.state.players[1].hand != other.state.players[1].hand
        assert one.view() == other.view()
        assert one.legal() == other.legal()
        for move in ("Anna: create A36", "Bob: discard C36", "draw 9", "Bob: choose M36", "Anna: keep 6"):
            assert _refusal(one, move) == _refusal(other, move), move


def _refusal(session: WitnessSession, move: str) -> str:
    try:
        session.play(move)
    except (IllegalAction, NotationError) as error:
        return str(error)
    session.undo_events(1)
    return ""


# -- one card that fits -------------------------------------------------------------------------------------------


def test_the_only_technology_that_fits_is_for_the_witness_to_name() -> None:
    """AK-4.7: Bob looks at seven technologies; none, several, or one that nobody knows can be learned."""
    session = recorded("ancient_knowledge", 2, 3005)
    n = next(n for n, event in enumerate(session.line.events) if event.then and _learns_with_p7(event))
    then = again(session, n)
    move = "lay ? ? ? ? ? ? ?"
    for word in ("", " goes on"):
        with pytest.raises(NotationError, match="`shows` after the move, and the card, if one came to be seen"):
            then.play(move + word)
    (event,) = then.play(f"{move} waits")
    assert event.then == ()
    then.undo_events(1)
    (event,) = then.play(f"{move} shows T41")
    assert event.then == session.line.events[n].then
    assert [(type(one).__name__, one.technology) for one in event.then] == [("Learned", "T41")]


def _learns_with_p7(event: Any) -> bool:
    return getattr(event.do, "technologies", ("",))[0] == "?" and getattr(event.then[0], "source", "") == "P7"


def test_an_artifact_without_cost_that_nobody_knows_is_an_outcome() -> None:
    """T22: exactly one of ten cards can be paid for, and costs nothing: it is created, and all see which it is."""
    session, n = _with_t22()
    created, event = session.line.events[n].then[0].card, session.line.events[n]
    before, do = session.completion.states[n], session.completion.dos[n]
    for shown, is_among in (((), True), ((created,), False)):
        ones = [
            way
            for ways in outcomes(before, event.by, do, shown)
            for way in ways
            if any(isinstance(one, Holds) and one.least == 1 and len(one.kinds) > 1 and _is_free(one) for _, one in way)
        ]
        assert len(ones) == 1
        (_, held), (_, fewer) = ones[0]
        assert (created in held.kinds) == is_among
        assert isinstance(fewer, Lacks)
        assert fewer.most == 1
        assert fewer.kinds >= held.kinds


def _is_free(one: Holds) -> bool:
    return not any(COST[CODES[card]] for card in one.kinds)  # type: ignore[index]  # a card, not a token


def test_an_event_has_the_outcomes_of_each_way_that_leads_to_it() -> None:
    """What Anna creates with M18 follows another card: it was not her action, though the game first thought so."""
    session = recorded("ancient_knowledge", 2, 5006)
    n = next(n for n, event in enumerate(session.line.events) if getattr(event.do, "card", "") == "M18")
    (event,) = again(session, n).play("Anna: create M18 at 6")
    assert event.then == session.line.events[n].then


@pytest.mark.parametrize("seed", range(1, 6))
def test_only_places_of_players_have_a_seat(seed: int) -> None:
    """A card of the known bottom, or in the box, belongs to nobody: no player is named for it."""
    line = played("ancient_knowledge", 2, seed).line
    for before, event in zip(line.states, line.events, strict=False):
        for one in operations(before, event.by, event.do, event.then):
            ends = (one.source, one.goal) if isinstance(one, Move) else ()
            places = (one.one, one.other) if isinstance(one, Trade) else ends
            assert {seat for _, seat in places} <= {-1, 0, 1}
            assert all(seat < 0 for word, seat in places if "bottom" in word or "box" in word)


def test_a_monument_that_waits_to_be_moved_has_no_cards() -> None:
    """AK-2.10, P7: the cards that were looked at belong to the effect of the monument, not to its way to the Past."""
    assert "fault" not in measured("ancient_knowledge", 3, 6500000, False, "bystander", 2)


# -- cards chosen one by one ----------------------------------------------------------------------------------------

TEN = ("C1", "C2", "C3", "M1", "M2", "P1", "P2", "P3", "A1", "A2")


def annas(*moves: str) -> WitnessSession:
    """Anna's own record, in which she is dealt ten cards."""
    return game_of(*SET_UP, f"deal {' '.join(TEN)} / 10", *moves, witness="Anna")


@pytest.mark.parametrize("card", TEN)
def test_any_other_card_may_be_kept_after_one_that_was_left_out(card: str) -> None:
    """`keep ?` is any of the ten, so each of them can be the next one (AK-2.2)."""
    assert told(annas("Anna: keep ?", f"Anna: keep {card}"))[-2:] == ["keep ?", f"keep {card}"]


def test_a_card_is_kept_twice_by_nobody() -> None:
    with pytest.raises(IllegalAction):
        annas("Anna: keep P2", "Anna: keep ?", "Anna: keep P2")


def test_a_card_named_again_with_others_is_recorded_once() -> None:
    """AK-8.3. Of the six, one was left out, and four are named."""
    session = annas("Anna: keep P2", "Anna: keep ?", "Anna: keep C1 P2 A1", "Anna: keep A2 P2")
    assert told(session)[5:] == ["keep P2", "keep ?", "keep C1 A1", "keep A2"]
    with pytest.raises(IllegalAction, match="1 card to choose besides the 5 chosen"):
        session.play("Anna: keep C2 C3")


def test_a_card_named_again_is_not_told_again() -> None:
    full = Session.new(GAME, ("Anna", "Bob"), chance="given")
    for move in (*SET_UP, f"deal {' '.join(TEN)} / M3 M4 M5 M6 M7 M8 M9 M10 M11 M12", "Anna: keep P2"):
        full.play(move)
    for viewer, seen in ((0, Keep(("C1",))), (1, hidden(Keep(("?",)))), (BYSTANDER, hidden(Keep(("?",))))):
        assert GAME.redacted(full.state, 0, Keep(("C1", "P2")), viewer) == seen
    assert GAME.redacted(full.state, 0, Keep(("C1", "P2")), None) == Keep(("C1", "P2"))


KEPT = ("Anna: keep C1 C2 C3 M1 P2 A2", "Bob: keep 6")
"""Then Anna holds these six."""


def paid(session: WitnessSession) -> Any:
    return next(effect.cards for effect in session.line.events[-1].then if kind_of(effect) is Discarded)


def test_what_a_player_omitted_is_in_no_effect() -> None:
    """C3 costs 2 on slot 5 (AK-3.1): she paid with a card that she left out, and with C1."""
    session = annas(*KEPT, "create C3 at 5", "discard ?", "discard C1")
    assert paid(session) == ("?", "?")
    assert session.shows(len(session.history)) == ""
    assert sorted(session.view().players[0].hand) == ["?", "?", "?"]


def test_what_a_player_named_is_in_the_effect() -> None:
    assert paid(annas(*KEPT, "create C3 at 5", "discard M1", "discard C1")) == ("C1", "M1")
    assert paid(annas(*KEPT, "create C3 at 5", "discard C1 M1")) == ("C1", "M1")


def test_only_what_was_named_is_shown_as_chosen() -> None:
    """C3 and what pays for it are in the hand until all of it is paid; one of the five others was chosen."""
    session = annas(*KEPT, "create C3 at 5", "discard ?")
    assert session.view().pending.chosen == ("?",)
    assert session.view().players[0].hand == ("C3", *"?????")
    named = annas(*KEPT, "create C3 at 5", "discard M1")
    assert named.view().pending.chosen == ("M1",)
    assert named.view().players[0].hand == ("C1", "C2", "C3", "M1", "P2", "A2")


def test_a_card_discarded_before_is_not_shown_as_chosen() -> None:
    """She paid for C1 and then for C3 with a card that she left out: P2 and A2, as her hand shows.

    Which of the two is the second one is not known.
    """
    session = annas(*KEPT, "create C1 at 4", "discard ?", "create C3 at 5", "discard ?", "seen Anna hand C2 M1")
    assert session.view().pending.chosen == ("?",)


@pytest.mark.parametrize("card", ["C1", "C2", "M1", "A2"])
def test_any_other_card_may_be_discarded_after_one_that_was_left_out(card: str) -> None:
    assert paid(annas(*KEPT, "create C3 at 5", "discard ?", f"discard {card}")) == ("?", "?")


def test_a_record_that_names_in_an_effect_what_was_left_out() -> None:
    """A log of another program may say at the end what was paid: C2 was the card that was left out."""
    session = annas(*KEPT, "create C3 at 5", "discard ?")
    true = (
        partial(Discarded(0, ("C1", "C2"), "C3", "AK-3.1")),
        *annas(*KEPT, "create C3 at 5", "discard C1 M1").line.events[-1].then[1:],
    )
    session.append(Witnessed(0, Discard(("C1",)), true, "sealed"))
    assert session.view().players[0].hand == ("M1", "P2", "A2")
