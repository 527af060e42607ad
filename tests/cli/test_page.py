"""`page`: one file that asks nobody for anything, in which no name acts, made of what the viewer is reported."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.page.branches import Branch, Tree, branch_tree
from kronika.cli.page.changes import compact_runs, splices
from kronika.cli.page.comparison import first_difference
from kronika.cli.page.document import page as document
from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.core.drawing.picture import draw
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.events import Event, Note, Redo, Set, Undo
from kronika.core.sessions.headings import episodes
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.replaying.compare import diff_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import fine, run
from support.pages import HAND, Read, film, frames, game, lists, page_of, page_of_logs, unrolled

ROOT = Path(__file__).parents[2]
MOVES = (f"chance: deal 1 2 3 4 5 / {HAND}", "Anna: pick 2", "Bob: pick 9", "Anna: pick 6")


def test_a_page_is_one_file(here: Path) -> None:
    write_log("g.jsonl", game(MOVES))
    done = run("page", "g.jsonl", "--out", "g.html")
    assert (done.status, done.out) == (0, "")
    assert done.err == "g.html: Tides of Time, Anna, Bob. Open it in a browser.\n"
    read = Read((here / "g.html").read_text())
    for tag, attrs in read.tags:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style", "srcdoc")]
        assert (attrs.get("href") or "#").startswith("#")
    assert "http" not in (here / "g.html").read_text().replace("http://www.w3.org/2000/svg", "").replace(
        "http-equiv", ""
    )


def test_nothing_runs_but_the_script_of_the_page(here: Path) -> None:
    text = page_of(game(MOVES))
    read = Read(text)
    policy = read.all("meta")[1]["content"] or ""
    (script,) = [body for body in read.texts["script"] if "use strict" in body]
    (sheet,) = read.texts["style"]
    for kind, body in (("script", script), ("style", sheet)):
        assert f"{kind}-src 'sha256-{b64encode(sha256(body.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_what_can_be_read_without_the_script(here: Path) -> None:
    text = page_of(game(MOVES))
    read = Read(text)
    items = [item["data-n"] for item in read.all("li") if "data-n" in item]
    assert items == ["1", "2", "3", "4"]
    shown = " ".join(" ".join(part) for part in read.texts.values())
    assert "Anna chooses 2 Ancient Divide" in shown
    assert "Anna shows 2 Ancient Divide, Bob shows 9 Maze of the Damned" in shown
    assert {attrs["data-what"] for attrs in read.all("g") if "data-what" in attrs} == set(map(str, range(1, 19)))
    assert [attrs["id"] for attrs in read.all("dt")] == ["TT-2.2", "TT-2.3"]


def test_the_film_shows_the_table_after_each_record(here: Path) -> None:
    text = page_of(game(MOVES))
    data = film(text)
    assert data["records"] == [0, 1, 2, 3, 4]
    assert data["points"]["totals"] == [[0, 0]] * 5
    pieces = [[data["pieces"][data["placed"][placed][0]] for placed in frame] for frame in frames(text)]
    shown = [
        {
            key: (kind, what, "".join(data["words"][word] for word in title))
            for key, kind, what, _, _, _, _, *title in frame
        }
        for frame in pieces
    ]
    printed = "2 Ancient Divide, palace: 7 if you have more strongholds"
    assert shown[0]["card-2"] == ("card", "2", f"deck: {printed}")
    assert shown[2]["card-2"] == ("card", "2", f"Anna's choice: {printed}")
    assert shown[3]["card-2"] == ("card", "2", f"Anna's kingdom: {printed}")
    assert not [key for key in shown[2] if key.startswith("mark-")], "the script marks what has changed"


def test_a_page_says_how_large_each_block_gets(here: Path) -> None:
    """Enough for nine in ten of the 40 tables; the decks, which nobody looks at, are as high as they get."""
    data = film(page_of_logs([load(str(ROOT / WHOLE))]))
    assert data["blocks"] == [["area", 0, 0], ["area", 1, 0], ["rest", None, 0]]
    session = load(str(ROOT / WHOLE))
    drawn = [draw(session.game, session.look(session.at(n), None), session.players) for n in range(40)]
    heights = [sorted(one.heights[block] for one in drawn) for block in range(3)]
    assert data["heights"] == [[pytest.approx(one) for one in (heights[0][35], heights[1][35], heights[2][39])]]


def test_a_step_is_a_decision_with_what_followed(here: Path) -> None:
    """The deal, a record of chance, is no decision."""
    assert film(page_of(game(MOVES)))["decided"] == [2, 3, 4]


def test_a_page_says_what_is_due_and_by_whom(here: Path) -> None:
    data = film(page_of(game(MOVES)))
    assert [data["words"][word] for word in data["next"]] == [
        "deal the hands",
        "Anna and Bob: pick a card",
        "Bob: pick a card",
        "Anna and Bob: pick a card",
        "Bob: pick a card",
    ]


def test_what_was_taken_back_can_be_looked_at(here: Path) -> None:
    text = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")))
    assert film(text)["records"] == [0, 1, 2, 3, 4]
    read = Read(text)
    assert [item["data-n"] for item in read.all("li", **{"class": "undone"})] == ["2"]
    for_bob = page_of(game((*MOVES[:2], "undo", "Anna: pick 3")), "--as", "Bob")
    assert film(for_bob)["records"] == [0, 1, 2]
    assert [item["data-n"] for item in Read(for_bob).all("li") if "data-n" in item] == ["1", "2"]


# -- for one seat -----------------------------------------------------------------------------------------------


def test_a_page_for_a_seat_is_the_same_whatever_is_hidden(here: Path) -> None:
    """Anna's hand and choice, the seed, tags, notes and what was taken back are nobody else's."""
    one = game(MOVES[:2], seed=1, tags={"Event": "Club"})
    one.note("Anna keeps her best card", author="Anna")
    other = game((f"chance: deal 11 12 13 14 15 / {HAND}", "Anna: pick 14", "undo", "Anna: pick 12"), seed=2)
    pages = [page_of(session, "--as", "Bob") for session in (one, game(MOVES[:2]))]
    assert pages[0] == pages[1]
    assert page_of(other, "--as", "Bob") == pages[0]
    assert one.line.events[-1].state not in page_of(one)
    assert "Club" in page_of(one)


# -- hostile ----------------------------------------------------------------------------------------------------

EVIL = ("</script><script>x()</script>", '"><img src=x onerror=x()>', "]]><!--\u202e", "&lt;b&gt;'")


@pytest.mark.parametrize("evil", EVIL)
def test_names_tags_and_notes_are_nothing_but_text(here: Path, evil: str) -> None:
    name = evil.replace("\u202e", "")
    session = game([move.replace("Anna", "0") for move in MOVES], names=(name, "Bob"), tags={"Event": evil})
    session.note(evil * 100)
    text = page_of(session)
    read = Read(text)
    assert len(read.all("script")) == 2
    assert not read.all("img")
    assert "x()</script>" not in text


def test_a_file_that_is_there_stays(here: Path) -> None:
    write_log("g.jsonl", game(MOVES))
    (here / "g.html").write_text("mine")
    done = run("page", "g.jsonl", "--out", "g.html")
    assert (done.status, done.err) == (3, "error: g.html: exists already; it is left as it is.\n")
    assert (here / "g.html").read_text() == "mine"


@pytest.mark.parametrize("name", ["g.svg", "g.png", "g", "html"])
def test_the_name_of_a_page_says_what_it_is(here: Path, name: str) -> None:
    done = run("page", ROOT / WHOLE, "--out", name)
    assert (done.status, done.out) == (3, "")
    assert done.err == f"error: {name}: the name of a page ends in .html or .htm.\n"
    assert not (here / name).exists()


# -- splices ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ([], [1, 2], [[0, 0, 1, -1]]),
        ([1, 2, 3], [1, 2, 3], []),
        ([1, 2, 3], [1, 4, 3], [[1, 1, 4]]),
        ([1, 2, 3], [2, 3, 5], [[3, 0, 5], [0, 1]]),
        ([1], [1, 4, 5, 6, 9], [[1, 0, 4, -2, 9]]),
        ([1, 2], [], [[0, 2]]),
    ],
)
def test_only_what_changes_is_kept(old: list[int], new: list[int], changes: list[list[int]]) -> None:
    assert list(splices(old, new)) == changes


@pytest.mark.parametrize("seed", range(200))
def test_splices_make_the_new_list(seed: int) -> None:
    import random

    chance = random.Random(seed)
    old, new = (chance.sample(range(12), chance.randint(0, 12)) for _ in range(2))
    assert list(lists([list(splices([], old)), list(splices(old, new))])) == [old, new]


@pytest.mark.parametrize("seed", range(200))
def test_splices_make_lists_in_which_things_are_twice(seed: int) -> None:
    """Lines of a text are."""
    import random

    chance = random.Random(seed)
    old, new = (chance.choices(range(4), k=chance.randint(0, 9)) for _ in range(2))
    assert list(lists([list(splices([], old)), list(splices(old, new))])) == [old, new]


def test_numbers_in_a_row_are_reported_by_how_many_follow() -> None:
    assert list(compact_runs([5, 6, 7, 8, 3, 2, 9, 10])) == [5, -3, 3, 2, 9, -1]
    assert unrolled([5, -3, 3, 2, 9, -1]) == [5, 6, 7, 8, 3, 2, 9, 10]


# -- what was taken back ----------------------------------------------------------------------------------------


def entries(signs: str) -> list[Any]:
    """`e` is an event, `u2` takes two back, `r2` restores two, `n` is a note, `s` says names or tags once more."""
    made: list[Any] = []
    for sign, number in re.findall(r"([eurns])(\d?)", signs):
        events = int(number or 1)
        made.append({"u": Undo(events), "r": Redo(events), "n": Note("x"), "s": Set()}.get(sign) or event())
    return made


def event() -> Event:
    return Event(0, None, (), "")


@pytest.mark.parametrize(
    ("signs", "before", "end", "undone"),
    [
        ("eee", {1: 0, 2: 1, 3: 2}, 3, {}),
        ("eenes", {1: 0, 2: 1, 4: 2, 5: 4}, 5, {}),  # a note is nothing that follows; a set is
        ("eeeu2e", {1: 0, 2: 1, 3: 2, 4: 3, 5: 1}, 5, {2: 4, 3: 4}),
        ("eu1", {1: 0, 2: 1}, 0, {1: 2}),
        ("eeu1r1e", {1: 0, 2: 1, 3: 2, 4: 1, 5: 2}, 5, {}),  # what is restored stands
        ("eeu1eeu2e", {1: 0, 2: 1, 3: 2, 4: 1, 5: 4, 6: 5, 7: 1}, 7, {2: 3, 4: 6, 5: 6}),
        ("eeu1r1u2", {1: 0, 2: 1, 3: 2, 4: 1, 5: 2}, 0, {1: 5, 2: 5}),  # the undo that it was for good
        ("esu1e", {1: 0, 2: 1, 3: 2, 4: 0}, 4, {1: 3}),
    ],
)
def test_records_are_a_tree(signs: str, before: dict[int, int], end: int, undone: dict[int, int]) -> None:
    assert branch_tree(entries(signs)) == Tree(before, end, undone)


def test_a_branch_says_where_it_leaves_the_game_and_what_ended_it() -> None:
    assert list(branch_tree(entries("eeu1eeu2e")).branches()) == [Branch(2, 1, 3), Branch(4, 1, 6)]
    assert list(branch_tree(entries("eu1")).branches()) == [Branch(1, 0, 2)]


def test_the_list_says_which_moves_are_a_branch(here: Path) -> None:
    session = game((*MOVES[:2], "undo", "Anna: pick 3"))
    told = items(page_of(session))
    assert told[3:6] == [
        "A branch that leaves the game after record 1; taken back by 3:",
        "2 Anna chooses 2 Ancient Divide",
        "3 undo 1 event",
    ]
    assert film(page_of(session))["before"] == [0, 0, 1, 2, 1]
    assert film(page_of(session))["end"] == 4


def items(text: str) -> list[str]:
    """The list of moves as it is read, without what followed."""
    moves = text[text.index('<ol class="moves"') : text.index('<section class="wide"')]
    found = re.findall("<li(?: class| data-n).*?(?=<li class|<li data-n|$)", moves, re.DOTALL)
    return [re.sub("<ul>.*?</ul>|<.*?>", "", item).strip() for item in found]


def test_notes_stand_at_their_record(here: Path) -> None:
    session = game(MOVES[:2])
    session.note("greedy", on=1, author="Cecil", mark="?")
    session.note("a fine evening", on=0)
    text = page_of(session)
    assert items(text)[1] == "1 The hands are dealt: 1 2 3 4 5; 6 7 8 9 10note by Cecil ?: greedy"
    assert film(text)["records"] == [0, 1, 2]
    assert "<p>note: a fine evening</p>" in text


def test_arrows_of_notes_are_drawn_at_their_record(here: Path) -> None:
    """In Tigris the cells are on one board. An arrow to nowhere, or from the board to a hand, is left out."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    session.resolve_chance()
    session.note("[arrow C5 F7 blue] [mark B2] [arrow C5 Z99] [arrow C5 head-1]", on=1)
    text = page_of(session)
    data = film(text)
    keys = [{data["pieces"][data["placed"][placed][0]][0] for placed in frame} for frame in frames(text)]
    noted = [{key for key in frame if key.startswith("note-")} for frame in keys]
    assert noted[:2] == [set(), {"note-0-0", "note-1-0-0"}]


