"""Bots: what they learn, how they are named, how they look ahead, and what is done about those that go wrong."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint
from math import tanh
from time import perf_counter
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BotFault, BotResigned, CannotUndo, UnknownBot
from kronika.core.bots import BOTS, RESIGN, Bot, Budget, Turn
from kronika.core.bots import lookup as naming
from kronika.core.bots.driver import act, decide, event_story, forfeit, play_on, play_out, redo_human, undo_human
from kronika.core.bots.fairplay import find_leaks, positions
from kronika.core.bots.lookup import Player, find_bot, summary_line
from kronika.core.bots.search import REDEALS, Search
from kronika.core.bots.tree import PRIOR_WEIGHT, Tree, grow_tree
from kronika.core.contract.game import CHANCE
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.contract.result import Result
from kronika.core.games.tides.actions import Pick
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from support import sample_bots, tides, tigris
from support.duel import GAME as DUEL
from support.playouts import games

ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
OWN = tuple(game for game in games() if type(game).__module__.startswith("kronika."))
over_bots = pytest.mark.parametrize("name", BOTS)
over_games = pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
QUICKLY = [pytest.param(game, id=game.name, marks=() if game.name == "tides" else pytest.mark.long) for game in OWN]
"""The games in which whole matches take seconds, the others marked."""
DEAL = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"
FEW = Budget(iterations=6)


def turn(session: Session, seat: int, budget: Budget | None = None) -> Turn:
    return Turn(session.game, session.state, seat, Dice("hidden"), budget=budget)


def player(play: Bot, budget: Budget | None = None) -> Player:
    return Player("planted", play, budget)


def first(turn: Turn, dice: Dice) -> Any:
    return turn.actions[0]


# -- what they learn ------------------------------------------------------------------------------------------------


def test_a_bot_learns_what_its_seat_may_know_and_nothing_that_was_taken_back() -> None:
    session = tides.start(DEAL, "Bob: pick 10", "Anna: pick 1", "Anna: pick 7")
    session.undo()
    session.play("Anna: pick 6")
    told = event_story(session, 1)
    assert [event.move for event in told] == ["deal ? ? ? ? ? / 6 7 8 9 10", "pick 10", "pick ?", "pick ?"]
    assert told[2].effects[0].text == "Anna shows 1 King's Nest, Bob shows 10 Eye of the North"
    seen: list[Any] = []

    def listens(turn: Turn, dice: Dice) -> Any:
        seen.extend(turn.events)
        return turn.actions[0]

    assert [seat for seat, _ in decide(session, {1: player(listens)})] == [1]
    assert seen == [*event_story(session, 1)]


def test_who_chooses_face_down_decides_before_anybody_has() -> None:
    """Both choices are made in the position in which neither was: the second bot can't even know that there is one."""
    session = tides.start(DEAL)
    seen: list[tuple[int, tuple[int, int]]] = []

    def looks(turn: Turn, dice: Dice) -> Any:
        seen.append((turn.seat, turn.state.sealed))
        return turn.actions[0]

    assert decide(session, {0: player(looks), 1: player(looks)}) == [(0, Pick(1)), (1, Pick(6))]
    assert seen == [(0, (0, 0)), (1, (0, 0))]
    assert act(session, {0: player(looks), 1: player(looks)}) == 2


