"""The documentation is whole: nothing that the program has is missing on its pages, no link leads nowhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import get_args

import click
import pytest
from msgspec import Struct, inspect

from kronika.cli import _COMPLETE, cli, groups
from kronika.cli.commands.outputs import view_of
from kronika.cli.printing.groups import AnsweringGroup
from kronika.cli.printing.output import DEBUG, FAILED, FILE, FINDING, FINE, INTERRUPTED, PIPE_CLOSED, USAGE
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import rules_of
from making import gallery, pages
from making.commands import every
from making.games import rules_page, shipped
from making.man import man_page
from making.wording import anchor, structs_in
from support.playouts import ROOT
from support.readme import MAN, PAGES, contents

DOCS = ROOT / "docs"
ALSO = tuple(ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "tests/mutants/README.md"))
COMMANDS = dict(every())

OF_BASH = {"COMP_LINE", "COMP_PART"}
"""Variables that the script for bash sets at a Tab; nobody else does."""
OWNERS = {
    "tutorial": "cli/commands/record.py cli/commands/view.py cli/commands/best.py",
    "install": "pyproject.toml logs/files/extras.py cli/printing/completing.py cli/commands/docs.py",
    "cheat-sheet": "cli/__init__.py",
    "faq": "cli/printing/output.py cli/commands/record.py",
    "other-tools": "README.md",
    "about": "LICENSE CITATION.cff CHANGELOG.md",
    "record-without-hands": "core/unseen cli/commands/complete.py",
    "import": "logs/imports cli/commands/import_.py",
    "record-a-table": "cli/commands/record.py cli/commands/annotate.py cli/commands/amend.py",
    "the-text-of-a-game": "logs/texts/game_text.py",
    "pages": "cli/page",
    "plots": "cli/plots",
    "host": "cli/host logs/hosting cli/commands/host.py",
    "verify-a-rulebook": "core/examples/example.py core/examples/comparing.py",
    "how-an-example-is-judged": "core/examples/example.py core/examples/comparing.py",
    "ci": "cli/commands/check.py cli/corpus fixtures/ci",
    "corpora": "cli/corpus cli/commands/match.py",
    "tables": "logs/tables cli/commands/sql.py cli/corpus/export.py",
    "many-games-from-python": "logs/work/bulk.py logs/work/pool.py",
    "many-games": "logs/texts/joining.py logs/texts/cleaning.py logs/files/pack_writing.py logs/work/keeping.py",
    "find": "logs/corpus/events.py",
    "whatif": "logs/replaying/whatif.py",
    "analyse": "core/analysis logs/work/analysis.py",
    "puzzles": "core/examples/solver.py logs/corpus/puzzles.py",
    "bots": "core/bots",
    "strength": "tests/support/strength.py",
    "tournaments": "logs/tournament",
    "cluster": "logs/work/cluster.py",
    "a-game-of-your-own": "core/contract/game.py fixtures/newgame",
    "researchers": "src/kronika/envs",
    "python": "src/kronika/__init__.py core/__init__.py logs/__init__.py src/kronika/testing/__init__.py",
    "serve": "logs/pipe",
    "beside": "logs/beside",
    "kit": "logs/kit",
    "mcp": "logs/pipe/mcp",
    "notation": "core/contract/notation.py core/games",
    "glossary": "CONTRIBUTING.md",
    "log-format": "logs/files/records.py logs/files/upcast.py logs/files/pack_blocks.py logs/files/pack_log.py",
    "promise": "core/__init__.py logs/files/records.py logs/pipe/requests.py cli/commands/outputs.py",
    "why-outcomes": "core/basics/chance.py",
    "how-secrets-are-kept": "core/sessions/visibility.py core/games",
    "how-the-rules-were-verified": "logs/work/citations.py core/games",
}
"""The rooms whose change each page follows. Pages of commands, games, JSON and names are made by `docs/making`."""

made = cache(pages)
over_games = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.name)


def name_of(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag or kind.__name__)


def kinds(game: AnyGame) -> list[type[Struct]]:
    """All Structs by whose keys a game is written: moves, effects, positions, views."""
    told = [*get_args(game.Do), *get_args(game.Effect)]
    return [*told, *structs_in(inspect.type_info(game.Given)), *structs_in(inspect.type_info(view_of(game)))]


# -- nothing is missing -----------------------------------------------------------------------------------------------


def test_every_command_and_every_option_is_explained() -> None:
    text = "".join(made()[f"commands-{title.lower()}"] for title in groups())
    for words, command in COMMANDS.items():
        head = f"\n## kronika {' '.join(words)}\n"
        assert text.count(head) == 1, words
        section = text.partition(head)[2].partition("\n## ")[0]
        assert command.help
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden:
                assert param.help, (words, param.name)
                assert all(re.search(rf"(?<![\w-]){re.escape(opt)}\b", section) for opt in param.opts), (words, param)


def test_no_command_is_passed_over() -> None:
    assert {words[0] for words in COMMANDS} == {name for names in groups().values() for name in names}
    assert {("rules",), ("rules", "audit"), ("corpus", "check"), ("kit", "make"), ("example", "from")} < set(COMMANDS)


@over_games
def test_every_move_effect_and_key_is_explained(game: AnyGame) -> None:
    text = made()[f"keys-{game.name}"]
    sections = {part.partition("\n")[0]: part for part in text.split("\n### ")[1:]}
    for kind in kinds(game):
        assert kind.__doc__, kind
        section = sections[name_of(kind)]
        for field in kind.__struct_encode_fields__:
            if field not in ("type", "rule") or kind not in get_args(game.Effect):
                assert f"\n- `{field}`: " in section, (kind, field)
    for option in game.Options.__struct_fields__:
        assert f"- `{option} = " in text or f"- `{option}`" in text


@over_games
def test_what_each_key_of_a_position_means_is_said_in_words(game: AnyGame) -> None:
    given = structs_in(inspect.type_info(game.Given))
    words = "".join(str(kind.__doc__) for kind in given)
    missing = [field for kind in given for field in kind.__struct_encode_fields__ if f"`{field}`" not in words]
    assert missing == []


@over_games
def test_each_rule_can_be_linked_to(game: AnyGame) -> None:
    text = rules_page(game)
    assert [rule.number for rule in rules_of(game) if text.count(f"{{#{anchor(rule.number)}}}") != 1] == []
    known = {anchor(rule.number) for rule in rules_of(game)}
    assert set(re.findall(rf'rules-{game.name}\.html#([^"]*)"', made()[f"keys-{game.name}"])) <= known


def test_every_command_that_a_page_names_is_there() -> None:
    wrong = {}
    for page in PAGES:
        for words in re.findall(r"`kronika ([a-z][^`\n]*)`", page.read_text(encoding="utf-8")):
            first, second = (*words.split(), "")[:2]
            group = cli.get_command(click.Context(cli), first)
            pure = isinstance(group, click.Group) and not isinstance(group, AnsweringGroup) and first != "kit"
            if (first,) not in COMMANDS or (pure and second.isalpha() and (first, second) not in COMMANDS):
                wrong[page.name] = words
    assert wrong == {}


# -- nothing leads nowhere --------------------------------------------------------------------------------------------


def slugs(text: str) -> set[str]:
    """What the headings of a page are called in an address."""
    heads = re.findall(r"^#{1,3} (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links(text: str) -> list[str]:
    """The addresses of a page's links and pictures that are no web addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    return [
        link for link in re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', text) for link in link if link and ":" not in link
    ]


