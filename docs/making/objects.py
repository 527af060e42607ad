"""What can be searched for by name: commands, options, rules, moves and effects; and the words that lead to a page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, get_args

from kronika.core.rulebook.spec import rules_of
from making.commands import every, page_of
from making.games import shipped
from making.options import anchor_of, spellings
from making.wording import anchor

KINDS = ("command", "option", "rule", "move", "effect")


class Object(NamedTuple):
    """Something with a name: its kind, the page that explains it, and the place there."""

    kind: str
    name: str
    page: str
    anchor: str


WORDS = {
    "tutorial": ("tutorial", "quickstart", "quick start", "getting started", "first steps", "first game"),
    "install": ("install", "installation", "pip install", "extras", "requirements", "completion", "bash"),
    "gallery": ("gallery", "pictures", "screenshots", "boards"),
    "faq": ("faq", "questions", "troubleshooting", "help"),
    "cheat-sheet": ("cheat sheet", "cheatsheet", "summary of commands"),
    "other-tools": ("alternatives", "comparison", "python-chess", "openspiel", "boardgame.io", "pettingzoo", "pgn"),
    "about": ("license", "licence", "cite", "citation", "changelog", "versions"),
    "glossary": ("glossary", "win rate", "seat", "record", "witness", "referee"),
    "record-a-table": ("record a game", "scribe", "enter moves", "correct a move", "undo"),
    "record-without-hands": ("hidden hands", "witness log", "unseen cards"),
    "import": ("board game arena", "bga", "import a game"),
    "the-text-of-a-game": ("export", "print a game", "convert"),
    "pages": ("web page", "html", "replay in a browser"),
    "plots": ("plot", "chart", "statistics", "notebook"),
    "verify-a-rulebook": ("worked example", "rulebook", "example.toml"),
    "ci": ("continuous integration", "github actions", "junit", "sarif", "pre-commit", "exit status", "pytest plugin"),
    "corpora": ("corpus", "catalog", "folder of logs"),
    "tables": ("parquet", "csv", "sql", "duckdb", "spreadsheet", "data frame"),
    "many-games-from-python": ("executor", "process pool", "joblib", "loky", "dask from python"),
    "many-games": ("many logs", "kpack", "one file", "million games", "join", "split", "publish a log"),
    "find": ("search logs", "find an event"),
    "whatif": ("house rule", "variant", "open question"),
    "analyse": ("analysis", "skill and luck", "blunder", "best move"),
    "puzzles": ("puzzle",),
    "bots": ("bot", "ai", "mcts", "play against the computer"),
    "tournaments": ("tournament", "elo", "ratings", "sprt"),
    "cluster": ("dask", "many machines"),
    "a-game-of-your-own": ("own game", "new game", "plugin", "add a game"),
    "python": ("python api", "library", "session"),
    "serve": ("json protocol", "other languages", "javascript"),
    "beside": ("differential testing", "compare an engine"),
    "kit": ("conformance vectors", "test vectors"),
    "mcp": ("model context protocol", "language model", "llm"),
    "notation": ("notation", "how to type a move"),
    "log-format": ("log format", "jsonl", "digest", "json lines"),
    "how-secrets-are-kept": ("hidden information", "secrets", "cheating"),
}
"""The words by which a reader looks for a page that is written by hand."""


@cache
def objects() -> tuple[Object, ...]:
    """All of them."""
    return (*_commands(), *_options(), *_rules(), *_keys())


def words(page: str) -> list[tuple[str, str]]:
    """The words that lead to a page, each with the place there: empty for its top."""
    found = [(word, "") for word in WORDS.get(page, ())]
    for one in objects():
        if one.page == page:
            found += [(name, one.anchor) for name in {one.name, one.name.removeprefix("kronika ")}]
    return sorted(found)


def _commands() -> Iterator[Object]:
    for path, _ in every():
        name = " ".join(path)
        yield Object("command", f"kronika {name}", f"made/{page_of(name)}", f"command-{'-'.join(path)}")


def _options() -> Iterator[Object]:
    for name in spellings():
        yield Object("option", name, "made/options", anchor_of(name))


def _rules() -> Iterator[Object]:
    for game in shipped():
        for rule in rules_of(game):
            yield Object("rule", rule.number, f"made/rules-{game.name}", anchor(rule.number))


def _keys() -> Iterator[Object]:
    for game in shipped():
        for kind, told in (("move", game.Do), ("effect", game.Effect)):
            for struct in get_args(told) or (told,):
                name = str(struct.__struct_config__.tag or struct.__name__)
                yield Object(kind, name, f"made/keys-{game.name}", name.lower())