def test_others_act_one_after_the_other() -> None:
    """Without a word of the game that choices are sealed, the second one waits until the first is made."""
    session = Session.new(DUEL, ["Anna", "Bob"], seed=1)
    assert session.actors == (0, 1)
    bots = {0: player(first), 1: player(first)}
    assert [seat for seat, _ in decide(session, bots)] == [0]
    assert act(session, bots) == 1
    assert session.actors == (1,)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("mcts", None),
        ("mcts:200", Budget(iterations=200)),
        ("mc:0.5s", Budget(seconds=0.5)),
        ("mc:50ms", Budget(seconds=0.05)),
        ("support.sample_bots:clever", None),
        ("support.sample_bots:clever:7", Budget(iterations=7)),
    ],
)
def test_a_bot_is_named_with_its_budget(text: str, budget: Budget | None) -> None:
    found = find_bot(text)
    assert (found.name, found.budget) == (text, budget)
    assert found.is_reproducible is (budget is None or not budget.seconds)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "mcst",
            "There is no bot called 'mcst'. Did you mean mcts? "
            "There are random, first, greedy, mc, mcts, value, mc-value, mcts-value.",
        ),
        ("", "There is no bot called ''."),
        ("mcts:0", "'mcts:0': '0' is 0 or too large: a budget is a number of iterations up to 10,000,000"),
        ("mcts:0s", "is 0 or too large"),
        ("mcts:10000001", "is 0 or too large"),
        ("mcts:9" + "9" * 500, "is 0 or too large"),
        ("mcts:3601s", "or a time up to 3600 s"),
        ("mcts:-1", "'-1' is not a budget: a budget is a number of iterations"),
        ("mcts:", "'' is not a budget"),
        ("mcts:1e3", "'1e3' is not a budget"),
        ("no.such.module:bot", "can't be imported (ModuleNotFoundError: No module named 'no')"),
        ("support.sample_bots:nothing", "AttributeError"),
        ("support.sample_bots:NUMBER", "it is not a function of (turn, dice)"),
        ("support.sample_bots:leaves:x:3", "is not a bot: write a function as MODULE:FUNCTION"),
        (
            "bot.js",
            "For a bot of your own, write a function as MODULE:FUNCTION, such as my.bots:clever, "
            "and a program as program:COMMAND, such as program:node bot.js.",
        ),
        ("mine.py:clever", "'mine.py:clever' is not a bot: write the module without .py: mine:clever."),
        ("in/mine.py:clever", "'in/mine.py:clever' is not a bot: write a function as MODULE:FUNCTION"),
        ("program:node bot.js", "a program can't be used here: name a bot in Python."),
        ("\x1b[31m:1", "There is no bot called '\\x1b[31m'"),
    ],
)
def test_a_name_that_is_none_is_answered_with_what_there_is(text: str, why: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        find_bot(text)
    assert why in str(caught.value)


def test_a_file_names_no_function_but_a_name_given_to_one() -> None:
    """A match file comes from anywhere: what it names is never imported."""
    with pytest.raises(UnknownBot, match="a file can't name a function to run"):
        find_bot("os:abort", functions=False)
    found = find_bot("mine", {"mine": "support.sample_bots:clever:3"}, functions=False)
    assert (found.name, found.budget) == ("mine", Budget(iterations=3))


def test_packages_bring_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        "clever": EntryPoint("clever", "support.sample_bots:clever", naming.GROUP),
        "broken": EntryPoint("broken", "support.nowhere:clever", naming.GROUP),
        "leaves": EntryPoint("leaves", "support.leaving:bot", naming.GROUP),
    }
    monkeypatch.setattr(naming, "installed_bots", lambda: points)
    assert summary_line(find_bot("clever:5").play) == "The last legal action."
    with pytest.raises(UnknownBot, match="The bot 'broken' can't be used: it can't be imported"):
        find_bot("broken")
    with pytest.raises(UnknownBot, match=r"The bot 'leaves' can't be used: .*SystemExit: 3"):
        find_bot("leaves")


def test_those_in_the_box_keep_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mcts", "support.sample_bots:clever", naming.GROUP)
    naming.installed_bots.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    try:
        assert naming.installed_bots() == {}
        assert find_bot("mcts").play is BOTS["mcts"]
    finally:
        naming.installed_bots.cache_clear()


# -- looking ahead -----------------------------------------------------------------------------------------------------


@over_games
@over_bots
def test_the_same_turn_and_dice_give_the_same_legal_move(game: AnyGame, name: str) -> None:
    """At every number of seats, from the start on."""
    for seats in range(game.seats[0], game.seats[1] + 1):
        for position in positions(game, default_names(seats), {}, seed=seats, count=2, games=1):
            turns = [turn(position.session, position.seat, FEW) for _ in range(2)]
            one, other = (BOTS[name](each, Dice(3)) for each in turns)
            assert one == other
            game.check(position.session.state, position.seat, one)


def test_a_time_budget_is_kept() -> None:
    """There is time for a first round whatever it costs, and then no more than was allowed."""
    session = tides.start(DEAL)
    begun = perf_counter()
    assert BOTS["mcts"](turn(session, 0, Budget(seconds=0.2)), Dice(1)) in session.game.actions(session.state, 0)
    assert 0.2 <= perf_counter() - begun < 2
    BOTS["mc"](turn(session, 0, Budget(seconds=1e-9)), Dice(1))


