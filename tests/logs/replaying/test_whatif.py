"""Games told again under another reading: each case worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from kronika.core import get_game
from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError
from kronika.core.contract.result import Result, ScoreItem
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from kronika.logs.corpus.whatif import judge_log, judge_session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.whatif import Deviation, RetoldGame, ScoreState, _without, points_text, retell
from support.duel import Duel, DuelDo, DuelState, Shown, Spare, Take, Won
from support.logs import DUEL_MOVES, hand_written, played

ROOF = ("chance: deal 1 2 3 5 6 / 4 7 13 14 15", "Anna: pick 1", "Bob: pick 7", "Anna: pick 4", "Bob: pick 5")
NEST = (*ROOF, "Anna: pick 2", "Bob: pick 13", "Anna: pick 14", "Bob: pick 6", "Anna: pick 3", "Bob: pick 15")
"""The first round of Tides of Time.

Anna has 1 2 3 4 14: palaces 3, library 1, temple 1. Bob has 5 6 7 13 15: libraries 2, garden 1, temples 2. Nobody has a
stronghold, so Ancient Divide (2) is 0:0, and King's Nest (1) wins it if a tie of nothing is one. Anna has 7 or 0 by
card 2 and 3 by card 3 (one library); Bob has 3 by card 6 (one garden) and 7 by card 13 (1 garden to 0): 10 to 10, or
3 to 10.
"""


class Readings(Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    joker: Annotated[bool, Meta(description="a fifth card")] = False
    ones: Annotated[bool, Meta(description="is every prize worth 1")] = False
    spare: Annotated[bool, Meta(description="may the prize be spared")] = True
    take: Annotated[bool, Meta(description="may the prize be taken")] = True
    silent: Annotated[bool, Meta(description="is taking a prize no effect")] = False
    louder: Annotated[bool, Meta(description="is what is shown by another rule")] = False
    lost: Annotated[bool, Meta(description="does a prize that is taken leave the game")] = False
    small: Annotated[bool, Meta(description="is a prize paid point by point, each by a rule of its own")] = False
    least: Annotated[bool, Meta(description="do the fewest points win")] = False
    broken: Annotated[bool, Meta(description="does the last seat win a tie")] = False


class Variants(Duel):
    """The tiny game with rulings that its options decide."""

    name = "variants"
    Options: Any = Readings

    def check(self, state: DuelState, seat: int, do: DuelDo) -> None:
        super().check(state, seat, do)
        options: Any = state.options
        if (isinstance(do, Spare) and not options.spare) or (isinstance(do, Take) and not options.take):
            raise IllegalAction("DU-4", "It is not allowed to {seats}.", seats=(seat,))

    def apply(self, state: DuelState, seat: int, do: DuelDo) -> tuple[DuelState, tuple[Any, ...]]:
        options: Any = state.options
        after, then = super().apply(state, seat, do)
        if isinstance(do, Take) and options.lost:
            after = replace(after, won=state.won)
        if options.louder:
            then = tuple(replace(one, rule="DU-3") if isinstance(one, Shown) else one for one in then)
        return after, () if options.silent and isinstance(do, Take) else then

    def score(self, state: DuelState) -> tuple[ScoreItem, ...]:
        options: Any = state.options
        items = tuple(replace(item, points=1 if options.ones else item.points) for item in super().score(state))
        if options.small:
            items = tuple(
                replace(item, points=1, rule=f"DU-5.{n}") for item in items for n in range(1, item.points + 1)
            )
        return items

    def result(self, state: DuelState) -> Result | None:
        options: Any = state.options
        result = super().result(state)
        if result is not None and options.least:
            result = replace(result, ranking=result.ranking[::-1], rule="DU-6")
        if result is not None and options.broken and len(result.winners) > 1:
            result = replace(result, ranking=((1,), (0,)), tie_break="who sits last", tie_rule="DU-7")
        return result


GAME = Variants()


def game(*moves: str, **options: Any) -> Session:
    """A game of the variants, outcomes given; options that are not named are at their defaults."""
    header = Header(FORMAT, "variants", 1, ("Anna", "Bob"), options)
    return played(Session(GAME, header), moves or DUEL_MOVES)


def cause(session: Session, **given: Any) -> tuple[str, tuple[str, ...], str, bool | None] | None:
    """What is otherwise about a game: how, the rules, in words, and whether somebody else has won."""
    change = judge_session("g.jsonl", session, given).change
    return (change.code, change.rules, change.text, change.winner) if change else None


# -- one of many --------------------------------------------------------------------------------------------------


def test_other_points_and_another_winner() -> None:
    """Anna has the 3 and Bob the 2: as ones that is 1 to 1. The points part when Anna takes the 3, at record 4."""
    text = "g.jsonl --at 4: Anna 1, not 3 (DU-5: 1, not 3); Bob 1, not 2 (DU-5: 1, not 2); Anna and Bob win, not Anna"
    assert cause(game(), ones=True) == ("points", ("DU-5",), text, True)
    text = "g.jsonl --at 4: Anna 3, not 1 (DU-5: 3, not 1); Bob 2, not 1 (DU-5: 2, not 1); Anna wins, not Anna and Bob"
    assert cause(game(ones=True), ones=False) == ("points", ("DU-5",), text, True)


def test_the_same_points_and_another_winner() -> None:
    """3 to 2, won by the fewest points; and 1 to 1, which a tie-break decides or the rule that ends the game."""
    text = "g.jsonl --at 11: Bob wins, not Anna"
    assert cause(game(), least=True) == ("winner", ("DU-5", "DU-6"), text, True)
    text = "g.jsonl --at 11: Bob wins, not Anna and Bob"
    assert cause(game(ones=True), broken=True) == ("winner", ("DU-5", "DU-7"), text, True)
    text = "g.jsonl --at 11: Anna and Bob win, not Bob"
    assert cause(game(ones=True, broken=True), broken=False) == ("winner", ("DU-7", "DU-5"), text, True)
    assert cause(game(*DUEL_MOVES[:4]), least=True) is None, "it goes on"


def test_the_rules_of_other_points_stand_in_their_order() -> None:
    """Bob has the prize of 5 first, which differs by six rules; then Anna has one of 3, by which nothing new does."""
    session = game("chance: prize 5", "Anna: play 1", "Bob: play 4", "Bob: take", *DUEL_MOVES[:1], "Anna: play 4")
    played(session, ["Bob: play 2", "Anna: take"])
    found = cause(session, small=True)
    assert found is not None
    rules = ("DU-5", "DU-5.1", "DU-5.2", "DU-5.3", "DU-5.4", "DU-5.5")
    assert found[:2] == ("points", rules)
    assert found[2].startswith("g.jsonl --at 4: ")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"ones": True}, "points"),
        ({"least": True}, "winner"),
        ({"take": False}, "illegal"),
        ({"silent": True}, "effects"),
        ({"joker": True}, "state"),
    ],
)
def test_a_difference_is_reported_with_its_log_and_game(given: dict[str, Any], code: str) -> None:
    verdict = judge_session("g.jsonl", game(), given)
    assert verdict.change is not None
    assert (verdict.path, verdict.kind, verdict.change.path, verdict.change.game, verdict.change.code) == (
        "g.jsonl", "otherwise", "g.jsonl", "variants", code
    )  # fmt: skip


def test_other_points_of_a_game_that_goes_on_say_nothing_of_a_winner() -> None:
    assert cause(game(*DUEL_MOVES[:4]), ones=True) == (
        "points", ("DU-5",), "g.jsonl --at 4: Anna 1, not 3 (DU-5: 1, not 3)", None
    )  # fmt: skip


def test_the_first_move_that_is_illegal_is_reported() -> None:
    text = "g.jsonl --at 4: `Anna: take`: It is not allowed to Anna. (DU-4)"
    assert cause(game(), take=False) == ("illegal", ("DU-4",), text, None)
    assert cause(game(), spare=False) is None, "nobody spares a prize here"


def test_what_led_to_the_illegal_move_is_the_cause() -> None:
    """At record 3 the cards are shown by DU-3, not DU-2; at record 8 sparing is refused by DU-4."""
    session = game(*DUEL_MOVES[:5], "Bob: play 3", "Anna: play 2", "Bob: spare")
    text = "g.jsonl --at 8: `Bob: spare`: It is not allowed to Bob. (DU-4)"
    assert cause(session, louder=True, spare=False) == ("illegal", ("DU-2", "DU-3", "DU-4"), text, None)


def test_other_effects_with_the_same_points() -> None:
    text = "g.jsonl --at 4: `Anna: take`: nothing, not Anna takes the prize of 3 (DU-4)"
    assert cause(game(), silent=True) == ("effects", ("DU-4",), text, False)


def test_another_state_with_the_same_points_and_effects() -> None:
    """A fifth card that nobody plays stays in the hands."""
    assert cause(game(), joker=True) == ("state", (), "g.jsonl --at 0", False)


def test_a_game_that_cannot_be_so() -> None:
    header = Header(FORMAT, "variants", 1, ("Anna", "Bob", "Cyril"), {})
    session = Session(GAME, header)
    assert cause(session, joker=True) == ("setup", (), "g.jsonl --at 0: The joker is for two players.", None)


def test_games_that_are_not_told_again() -> None:
    assert judge_session("g", game(ones=True), {"ones": "true"}).kind == "asked"
    assert judge_session("g", game(), {"ones": "false"}).kind == "asked", "the default, that no header names"
    other = judge_session("g", game(), {"onse": "true"})
    assert (other.kind, other.change) == ("without", None)
    assert other.why.startswith("Duel has no option 'onse'. Did you mean ones?")
    assert judge_session("g", game(), {"ones": "maybe", "zero_tie": "win"}).kind == "without", "it is of another game"
    with pytest.raises(BadSetup, match="'maybe' is not possible"):
        judge_session("g", game(), {"ones": "maybe"})


def test_what_was_taken_back_does_not_count() -> None:
    """The prize was spared, then taken: under a reading without sparing the game is the same."""
    session = game(*DUEL_MOVES[:3], "Anna: spare", "undo 1", *DUEL_MOVES[3:])
    assert cause(session, spare=False) is None
    assert cause(session, take=False) is not None


def test_logs_that_do_not_say_how_they_were_played(tmp_path: Path, duel: dict[str, str]) -> None:
    """A wrong digest: what the log holds is not what its own options give."""
    assert judge_log(hand_written(tmp_path / "hand.jsonl"), {"joker": "true"}).kind == "otherwise"
    session = played(Session(get_game("duel"), Header(FORMAT, "duel", 1, ("Anna", "Bob"))), DUEL_MOVES)
    path = str(tmp_path / "good.jsonl")
    write_log(path, session)
    text = Path(path).read_text()
    Path(path).write_text(text.replace(session.line.events[3].state, "0" * 16))
    spoilt = judge_log(path, {"joker": "true"})
    assert (spoilt.kind, ":5: digest " in spoilt.why) == ("faulty", True)
    Path(path).write_text(text[:-30])
    assert judge_log(path, {"joker": "true"}).kind == "faulty"
    assert judge_log(str(tmp_path / "none.jsonl"), {"joker": "true"}).kind == "unread"


def test_a_round_of_tides_of_time_by_hand() -> None:
    tides = get_game("tides")
    session = played(Session(tides, Header(FORMAT, "tides", 1, ("Anna", "Bob"))), NEST)
    assert session.totals() == {"Anna": 10, "Bob": 10}
    text = "g.jsonl --at 11: Anna 3, not 10 (TT-4.5: 0, not 7)"
    assert cause(session, zero_tie="need_one") == ("points", ("TT-4.18", "TT-4.5", "TT-4.14"), text, None)
    assert cause(session, sets_use_doubled=False) is None, "there is no Roof of the World"


# -- one game, from a record on -----------------------------------------------------------------------------------


def standing(anna: int, bob: int, winners: tuple[int, ...] | None) -> ScoreState:
    return ScoreState((anna, bob), {"DU-5": (anna, bob)} if anna or bob else {}, winners)


def test_refused_moves_are_let_stand_from_a_record_on() -> None:
    """Anna takes at 4, Bob at 11; the 3 of record 1 to 4 was taken when that was allowed."""
    takes = [
        Deviation(n, f"{who}: take", ("DU-4",), f"It is not allowed to {who}. (DU-4)")
        for n, who in ((4, "Anna"), (11, "Bob"))
    ]
    end = standing(3, 2, (0,))
    for at, partings in ((0, takes), (1, takes), (4, takes), (5, takes[1:]), (11, takes[1:]), (12, [])):
        session = game(*DUEL_MOVES[:11])
        session.note("so it was", on=11)
        found = retell(session, {"take": "false"}, at)
        assert found == RetoldGame(at, ("Anna", "Bob"), tuple(partings), 0, end, end, not partings), at


def test_what_is_otherwise_from_a_record_on() -> None:
    """Prizes that are taken leave the game: from record 5 on only Bob's 2 is lost."""
    assert retell(game(), {"lost": True}, 5) == RetoldGame(
        5, ("Anna", "Bob"), (), 0, standing(3, 2, (0,)), standing(3, 0, (0,)), False
    )
    assert retell(game(), {"lost": True}, 0).after == standing(0, 0, (0, 1))
    silent = retell(game(), {"silent": True}, 5)
    assert silent.differences == (Deviation(11, "Bob: take", ("DU-4",), "", ("Bob takes the prize of 2 (DU-4)",), ()),)