def page_texts() -> dict[Path, str]:
    written = {page: page.read_text(encoding="utf-8") for page in (*PAGES, *ALSO)}
    return written | {DOCS / "made" / f"{name}.md": text for name, text in made().items()}


def test_every_link_leads_somewhere() -> None:
    texts = page_texts()
    drawn = {DOCS / "made" / "pictures" / name for name in gallery.files()}
    for page, text in texts.items():
        for link in links(text):
            name, _, part = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target in texts or target.exists() or target in drawn, (page.name, link)
            if part and target in texts and target.parent.name != "made":
                assert part in slugs(texts[target]), (page.name, link)


def open_emphasis(text: str) -> list[str]:
    """The paragraphs, entries and rows of a page in which a `*` begins and nothing ends it."""
    prose = re.sub(r"^```.*?^```|^    .*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    parts = re.split(r"\n\s*\n|\n\s*[-*] |\n\|", re.sub(r"`[^`]*`", "", prose))
    return [part for part in parts if part.count("*") % 2]


def test_no_sentence_of_a_page_breaks_off() -> None:
    """An emphasis without an end is what a replacement by a program leaves of a sentence."""
    assert open_emphasis("Bold is *this*,\nand\n*X\nThe rest.")
    assert not open_emphasis("A *word* and `a * b`.\n")
    for page in (*PAGES, *ALSO):
        assert not open_emphasis(page.read_text(encoding="utf-8")), page


def broken_rows(text: str) -> list[str]:
    """The rows of tables of a page that go on in the next line, or have more or fewer cells than the head."""
    prose = re.sub(r"^\s*```.*?^\s*```|`[^`\n]*`", "code", text, flags=re.DOTALL | re.MULTILINE)
    found, cells = [], 0
    for line in map(str.strip, prose.splitlines()):
        if not line.startswith("|"):
            cells = 0
            continue
        cells = cells or line.count("|")
        if not line.endswith("|") or line.count("|") != cells:
            found.append(line)
    return found


def test_no_row_of_a_table_breaks_off() -> None:
    """A row is one line: what is wrapped is shown as a paragraph after half a table."""
    assert broken_rows("| a | b |\n| --- | --- |\n| 1 |\n2 |\n") == ["| 1 |"]
    assert broken_rows("| a | b\n| --- | --- |\n") == ["| a | b", "| --- | --- |"]
    assert not broken_rows("| a | b |\n| --- | --- |\n| `x | y` | 2 |\n")
    for page in (*PAGES, *ALSO):
        assert not broken_rows(page.read_text(encoding="utf-8")), page


def test_every_page_is_in_the_contents() -> None:
    listed = contents((DOCS / "index.md").read_text(encoding="utf-8"))
    assert len(listed) == len(set(listed))
    assert [page.name for page in PAGES[1:] if page.name != "index.md" and page.stem not in listed] == []
    tops = {f"made/{name}" for name in made() if "-" not in name}
    assert tops == {name for name in listed if name.startswith("made/")}


def test_every_page_is_linked_from_the_first_with_a_line_about_it() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^- \[[^]]+\]\(([^)]+)\.md\).*[:,] .+\.$", index, re.MULTILINE))
    described |= set(re.findall(r"\]\((made/options|made/changelog)\.md\)", index))
    assert set(contents(index)) - described == {"made/licence"}, "the page about the licence links that one"


