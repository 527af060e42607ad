"""A whole game as a text for people, which can be read back: tags, then the moves as in a script.

    [Game "tides"]
    [Rules "1"]
    [Options "zero_tie=tie"]
    [Players "Anna" "Bob"]
    [Event "Club"]
    [Result "1-0"]
    [Termination "normal"]

    # Round 1 of 3 · Anna 0, Bob 0
    chance: deal …
    Anna: pick 9

`Result` has a figure for each seat as in PGN, `*` if nothing is decided. `Termination` is one of PGN's words. Both
follow from the game; they are optional, and compared with it. Headings are comments. An undo says how many events it
takes back, all outcomes of chance are there, and each line is a record. The text gives the same log, byte for byte.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, KronikaError, NotationError
from kronika.core.basics.limits import size_text
from kronika.core.basics.text import pluralize, quoted
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import parse_assignments, parse_value, plain_options, read_options
from kronika.core.contract.players import check_new_names, check_tags
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.events import FORMAT, Entry, Event, Header, Note, Set, Undo, done_text
from kronika.core.sessions.headings import Headings, with_points
from kronika.core.sessions.session import ChanceMode, Session
from kronika.core.unseen.session import WORD as WITNESS
from kronika.core.unseen.session import begin, witnessed_by
from kronika.logs.files.streams import CHUNK, BadStream, display_name, open_log
from kronika.logs.texts.annotations import (
    HEAD,
    Tag,
    free_tag_line,
    is_annotation,
    note_line,
    one_value,
    read_tags,
    refuse_duplicate,
    set_line,
    tag_line,
)
from kronika.logs.texts.script import Lines, located, play_script, read_text, split_head

_NAMES: Final = (".txt", ".txt.gz", ".txt.zst")
_BEGINS: Final = re.compile(rb"\s*+(?:#[^\n]*+\s*+)*+\[\s*Game\b")
_TERMINATIONS: Final = {"time": "time forfeit", "abandoned": "abandoned", "adjudicated": "adjudication"}
"""PGN's words for endings; a resignation or an agreement is `normal` there."""


def is_text_name(path: str) -> bool:
    """True if the name asks for the text of a game."""
    return path.endswith(_NAMES)


def holds_text(path: str) -> bool:
    """True if the content is a text, and not a log with the name of one. A text begins with the tag of its game.
    Raises FileError.
    """
    if not is_text_name(path):
        return False
    with open_log(path) as file:
        try:
            return _BEGINS.match(file.read(CHUNK).removeprefix(BOM_UTF8)) is not None
        except BadStream:
            return False  # reading it as a log reports the fault


# -- written ------------------------------------------------------------------------------------------------------


def game_text(session: Session) -> str:
    """The game as a text. Raises KronikaError if the text could not be read back, as for old logs with names like
    `#1`.
    """
    text = "".join(f"{line}\n" for line in _lines(session))
    if len(text.encode()) > limits.TEXT:
        raise KronikaError(f"The text would be larger than {size_text(limits.TEXT)}, the most that is read of one.")
    try:
        again = session_of(text, "", session.game)
    except KronikaError as error:
        raise KronikaError(f"This game has no text that can be read back: {error}") from None
    whole = replace(session.header, options=plain_options(read_options(session.game, session.header.options)))
    if (again.header, again.history) != (whole, session.history):
        raise KronikaError("This game has no text that can be read back: it is read as another game.")
    return text


def _lines(session: Session) -> Iterator[str]:
    yield from _head_lines(session)
    headings, names = Headings(session), session.header.players
    for number, entry in enumerate(session.history, 1):
        heading = headings.above(number, names)
        if heading or number == 1:
            yield ""
        if heading:
            yield f"# {heading}"
        yield _line(session, number, entry, names)
        if isinstance(entry, Set) and entry.players is not UNSET:
            names = entry.players
    if not session.actors:
        yield f"\n# {with_points(session, len(session.history), 'The end', names)}"


