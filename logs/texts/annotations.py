r"""Annotations of a game, as lines of a script: names, tags and endings in brackets, notes in braces.

    [Players "Anna" "Bea"] [Event "Club"]
    [Ending "resigned" "by=Bea" "won=Anna" "text=at the third round"]
    {I keep the Palace} mark "!" by "Bea" on 2 data {"clock":31}

A line of tags is one `set`; a tag without a text is taken away. A tag of the log that has the name of one of ours, or
a name that is not a word, is in quotes: `["Result" "1-0"]`. Texts are written as in JSON, those in braces without
the quotes and with `\}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kronika.core.basics.errors import NotationError
from kronika.core.basics.nesting import decoded
from kronika.core.basics.printable import printable_json
from kronika.core.basics.text import join_words, normalize, quoted
from kronika.core.contract.moves import find_player
from kronika.core.sessions.events import Ending, Note, Set
from kronika.core.sessions.metadata import check_new_note, check_new_set
from kronika.core.sessions.session import Session

HEAD: Final = ("Game", "Rules", "Options", "Players", "Seed", "SeenBy", "Result", "Termination")
"""The tags at the top of a text that have a fixed meaning, in this order; all others are the log's tags."""
KNOWN_KEYS: Final = (*HEAD, "Ending")

_WHY: Final = get_args(get_type_hints(Ending)["why"])
_QUOTED: Final = r'"(?:[^"\\]++|\\.)*+"'
_TAG: Final = re.compile(rf"\s*+\[\s*+(?:([A-Za-z_]\w*+)|({_QUOTED}))((?:\s*+{_QUOTED})*+)\s*+\]", re.ASCII)
_VALUE: Final = re.compile(_QUOTED)
_REST: Final = re.compile(r"\s*+(?:#.*)?$", re.DOTALL)
_NOTE: Final = re.compile(r"\{((?:[^}\\]++|\\.)*+)\}", re.DOTALL)
_ABOUT: Final = re.compile(rf"\s*+(?:(mark|by)\s*+({_QUOTED})|on\s++([0-9]{{1,10}})(?!\S)|data\s*+(\{{.*\}})\s*+$)")
_SIGN: Final = re.compile(r"\\(.)|[\"\x00-\x1f]", re.DOTALL)


class Tag(Struct, frozen=True):
    """A pair of brackets: a fixed word, or with `free` the name of a tag of the log, and the texts after it."""

    key: str
    values: tuple[str, ...]
    free: bool


def is_annotation(text: str, names: Sequence[str] = ()) -> bool:
    """True if this line is tags or a note, and not a move. False if it begins with the name of a player, which may
    contain `[`.
    """
    if not text.startswith(("[", "{")):
        return False
    before, _, after = text.partition(":")
    return bool(after[:1].strip()) or all(normalize(name) != normalize(before) for name in names)


def apply_line(session: Session, text: str) -> None:
    """Append the record for a line of tags or a note. Raises NotationError, BadSetup or KronikaError."""
    if text.startswith("{"):
        note = read_note(text)
        check_new_note(note)
        session.append(note)
        return
    change = read_set(read_tags(text), session.players)
    check_new_set(change)
    session.append(change)


# -- tags ---------------------------------------------------------------------------------------------------------


def tag_line(key: str, *values: str) -> str:
    """A line with a tag of fixed meaning."""
    return f"[{' '.join([key, *map(_json, values)])}]"


def free_tag_line(key: str, *values: str) -> str:
    """A line with a tag of the log; its name is in quotes unless it is a word without a fixed meaning."""
    plain = key not in KNOWN_KEYS and re.fullmatch(r"[A-Za-z_]\w*", key, re.ASCII)
    return tag_line(key if plain else _json(key), *values)


def read_tags(line: str) -> list[Tag]:
    """The tags of a line; a comment may follow. Raises NotationError."""
    tags, at = [], 0
    while found := _TAG.match(line, at):
        word, text, values = found.groups()
        key = word or _text(text[1:-1])
        tags.append(Tag(key, tuple(_text(value[1:-1]) for value in _VALUE.findall(values)), word not in KNOWN_KEYS))
        at = found.end()
    if not _REST.match(line, at):
        raise NotationError(
            f'{quoted(line[at:].strip())} is not a tag. A tag is `[Event "Club"]`, its text as in JSON.'
        )
    return tags


def set_line(change: Set, names: Sequence[str]) -> str:
    """A `set` record as a line of tags; `names` are those before it."""
    tags = []
    if change.players is not UNSET:
        names = change.players
        tags.append(tag_line("Players", *names))
    tags += [free_tag_line(key, *(() if value is None else (value,))) for key, value in change.tags.items()]
    if change.ending is not UNSET:
        tags.append(tag_line("Ending", *(_ending(change.ending, names) if change.ending else ())))
    return " ".join(tags)


