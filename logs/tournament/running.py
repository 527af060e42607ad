"""Plays a tournament: finds the missing games, plays them, and stops when a test is decided."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.chance import random_seed
from kronika.core.basics.decode_errors import json_decode_fault
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import clipped, quoted
from kronika.logs.corpus.check import check
from kronika.logs.files import disk
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import making_folder
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import packed_address
from kronika.logs.files.scratch import remove_leftovers
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.files.streams import display_name, os_errors, read_whole, stored_bytes
from kronika.logs.files.walk import Logs, find_logs
from kronika.logs.files.writing import create_file, open_locked
from kronika.logs.replaying.survey import renamed, survey
from kronika.logs.tournament.plan import Plan, Tournament, TournamentError, programs_play
from kronika.logs.tournament.playing import Openings, play, read_openings
from kronika.logs.tournament.standings import Count, TournamentGame, game_of
from kronika.logs.work.catalog import Catalog
from kronika.logs.work.keeping import Keeper, bytes_for, is_file_of_many, keeping, when_safe
from kronika.logs.work.pool import Jobs, Success, map_in_order
from kronika.logs.work.simulate import DEFAULT_SEED

RULES = "tournament.json"
"""The file in the folder of a tournament that describes it."""
STDERR = ".stderr"
"""Suffix of the file beside a log that keeps the standard error of a program whose fault ended the game."""
_LOG = re.compile(r"[0-9]{7}\.jsonl")


def name_of(number: int) -> str:
    """The file of the game with this number."""
    return f"{number:07}.jsonl"


class TournamentDir(Struct, frozen=True):
    """The folder of a tournament, or its file of many logs."""

    folder: str
    plan: Plan
    openings: Openings

    def log(self, keeper: Keeper, number: int) -> tuple[int, bytes | None]:
        """The number, and the content of its log if there is one. Raises FileError."""
        there = keeper.find(name_of(number))
        if not there:
            return number, None
        if packed_address(there):
            return number, read_stored(Stored(there))
        _refuse_other_kinds(there)
        remove_leftovers(there)  # a kill may have left the scratch file as a second name
        return number, stored_bytes(there)

    def stderr(self, number: int) -> str:
        """The file for the standard error of a program whose fault ended the game with this number."""
        name = f"{number:07}{STDERR}"
        return f"{self.folder}.{name}" if is_file_of_many(self.folder) else os.path.join(self.folder, name)


def rules_of(folder: str) -> str:
    """The file that describes the tournament of a folder; of a file of many logs, the one beside it."""
    return f"{folder}.json" if is_file_of_many(folder) else os.path.join(folder, RULES)


def open_or_create(folder: str, tournament: Tournament) -> TournamentDir:
    """The folder, made if it is missing, with the description of the tournament.

    An existing tournament continues, possibly with more games or fewer. Raises TournamentError if anything else
    differs, or an opening can't be played, and FileError if a file or the folder can't be read or made.
    """
    path = rules_of(folder)
    tournament = _seeded(tournament, folder)
    plan = Plan(tournament)
    hall = TournamentDir(folder, plan, read_openings(plan))
    written = msgspec.json.encode(replace(tournament, games=plan.deals * plan.seats))
    text = msgspec.json.format(written, indent=2) + b"\n"
    if not os.path.lexists(path):
        with os_errors(folder, "create", UNCHANGED), making_folder(os.path.dirname(path)):
            create_file(path, text)
        return hall
    remove_leftovers(path)  # a kill may have left the scratch file as a second name
    wanted = msgspec.json.decode(written, type=Tournament)  # a tuple among the options is read as a list
    found = read_tournament_dir(folder)
    if other := _differing_field(replace(found, games=wanted.games), wanted):
        raise TournamentError(
            f"{display_name(folder)}: another tournament is played there: {other}. Choose another folder."
        )
    if found.games != wanted.games:
        with open_locked(path) as file:
            file.replace(text)
    return hall


def planned(tournament: Tournament) -> int:
    """The number of games that the tournament of a folder had when it was last played; 0 if it was not recorded."""
    return len(Plan(tournament)) if tournament.games else 0


def _seeded(tournament: Tournament, folder: str) -> Tournament:
    """The tournament with a seed. By default it is 1; if programs play, that of the folder, or a random one.

    Raises TournamentError, FileError.
    """
    if tournament.seed is not None:
        return tournament
    if not programs_play(tournament):
        return replace(tournament, seed=DEFAULT_SEED)
    there = os.path.lexists(rules_of(folder))
    return replace(tournament, seed=read_tournament_dir(folder).seed if there else random_seed())


def _differing_field(found: Tournament, wanted: Tournament) -> str:
    """The difference between the tournament of a folder and the wanted one; empty if there is none."""
    was, now = map(_tournament_text, (found, wanted))
    for key in {**was, **now}:
        if was.get(key) != now.get(key):
            return f"{key} is {was.get(key, 'not there')}, not {now.get(key, 'left out')}"
    return ""


def _tournament_text(tournament: Tournament) -> dict[str, str]:
    """The keys of a tournament, with their values in words. The name comes last, since it may follow from the
    others.
    """
    keys: dict[str, Any] = {key: getattr(tournament, key) for key in tournament.__struct_fields__}
    bots, name = keys.pop("bot"), keys.pop("name")
    keys |= {f"bot {quoted(one.name)}": one.bot for one in bots} | {"bots": [one.name for one in bots], "name": name}
    return {key: clipped(msgspec.json.encode(value).decode()) for key, value in keys.items()}


def read_tournament_dir(folder: str) -> Tournament:
    """The tournament of a folder. Raises TournamentError, FileError."""
    path = rules_of(folder)
    if os.path.exists(folder) and not os.path.lexists(path):
        there = f"no tournament is played there, for there is no {os.path.basename(path)}"
        raise FileError(f"{display_name(folder)}: {there}. `kronika corpus stats` counts games of other folders.")
    data = read_whole(path, limits.TEXT, "a tournament")
    try:
        found: Tournament = decoded(data, Tournament)
        return found
    except (msgspec.MsgspecError, UnicodeError):
        raise TournamentError(
            f"{display_name(path)}: is not a tournament: {json_decode_fault(data, Tournament).clause}."
        ) from None


def has_tournament(
    folder: str, catalog: Catalog | None = None, tell: Notify = no_op
) -> Generator[TournamentGame, None, None]:
    """Yield the games whose logs are in the folder of a tournament, in order; those in the catalog are not replayed.

    Raises TournamentError, FileError.
    """
    tournament = read_tournament_dir(folder).name
    numbers: Iterator[int] = count(1)
    if is_file_of_many(folder):
        logs = find_logs([folder])
    else:
        with os_errors(folder, "list"):
            names = sorted(name for name in os.listdir(folder) if _LOG.fullmatch(name))
        files = tuple(os.path.join(folder, name) for name in names)
        logs, numbers = Logs(files, files=files), (int(name.removesuffix(".jsonl")) for name in names)
        for path in files:
            _refuse_other_kinds(path)
    with closing(check("", logs, catalog=catalog, tell=tell)) as surveys:
        for path, log, number in zip(logs.paths, surveys, numbers, strict=False):
            found = game_of(renamed(log, path))
            _check_belongs(path, found, number, tournament)
            yield found


def _refuse_other_kinds(path: str) -> None:
    """Raises FileError if the place of a log has anything but a file: reading a pipe would block."""
    with os_errors(path, "read"):
        if kind := disk.kind_of(path):
            raise FileError(f"{display_name(path)}: is {kind}, not a log. Delete it to play the game again.")


def _check_belongs(path: str, found: TournamentGame, number: int, tournament: str) -> None:
    """Raises TournamentError for the log of another game, which would count twice."""
    if found.number != number or found.tournament != tournament:
        why = f"is not game {number} of this tournament. Delete it to play that game again"
        raise TournamentError(f"{display_name(path)}: {why}.")


class _FinishedGame(Struct, frozen=True):
    """A game that was played, or existed: its result, and the log if it must still be written.

    `heard` is the last standard error of the program that lost it by a fault.
    """

    game: TournamentGame
    log: bytes | None
    heard: bytes = b""


def run(
    hall: TournamentDir, jobs: Jobs = 1, tell: Notify = no_op, *, cluster: str = ""
) -> Generator[TournamentGame, None, None]:
    """Play the missing games. Yield all games in their order, each when its log is on the disk.

    Logs are written in the order of their numbers: so a test that is decided leaves the same files for any number of
    jobs. After any interruption the tournament can be continued. Raises TournamentError for a log of something else or
    a damaged one, FileError, WorkerDied, NoCluster.
    """
    with keeping(hall.folder) as keeper:
        games = Success(range(1, len(hall.plan) + 1), partial(hall.log, keeper))
        play_one = partial(_one, hall.folder, hall.plan, hall.openings)
        with closing(map_in_order(play_one, games, jobs, tell, chunk=1, cluster=cluster)) as work:
            yield from when_safe(keeper, _kept(hall, keeper, work))


def _kept(hall: TournamentDir, keeper: Keeper, work: Iterable[_FinishedGame]) -> Iterator[TournamentGame]:
    """Keep the log of each game until a test is decided, and yield the game.

    The standard error of its program is kept first, so that it is there whenever the log is.
    """
    count = Count(hall.plan.tournament.sprt)
    for done in work:
        said = hall.stderr(done.game.number)
        if done.log is not None and done.heard and not os.path.lexists(said):
            create_file(said, done.heard, sync=False)
        if done.log is not None:
            keeper.add(name_of(done.game.number), done.log)
        count.add(done.game)
        yield done.game
        if count.decided:
            return


def _one(out: str, plan: Plan, openings: Openings, game: tuple[int, bytes | None]) -> _FinishedGame:
    """Play one game. This does not touch the folder: it may run on another machine."""
    number, log = game
    name = name_of(number)
    made, heard = None, ""
    if log is None:
        session, fault = play(plan, openings, plan[number - 1])
        made, heard = bytes_for(out, name, session), fault.heard if fault else ""
    found = game_of(survey("", name, data=made or log))
    _check_belongs(name, found, number, plan.tournament.name)
    return _FinishedGame(found, made, heard.encode())
