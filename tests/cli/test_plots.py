"""`stats --plot` and `corpus stats --plot`: what is drawn, read back from the SVG, against numbers found by hand."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kronika.cli.plots.chart import ROOM, seat_channels, thinned
from kronika.cli.plots.corpus import corpus_plot
from kronika.cli.plots.game import game_plot
from kronika.cli.plots.sources import by_rule, by_rule_number
from kronika.core.basics.printable import printable
from kronika.core.contract.game import EVERYONE
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import game_names, get_game
from kronika.core.drawing.shapes import width_of
from kronika.core.sessions.session import Session
from kronika.logs.corpus.stats import stats
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.survey import survey
from support.cli import fine, process, run
from support.hostile import EVIL
from support.logs import DUEL_MOVES, duel_game
from support.playouts import ROOT

pytest.importorskip("vl_convert", reason="the extra `plot` is not installed: pip install 'kronika[plot]'")
pytestmark = pytest.mark.usefixtures("duel")

SVG = "{http://www.w3.org/2000/svg}"

POINTS = [
    *("Anna: 0 points after event 0", "Anna: 3 points after event 4", "Anna: 3 points after event 11"),
    *("Bob: 0 points after event 0", "Bob: 2 points after event 11"),
]
AHEAD = [
    *(f"Anna: {by} over the best opponent after event {event}" for by, event in (("+0", 0), ("+3", 4), ("+1", 11))),
    *(f"Bob: {by} over the best opponent after event {event}" for by, event in (("+0", 0), ("-3", 4), ("-1", 11))),
]
PARTS = [line.replace(" after", " of prizes after") for line in POINTS]
CHOICES = [
    *("Anna: 4 legal moves at event 2", "Anna: 2 legal moves at event 4"),
    *("Anna: 3 legal moves at event 7", "Anna: 2 legal moves at event 9"),
    *("Bob: 4 legal moves at event 3", "Bob: 3 legal moves at event 6"),
    *("Bob: 2 legal moves at event 10", "Bob: 2 legal moves at event 11"),
]
"""Of the tiny game: Anna wins 3 with the fourth event, Bob 2 with the eleventh. Hands of 4, 3 and 2; take or spare."""


def drawn(*words: object) -> ElementTree.Element:
    return ElementTree.fromstring(fine(*words, "--plot", "-").out)


def marks(root: ElementTree.Element) -> list[str]:
    """What the marks of a plot say of themselves."""
    return [str(title.text) for title in root.iter(f"{SVG}title")]


def texts(root: ElementTree.Element) -> list[str]:
    return [str(text.text) for text in root.iter(f"{SVG}text")]


def colours(text: str) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}\b", text))


# -- one game ---------------------------------------------------------------------------------------------------


def test_what_a_plot_shows(tiny: Path) -> None:
    assert marks(drawn("stats", tiny)) == [*POINTS, *AHEAD, *PARTS, *CHOICES]


def test_marks_stand_where_they_say(tiny: Path) -> None:
    """Event 4 of 11 is at 4/11 of the width; 0, 2 and 3 points are as far from one another as they should be."""
    places = {}
    for path in drawn("stats", tiny).iter(f"{SVG}path"):
        if (title := path.find(f"{SVG}title")) is not None and title.text in POINTS:
            x, y = re.findall(r"[\d.]+", path.attrib["transform"])[:2]
            places[title.text] = (float(x), float(y))
    last = places["Anna: 3 points after event 11"]
    start, four = places["Anna: 0 points after event 0"], places["Anna: 3 points after event 4"]
    assert (last[0], four[0]) == (pytest.approx(640, abs=1), pytest.approx(640 * 4 / 11, abs=1))
    two = places["Bob: 2 points after event 11"]
    assert (start[1] - two[1]) / (start[1] - last[1]) == pytest.approx(2 / 3, abs=0.02)


def test_texts_are_texts(tiny: Path) -> None:
    found = texts(drawn("stats", tiny))
    for text in (
        "Duel",
        "Points",
        "Lead over the best opponent",
        "prizes",
        "Choices: legal moves at each decision",
        "Anna",
        "Bob",
        "event",
    ):
        assert text in found or text == "Duel", (text, found)


def test_where_the_lead_passes_is_said() -> None:
    """Bob has the 3, then Anna the 5: the lead passes to her with the eighth event."""
    moves = ("chance: prize 3", "Anna: play 1", "Bob: play 2", "Bob: take")
    more = ("chance: prize 5", "Anna: play 4", "Bob: play 3", "Anna: take")
    plot = game_plot(duel_game((*moves, *more)), None, "auto")
    assert plot.groups[0].charts[0].said == ("Event 8: the lead passes to Anna",)


def test_a_log_without_events(here: Path) -> None:
    write_log("g.jsonl", duel_game(()))
    assert marks(drawn("stats", "g.jsonl"))[:2] == ["Anna: 0 points after event 0", "Bob: 0 points after event 0"]


def test_axes_have_whole_numbers_and_each_once(here: Path) -> None:
    """From event 0 to 2, with no points: 0, 1, 2 below, and nothing between 0 and 1 beside."""
    write_log("g.jsonl", duel_game(DUEL_MOVES[:2]))
    found = texts(drawn("stats", "g.jsonl"))
    assert found[: found.index("event")].count("1") == 1
    assert not [text for text in found if re.fullmatch(r"[−-]?\d+\.\d+", text)]
    assert "−0" not in found


def test_a_game_goes_on(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:4]))
    assert "Anna: 3 points after event 4" in marks(drawn("stats", "g.jsonl"))


def test_an_example_is_drawn(here: Path) -> None:
    assert marks(drawn("stats", "tides/EX-1"))


# -- what a seat may know -----------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_choices_alone(tiny: Path) -> None:
    found = marks(drawn("stats", tiny, "--as", "Bob"))
    assert found == [*POINTS, *AHEAD, *PARTS, *(line for line in CHOICES if line.startswith("Bob"))]


def test_what_is_hidden_is_left_open(here: Path) -> None:
    """Points lie behind screens (TE-1.5): of the other player there is no mark, least of all one at 0."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=3)
    plot = game_plot(session, 1, "auto")
    rows = [row for group in plot.groups for chart in group.charts for row in chart.rows]
    assert {row["side"] for row in rows if row.get("points") is not None} == {"Bob"}
    assert plot.title == "Tigris & Euphrates, as Bob may know it"
    write_log("g.jsonl", session)
    assert {mark.partition(":")[0] for mark in marks(drawn("stats", "g.jsonl", "--as", "Bob"))} == {"Bob"}


