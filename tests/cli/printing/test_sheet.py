"""The score sheet: teams, the order of its parts, and what is unconfirmed in this very game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kronika.cli.printing.sheet import caveat_lines, score_sheet
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.examples.example import read_examples, run_example
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.session import Session
from kronika.logs.work.simulate import game_seed, play_random
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


def test_what_is_unconfirmed_can_have_changed_this_game() -> None:
    """Tides OQ-1 is about King's Nest (1) at 0:0, OQ-2 about Molehill (16) beside Roof (17); Tigris OQ-8 about wars."""
    assert unconfirmed(played([2, 3, 4, 5, 6], [7, 8, 9, 10, 11])) == ""
    # Card 7 counts palaces: 1:0 with the Nest, 0:0 for nobody. Card 4 counts temples, 0:0.
    nest = unconfirmed(played([1, 3, 4, 5, 6], [7, 8, 9, 10, 11]))
    assert ("OQ-1" in nest, "OQ-2" in nest) == (True, False)
    # All five suits once: no tie at 0:0, so the Nest makes no difference.
    assert unconfirmed(played([1, 4, 7, 10, 13], [2, 5, 8, 11, 14])) == ""
    assert unconfirmed(played([16, 3, 4, 5, 6], [7, 8, 9, 10, 11])) == ""
    # With Roof each of four suits counts double, so none would be there just once.
    assert "OQ-2" in unconfirmed(played([16, 17, 2, 4, 7], [1, 3, 10, 11, 12]))
    assert "OQ-8" not in unconfirmed(tigris.place())


def played(anna: list[int], bob: list[int]) -> Session:
    """A first round in which Anna and Bob take these cards, one after the other; hands are exchanged after each."""
    hands = [[pair[(turn + seat) % 2] for turn, pair in enumerate(zip(anna, bob, strict=True))] for seat in (0, 1)]
    session = tides.start()
    session.play("chance: deal " + " / ".join(" ".join(map(str, hand)) for hand in hands))
    for mine, other in zip(anna, bob, strict=True):
        session.play(f"Anna: pick {mine}")
        session.play(f"Bob: pick {other}")
    return session


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
    """OQ-1 is about King's Nest (1): not a word of it while the game goes on. No suit count of Molehill is doubled."""
    playing = tides_game(TIDES_MOVES[:20])
    assert "Unconfirmed" not in "\n".join([*sheet(playing), *sheet(playing, 0)])
    assert unconfirmed(playing, 0) != ""
    over = "\n".join(sheet(tides_game()))
    assert (over.count("OQ-1"), over.count("OQ-2")) == (1, 0)


def test_of_many_caveats_two_are_explained() -> None:
    """AK-9 games meet a dozen; the others are named so that `rules` shows them."""
    session = random_game("ancient_knowledge")
    explained, further = unconfirmed(session).split("Unconfirmed too: ")
    assert explained.count("Unconfirmed: OQ-") == 2
    assert re.fullmatch(r"(OQ-\d+, )+OQ-\d+ and OQ-\d+; `kronika rules ancient_knowledge OQ-\d+` shows one\.", further)


def test_rulings_that_the_game_has_met_are_named() -> None:
    """VC section 7: R-1 and R-2 show in no game, R-36 needs virtual opponents."""
    text = unconfirmed(random_game("viceroy"))
    (found,) = re.findall(r"rulings of our own: [^;]*; `rules R-4` shows one; in this game ([^U]*)", text)
    assert "R-9" in found
    assert not {"R-1", "R-2", "R-36"} & set(re.findall(r"R-\d+", found))


def random_game(name: str) -> Session:
    game: AnyGame = get_game(name)
    return play_random(game, 2, plain_options(new_game_options(game, {})), game_seed(1, 1))


def test_before_any_point_there_is_a_sentence() -> None:
    """TE-1.5: the points of another player of Tigris are hidden."""
    assert sheet(tides.start()) == ["Nobody has points yet."]
    assert sheet(tigris.place(), 0) == ["You know of no points yet."]
    assert sheet(tigris.place()) == ["Nobody has points yet."]
