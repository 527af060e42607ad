"""Lines that are printed as they come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kronika.cli.printing import output
from kronika.cli.printing.output import print_lines


def test_lines_of_a_moment_are_printed_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each line takes 0.06 seconds: two of them are more than a moment."""
    seen: list[str] = []
    monkeypatch.setattr(output, "monotonic", lambda: 0.06 * len(seen))

    def coming() -> Iterator[str]:
        for line in ("a", "b\x1b", "c", "d", "e"):
            seen.append(line)
            yield line
            printed.append(capsys.readouterr().out)

    printed: list[str] = []
    print_lines(coming())
    assert printed == ["", "a\nb\\x1b\n", "", "c\nd\n", ""]
    assert capsys.readouterr().out == "e\n"


def test_lines_before_an_error_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def coming() -> Iterator[str]:
        yield "a"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        print_lines(coming())
    assert capsys.readouterr().out == "a\n"


def test_no_line_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines([])
    assert capsys.readouterr().out == ""
