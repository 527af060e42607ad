"""The games that both programs play: random ones, recorded ones, examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from kronika.core.basics.text import pluralize as count_of
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_players, check_seats, default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.examples.example import Step, read_examples
from kronika.core.sessions.events import FORMAT, Header
from kronika.logs.beside.lockstep import Chooser, GameStart, choose_at_random, choose_recorded
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import STDIO, display_name
from kronika.logs.files.walk import find_logs, skipped_text
from kronika.logs.replaying.replay import load_full
from kronika.logs.texts.examples import shipped_examples
from kronika.logs.work.simulate import game_seed


class Random(Struct, frozen=True, tag=True):
    """Game `number` of those that `kronika simulate` plays with this seed."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    number: int

    @property
    def name(self) -> str:
        """The name of the game."""
        return f"game {self.number}"

    def course(self, data: bytes | None = None) -> tuple[GameStart, Chooser]:
        """The beginning of the game and the choice of its events."""
        game = get_game(self.game)
        header = _header(game, default_names(self.seats), self.options)
        return GameStart(game, header), choose_at_random(game_seed(self.seed, self.number))


class Recorded(Struct, frozen=True, tag=True):
    """A log: its events in force. `error` is the reason why it can't be read."""

    path: str
    error: str = ""

    @property
    def name(self) -> str:
        """The name of the game: its path."""
        return self.path

    def course(self, data: bytes | None = None) -> tuple[GameStart, Chooser]:
        """The beginning of the game and its recorded events. Raises FileError, LogError."""
        if self.error:
            raise FileError(self.error)
        session = load_full(self.path, data)
        header = _header(session.game, session.players, plain_options(session.state.options))
        deeds = [(event.by, event.do) for event in session.line.events]
        return GameStart(session.game, header), choose_recorded(deeds)


class Shown(Struct, frozen=True, tag=True):
    """An example that comes with a game, with all its moves."""

    game: str
    id: str

    @property
    def name(self) -> str:
        """The name of the example."""
        return f"{self.game}/{self.id}"

    def course(self, data: bytes | None = None) -> tuple[GameStart, Chooser]:
        """The beginning of the example and its events. Raises KronikaError."""
        game = get_game(self.game)
        example = next(one for one in read_examples(shipped_examples(game)) if one.id == self.id)
        players = example.players or default_names(game.seats[0])
        beginning = GameStart(game, _header(game, tuple(players), example.options), example.given)
        moves = [*example.before, *(step.move if isinstance(step, Step) else step for step in example.when)]
        session = beginning.session()
        for move in moves:
            session.play(move)
        return beginning, choose_recorded([(event.by, event.do) for event in session.line.events])


Item = Random | Recorded | Shown
"""A game to play in both programs. It has a `name`, and a `course`, which may get the bytes of a log as `data`."""


def random_games(game: AnyGame, seats: int, options: Mapping[str, Any], seed: int, count: int) -> Sequence[Item]:
    """The first `count` random games of a seed. Raises BadSetup for seats and options that the game refuses."""
    check_seats(game, seats)
    read = new_game_options(game, options)
    game.setup(read, seats)
    return [Random(game.name, seats, plain_options(read), seed, number) for number in range(1, count + 1)]


def recorded_games(game: AnyGame, paths: Iterable[str], tell: Notify = no_op) -> Sequence[Item]:
    """The logs of a game among these files and in these folders, and the folders that can't be listed.

    Skipped files are reported. Raises FileError if there is no log, and for standard input, since a game that differs
    is read twice.
    """
    there = find_logs(paths)
    if STDIO in there.paths:
        raise FileError("<stdin>: a game is read more than once here, so it has to be in a file.")
    found = [Recorded(path) for path in there.paths if _is_of(game, path)]
    if others := len(there.paths) - len(found):
        tell(f"{count_of(others, 'log')} of another game skipped.")
    if there.others:
        tell(f"{skipped_text(there.others)} skipped.")
    found += [Recorded(folder, why) for folder, why in there.unlisted.items()]
    if not found:
        raise FileError(f"{', '.join(map(display_name, paths))}: there is no log of {game.name} in it.")
    return found


def _is_of(game: AnyGame, path: str) -> bool:
    """True if it is a log of this game. A file that can't be read counts, too: its error is reported at its turn."""
    try:
        with LogReader(path) as reader:
            return reader.game.name == game.name
    except LogError:
        return True


def example_games(game: AnyGame) -> Sequence[Item]:
    """The examples that come with a game."""
    return [Shown(game.name, one.id) for one in read_examples(shipped_examples(game))]


def _header(game: AnyGame, names: tuple[str, ...], options: Mapping[str, Any]) -> Header:
    check_players(game, names)
    return Header(FORMAT, game.name, game.rules_version, names, plain_options(new_game_options(game, options)))
