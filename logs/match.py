"""Scripted matches: a TOML list of games to be played by scripts and bots, with what must come out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from kronika.core import limits
from kronika.core.bots import BOTS, Turn
from kronika.core.chance import Dice
from kronika.core.digest import digest, digests_ever
from kronika.core.errors import IllegalAction, KronikaError
from kronika.core.expected import Expect, Finding
from kronika.core.expecting import compare
from kronika.core.game import CHANCE
from kronika.core.refused import refused
from kronika.core.session import Session
from kronika.core.toml import BadToml, read_toml
from kronika.core.words import listing, meant, quoted, there_are
from kronika.logs.faults import FileTrouble
from kronika.logs.files import STDIO
from kronika.logs.script import play_script, read_script
from kronika.logs.walk import leads_below


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one kind.

    `name` tells it apart. `game`, `players`, `options` as in `kronika new`. `seeds`: one game for each; left out:
    chance stands in the script. `script`: a file of moves beside this one; or `moves`: the moves themselves. `bots`:
    which players are bots (`random`, `first`, `greedy`); the others follow the script, and when it is at its end the
    game stops. `expect`: what comes out, with the keys of an example. `digests`: the digest of the last state, by seed
    (without seeds: by ""), of this format or of format 1. A game of which nothing is expected fails.
    """

    name: str
    game: str
    players: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    seeds: list[int] = field(default_factory=list)
    script: str | None = None
    moves: list[str] = field(default_factory=list)
    bots: dict[str, str] = field(default_factory=dict)
    expect: Expect = Expect()
    digests: dict[str, str] = field(default_factory=dict)


class MatchFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of matches."""

    match: list[Match]


class MatchError(KronikaError):
    """A match file that can't be read, or a match that can't be set up."""


NO_MATCH: Final = "there is no [[match]] in it: a match has a name, a game, players, and what is expected."


class Result(Struct, frozen=True):
    """One game played: the session (None when it could not start), and what came out differently."""

    match: str
    seed: int | None
    session: Session | None
    findings: tuple[Finding, ...]


def read_matches(text: str) -> list[Match]:
    """The matches of a TOML text. Raises MatchError, which names the line or the key."""
    try:
        table = read_toml(text)
    except BadToml as error:
        raise MatchError(str(error)) from None
    if not table:
        raise MatchError(NO_MATCH)
    try:
        matches = msgspec.convert(table, MatchFile).match
    except msgspec.ValidationError as error:
        found = refused(table, MatchFile, error)
        raise MatchError(f"{found.path or 'match'}: {found.message}.") from None
    if not matches:
        raise MatchError(NO_MATCH)
    for match in matches:
        _check(match)
    games = sum(max(1, len(match.seeds)) for match in matches)
    if games > limits.GAMES:
        raise MatchError(f"match: a file has at most {limits.GAMES:,} games; this has {games:,}.")
    return matches


def _check(match: Match) -> None:
    if not re.fullmatch(r"[\w .-]+", match.name) or len(match.name) > limits.NAME:
        rule = f"a name has letters, digits, spaces, dots and dashes, {limits.NAME} at the most"
        raise MatchError(f"match {quoted(match.name)}: {rule}.")
    for player, bot in match.bots.items():
        if player not in match.players:
            there = there_are(player, match.players)
            raise MatchError(f"match {match.name}: bots: there is no player {quoted(player)}.{there}")
        if bot not in BOTS:
            none = f"{quoted(bot)} is none of {', '.join(BOTS)}.{meant(bot, BOTS)}"
            raise MatchError(f"match {match.name}: bots: {none}")
    if match.script is not None and match.moves:
        raise MatchError(f"match {match.name}: a script or moves, not both.")
    seeds = _keys(match)
    for seed in match.digests:
        if seed not in seeds:
            there = f"its seeds are {listing(seeds)}" if match.seeds else 'it has no seeds: the key is ""'
            raise MatchError(f"match {match.name}: digests: there is no game of seed {quoted(seed)}; {there}.")


def _keys(match: Match) -> list[str]:
    """The keys of the games of a match: their seeds, or nothing where chance stands in the script."""
    return [str(seed) for seed in match.seeds] or [""]


def run_match(match: Match, folder: str) -> Iterator[Result]:
    """Plays a match, once for each seed. `folder` is that of the match file, in which its script lies.

    Raises MatchError for a script that lies elsewhere, FileTrouble for one that can't be read.
    """
    script = _script_path(match, folder) if match.script else ""
    moves = list(read_script(script)) if script else list(enumerate(match.moves, 1))
    seeds: list[int | None] = [*match.seeds] or [None]
    for seed in seeds:
        yield _play(match, seed, iter(moves), script)


def _script_path(match: Match, folder: str) -> str:
    """The script of a match. Messages quote it, so it must be a file that belongs to the match file."""
    path = os.path.join(folder, match.script or "")
    if os.path.isabs(match.script or "") or not leads_below(path, folder):
        rule = "a script lies in the folder of the match file or below it"
        raise MatchError(f"match {match.name}: script: {quoted(match.script)}: {rule}.")
    if os.path.exists(path) and not os.path.isfile(path):
        raise FileTrouble(f"{path}: is no file to read.")
    return path if path != STDIO else os.path.join(os.curdir, path)


def _play(match: Match, seed: int | None, moves: Iterator[tuple[int, str]], script: str) -> Result:
    try:
        session = Session.new(
            match.game,
            match.players,
            seed=seed,
            options=match.options,
            tags={"match": match.name},
            chance="given" if seed is None else "auto",
        )
    except KronikaError as error:
        return Result(match.name, seed, None, (Finding("game", "a game that can be set up", str(error)),))
    try:
        _follow(session, match, moves, script)
    except KronikaError as error:
        rules = (error.rule,) if isinstance(error, IllegalAction) else ()
        return Result(match.name, seed, session, (Finding("moves", "legal moves", str(error), rules),))
    return Result(match.name, seed, session, tuple(_judge(session, match, seed)))


def _follow(session: Session, match: Match, moves: Iterator[tuple[int, str]], script: str) -> None:
    """Bots act as soon as they may; the script goes on when none of them can."""
    while actors := session.actors:
        seat = next((actor for actor in actors if actor != CHANCE and session.players[actor] in match.bots), None)
        if seat is not None:
            bot = BOTS[match.bots[session.players[seat]]]
            seed, number = session.header.seed or 0, len(session.line.events)
            turn = Turn(session.game, session.state, seat, Dice(seed, "hidden", number))
            session.do(seat, bot(turn, Dice(seed, "bot", number)))
            session.settle()
            continue
        move = next(moves, None)
        if move is None:
            return
        play_script(session, [move], script)


def _judge(session: Session, match: Match, seed: int | None) -> Iterator[Finding]:
    effects = [effect for event in session.line.events for effect in event.then]
    yield from compare(session, effects, match.expect, "expect.")
    key = "" if seed is None else str(seed)
    if match.expect == Expect() and key not in match.digests:
        why = "the match expects nothing of this game, so nothing could be wrong: give `expect`, or its digest"
        yield Finding("expect", "something", f"{why}: {digest(session.state)}")
    wanted, got = match.digests.get(key), digest(session.state)
    if wanted is not None and wanted not in digests_ever(session.state, session.header.options):
        yield Finding(f"digests.{key}", wanted, got)
