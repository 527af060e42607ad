"""`skill`: the skill and luck of players over several games, from their analyses."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from kronika.cli.printing.options import sheet_option
from kronika.cli.printing.output import print_json, print_text, shorten, table, terminal_paper, wrapped
from kronika.core.analysis.rating import scale_text
from kronika.core.analysis.summary import Analysis, read_analysis
from kronika.core.analysis.text import points_text, rate_text, signed_percent
from kronika.core.analysis.together import PlayerSums, add_up
from kronika.core.basics import limits
from kronika.core.contract.registry import get_game
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, read_whole

PLAYER = 16
"""Columns for the name of a player."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@sheet_option(list[PlayerSums])
def skill(files: tuple[str, ...], form: str) -> None:
    """Add up the analyses of several games by player: what decisions cost, and what was drawn against expectation.

    Each FILE is an analysis, as `kronika analyse LOG --format json` prints it. Analyses with different budgets,
    horizons or judges are refused, since their figures can't be added up. So are two analyses of the same game. Players
    are the same if their names are.

    \b
    kronika analyse game.jsonl --format json > game.json
    kronika skill found.json other.json
    kronika skill found.json --format csv
    """
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
        games = dict.fromkeys(one.game for one in found.values())
        print_text("\n\n".join(_game(sums, [one for one in found.values() if one.game == game]) for game in games))


_COLUMNS = ["player", "games", "each %", "luck %", "points", "rating"]
_HEADS = (
    *("game", "player", "games", "choices", "skill", "skill_error", "error_rate", "error_rate_error", "rating"),
    *("luck", "luck_error", "luck_points", "luck_points_error"),
)


def _read(path: str) -> Analysis:
    try:
        return read_analysis(read_whole(path, limits.RESULT, "an analysis"))
    except (msgspec.MsgspecError, UnicodeError):
        raise FileError(
            f"{display_name(path)}: is not an analysis: `kronika analyse LOG --format json` prints one."
        ) from None


def _game(sums: Sequence[PlayerSums], found: Sequence[Analysis]) -> str:
    """The players in the analyses of one game as a table, with the scale of their ratings."""
    title = terminal_paper().ink(get_game(found[0].game).title, "bold")
    rows = [_row(one) for one in sums if one.game == found[0].game]
    return f"{title}\n{table(rows, _COLUMNS, [1, 2, 3, 4])}\n{wrapped(scale_text(found))}"


def _row(one: PlayerSums) -> list[object]:
    luck = one.luck
    return [
        shorten(one.player, PLAYER),
        one.games,
        rate_text(one.error_rate),
        signed_percent(luck) if luck else "",
        points_text(luck, sign="+") if luck else "",
        one.rating,
    ]


def _csv_row(one: PlayerSums) -> tuple[object, ...]:
    luck = (one.luck.win_rate, one.luck.win_rate_error, one.luck.lead, one.luck.lead_error) if one.luck else [None] * 4
    skill, rate = one.skill, one.error_rate
    costs = (skill.win_rate, skill.win_rate_error, rate.win_rate, rate.win_rate_error)
    return (one.game, one.player, one.games, one.choices, *costs, one.rating or None, *luck)
