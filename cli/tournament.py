"""`tournament` and `standings`: bots against bots, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import click
import msgspec

from kronika.cli.bots import importable_here
from kronika.cli.options import LOG, cluster_option, complete_game, format_option, jobs_option, option_option
from kronika.cli.output import note, say, say_json, table, warn, wrapped
from kronika.cli.progress import progress
from kronika.core import limits
from kronika.core.options import parse_assignments
from kronika.core.words import count
from kronika.logs.script import read_text
from kronika.logs.tournament.plan import Entrant, Sprt, Tournament, TournamentError, checked, read_tournament
from kronika.logs.tournament.ratings import Ratings
from kronika.logs.tournament.running import enter, entered, run, there
from kronika.logs.tournament.sprt import Ratio
from kronika.logs.tournament.standings import Count, Line, Meeting, Pairs, Rating, Standings

KINDS = ("round-robin", "gauntlet")


@click.command()
@click.argument("path", metavar="[FILE]", type=LOG, required=False)
@click.option("--out", type=click.Path(), required=True, metavar="DIR", help="The folder for the logs.")
@click.option("--game", metavar="GAME", shell_complete=complete_game, help="Without FILE: what is played.")
@click.option("--bot", "bots", multiple=True, metavar="[NAME=]BOT", help="Without FILE: who takes part.")
@click.option("--games", type=click.IntRange(min=1), metavar="N", help="Games for each table.")
@click.option("--seats", type=click.IntRange(min=1), metavar="K", help="Players at a table.")
@click.option("--seed", type=int, metavar="N", help="What all deals are made of.")
@click.option("--tournament", "kind", type=click.Choice(KINDS), help="Who meets whom.")
@click.option(
    "--maxmoves",
    type=click.IntRange(1, limits.RECORDS),
    metavar="N",
    help="Decisions after which a game is adjudicated by the score as it stands.",
)
@click.option("--sprt", nargs=4, metavar="ELO0 ELO1 ALPHA BETA", help="End when it is decided.")
@option_option
@jobs_option
@cluster_option
@format_option
def tournament(
    path: str | None,
    out: str,
    game: str | None,
    bots: tuple[str, ...],
    kind: str | None,
    sprt: tuple[str, ...] | None,
    options: tuple[str, ...],
    jobs: int,
    cluster: str,
    form: str,
    **numbers: int | None,
) -> None:
    """Let bots play each other: every table, every seating, the same deals for all. Then see `standings`.

    What is played stands in FILE (TOML), or in options, which win over it; a --bot takes the place of the one of its
    name, or joins. A tournament that was broken off goes on where it was, and one with more --games plays those that
    are not there. The logs do not depend on --jobs.

    \b
    kronika tournament --game tides --bot greedy --bot random --games 4 --out one
    kronika tournament bots.toml --out two --jobs 2
    """
    importable_here()
    given: dict[str, Any] = {
        key: value for key, value in {**numbers, "tournament": kind, "game": game}.items() if value is not None
    }
    if bots:
        given["bot"] = list(map(_entrant, bots))
    if options:
        given["options"] = parse_assignments(options)
    if sprt:
        given["sprt"] = _sprt(sprt)
    hall = enter(out, _tournament(path, given))
    standings = Count(hall.plan.tournament.sprt)
    with closing(run(hall, jobs, warn, cluster=cluster)) as games:
        for one in progress(games, len(hall.plan), "playing"):
            standings.add(one)
    _show(standings.standings(), form)
    note(f"{out}: {count(standings.standings().games, 'game')} of {hall.plan.game.title}.")


def _tournament(path: str | None, given: dict[str, Any]) -> Tournament:
    """Of the file, with what the options say instead. Raises TournamentError."""
    if path is not None:
        try:
            found = read_tournament(read_text(path))
            named = {one.name: one for one in (*found.bot, *given.pop("bot", ()))}
            return checked(msgspec.structs.replace(found, bot=[*named.values()], **given))
        except TournamentError as error:
            raise TournamentError(f"{path}: {error}") from None
    if "game" not in given or "bot" not in given:
        raise click.UsageError("Name a FILE, or --game and two --bot at least.")
    name = f"{given['game']}: {', '.join(one.name for one in given['bot'])}"
    return checked(Tournament(name=name, **given))


def _entrant(text: str) -> Entrant:
    """`greedy` plays under its own name, `mcts:200` as `mcts 200`, `Anna=greedy` under another."""
    name, sign, bot = text.partition("=")
    return Entrant(name, bot) if sign else Entrant(name.replace(":", " "), name)


def _sprt(numbers: Sequence[str]) -> Sprt:
    try:
        return msgspec.convert(dict(zip(Sprt.__struct_fields__, numbers, strict=True)), Sprt, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"--sprt: {error}") from None


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--ratings", is_flag=True, help="Ratings with 95 % intervals, by openskill.")
@format_option
def standings(folder: str, ratings: bool, form: str) -> None:
    """Tell how a tournament stands, by the logs that are there, while it is played or at its end.

    \b
    kronika standings played
    kronika standings played --ratings --format json
    """
    played = entered(folder)
    found, rated = Count(played.sprt), Ratings() if ratings else None
    for game in there(folder):
        found.add(game)
        if rated is not None:
            rated.add(game)
    result = found.standings()
    _show(result if rated is None else msgspec.structs.replace(result, ratings=rated.ratings()), form)


# -- what is shown ----------------------------------------------------------------------------------------------


def _show(found: Standings, form: str) -> None:
    if form == "json":
        say_json(found)
        return
    say(
        table(
            [_line(line) for line in found.lines],
            ("name", "bot", "games", "won", "shared", "score", "points"),
            range(2, 7),
        )
    )
    parts = (
        _meetings(found.meetings),
        _pairs(found.pairs),
        _test(found.sprt),
        _rated(found.ratings),
        _faults(found.lines),
    )
    for part in filter(None, parts):
        say()
        say(part)


def _line(line: Line) -> list[str]:
    share = f"{100 * line.score / line.games:.1f} %"
    return [line.name, line.bot, str(line.games), str(line.wins), str(line.shared), share, f"{line.points:.1f}"]


def _meetings(meetings: Sequence[Meeting]) -> str:
    """How often one came before another, were level, came behind."""
    rows = [[met.one, met.other, met.before, met.level, met.behind] for met in meetings]
    return table(rows, ("one", "other", "before", "level", "behind"), range(2, 5)) if rows else ""


def _pairs(pairs: Sequence[Pairs]) -> str:
    rows = [[pair.one, pair.other, *pair.counts, _elo(pair)] for pair in pairs]
    heads = ("pairs of games", "against", "0", "½", "1", "1½", "2", "Elo")
    return table(rows, heads, range(2, 7)) if rows else ""


def _elo(pair: Pairs) -> str:
    def number(elo: float | None, infinite: str) -> str:
        return infinite if elo is None else f"{elo:+.0f}"

    if pair.elo is None:
        return "out of sight"
    return f"{number(pair.elo, '')} ({number(pair.low, '-∞')} to {number(pair.high, '+∞')})"


def _test(found: Ratio | None) -> str:
    if found is None:
        return ""
    how = {"elo1": "decided: stronger, elo1 holds", "elo0": "decided: elo0 holds", "": "not decided"}[found.accepted]
    bounds = f"log ratio {found.llr:+.2f} between {found.lower:+.2f} and {found.upper:+.2f}"
    return wrapped(f"SPRT after {count(found.pairs, 'deal')}: {bounds}; {how}.")


def _rated(ratings: Sequence[Rating]) -> str:
    rows = [[one.name, f"{one.rating:.1f}", f"{one.low:.1f} to {one.high:.1f}"] for one in ratings]
    return table(rows, ("name", "rating", "95 %"), (1,)) if rows else ""


def _faults(lines: Sequence[Line]) -> str:
    told = [
        f"{line.name}: {count(found.times, 'fault')}, {kind}; in game {found.game}: {found.why}"
        for line in lines
        for kind, found in line.faults.items()
    ]
    told += [f"{line.name}: resigned {count(line.resigned, 'time')}." for line in lines if line.resigned]
    long = sum(line.adjudicated for line in lines)
    if long:
        told.append(f"Adjudicated by points, because they were too long: {long} (each counts for every player).")
    return "\n".join(map(wrapped, told))
