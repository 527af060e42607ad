"""Scripted matches: a TOML list of games for scripts and bots, with the expected results."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import IllegalAction, KronikaError, UnknownBot
from kronika.core.basics.text import join_words, quoted, suggestion
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.bots.driver import Bots, play_on
from kronika.core.examples.comparing import compare
from kronika.core.examples.expectations import Expect, Finding, raise_keys
from kronika.core.sessions.digest import digest, digests_of_any_format
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import STDIO
from kronika.logs.files.walk import resolves_below
from kronika.logs.players.lookup import find_player_bot
from kronika.logs.texts.script import play_script, read_script


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one kind.

    - `name`: the name of the match.
    - `game`, `players`, `options`: as in `kronika new`.
    - `seeds`: one game for each, a list or a range (`"1..100"`). Without seeds, the script contains the outcomes of
      chance; if only bots play and one is a program, a seed is made up.
    - `script`: a file of moves beside this one; or `moves`: the moves themselves.
    - `bots`: the players that are bots (`greedy`, `mcts:200`). The others follow the script, and the game stops at its
      end. A game that bots do not end is adjudicated.
    - `expect`: the expected results, with the keys of an example.
    - `digests`: the digest of the last state, by seed (without seeds: by `""`), of this format or of format 1.

    A game without an expected result fails.
    """

    name: str
    game: str
    players: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    seeds: list[int] | str = field(default_factory=list)
    script: str | None = None
    moves: list[str] = field(default_factory=list)
    bots: dict[str, str] = field(default_factory=dict)
    expect: Expect = Expect()
    digests: dict[str, str] = field(default_factory=dict)


class MatchFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of matches."""

    match: list[Match]


Moves = Sequence[tuple[int, str]]
"""The moves of a script, each with its line."""


class MatchError(KronikaError):
    """A match file that can't be read, or a match that can't be set up."""


NO_MATCH: Final = "there is no [[match]] in it: a match has a name, a game, players, and what is expected."


class Result(Struct, frozen=True):
    """One game that was played: the session (None if it could not start), and the differences from the expected
    results.
    """

    match: str
    seed: int | None
    session: Session | None
    findings: tuple[Finding, ...]


def read_matches(text: str, also: Mapping[str, str] | None = None) -> list[Match]:
    """The matches in a TOML text. Raises MatchError, which names the line or the key.

    `also` maps further names to bots, besides the installed ones.
    """
    try:
        table = read_toml(text)
    except BadToml as error:
        raise MatchError(str(error)) from None
    if not table:
        raise MatchError(NO_MATCH)
    if "example" in table:
        raise MatchError("these are worked examples, not matches: `kronika example check` plays them.")
    raise_keys(table)
    try:
        matches = msgspec.convert(table, MatchFile).match
    except msgspec.ValidationError:
        found = decode_fault(table, MatchFile)
        raise MatchError(f"{found.path or 'match'}: {found.sentence}") from None
    if not matches:
        raise MatchError(NO_MATCH)
    for match in matches:
        _check(match, also)
    games = sum(len(seeds_of(match)) for match in matches)
    if games > limits.GAMES:
        raise MatchError(f"match: a file has at most {limits.GAMES:,} games; this has {games:,}.")
    return matches


def _check(match: Match, also: Mapping[str, str] | None) -> None:
    if not re.fullmatch(r"[\w .-]+", match.name) or len(match.name) > limits.NAME:
        rule = f"a name has letters, digits, spaces, `.` and `-`, at most {limits.NAME}"
        raise MatchError(f"match {quoted(match.name)}: {rule}.")
    for player, bot in match.bots.items():
        if player not in match.players:
            there = suggestion(player, match.players)
            raise MatchError(f"match {match.name}: bots: there is no player {quoted(player)}.{there}")
        try:
            find_player_bot(bot, also, functions=False)
        except UnknownBot as error:
            raise MatchError(f"match {match.name}: bots: {error}") from None
    if match.script is not None and match.moves:
        raise MatchError(f"match {match.name}: a script or moves, not both.")
    seeds = dict.fromkeys(map(key_of, seeds_of(match)))
    for seed in match.digests:
        if seed not in seeds:
            said = match.seeds if isinstance(match.seeds, str) else join_words([*seeds])
            there = f"its seeds are {said}" if match.seeds else 'it has no seeds: the key is ""'
            raise MatchError(f"match {match.name}: digests: there is no game of seed {quoted(seed)}; {there}.")


def seeds_of(match: Match) -> Sequence[int | None]:
    """The seeds of the games of a match; a single None if the script contains the outcomes of chance. Raises
    MatchError.
    """
    if not isinstance(match.seeds, str):
        return match.seeds or [None]
    found = _RANGE.fullmatch(match.seeds)
    first, last = map(int, found.groups()) if found else (1, 0)
    if last < first:
        rule = 'a range of seeds is written "1..100", the smaller first'
        raise MatchError(f"match {match.name}: seeds: {quoted(match.seeds)}: {rule}.")
    if last - first >= limits.GAMES:
        rule = f"a file has at most {limits.GAMES:,} games"
        raise MatchError(f"match {match.name}: seeds: {rule}; these are {last - first + 1:,}.")
    return range(first, last + 1)


_RANGE: Final = re.compile(r"(-?[0-9]{1,19})\.\.(-?[0-9]{1,19})")


def key_of(seed: int | None) -> str:
    """The key of a digest for the game with this seed: empty if the script contains the outcomes of chance."""
    return "" if seed is None else str(seed)


def run_match(match: Match, folder: str, also: Mapping[str, str] | None = None) -> Iterator[Result]:
    """Play a match, once for each seed. `folder` is that of the match file, which contains its script.

    `also` are names of bots, as they were when the file was read.

    Raises MatchError for a script in another place, FileError for one that can't be read.
    """
    moves, script = moves_of(match, folder)
    for seed in seeds_of(match):
        yield play(match, seed, moves, script, also)


def moves_of(match: Match, folder: str) -> tuple[Moves, str]:
    """The numbered moves of a match, and the name of its script if it has one. Raises the same errors as
    `run_match`.
    """
    script = _script_path(match, folder) if match.script else ""
    return tuple(read_script(script) if script else enumerate(match.moves, 1)), script


def _script_path(match: Match, folder: str) -> str:
    """The path of a match's script. Messages quote it, so it must be a file that belongs to the match file."""
    path = os.path.join(folder, match.script or "")
    if os.path.isabs(match.script or "") or not resolves_below(path, folder):
        rule = "a script lies in the folder of the match file or below it"
        raise MatchError(f"match {match.name}: script: {quoted(match.script)}: {rule}.")
    if os.path.exists(path) and not os.path.isfile(path):
        raise FileError(f"{path}: is not a file to read.")
    return path if path != STDIO else os.path.join(os.curdir, path)


