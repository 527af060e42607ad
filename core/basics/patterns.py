"""Regular expressions whose matching always ends in a short time.

Python's `re` backtracks: it tries one path after another, and `(a+)+$` has exponentially many. Nothing can interrupt
it: no other thread runs meanwhile, and Windows has no alarm signal. So `re` only gets expressions with few paths, as
nearly all have; for those it is ten times as fast. The others are matched here along all paths at once: each part of
the expression leads from a set of positions in the text to the set of positions where it can end. Features that would
need single paths, such as backreferences, are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import clipped, quoted

MAX_STEPS: Final = 1_000_000
"""Positions that are tried in one text before BadPattern is raised: about a fifth of a second."""

MAX_PATHS: Final = 10_000_000
"""Paths through one text up to which `re` is used: about a tenth of a second."""

Places: TypeAlias = frozenset[int]


class BadPattern(KronikaError):
    """A text is not a regular expression, or uses an unsupported feature, or takes too long to match."""


class _Char(Struct, frozen=True):
    """A part that matches in at most one way at a position: literal characters or a class. `re` matches it."""

    pattern: re.Pattern[str]


class _Sequence(Struct, frozen=True):
    parts: tuple[_Part, ...]


class _Alternation(Struct, frozen=True):
    parts: tuple[_Part, ...]


class _Repeat(Struct, frozen=True):
    part: _Part
    least: float
    most: float


class _LookAround(Struct, frozen=True):
    """A lookahead, or a lookbehind if `behind`; negative if `no`."""

    part: _Part
    behind: bool
    no: bool


_Part: TypeAlias = "_Char | _Sequence | _Alternation | _Repeat | _LookAround"


class Pattern:
    """A regular expression to search for, ignoring case."""

    def __init__(self, text: str) -> None:
        """Raises BadPattern if `text` is not a regular expression or uses an unsupported feature."""
        self.text = text
        try:
            self._python = re.compile(text, re.IGNORECASE)
            self._whole = _Parser(text).whole()
            self._short = next((n for n in _SIZES if (n + 1) * _ways(self._whole, n) <= MAX_PATHS), -1)
        except (re.error, OverflowError, RecursionError) as error:
            raise BadPattern(f"{quoted(text)} is not a regular expression: {error}.") from None

    def is_in(self, text: str) -> bool:
        """Whether the expression matches anywhere in `text`. Raises BadPattern if that takes too long."""
        if len(text) <= self._short:
            return bool(self._python.search(text))
        try:
            return bool(_Matcher(text).ends(self._whole, frozenset(range(len(text) + 1))))
        except (_TooManySteps, RecursionError):
            most = f"more than {MAX_STEPS:,} steps, or is nested too deep"
            raise BadPattern(
                f"{quoted(self.text)} takes {most}, in {quoted(clipped(text))}: use a simpler pattern."
            ) from None


_SIZES: Final = [limits.MOVE >> n for n in range(12)]
"""Lengths of texts in characters, longest first, for which the number of paths is estimated."""


def _ways(part: _Part, size: int) -> float:
    """An upper bound for the number of paths by which a part matches at one position of a text of `size` characters."""
    match part:
        case _Char():
            return 1
        case _Sequence():
            return math.prod(_ways(one, size) for one in part.parts)
        case _Alternation():
            return sum(_ways(one, size) for one in part.parts)
        case _LookAround():
            return _ways(part.part, size) * (size + 1 if part.behind else 1)
        case _Repeat():
            return (min(part.most, size) + 1) * (1 if _ways(part.part, size) == 1 else math.inf)


class _TooManySteps(Exception):
    """Matching took more than MAX_STEPS steps."""


class _Matcher:
    """A matcher that follows all paths through one text at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = MAX_STEPS

    def ends(self, part: _Part, starts: Places) -> Places:
        """All positions where `part` can end if it begins at one of `starts`."""
        match part:
            case _Char():
                return self._one(part.pattern, starts)
            case _Sequence():
                for one in part.parts:
                    if not starts:
                        break
                    starts = self.ends(one, starts)
                return starts
            case _Alternation():
                return frozenset[int]().union(*(self.ends(one, starts) for one in part.parts))
            case _Repeat():
                return self._repeat(part, starts)
            case _LookAround():
                return frozenset(at for at in starts if self._looks(part, at) != part.no)

    def _one(self, pattern: re.Pattern[str], starts: Places) -> Places:
        self._left -= len(starts)
        if self._left < 0:
            raise _TooManySteps
        return frozenset(found.end() for at in starts if (found := pattern.match(self._text, at)))

    def _repeat(self, part: _Repeat, starts: Places) -> Places:
        """The positions after `least` to `most` repeats.

        Positions that an earlier repeat has reached are not followed again: they lead to nothing new.
        """
        rounds = 0.0
        while rounds < part.least:
            after = self.ends(part.part, starts)
            if after == starts:
                break
            starts, rounds = after, rounds + 1
        found = new = starts
        rounds = part.least
        while new and rounds < part.most:
            new = self.ends(part.part, new) - found
            found, rounds = found | new, rounds + 1
        return found

    def _looks(self, part: _LookAround, at: int) -> bool:
        if not part.behind:
            return bool(self.ends(part.part, frozenset((at,))))
        return any(at in self.ends(part.part, frozenset((start,))) for start in range(at + 1))


