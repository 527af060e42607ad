"""Lines as they come, in whatever pieces: what was asked before the end is answered, and no rubbish ends it."""

from __future__ import annotations

import io
import json
import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.core.basics import limits
from kronika.logs.pipe import stream
from kronika.logs.pipe.stream import Conversation, LineSplitter, Source
from support.pipe import desk

NEW = {"type": "new", "game": "tides", "seed": 7}


def as_bytes(*asked: dict[str, Any] | bytes) -> bytes:
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in asked)


def talk(data: bytes, **more: Any) -> list[Any]:
    """What is answered to all that is there at once."""
    put: list[bytes] = []
    Conversation(desk(**more), Source(io.BytesIO(data)), put.append).run(1)
    return [json.loads(line) for line in put]


def codes(answers: Sequence[Any]) -> list[str]:
    return [answer.get("code", answer["type"]) for answer in answers]


# -- lines ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=20), max_size=10), st.lists(st.integers(0, 200), max_size=10))
def test_lines_are_the_same_in_whatever_pieces_they_come(lines: list[bytes], cuts: list[int]) -> None:
    data = b"\n".join(lines)
    ended = data.removesuffix(b"\n").split(b"\n") if data else []
    whole = [line.removesuffix(b"\r") if len(line) <= 12 else None for line in ended]
    at = sorted({min(cut, len(data)) for cut in cuts})
    found = LineSplitter(12)
    got = [line for a, b in zip([0, *at], [*at, len(data)], strict=True) for line in found.feed(data[a:b])]
    got += found.end()
    assert got == whole


def test_of_a_line_that_is_too_long_nothing_is_kept() -> None:
    lines = LineSplitter(1000)
    for _ in range(1000):
        assert list(lines.feed(b"x" * 999)) == []
        assert len(lines._begun) <= 1000
    assert list(lines.feed(b"x\nshort\n")) == [None, b"short"]


# -- a conversation ------------------------------------------------------------------------------------------------


def test_each_request_is_answered_in_its_turn_and_the_last_needs_no_line_break() -> None:
    asked = [{**NEW, "id": 1}, b"\n", b" \r\n", b"nonsense\n", {"type": "view", "session": "1", "id": 2}]
    last = json.dumps({"type": "close", "session": "1", "id": 3}).encode()
    answers = talk(as_bytes(*asked, last))
    assert codes(answers) == ["session", "json", "seen", "closed"]
    assert [answer.get("id") for answer in answers] == [1, None, 2, 3]


def test_what_has_not_been_begun_is_taken_back() -> None:
    look = {"type": "view", "session": "1"}
    asked = [{**NEW, "id": 0}, {**look, "id": "a"}, {**look, "id": 2}, {"type": "cancel", "id": 3, "request": "a"}]
    answers = talk(as_bytes(*asked, {"type": "cancel", "request": "a"}, {"type": "cancel", "request": 9}))
    assert codes(answers) == ["session", "cancelled", "seen", "cancelled", "cancelled", "cancelled"]
    assert answers[1] == {"type": "error", "id": "a", "code": "cancelled", "message": "The request was cancelled."}
    assert answers[3] == {"type": "cancelled", "id": 3, "request": "a", "cancelled": True}
    assert [answer["cancelled"] for answer in answers[4:]] == [False, False]


def test_a_line_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGE", 1000)
    monkeypatch.setattr(stream, "LineSplitter", lambda: LineSplitter(1000))
    assert codes(talk(as_bytes(b"[" * 5000 + b"\n", NEW, b"x" * 1001))) == ["limit", "session", "limit"]


