"""What the house promises about itself."""

from __future__ import annotations

import tomllib

from support.playouts import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ("core", "logs", "cli", "pytest_plugin", "fixtures")
NOT_INSTALLED = ("fixtures/ci",)
"""The recipe for CI is for reading and for its test."""


def test_every_folder_with_something_in_it_is_installed() -> None:
    listed = set(PROJECT["tool"]["setuptools"]["packages"])
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            folder = path.parent.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in folder and not folder.startswith(NOT_INSTALLED):
                assert f"kronika.{folder.replace('/', '.')}" in listed, folder


def test_every_package_that_is_listed_is_there() -> None:
    for package in PROJECT["tool"]["setuptools"]["packages"]:
        assert (ROOT / package.removeprefix("kronika.").replace(".", "/")).is_dir(), package


def test_nothing_at_run_time_or_in_tests_points_outside_the_project() -> None:
    for room in (*ROOMS, "tests"):
        for path in (ROOT / room).rglob("*.py"):
            if path.name != "test_house.py":
                text = path.read_text(encoding="utf-8")
                assert "../shared" not in text, path
                assert str(ROOT) not in text, path


def test_text_is_split_where_editors_split_it() -> None:
    """`splitlines` takes U+2028 and others for line ends: `lines_of` is the way to split text."""
    for room in (*ROOMS, "tests/support"):
        for path in (ROOT / room).rglob("*.py"):
            assert ".splitlines(" not in path.read_text(encoding="utf-8"), path