def play(match: Match, seed: int | None, moves: Moves, script: str, also: Mapping[str, str] | None = None) -> Result:
    """The game of this seed, played to its end or to the first refused move, and judged."""
    bots = {match.players.index(name): find_player_bot(bot, also, functions=False) for name, bot in match.bots.items()}
    try:
        session = Session.new(
            match.game,
            match.players,
            seed=seed,
            options=match.options,
            tags=tags_of(match, moves, also),
            chance="given" if seed is None else "auto",
        )
    except KronikaError as error:
        return Result(match.name, seed, None, (Finding("game", "a game that can be set up", str(error)),))
    try:
        _follow(session, bots, iter(moves), script)
    except KronikaError as error:
        rules = (error.rule,) if isinstance(error, IllegalAction) else ()
        return Result(match.name, seed, session, (Finding("moves", "legal moves", str(error), rules),))
    return judge_result(match, seed, session)


def tags_of(match: Match, moves: Moves, also: Mapping[str, str] | None = None) -> dict[str, str]:
    """The tags of its logs. If bots play, the tags name them and the script: another script makes other games."""
    tags = {"match": match.name}
    if match.bots:
        tags["bots"] = ", ".join(f"{name} {(also or {}).get(bot, bot)}" for name, bot in match.bots.items())
        if moves:
            tags["moves"] = blake2b(msgspec.json.encode(moves), digest_size=8).hexdigest()
    return tags


def _follow(session: Session, bots: Bots, moves: Iterator[tuple[int, str]], script: str) -> None:
    """Let bots act as soon as they may, and continue the script when none of them can."""
    play_on(session, bots)
    while session.actors:
        move = next(moves, None)
        if move is None:
            return
        play_script(session, [move], script)
        play_on(session, bots)


def judge_result(match: Match, seed: int | None, session: Session) -> Result:
    """A game that was played, with the differences from the expected results."""
    return Result(match.name, seed, session, tuple(_findings(session, match, seed)))


def _findings(session: Session, match: Match, seed: int | None) -> Iterator[Finding]:
    effects = [effect for event in session.line.events for effect in event.then]
    yield from compare(session, effects, match.expect, "expect.")
    key = key_of(seed)
    if match.expect == Expect() and key not in match.digests:
        why = "the match expects nothing of this game, so nothing could be wrong: give `expect`, or its digest"
        yield Finding("expect", "something", f"{why}: {digest(session.state)}")
    wanted, got = match.digests.get(key), digest(session.state)
    if wanted is not None and wanted not in digests_of_any_format(session.state, session.header.options):
        yield Finding(f"digests.{key}", wanted, got)