# -- reading --------------------------------------------------------------------------------------------------------

_TOKEN: Final = re.compile(
    r"""
      (?P<repeat>   (?: [*+?] | \{ (?: \d+ (?:,\d*)? | ,\d* ) \} ) [?+]? )
    | (?P<remark>   \(\?\# [^)]* \) | \A \(\?[iu]+\) )
    | (?P<look>     \( \? <? [=!] )
    | (?P<strange>  \( \? (?: P= | \( | > ) | \\ (?! [0-3][0-7]{2} ) [1-9] )
    | (?P<open>     \( (?: \? (?: i? : | P<\w+> ) | (?!\?) ) )
    | (?P<flags>    \( \? )
    | (?P<either>   \| )
    | (?P<close>    \) )
    | (?P<one>      \[ \^? \]? (?: \\. | [^\]\\] )* \]
                  | \\ (?: x[0-9a-fA-F]{2} | u[0-9a-fA-F]{4} | U[0-9a-fA-F]{8} | N\{[^}]*\} | [0-7]{1,3} | . )
                  | (?: [^\\\[\](){}.*+?^$|] (?! [*+?{] ) )+
                  | . )
    """,
    re.VERBOSE | re.DOTALL,
)


class _Parser:
    """A parser for a regular expression that `re` has accepted. Raises BadPattern for unsupported features."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._next: tuple[str, str] | None = next(self._tokens, None)

    def whole(self) -> _Part:
        """The whole expression."""
        return self._either()

    def _split(self) -> Iterator[tuple[str, str]]:
        for found in _TOKEN.finditer(self._text):
            kind = found.lastgroup or ""
            if kind in ("strange", "flags"):
                raise self._refusal(found[0])
            if kind != "remark":
                yield kind, found[0]

    def _refusal(self, sign: str) -> BadPattern:
        return BadPattern(
            f"{quoted(self._text)}: {quoted(sign)} is not supported. You can use classes, groups, alternatives, "
            "repeats, lookaheads and lookbehinds."
        )

    def _take(self) -> str:
        assert self._next is not None
        text = self._next[1]
        self._next = next(self._tokens, None)
        return text

    def _is_next(self, kind: str) -> bool:
        return self._next is not None and self._next[0] == kind

    def _either(self) -> _Part:
        parts = [self._row()]
        while self._is_next("either"):
            self._take()
            parts.append(self._row())
        return parts[0] if len(parts) == 1 else _Alternation(tuple(parts))

    def _row(self) -> _Part:
        parts: list[_Part] = []
        while self._next is not None and self._next[0] not in ("either", "close"):
            parts.append(self._repeated(self._single()))
        return _Sequence(tuple(parts))

    def _single(self) -> _Part:
        if self._is_next("one"):
            return _Char(re.compile(self._take(), re.IGNORECASE))
        kind = self._next[0] if self._next else ""
        sign = self._take()
        inside = self._either()
        self._take()
        return _LookAround(inside, "<" in sign, "!" in sign) if kind == "look" else inside

    def _repeated(self, part: _Part) -> _Part:
        while self._is_next("repeat"):
            sign = self._take()
            if len(sign) > 1 and sign.endswith("+"):
                raise self._refusal(sign)
            part = _Repeat(part, *_quantifier(sign))
        return part


def _quantifier(sign: str) -> tuple[float, float]:
    """The least and most repeats of a quantifier such as `*`, `{2,}` or `+?`."""
    plain = {"*": (0, math.inf), "+": (1, math.inf), "?": (0, 1)}
    if sign[0] in plain:
        return plain[sign[0]]
    least, comma, most = sign.rstrip("?").strip("{}").partition(",")
    return float(least or 0), float(most or math.inf) if comma else float(least)
