"""Regular expressions that always come to an end.

Python's own tries one way after the other, and `(a+)+$` has more ways than anybody has time for. Nothing can break that
off: a thread gets no turn meanwhile, and Windows has no alarm. So Python has those that have few ways, as nearly all
do, which is ten times as fast. In the others all ways are followed at once: from a set of places in the text to the set
of places where a part of the expression can end. What would need the ways one by one is refused.
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
"""Places that are tried in one text: a fifth of a second."""

MAX_PATHS: Final = 10_000_000
"""Ways through one text that are left to Python: a tenth of a second."""

Places: TypeAlias = frozenset[int]


class BadPattern(KronikaError):
    """A regular expression that is none, can't be had here, or takes too long."""


class _Char(Struct, frozen=True):
    """What Python matches at a place in one way at most."""

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
    """That a part begins at a place, or that it ends there (`behind`), or that it does not (`no`)."""

    part: _Part
    behind: bool
    no: bool


_Part: TypeAlias = "_Char | _Sequence | _Alternation | _Repeat | _LookAround"


class Pattern:
    """A regular expression that is found in a text or not, upper and lower case alike."""

    def __init__(self, text: str) -> None:
        """Raises BadPattern for what is no regular expression, and for what is none that can be had here."""
        self.text = text
        try:
            self._python = re.compile(text, re.IGNORECASE)
            self._whole = _Parser(text).whole()
            self._short = next((n for n in _SIZES if (n + 1) * _ways(self._whole, n) <= MAX_PATHS), -1)
        except (re.error, OverflowError, RecursionError) as error:
            raise BadPattern(f"{quoted(text)} is no regular expression: {error}.") from None

    def is_in(self, text: str) -> bool:
        """Is it found in a text? Raises BadPattern where that takes too long."""
        if len(text) <= self._short:
            return bool(self._python.search(text))
        try:
            return bool(_Matcher(text).ends(self._whole, frozenset(range(len(text) + 1))))
        except (_TooManySteps, RecursionError):
            most = f"more than {MAX_STEPS:,} steps, or is nested too deep"
            raise BadPattern(f"{quoted(self.text)} takes {most}, in {quoted(clipped(text))}: say it plainer.") from None


_SIZES: Final = [limits.MOVE >> n for n in range(12)]
"""Characters of texts, the longest first."""


def _ways(part: _Part, size: int) -> float:
    """In how many ways a part can be had at one place of a text of so many characters, at the most."""
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
    """There are more steps than there may be."""


class _Matcher:
    """All ways through one text at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = MAX_STEPS

    def ends(self, part: _Part, starts: Places) -> Places:
        """Where a part can end that begins at one of the places."""
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
        """A place that was reached before has been so in fewer rounds: nothing new comes of it."""
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
    """A regular expression read, which Python has taken for one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._next: tuple[str, str] | None = next(self._tokens, None)

    def whole(self) -> _Part:
        """All of it."""
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
            f"{quoted(self._text)}: {quoted(sign)} can't be had here. There are classes, groups, alternatives, "
            "repeats, and what looks ahead or behind."
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
    """How often, at least and at most: `*`, `{2,}`, `+?`."""
    plain = {"*": (0, math.inf), "+": (1, math.inf), "?": (0, 1)}
    if sign[0] in plain:
        return plain[sign[0]]
    least, comma, most = sign.rstrip("?").strip("{}").partition(",")
    return float(least or 0), float(most or math.inf) if comma else float(least)
