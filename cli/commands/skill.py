"""`skill`: the skill and luck of players over several games, from their analyses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click
import msgspec

from kronika.cli.printing.options import LOG, refuse_stdin_twice, sheet_option
from kronika.cli.printing.output import print_json, print_text, shorten, table, terminal_paper, wrapped
from kronika.core.analysis.rating import ratings_text
from kronika.core.analysis.summary import Analysis, read_analysis
from kronika.core.analysis.text import points_text, rate_text, signed_percent
from kronika.core.analysis.together import Kind, PlayerSums, add_up, kind_of
from kronika.core.basics import limits
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import get_game
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, read_whole

PLAYER = 16
"""Columns for the name of a player."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=LOG)
@sheet_option(list[PlayerSums])
def skill(files: tuple[str, ...], form: str) -> None:
    """Add up the analyses of several games by player: what decisions cost, and what was drawn against expectation.

    Each FILE is an analysis, as `kronika analyse LOG --format json` prints it; `-` is standard input. Analyses with
    different budgets, horizons or judges are refused, since their figures can't be added up. So are two analyses of the
    same game. Each game has a table for each number of players, and for other options. Players are the same if their
    names are.

    \b
    kronika analyse game.jsonl --format json > game.json
    kronika skill found.json other.json
    kronika skill found.json --format csv
    """
    refuse_stdin_twice(*files)
    found = {display_name(path): _read(path) for path in files}
    if len(found) < len(files):
        raise click.UsageError("Name each file once.")
    sums = add_up(found)
    if form == "json":
        print_json(sums)
    elif form == "csv":
        from kronika.cli.printing.spreadsheet import print_csv  # imported only to write one

        print_csv(_HEADS, map(_csv_row, sums))
    else:
        kinds: dict[Kind, list[Analysis]] = {}
        for one in found.values():
            kinds.setdefault(kind_of(one), []).append(one)
        print_text("\n\n".join(_table([one for one in sums if kind_of(one) == kind], kinds[kind]) for kind in kinds))


_COLUMNS = ["player", "games", "each %", "luck %", "points", "rating"]
_HEADS = (
    *("game", "player", "games", "choices", "skill", "skill_error", "error_rate", "error_rate_error", "rating"),
    *("luck", "luck_error", "luck_points", "luck_points_error"),
    *("seats", "options"),
)


def _read(path: str) -> Analysis:
    try:
        return read_analysis(read_whole(path, limits.RESULT, "an analysis"))
    except (msgspec.MsgspecError, UnicodeError):
        raise FileError(
            f"{display_name(path)}: is not an analysis: `kronika analyse LOG --format json` prints one."
        ) from None


def _table(sums: Sequence[PlayerSums], found: Sequence[Analysis]) -> str:
    """The players in the analyses of one kind of game as a table, with the scale of their ratings."""
    first = found[0]
    said = [get_game(first.game).title, pluralize(len(first.players), "player"), *_options(first.options)]
    title = terminal_paper().ink(wrapped(", ".join(said)), "bold")
    rows = table(map(_row, sums), _COLUMNS, [1, 2, 3, 4])
    return "\n".join(filter(None, (title, rows, wrapped(ratings_text(found)))))


def _options(options: Mapping[str, Any] | None) -> Iterator[str]:
    """The options that differ from a new game's, as they are typed."""
    if options is None:
        yield "with options that the analyses do not say"
        return
    for name, value in sorted(options.items()):
        yield f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"


def _row(one: PlayerSums) -> list[object]:
    luck = one.luck
    return [
        shorten(one.player, PLAYER),
        one.games,
        rate_text(one.error_rate) if one.choices else "",
        signed_percent(luck) if luck else "",
        points_text(luck, sign="+") if luck else "",
        one.rating,
    ]


def _csv_row(one: PlayerSums) -> tuple[object, ...]:
    luck = (one.luck.win_rate, one.luck.win_rate_error, one.luck.lead, one.luck.lead_error) if one.luck else [None] * 4
    skill, rate = one.skill, one.error_rate
    each = (rate.win_rate, rate.win_rate_error) if one.choices else (None, None)
    costs = (skill.win_rate, skill.win_rate_error, *each)
    options = None if one.options is None else msgspec.json.encode(one.options, order="sorted").decode()
    return (one.game, one.player, one.games, one.choices, *costs, one.rating or None, *luck, one.seats, options)
