"""Games of bots or of random moves as logs: the same bytes for the same seed, for any number of jobs."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from kronika.core.bots.named import find_bot
from kronika.core.bots.seats import MOST, play_on
from kronika.core.chance import Dice
from kronika.core.errors import BadSetup
from kronika.core.options import chosen_options, plain_options
from kronika.core.players import check_seats, names_for
from kronika.core.registry import AnyGame, get_game
from kronika.core.session import Session
from kronika.core.words import count as count_of
from kronika.logs.files import trouble
from kronika.logs.pool import Tell, in_order, silent
from kronika.logs.store import log_bytes
from kronika.logs.writing import create, settle


class Batch(Struct, frozen=True):
    """Which games to play: `count` of them, each with a seed made of `seed` and its number.

    `bots` play by seat, where there are any; then a game is adjudicated after `most` decisions.
    """

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    count: int
    folder: str
    ending: str
    bots: tuple[str, ...] = ()
    most: int = MOST


def plan(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Any],
    seed: int,
    count: int,
    folder: str,
    *,
    packed: bool = False,
    bots: Sequence[str] = (),
    most: int = MOST,
) -> Batch:
    """A batch whose options and seats the game accepts. Raises BadSetup, or UnknownBot.

    `bots` are named by seat; one alone sits on all of them.
    """
    check_seats(game, seats)
    for bot in bots:
        find_bot(bot)
    if len(bots) not in (0, 1, seats):
        raise BadSetup(f"{count_of(len(bots), 'bot')} for {count_of(seats, 'player')}: name one, or one for each.")
    read = chosen_options(game, options)
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
    """The seed of the game with this number: 48 bits, so that any JSON reader keeps it."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest(), "big")


def play_random(game: AnyGame, seats: int, options: Mapping[str, Any], seed: int) -> Session:
    """One random legal game, played to its end. Decisions and chance both follow from the seed alone."""
    session = Session.new(game, names_for(seats), seed=seed, options=options)
    while actors := session.actors:
        dice = Dice(seed, "move", len(session.line.events))
        seat = dice.choice(actors)
        session.do(seat, game.pick(session.state, seat, dice))
        session.settle()
    return session


def play_bots(game: AnyGame, bots: Sequence[str], options: Mapping[str, Any], seed: int, most: int = MOST) -> Session:
    """One game between bots, named by seat, to its end or for so many decisions. Raises UnknownBot, BotFault.

    The tag `bots` says who played.
    """
    names = names_for(len(bots))
    tags = {"bots": ", ".join(f"{name} {bot}" for name, bot in zip(names, bots, strict=True))}
    session = Session.new(game, names, seed=seed, options=options, tags=tags)
    play_on(session, dict(enumerate(map(find_bot, bots))), most)
    return session


def file_name(batch: Batch, number: int) -> str:
    """The log of the game with this number, 1-based."""
    digits = max(4, len(str(batch.count)))
    return os.path.join(batch.folder, f"{batch.game}-{number:0{digits}}{batch.ending}")


def simulate(batch: Batch, jobs: int = 1, tell: Tell = silent, *, cluster: str = "") -> Generator[str, None, None]:
    """Plays the games and writes their logs; yields each file's name when it is there, in order.

    At its end, whatever ends it, all that were yielded are on the disk. Raises FileTrouble, WorkerDied, NoCluster.
    """
    with trouble(batch.folder, "create"):
        os.makedirs(batch.folder, exist_ok=True)
    numbers = range(1, batch.count + 1)
    try:
        with closing(in_order(partial(_play_one, batch), numbers, jobs, tell, cluster=cluster)) as logs:
            for number, log in zip(numbers, logs, strict=True):
                name = file_name(batch, number)
                create(name, log, settled=False)
                yield name
    finally:
        settle(batch.folder)


def _play_one(batch: Batch, number: int) -> bytes:
    """A log is made where there is time for it, and written where the folder is."""
    game, seed = get_game(batch.game), game_seed(batch.seed, number)
    if batch.bots:
        session = play_bots(game, batch.bots, batch.options, seed, batch.most)
    else:
        session = play_random(game, batch.seats, batch.options, seed)
    return log_bytes(file_name(batch, number), session)
