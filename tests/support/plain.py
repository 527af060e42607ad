"""A checker for plain English in pages, docstrings and help texts.

`faults(text)` lists the faults of any text, Markdown or plain: a sentence that begins with a bare question word, and
every word of `DIALECT`, each with a better one. `faults(text, most=25)` also lists sentences with more words than that.
`first_sentence(docstring)` is the part of a docstring that every reader sees:

    assert faults(first_sentence(function.__doc__)) == []
    assert faults(command.help, most=25) == []

Code counts as one word and is not checked: fenced and indented blocks are skipped, a code span becomes `x`.
Each cell of a table, each item of a list and each heading is a text by itself. A heading may be a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import NamedTuple

MOST_WORDS = 25
"""The longest sentence, in words, for pages that newcomers read."""

DIALECT = {
    r"amiss": "wrong",
    r"anew": "again",
    r"as all lay": "with full information",
    r"behind": "after",
    r"called like": "has the same name as",
    r"com(?:es?|ing) of|came of": "result from",
    r"com(?:es?|ing) out|came out": "result, outcome, expected",
    r"dots": "pixels",
    r"fall|falls|fell|fallen": "is drawn, happens",
    r"go(?:es|ing)? on|went on|gone on": "continue",
    r"(?:hangs?|hung|hanging) on": "depend on",
    r"half-move|ply|rollouts?": "move, playout",
    r"(?:is|are|was|were|be|been) to (?:be|move)": "must, should, it is Anna's turn",
    r"(?:is|are|was|were) no(?! (?:longer|more|less|fewer|better|worse))": "is not a",
    r"left out|leaves? out": "optional, omit",
    r"lets? (?:\w+ )?stand|left standing": "keep",
    r"mend(?:s|ed|ing)?": "fix",
    r"on turn": "it is Anna's turn",
    r"one's": "your",
    r"(?<!or )(?<!; )otherwise(?!,)": "differently",
    r"parted by|parted": "separated by",
    r"pass(?:es|ed)? over": "skip, ignore",
    r"puts? right": "correct",
    r"rubbish": "malformed",
    r"so many": "N, a number",
    r"sought": "searched for",
    r"stands?|stood": "is written, is in",
    r"the own": "their own",
    r"the present": "the current",
    r"told|tells": "report, show, say; distinguish (told apart)",
    r"troubles?": "error",
    r"(?:who|what)ever": "the person who, any",
}
"""The words of the dialect, as patterns for whole words in any case, and a better word for each."""

ALLOWED = (
    "behind a screen",
    "behind the screen",
    "behind the screens",
    "fall back",
    "falls back",
    "falls behind",
    "finished behind",
    "stands for",
    "stand for",
    "there are no",
    "there is no",
    "there was no",
    "there were no",
)
"""Phrases in which such a word means what it says."""

BARE = re.compile(r"(?:What|Whatever|Where|Wherever|Who|Whoever|Whose|Whom|Of)\b")
_BLOCKS = re.compile(r"^ *```.*?^ *```$|^:::.*?^:::$|^(?: {4,}|\t)[^\n]*$|<!--.*?-->", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"``.+?``|`[^`]+`", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)|<[^>]+>")
_ENDS = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)[\"')]*\s+(?=[A-Z\"'(]|x\b|$)")
_BEGINS = re.compile(r"^ *(?:#+ |[-*+] |\d+[.)] |> |\|)")
_ALLOWED = re.compile(rf"\b(?:{'|'.join(ALLOWED)})\b", re.IGNORECASE)
_ANY = re.compile(rf"\b(?:{'|'.join(DIALECT)})(?:\b|$)", re.IGNORECASE)  # one search for all, as most texts have none
_DIALECT = [(re.compile(rf"\b(?:{word})(?:\b|$)", re.IGNORECASE), better) for word, better in DIALECT.items()]


class Sentence(NamedTuple):
    """A sentence of a text without its marks, and the line on which its paragraph begins, from 1."""

    line: int
    text: str
    heading: bool = False

    @property
    def words(self) -> int:
        """How many words it has; code, a number and a compound count as one."""
        return sum(any(letter.isalnum() for letter in word) for word in self.text.split())


def faults(text: str, *, most: int | None = None) -> list[str]:
    """The faults of a text, each with its line. With `most`, a sentence with more words than that is one, too."""
    return [
        f"{sentence.line}: {fault}: {sentence.text}"
        for sentence in sentences(text)
        for fault in _faults(sentence, most)
    ]


def sentences(text: str) -> list[Sentence]:
    """All sentences of a Markdown or plain text, without code blocks."""
    return [
        Sentence(line, part.strip(), block.startswith("#"))
        for line, block in _blocks(text)
        for part in _ENDS.split(_bare_text(block))
        if part.strip()
    ]


def first_sentence(docstring: str | None) -> str:
    """The first sentence of a docstring; empty if there is none."""
    found = sentences(cleandoc(docstring or ""))
    return found[0].text if found else ""


def dialect(text: str) -> list[tuple[str, str]]:
    """The words of the dialect in a sentence, each with a better one."""
    text = _ALLOWED.sub("", text)
    if not _ANY.search(text):
        return []
    return [(match[0], better) for word, better in _DIALECT if (match := word.search(text))]


def _faults(sentence: Sentence, most: int | None) -> Iterator[str]:
    if BARE.match(sentence.text) and not (sentence.heading and sentence.text.endswith("?")):
        yield "begins with a bare question word or Of"
    for word, better in dialect(sentence.text):
        yield f"{word!r} (better: {better})"
    if most is not None and sentence.words > most:
        yield f"{sentence.words} words"


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs, list items, headings and cells of a text, each with its line."""
    text = _BLOCKS.sub(lambda match: "\n" * match[0].count("\n"), text)
    begun, lines = 1, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip() or _BEGINS.match(line):
            yield from _cells(begun, "\n".join(lines))
            begun, lines = number + (not line.strip()), []
        lines.append(line)


def _cells(line: int, block: str) -> Iterator[tuple[int, str]]:
    rows = re.split(r"(?<!\\)\|", block) if block.lstrip().startswith("|") else [block]
    return ((line, cell.strip()) for cell in rows if cell.strip(" -:\n"))


def _bare_text(block: str) -> str:
    """A paragraph without its marks: code as `x`, links as their text."""
    block = _CODE.sub("x", _BEGINS.sub("", block))
    return " ".join(_LINK.sub(lambda match: match[1] or "", block).replace("*", "").split())
