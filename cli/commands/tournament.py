"""`tournament` and `standings`: bots against bots, and the results."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import click
import msgspec

from kronika.cli.corpus.surveying import asking_catalog, catalog_option
from kronika.cli.printing.bots import LOST_GAMES_STAY
from kronika.cli.printing.completing import complete_bot, complete_game
from kronika.cli.printing.options import (
    LOG,
    cluster_option,
    file_form,
    jobs_option,
    option_option,
    seed_option,
    sheet_option,
)
from kronika.cli.printing.output import FILE, FINDING, FINE, print_json, print_note, print_text, print_warning
from kronika.cli.printing.progress import interruption_notice, kept_in_out, progress
from kronika.cli.printing.standings import standings_text
from kronika.cli.printing.terminal import ending_on_signal
from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.text import pluralize
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import get_game
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import write_new_file
from kronika.logs.players.lookup import allow_local_imports, check_program_exists, find_player_bot
from kronika.logs.texts.script import read_text
from kronika.logs.tournament.game_night import read_game_night
from kronika.logs.tournament.plan import Entrant, Sprt, Tournament, TournamentError, check_tournament, read_tournament
from kronika.logs.tournament.ratings import Ratings
from kronika.logs.tournament.running import has_tournament, open_or_create, planned, read_tournament_dir, rules_of, run
from kronika.logs.tournament.standings import Count, Sheet, Standings, TournamentGame
from kronika.logs.work.catalog import Catalog

KINDS = ("round-robin", "gauntlet")


@click.command()
@click.argument("path", metavar="[FILE]", type=LOG, required=False)
@click.option(
    "--out", type=click.Path(), required=True, metavar="DIR", help="The folder for the logs, or a .kpack for all."
)
@click.option("--game", metavar="GAME", shell_complete=complete_game, help="Without FILE: the game to play.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[NAME=]BOT",
    shell_complete=complete_bot,
    help="Without FILE: a bot that takes part; repeat for each.",
)
@click.option(
    "--games",
    type=click.IntRange(1, limits.BATCH),
    metavar="N",
    help="Games for each table; with --sprt, the most games.",
)
@click.option("--seats", type=click.IntRange(min=1), metavar="K", help="Players at a table.")
@seed_option
@click.option(
    "--tournament",
    "kind",
    type=click.Choice(KINDS),
    help="Which bots meet: at every table all others, or the first bot each of the others (gauntlet).",
)
@click.option(
    "--maxmoves",
    type=click.IntRange(1, limits.RECORDS),
    metavar="N",
    help="Adjudicate a game by its current score after N decisions.",
)
@click.option(
    "--sprt",
    nargs=4,
    type=float,
    metavar="ELO0 ELO1 ALPHA BETA",
    help="Stop when the games have decided (SPRT) whether the first bot is better by ELO0 or by ELO1. "
    "ALPHA and BETA are the error rates: 0 20 0.05 0.05.",
)
@option_option
@jobs_option
@cluster_option
@sheet_option(Standings)
@interruption_notice(kept_in_out)
@ending_on_signal()
def tournament(
    path: str | None,
    out: str,
    game: str | None,
    bots: tuple[str, ...],
    kind: str | None,
    sprt: tuple[float, ...] | None,
    options: tuple[str, ...],
    jobs: int,
    cluster: str,
    form: str,
    **numbers: int | None,
) -> None:
    """Let bots play each other: every table, every seating, the same deals for all. Then see `standings`.

    The plan is a TOML FILE, or options, which override the file. A --bot replaces the bot of its name, or joins. An
    interrupted tournament continues where it stopped. With more --games, it plays those that are missing. With --sprt
    and no --games it continues until the test is decided, for at most 100,000 games. The logs do not depend on --jobs.

    \b
    kronika tournament --game tides --bot greedy --bot random --games 4 --out one
    kronika tournament bots.toml --out two --jobs 2
    """
    allow_local_imports()
    given: dict[str, Any] = {
        key: value for key, value in {**numbers, "tournament": kind, "game": game}.items() if value is not None
    }
    if bots:
        given["bot"] = list(map(_entrant, bots))
    if options:
        given["options"] = parse_assignments(options)
    if sprt:
        given["sprt"] = _sprt(sprt)
    hall = open_or_create(out, _tournament(path, given))
    test = hall.plan.tournament.sprt
    if test is not None and len(hall.plan) == limits.TEST_GAMES:
        print_note(f"The test continues until it is decided, for at most {limits.TEST_GAMES:,} games.")
    standings = Count(test)
    with closing(run(hall, jobs, print_warning, cluster=cluster)) as games:
        for one in progress(games, len(hall.plan), "playing"):
            standings.add(one)
    found = standings.standings()
    _show(found, form)
    print_note(f"{out}: {pluralize(found.games, 'game')} of {hall.plan.game.title}.")
    if test is not None and not standings.decided:
        print_note("The test is not decided: with more --games it continues.")
    if any(line.faults for line in found.lines):
        print_note(LOST_GAMES_STAY)


def _tournament(path: str | None, given: dict[str, Any]) -> Tournament:
    """The tournament of the file, with the values of the options instead of its own. Raises TournamentError."""
    if path is not None:
        typed = given.pop("bot", [])
        for one in typed:  # their errors are not errors of the file
            find_player_bot(one.bot)
            check_program_exists(one.bot)
        try:
            found = read_tournament(read_text(path), typed)
        except TournamentError as error:
            raise TournamentError(f"{path}: {error}") from None
        return check_tournament(msgspec.structs.replace(found, **given))
    if "game" not in given or "bot" not in given:
        raise click.UsageError("Name a FILE, or --game and two --bot at least.")
    name = f"{given['game']}: {', '.join(one.name for one in given['bot'])}"
    return check_tournament(Tournament(name=name, **given))


def _entrant(text: str) -> Entrant:
    """`greedy` plays under its own name, `mcts:200` as `mcts 200`, `Anna=greedy` under another."""
    name, sign, bot = text.partition("=")
    return Entrant(name, bot) if sign else Entrant(name.replace(":", " "), name)


def _sprt(numbers: Sequence[float]) -> Sprt:
    given = dict(zip(Sprt.__struct_fields__, numbers, strict=True))
    try:
        return msgspec.convert(given, Sprt)
    except msgspec.ValidationError:
        raise click.UsageError(f"--sprt: {decode_fault(given, Sprt).told}") from None


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--ratings", is_flag=True, help="Show ratings with 95 % intervals, by openskill.")
@click.option("--out", type=LOG, metavar="FILE", help="Write a page: a new file that ends in .html.")
@catalog_option
@sheet_option(Standings)
def standings(folder: str, ratings: bool, out: str | None, catalog: str | None, form: str) -> None:
    """Show the standings of a tournament from its logs, while it is played or at its end.

    A folder of any other logs is a game night, of one game or several; players are matched by name across games.
    Unfinished, invalid and duplicate logs are listed but not counted. If two logs are of one game, the longer one
    counts. The exit status is 1 if a log has a fault, and 3 if one can't be read.

    \b
    kronika standings played
    kronika standings played --ratings --format json
    kronika standings played --format csv
    kronika standings evening --out standings.html
    """
    if out is not None:
        file_form(out, (".html",), "a page")
    with asking_catalog((folder,), catalog) as known:
        of = _of_tournament(folder, known) if os.path.lexists(rules_of(folder)) else _of_game_night(folder, known)
        found, rated = Count(of.test), Ratings() if ratings else None
        for game in of.games:
            found.add(game)
            if rated is not None:
                rated.add(game)
    result = msgspec.structs.replace(found.standings(), planned=of.planned, sheet=of.sheet)
    if rated is not None:
        result = msgspec.structs.replace(result, ratings=rated.ratings())
    if out is None:
        _show(result, form)
    else:
        from kronika.cli.page.standings import standings_page  # imported only to make a page

        about = f"{pluralize(result.games, 'game')}{of.what}"
        write_new_file(out, [standings_page(of.title, f"{about}{of.more}.", result).encode()])
        print_note(f"{out}: {about}. Open it in a browser.")
    raise click.exceptions.Exit(of.status)


class _StandingsSource(NamedTuple):
    """The source of standings: the games as they come, their name, and the exit status."""

    title: str
    what: str
    games: Iterator[TournamentGame]
    more: str = ""
    test: Sprt | None = None
    planned: int = 0
    sheet: Sheet | None = None
    status: int = FINE


def _of_tournament(folder: str, known: Catalog | None) -> _StandingsSource:
    played = read_tournament_dir(folder)
    what = f" of {get_game(played.game).title}"
    return _StandingsSource(
        played.name,
        what,
        has_tournament(folder, known, print_warning),
        f", seed {played.seed}",
        played.sprt,
        planned(played),
    )


def _of_game_night(folder: str, known: Catalog | None) -> _StandingsSource:
    """The standings of a game night; the logs that do not count are reported. Raises TournamentError if none counts."""
    evening = read_game_night(folder, catalog=known)
    for why in evening.left:
        print_note(why)
    if not evening.games:
        raise TournamentError(f"{display_name(folder)}: no game in it counts, so there are no standings.")
    if damaged := evening.faulty + evening.unread:
        print_note(f"The standings omit {pluralize(damaged, 'log')} that can't be read.")
    status = FILE if evening.unread else FINDING if evening.faulty else FINE
    title = os.path.basename(os.path.realpath(folder))
    return _StandingsSource(title, evening.of, iter(evening.games), sheet=evening.sheet, status=status)


def _show(found: Standings, form: str) -> None:
    if form == "json":
        print_json(found)
    elif form == "csv":
        from kronika.cli.printing.spreadsheet import print_standings_csv  # imported only to write one

        print_standings_csv(found.lines)
    else:
        print_text(standings_text(found))
