"""Archives of Ancient Knowledge: our own games in that form and back, with every hand and with one, and spoilt ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.game import BYSTANDER, CHANCE
from kronika.core.contract.twins import holes, kind_of, whole
from kronika.core.games.ancient_knowledge.effects.builders import HandFull
from kronika.core.games.ancient_knowledge.effects.timeline import KnowledgeRemoved
from kronika.core.games.ancient_knowledge.effects.turns import Activated, Spent, TurnBegan
from kronika.core.games.ancient_knowledge.steps import Draw
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.bga import IDS, changed, game_of, imported, with_more
from support.bga_ancient import AncientArchive


def turns_of(session: Session) -> list[Any]:
    """The states at the beginning of each turn, and at the end."""
    states = zip(session.line.events, session.line.states[1:], strict=True)
    begun = [state for event, state in states if any(isinstance(one, TurnBegan) for one in event.then)]
    return [*begun, session.state]


def there_and_back(session: Session) -> None:
    done = imported(AncientArchive(session).json())
    assert done.fault is None
    assert not done.unknown
    assert done.session.witness is None
    assert turns_of(done.session) == turns_of(session)
    assert done.session.score() == session.score()
    assert done.session.result() == session.result()
    assert done.claims > 20 * len(session.players)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_there_and_back(seats: int) -> None:
    there_and_back(game_of("ancient_knowledge", seats, seats))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_many_games(seed: int) -> None:
    there_and_back(game_of("ancient_knowledge", 2 + seed % 3, 100 + seed))


def test_choices_in_the_order_of_cards() -> None:
    """What the options are is nothing that the archive tells: the order of choices is that of new games."""
    session = game_of("ancient_knowledge", 2, 9, any_order=False)
    done = imported(AncientArchive(session).json())
    assert done.session.header.options["any_order"] is True
    assert done.session.score() == session.score()


def test_a_game_that_goes_on_is_taken_as_far_as_it_is_recorded() -> None:
    session = game_of("ancient_knowledge", 2, 2)
    content = json.loads(AncientArchive(session).json())
    del content["data"]["logs"][80:]
    done = imported(json.dumps(content).encode())
    assert done.fault is None
    begun = turns_of(done.session)[:-1]
    assert 4 < len(begun) < len(turns_of(session))
    assert begun == turns_of(session)[: len(begun)]


# -- taken back -----------------------------------------------------------------------------------------------------


def test_what_a_turn_begun_again_names_is_left_out() -> None:
    data = AncientArchive(game_of("ancient_knowledge", 2, 2)).json()
    packets = json.loads(data)["data"]["logs"]
    at = next(at for at, one in enumerate(packets) if one["data"][0]["type"] == "chooseAction")
    action = packets[at]["data"][0]["args"]
    again = [
        ("chooseAction", {**action, "action_name": "Search"}),
        ("drawCards", {**action, "n": 1}),
        ("clearTurn", {"player_id": action["player_id"], "notifIds": ["x0", "x1"]}),
    ]
    done = imported(with_more(data, at, again))
    assert done.dropped == 3
    assert turns_of(done.session) == turns_of(imported(data).session)


# -- spoilt ---------------------------------------------------------------------------------------------------------


def more(name: str) -> Callable[[dict[str, Any]], None]:
    def change(args: dict[str, Any]) -> None:
        args[name] = int(args[name]) + 1

    return change


def more_knowledge(args: dict[str, Any]) -> None:
    args["card"]["knowledge"] += 1


def other_owner(args: dict[str, Any]) -> None:
    args["player_id2"] = next(who for who in IDS if who != args["player_id2"])


def more_left(args: dict[str, Any]) -> None:
    next(iter(args["cards"].values()))["knowledge"] += 1


@pytest.mark.parametrize(
    ("kind", "change", "what", "rule", "which"),
    [
        ("declineCard", more("n"), "lost of", "AK-2.10", 0),
        ("declineSlideLeft", more("n"), "slide of", "AK-2.9", 0),
        ("discardLostKnowledge", more("n"), "lost knowledge of", "AK-6.6", 0),
        ("discardLostKnowledge", more("m"), "lost knowledge left of", "AK-6.6", 0),
        ("addKnowledge", more("n"), "added", "AK-6.7", 0),
        ("addKnowledge", more_left, "knowledge then", "AK-6.7", 0),
        ("addKnowledgeFromBoard", other_owner, "added of", "AK-6.7", 0),
        ("removeKnowledge", more_left, "knowledge left of", "AK-2.4", 0),
        ("scoringEntry", more("n"), "points of", "AK-7.3", 0),
        ("scoringEntry", more("n"), "total of", "AK-7.3", -1),
    ],
)
def test_a_spoilt_claim_is_found(
    kind: str, change: Callable[[dict[str, Any]], None], what: str, rule: str, which: int
) -> None:
    archives = (AncientArchive(game_of("ancient_knowledge", 2, 300 + seed)).json() for seed in range(40))
    data = next(data for data in archives if f'"{kind}"'.encode() in data)
    assert imported(data).fault is None
    fault = imported(changed(data, kind, change, which)).fault
    assert fault is not None
    assert fault.code == "effects"
    assert what in fault.message
    assert fault.rules == (rule,)


def test_a_created_monument_has_the_knowledge_of_the_rules() -> None:
    data = AncientArchive(game_of("ancient_knowledge", 2, 2)).json()
    rows = [row for one in json.loads(data)["data"]["logs"] for row in one["data"] if row["type"] == "createCard"]
    which = next(n for n, row in enumerate(rows) if row["args"]["card"]["location"].startswith("timeline"))
    card = rows[which]["args"]["card"]
    fault = imported(changed(data, "createCard", more_knowledge, which)).fault
    assert fault is not None
    name, n = card["id"].partition("_")[0], card["knowledge"]
    assert f"{name} knowledge of " in fault.message
    assert f"the archive says {n + 1}, the rules {n} (AK-3.4)." in fault.message


@pytest.mark.parametrize(
    ("kind", "change", "code", "says"),
    [
        ("createCard", lambda args: args["card"].update(id="X9_None"), "schema", "there is no card 'X9_None'"),
        ("createCard", lambda args: args["card"].update(location="moon"), "schema", "not a place on the timeline"),
        ("createCard", lambda args: args["card"].update(id="C36_Other"), "illegal", "C36"),
        (
            "chooseAction",
            lambda args: args.update(action_name="Dance"),
            "schema",
            "`action_name` must be one of create",
        ),
        ("chooseAction", lambda args: args.pop("player_id"), "schema", "`player_id` is not one of the players"),
        ("fillPool", lambda args: args.update(cards=3), "schema", "`cards` is 3; it should be a list"),
    ],
)
def test_what_makes_no_sense_is_refused(
    kind: str, change: Callable[[dict[str, Any]], None], code: str, says: str
) -> None:
    data = AncientArchive(game_of("ancient_knowledge", 2, 2)).json()
    with pytest.raises(LogError) as caught:
        imported(changed(data, kind, change))
    assert caught.value.fault.code == code
    assert says in caught.value.fault.message


def test_a_refused_move_names_its_rule() -> None:
    """A monument that is created where both halves of the slot are taken, or that is not in the hand, is refused."""
    data = AncientArchive(game_of("ancient_knowledge", 2, 2)).json()
    other = changed(data, "createCard", lambda args: args["card"].update(id="C36_Other", location="timeline-1-0"))
    with pytest.raises(LogError, match=r"not in your hand.*AK-3\.1") as caught:
        imported(other)
    assert caught.value.fault.rules == ("AK-3.1",)
    assert caught.value.fault.message.startswith("packet ")


# -- hands that are not shown ---------------------------------------------------------------------------------------


def seen_in_turns(session: Session) -> list[Any]:
    """What a bystander sees at the beginning of each turn, and at the end: it is the same in every game that agrees."""
    return [session.game.view(state, BYSTANDER) for state in turns_of(session)]


def told_in_turns(session: Session, viewer: int) -> list[Any]:
    """The effects of each turn as a player sees them, whatever their order, and the hand of the player at its end.

    The platform does not report which cards take effect, in how many steps knowledge is taken off, nor how many cards a
    player with a full hand misses.
    """
    found: list[Any] = []
    told: Counter[str] = Counter()
    for event, state in zip(session.line.events, session.line.states[1:], strict=True):
        then = [whole(one) for one in event.then if kind_of(one) not in (HandFull, Activated, Spent)]
        for one in then:
            if isinstance(one, KnowledgeRemoved):
                told[f"{one.seat} {one.card}"] += one.tokens
            else:
                told[str(session.game.redacted_effect(one, viewer))] += 1
        if any(kind_of(one) is TurnBegan for one in event.then):
            found.append((told, state.players[viewer].hand))
            told = Counter()
    return [*found, (told, session.state.players[viewer].hand)]


def told_there_and_back(session: Session, viewer: int) -> Session:
    done = imported(AncientArchive(session, (viewer,)).json())
    assert done.fault is None
    assert not done.unknown
    assert done.session.witness == viewer
    assert seen_in_turns(done.session) == seen_in_turns(session)
    assert told_in_turns(done.session, viewer) == told_in_turns(session, viewer)
    assert done.session.score() == session.score()
    assert done.session.result() == session.result()
    assert done.claims > 20 * len(session.players)
    return done.session


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_game_told_to_one_player(viewer: int, tmp_path: Path) -> None:
    session = game_of("ancient_knowledge", 2, 501)
    done = told_there_and_back(session, viewer)
    path = tmp_path / "game.jsonl"
    write_log(str(path), done)
    assert validate(str(path)).faults == ()
    assert load(str(path)).score() == session.score()


@pytest.mark.parametrize(
    ("seats", "seed", "viewer"),
    [
        pytest.param(3, 7_019, 1, id="the pile is dealt again while cards are laid open"),
        pytest.param(3, 7_013, 1, id="a hidden card can be created by another one"),
        pytest.param(4, 7_044, 0, id="a payment beside cards that all saw"),
        pytest.param(4, 930_017, 3, id="the only card of a hand is stolen"),
        pytest.param(2, 7_107, 1, id="knowledge is taken off no further than reported"),
    ],
)
def test_supposed_hands_that_are_the_wrong_ones(seats: int, seed: int, viewer: int) -> None:
    """Another game that agrees is found for each of the reasons for which the supposed one can't go on."""
    told_there_and_back(game_of("ancient_knowledge", seats, seed), viewer)