def read_set(tags: Iterable[Tag], names: Sequence[str]) -> Set:
    """The `set` record for these tags; `names` are those before it. Raises NotationError."""
    players: tuple[str, ...] | UnsetType = UNSET
    ending: Ending | UnsetType | None = UNSET
    free: dict[str, str | None] = {}
    for tag in tags:
        if tag.free:
            refuse_duplicate(tag, free)
            free[tag.key] = one_value(tag) if tag.values else None
        elif tag.key == "Players" and players is UNSET:
            players = names = tag.values
        elif tag.key == "Ending" and ending is UNSET:
            ending = _read_ending(tag, names) if tag.values else None
        else:
            where = "occurs twice" if tag.key in ("Players", "Ending") else "belongs at the head of a text"
            raise NotationError(f"`[{tag.key} …]` {where}.")
    return Set(players, free, ending)


def refuse_duplicate(tag: Tag, there: Iterable[str]) -> None:
    """Raises NotationError for a tag that exists already."""
    if tag.key in there:
        raise NotationError(f"The tag {quoted(tag.key)} occurs twice.")


def one_value(tag: Tag) -> str:
    """The single text of a tag. Raises NotationError."""
    if len(tag.values) != 1:
        raise NotationError(f"The tag {quoted(tag.key)} has {len(tag.values)} texts; it has one.")
    return tag.values[0]


def _ending(ending: Ending, names: Sequence[str]) -> list[str]:
    by = [] if ending.by is None else [f"by={names[ending.by]}"]
    text = [f"text={ending.text}"] if ending.text else []
    return [ending.why, *by, *(f"won={names[seat]}" for seat in ending.winners), *text]


def _read_ending(tag: Tag, names: Sequence[str]) -> Ending:
    why, *parts = tag.values
    if why not in _WHY:
        raise NotationError(f"There is no ending {quoted(why)}: it is {join_words(_WHY, 'or')}.")
    by, text, winners = None, "", []
    for part in parts:
        key, _, value = part.partition("=")
        if key == "by" and by is None:
            by = find_player(value, names, whole=True)
        elif key == "won":
            winners.append(find_player(value, names, whole=True))
        elif key == "text" and not text:
            text = value
        else:
            raise NotationError(
                f"{quoted(part)} is not a part of an ending: these are `by=NAME`, `won=NAME` and `text=WORDS`."
            )
    return msgspec.convert({"why": why, "by": by, "winners": winners, "text": text}, Ending)


# -- notes --------------------------------------------------------------------------------------------------------


def note_line(note: Note) -> str:
    """A note as a line."""
    body = _json(note.text)[1:-1].replace('\\"', '"').replace("}", "\\}")
    parts = [f"{{{body}}}"]
    if note.mark:
        parts.append(f"mark {_json(note.mark)}")
    if note.author:
        parts.append(f"by {_json(note.author)}")
    if note.on is not None:
        parts.append(f"on {note.on}")
    if note.data:
        parts.append(f"data {_json(note.data)}")
    return " ".join(parts)


def read_note(line: str) -> Note:
    """The note in a line; a comment may follow if it has no data. Raises NotationError."""
    found = _NOTE.match(line)
    if found is None:
        raise NotationError("A note ends with `}`, in the same line; a `}` within it is written `\\}`.")
    about: dict[str, Any] = {}
    at = found.end()
    while part := _ABOUT.match(line, at):
        key = part[1] or ("on" if part[3] else "data")
        if key in about:
            raise NotationError(f"`{key}` occurs twice.")
        about[key] = _text(part[2][1:-1]) if part[1] else int(part[3]) if part[3] else _data(part[4])
        at = part.end()
    if not _REST.match(line, at):
        form = '`{text} mark "!" by "Anna" on 6 data {}`'
        raise NotationError(f"{quoted(line[at:].strip())} can't follow a note. The form is {form}.")
    author, mark = about.get("by", ""), about.get("mark", "")
    return Note(_text(found[1]), about.get("on"), author, mark, about.get("data", {}))


def _data(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = decoded(text.encode(), dict[str, Any])
        return found
    except (msgspec.MsgspecError, UnicodeError):
        from kronika.core.basics.decode_errors import (
            json_decode_fault,  # only for what is refused: it costs half the start again
        )

        why = json_decode_fault(text.encode(errors="replace"), dict[str, Any]).clause
        raise NotationError(f"The data of a note are not an object of JSON: {why}.") from None


# -- texts --------------------------------------------------------------------------------------------------------


def _json(value: Any) -> str:
    return printable_json(msgspec.json.encode(value).decode())


def _text(body: str) -> str:
    r"""The text between quotes or braces, which may contain a quote, `\}` and characters that JSON forbids."""
    json = _SIGN.sub(_as_json, body)
    try:
        return msgspec.json.decode(f'"{json}"', type=str)
    except (msgspec.DecodeError, UnicodeError):
        raise NotationError(f"{quoted(body)} is not a text as in JSON: look at what follows `\\`.") from None


def _as_json(found: re.Match[str]) -> str:
    if found[1]:
        return "}" if found[1] == "}" else found[0]
    return f"\\u{ord(found[0]):04x}"
