"""One meaning a word: keys, messages and helps keep to `docs/glossary.md`, and each of its words is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click
import msgspec
import pytest

from kronika.cli.commands.outputs import outputs_schema
from kronika.logs.pipe.messages import messages_schema
from making.commands import every
from making.games import shipped
from support.playouts import ROOT

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| ([a-z][a-z ]*) \|", PAGE, re.M)
HEADS = {"word", "here"}
SCHEMAS = {"outputs": outputs_schema(shipped()), "messages": messages_schema()}
NEVER = {
    **dict.fromkeys(("share", "shares", "share_error", "share_errors"), "a win rate is `win_rate`"),
    **dict.fromkeys(("score", "scores"), "points are `points`, their sum is `total`"),
    "outcome": "a game ends with its `result`, an outcome is of chance",
    "told": "what has happened are `events`",
    "rounds": "a search has `iterations`",
    "n": "the number of a record is `record`",
    "terms": "an analysis has a `config`",
}
"""Keys that the glossary has another word for."""
KEPT = {("outputs", "RecordData", "n")}
"""A record as it is in a log, whose format has `n`."""
COUNTED = {
    ("show", "--at"): "record",
    ("score", "--at"): "record",
    ("branch", "--at"): "record",
    ("note", "--at"): "record",
    ("whatif", "--at"): "record",
    ("replay", "--from"): "record",
    ("replay", "--to"): "record",
    ("analyse", "--from"): "record",
    ("analyse", "--to"): "record",
    ("undo", "--events"): "decisions",
    ("redo", "--events"): "decisions",
}
"""What the number of an option counts, by command and option: its help says so."""


def keys() -> Iterator[tuple[str, str, str]]:
    """Each key of each table in the schemas: which schema, which table, the key."""
    for where, schema in SCHEMAS.items():
        for table, inside in schema["$defs"].items():
            for key in inside.get("properties", ()):
                yield where, table, key


def test_no_key_is_named_against_the_glossary() -> None:
    found = set(keys())
    assert len(found) > 500
    wrong = {(*at, NEVER[at[2]]) for at in found if at[2] in NEVER and not at[1].endswith(".View")}
    assert wrong == {(*at, NEVER[at[2]]) for at in KEPT}


def test_no_type_of_message_is_named_against_the_glossary() -> None:
    types = {
        table["properties"]["type"]["const"] for table in tables(SCHEMAS["messages"]) if "type" in table["properties"]
    }
    assert {"result", "events", "ended", "happened"} <= types
    assert types & (NEVER.keys() - {"score"}) == set(), "`score` asks for the score sheet"


def tables(schema: dict[str, Any]) -> list[dict[str, Any]]:
    with_type = (table for table in schema["$defs"].values() if "properties" in table)
    return [table for table in with_type if "const" in table["properties"].get("type", {})]


@pytest.mark.parametrize(("command", "option"), COUNTED)
def test_the_help_of_a_number_says_what_it_counts(command: str, option: str) -> None:
    (param,) = (param for param in dict(every())[(command,)].params if option in param.opts)
    assert isinstance(param, click.Option)
    assert COUNTED[command, option] in str(param.help)


def test_each_word_is_there_once_and_used() -> None:
    terms = [term for term in TERMS if term not in HEADS]
    assert len(terms) == len(set(terms)) == 24
    said = msgspec.json.encode(list(SCHEMAS.values())).decode().replace("_", " ")
    helps = " ".join(str(command.help) for _, command in every())
    missing = [term for term in terms if term not in said and term not in helps]
    assert missing == []


def test_the_words_that_others_use_lead_to_a_page() -> None:
    rows = re.findall(r"^\| `([a-z ]+)` \| ([a-z -]+) \| .*\(([a-z-]+)\.md\)", PAGE, re.M)
    assert [elsewhere for _, elsewhere, _ in rows] == [
        *("determinization", "differential testing", "conformance vectors", "information-leak test")
    ]
    for word, _, page in rows:
        assert word.split()[-1] in (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