def test_points_that_were_given_before_stay() -> None:
    """Anna took the 3 at record 4. From record 5 on Bob's 2 of record 11 is 1; who has won, nobody can say by that."""
    found = retell(game(), {"ones": True}, 5)
    assert found == RetoldGame(5, ("Anna", "Bob"), (), 0, standing(3, 2, (0,)), standing(3, 1, None), False, True)
    whole = RetoldGame(0, ("Anna", "Bob"), (), 0, standing(3, 2, (0,)), standing(1, 1, (0, 1)), False)
    assert [retell(game(), {"ones": True}, at) for at in (0, 4)] == [whole, replace(whole, at=4)]
    session = game()
    session.note("the end")
    last = retell(session, {"ones": True}, 12)
    assert (last.after, last.same, last.carried) == (standing(3, 2, None), True, True)


def test_a_move_that_cannot_stand_ends_the_telling() -> None:
    """Anna plays the joker at record 2; where there is none she can't have, and the set-up is another."""
    moves = ("chance: prize 3", "Anna: play 5", "Bob: play 2", "Anna: take")
    found = retell(game(*moves, joker=True), {"joker": "false"})
    refused = Deviation(2, "Anna: play 5", ("DU-2",), "You do not hold 5. (DU-2)")
    assert found == RetoldGame(0, ("Anna", "Bob"), (refused,), 3, standing(0, 0, None), standing(0, 0, None), False)
    assert found.stuck