def test_a_choice_of_one_takes_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last pick of a round is forced (TT-2.1)."""
    session = tides.start(DEAL)
    for number in range(8):
        seat = number % 2
        session.do(seat, session.game.actions(session.state, seat)[0])
    monkeypatch.setattr("kronika.core.bots.builtin.Search", None)
    for name in ("greedy", "mc", "mcts"):
        assert [BOTS[name](turn(session, 0), Dice(1))] == [*session.game.actions(session.state, 0)]


def test_in_the_tree_the_other_s_sealed_choice_is_one_node() -> None:
    """Whatever the first has chosen, who chooses at the same time has one node; only when both lie open it goes on."""
    session = tides.start(DEAL)
    one = turn(session, 0)
    tree = grow_tree(Search(one, Dice(1)), one.actions, Budget(iterations=60))
    decisions = [step for step in tree.root.below if isinstance(step, int)]
    assert decisions == [0, 1]
    assert set(tree.root.below[0].below) == {Pick(n) for n in (1, 2, 3, 4, 5)}
    assert tree.root.below[1].visits == 60
    shown = [step for step in tree.root.below if not isinstance(step, int)]
    assert shown
    assert all(isinstance(step, tuple) and len(step) == 2 for step in shown)


def test_walks_are_counted_once() -> None:
    session = tides.start(DEAL)
    one = turn(session, 1)
    tree = grow_tree(Search(one, Dice(1)), one.actions, Budget(iterations=40))
    assert sum(node.visits for node in tree.choice.below.values()) == 5 * REDEALS * PRIOR_WEIGHT + 40
    assert tree.best() in one.actions
    assert all(abs(node.total) <= node.visits for node in tree.choice.below.values())


def test_below_the_root_no_move_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look ahead chooses between new moves of one node: of a move that is known there the walks tell more."""
    session = Session.new("imhotep", ["Anna", "Bob"], seed=1)
    seat = session.actors[0]
    search = Search(turn(session, seat), Dice(1))
    tree = Tree(search, search.game.actions(session.state, seat))
    looked: list[tuple[int, Any]] = []
    ideas = Tree._idea
    here: list[Any] = []

    def noted(tree: Tree, tried: Any, state: Any, by: int) -> Any:
        here.append(tried)
        return ideas(tree, tried, state, by)

    def looks(search: Search, state: Any, by: int, do: Any, events: int = 0) -> float:
        assert do not in here[-1]
        looked.append((by, do))
        return 0.0

    monkeypatch.setattr(Tree, "_idea", noted)
    monkeypatch.setattr(Search, "after", looks)
    for _ in range(40):
        tree.walk()
    assert looked


