"""`docs/tables.md` says what is written, and its eight questions are answered rightly: compared with plain Python."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics.statistics import rate_of
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.session import Session
from kronika.logs.files.sources import stored_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.tables.columns import OPENING, POINTS_OF, TABLES
from kronika.logs.tables.database import Database, opened
from kronika.logs.tables.export import Export
from support.logs import DUEL_MOVES, duel_game
from support.playouts import ROOT
from support.readme import PAGES, blocks

PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
GAMES = sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))


def queries() -> dict[str, str]:
    """The questions of the page, by the names of their files."""
    named = (body.partition("\n") for language, body in blocks(PAGE) if language == "sql")
    return {head.removeprefix("# file: ").removesuffix(".sql"): query for head, _, query in named}


def export(folder: Path, *logs: Path) -> str:
    with Export(str(folder), "parquet") as made:
        made.add(stored_logs(map(str, logs)))
        for _ in made.make():
            pass
    return str(folder)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """All shipped games."""
    with opened({"": export(tmp_path_factory.mktemp("shipped") / "tables", *GAMES)}, "1GB") as found:
        yield found


def whole(database: Database, question: str) -> list[tuple[Any, ...]]:
    """The answer to a question of the page, with all rows."""
    query = re.sub(r" LIMIT \d+\s*$", "", queries()[question])
    return list(database.ask(query).rows())


@cache
def sessions() -> list[Session]:
    return [load(str(path)) for path in GAMES]


def finished() -> list[tuple[Session, Any]]:
    ended = ((session, session.game.result(session.state)) for session in sessions())
    return [(session, result) for session, result in ended if result is not None]


def order(session: Session) -> list[int]:
    """The seats in the order of their first decisions."""
    return list(dict.fromkeys(event.by for event in session.line.events if event.by != CHANCE))


# -- columns --------------------------------------------------------------------------------------------------------


def told() -> dict[str, list[tuple[str, str, str]]]:
    """The columns that the page names: name, type and meaning, by table."""
    parts = re.split(r"^### (\w+)$", PAGE.partition("\n## The tables")[2], flags=re.MULTILINE)
    rows = re.compile(r"^\| `(\w+)` \| (\w+) \| (.*) \|$", re.MULTILINE)
    return {name: rows.findall(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def test_the_page_names_every_column_with_its_type_and_meaning() -> None:
    right = {
        name: [(one.name, one.type, one.about + " *Hidden.*" * one.hidden) for one in table.columns]
        for name, table in TABLES.items()
    }
    assert told() == right
    for name, table in TABLES.items():
        assert f"### {name}\n\n{table.about}\n" in PAGE


def test_what_is_written_has_the_columns_that_the_page_names(database: Database) -> None:
    for name, columns in told().items():
        written = [row[:2] for row in database.ask(f"DESCRIBE {name}").rows()]
        assert written == [column[:2] for column in columns]


def test_no_column_is_a_word_that_sql_keeps_for_itself(database: Database) -> None:
    for name, table in TABLES.items():
        columns = ", ".join(column.name for column in table.columns)
        assert database.ask(f"SELECT {columns} FROM {name}").columns == tuple(one.name for one in table.columns)
    assert len([one for one in TABLES["logs"].columns if one.name.startswith("points_")]) == POINTS_OF


# -- the eight questions --------------------------------------------------------------------------------------------


def test_there_are_eight_questions() -> None:
    assert len(queries()) == PAGE.partition("## Eight questions")[2].partition("\n## ")[0].count("\n### ") == 8


def test_which_opening_wins_most_often(database: Database) -> None:
    """A shared victory is a part of a win; the interval is that of `corpus stats`."""
    games, wins = Counter[str](), Counter[str]()
    for session, result in finished():
        if session.game.name != "tides":
            continue
        for seat, name in enumerate(session.players):
            first = next(entry.do.card for entry in session.line.events if entry.by == seat)
            games[f"pick {first}"] += 1
            wins[f"pick {first}"] += (seat in result.winners) / len(result.winners)  # type: ignore[assignment]  # parts
            assert name
    rows = {row[0]: row[1:] for row in whole(database, "opening")}
    assert {move: row[0] for move, row in rows.items()} == games
    for move, (_, rate, low, high) in rows.items():
        right = rate_of(wins[move], games[move])
        assert (rate, low, high) == pytest.approx((right.rate, right.low, right.high), abs=6e-4)


def test_is_it_good_to_go_first(database: Database) -> None:
    games, wins = Counter[tuple[str, int]](), defaultdict[tuple[str, int], float](float)
    for session, result in finished():
        kind, first = (session.game.name, len(session.players)), order(session)[0]
        games[kind] += 1
        wins[kind] += (first in result.winners) / len(result.winners)
    rows = whole(database, "first")
    assert [(row[:2], row[2]) for row in rows] == sorted(games.items())
    assert [row[3] for row in rows] == pytest.approx([wins[row[:2]] / games[row[:2]] for row in rows], abs=6e-4)
    assert [row[4] for row in rows] == pytest.approx([1 / row[1] for row in rows], abs=6e-4)


def test_which_rule_gives_which_seat_its_points(database: Database) -> None:
    games, points = Counter[tuple[str, int]](), Counter[tuple[str, str, int]]()
    for session, _ in finished():
        games.update((session.game.name, seat) for seat in range(len(session.players)))
        for item in session.game.score(session.state):
            points[session.game.name, item.rule, item.seat] += item.points
    right = {key: total / games[key[0], key[2]] for key, total in points.items()}
    assert {row[:3]: row[3] for row in whole(database, "points")} == pytest.approx(right, abs=6e-3)


def test_which_card_goes_with_a_large_margin(database: Database) -> None:
    margins = defaultdict[str, list[int]](list)
    for session, result in finished():
        if session.game.name != "tides":
            continue
        for seat in (0, 1):
            margin = result.totals[seat] - result.totals[1 - seat]
            named = {card for e in session.line.events if e.by == seat for card in session.game.named_cards(e.do)}
            for card in named:
                margins[card].append(margin)
    rows = whole(database, "cards")
    assert {row[0]: row[1] for row in rows} == {card: len(found) for card, found in margins.items()}
    assert {row[0]: row[2] for row in rows} == pytest.approx(
        {card: sum(found) / len(found) for card, found in margins.items()}, abs=6e-3
    )
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)


def test_how_long_one_player_can_decide_alone(database: Database) -> None:
    longest: list[tuple[str, int, int]] = []
    for path, session in zip(GAMES, sessions(), strict=True):
        by = [event.by for event in session.line.events if event.by != CHANCE]
        longest += [(str(path), seat, len(list(run))) for seat, run in groupby(by)]
    rows = whole(database, "chains")
    assert sorted((row[1], row[2], row[3]) for row in rows) == sorted(longest)
    assert rows[0][3] == max(length for *_, length in longest)


def test_what_has_changed_between_two_versions(tmp_path: Path, duel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second version on a prize is scored by another rule, and is worth one point more."""
    from msgspec.structs import replace

    from kronika.core.contract.registry import get_game

    write_log(str(tmp_path / "a.jsonl"), duel_game())
    write_log(str(tmp_path / "b.jsonl"), duel_game(DUEL_MOVES[:2]))  # without points
    before = export(tmp_path / "before", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    game: Any = get_game("duel")
    score = game.score
    old = {item.rule for item in score(duel_game().state)}
    monkeypatch.setattr(
        type(game),
        "score",
        lambda self, state: tuple(replace(i, rule="DU-9", points=i.points + 1) for i in score(state)),
    )
    after = export(tmp_path / "after", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    with opened({"before": before, "after": after}, "300MB") as both:
        rows = {row[1]: row[2:] for row in whole(both, "versions")}
    items = len(score(duel_game().state))
    # Anna had 3 points and Bob 2 by the old rule, now each item is worth one more by the new one.
    assert rows == {"DU-9": (1, 5 + items), **dict.fromkeys(old, (1, -5))}
    with opened({"before": before, "after": before}, "300MB") as same:
        assert whole(same, "versions") == []


def test_whether_the_order_of_seats_matters(database: Database) -> None:
    places = defaultdict[tuple[str, int, int], list[int]](list)
    for session, result in finished():
        if len(session.players) not in (3, 4):
            continue
        for turn, seat in enumerate(order(session), 1):
            ahead = sum(len(group) for group in result.ranking[: _group(result.ranking, seat)])
            places[session.game.name, len(session.players), turn].append(ahead + 1)
    rows = whole(database, "order")
    assert {row[:3]: row[3] for row in rows} == {key: len(found) for key, found in places.items()}
    assert {row[:3]: row[4] for row in rows} == pytest.approx(
        {key: sum(found) / len(found) for key, found in places.items()}, abs=6e-3
    )


def _group(ranking: tuple[tuple[int, ...], ...], seat: int) -> int:
    return next(number for number, group in enumerate(ranking) if seat in group)


def test_which_rules_meet_most_rarely(database: Database) -> None:
    pairs = Counter[tuple[str, str, str]]()
    for session in sessions():
        cited = {effect.rule for event in session.line.events for effect in event.then}
        cited |= {item.rule for item in session.game.score(session.state)}
        result = session.game.result(session.state)
        cited |= {rule for rule in (result.rule, result.tie_rule) if rule} if result else set()
        pairs.update((session.game.name, *pair) for pair in combinations(sorted(cited), 2))
    rows = whole(database, "rare")
    assert {row[:3]: row[3] for row in rows} == pairs
    assert [row[3] for row in rows] == sorted(row[3] for row in rows)


def test_an_opening_is_what_the_seat_knew_itself(database: Database) -> None:
    """In Tides a card is picked face down: each seat's opening has its own picks, and nobody else's."""
    tides = [(path, session) for path, session in zip(GAMES, sessions(), strict=True) if session.game.name == "tides"]
    rows = database.ask("SELECT address, seat, opening FROM seats JOIN logs USING (log) WHERE game = 'tides'").rows()
    found = {row[:2]: row[2] for row in rows}
    for path, session in tides:
        for seat in (0, 1):
            own = [event for event in session.line.events if event.by == seat][:OPENING]
            assert found[str(path), seat] == "; ".join(f"pick {event.do.card}" for event in own)


# -- the same on every machine --------------------------------------------------------------------------------------


def asked() -> Iterator[tuple[str, list[list[str]]]]:
    """The queries of all pages whose answers they show, each with the rows of the answer."""
    for page in PAGES:
        parts = list(blocks(page.read_text(encoding="utf-8")))
        files = dict(body.removeprefix("# file: ").split("\n", 1) for language, body in parts if language == "sql")
        for _, body in parts:
            for command, answer in re.findall(r"^\$ kronika sql (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
                named = re.search(r'- < (\S+)|"(.*)"', command)
                assert named, command
                rows = [re.split(r" {2,}", line.strip()) for line in answer.split("\n") if line.strip()]
                yield files[named[1]] if named[1] else named[2], [rows[0], *rows[2:]]


def sorting(query: str) -> list[str]:
    """The names by which a query sorts its answer; none if it does not."""
    outer = query
    while outer != (outer := re.sub(r"\([^()]*\)", "", outer)):
        pass
    found = re.search(r"\bORDER BY (.*?)(?: LIMIT \d+)?\s*;?\s*$", outer, re.DOTALL)
    return [re.sub(r"^\w+\.| DESC$", "", name.strip()) for name in found[1].split(",")] if found else []


def test_an_answer_that_a_page_shows_has_one_order() -> None:
    shown = list(asked())
    assert len(shown) >= 9
    for query, (heads, *rows) in shown:
        names = sorting(query)
        assert names, query
        places = [heads.index(name) for name in names if name in heads]
        assert len({tuple(row[place] for place in places) for row in rows}) == len(rows), query


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT a FROM t GROUP BY ALL", []),
        ("WITH x AS (SELECT a FROM (SELECT 1) ORDER BY a) SELECT a FROM x", []),
        ("SELECT a, max(b) FROM t ORDER BY t.a DESC, max(b) LIMIT 3", ["a", "max"]),
    ],
)
def test_an_order_within_brackets_is_not_that_of_the_answer(query: str, names: list[str]) -> None:
    assert sorting(query) == names