NOTED = (
    "costs 12 ± 3 % of the win (2.0 ± 0.5 points) against pick 5; with full information 9 ± 2 %; now Anna 40, Bob 60 %"
)


def test_a_noted_analysis_has_an_arrow_and_a_curve(here: Path) -> None:
    """Card 5 would go from the fifth place of Anna's hand to the place of her choice, where card 2 is now."""
    session = game(MOVES)
    session.note(NOTED, on=2, author="kronika", mark="?")
    session.note("the best move found; now Anna 45, Bob 55 %", on=3, author="kronika")
    text = page_of(session)
    data = film(text)
    assert [frame for frame, *_ in data["best"]] == [2]
    ((_, start, end),) = data["best"]

    def places(frame: int, key: str) -> list[Any]:
        placed = (data["placed"][one] for one in frames(text)[frame])
        return [spot for piece, *spot in placed if data["pieces"][piece][0] == key]

    assert [start[:3]] == places(1, "card-5")
    assert [end[:3]] == places(2, "card-2")
    assert 'data-records="2 3"' in text
    assert "<title>2 Anna chooses 2 Ancient Divide: costs 12 %</title>" in text
    assert "Anna chooses 2 Ancient Divide ?: 12 % of the win</li>" in text
    assert "Win rate" not in page_of(session, "--as", "Anna"), "the notes are the referee's"


