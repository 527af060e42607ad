"""What commands print with `--format json`: the types of each, and the JSON Schema of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_origin, get_type_hints

import msgspec

from kronika.cli.commands.beside import BesideData
from kronika.cli.commands.check import CitedRules, UnreadableLog
from kronika.cli.commands.citations import Changed
from kronika.cli.commands.example import BrokenFile, CheckedExample, ListedExample
from kronika.cli.commands.example_coverage import ExampleCoverage
from kronika.cli.commands.fairplay import FairPlay
from kronika.cli.commands.games import GameData
from kronika.cli.commands.kit import AnswerData
from kronika.cli.commands.match import MatchData
from kronika.cli.commands.notation import NotationData
from kronika.cli.commands.puzzle import PuzzleData
from kronika.cli.commands.view import ScoreData
from kronika.cli.commands.whatif import WhatIf
from kronika.cli.printing.bots import BotData
from kronika.cli.printing.events import RecordData
from kronika.core.analysis.best import BestMoves
from kronika.core.analysis.summary import Analysis
from kronika.core.basics.json_schema import components
from kronika.core.contract.game import Card
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import Rule
from kronika.core.sessions.metrics import Metrics
from kronika.core.sessions.notes import PlacedNote
from kronika.logs.corpus.accept import Proposal
from kronika.logs.corpus.causes import Group
from kronika.logs.corpus.check import Corpus
from kronika.logs.corpus.events import FoundEvent
from kronika.logs.corpus.stats import GameStats
from kronika.logs.replaying.compare import Diff
from kronika.logs.replaying.replay import Report
from kronika.logs.replaying.whatif import RetoldGame
from kronika.logs.tournament.standings import Standings
from kronika.logs.work.citations import UnconfirmedRule

VERSION: Final = 2
"""The version of all these forms. It is raised when one lacks what it had, or what it has means something else."""

_OUTPUTS: Final[Mapping[str, tuple[Any, ...]]] = {
    "games": (list[GameData],),
    "cards": (list[Card],),
    "rules": (list[Rule],),
    "rules diff": (list[Changed],),
    "rules audit": (list[UnconfirmedRule],),
    "notation": (NotationData,),
    "note": (list[PlacedNote],),
    "tag": (dict[str, str],),
    "moves": (dict[str, list[str]],),
    "replay": (list[RecordData],),
    "score": (ScoreData,),
    "stats": (Metrics,),
    "analyse": (Analysis,),
    "best": (list[BestMoves],),
    "validate": (list[Report], list[UnreadableLog]),
    "diff": (Diff,),
    "whatif": (WhatIf, RetoldGame),
    "coverage": (dict[str, CitedRules], dict[str, ExampleCoverage]),
    "example check": (list[CheckedExample], list[BrokenFile]),
    "example list": (list[ListedExample],),
    "puzzle": (list[PuzzleData],),
    "bots": (list[BotData],),
    "fairplay": (FairPlay,),
    "match": (list[MatchData],),
    "tournament": (Standings,),
    "standings": (Standings,),
    "corpus check": (Corpus, list[Group]),
    "corpus accept": (list[Proposal],),
    "corpus stats": (list[GameStats],),
    "corpus dedupe": (list[list[str]],),
    "corpus filter": (list[str],),
    "find": (list[FoundEvent],),
    "beside": (BesideData,),
    "kit check": (list[AnswerData],),
}


def outputs(games: Sequence[AnyGame]) -> dict[str, tuple[Any, ...]]:
    """What each command prints, one of these types; where all of them are lists, their entries may be mixed.

    `show` prints a view, of one of these games.
    """
    return {"show": tuple(map(view_of, games)), **_OUTPUTS}


def view_of(game: AnyGame) -> Any:
    """The type of a game's views."""
    return get_type_hints(type(game).view)["return"]


def outputs_schema(games: Sequence[AnyGame]) -> dict[str, Any]:
    """The JSON Schema of what commands print; each stands under `$defs`, `corpus check` as `corpus-check`."""
    kinds = outputs(games)
    types = [kind for one in kinds.values() for kind in one]
    schemas, defs = components(types)
    described = iter(schemas)
    forms = {name.replace(" ", "-"): _one_of(one, [next(described) for _ in one]) for name, one in kinds.items()}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What Kronika prints with --format json, version {VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in forms],
        "$defs": {**forms, **defs},
    }
    # Defaults of fields are Python's values, tuples among them; the schema is plain data.
    text = msgspec.json.encode(schema).decode()
    for name in defs:
        for quoted in (f'"{name}":', f'"#/$defs/{name}"'):
            text = text.replace(quoted, quoted.replace(name, _plain(name)))
    data: dict[str, Any] = msgspec.json.decode(text)
    return data


def _plain(name: str) -> str:
    """The name of a type as people say it: `tides.View` for one that several modules have."""
    parts = [part for part in name.split(".") if part != "view"]
    return ".".join(parts[-2:])


def _one_of(kinds: Sequence[Any], schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if len(kinds) == 1:
        return schemas[0]
    if all(get_origin(kind) is list for kind in kinds):
        return {"type": "array", "items": {"anyOf": [schema["items"] for schema in schemas]}}
    return {"anyOf": list(schemas)}