def test_every_page_ends_with_next_steps() -> None:
    for page, text in page_texts().items():
        if page in (*ALSO, PAGES[0], DOCS / "index.md"):
            continue
        head, _, steps = text.rpartition("\n## Next steps\n\n")
        assert head, page.name
        assert (
            2 <= len(re.findall(r"^- \[[^]]+\]\([^)]+\)[:.,] ?.*", steps, re.MULTILINE)) <= 5 or "licence" in page.name
        ), page.name
        assert "\n#" not in steps, page.name


def test_every_page_has_the_rooms_that_it_follows() -> None:
    assert set(OWNERS) == {page.stem for page in PAGES[1:]} - {"index"}
    assert [room for rooms in OWNERS.values() for room in rooms.split() if not (ROOT / room).exists()] == []


# -- the manual page --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(
    tuple(map(int, version("click").split(".")[:2])) < (8, 2), reason="older versions of click write options otherwise"
)
def test_the_manual_page_is_what_the_program_says() -> None:
    """`python tests/support/readme.py` writes it again."""
    assert MAN.read_text(encoding="utf-8") == man_page()


def test_the_manual_page_has_every_exit_status_and_every_variable() -> None:
    text = man_page().replace("\\-", "-")
    head = text[: text.index(".SH GAMES")]
    for status in (FINE, FINDING, USAGE, FILE, FAILED, INTERRUPTED, PIPE_CLOSED):
        assert f"\n.B {status}\n" in head
    sources = "".join(
        path.read_text(encoding="utf-8") for room in ("logs", "cli") for path in (ROOT / room).rglob("*.py")
    )
    read = set(re.findall(r'(?:environ(?:ment)?(?:\.get\(|\[)|said\()"([A-Z_]{4,})"', sources))
    read |= set(re.findall(r'"([A-Z_]{4,})" not in os.environ', sources))
    assert {"NO_COLOR", "TERM", "XDG_CACHE_HOME", "GITHUB_WORKSPACE", "PYTHONIOENCODING"} < read
    variables = head.partition(".SH ENVIRONMENT")[2]
    assert {name for name in {*read, DEBUG, _COMPLETE, "COLUMNS"} if name not in variables} == OF_BASH


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff, which shows manual pages, is not here")
def test_the_manual_page_can_be_shown() -> None:
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", MAN], capture_output=True, check=True)
    assert done.stderr == b""
    text = re.sub(r".\x08", "", done.stdout.decode())
    assert "kronika corpus check" in text
    assert "--against FILE" in text
