"""A process that works for another: what it does when it is asked to leave, and when the other one is gone."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kronika.logs.running import worker
from kronika.logs.running.worker import SHUTDOWN_SECONDS, WorkerTerminated, init_worker, on_shutdown, shut_down


class Left(BaseException):
    """In place of the end of this process."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What the process does to end, in order, without ending; its signals are afterwards as they were."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    done: list[Any] = []

    def end(status: int) -> None:
        done.append(("end", status))
        if threading.current_thread() is threading.main_thread():
            raise Left

    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(os, "kill", lambda pid, number: done.append(("kill", pid, number)))
    monkeypatch.setattr(worker, "sleep", lambda seconds: done.append(("wait", seconds)))
    monkeypatch.setattr(worker, "_shutdown_hooks", [])
    yield done
    for number, handler in before.items():
        signal.signal(number, handler)


class Parent:
    """The process for which this one works; it is gone at once."""

    def __init__(self, done: list[Any]) -> None:
        self._done = done

    def join(self) -> None:
        self._done.append("gone")


def watched(monkeypatch: pytest.MonkeyPatch, parent: Parent | None) -> None:
    """Begins as a process of this parent, and waits until the one that watches over it has nothing more to do."""
    monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
    before = threading.enumerate()
    init_worker()
    for thread in threading.enumerate():
        if thread not in before:
            thread.join(20)


def test_when_the_other_one_is_gone_what_was_begun_has_time_to_end(
    monkeypatch: pytest.MonkeyPatch, done: list[Any]
) -> None:
    """It is asked to leave first, as if somebody had typed that, and only then ended."""
    watched(monkeypatch, Parent(done))
    assert done == ["gone", ("kill", os.getpid(), signal.SIGTERM), ("wait", SHUTDOWN_SECONDS), ("end", 1)]


def test_a_process_that_works_for_nobody_ends_by_itself(monkeypatch: pytest.MonkeyPatch, done: list[Any]) -> None:
    watched(monkeypatch, None)
    assert done == []


def test_ctrl_c_is_left_to_the_other_one_and_being_told_once_is_enough(
    monkeypatch: pytest.MonkeyPatch, done: list[Any]
) -> None:
    watched(monkeypatch, None)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    assert callable(signal.getsignal(signal.SIGTERM)), "else the next line would end the tests"
    with pytest.raises(WorkerTerminated):
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN


def test_before_it_leaves_it_ends_what_goes_on_between_items(done: list[Any]) -> None:
    on_shutdown(lambda: done.append("one"))
    on_shutdown(lambda: done.append("other"))
    with pytest.raises(Left):
        shut_down()
    assert done == ["one", "other", ("end", 1)]


def test_where_no_thread_can_be_had_nobody_watches(monkeypatch: pytest.MonkeyPatch, done: list[Any]) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    watched(monkeypatch, Parent(done))
    assert done == []
