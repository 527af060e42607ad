"""Marks on a table that is shown again: the words that are new since it was shown before, in reverse video."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from kronika.core.basics.text import lines_of
from kronika.core.contract.paper import INK, RESET, Paper

_WORD: Final = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
"""A number, a word or a sign: a cell such as `2T*` has three, so that a kingdom's new number marks no tile."""
_MOST: Final = 0.5
"""If more of the words are new, a mark says nothing any more, and there are none."""

Span = tuple[int, int]
"""The columns of a word in a line: the first, and the one after the last."""


def with_marks(before: str, now: str, inked: str) -> str:
    """The table `inked` with marks on words that are not in the table `before`; `now` is the same without colours."""
    old, new = lines_of(before), lines_of(now)
    spans = _new_words(old, new)
    words = sum(len(_WORD.findall(line)) for line in new)
    if sum(map(len, spans)) > _MOST * words:
        return inked
    return "\n".join(_marked(line, found) for line, found in zip(lines_of(inked), spans, strict=True))


def _new_words(old: Sequence[str], new: Sequence[str]) -> list[list[Span]]:
    """By line of the new table: the words that the old one does not have there."""
    spans: list[list[Span]] = [[] for _ in new]
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for offset, line in enumerate(new[c:d]):
            spans[c + offset] = list(_differences(old[a + offset] if a + offset < b else "", line))
    return spans


def _differences(old: str, new: str) -> Iterator[Span]:
    """The words of a line that its old version does not have in the same columns, or else not in the same order."""
    words = [found.span() for found in _WORD.finditer(new)]
    if len(old) == len(new):
        yield from (span for span in words if old[slice(*span)] != new[slice(*span)])
        return
    texts = [new[slice(*span)] for span in words]
    for kind, _, _, c, d in SequenceMatcher(None, _WORD.findall(old), texts, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from words[c:d]


def _marked(line: str, spans: Sequence[Span]) -> str:
    """A line with these columns in reverse video, in addition to its colours."""
    paper, done, column, codes = Paper(colour=True), "", 0, ""
    for place, part in enumerate(INK.split(line)):
        if place % 2:
            codes = "" if part == RESET else part
            continue
        edges = sorted({column, column + len(part), *(e for span in spans for e in span if 0 < e - column < len(part))})
        for begin, end in pairwise(edges):
            text = part[begin - column : end - column]
            new = any(first <= begin < last for first, last in spans)
            done += codes + (paper.ink(text, "marked") if new else text) + (RESET if codes and not new else "")
        column += len(part)
    return done
