"""Every public function that takes a file takes a text or a Path; what is neither is refused in a sentence."""

from __future__ import annotations

import gzip
import inspect
import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kronika
import kronika.core
import kronika.logs
import kronika.testing
from kronika.core.basics import limits
from kronika.core.sessions.session import Session

FACES: tuple[ModuleType, ...] = (kronika, kronika.core, kronika.logs, kronika.testing)


def session() -> Session:
    begun = Session.new("tides", ["Anna", "Bob"], seed=7)
    begun.play("Anna: pick 9")
    return begun


def public() -> dict[str, Callable[..., Any]]:
    """All that the faces list and that can be called, with what can be called of classes."""
    found: dict[str, Callable[..., Any]] = {}
    for face in FACES:
        for name in face.__all__:
            thing = getattr(face, name)
            if inspect.isclass(thing):
                methods = {word: getattr(thing, word) for word in vars(thing) if word[0] != "_"}
                found.update({f"{name}.{word}": method for word, method in methods.items() if callable(method)})
            elif callable(thing):
                found[thing.__name__] = thing
    return found


def taking_files() -> dict[str, list[str]]:
    """Those that take the name of a file, by the types of their arguments, and which arguments these are."""
    found = {}
    for name, function in public().items():
        try:
            arguments = inspect.signature(function).parameters.values()
        except ValueError:  # of a class in C
            continue
        names = [argument.name for argument in arguments if "PathName" in str(argument.annotation)]
        if names:
            found[name] = names
    return found


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "LogFile.create": lambda log, new: kronika.LogFile.create(new, session()),
    "LogFile.open": lambda log, new: kronika.LogFile.open(log).save(),
    "convert": lambda log, new: kronika.logs.convert(log, new),
    "diff_logs": lambda log, new: kronika.diff(log, log),
    "load": lambda log, new: kronika.load(log),
    "repair": lambda log, new: kronika.logs.repair(log),
    "seal": lambda log, new: kronika.logs.seal(log, new),
    "validate": lambda log, new: kronika.validate(log),
    "write_log": lambda log, new: kronika.save(new, session()),
}
"""Each of them, called with a log that there is and the name of a new one."""

every = pytest.mark.parametrize("name", CALLS)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    kronika.save(tmp_path / "game.jsonl", session())
    return tmp_path / "game.jsonl"


class Named:
    """What names a file and is no `pathlib.Path`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return str(self._path)


def test_all_of_them_are_called_here() -> None:
    assert set(taking_files()) == set(CALLS)


def test_no_argument_that_is_a_file_is_a_text_alone() -> None:
    """`Fault.for_path` opens nothing: it gives a fault another name."""
    for name, function in public().items():
        if (
            function.__module__.startswith("kronika.logs")
            and not inspect.isclass(function)
            and name != "Fault.for_path"
        ):
            like = {"path", "target", "left", "right"} & set(inspect.signature(function).parameters)
            assert like == set(taking_files().get(name, ())), name


@every
@pytest.mark.parametrize("kind", [str, Path, Named], ids=lambda kind: kind.__name__)
def test_a_file_is_named_by_a_text_or_a_path(name: str, kind: Any, log: Path, tmp_path: Path) -> None:
    CALLS[name](kind(log), kind(tmp_path / "new.jsonl"))
    assert kronika.load(log).history == session().history
    if (tmp_path / "new.jsonl").exists():
        assert kronika.load(tmp_path / "new.jsonl").history == session().history


class Bytes:
    """A name that is no text."""

    def __repr__(self) -> str:
        return "bytes"

    def __fspath__(self) -> bytes:
        return b"game.jsonl"


@every
@pytest.mark.parametrize("wrong", [b"game.jsonl", 5, None, ["game.jsonl"], Bytes()], ids=repr)
def test_what_names_no_file_is_refused_in_a_sentence(
    name: str, wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kronika.save("game.jsonl", session())
    with pytest.raises(TypeError, match=r"^A file is named by a text or a `pathlib\.Path`, not .*\.$"):
        CALLS[name](wrong, wrong)
    assert os.listdir() == ["game.jsonl"]


@every
@pytest.mark.parametrize("wrong", ["a\0b.jsonl", "\ud800.jsonl"], ids=ascii)
def test_a_text_that_no_file_can_be_called_is_refused(
    name: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kronika.save("game.jsonl", session())
    with pytest.raises(kronika.FileError, match=r": is not a file name\.$"):
        CALLS[name](wrong, wrong)
    if name in ("convert", "seal"):
        with pytest.raises(kronika.FileError, match=r": is not a file name\.$"):
            CALLS[name]("game.jsonl", wrong)
    assert os.listdir() == ["game.jsonl"]


def test_a_report_names_the_file_as_a_text(log: Path) -> None:
    assert kronika.validate(log).path == str(log)
    assert kronika.diff(log, log).left == str(log)
    assert kronika.LogFile.open(log).path == str(log)


def test_a_path_that_is_a_dash_is_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a text it is standard input and output; a Path can't be written as `./-`."""
    monkeypatch.chdir(tmp_path)
    kronika.save(Path("-"), session())
    assert os.listdir() == ["-"]
    assert kronika.load(Path("-")).history == session().history


