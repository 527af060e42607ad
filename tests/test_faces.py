"""The faces of the packages: what they list, that they cost nothing, that all of it is explained."""

from __future__ import annotations

import ast
import doctest
import inspect
import pkgutil
import pydoc
import re
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import kronika
import kronika.core
import kronika.envs
import kronika.logs
import kronika.testing

FACES = {
    "kronika": (
        "BadSetup CannotUndo GameEnded FileError IllegalAction KronikaError LogError LogFile NotationError "
        "PositionError Session UnknownGame __version__ diff game_names get_game load save validate"
    ),
    "kronika.core": (
        "AnyGame Unordered BadSetup BaseEffect BestEnding Block BYSTANDER CHANCE CannotUndo Card CardId "
        "CardNumber CardSet Caveat "
        "GameEnded Dice EMPTY EVERYONE Game HIDDEN Heuristic IllegalAction KronikaError NamedCard "
        "Notation NotationError "
        "Paper Piece Players PositionError Prompt Result MoveContext ScoreItem SeatNumber Session "
        "ScoreSheet Drawing UnknownGame "
        "Verb View Viewer at_most MoveTokens __version__ simple_verb choices read_cards close_matches "
        "pluralize read_entries find_player find_seat normalize "
        "game_names get_game join_words lookup check_unique form_verb owners_only any_hand only_proved seen_kind "
        "read_choice options_of_log "
        "options_of_new_game seat_at_key quoted rank read_facts seat_name can_see "
        "since at_key with_hidden check_range "
        "DECK OPEN Hidden Move Operation Place Trade check_turn chosen_by hand_of hidden_hands kind_of redeal_hands "
        "shown_card shown_cards insert_sorted remove_card remove_cards replace_byte replace_item"
    ),
    "kronika.logs": (
        "Diff Fault FileError LogError LogFile Repair Report Survey analyse_game check_logs convert diff load "
        "play_tournament repair save seal simulate_games validate"
    ),
    "kronika.envs": "BatchEnv Catalog Feature GameEnv Layout SeatEnv aec_env gym_env",
    "kronika.testing": "Case Step Table cases play_on playout",
}
"""What others may rely on. A name is added here when it is there to stay; none is taken away."""

over_faces = pytest.mark.parametrize("face", [import_module(name) for name in FACES], ids=list(FACES))


def source_of(thing: ModuleType) -> ast.Module:
    return ast.parse(Path(str(thing.__file__)).read_text(encoding="utf-8"))


def told_to_mypy(face: ModuleType) -> dict[str, str]:
    """The names that a checker of types sees in the stub, each with the module and the name it has there.

    A name that is imported there without `as` is no name of the package.
    """
    stub = ast.parse(Path(str(face.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = [(node, alias) for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    homes = {alias.name: f"{node.module}:{alias.name}" for node, alias in imported}
    handed = [alias.asname for _, alias in imported if alias.asname == alias.name]
    renamed = [(node.targets[0], node.value) for node in stub.body if isinstance(node, ast.Assign)]
    return {name: homes[name] for name in handed if name} | {
        ast.unparse(to): homes[ast.unparse(at)] for to, at in renamed
    }


def constant_text(module: ModuleType, name: str) -> str:
    """The string below the assignment of a constant; empty where there is none."""
    body = source_of(module).body
    for node, after in pairwise(body):
        target = getattr(node, "target", None) or next(iter(getattr(node, "targets", ())), None)
        if isinstance(target, ast.Name) and target.id == name:
            found = after.value if isinstance(after, ast.Expr) else None
            return " ".join(str(found.value).split()) if isinstance(found, ast.Constant) else ""
    return ""


@over_faces
def test_what_a_face_lists(face: ModuleType) -> None:
    assert sorted(dir(face)) == sorted(face.__all__) == sorted(FACES[face.__name__].split())


@over_faces
def test_what_is_listed_is_there_and_what_mypy_sees_is_the_same(face: ModuleType) -> None:
    told = told_to_mypy(face)
    assert set(told) | {"__version__"} == set(face.__all__) | {"__version__"}
    for name, home in told.items():
        module, _, inner = home.partition(":")
        assert getattr(face, name) is getattr(import_module(module), inner), name


@over_faces
def test_all_that_is_listed_is_explained(face: ModuleType) -> None:
    for name, home in told_to_mypy(face).items():
        module, _, inner = home.partition(":")
        thing = getattr(face, name)
        if inspect.isclass(thing) or inspect.isfunction(inspect.unwrap(thing)):
            assert inspect.getdoc(thing), name
        elif module not in FACES:
            assert constant_text(import_module(module), inner), f"{module} does not say what {inner} is"


@over_faces
def test_pydoc_of_a_face_says_what_each_constant_is_for(face: ModuleType) -> None:
    """Of a number or a text itself `help` can only say that it is one."""
    shown = " ".join(pydoc.render_doc(face, renderer=pydoc.plaintext).split())
    for name, home in told_to_mypy(face).items():
        module, _, inner = home.partition(":")
        thing = getattr(face, name)
        if name != "__version__" and not (inspect.isclass(thing) or inspect.isfunction(inspect.unwrap(thing))):
            sentence, *_ = re.split(r"(?<=\.)\s", constant_text(import_module(module), inner))
            assert f"{name} {sentence}" in shown


@over_faces
def test_what_a_face_shows_is_what_comes_out(face: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = doctest.testmod(face)
    assert said.attempted > 1
    assert not said.failed


@over_faces
def test_no_name_of_a_face_is_a_module_of_it_too(face: ModuleType) -> None:
    """`kronika.logs.diff` would be the function or the module, by what was imported before."""
    assert set(face.__all__) & {module.name for module in pkgutil.iter_modules(face.__path__)} == set()


@over_faces
def test_a_name_that_is_not_there(face: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{face.__name__}' has no attribute 'lode'"):
        face.lode  # noqa: B018 - to ask for it is the test


@pytest.mark.parametrize("name", FACES)
def test_importing_a_face_imports_nothing_else(name: str) -> None:
    parents = {name.rpartition(".")[0], name} - {""}
    program = (
        f"import {name}, sys; print(*(m for m in sys.modules if m.split('.')[0] in {'kronika', 'msgspec', 'click'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == parents


def test_a_face_takes_the_modules_it_needs_and_no_more() -> None:
    program = "import sys, kronika.core; kronika.core.KronikaError; print(*(m for m in sys.modules if 'kronika.' in m))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "kronika.core.basics.errors" in done.stdout.split()
    assert not {"kronika.core.sessions.session", "kronika.logs"} & set(done.stdout.split())


def test_a_game_through_the_front_door(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    session = kronika.Session.new("tides", ["Anna", "Bob"], seed=7)
    session.play(f"Anna: {session.legal()['Anna'][0]}")
    kronika.save(path, session)
    assert kronika.load(path).history == session.history
    assert kronika.validate(path).ok
    assert kronika.diff(path, path).divergence is None
    with pytest.raises(kronika.FileError, match="exists"):
        kronika.save(path, session)
    with pytest.raises(kronika.UnknownGame):
        kronika.get_game("tidse")


def test_the_package_is_the_command_line_too() -> None:
    command = [sys.executable, "-m", "kronika", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"kronika {kronika.__version__}\n"
    wrong = subprocess.run([*command[:-1], "gmaes"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "Did you mean games" in wrong.stderr
