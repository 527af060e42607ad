"""The plan of a tournament: the pairings, the seats, the deals. All of it follows from a game's number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import KronikaError, UnknownBot
from kronika.core.basics.text import pluralize, quoted, suggestion
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.bots.driver import MAX_EVENTS
from kronika.core.bots.lookup import Player, names_program
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_new_names, check_players, check_seats
from kronika.core.contract.registry import AnyGame, get_game
from kronika.logs.players.lookup import check_program_exists, find_player_bot
from kronika.logs.players.program_spec import ProgramSpec
from kronika.logs.work.simulate import DEFAULT_SEED, game_seed

Share = Annotated[float, Meta(gt=0, lt=0.5)]
Kind = Literal["round-robin", "gauntlet", "pairings"]


class TournamentError(KronikaError):
    """A tournament that can't be read, or can't be played."""


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A participant: `name` at the table, and its `bot`, empty if only `--bot NAME=BOT` gives it."""

    name: str
    bot: str = ""


class Sprt(Struct, frozen=True, forbid_unknown_fields=True):
    """A test that ends as soon as it is decided: whether the first bot is stronger by `elo1`, or by no more than
    `elo0`.

    `alpha` is the error rate if `elo0` is true, `beta` if `elo1` is.
    """

    elo0: Annotated[float, Meta(ge=-1000, le=1000)] = 0.0
    elo1: Annotated[float, Meta(ge=-1000, le=1000)] = 70.4
    alpha: Share = 0.05
    beta: Share = 0.05


class Tournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one kind between bots.

    - `name`: the name of the tournament.
    - `game`, `options`: as in `kronika new`.
    - `seats`: the players at a table; by default the fewest of the game.
    - `bot`: the participants.
    - `tournament`: `round-robin`, every table of `seats` bots; `gauntlet`, the first bot against all tables of the
      others; `pairings`, the tables that `pairings` lists.
    - `games`: games for each table, a multiple of `seats`, since each deal is played from every seating, turned by one
      seat. 0 is one deal or, with `sprt`, as many as needed.
    - `seed`: the seed of all deals. By default it is 1 or, if programs play, a random one that is kept with the logs.
    - `openings`: the beginnings of the games, deal by deal in turn: logs, or examples (`FILE#ID`) that begin with a new
      game.
    - `maxmoves`: the number of decisions after which a game ends and the points count.
    - `sprt`: a test that ends the tournament when it is decided, for two bots.
    """

    name: str
    game: str
    bot: list[Entrant]
    seats: int = 0
    games: Annotated[int, Meta(ge=0, le=limits.BATCH)] = 0
    seed: int | None = None
    tournament: Kind = "round-robin"
    pairings: list[list[str]] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    openings: list[str] = field(default_factory=list)
    maxmoves: Annotated[int, Meta(ge=1, le=limits.RECORDS)] = MAX_EVENTS
    sprt: Sprt | None = None


class _File(Tournament, frozen=True, forbid_unknown_fields=True):
    """Other content of the file: programs that may play, which only `--bot NAME=FILE#PROGRAM` starts."""

    program: dict[str, ProgramSpec] = field(default_factory=dict)


class Planned(Struct, frozen=True):
    """One game: its number, its deal and its table (all from 1), the names by seat, the seed."""

    number: int
    deal: int
    table: int
    players: tuple[str, ...]
    seed: int
    opening: str


class Plan(Sequence[Planned]):
    """All games of a tournament, in the order in which they count; each is made when it is needed.

    They are ordered by deal: every table plays the same deal, from every seating, before the next deal. So a tournament
    that ends early is fair up to its last whole deal, and one with more games begins with the same ones.
    """

    def __init__(self, tournament: Tournament) -> None:
        """Raises TournamentError for impossible tables."""
        self.tournament = tournament
        self.game = _game(tournament)
        self.seats = tournament.seats or max(2, self.game.seats[0])
        self.tables = _tables(tournament, self.seats)
        wanted = tournament.games or (limits.TEST_GAMES if tournament.sprt else self.seats)
        if wanted % self.seats:
            fit = -(-wanted // self.seats) * self.seats
            why = f"each deal is played from {self.seats} seatings"
            raise TournamentError(f"games: {wanted} is not possible, since {why}: use {fit}.")
        self.deals = wanted // self.seats
        if len(self) > limits.BATCH:
            raise TournamentError(f"games: {len(self):,} in all are too many; {limits.BATCH:,} are the most.")

    def __len__(self) -> int:
        return self.deals * len(self.tables) * self.seats

    def __getitem__(self, index: Any) -> Any:
        """The game with the number `index` + 1."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        rest, turned = divmod(index, self.seats)
        deal, table = divmod(rest, len(self.tables))
        names = self.tables[table]
        openings = self.tournament.openings
        return Planned(
            number=index + 1,
            deal=deal + 1,
            table=table + 1,
            players=names[turned:] + names[:turned],
            seed=game_seed(self._seed(), deal + 1),
            opening=openings[deal % len(openings)] if openings else "",
        )

    def _seed(self) -> int:
        if self.tournament.seed is None:
            raise TournamentError("seed: it is made up when a folder is there to keep it.")
        return self.tournament.seed

    def bot_of(self, name: str) -> str:
        """The bot with a name, as it was written."""
        return next(one.bot for one in self.tournament.bot if one.name == name)

    def player_of(self, name: str, number: int) -> Player:
        """The player for a bot in a game, with its own dice. Raises UnknownBot."""
        return replace(find_player_bot(self.bot_of(name)), lot=(name,), game=number)


