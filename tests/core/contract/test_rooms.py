"""A game's functions are found in the rooms of its package, late, and what is lacking is named with its room."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.basics.errors import BrokenGame
from kronika.core.contract.game import Game
from kronika.core.contract.registry import AnyGame, get_game

Install = Callable[..., None]

DUEL = Path(__file__).parents[3] / "fixtures" / "newgame" / "duel"
FILES = {
    path.name: path.read_text().replace("duel", "mill") for path in DUEL.iterdir() if path.suffix in (".py", ".md")
}


def installed(install: Install, **changed: str | None) -> AnyGame:
    """The model of `new-game` as the game `mill`; of some rooms another text, or none."""
    files = {**FILES, **{f"{room}.py": text for room, text in changed.items()}}
    first = files.pop("__init__.py")
    install(
        "pack-of-mill", "mill = mill:GAME", first, **{name: text for name, text in files.items() if text is not None}
    )
    return get_game("mill")


def without(room: str, function: str) -> str:
    """The text of a room in which a function has another name."""
    text = FILES[f"{room}.py"]
    assert f"def {function}(" in text
    return text.replace(f"def {function}(", f"def {function}_of_old(")


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(BrokenGame) as caught:
        act()
    return str(caught.value)


def test_a_function_that_is_lacking_is_named_with_its_room_and_how_it_is_called(install: Install) -> None:
    """At once where the class has the room imported."""
    assert refusal(lambda: installed(install, rules=without("rules", "check"))) == (
        "The game 'mill' can't be used: mill/rules.py lacks check(state: State, seat: int, do: Do) -> None."
    )


def test_a_function_of_a_late_room_is_named_when_it_is_needed(install: Install) -> None:
    game = installed(install, redeal=FILES["redeal.py"].replace("redeal =", "again ="))
    says = "The game 'mill' can't be used: mill/redeal.py lacks redeal(state: State, seat: int, dice: Dice) -> State."
    assert [refusal(lambda: game.redeal) for _ in range(2)] == [says, says]


def test_a_room_that_is_not_there_lacks_all_its_functions(install: Install) -> None:
    game = installed(install, render=None)
    assert "mill/render.py lacks render(view: View, names: Sequence[str], paper: Paper)" in refusal(lambda: game.render)
    names = ("Anna", "Bob")
    view = Session.new(game, names, chance="given").view()
    assert game.heading(view, names) == "", "what a game may do without has its default"


def test_a_function_with_other_arguments_is_named(install: Install) -> None:
    game = installed(install, redeal="def redeal(state: object, seat: int) -> object:\n    return state\n")
    assert refusal(lambda: game.redeal) == (
        "The game 'mill' can't be used: redeal in mill/redeal.py takes other arguments than "
        "redeal(state: State, seat: int, dice: Dice) -> State."
    )


def test_a_table_of_verbs_that_is_lacking_is_named(install: Install) -> None:
    game = installed(install, notation=FILES["notation.py"].replace("NOTATION", "VERBS"))
    assert "mill/notation.py lacks NOTATION.parse(state: State, seat: int, text: str" in refusal(lambda: game.parse)


def test_a_room_that_can_not_be_imported_is_named(install: Install) -> None:
    game = installed(install, render="1 +")
    assert refusal(lambda: game.render).startswith(
        "The game 'mill' can't be used: mill/render.py can't be imported (SyntaxError: "
    )


def test_what_the_class_says_goes_before_its_rooms(install: Install) -> None:
    first = FILES["__init__.py"].replace(
        "    knows_everyone = True\n", "    knows_everyone = True\n    seat_count = staticmethod(lambda state: 77)\n"
    )
    install("pack-of-mill", "mill = mill:GAME", first, **{k: v for k, v in FILES.items() if k != "__init__.py"})
    game = get_game("mill")
    assert game.seat_count(game.setup(game.Options(), 2)) == 77


def test_a_function_is_the_method_once_it_is_found() -> None:
    """So that a call of it costs nothing more."""
    from kronika.core.games.tides import GAME, redeal, rules

    assert GAME.check is rules.check
    assert GAME.redeal is redeal.redeal
    assert vars(type(GAME))["redeal"].__wrapped__ is redeal.redeal


def test_every_method_of_the_contract_has_a_room() -> None:
    """But for what an effect says itself, and how a game is made."""
    methods = {name for name, method in vars(Game).items() if callable(method) and not name.startswith("_")}
    assert {name for name in methods if not hasattr(vars(Game)[name], "room")} == {"describe"}


@pytest.mark.parametrize("name", ["ancient_knowledge", "imhotep", "tides", "tigris", "viceroy"])
def test_rooms_for_few_are_imported_late(name: str) -> None:
    """Pictures and heuristics are for who asks."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from kronika.core import get_game; get_game({name!r}); print(*sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    late = ("picture", "heuristic", "render", "redeal", "caveats", "compound", "endings")
    assert [room for room in late if f"kronika.core.games.{name}.{room}" in said] == []
