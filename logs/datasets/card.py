"""The description of a data set: a card for people, and Croissant metadata for programs that load it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kronika.core.contract.registry import get_game
from kronika.logs.datasets.forms import MANIFEST, SPLITS, Manifest
from kronika.logs.tables.columns import ALL, Column, Type

_TYPES: Final[Mapping[Type, str]] = {
    "BIGINT": "sc:Integer",
    "INTEGER": "sc:Integer",
    "INTEGER[]": "sc:Integer",
    "BOOLEAN": "sc:Boolean",
    "VARCHAR": "sc:Text",
}
"""Croissant's types; it has none for bytes."""
_SPLIT: Final = Column("split", "VARCHAR", "The split.")
_CONTEXT: Final[Mapping[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The names of Croissant 1.0, as its specification wants them."""


def croissant(manifest: Manifest, sums: Mapping[str, str]) -> bytes:
    """The Croissant metadata of a data set, as JSON-LD; `sums` are the SHA-256 sums of its files."""
    tables = [(split, name) for split in manifest.splits for name in ALL]
    data = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": manifest.name,
        "description": about(manifest),
        **({"license": manifest.licence} if manifest.licence else {}),
        "citeAs": f"{manifest.name}: {about(manifest)} Made by Kronika {manifest.kronika}, digest {manifest.program}.",
        "version": f"{manifest.dataset}.{manifest.tables}.0",
        "distribution": [_file(name, sums[name]) for name in sums],
        "recordSet": [_record_set(split, name) for split, name in tables],
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _file(name: str, sum_: str) -> dict[str, Any]:
    kind = "application/x-parquet" if name.endswith(".parquet") else "application/octet-stream"
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": kind,
        "sha256": sum_,
    }


def _record_set(split: str, table: str) -> dict[str, Any]:
    columns = (*ALL[table].columns, *((_SPLIT,) if table == "logs" else ()))
    return {
        "@type": "cr:RecordSet",
        "@id": f"{split}-{table}",
        "name": f"{split}-{table}",
        "description": ALL[table].about,
        "field": [_field(split, table, column) for column in columns if column.type in _TYPES],
    }


def _field(split: str, table: str, column: Column) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{split}-{table}/{column.name}",
        "name": column.name,
        "description": column.about,
        "dataType": _TYPES[column.type],
        **({"repeated": True} if column.type == "INTEGER[]" else {}),
        "source": {"fileObject": {"@id": f"{split}/{table}.parquet"}, "extract": {"column": column.name}},
    }


def about(manifest: Manifest) -> str:
    """A data set in a sentence."""
    games = ", ".join(dict.fromkeys(get_game(source.game).title for source in manifest.games))
    logs = sum(part.logs for part in manifest.splits.values())
    return (
        f"{logs:,} games of {games}, replayed under numbered rules: decisions, effects, points, and all legal actions."
    )


def card(manifest: Manifest) -> str:
    """The card of a data set, as Markdown with the front matter that Hugging Face reads."""
    return "\n".join([*_front(manifest), *_body(manifest)]) + "\n"


def _front(manifest: Manifest) -> Iterator[str]:
    yield "---"
    if manifest.licence:
        yield f"license: {manifest.licence.lower()}"
    yield "configs:"
    for name in ALL:
        yield f"- config_name: {name}"
        yield "  data_files:"
        for split in manifest.splits:
            yield f"  - split: {split}"
            yield f"    path: {split}/{name}.parquet"
    yield "---"


def _body(manifest: Manifest) -> Iterator[str]:
    yield from (f"# {_escaped(manifest.name)}", "", about(manifest), "", "## Games", "")
    yield "| game | rules | seats | options | games | finished | with a seed |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for one in manifest.games:
        options = f"`{one.options}`".replace("|", r"\|")
        cells = (one.game, one.rules, one.seats, options, one.logs, one.finished, one.seeded)
        yield f"| {' | '.join(map(str, cells))} |"
    yield from ("", "## Splits", "", "| split | games | deals | actions |", "| --- | --- | --- | --- |")
    for split in SPLITS:
        if part := manifest.splits.get(split):
            yield f"| {split} | {part.logs:,} | {part.deals:,} | {part.steps:,} |"
    yield ""
    shares = " : ".join(map(str, manifest.shares))
    yield (
        f"All games of one deal are in the same split. A deal is a game with a seed or, without one, with the outcomes "
        f"before the first decision. Its digest decides the split, {shares}: it stays there when games are added."
    )
    yield from ("", "## How it was made", "")
    yield f"- By Kronika {manifest.kronika}, whose program and games have the digest `{manifest.program}`."
    yield "- Each game was replayed, and has no fault."
    for why, number in manifest.omitted.items():
        yield f"- Omitted: {number:,} logs {why}."
    yield "- `tags` in `logs` has what the games say of their players, such as the bots. Seeds are in `seed`."
    yield "- The tables hold what the referee knows, hidden cards too. `decisions.public` has what all seats knew."
    licence = manifest.licence or "none is stated; ask who made it"
    yield f"- Licence: {licence}."
    yield from ("", "## Files", "")
    yield "- `SPLIT/TABLE.parquet`: the tables below. `log` numbers the games from 1, through all splits."
    yield "- `SPLIT.kpack`: the games themselves, as Kronika replays and shows them: `kronika replay train.kpack#1`."
    yield f"- `croissant.json`: metadata of Croissant. `{MANIFEST}`: sums of all files."
    yield from ("", "`kronika dataset verify DIR` replays all games and compares every row.", "", "## Tables")
    for name, table in ALL.items():
        yield from ("", f"### {name}", "", table.about, "")
        yield from ("| column | type | meaning |", "| --- | --- | --- |")
        columns = (*table.columns, *((_SPLIT,) if name == "logs" else ()))
        yield from (f"| `{one.name}` | {one.type} | {_escaped(one.about)} |" for one in columns)


def _escaped(text: str) -> str:
    """Text that breaks neither a table nor a line of Markdown."""
    return re.sub(r"([|<>\[\]*])", r"\\\1", " ".join(text.split()))