def read_tournament(text: str, typed: Sequence[Entrant] = ()) -> Tournament:
    """The tournament in a TOML text. Raises TournamentError, which names the line or the key.

    Bots that were `typed` replace those of the same name, or join.
    """
    try:
        table = read_toml(text)
    except BadToml as error:
        raise TournamentError(f"line {error.line}: {error}") from None
    try:
        read = msgspec.convert(table, _File)
    except msgspec.ValidationError:
        found = decode_fault(table, _File)
        raise TournamentError(f"{found.path or 'tournament'}: {found.sentence}") from None
    keys: dict[str, Any] = {name: getattr(read, name) for name in Tournament.__struct_fields__}
    names = {one.name for one in typed}
    of_file = [one for one in read.bot if one.name not in names]
    bots = [next((other for other in typed if other.name == one.name), one) for one in read.bot]
    bots += [one for one in typed if one not in bots]
    keys["bot"] = bots
    return check_tournament(Tournament(**keys), of_file=[one.name for one in of_file])


def check_tournament(tournament: Tournament, *, of_file: Collection[str] = ()) -> Tournament:
    """The tournament, with the options as the logs will have them. Raises TournamentError.

    The bots of entrants that are `of_file` may not be named by their module: a file is data, and runs nothing.
    """
    game = _game(tournament)
    _check_name(tournament.name)
    _check_bots(tournament.bot, of_file)
    try:
        if tournament.seats:
            check_seats(game, tournament.seats)
        options = plain_options(new_game_options(game, tournament.options))
        plan = Plan(tournament)
        for names in plan.tables:
            check_players(game, names)
        game.setup(new_game_options(game, options), plan.seats)
    except TournamentError:
        raise
    except KronikaError as error:
        raise TournamentError(str(error)) from None
    _check_sprt(tournament, plan)
    seed = DEFAULT_SEED if tournament.seed is None and not programs_play(tournament) else tournament.seed
    return replace(tournament, options=options, seats=plan.seats, games=plan.deals * plan.seats, seed=seed)


def programs_play(tournament: Tournament) -> bool:
    """True if a program takes part. It may try the seed 1."""
    return any(names_program(one.bot) for one in tournament.bot)


def _game(tournament: Tournament) -> AnyGame:
    try:
        return get_game(tournament.game)
    except KronikaError as error:
        raise TournamentError(f"game: {error}") from None


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > limits.NAME:
        raise TournamentError(f"name: a tournament has a name of {limits.NAME} characters at the most.")


def _check_bots(entrants: Sequence[Entrant], of_file: Collection[str]) -> None:
    if len(entrants) < 2:
        raise TournamentError("bot: a tournament has two bots at least: [[bot]] with a name and a bot.")
    try:
        check_new_names([one.name for one in entrants])
    except KronikaError as error:
        raise TournamentError(f"bot: {error}") from None
    twice = [name for name, number in Counter(one.name for one in entrants).items() if number > 1]
    if twice:
        raise TournamentError(f"bot: two have the name {quoted(twice[0])}; results are listed by name.")
    for one in entrants:
        if not one.bot and one.name in of_file:
            raise TournamentError(f"bot {quoted(one.name)}: no bot is given for it: add `--bot {one.name}=BOT`.")
        try:
            find_player_bot(one.bot, functions=one.name not in of_file)
            check_program_exists(one.bot)
        except UnknownBot as error:
            raise TournamentError(f"bot {quoted(one.name)}: {error}") from None


def _check_sprt(tournament: Tournament, plan: Plan) -> None:
    if tournament.sprt is None:
        return
    if len(tournament.bot) != 2 or plan.seats != 2:
        raise TournamentError("sprt: it decides between two bots at a table of two.")
    if tournament.sprt.elo0 >= tournament.sprt.elo1:
        raise TournamentError("sprt: elo0 is less than elo1.")


def _tables(tournament: Tournament, seats: int) -> list[tuple[str, ...]]:
    """The tables: names that play together, each table once."""
    names = [one.name for one in tournament.bot]
    if tournament.tournament == "pairings":
        return _listed(tournament.pairings, names, seats)
    if tournament.pairings:
        raise TournamentError('pairings: they are for tournament = "pairings".')
    if len(names) < seats:
        raise TournamentError(f"bot: a table of {seats} needs {seats} bots; there are {len(names)}.")
    if tournament.tournament == "gauntlet":
        return [(names[0], *others) for others in combinations(names[1:], seats - 1)]
    return list(combinations(names, seats))


def _listed(pairings: Sequence[Sequence[str]], names: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    if not pairings:
        raise TournamentError('pairings: list who meets whom: pairings = [["Anna", "Bob"]].')
    for at, table in enumerate(pairings, 1):
        for name in table:
            if name not in names:
                raise TournamentError(f"pairings.{at}: nobody is called {quoted(name)}.{suggestion(name, names)}")
        if len(table) != seats or len(set(table)) < seats:
            raise TournamentError(f"pairings.{at}: a table has {pluralize(seats, 'different bot')}.")
    return [tuple(table) for table in pairings]
