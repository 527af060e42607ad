"""Plays the games of matches in parallel; each is kept when it is over, and is not played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.chance import random_seed
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import quoted
from kronika.core.bots.lookup import names_program
from kronika.core.contract.registry import get_game
from kronika.core.examples.expectations import Finding
from kronika.core.sessions.digest import digest
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import display_name, is_device
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.resume import kept_log
from kronika.logs.work.keeping import Keeper, bytes_for, keeping, seed_in, when_safe
from kronika.logs.work.match import (
    Match,
    MatchError,
    Moves,
    Result,
    judge_result,
    key_of,
    moves_of,
    play,
    seeds_of,
    tags_of,
)
from kronika.logs.work.pool import Success, map_in_order
from kronika.logs.work.simulate import game_seed


class PlayedMatch(Struct, frozen=True):
    """The result of a game: `totals` and `digest` are None if it could not start; `log` holds the bytes to keep."""

    match: str
    seed: int | None
    totals: dict[str, int] | None
    digest: str | None
    events: int
    findings: tuple[Finding, ...]
    log: bytes | None = None


class _Game(Struct, frozen=True):
    """A game as a work item: `log` is the content of `path`, if it exists. `out` is the place of the logs, if any."""

    match: Match
    seed: int | None
    moves: Moves
    script: str
    also: dict[str, str]
    path: str
    out: str = ""
    log: bytes | None = None


def label(match: str, seed: int | None) -> str:
    """The name of a game: the match and the seed."""
    return match if seed is None else f"{match} {seed}"


def run_matches(
    matches: Sequence[Match],
    folder: str,
    also: Mapping[str, str],
    out: str | None = None,
    jobs: int = 1,
    tell: Notify = no_op,
    *,
    cluster: str = "",
) -> Generator[PlayedMatch, None, None]:
    """Play all games, and yield their results in order. `folder` and `also` as in `run_match`.

    With `out`, a folder or a file of many logs, their logs are kept there, and an interrupted run continues. Each game
    is yielded when it is over; in a file of many, when its log is on the disk. A game of bots
    that is over is judged from its log. A game of a script is played again, and must be the same. A seed that is made
    up for programs is kept with the logs.

    Raises MatchError and FileError for a script, before anything is played; FileError for a log of another game;
    WorkerDied, NoCluster.
    """
    matches = [_seeded(match, number, also, out) for number, match in enumerate(matches, 1)]
    played_by = [moves_of(match, folder) for match in matches]
    keys = [(at, seed) for at, match in enumerate(matches) for seed in seeds_of(match)]
    if out is not None:
        _check_names([_name(matches[at].name, seed) for at, seed in keys])

    with keeping(out) if out is not None else nullcontext() as keeper:

        def game(key: tuple[int, int | None]) -> _Game:
            at, seed = key
            return _asked(matches[at], seed, *played_by[at], dict(also), keeper, out or "")

        with closing(map_in_order(_play, Success(keys, game), jobs, tell, chunk=1, cluster=cluster)) as results:
            yield from results if keeper is None else when_safe(keeper, _kept(keeper, results))


def _kept(keeper: Keeper, results: Iterable[PlayedMatch]) -> Iterator[PlayedMatch]:
    """Keep each log, and yield the result."""
    for played in results:
        if played.log is not None:
            keeper.add(_name(played.match, played.seed), played.log)
        yield played


def _seeded(match: Match, number: int, also: Mapping[str, str], out: str | None) -> Match:
    """The match with a seed that no program can guess, if only bots play, one of them is a program, and no seed is
    given.

    It is derived from the seed that is kept with the logs, if they are. Raises FileError.
    """
    scripted = match.script or match.moves or match.digests or len(match.bots) < len(match.players)
    if match.seeds or scripted or not any(names_program(also.get(bot, bot)) for bot in match.bots.values()):
        return match
    return replace(match, seeds=[game_seed(random_seed() if out is None else seed_in(out), number)])


def _name(match: str, seed: int | None) -> str:
    return f"{label(match, seed).replace(' ', '-')}.jsonl"


def _check_names(names: Sequence[str]) -> None:
    """Refuse two games with the same name, which would be confused, and names that some systems do not allow for
    files.
    """
    if device := next(filter(is_device, names), ""):
        raise MatchError(
            f"match: the log {quoted(device)} would be a device under Windows: give its match another name."
        )
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise MatchError(f"match: {times} games would have the log {quoted(name)}: give their matches other names.")


def _asked(
    match: Match,
    seed: int | None,
    moves: Moves,
    script: str,
    also: dict[str, str],
    keeper: Keeper | None,
    out: str,
) -> _Game:
    """A game as a work item, without the other games of its match. Raises FileError if there is a log of another
    game.
    """
    alone = replace(match, seeds=[], digests={key: d for key, d in match.digests.items() if key == key_of(seed)})
    name = _name(match.name, seed)
    there = keeper.find(name) if keeper else ""
    game = _Game(alone, seed, moves, script, also, there or (keeper.address(name) if keeper else name), out)
    if not there:
        return game
    try:
        header = new_header(get_game(match.game), match.players, seed, match.options, tags_of(match, moves, also))
    except KronikaError:  # it can't be set up; playing it reports that
        return game
    return replace(game, log=kept_log(game.path, header))


def _play(game: _Game) -> PlayedMatch:
    """Play a game, or judge it from its log. It writes nothing: it may run on another machine."""
    if game.log is not None and game.match.bots and (session := _over(game.path, game.log)):
        return _played(judge_result(game.match, game.seed, session), None)
    result = play(game.match, game.seed, game.moves, game.script, game.also)
    log = bytes_for(game.out, game.path, result.session) if result.session is not None else None
    if game.log not in (None, log):
        why = "exists already, and is another game: the same match does not play it now"
        raise FileError(f"{display_name(game.path)}: {why}. It is left as it is; choose another folder.")
    return _played(result, None if game.log is not None else log)


def _over(path: str, log: bytes) -> Session | None:
    """The game of a log, if it is over. Raises LogError, or FileError for one that does not replay exactly."""
    session = load(path, log)
    if session.warnings:
        raise FileError(f"{session.warnings[0]} It is left as it is; choose another folder.")
    return session if session.ending or not session.actors else None


def _played(result: Result, log: bytes | None) -> PlayedMatch:
    session = result.session
    if session is None:
        return PlayedMatch(result.match, result.seed, None, None, 0, result.findings)
    totals, state, events = session.totals(), digest(session.state), len(session.line.events)
    return PlayedMatch(result.match, result.seed, totals, state, events, result.findings, log)
