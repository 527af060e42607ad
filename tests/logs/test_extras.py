"""Libraries that come with an extra: what is said where one is missing, and that the package names the same."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from kronika.logs.extras import LIBRARIES, needs
from kronika.logs.faults import FileTrouble

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("extra", LIBRARIES)
def test_a_library_that_is_missing(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, LIBRARIES[extra], None)
    with pytest.raises(FileTrouble) as refused:
        needs(extra)
    assert str(refused.value) == f"This needs `pip install 'kronika[{extra}]'`."
    with pytest.raises(FileTrouble, match=r"`; there is another way\.$"):
        needs(extra, "there is another way")


def test_one_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", pytest)
    assert needs("zstd") is pytest


def test_the_package_has_these_extras_and_the_tests_install_them() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(LIBRARIES) <= set(extras)
    for extra in {*LIBRARIES} - {"cluster"}:  # `make test-long` installs Dask
        assert set(extras[extra]) <= set(PROJECT["dependency-groups"]["test"])
