"""Games of bots or of random moves as logs: the same bytes for the same seed, for any number of jobs."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from hashlib import blake2b
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.chance import RANDOM_SEED_RANGE, Dice
from kronika.core.basics.errors import BadSetup, BotFault, FaultKind
from kronika.core.basics.text import pluralize as count_of
from kronika.core.bots.driver import MAX_EVENTS, play_out
from kronika.core.bots.lookup import names_program
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_seats, default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.events import Ending, Header, Set
from kronika.core.sessions.metadata import FAULT
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import Record
from kronika.logs.players.lookup import check_program_exists, find_player_bot
from kronika.logs.replaying.resume import SEED, kept_log
from kronika.logs.work.keeping import Keeper, bytes_for, is_file_of_many, keeping, seed_in, when_safe
from kronika.logs.work.pool import Jobs, Success, map_in_order

Lost = Callable[[str, BotFault], None]
"""Called with the name of the log and the fault, if a bot has lost a game by a fault."""


def ignore_lost(name: str, fault: BotFault) -> None:
    """A `Lost` callback that does nothing."""


DEFAULT_SEED: Final = 1
"""The default seed, so that the same command plays the same games. A program could try it."""


class Batch(Struct, frozen=True):
    """The games to play: `count` of them, each with a seed derived from `seed` and its number.

    If programs play and no `seed` is given, it is None: then one is made up, and kept in the folder. `bots` play by
    seat, if there are any; a game is then adjudicated after `most` decisions.
    """

    game: str
    seats: int
    options: dict[str, Any]
    seed: int | None
    count: int
    folder: str
    ending: str
    bots: tuple[str, ...] = ()
    most: int = MAX_EVENTS


def plan(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Any],
    seed: int | None,
    count: int,
    folder: str,
    *,
    packed: bool = False,
    bots: Sequence[str] = (),
    most: int = MAX_EVENTS,
) -> Batch:
    """A batch whose options and number of players the game accepts. Raises BadSetup, or UnknownBot.

    `bots` are named by seat; a single one plays all seats. The default seed is 1, unless one of them is a program.
    """
    if seed is None and not any(map(names_program, bots)):
        seed = DEFAULT_SEED
    check_seats(game, seats)
    for bot in bots:
        find_player_bot(bot)
        check_program_exists(bot)
    if len(bots) not in (0, 1, seats):
        raise BadSetup(f"{count_of(len(bots), 'bot')} for {count_of(seats, 'player')}: name one, or one for each.")
    read = new_game_options(game, options)
    game.setup(read, seats)
    ending = ".kpack" if packed else ".jsonl"
    return Batch(
        game.name,
        seats,
        plain_options(read),
        seed,
        count,
        folder,
        ending,
        tuple(bots) * (seats // len(bots) if bots else 0),
        most,
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of the game with this number: 48 bits, or 53 for a seed that was made up; so any JSON reader keeps it
    exactly.
    """
    drawn = int.from_bytes(
        blake2b(f"{seed}/{number}".encode(), digest_size=6 + (seed in RANDOM_SEED_RANGE)).digest(), "big"
    )
    return drawn >> 3 if seed in RANDOM_SEED_RANGE else drawn


def play_random(game: AnyGame, seats: int, options: Mapping[str, Any], seed: int) -> Session:
    """One random legal game, played to its end. Decisions and chance depend only on the seed."""
    session = Session.new(game, default_names(seats), seed=seed, options=options)
    while actors := session.actors:
        dice = Dice(seed, "move", len(session.line.events))
        seat = dice.choice(actors)
        session.do_unchecked(seat, game.pick(session.state, seat, dice))
        session.resolve_chance()
    return session


def play_bots(
    game: AnyGame, bots: Sequence[str], options: Mapping[str, Any], seed: int, most: int = MAX_EVENTS, number: int = 0
) -> tuple[Session, BotFault | None]:
    """One game between bots, named by seat, to its end or for `most` decisions; and the fault by which a bot lost it,
    if any. `number` is that of the game, if it is one of many. Raises UnknownBot.

    The tag `bots` names the players; `maxmoves` is the limit of decisions, if it is not the default.
    """
    session = Session.new(game, default_names(len(bots)), seed=seed, options=options, tags=_tags(bots, most))
    sitting = {seat: replace(find_player_bot(bot), game=number) for seat, bot in enumerate(bots)}
    return session, play_out(session, sitting, most)


