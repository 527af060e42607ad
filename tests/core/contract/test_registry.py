"""Games that other packages bring: one that is broken or takes a name is named, and all others go on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kronika.core.basics.errors import BrokenGame, UnknownGame
from kronika.core.contract.registry import blame, game_names, get_game, usable_games

Install = Callable[..., None]

OWN = ["ancient_knowledge", "imhotep", "tides", "tigris", "viceroy"]

CLASS = "from support.duel import Duel\nclass Second(Duel):\n    {line}\nGAME = Second()\n"
LACKING = "__getattribute__ = lambda self, at: getattr(Duel, 'no' if at in ('title', 'seats') else at)"

SECOND = CLASS.format(line="name = 'second'")

BROKEN = {
    "import numbers_that_are_nowhere": "it can't be imported (ModuleNotFoundError: No module named 'numbers_that_",
    "raise SystemExit('no luck today')": "it can't be imported (SystemExit: no luck today).",
    "1 +": "it can't be imported (SyntaxError: ",
    "": "it can't be imported (AttributeError: ",
    CLASS.format(line="pass"): "it calls itself 'duel', which must be the name of its entry point.",
    "GAME = 'second'": "pack_of_second:GAME is not an object of a subclass of kronika.core.contract.game.Game.",
    "from support.duel import Duel as GAME": (
        "pack_of_second:GAME is not an object of a subclass of kronika.core.contract.game.Game."
    ),
    "from abc import abstractmethod\n" + CLASS.format(line="render = abstractmethod(Duel.render)"): "render",
    CLASS.format(line=LACKING): "it lacks title and seats.",
    CLASS.format(line="name = 'second'; seats = 5"): "its seats can't be 5; (2, 4) is valid.",
    CLASS.format(line="name = 'second'; seats = (2, '5')"): "its seats can't be (2, '5'); (2, 4) is valid.",
    CLASS.format(line="name = 'second'; rules_version = '1'"): "its rules_version can't be '1'; 1 is valid.",
    CLASS.format(line="name = 'second'; Options = type('O', (), {'__init__': lambda self, joker: None})"): (
        "each of its options needs a default ("
    ),
}


@pytest.mark.parametrize(("source", "says"), BROKEN.items())
def test_a_broken_game_is_refused_with_its_package_and_why(install: Install, source: str, says: str) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", source)
    with pytest.raises(BrokenGame) as error:
        get_game("second")
    assert str(error.value).startswith("The game 'second' of pack-of-second can't be used: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_all_other_games_go_on_and_the_broken_one_is_named_once(install: Install) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", "import numbers_that_are_nowhere")
    told: list[str] = []
    assert [game.name for game in usable_games(told.append)] == OWN
    assert len(told) == 1
    assert "of pack-of-second can't be used" in told[0]
    assert game_names() == ["ancient_knowledge", "imhotep", "second", "tides", "tigris", "viceroy"], "nothing imported"


def test_a_good_one_is_among_them(install: Install) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", SECOND)
    told: list[str] = []
    assert [game.name for game in usable_games(told.append)] == sorted([*OWN, "second"])
    assert told == []


@pytest.mark.parametrize("distribution", ["aaa-tides", "zzz-tides"])
def test_a_built_in_game_keeps_its_name(install: Install, distribution: str) -> None:
    """Whichever is found first."""
    mine = get_game("tides")
    install(distribution, "tides = pack_of_tides:GAME", SECOND.replace("'second'", "'tides'"))
    told: list[str] = []
    assert get_game("tides") is mine
    assert [game.name for game in usable_games(told.append)] == game_names() == OWN
    assert told == [f"The game 'tides' of {distribution} is ignored: kronika has a game of this name."]


def test_one_name_for_two_games_of_others_is_neither(install: Install) -> None:
    install("first-pack", "second = pack_of_second:GAME", SECOND)
    install("other-pack", "second = pack_of_second:GAME", SECOND)
    says = r"There are 2 games called 'second', of .*first-pack.*: only one of these can be installed\."
    with pytest.raises(BrokenGame, match=says) as error:
        get_game("second")
    assert "other-pack" in str(error.value)
    told: list[str] = []
    assert [game.name for game in usable_games(told.append)] == game_names() == OWN
    assert told == [str(error.value)]


def test_who_does_not_know_broken_games_takes_them_for_unknown_ones() -> None:
    assert issubclass(BrokenGame, UnknownGame)


def test_a_folder_that_python_takes_for_the_package_is_named(install: Install) -> None:
    """As where a command is called beside the folder of a game whose package is found by other ways than a path."""
    install("pack-of-third", "third = mere_folder:GAME", "")
    folder = Path(sys.path[-1]) / "mere_folder"
    (folder / "__init__.py").unlink()
    with pytest.raises(BrokenGame) as error:
        get_game("third")
    del sys.modules["mere_folder"]
    assert f"Python took '{folder}' for it" in str(error.value)
    assert "run the command from another folder" in str(error.value)


FAILING = "actors = lambda self, state: 1 // 0"


def test_an_error_in_a_game_of_others_is_theirs(install: Install) -> None:
    """With the line; one of a game that comes with us, or of no game, is ours."""
    install("pack-of-second", "second = pack_of_second:GAME", CLASS.format(line=f"name = 'second'; {FAILING}"))
    with pytest.raises(ZeroDivisionError) as error:
        get_game("second").actors(None)
    theirs = "the game 'second' of pack-of-second failed in __init__.py, line 3"
    assert blame(error.value) == theirs
    assert blame(ZeroDivisionError("in no line at all")) == "kronika itself failed"
    with pytest.raises(AttributeError) as ours:
        get_game("tides").actors(None)
    assert blame(ours.value) == "kronika itself failed"
