"""What the pages promise of how large things may be, how many are looked into and how often, is what is kept."""

from __future__ import annotations

import pytest

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.bots.search import MAX_CANDIDATES
from kronika.core.examples.solver import MAX_PROOF_POSITIONS
from support.playouts import ROOT


@pytest.mark.parametrize(
    ("page", "promise"),
    [
        ("ci.md", f"| lines of a log | {limits.RECORDS:,} ({size_text(limits.LOG)} if a command writes to it) |"),
        ("ci.md", f"| a line | {size_text(limits.LINE)} | | a name | {limits.NAME} characters |"),
        ("ci.md", f"| a tag | {limits.TAG:,} characters |"),
        ("ci.md", f"| a move | {limits.MOVE:,} characters | | a script | {size_text(limits.TEXT)} |"),
        ("ci.md", f"| a TOML file | {size_text(limits.TOML)} | | a file of matches | {limits.GAMES:,} games |"),
        ("beside.md", f"A line has at most {size_text(limits.LINE)}."),
        ("serve.md", f"A line has at most {size_text(limits.MESSAGE)}, a connection {limits.SESSIONS:,} sessions"),
        ("serve.md", f"sessions with {limits.CONNECTION_RECORDS:,} records together."),
        (
            "mcp.md",
            f"of at most {size_text(limits.MESSAGE)}, and at most {limits.QUEUED_REQUESTS:,} of them in a list.",
        ),
        ("find.md", f"A search draws or writes at most {limits.FOUND_EVENTS} events."),
        ("puzzles.md", f"An example may always use {MAX_PROOF_POSITIONS:,}, which is also the maximum."),
        ("bots.md", f"look into at most {MAX_CANDIDATES} moves:"),
    ],
)
def test_a_page_promises_what_is_kept(page: str, promise: str) -> None:
    assert promise in " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("most", "more", "says"),
    [
        ("a." * 9 + "a = 1", "a." * 10 + "a = 1", "A key has at most 10 parts, "),
        ("a" * 200 + " = 1", "a" * 201 + " = 1", "It has at most 200 characters"),
        ("a = " + "1" * 200, "a = " + "1" * 201, "It has at most 200 characters"),
        ("a = " + "[" * 100 + "]" * 100, "a = " + "[" * 101 + "]" * 101, "At most 100 levels are allowed"),
    ],
)
def test_toml_may_be_as_large_as_that(most: str, more: str, says: str) -> None:
    for before in ("", "b = 1\n"):
        read_toml(f"{before}{most}")
        with pytest.raises(BadToml, match=says) as caught:
            read_toml(f"{before}{more}")
        assert caught.value.line == 1 + before.count("\n")


def test_toml_has_n_characters() -> None:
    read_toml("#" * 1_048_576)
    with pytest.raises(BadToml, match="has at most 1,048,576 characters; this has 1,048,577") as caught:
        read_toml("\n" * 1_048_577)
    assert caught.value.line == 1


def test_toml_has_n_dots_in_all_its_keys() -> None:
    """Of a text that is no TOML from its first line on, so that nobody has to wait until 100,000 tables are made."""
    keys = ("a." * 5 + "a\n") * 20_000
    with pytest.raises(BadToml, match="Not TOML"):
        read_toml(keys)
    with pytest.raises(BadToml, match=r"and a text at most 100,000 `\.` in all its keys") as caught:
        read_toml(f"{keys}a.b")
    assert caught.value.line == 20_001


@pytest.mark.parametrize(
    ("size", "said"), [(1024, "1 KiB"), (65_536, "64 KiB"), (1_048_575, "1023 KiB"), (1_048_576, "1 MiB")]
)
def test_bytes_in_words(size: int, said: str) -> None:
    assert size_text(size) == said