def _head_lines(session: Session) -> Iterator[str]:
    header = session.header
    yield tag_line("Game", header.game)
    yield tag_line("Rules", str(header.rules))
    if header.options:
        yield tag_line("Options", *(f"{name}={parse_value(value)}" for name, value in header.options.items()))
    yield tag_line("Players", *header.players)
    if header.seed is not None:
        yield tag_line("Seed", str(header.seed))
    if session.witness is not None:
        yield tag_line("SeenBy", WITNESS if session.witness < 0 else header.players[session.witness])
    yield from (free_tag_line(key, value) for key, value in header.tags.items())
    yield tag_line("Result", result(session))
    yield tag_line("Termination", termination(session))


def _line(session: Session, number: int, entry: Entry, names: Sequence[str]) -> str:
    if isinstance(entry, Event):
        who = seat_name(entry.by, names)
        if any(word.startswith("#") for word in who.split()):  # an old log may have such a name
            who = str(entry.by)
        move = done_text(session.game, session.at(number - 1), entry.by, entry.do, names)
        return f"{who}: {move}{session.shows(number)}"
    if isinstance(entry, (Set, Note)):
        line = set_line(entry, names) if isinstance(entry, Set) else note_line(entry)
        return line if is_annotation(line, names) else line.replace(":", "\\u003a", 1)  # as of a player called `{`
    return f"{'undo' if isinstance(entry, Undo) else 'redo'} {pluralize(entry.events, 'event')}"


def result(session: Session) -> str:
    """A figure for each seat, as in PGN: `1-0`, `1/2-1/2`, `0-0-1`; `*` if nothing is decided."""
    result, ending = session.result(), session.ending
    winners = result.winners if result else ending.winners if ending else ()
    if not winners:
        return "*"
    share = "1" if len(winners) == 1 else f"1/{len(winners)}"
    return "-".join(share if seat in winners else "0" for seat in range(len(session.players)))


def termination(session: Session) -> str:
    """The reason of the end in PGN's words: `normal`, `abandoned`, …; `unterminated` during the game."""
    ending = session.ending
    if session.result() is None and ending is None:
        return "unterminated"
    return "normal" if ending is None or session.result() else _TERMINATIONS.get(ending.why, "normal")


# -- read ---------------------------------------------------------------------------------------------------------


Stopped = Callable[[KronikaError], None]
"""Called with the error of the first line that is refused, where the legal part before it is to be kept."""


class Head(Struct, frozen=True):
    """The top of a text: the tags of fixed meaning, each with its line and its texts, and the tags of the log."""

    path: str
    ours: Mapping[str, tuple[int, Tag]]
    free: Mapping[str, str]

    def one(self, key: str) -> str | None:
        """The text of a tag that has exactly one; None if the tag is missing. Raises NotationError."""
        return one_value(self.ours[key][1]) if key in self.ours else None

    def all(self, key: str) -> tuple[str, ...]:
        """All texts of a tag; empty if the tag is missing."""
        return self.ours[key][1].values if key in self.ours else ()

    @contextmanager
    def at(self, key: str) -> Iterator[None]:
        """Adds the line of a tag to an error about it."""
        try:
            yield
        except KronikaError as error:
            number = self.ours[key][0] if key in self.ours else 1
            raise located(error, self.path, number, tag_line(key, *self.all(key))) from None


def load_text(path: str) -> Session:
    """The session of a text. Raises FileError, or the error of the first line that is wrong, with its place."""
    return session_of(read_text(path), path)


def session_of(
    text: str, path: str, game: AnyGame | None = None, *, first: int = 1, stopped: Stopped | None = None
) -> Session:
    """The session of a text that was read; errors name the place by `path`. A given game need not be installed.

    `first` is the number of its first line in the file. If `stopped` is given, the session ends before the first line
    that is refused, and `stopped` is called with its error.
    """
    lines, body = split_head(text, first)
    if not lines:
        raise NotationError(
            f"{display_name(path)}:1: a text of a game begins with its tags, the first of them `[Game …]`."
        )
    head = _read_head(lines, path)
    session = begin(*_read_header(head, game))
    if not play_legal(session, body, path, stopped):
        return session
    for key, got in (("Result", result(session)), ("Termination", termination(session))):
        with head.at(key):
            if head.one(key) not in (None, got):
                raise BadSetup(f'The moves give "{got}": correct the one or the other, or omit the tag.')
    return session


