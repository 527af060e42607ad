"""The score sheet: teams, the order of its parts, and what is unconfirmed in this very game."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.cli.printing.sheet import caveat_lines, score_sheet
from kronika.core.contract.options import new_game_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.examples.example import read_examples, run_example
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.session import Session
from support import ancient, tides, tigris, viceroy
from support.logs import TIDES_MOVES, tides_game
from support.playouts import ROOT

WIDE = Paper(200)


def sheet(session: Session, viewer: int | None = None) -> list[str]:
    return score_sheet(session, session.state, WIDE, viewer).split("\n")


def row(lines: list[str], name: str) -> list[str]:
    return next(line.split() for line in lines if line.startswith(name))


def parts(session: Session) -> list[str]:
    return list(dict.fromkeys(item.part for item in session.score()))


def unconfirmed(session: Session, viewer: int | None = None) -> str:
    return " ".join(caveat_lines(session, session.state, viewer))


def test_a_team_has_single_scores_and_a_sum() -> None:
    """AK-8.2d, EX-16 of the rulebook: 55 + 21 = 76 and 40 + 42 = 82; partners win, they do not share a victory."""
    text = (ROOT / "fixtures" / "examples" / "ancient_knowledge.toml").read_text(encoding="utf-8")
    (example,) = (one for one in read_examples(text) if one.id == "EX-16")
    session = run_example(example).session
    assert session is not None
    lines = sheet(session)
    assert row(lines, "alone") == ["alone", "55", "21", "40", "42"]
    assert row(lines, "team") == ["team", "76", "76", "82", "82"]
    assert not any(line.startswith("total") for line in lines)
    assert "Kuba and Šimča win as a team. The end: " in "\n".join(lines)
    assert "share the victory" not in "\n".join(lines)


def test_parts_stand_in_the_order_of_the_final_scoring_no_matter_who_has_them() -> None:
    """VC-5.9, AK-7.3, TE-12: what the first player has not comes where it belongs all the same."""
    pyramids = {"Anna": {"1.0": 68}, "Bob": {"1.0": 22, "1.1": 33, "2.0": 3}}
    order = ["circles", "laws", "VP tokens", "magic", "sets", "attack"]
    assert parts(viceroy.place(players=2, phase="end", pyramids=pyramids)) == order
    order = ["past", "effects", "lost"]
    first, second = {"past": ["C29"], "lost": 1}, {"past": ["P2"]}
    assert parts(ancient.place(phase="end", anna=first, players=2, bob=second)) == order


def test_a_part_that_is_its_one_source_is_named_once() -> None:
    """VC-5.5: magic pays as a whole; of the circles each is a source."""
    pyramids = {"Anna": {"1.0": 68}, "Bob": {"1.0": 22, "1.1": 33, "2.0": 3}}
    lines = sheet(viceroy.place(players=2, phase="end", pyramids=pyramids))
    assert row(lines, "magic")[:4] == ["magic", "0", "0", "VC-5.5"]
    assert row(lines, "circles")[:4] == ["circles", "green", "circle", "below"]


def test_what_is_unconfirmed_is_what_the_game_has_met() -> None:
    """Tides OQ-1 and OQ-2 are about King's Nest (1) and Molehill (16); Tigris OQ-8 about wars."""
    assert unconfirmed(tides.place(kingdoms={"Anna": [2, 3, 4, 5, 6], "Bob": [7, 8, 9, 10, 11]})) == ""
    nest = unconfirmed(tides.place(kingdoms={"Anna": [1, 3, 4, 5, 6], "Bob": [7, 8, 9, 10, 11]}))
    assert ("OQ-1" in nest, "OQ-2" in nest) == (True, False)
    assert "OQ-8" not in unconfirmed(tigris.place())


@pytest.mark.parametrize("name", game_names())
def test_signs_are_rules_or_cards(name: str) -> None:
    game: AnyGame = get_game(name)
    known = {rule.number for rule in rules_of(game)} | {card.id for card in game.cards()}
    options: dict[str, Any] = {}
    for seats in range(game.seats[0], game.seats[1] + 1):
        for caveat in game.caveats(new_game_options(game, options), seats):
            assert sorted(set(caveat.signs) - known) == []


def test_a_player_hears_of_all_while_the_game_goes_on() -> None:
    """Which cards were met in secret would tell what another holds."""
    session = tides.start()
    assert unconfirmed(session) == ""
    assert "OQ-2" in unconfirmed(session, 0)


def test_caveats_are_said_once_at_the_end() -> None:
    """OQ-1 is about King's Nest (1): not a word of it while the game goes on."""
    playing = tides_game(TIDES_MOVES[:20])
    assert "Unconfirmed" not in "\n".join([*sheet(playing), *sheet(playing, 0)])
    assert unconfirmed(playing, 0) != ""
    over = "\n".join(sheet(tides_game()))
    assert over.count("OQ-1") == over.count("OQ-2") == 1


def test_before_any_point_there_is_a_sentence() -> None:
    """TE-1.5: the points of another player of Tigris are hidden."""
    assert sheet(tides.start()) == ["Nobody has points yet."]
    assert sheet(tigris.place(), 0) == ["You know of no points yet."]
    assert sheet(tigris.place()) == ["Nobody has points yet."]