def test_nothing_is_known_to_everyone(here: Path) -> None:
    """In Tigris & Euphrates all points and tiles lie behind screens."""
    write_log("g.jsonl", Session.new("tigris", ["Anna", "Bob"], seed=3))
    done = run("stats", "g.jsonl", "--as", "everyone", "--plot", "p.svg")
    assert (done.status, done.err) == (2, "error: There is nothing to draw: all numbers are hidden from this viewer.\n")
    assert not (here / "p.svg").exists()


def test_the_parts_of_another_are_unknown_until_the_screens_fall() -> None:
    session = Session.new("tigris", ["Anna", "Bob"], seed=3)
    while session.result() is None:
        seat = session.actors[0]
        session.play(f"{session.players[seat]}: {session.legal()[session.players[seat]][0]}")
    last = len(session.line.events)
    for group in game_plot(session, 0, "auto").groups:
        for chart in group.charts:
            known = [row["event"] for row in chart.rows if row["side"] == "Bob" and row.get("points") is not None]
            assert set(known) <= {last}, chart.title


def test_a_plot_for_everyone(tiny: Path) -> None:
    found = drawn("stats", tiny, "--as", "everyone")
    assert marks(found) == [*POINTS, *AHEAD, *PARTS]
    assert game_plot(duel_game(), EVERYONE, "auto").title.endswith(", as everyone may know it")


# -- a corpus -----------------------------------------------------------------------------------------------------

NEVER_BOB = (*DUEL_MOVES[:8], "Anna: play 1", "Bob: play 1")
"""Nobody wins the 2 with 1 against 1: the end is 3 to 0, after seven decisions."""


@pytest.fixture
def games(here: Path) -> Path:
    """Two games that Anna wins, 3 to 2 with eight decisions and 3 to 0 with seven, and one that goes on."""
    (here / "games").mkdir()
    for number, moves in enumerate((DUEL_MOVES, NEVER_BOB, DUEL_MOVES[:4])):
        write_log(f"games/{number}.jsonl", duel_game(moves))
    return here / "games"


def test_what_a_corpus_shows(games: Path) -> None:
    """Of two games two are won: Wilson's interval ends at 1 and begins at 1/(1 + z²/2), 0.342."""
    assert marks(drawn("corpus", "stats", "games")) == [
        "seat 0: 2 of 2 games won, 95 % interval 34.2% to 100.0%",
        "seat 1: 0 of 2 games won, 95 % interval 0.0% to 65.8%",
        "3 points: 2 games",
        "0 points: 1 game",
        "2 points: 1 game",
        "7 decisions: 1 game",
        "8 decisions: 1 game",
        "1 point: 1 game",
        "3 points: 1 game",
    ]