# -- open files -----------------------------------------------------------------------------------------------------


def opened(log: Path, kind: str) -> Any:
    if kind == "file":
        return log.open("rb")
    if kind == "unbuffered":
        return log.open("rb", buffering=0)
    if kind == "memory":
        return io.BytesIO(log.read_bytes())
    if kind == "gzip":
        log.with_name("game.gz").write_bytes(gzip.compress(log.read_bytes()))
        return gzip.open(log.with_name("game.gz"))
    with zipfile.ZipFile(log.with_name("games.zip"), "w") as packed:
        packed.write(log, "game.jsonl")
    return zipfile.ZipFile(log.with_name("games.zip")).open("game.jsonl")


@pytest.mark.parametrize("kind", ["file", "unbuffered", "memory", "gzip", "zip"])
def test_a_log_is_read_from_an_open_file(log: Path, kind: str) -> None:
    with opened(log, kind) as file:
        assert kronika.load(file).history == session().history
        assert not file.closed
    with opened(log, kind) as file:
        report = kronika.validate(file)
    assert report.ok
    assert report.records == 2


def test_a_compressed_log_is_read_from_an_open_file(log: Path) -> None:
    assert kronika.validate(io.BytesIO(gzip.compress(log.read_bytes()))).records == 2


def test_it_is_read_from_where_the_file_stands(log: Path) -> None:
    file = io.BytesIO(b"to whom it may concern\n" + log.read_bytes())
    file.readline()
    assert kronika.load(file).history == session().history


def test_faults_name_the_file_that_is_open(log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"{")
    with log.open("rb") as file:
        assert [fault.path for fault in kronika.validate(file).faults] == [str(log)]
    assert [fault.path for fault in kronika.validate(io.BytesIO(log.read_bytes())).faults] == ["<file>"]


@pytest.mark.parametrize("read", [kronika.load, kronika.validate])
def test_a_file_of_text_is_refused_in_a_sentence(log: Path, read: Callable[..., Any]) -> None:
    for file in (log.open(encoding="utf-8"), io.StringIO(log.read_text(encoding="utf-8"))):
        with file, pytest.raises(TypeError, match=r"^A log is read from a file that is open for bytes, .*\.$"):
            read(file)
    with pytest.raises(TypeError, match=r"^The content of a log is bytes, not 'text'\.$"):
        read(log, "text")


class Failing:
    """A file on a disk that fails."""

    name = "game.jsonl"

    def read(self, size: int) -> bytes:
        raise OSError(5, "Input/output error")


def test_an_open_file_is_read_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG", 1 << 10)
    with pytest.raises(kronika.FileError, match="<file>: is larger than 1 KiB, the most that is read of a log"):
        kronika.load(io.BytesIO(bytes(1025)))
    with pytest.raises(kronika.FileError, match=r"game\.jsonl: cannot read: Input/output error\."):
        kronika.validate(Failing())