def test_a_note_of_a_person_is_no_analysis(here: Path) -> None:
    session = game(MOVES)
    session.note("costs 12 ± 3 % of the win, I think", on=2)
    session.note("now Anna 40, Bob 60 %", on=3)
    assert film(page_of(session))["best"] == []
    assert "Win rate" not in page_of(session)


def test_a_best_move_that_cannot_be_made_has_no_arrow(here: Path) -> None:
    """Card 9 is in Bob's hand, and `fly` is no move."""
    for move in ("pick 9", "fly"):
        session = game(MOVES)
        session.note(NOTED.replace("pick 5", move), on=2, author="kronika")
        assert film(page_of(session))["best"] == []


def test_headings_divide_the_moves(here: Path) -> None:
    """The hands go round five times; the deal comes before."""
    heads = [item for item in items(page_of(game(MOVES))) if item.startswith("Round")]
    assert heads[-1] == "Round 1 of 3 · pick 2 of 5 · Anna 0, Bob 0"


def test_a_war_is_a_group_in_its_turn_and_an_auction_has_rounds(here: Path) -> None:
    """TE-5.4, TE-6.7: both sides commit tiles, one after the other; VC-2.3: an auction has up to three rounds."""
    tigris, viceroy = (
        load(str(ROOT / "fixtures/games" / name))
        for name in ("tigris/two-advanced.jsonl", "viceroy/two-level-five.jsonl")
    )
    wars = [effect for event in tigris.line.events for effect in event.then if type(effect).__name__ == "Decided"]
    groups = [group for group in sections(page_of(tigris)) if group[1] == "episode"]
    assert [depth for depth, *_ in groups] == [2] * len(wars)
    assert groups[0] == (2, "episode", "Anna attacks Bob's priest: revolt")
    assert "Anna attacks Bob's priest: revolt · 4 against 1: Anna's priest beats Bob's" in page_of(tigris)
    assert sections(page_of(viceroy))[1:4] == [
        (1, "episode", "Auction of round 1"),
        (2, "stage", "Round 1 of 12 · bidding round 1 of 3"),
        (1, "stage", "Round 1 of 12"),
    ]


