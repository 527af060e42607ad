"""The tables of how strong the bots are: from the logs of tournaments, with intervals worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core import game_names, get_game
from kronika.logs.tournament.plan import Entrant, Tournament, check_tournament
from kronika.logs.tournament.running import open_or_create, run
from kronika.logs.tournament.standings import HeadToHead
from support import strength
from support.strength import CUPS, Cup, chapter, cups, together, win_rate

SHIPPED = [name for name in game_names() if type(get_game(name)).__module__.startswith("kronika.")]


def test_a_win_rate_counts_ties_as_half() -> None:
    """Wilson's interval of 3 in 4 is 30.1 to 95.4; two won and two level are as much."""
    assert win_rate(HeadToHead("a", "b", 3, 0, 1)) == "75.0 % (30.1 to 95.4)"
    assert win_rate(HeadToHead("a", "b", 2, 2, 0)) == "75.0 % (30.1 to 95.4)"


def test_every_game_is_played_by_all_at_as_many_seats_as_it_has() -> None:
    assert [cup.name for cup in cups("tides")] == ["all", "random", "value", "greedy", "mc", "learned"]
    assert [cup.seats for cup in cups("tigris")] == [2, 2, 2, 2, 3, 4]
    assert [cup.seats for cup in cups("imhotep")] == [2, 2, 2, 3, 4, 2, 2, 2, 3, 4]
    assert all(cup.games % cup.seats == 0 for cup in CUPS)


def test_the_tables_are_what_the_logs_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four games, two of them of one deal; a tournament that is not begun is left out."""
    cup = Cup("all", ("first", "random"), games=4)
    monkeypatch.setattr(strength, "CUPS", (cup, Cup("later", ("first", "random"), games=2)))
    words = cup.arguments("tides", tmp_path)
    assert words[:3] == ["tournament", "--game", "tides"]
    assert list(chapter("tides", tmp_path)) == []
    played = Tournament(name="t", game="tides", bot=[Entrant(bot, bot) for bot in cup.bots], games=4)
    games = list(run(open_or_create(str(tmp_path / "tides" / "all"), check_tournament(played))))
    won = sum(game.players[seat] == "first" for game in games for group in game.ranking[:1] for seat in group)
    lines = list(chapter("tides", tmp_path))
    assert lines[0].startswith("## Tides of Time")
    told = [line for line in lines if line.startswith(f"| first | random | {won} | 0 | {4 - won} | ")]
    assert len(told) == 1
    assert list(together(["tides", "tides"], tmp_path))[3].startswith(
        f"| first | random | {2 * won} | 0 | {8 - 2 * won} | "
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_has_every_game(name: str) -> None:
    assert f"## {get_game(name).title}\n" in strength.PAGE.read_text(encoding="utf-8")
