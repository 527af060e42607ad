"""Every reader of what comes from outside has one limit of depth, and one verdict on each side of it.

The numbers beyond it are such as one version of Python decodes and another does not.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.sessions.digest import digest
from kronika.logs.files import packed
from kronika.logs.pipe.messages import MessageError, Reader
from kronika.logs.pipe.requests import REQUESTS
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert
from support.logs import data_of, duel_game

pytestmark = pytest.mark.usefixtures("duel")

BEYOND = (limits.NESTING + 1, 400, 950, 5_000, 50_000)
LOG = data_of(duel_game())
HEADER, RECORDS = LOG.split(b"\n", 1)


def deep(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def faults(path: Path, data: bytes) -> list[tuple[int, str, str]]:
    path.write_bytes(data)
    return [(fault.line, fault.code, fault.message) for fault in validate(str(path)).faults]


@pytest.mark.parametrize("depth", BEYOND)
@pytest.mark.parametrize(
    "line",
    [
        b'{"n":12,"note":{"text":"a","data":{"a":%b}}}',
        b'{"note":{"data":{"a":%b}, "text":"a"}}',
        b'{"n":12,"by":0,"do":{"type":"take","else":%b}}',
        b'{"n":12,"by":0,"do":%b}',
        b'{"n":12,"else":%b}',
        b"%b",
    ],
)
def test_a_line_that_is_too_deep_has_one_fault(tmp_path: Path, line: bytes, depth: int) -> None:
    found = faults(tmp_path / "a.jsonl", LOG + line % deep(depth) + b"\n")
    assert (len(LOG.splitlines()) + 1, "syntax", "it is nested too deeply") in found
    cut = faults(tmp_path / "b.jsonl", LOG + line % deep(depth)[:-1])
    assert (len(LOG.splitlines()) + 1, "syntax", "it is nested too deeply") in cut


def test_a_note_as_deep_as_can_be_is_read_in_both_forms(tmp_path: Path) -> None:
    """The record and the note are two levels, `data` the third."""
    for depth, good in ((limits.NESTING - 3, True), (limits.NESTING - 2, False)):
        line = b'{"n":12,"note":{"text":"a","data":{"a":%b}}}\n' % deep(depth)
        path = tmp_path / f"{depth}.jsonl"
        assert (faults(path, LOG + line) == []) is good
        session = duel_game()
        if good:
            session.note("a", data=msgspec.json.decode(b'{"a":%b}' % deep(depth)))
            convert(str(path), str(tmp_path / "a.kpack"))
            assert validate(str(tmp_path / "a.kpack")).faults == ()
        else:
            with pytest.raises(KronikaError, match="nested too deeply; at most 98 levels are allowed"):
                session.note("a", data=msgspec.json.decode(b'{"a":%b}' % deep(depth)))


@pytest.mark.parametrize("depth", BEYOND)
def test_a_header_that_is_too_deep_has_one_fault(tmp_path: Path, depth: int) -> None:
    for key in (b"options", b"tags", b"else", b"given"):
        header = b'{"kronika":2,"game":"duel","%b":{"a":%b}}\n' % (key, deep(depth))
        says = (1, "syntax", "the first line is not a header: it is nested too deeply")
        assert faults(tmp_path / "a.jsonl", header + RECORDS) == [says]
        assert faults(tmp_path / "a.jsonl", header[:-5]) == [says]


@pytest.mark.parametrize("depth", BEYOND)
def test_a_packed_log_that_is_too_deep_has_one_fault(tmp_path: Path, depth: int) -> None:
    """A list of a thousand others, each with one in it, is one byte a level."""
    nested = b"\x91" * depth + b"\x90"
    session = duel_game()
    frames = list(packed.pack(session.header, session.game, session.history, digest(session.state)))
    as_header = packed.MAGIC + packed._frame(nested)
    says = "the packed log has no readable header: it is nested too deeply"
    assert faults(tmp_path / "a.kpack", as_header) == [(1, "syntax", says)]
    as_entry = b"".join((*frames[:-1], packed._frame(nested), frames[-1]))
    assert (len(session.history) + 2, "syntax", "it is nested too deeply") in faults(tmp_path / "b.kpack", as_entry)


@pytest.mark.parametrize("depth", BEYOND)
def test_a_request_or_answer_that_is_too_deep_is_refused_as_no_json(depth: int) -> None:
    for line in (b'{"id":1,"type":"new","game":"duel","options":{"a":%b}}', b'{"type":"hello","else":%b}', b"%b"):
        with pytest.raises(MessageError) as caught:
            Reader(REQUESTS).read(line % deep(depth))
        assert (caught.value.error.code, str(caught.value)) == (
            "json",
            "The line is not JSON: it is nested too deeply.",
        )