def test_the_numbers_for_who_draws_it_otherwise(games: Path) -> None:
    (found,) = fine("corpus", "stats", "games", "--format", "json").json
    assert (found["lengths"], found["margins"]) == ({"7": 1, "8": 1}, {"1": 1, "3": 1})
    anna, bob = found["by_seat"]
    assert (anna["totals"], bob["totals"]) == ({"3": 2}, {"0": 1, "2": 1})
    assert anna["win_rate"] == {"rate": 1.0, "low": 0.3424, "high": 1.0}
    assert (anna["parts"], bob["parts"]) == ({"prizes": 3.0}, {"prizes": 1.0})


def test_many_numbers_share_their_bars(games: Path) -> None:
    """From -1 to 46 there are 48 numbers: two to a bar would be 25 bars, which is one too many, so five share one."""
    from kronika.cli.plots.corpus import _binned, _step

    assert [_step(range(n)) for n in (1, 24, 25, 48, 49)] == [1, 1, 2, 2, 5]
    assert _step([-1, 46]) == 5
    assert _binned({-1: 2, 0: 1, 4: 1, 46: 3}, 5) == {-5: 2, 0: 2, 45: 3}


def test_rules_stand_in_their_order() -> None:
    found = by_rule_number({(1, "X-4.10"): 1, (0, "X-4.10"): 2, (0, "X-4.3"): 3, (0, "X-12.1"): 4})
    assert list(found) == [(0, "X-4.3"), (0, "X-4.10"), (1, "X-4.10"), (0, "X-12.1")]


@pytest.mark.parametrize(
    ("game", "rule", "about"),
    [
        ("tides", "TT-3.1", "The only chance is the order of the 18 cards"),
        ("imhotep", "IM-3.10", "(A) End of every round: each player gets 1 point for each of their visible stones"),
        ("viceroy", "VC-4.88", "End: 2 VP per adjacent character"),
        ("viceroy", "VC-5.5", "Items 3–5. 3: laws (section 4)"),
        ("viceroy", "VC-0.0", ""),
    ],
)
def test_a_rule_says_what_it_is_about(game: str, rule: str, about: str) -> None:
    """The first sentence of the SPEC; where that is short, the second one too; of a table the cell with the text."""
    assert list(by_rule(get_game(game), {(1, rule): 3})) == [(1, f"{rule} {about}".rstrip())]


def test_marks_that_would_hide_each_other_are_dots() -> None:
    """Of 100 places ten have room for a large mark, the first one among them; each row is kept."""
    rows = thinned([{"event": event} for event in (0, 4, 9, 10, 11, 50, 100)], "event", 10)
    assert [row["event"] for row in rows] == [0, 4, 9, 10, 11, 50, 100]
    assert [row["event"] for row in rows if "size" not in row] == [0, 10, 50, 100]


def test_each_player_has_a_chart_of_choices() -> None:
    """With the same axes; the marks of one hide none of another."""
    plot = game_plot(duel_game(), None, "auto")
    group = plot.groups[-1]
    assert group.title == "Choices: legal moves at each decision"
    assert [chart.title for chart in group.charts] == ["Anna", "Bob"]
    for chart in group.charts:
        assert {row["side"] for row in chart.rows} == {chart.title}
    assert group.charts[0].layers == group.charts[1].layers


def test_several_games_in_one_plot(games: Path) -> None:
    fine("simulate", "tides", "-n", 2, "--out", "games/more")
    found = texts(drawn("corpus", "stats", "games"))
    assert {"2 games", "Duel: 2 finished games", "Tides of Time: 2 finished games"} <= set(found)


@pytest.mark.parametrize(
    ("folder", "status", "message"),
    [
        ("none", 3, "error: none: "),
        ("empty", 3, "error: empty: there is no log in it.\n"),
        ("begun", 2, "error: There is nothing to draw: no sound log is of a game that was played to its end.\n"),
    ],
)
def test_folders_of_which_nothing_can_be_drawn(here: Path, folder: str, status: int, message: str) -> None:
    for name in ("empty", "begun"):
        (here / name).mkdir()
    write_log("begun/g.jsonl", duel_game(DUEL_MOVES[:4]))
    done = run("corpus", "stats", folder, "--plot", "p.svg")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
    assert not (here / "p.svg").exists()