def test_one_decision_alone_is_no_group(here: Path) -> None:
    """Records 41 and 42 are the first that commit tiles; one of them alone is no group."""
    for taken_back, wanted in ((0, 1), (1, 0)):
        session = load(str(ROOT / "fixtures/games/tigris/two-advanced.jsonl"))
        session.undo(sum(event.by != CHANCE for event in session.line.events[42:]) + taken_back)
        assert len(episodes(session, in_force(session))) == wanted


def test_for_a_seat_a_group_has_the_numbers_of_its_page(here: Path) -> None:
    session = load(str(ROOT / "fixtures/games/tigris/two-advanced.jsonl"))
    assert len([group for group in sections(page_of(session, "--as", "Anna")) if group[1] == "episode"]) == 8


def sections(text: str) -> list[tuple[int, str, str]]:
    """The sections of the list of moves: how deep each is, its kind, and its name."""
    found, depth = [], 0
    for ends, kind, name in re.findall('(</ol></details>)|<details open class="(.*?)" data-head="(.*?)">', text):
        depth += -1 if ends else 1
        if not ends:
            found.append((depth, kind, unescape(name)))
    assert depth == 0
    return found


# -- points -----------------------------------------------------------------------------------------------------

WHOLE = "fixtures/games/tides/shared-victory.jsonl"
"""Rounds are scored by the events 11, 25 and 39, see `tests/core/sessions/test_metrics.py`."""