def test_two_claims_of_one_kind_about_one_record() -> None:
    """T23 and M31 take lost knowledge off in the same record: 3 and 1. Each claim is about its own effect."""
    data = AncientArchive(game_of("ancient_knowledge", 2, 7_104)).json()
    assert imported(data).fault is None
    rows = [
        row for one in json.loads(data)["data"]["logs"] for row in one["data"] if row["type"] == "discardLostKnowledge"
    ]
    both = next(n for n, row in enumerate(rows) if (row["args"]["n"], rows[n + 1]["args"]["n"]) == (3, 1))
    fault = imported(changed(data, "discardLostKnowledge", lambda args: args.update(n=3), both + 1)).fault
    assert fault is not None
    assert "lost knowledge of Anna: the archive says 3, the rules 1 (AK-6.6)." in fault.message


def test_what_others_drew_and_discarded_is_not_in_the_log() -> None:
    """Only what is created, or stolen by the player, may name a card of the other hand."""
    done = told_there_and_back(game_of("ancient_knowledge", 2, 501), 0)
    steps = zip(done.line.states, done.line.events, strict=False)
    drawn = [(before.stack[-1], one.do) for before, one in steps if before.stack and one.by == CHANCE]
    draws = [(step.seat, holes(do)) for step, do in drawn if isinstance(step, Draw)]
    assert {seat for seat, n in draws if n} == {1}
    assert {seat for seat, n in draws if not n} == {0}
    theirs = [one.do for one in done.line.events if one.by == 1 and not hasattr(one.do, "slot")]
    given = [do for do in theirs if "iscard" in type(do).__name__ or "Keep" in type(do).__name__]
    assert len(given) > 6
    assert all(map(holes, given))