def test_a_search_is_as_curious_as_its_walks_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of walks that all bring the same nothing is to be learnt: the best move at first sight is walked alone."""
    session = Session.new("imhotep", ["Anna", "Bob"], seed=1)
    seat = session.actors[0]
    search = Search(turn(session, seat), Dice(1))
    tree = Tree(search, search.game.actions(session.state, seat))
    first = max(tree.choice.below, key=lambda do: tree.choice.below[do].total)
    monkeypatch.setattr(search, "worth", lambda state: [1.0, 1.0])
    for _ in range(30):
        tree.walk()
    assert tree.best() == first
    assert tree.choice.below[first].visits == REDEALS * PRIOR_WEIGHT + 30


def test_the_end_of_a_game_is_half_who_has_won() -> None:
    """A lead of 15 in Tides, whose scale is 15, for the winner: (tanh 1 + 1) / 2; the loser has the opposite."""
    session = tides.start(DEAL)
    search = Search(turn(session, 0), Dice(1))
    ended = type("Ended", (), {})()

    def worth(*totals: int) -> list[float]:
        best = max(totals)
        groups = tuple(seat for seat, points in enumerate(totals) if points == best)
        rest = tuple(seat for seat in range(len(totals)) if seat not in groups)
        result = Result(totals, (groups, rest) if rest else (groups,), "", "")
        game: Any = type("Over", (), {"actors": lambda self, state: (), "result": lambda self, state: result})()
        search.game = game
        return search.worth(ended)

    assert worth(45, 30) == pytest.approx([(tanh(1) + 1) / 2, -(tanh(1) + 1) / 2])
    assert worth(30, 30) == [0, 0]


def test_partners_are_no_rivals() -> None:
    """Two teams of two (AK-8.2): seats 0 and 1 play against 2 and 3."""
    session = Session.new("ancient_knowledge", default_names(4), seed=1, options={"teams": True})
    seat = next(seat for seat in session.actors if seat != CHANCE)
    assert Search(turn(session, seat), Dice(1)).rivals == [[2, 3], [2, 3], [0, 1], [0, 1]]


def test_who_plays_alone_is_compared_with_the_present() -> None:
    session = Session.new("viceroy", ["Anna"], seed=1)
    while session.actors == (CHANCE,):
        session.resolve_chance()
    search = Search(turn(session, 0), Dice(1))
    assert search.worth(search.state) == [0]


# -- every game is played well enough ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "mc:40", "mcts:40"])
@pytest.mark.parametrize("game", QUICKLY)
def test_a_bot_of_the_box_beats_one_that_moves_at_random(game: AnyGame, name: str) -> None:
    """In six games with the seats exchanged it loses two at the most: of hundreds it wins nine in ten."""
    lost = 0
    for number in range(6):
        seats = {number % 2: find_bot(name), 1 - number % 2: find_bot("random")}
        session = Session.new(game, ["Anna", "Bob"], seed=number)
        play_on(session, seats)
        result = session.result()
        assert result is not None
        lost += number % 2 not in result.winners
    assert lost <= 2


def test_a_revolt_that_is_sure_to_be_lost_is_not_begun() -> None:
    """The defender has two temples beside the king, the attacker one and no temple in hand (TE-5.3): no use."""
    session = tigris.place(
        players=2,
        tiles={"red": ["F5", "E4"]},
        leaders={"Archer": {"king": "E5"}},
        hands={"Lion": "black " * 6, "Archer": "black " * 6},
    )
    game = session.game
    placed = session.read("king G5")[1]
    search = Search(turn(session, 0), Dice(1))
    game.check(session.state, 0, placed)
    stays = search.worth(search.play_ahead(session.state, 0))[0]
    assert search.after(session.state, 0, placed) < stays


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def crashes(turn: Turn, dice: Dice) -> Any:
    raise RuntimeError(f"I hold {turn.state.hands[turn.seat][0]}")


@pytest.mark.parametrize(
    ("play", "what", "why"),
    [
        (lambda turn, dice: None, "gave no move", "None is not one of turn.actions: A table `{…}` is needed, not null"),
        (lambda turn, dice: object(), "gave no move", "> is not one of turn.actions"),
        (lambda turn, dice: Pick(99), "gave no move", "A whole number from 1 to 18 is needed, not 99"),
        (lambda turn, dice: Pick("x"), "gave no move", "A whole number from 1 to 18 is needed, not 'x'"),
        (lambda turn, dice: Pick(10), "made an illegal move", "You do not hold 10 Eye of the North"),
        (crashes, "failed", "RuntimeError: I hold 1"),
        (lambda: None, "failed", "TypeError"),
        (lambda turn, dice: sys.exit(0), "failed", "SystemExit: 0"),
        (lambda turn, dice: ENDLESS, "gave no move", "[[...]] is not one of turn.actions"),
    ],
)
def test_a_bot_that_gives_no_legal_move_is_named(play: Any, what: str, why: str) -> None:
    session = tides.start(DEAL)
    before = session.state
    with pytest.raises(BotFault) as caught:
        decide(session, {0: player(play)})
    assert str(caught.value).startswith(f"The bot 'planted' of Anna {what}: ")
    assert why in str(caught.value)
    assert str(caught.value.public_message()) == f"The bot 'planted' of Anna {what}."
    assert session.state is before


def peers(turn: Turn, dice: Dice) -> Any:
    return turn.game.actions(None, turn.seat)  # ours fails here, called by it


@pytest.mark.parametrize(
    ("play", "places"),
    [
        (crashes, [f"test_bots.py, line {crashes.__code__.co_firstlineno + 1}"]),
        (peers, [f"test_bots.py, line {peers.__code__.co_firstlineno + 1}"]),
        (lambda: None, []),  # it could not even be called
    ],
)
def test_where_a_bot_failed_is_reported_by_a_line_of_its_own(play: Any, places: list[str]) -> None:
    with pytest.raises(BotFault) as caught:
        decide(tides.start(DEAL), {0: player(play)})
    assert re.findall(r" \((.*, line \d+)\)$", caught.value.why) == places


def test_a_bot_may_resign_and_say_itself_how_it_went_wrong() -> None:
    session = tides.start(DEAL)
    bots = {0: player(lambda turn, dice: RESIGN)}
    with pytest.raises(BotResigned, match=r"^The bot 'planted' of Anna resigns\.$"):
        decide(session, bots)
    assert act(session, bots) == 0
    assert session.ending == Ending("resigned", 0, (1,))
    assert session.actors == ()

    def late(turn: Turn, dice: Dice) -> Any:
        raise BotFault("was late", "by hand", kind="late")

    session = tides.start(DEAL)
    fault = play_out(session, {0: player(first), 1: player(late)})
    text = "The bot 'planted' of Bob was late: by hand"
    assert (str(fault), session.ending, session.tags) == (text, Ending("time", 1, (0,), text), {"fault": "late"})


def test_of_several_who_stay_those_ahead_have_won() -> None:
    """Nobody has a point yet, so both that stay have won; who plays alone leaves nobody."""
    session = Session.new("imhotep", ["Anna", "Bob", "Cyril"], seed=1)
    forfeit(session, BotFault("went", seat=1))
    assert session.ending == Ending("adjudicated", 1, (0, 2), "went")
    alone = Session.new("viceroy", ["Anna"], seed=1)
    forfeit(alone, BotFault("went", seat=0))
    assert alone.ending == Ending("adjudicated", 0, (), "went")


def test_a_game_without_end_is_adjudicated() -> None:
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    bots = {0: player(sample_bots.idle), 1: player(sample_bots.idle)}
    play_on(session, bots, most=20)
    text = "after 20 decisions, by the current score"
    assert session.ending == Ending("adjudicated", winners=(0, 1), text=text)
    assert sum(event.by != CHANCE for event in session.line.events) == 20
    play_on(session, bots, most=20)
    assert len([entry for entry in session.history if not hasattr(entry, "by")]) == 1


def test_a_game_with_people_is_never_adjudicated() -> None:
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    seat = session.actors[0]
    play_on(session, {seat: player(sample_bots.idle)}, most=1)
    assert session.ending is None
    assert session.actors == (1 - seat,)


# -- beside people -----------------------------------------------------------------------------------------------------


def test_people_take_back_their_own_decisions_with_all_that_followed() -> None:
    session = tides.start(DEAL)
    bots = {1: player(first)}
    play_on(session, bots)
    before = session.state
    session.play("Anna: pick 1")
    play_on(session, bots)
    after = session.state
    assert [event.by for event in session.line.events] == [CHANCE, 1, 0, 1]
    undo_human(session, bots, 1)
    assert session.state == before
    redo_human(session, bots, 1)
    assert session.state == after
    with pytest.raises(CannotUndo, match="Cannot take back 2 decisions: people made 1 of those in force"):
        undo_human(session, bots, 2)
    with pytest.raises(CannotUndo, match="Cannot restore 1 decision: people made none of those taken back"):
        redo_human(session, bots, 1)


# -- does it peek? -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tides", "viceroy", "ancient_knowledge", "tigris"])
def test_a_bot_that_peeks_is_found(game: str) -> None:
    spots = [*positions(get_game(game), ["Anna", "Bob"], {}, seed=1, count=24, games=2)]
    moved = find_leaks(player(sample_bots.peeking), spots).moved
    assert moved is not None
    assert moved.dealt is not None
    position = moved.position
    assert position.session.view(position.seat) == position.session.game.view(moved.dealt, position.seat)
    assert moved.chosen != moved.other


def test_a_bot_that_does_not_choose_the_same_twice_is_distinguished_from_one_that_peeks() -> None:
    spots = [*positions(get_game("tides"), ["Anna", "Bob"], {}, seed=1, count=4, games=1)]
    moved = find_leaks(player(sample_bots.wavering), spots).moved
    assert moved is not None
    assert moved.dealt is None


@over_games
@over_bots
def test_no_bot_of_the_box_peeks(game: AnyGame, name: str) -> None:
    seats = max(2, game.seats[0])
    spots = [*positions(game, default_names(seats), {}, seed=7, count=4, games=1)]
    watched = find_leaks(Player(name, BOTS[name], FEW), spots)
    assert watched.positions == len(spots) == 4
    assert watched.moved is None


def test_positions_are_spread_over_the_games() -> None:
    spots = [*positions(get_game("tides"), ["Anna", "Bob"], {}, seed=1, count=7, games=3)]
    assert len(spots) == 7
    assert len({spot.session.header.seed for spot in spots}) == 3
    assert len({(spot.session.header.seed, spot.number) for spot in spots}) == 7
    assert all(spot.seat in spot.session.actors for spot in spots)