def test_points_over_time(here: Path) -> None:
    points = film(fine("page", ROOT / WHOLE, "--out", "-").out)["points"]
    assert [points["totals"][event] for event in (10, 11, 24, 25, 38, 39)] == [
        [0, 0],
        [14, 18],
        [14, 18],
        [38, 37],
        [38, 37],
        [60, 60],
    ]
    now: dict[int, int] = {}
    for frame, changes in enumerate(points["changes"]):
        now |= dict(zip(changes[::2], changes[1::2], strict=True))
        for player in (0, 1):
            own = sum(n for source, n in now.items() if points["sources"][source][0] == player)
            assert own == points["totals"][frame][player]
    assert {part for _, part, _ in points["sources"]} == {"round 1", "round 2", "round 3"}
    assert points["dyes"] == []


def test_where_the_game_turned(here: Path) -> None:
    """Bob leads after the first round, Anna after the second; that Bob draws level with her is no turn."""
    text = fine("page", ROOT / WHOLE, "--out", "-").out
    assert film(text)["points"]["turns"] == [25]
    told = re.sub("<.*?>", "", text[text.index('<p class="turns">') :].split("</p>")[0])
    assert told == "Anna takes the lead from Bob at 25."


def test_what_is_not_to_be_known_of_points_is_not_there(here: Path) -> None:
    """In Tigris the points are behind screens: of Bob's Anna knows nothing while the game goes on."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    for number in range(40):
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(1, number)))
        session.resolve_chance()
    points = film(page_of(session, "--as", "Anna"))["points"]
    assert {totals[1] for totals in points["totals"]} == {None}
    assert {player for player, _, _ in points["sources"]} <= {0}
    assert points["turns"] == []
    assert set(film(page_of(session))["points"]["dyes"]) <= {"red", "black", "blue", "green"}


def test_the_end_and_what_is_unconfirmed_are_reported(here: Path) -> None:
    """As `score` tells them, in lines."""
    told = " ".join(fine("score", ROOT / WHOLE).out.split())
    text = fine("page", ROOT / WHOLE, "--out", "-").out
    said = [
        unescape(found) for found in re.findall("<p>(.*?)</p>", text) if "Unconfirmed" in found or "The end: " in found
    ]
    assert len(said) == told.count("Unconfirmed") + 1 > 1
    for sentence in said:
        assert sentence in told


# -- positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_a_position_is_copied_as_an_example(here: Path, name: str) -> None:
    """The text leads back to the state; where there is none, no keys describe it."""
    found = get_game(name)
    session = Session.new(found, ["Anna", 'B"ob'][: found.seats[1]], seed=5)
    for number in range(40):
        if not session.actors:
            break
        seat = session.actors[0]
        session.do(seat, found.pick(session.state, seat, Dice(5, number)))
        session.resolve_chance()
    data = film(page_of(session))
    lines, changes = data["positions"]["lines"], data["positions"]["changes"]
    described = 0
    for number, change, numbers in zip(data["records"], changes, lists(changes), strict=True):
        if change is None:
            assert found.given(session.at(number), session.players) is None
            continue
        (example,) = read_examples("".join(f"{lines[line]}\n" for line in numbers))
        assert (example.id, start_example(example).state) == (f"after-{number}", session.at(number))
        described += 1
    assert described


def test_a_seat_gets_no_positions(here: Path) -> None:
    text = page_of(game(MOVES), "--as", "Bob")
    assert film(text)["positions"] is None
    assert HAND.split()[0] in text


# -- two games --------------------------------------------------------------------------------------------------


def test_two_games_are_opened_where_they_part(here: Path) -> None:
    one, other = game(MOVES), game((*MOVES[:2], "Bob: pick 8", "Anna: pick 6"))
    text = page_of_logs([one, other])
    data = film(text)
    assert (data["opens"], len(data["frames"]), data["records"]) == (3, 5, [0, 1, 2, 3, 4])
    assert "The games diverge at move 3." in text
    assert items(text)[2:4] == ["Here the games diverge", "3Bob chooses 9 Maze of the DamnedBob chooses 8 Gods' Bath"]
    shown = [[data["pieces"][data["placed"][placed][0]][0] for placed in frames(text, which)[3]] for which in (0, 1)]
    assert "card-9" in shown[0]
    assert "card-8" in shown[1]
    ids = [attrs["id"] for _, attrs in Read(text).tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {"piece-card-9", "second-piece-card-9"} <= set(ids)
    assert data["points"]["players"] == ["Anna (first)", "Bob (first)", "Anna (second)", "Bob (second)"]


@pytest.mark.parametrize(
    ("left", "right", "at"),
    [
        (MOVES, MOVES, None),
        (MOVES, MOVES[:2], 3),
        (MOVES, (MOVES[0], "Anna: pick 3", "undo", *MOVES[1:]), None),  # what was taken back is no difference
        (MOVES, (f"chance: deal 1 2 3 4 11 / {HAND}", *MOVES[1:]), 1),
    ],
)
def test_where_two_games_part_is_what_diff_says(here: Path, left: Any, right: Any, at: int | None) -> None:
    one, other = game(left), game([move.replace("Anna", "Zoe") for move in right], names=("Zoe", "Bob"))
    assert first_difference(one, other, None) == at
    write_log("a.jsonl", one)
    write_log("b.jsonl", other)
    found = diff_logs("a.jsonl", "b.jsonl").divergence
    assert (found and found.event) == at


@pytest.mark.parametrize("name", game_names())
def test_where_random_games_part_is_what_diff_says(here: Path, name: str) -> None:
    found = get_game(name)
    for seed in range(3):
        sessions = []
        for turn in (30, 12 + seed):
            session = Session.new(found, ["Anna", "Bob", "Cecil"][: found.seats[1]], seed=3)
            for number in range(30):
                if not session.actors:
                    break
                seat = session.actors[0]
                dice = Dice(seed if number < turn else 99, number)
                session.do(seat, found.pick(session.state, seat, dice))
                session.resolve_chance()
            sessions.append(session)
            write_log(f"{seed}-{turn}.jsonl", session)
        found_by_diff = diff_logs(f"{seed}-30.jsonl", f"{seed}-{12 + seed}.jsonl").divergence
        assert first_difference(*sessions, None) == (found_by_diff and found_by_diff.event)


def test_a_seat_is_not_told_where_what_is_hidden_differs(here: Path) -> None:
    """Anna's deal and choice are other ones: Bob can't tell, so for him the games are the same, byte for byte."""
    one = game(MOVES[:2])
    other = game((f"chance: deal 11 12 13 14 15 / {HAND}", "Anna: pick 14", "undo", "Anna: pick 12"), seed=2)
    other.note("Anna keeps her best card")
    texts = [page_of_logs(pair, "--as", "Bob") for pair in ([one, one], [one, other], [other, one], [other, other])]
    assert len(set(texts)) == 1
    assert "The moves are the same." in texts[0]
    assert "The games diverge at move 1." in page_of_logs([one, other])
    assert "The games diverge at move 1." in page_of_logs([one, other], "--as", "Anna")


def test_two_games_need_the_same_game_and_seat(here: Path) -> None:
    write_log("a.jsonl", game(MOVES))
    write_log("b.jsonl", Session.new("imhotep", ["Anna", "Bob"], seed=1))
    write_log("c.jsonl", game(["chance: deal 1 2 3 4 5 / 6 7 8 9 10"], names=("Bob", "Anna")))
    done = run("page", "a.jsonl", "b.jsonl", "--out", "x.html")
    assert (done.status, done.err) == (
        2,
        "error: Only two games of one kind can be shown side by side; these are Tides of Time and Imhotep.\n",
    )
    done = run("page", "a.jsonl", "c.jsonl", "--out", "x.html", "--as", "Bob")
    assert (done.status, done.err) == (
        2,
        "error: Bob has another seat in the second log than in the first: name it by its number.\n",
    )
    assert run("page", "a.jsonl", "b.jsonl", "c.jsonl", "--out", "x.html").status == 2
    assert not (here / "x.html").exists()


def test_games_with_other_options_are_said_to_have_them(here: Path) -> None:
    """In some games views tell of options; that is no place where the games part."""
    one, other = game(MOVES), game(MOVES, options={"zero_tie": "need_one"})
    text = page_of_logs([one, other])
    assert "<p>The games have different options.</p>\n<p>The moves are the same.</p>" in text


# -- size -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "events", "most"),
    [pytest.param("ancient_knowledge", 4, 600, 1_500, marks=pytest.mark.long), ("tigris", 4, 230, 600)],
)
def test_a_long_game_is_no_large_page(name: str, seats: int, events: int, most: int) -> None:
    """In thousands of bytes, positions and a branch of a hundred events included."""
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil", "Dana"][:seats], seed=7)
    turned = False
    while sum(isinstance(entry, Event) for entry in session.history) < events:
        if not session.actors or (events - len(session.history) < 100 and not turned):
            session.undo_events(min(100, len(session.line.events) - 1))
            session.resolve_chance()
            turned = True
        number = len(session.history)
        session.do(session.actors[0], found.pick(session.state, session.actors[0], Dice(7, number)))
        session.resolve_chance()
    text = document(session)
    assert len(film(text)["frames"]) > events
    assert len(text.encode()) < most * 1000


@pytest.mark.parametrize("name", game_names())
def test_nothing_that_a_person_reads_has_an_underscore(name: str) -> None:
    """Nor does a label, which a screen reader says: the burial chamber has two words. Rules, and remarks on them, may
    name options, which are typed.
    """
    found = get_game(name)
    session = Session.new(found, ["Anna", "Bob", "Cecil"][: found.seats[1]], seed=7)
    for number in range(120):
        if not session.actors:
            break
        session.do(session.actors[0], found.pick(session.state, session.actors[0], Dice(7, number)))
        session.resolve_chance()
    text = document(session)
    read = Read(text)
    said = [one for tag, parts in read.texts.items() if tag not in ("script", "style", "td", "dd") for one in parts]
    said += [label for _, attrs in read.tags if (label := attrs.get("aria-label"))]
    data = film(text)
    said += [data["words"][word] for word in (*data["next"], *(word for piece in data["pieces"] for word in piece[7:]))]
    assert not [one for one in said if "_" in one and not one.startswith("Unconfirmed")]
