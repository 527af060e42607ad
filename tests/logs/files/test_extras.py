"""Libraries that come with an extra: what is said where one is missing, and that the package names the same."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from kronika.logs.files.extras import LIBRARIES, require_extra
from kronika.logs.files.faults import FileError

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("extra", LIBRARIES)
def test_a_library_that_is_missing(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, LIBRARIES[extra][0], None)
    with pytest.raises(FileError) as refused:
        require_extra(extra)
    assert str(refused.value) == f"This needs `pip install 'kronika[{extra}]'`."
    with pytest.raises(FileError, match=r"`; there is another way\.$"):
        require_extra(extra, "there is another way")


def test_one_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(__version__="0.25.0")
    monkeypatch.setitem(sys.modules, "zstandard", library)
    assert require_extra("zstd") is library


@pytest.mark.parametrize("extra", LIBRARIES)
def test_one_that_may_have_lost_what_is_used(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As vl-convert 2 has, of which there are pre-releases; each library can claim to have that version."""
    name, unknown = LIBRARIES[extra]
    library = SimpleNamespace(__version__=f"{unknown}.0.0-rc7", models=None)
    monkeypatch.setitem(sys.modules, name.partition(".")[0], library)
    monkeypatch.setitem(sys.modules, name, library)
    with pytest.raises(FileError) as refused:
        require_extra(extra, "there is another way")
    assert str(refused.value) == (
        f"{name} {unknown}.0.0-rc7 is installed, and Kronika knows it up to version {unknown - 1}: this needs "
        f"`pip install 'kronika[{extra}]'`; there is another way."
    )


def test_the_package_has_the_same_upper_bounds() -> None:
    """A library whose versions are years has none: every year is another major version."""
    extras = PROJECT["project"]["optional-dependencies"]
    for extra, (_, unknown) in LIBRARIES.items():
        assert extras[extra][0].partition(",<")[2] == ("" if extra == "cluster" else str(unknown))


def test_the_package_has_these_extras_and_the_tests_install_them() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(LIBRARIES) <= set(extras)
    for extra in {*LIBRARIES} - {"cluster"}:  # `make test-long` installs Dask
        assert set(extras[extra]) <= set(PROJECT["dependency-groups"]["test"])