# -- files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["svg", "png", "html"])
def test_the_same_bytes_every_time(tiny: Path, here: Path, form: str) -> None:
    done = run("stats", tiny, "--plot", f"one.{form}")
    assert (done.status, done.out, done.err) == (0, "", "")
    fine("stats", tiny, "--plot", f"two.{form.upper()}")
    assert (here / f"one.{form}").read_bytes() == (here / f"two.{form.upper()}").read_bytes()


@pytest.mark.long
def test_and_in_another_process(games: Path, here: Path, duel: dict[str, str]) -> None:
    fine("corpus", "stats", "games", "--plot", "one.svg")
    assert process("corpus", "stats", "games", "--plot", "two.svg", env=duel).status == 0
    assert (here / "one.svg").read_bytes() == (here / "two.svg").read_bytes()


def test_dots_are_twice_as_many(tiny: Path, here: Path) -> None:
    root = drawn("stats", tiny)
    fine("stats", tiny, "--plot", "p.png")
    data = (here / "p.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(data[16:20], "big") == pytest.approx(2 * float(root.attrib["width"]), abs=2)


class Tags(HTMLParser):
    """The tags and attributes of a page, and the cells of its tables."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: dict[str, Any] = {}
        self.rows: list[list[str]] = []
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)
        if tag == "tr":
            self.rows.append([])
        self._cell = tag == "td"

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1].append(data)
            self._cell = False


def test_a_page_has_the_numbers_as_tables_and_asks_nobody(tiny: Path, here: Path) -> None:
    fine("stats", tiny, "--plot", "p.html")
    found = Tags((here / "p.html").read_text(encoding="utf-8"))
    assert not found.tags & {"script", "link", "img", "iframe", "use", "image"}
    assert not {"src", "href", "xlink:href"} & set(found.attributes)
    assert found.attributes["content"] is not None
    assert [row for row in found.rows if row][:5] == [
        ["Anna", "0", "0"],
        ["Anna", "4", "3"],
        ["Anna", "11", "3"],
        ["Bob", "0", "0"],
        ["Bob", "11", "2"],
    ]


@pytest.mark.parametrize("name", ["p.gif", "p", "duel.jsonl", "p.svgz"])
def test_a_name_that_says_no_form(tiny: Path, here: Path, name: str) -> None:
    before = sorted(here.iterdir())
    for words in (("stats", tiny), ("corpus", "stats", ".")):
        done = run(*words, "--plot", name)
        assert (done.status, done.out) == (3, "")
        assert done.err == f"error: {name}: the name of a plot ends in .svg, .png or .html.\n"
    assert sorted(here.iterdir()) == before


def test_a_plot_is_no_json(tiny: Path) -> None:
    for words in (("stats", tiny), ("corpus", "stats", ".")):
        done = run(*words, "--plot", "-", "--format", "json")
        assert (done.status, done.out) == (2, "")
        assert done.err.endswith("Error: --plot draws what --format json prints: ask for one of them.\n")


def test_a_file_that_is_there_stays(tiny: Path, here: Path) -> None:
    (here / "p.svg").write_text("mine")
    done = run("stats", tiny, "--plot", "p.svg")
    assert (done.status, done.err) == (3, "error: p.svg: exists already; it is left as it is.\n")
    assert (here / "p.svg").read_text() == "mine"


def test_without_the_package(tiny: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is read."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    for words in (("stats", "none.jsonl"), ("corpus", "stats", "none")):
        done = run(*words, "--plot", "p.svg")
        assert (done.status, done.err) == (
            3,
            "error: This needs `pip install 'kronika[plot]'`; `--format json` has the same numbers without it.\n",
        )
    assert not (here / "p.svg").exists()
    assert fine("stats", tiny).out


# -- how it looks -------------------------------------------------------------------------------------------------


def test_themes(tiny: Path) -> None:
    auto, light, dark, grey = (
        fine("stats", tiny, "--plot", "-", "--theme", theme).out for theme in ("auto", "light", "dark", "print")
    )
    assert "prefers-color-scheme:dark" in auto
    assert "@media" not in light + dark + grey
    assert {"#14171a"} <= colours(dark)
    assert "#ffffff" not in dark
    assert all(code[1:3] == code[3:5] == code[5:7] for code in colours(grey)), colours(grey)


def test_seats_differ_by_more_than_hue(tiny: Path) -> None:
    root = drawn("stats", tiny, "--theme", "print")
    lines = [path.attrib for path in root.iter(f"{SVG}path") if path.attrib.get("fill") is None and "d" in path.attrib]
    assert len({line.get("stroke-dasharray") for line in lines if line.get("stroke-width") in ("4.5", "3.4")}) == 2
    shapes = {}
    for path in root.iter(f"{SVG}path"):
        if (title := path.find(f"{SVG}title")) is not None:
            shapes.setdefault(str(title.text).partition(":")[0], set()).add(path.attrib["d"])
    assert not shapes["Anna"] & shapes["Bob"]


def test_long_names_are_cut_and_stay_apart() -> None:
    """Two that begin the same for 199 letters are distinguished by their seats."""
    names = ["W" * 200, "i" * 199 + "a", "i" * 199 + "b", "Dana"]
    labels = seat_channels(names).labels
    assert len(set(labels)) == 4
    assert all(width_of(label, 11) < ROOM + 60 for label in labels)
    assert seat_channels(["Anna", "Bob"]).labels == ("Anna", "Bob")


@pytest.mark.parametrize("names", [("W" * 200, "i" * 199 + "a", "i" * 199 + "b", "中" * 200)])
def test_labels_do_not_overlap(names: tuple[str, ...], here: Path) -> None:
    """In the legend, by the place of each label and the most that it can be wide."""
    write_log("g.jsonl", Session.new("viceroy", names, seed=4))
    root = drawn("stats", "g.jsonl")
    labels = set(seat_channels(names).labels)
    placed: list[tuple[float, float, float]] = []
    for group in root.iter(f"{SVG}g"):
        if "role-legend-entry" in group.attrib.get("class", ""):
            placed += list(_labels(group, 0, 0, labels))
    assert len(placed) == 4
    rows = [row for row in pairwise(sorted((y, x, wide) for x, y, wide in placed)) if row[0][0] == row[1][0]]
    assert rows
    assert all(x + wide < next_x for (_, x, wide), (_, next_x, _) in rows)


def _labels(element: ElementTree.Element, x: float, y: float, labels: set[str]) -> Any:
    moved = re.match(r"translate\(([\d.-]+),([\d.-]+)\)", element.attrib.get("transform", ""))
    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    if element.tag == f"{SVG}text" and element.text in labels:
        yield x, y, width_of(str(element.text), 12)
    for child in element:
        yield from _labels(child, x, y, labels)


@pytest.mark.parametrize("name", ["</title><script>x</script>", '"><b>&amp;', "{{datum}} $x$ \\n", "' onload='x"])
def test_names_are_no_markup(name: str, here: Path) -> None:
    write_log("g.jsonl", duel_game((), (name, "Bob")))
    root = drawn("stats", "g.jsonl")
    assert f"{name}: 0 points after event 0" in marks(root)
    assert name in texts(root)
    assert not [tag for tag in root.iter() if tag.tag in (f"{SVG}script", f"{SVG}b")]
    fine("stats", "g.jsonl", "--plot", "p.html")
    assert not Tags((here / "p.html").read_text(encoding="utf-8")).tags & {"script", "b"}


def test_what_no_name_could_be_does_no_harm() -> None:
    assert all(printable(label) == label for label in seat_channels([EVIL, "Bob"]).labels)


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_drawn(game: str, tmp_path: Path) -> None:
    """For the referee and a seat, and as a corpus."""
    session = Session.new(game, default_names(min(get_game(game).seats)), seed=7)
    while session.result() is None and len(session.history) < 300:
        seat = session.actors[0]
        do = session.game.actions(session.state, seat)[-1]
        session.do(seat, do)
        session.resolve_chance()
    for viewer in (None, 0):
        assert game_plot(session, viewer, "auto").groups
    write_log(str(tmp_path / "g.jsonl"), session)
    counted = stats([survey(str(tmp_path), "g.jsonl")])
    assert bool(corpus_plot(counted, "auto").groups) == (session.result() is not None)


def test_the_plot_of_the_docs_is_what_is_drawn_now() -> None:
    """`kronika stats fixtures/games/tides/shared-victory.jsonl --plot docs/pictures/plot.svg` draws it again."""
    log = ROOT / "fixtures" / "games" / "tides" / "shared-victory.jsonl"
    drawn_now = fine("stats", log, "--plot", "-").out
    assert (ROOT / "docs" / "pictures" / "plot.svg").read_text(encoding="utf-8") == drawn_now
    assert "(pictures/plot.svg)" in (ROOT / "docs" / "plots.md").read_text(encoding="utf-8")