def test_no_more_is_read_than_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUEUED_REQUESTS", 10)
    monkeypatch.setattr(stream, "CHUNK", 100)
    waiting = []

    class Watched(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            waiting.append(len(talking._waiting))
            return super().read(size)

    put: list[bytes] = []
    lines = as_bytes(*({"type": "cancel", "request": number} for number in range(200)))
    talking = Conversation(desk(), Source(Watched(lines)), put.append)
    talking.run(1)
    assert len(put) == 200
    assert max(waiting) < 10


@pytest.fixture
def pipe() -> Iterator[tuple[Any, Any]]:
    read, write = os.pipe()
    with os.fdopen(read, "rb") as source, os.fdopen(write, "wb", 0) as target:
        yield source, target


def test_an_answer_does_not_wait_for_the_next_request(pipe: tuple[Any, Any]) -> None:
    source, target = pipe
    answered = threading.Event()
    put: list[bytes] = []

    def take(line: bytes) -> None:
        put.append(line)
        answered.set()

    talking = threading.Thread(target=Conversation(desk(), Source(source), take).run, args=(60,))
    talking.start()
    for _ in range(3):
        answered.clear()
        target.write(as_bytes({"type": "notation", "game": "tides"}))
        assert answered.wait(10)
    target.close()
    talking.join(10)
    assert not talking.is_alive()
    assert len(put) == 3


def test_silence_ends_it_with_a_word(pipe: tuple[Any, Any]) -> None:
    source, target = pipe
    target.write(b'{"type":"cancel","request":1}\n{"type"')
    put: list[bytes] = []
    Conversation(desk(), Source(source), put.append).run(0.05)
    assert [json.loads(line)["type"] for line in put] == ["cancelled", "bye"]


# -- rubbish ---------------------------------------------------------------------------------------------------------

WORDS = (
    *(b'{"type":"', b'"id":', b"1", b"null", b'"session":"1"', b'"game":"tides"', b"}", b"{", b"[", b"]", b",", b'"'),
    *(b"\n", b"\n", b"\\ud800", b"\xff", b"\0", b"\r", b"1e999", b"-", b'"moves":["pick 1"]', b'"at":3', b"}\n{"),
    *(b'new"', b'legal"', b'play","move":"', b'load","log":"', b'undo"', b'position","given":{', b'told"', b'close"'),
)
SIGNS = b'"{}[],:0123456789abc \\\xff\0\n'


def rubbish(size: int, seed: int) -> bytes:
    """Bytes, words of the protocol, and whole requests with bytes of them exchanged."""
    random = Random(seed)
    whole = [as_bytes(NEW), as_bytes({"type": "play", "session": "1", "move": "Anna: pick 9"})]
    whole += [as_bytes({"type": kind, "session": "1"}) for kind in ("view", "legal", "told", "score", "undo", "save")]
    parts: list[bytes] = []
    length = 0
    while length < size:
        kind = random.randrange(6)
        if kind == 0:
            part = random.randbytes(random.randrange(40)) + b"\n"
        elif kind == 1:
            part = b"".join(random.choices(WORDS, k=random.randrange(12)))
        else:
            spoilt = bytearray(random.choice(whole))
            for _ in range(random.randrange(3)):
                spoilt[random.randrange(len(spoilt) - 1)] = random.choice(SIGNS)
            part = bytes(spoilt)
        parts.append(part)
        length += len(part)
    return b"".join(parts)


@pytest.mark.parametrize(
    ("size", "seat"),
    [(100_000, None), (30_000, "0"), pytest.param(10_000_000, None, marks=pytest.mark.long)],
)
def test_rubbish_never_ends_it(size: int, seat: str | None) -> None:
    """Each line has one answer, and none of them says that the program failed."""
    data = rubbish(size, 1)
    seen: Counter[str] = Counter()
    last = {"type": "notation", "game": "tides", "id": "last"}

    def take(line: bytes) -> None:
        seen.update(codes([json.loads(line)]))

    talking = Conversation(desk(seat=seat), Source(io.BytesIO(data + b"\n" + as_bytes(last))), take)
    talking.run(1)
    assert seen.total() == sum(bool(line.strip()) for line in data.split(b"\n")) + 1
    assert seen["verbs"] == 1
    assert "failed" not in seen
    assert {"json", "type", "field", "session", "seen" if seat is None else "forbidden"} <= {*seen}
