"""`tutorial`: through a pipe and at a terminal, left and continued, obeyed and not."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from kronika.cli.commands import tutorial as command
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.tutorial import tutorial_of
from kronika.logs.replaying.replay import load
from support.cli import fine, run

LOG = "tutorial-tides.jsonl"


def script(first: int = 0, last: int | None = None) -> str:
    """The moves of the learner of Tides, a line each."""
    text = tutorial_of(get_game("tides"))
    assert text is not None
    return "".join(f"{step.do}\n" for step in text.step[first:last])


def test_a_whole_game_through_a_pipe(here: Path) -> None:
    done = fine("tutorial", "tides", stdin=script())
    assert "Each of two players builds a kingdom" in done.out
    assert "Choose a card to keep; the other four go to Bob." in done.err
    assert f"`kronika replay {LOG} --from 38 --as Anna` shows all of it." in done.out, "the table is closed"
    assert "The game is over. Anna wins." in done.err
    assert "That is the whole game." in done.err
    # Vestibule pays Anna 3, 3 and 12 in the three rounds by her relic; see the sheet.
    assert "Anna gained most over Bob with " in done.err
    assert f"{LOG}: the game is kept; `kronika tutorial tides NAME.jsonl` begins another." in done.err
    assert load(LOG).result() is not None
    fine("validate", LOG)


def test_it_tells_of_the_players_by_their_names_of_now(here: Path) -> None:
    """Names may even change places: the learner is Bob then."""
    done = fine("tutorial", "tides", stdin=f"rename Anna=Bob Bob=Zed\n{script()}")
    assert "the other four go to Zed." in done.err
    assert "you hold Zed's four other cards" in done.err
    assert "Zed took cards that count what he did not have." in done.err
    assert "Bob's four other cards" not in done.err


def test_it_is_left_and_goes_on(here: Path) -> None:
    left = fine("tutorial", "tides", stdin=script(0, 7))
    assert f"{LOG}: your game is kept; `kronika tutorial tides` goes on." in left.err
    again = fine("tutorial", "tides", stdin=script(7))
    assert "Each of two players builds" not in again.out
    assert "Choose a card to keep" not in again.err
    assert "That is the whole game." in again.err


def test_a_mistake_is_explained_by_its_rule(here: Path) -> None:
    done = fine("tutorial", "tides", stdin="pick 2\nquit\n")
    assert "You do not hold 2 Ancient Divide" in done.err
    assert "TT-2.1  Pick" in done.out
    assert len(load(LOG).history) == 1


def test_a_poor_move_is_explained_and_played_if_it_is_typed_again(here: Path) -> None:
    done = fine("tutorial", "tides", stdin="pick 16\npick 16\nquit\n")
    assert "You may do that, but: Molehill gives 8 if more of your suits appear just once (TT-4.9)." in done.err
    assert "From here on you play alone against the bot greedy" in done.err
    log = load(LOG)
    assert [event.by for event in log.line.events] == [-1, 0, 1, 1]  # the bot chooses again at once
    assert log.line.events[1].do.card == 16


def test_a_poor_move_without_a_reason_of_its_own_is_compared_with_the_better_one(here: Path) -> None:
    """The reason is about the better move, and says so: 14 is no garden."""
    done = fine("tutorial", "tides", stdin=f"{script(0, 2)}pick 14\nquit\n")
    assert "You may do that, but `pick 9` is better: it is a garden, for which 6 gives 3 points;" in done.err.replace(
        "\n", " "
    )


def test_after_undo_a_poor_move_is_explained_again(here: Path) -> None:
    """A second try follows the reason at once: what was said before `undo` and `redo` is old."""
    done = fine("tutorial", "tides", stdin="pick 6\npick 2\nundo\nredo\npick 2\nquit\n")
    assert done.err.count("You may do that, but: it gives 7 only to who has more strongholds") == 2
    assert "From here on you play alone" not in done.err


def test_after_the_guide_is_left_it_says_how_to_come_back(here: Path) -> None:
    """Each time: also when it is left again."""
    done = fine("tutorial", "tides", stdin="pick 16\npick 16\nundo\npick 9\npick 9\nquit\n")
    assert done.err.count("`undo` leads back to the guide.") == 2


def test_a_move_taken_back_leads_back_to_the_guide(here: Path) -> None:
    done = fine("tutorial", "tides", stdin="pick 16\npick 16\nundo\npick 6\nquit\n")
    assert "Both cards lie open now, and you hold Bob's four other cards." in done.err
    assert [event.do.card for event in load(LOG).line.events[1:]] == [6, 10]


def test_a_hint_is_the_reason_for_the_move(here: Path) -> None:
    done = fine("tutorial", "tides", stdin="hint\nquit\n")
    assert "`pick 6`: two gardens are in this hand" in done.err


def test_after_the_guided_rounds_a_bot_plays(here: Path) -> None:
    text = tutorial_of(get_game("imhotep"))
    assert text is not None
    done = fine("tutorial", "imhotep", "i.jsonl", stdin="".join(f"{step.do}\n" for step in text.step) + "take\nquit\n")
    assert "Those were two of six rounds" in done.err
    assert "leads back to the guide" not in done.err
    assert "i.jsonl: your game is kept; `kronika tutorial imhotep i.jsonl` goes on." in done.err
    assert load("i.jsonl").line.events[-1].by == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("tutorial", "tides", "-"), "The game is kept in a file: name one."),
        (("tutorial", "tides", "other.jsonl"), "other.jsonl: is not a tutorial of Tides of Time: name another file."),
        (("tutorial", "tides", "page.html"), "the name of a log ends in .jsonl"),
    ],
)
def test_what_can_not_be_learned(here: Path, words: tuple[str, ...], why: str) -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "other.jsonl")
    before = Path("other.jsonl").read_bytes()
    done = run(*words, stdin="")
    assert done.status in (2, 3)
    assert why in done.err
    assert Path("other.jsonl").read_bytes() == before


def test_a_game_without_a_tutorial_names_those_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "tutorial_of", lambda game: None if game.name == "tigris" else tutorial_of(game))
    done = CliRunner().invoke(command.tutorial, ["tigris"])
    assert str(done.exception) == (
        "There is no tutorial of Tigris & Euphrates, but of ancient_knowledge, imhotep, tides or viceroy. "
        "`kronika demo` shows other games."
    )


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("viceroy", "Those were two of twelve rounds."),
        ("tigris", "begins a war (TE-6.1)"),
        ("ancient_knowledge", "14 monuments in a Past end the game"),
    ],
)
def test_what_comes_after_the_guide_is_said(here: Path, game: str, said: str) -> None:
    text = tutorial_of(get_game(game))
    assert text is not None
    done = fine("tutorial", game, "t.jsonl", stdin="".join(f"{step.do}\n" for step in text.step) + "quit\n")
    assert said in " ".join(done.err.split())
    assert "From here on you play alone against the bot greedy" in done.err
    assert "is better" not in done.err, "no move of the text is taken for another"