def test_a_reading_with_another_set_up_has_no_moment() -> None:
    with pytest.raises(KronikaError, match=r"joker=true has a different set-up.* at record 4: `--at 0`"):
        retell(game(), {"joker": "true"}, 4)


def test_a_record_that_is_not_there() -> None:
    with pytest.raises(KronikaError, match="There is no record 12: the log has 11"):
        retell(game(), {"ones": "true"}, 12)


def test_points_are_reported_by_all_rules_that_pay_otherwise_where_one_does_not_add_up() -> None:
    was = ScoreState((30, 5), {"A-1": (8, 5), "A-2": (7, 0), "A-3": (15, 0)}, None)
    now = ScoreState((22, 5), {"A-1": (0, 5), "A-2": (7, 0), "A-3": (15, 0)}, None)
    assert points_text(["Anna", "Bob"], was, now, ["A-1"]) == "Anna 22, not 30 (A-1: 0, not 8)"
    now = ScoreState((15, 5), {"A-1": (0, 5), "A-3": (15, 0)}, None)
    assert points_text(["Anna", "Bob"], was, now, ["A-1"]) == "Anna 15, not 30 (A-1: 0, not 8; A-2: 0, not 7)"


def test_effects_that_differ() -> None:
    one, two = Shown((1, 2)), Won(0, 3)
    assert _without((one, two), (two,)) == [(0, one)]
    assert _without((two,), (one, two)) == []
    assert _without((one, two), (two, one)) == [(0, one), (1, two)], "only their order differs"
