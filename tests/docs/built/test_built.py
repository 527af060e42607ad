"""The pages as they are built: what is copied from them, what the search finds. `make docs` runs these tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from making.objects import objects
from support.playouts import ROOT
from support.readme import PAGES, blocks

BUILT = Path(os.environ.get("KRONIKA_DOCS", ""))
pytestmark = pytest.mark.skipif("KRONIKA_DOCS" not in os.environ, reason="no built pages: `make docs` tests them")

SEARCHES = {
    "kronika new": "made/commands-play#command-new",
    "TT-4.14": "made/rules-tides#tt-4-14",
    "--as": "made/options#option-as",
    "win rate": "glossary",
    "quickstart": "tutorial",
    "install": "install",
    "undo": "made/commands-play#command-undo",
    "corpus check": "made/commands-corpora#command-corpus-check",
    "building_placed": "made/keys-tigris#building_placed",
    "exit status": "ci",
    "best move": "analyse",
    "house rule": "whatif",
    "license": "about",
    "boardgame.io": "other-tools",
    "Session": "made/api-core-games-in-progress#kronika.core.Session",
    "hidden information": "how-secrets-are-kept",
    "completion": "install",
}
"""What a reader types, and where that reader wants to be."""
HIDDEN = {"gp", "go"}
"""The classes of prompts and output, which `site/kronika.js` leaves out of what it copies."""


class Block(NamedTuple):
    """A block of a built page: its language, the file that it is, and its text as it is copied."""

    language: str
    file: str
    text: str


class Reader(HTMLParser):
    """Reads the blocks of a page, and all its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[Block] = []
        self.ids: set[str] = set()
        self._language, self._file, self._text, self._apart = "", "", "", False
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        names = (given.get("class") or "").split()
        self.ids |= {given["id"] or ""} if "id" in given else set()
        if tag == "div" and any(name.startswith("highlight-") for name in names):
            self._language = next(name.removeprefix("highlight-") for name in names if name.startswith("highlight-"))
        if tag == "div" and "code-block-caption" in names:
            self._open.append("caption")
        elif tag == "pre":
            self._text, self._apart = "", False
            self._open = ["pre"]
        elif self._open and tag == "span":
            self._apart |= bool(HIDDEN & set(names))
            self._open.append("hidden" if HIDDEN & set(names) or "hidden" in self._open else "span")

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre":
            text = re.sub(r"\n+", "\n", self._text).removeprefix("\n") if self._apart else self._text
            self.blocks.append(Block(self._language, self._file.strip("¶ \n"), text))
            self._open, self._file = [], ""
        elif self._open and (tag == "span" or (tag == "div" and self._open[-1] == "caption")):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if "caption" in self._open:
            self._file += data
        elif self._open and "hidden" not in self._open:
            self._text += data


@cache
def read(page: str) -> Reader:
    reader = Reader()
    reader.feed((BUILT / f"{page}.html").read_text(encoding="utf-8"))
    return reader


def meant(text: str) -> Iterator[Block]:
    """The blocks of a page that are run, as `readme.told` runs them."""
    for language, body in blocks(text):
        named = re.match(r"# file: (\S+)\n", body)
        if named:
            yield Block(language, named[1], body.removeprefix(named[0]))
        elif language == "console":
            lines = (line.removeprefix("$ ") for line in body.splitlines() if line.startswith("$ "))
            yield Block(language, "", "".join(f"{line}\n" for line in lines))
        elif language == "python":
            yield Block(language, "", body)


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "docs"], ids=lambda page: page.stem)
def test_what_is_copied_from_a_page_is_what_the_tests_run(page: Path) -> None:
    copied = [block for block in read(page.stem).blocks if block.file or block.language in ("console", "python")]
    assert copied == list(meant(page.read_text(encoding="utf-8")))


def test_no_block_shows_the_name_of_its_file_as_a_line() -> None:
    texts = [path.read_text(encoding="utf-8") for path in BUILT.rglob("*.html")]
    assert len(texts) > 70
    assert sum(text.count("code-block-caption") for text in texts) > 20
    assert [text for text in texts if "# file:" in re.sub(r"<[^>]+>", "", text)] == []


def test_every_object_has_its_place() -> None:
    assert len(objects()) > 900
    assert [one for one in objects() if one.anchor not in read(one.page).ids] == []


def test_every_address_within_a_page_of_the_library_is_there() -> None:
    text = (BUILT / "made" / "api-core.html").read_text(encoding="utf-8")
    found = re.findall(r'href="(api-core-[\w-]+)\.html#(kronika\.core\.\w+)"', text)
    assert len(found) > 60
    assert [name for page, name in found if name not in read(f"made/{page}").ids] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="the search is JavaScript, and node is not here")
def test_what_a_reader_types_finds_the_page_among_the_first_three() -> None:
    asked = subprocess.run(
        ["node", ROOT / "tests" / "docs" / "built" / "search.cjs", BUILT],
        input=json.dumps([*SEARCHES, "xyzzy"]),
        capture_output=True,
        text=True,
        check=True,
    )
    *answers, none = json.loads(asked.stdout)
    assert none == []
    missed = {
        query: found[:3]
        for (query, page), found in zip(SEARCHES.items(), answers, strict=True)
        if page not in found[:3]
    }
    assert missed == {}


def test_the_files_that_a_page_runs_can_be_fetched_from_it() -> None:
    for page, names in {
        "beside": ("tides.js", "tides.toml"),
        "bots": ("bot.py", "bot.js"),
        "serve": ("play.js", "play.py", "play.sh"),
        "import": ("saved.json",),
    }.items():
        text = (BUILT / f"{page}.html").read_text(encoding="utf-8")
        for name in names:
            (link,) = set(re.findall(rf'href="(_downloads/\w+/{re.escape(name)})"', text))
            original = next(path for path in (ROOT / "docs").glob(f"*/{name}"))
            assert (BUILT / link).read_bytes() == original.read_bytes()