def _tags(bots: Sequence[str], most: int) -> dict[str, str]:
    """The tags that distinguish games between bots from others with the same seed."""
    if not bots:
        return {}
    tags = {"bots": ", ".join(f"{name} {bot}" for name, bot in zip(default_names(len(bots)), bots, strict=True))}
    return tags if most == MAX_EVENTS else {**tags, "maxmoves": str(most)}


def file_name(batch: Batch, number: int) -> str:
    """The log of the game with this number, 1-based, in its folder."""
    return os.path.join(batch.folder, _name(batch, number))


def _name(batch: Batch, number: int) -> str:
    digits = 4 if is_file_of_many(batch.folder) else max(4, len(str(batch.count)))
    return f"{batch.game}-{number:0{digits}}{batch.ending}"


def header_of(batch: Batch, number: int) -> Header:
    """The header of the log of the game with this number, which identifies the game."""
    game, seed = get_game(batch.game), _seed_of(batch, number)
    return new_header(game, default_names(batch.seats), seed, batch.options, _tags(batch.bots, batch.most))


def simulate(
    batch: Batch, jobs: Jobs = 1, tell: Notify = no_op, *, cluster: str = "", lost: Lost = ignore_lost
) -> Generator[str, None, None]:
    """Play the games whose logs are missing, and write the logs. Yield the name of each log when it is there, in order.

    A folder that ends in `.kpack` is one file of many logs. Its games are on the disk when they are yielded.

    `lost` is called with the log and the fault of each game that a bot loses by a fault, also if the log existed.

    At the end, even after an error, all yielded logs are on the disk, and the work can be continued. Raises FileError,
    also for a log of another game under such a name, WorkerDied, NoCluster.
    """
    with keeping(batch.folder) as keeper:
        batch = _seeded(batch)
        games = Success(range(1, batch.count + 1), partial(_asked, batch, keeper))
        with closing(map_in_order(partial(_play_one, batch), games, jobs, tell, cluster=cluster)) as logs:
            yield from when_safe(keeper, _kept(batch, keeper, logs, lost))


def _kept(
    batch: Batch, keeper: Keeper, logs: Iterable[tuple[int, bytes | None, BotFault | None]], lost: Lost
) -> Iterator[str]:
    """Keep each log, and yield its address."""
    for number, log, fault in logs:
        name = _name(batch, number)
        if log is not None:
            keeper.add(name, log)
        if fault is not None:
            lost(keeper.address(name), fault)
        yield keeper.address(name)


def _seeded(batch: Batch) -> Batch:
    """The batch with a seed. An old folder whose seed was 1 also for programs keeps that. Raises FileError."""
    if batch.seed is not None:
        return batch
    if is_file_of_many(batch.folder):
        return replace(batch, seed=seed_in(batch.folder))
    before = os.path.lexists(file_name(batch, 1)) and not os.path.lexists(os.path.join(batch.folder, SEED))
    return replace(batch, seed=DEFAULT_SEED if before else seed_in(batch.folder))


def _seed_of(batch: Batch, number: int) -> int:
    assert batch.seed is not None, "it is made up before the first game"
    return game_seed(batch.seed, number)


def _asked(batch: Batch, keeper: Keeper, number: int) -> tuple[int, bytes | None]:
    """A game as a work item: its number, and the content of its log if it exists.

    Raises FileError if the log is of another game.
    """
    there = keeper.find(_name(batch, number))
    return number, kept_log(there, header_of(batch, number)) if there else None


def _play_one(batch: Batch, asked: tuple[int, bytes | None]) -> tuple[int, bytes | None, BotFault | None]:
    """Make the log of a game; None for one that exists. The log is written later, where the folder is."""
    number, there = asked
    if there is not None:
        return number, None, _fault_in(there) if batch.bots else None
    game, seed = get_game(batch.game), _seed_of(batch, number)
    fault = None
    if batch.bots:
        session, fault = play_bots(game, batch.bots, batch.options, seed, batch.most, number)
    else:
        session = play_random(game, batch.seats, batch.options, seed)
    return number, bytes_for(batch.folder, _name(batch, number), session), fault


def _fault_in(log: bytes) -> BotFault | None:
    """The fault by which a bot has lost a game, read from its log, where `forfeit` recorded it."""
    with LogReader("", log) as reader:
        said = [one.set for _, one in reader if isinstance(one, Record) and isinstance(one.set, Set)]
    for entry in said:
        ending = entry.ending
        kind: Any = entry.tags.get(FAULT)
        if isinstance(ending, Ending) and kind in get_args(FaultKind):
            return BotFault(ending.text, seat=ending.by, kind=kind)
    return None