def play_legal(session: Session, body: Lines, path: str, stopped: Stopped | None) -> bool:
    """Play the lines of a game; false if one was refused and `stopped` was called with its error."""
    try:
        play_script(session, body, path)
    except KronikaError as error:
        if stopped is None:
            raise
        stopped(error)
        return False
    return True


def stopped_text(name: str, fault: str) -> str:
    """The sentence that only the part of a game before a fault was kept."""
    return f"{display_name(name)}: kept as far as it is legal. {fault}"


def _read_head(lines: Lines, path: str) -> Head:
    ours: dict[str, tuple[int, Tag]] = {}
    free: dict[str, str] = {}
    for number, line in lines:
        try:
            for tag in read_tags(line):
                refuse_duplicate(tag, free if tag.free else ours)
                if tag.free:
                    free[tag.key] = one_value(tag)
                elif tag.key in HEAD:
                    ours[tag.key] = (number, tag)
                else:
                    raise NotationError(f"`[{tag.key} …]` is among the moves, below an empty line.")
        except KronikaError as error:
            raise located(error, path, number, line) from None
    return Head(path, ours, free)


def _read_header(head: Head, game: AnyGame | None) -> tuple[AnyGame, Header]:
    with head.at("Game"):
        name = head.one("Game") or ""
        game = game or get_game(name)
    with head.at("Rules"):
        rules = _whole(head.one("Rules") or str(game.rules_version))
        if not 1 <= rules <= game.rules_version:
            raise BadSetup(f"This program has rules 1 to {game.rules_version} of {name}.")
    with head.at("Options"):
        options = plain_options(read_options(game, parse_assignments(head.all("Options"))))
    with head.at("Seed"):
        given = head.one("Seed")
        seed = None if given is None else _whole(given)
        if seed is not None and not -(2**63) <= seed < 2**63:
            raise BadSetup("A seed is a whole number of at most 64 bits.")
    header = Header(FORMAT, name, rules, head.all("Players"), options, seed, dict(head.free))
    with head.at("Players"):
        Session(game, header)
    with head.at("SeenBy"):
        witness = head.one("SeenBy")
        header = header if witness is None else witnessed_by(header, witness)
    return game, header


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise BadSetup(f"{quoted(text)} is not a whole number.")
    return int(text)


# -- a new game by a script ---------------------------------------------------------------------------------------


def session_from_moves(
    path: str,
    game: AnyGame,
    players: Sequence[str],
    seed: int | None,
    options: Mapping[str, str],
    tags: Mapping[str, str],
    chance: str | None,
    stopped: Stopped | None = None,
) -> Session:
    """A new session with the moves of a script or a text. Arguments that are omitted are taken from the tags of the
    text. `stopped` as in `session_of`.

    If `chance` is None, a text must contain all outcomes, and so must a script without a seed. Raises FileError,
    BadSetup, or the error of the first wrong line.
    """
    lines, body = split_head(read_text(path))
    auto = chance == "auto" or (chance is None and not lines and seed is not None)
    mode: ChanceMode = "auto" if auto else "given"
    if lines:
        header = _with_overrides(_read_head(lines, path), game, players, seed, options, tags)
        session = begin(game, header, chance=mode)
        session.resolve_chance()
    else:
        session = Session.new(game, players, seed=seed, options=options, tags=tags, chance=mode)
    play_legal(session, body, path, stopped)
    return session


def _with_overrides(
    head: Head,
    game: AnyGame,
    players: Sequence[str],
    seed: int | None,
    options: Mapping[str, str],
    tags: Mapping[str, str],
) -> Header:
    """The header of a head, with the given values in place of its own."""
    if head.one("Game") != game.name:
        raise BadSetup(f"{display_name(head.path)}: is a game of {head.one('Game')}, not of {game.name}.")
    _, header = _read_header(head, game)
    check_new_names(players)
    check_tags(tags)
    return replace(
        header,
        players=tuple(players) or header.players,
        seed=header.seed if seed is None else seed,
        options=plain_options(read_options(game, {**header.options, **options})),
        tags={**header.tags, **tags},
    )