def test_a_spoilt_claim_is_found_in_what_one_player_saw() -> None:
    data = AncientArchive(game_of("ancient_knowledge", 2, 501), (1,)).json()
    fault = imported(changed(data, "declineSlideLeft", more("n"))).fault
    assert fault is not None
    assert "slide of" in fault.message
    assert fault.rules == ("AK-2.9",)


def test_what_no_hands_lead_to_is_not_called_forbidden() -> None:
    """The search only supposes the hands, so no refusal may name one, or a rule."""
    data = AncientArchive(game_of("ancient_knowledge", 2, 501), (0,)).json()
    rows = [row for one in json.loads(data)["data"]["logs"] for row in one["data"] if row["type"] == "createCard"]
    which = next(n for n, row in enumerate(rows) if row["args"]["card"]["location"].startswith("timeline"))
    with pytest.raises(LogError) as caught:
        imported(changed(data, "createCard", lambda args: args["card"].update(location="timeline-6-0"), which))
    assert caught.value.fault.code == "unproved"
    assert caught.value.fault.rules == ()
    assert "not proved" in caught.value.fault.message
    assert "hand." not in caught.value.fault.message.replace("every hand.", "")


@pytest.mark.long
@pytest.mark.parametrize("bot", [False, True])
@pytest.mark.parametrize("seed", range(7_000, 7_025))
def test_many_games_told_to_one_player(seed: int, bot: bool) -> None:
    """Random games, and likely ones, in which the pile is dealt again and hands decide what happens."""
    seats = 2 + seed % 3
    told_there_and_back(game_of("ancient_knowledge", seats, seed, bot=bot), (7 * seed + bot) % seats)


def test_starter_sets_are_refused() -> None:
    content = json.loads(AncientArchive(game_of("ancient_knowledge", 2, 2)).json())
    content["options"] = {"101": {"value": "0"}}
    with pytest.raises(LogError, match="sets of six"):
        imported(json.dumps(content).encode())


def test_the_search_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronika.logs.imports.bga.ancient.search.TRIES", 30)
    with pytest.raises(LogError, match="this takes too long to find out"):
        imported(AncientArchive(game_of("ancient_knowledge", 2, 2)).json())
