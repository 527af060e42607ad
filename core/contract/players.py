"""Checks of players' names, numbers of players, and tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from unicodedata import category

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup
from kronika.core.basics.printable import JOINERS
from kronika.core.basics.text import normalize, quoted
from kronika.core.contract import arguments
from kronika.core.contract.registry import AnyGame

RESERVED = ("chance", "referee")
"""Words that can't be players' names."""
_FIRST = ("Anna", "Bob", "Cyril", "Dana", "Eva", "Filip")


def default_names(seats: int) -> tuple[str, ...]:
    """Default names for a number of players: Anna, Bob, …, then `Player 7`."""
    return tuple(_FIRST[seat] if seat < len(_FIRST) else f"Player {seat + 1}" for seat in range(seats))


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise BadSetup unless the game can be played by this number of players.

    Call it before the number is used for anything else, since it may be huge.
    """
    fewest, most = game.seats
    if not fewest <= seats <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadSetup(f"{game.title} is for {allowed} players, not {seats}.")


def check_players(game: AnyGame, names: Sequence[str]) -> None:
    """Raise BadSetup unless these are different, valid names of as many players as the game needs.

    Every log that is read must pass this check. New names must also pass `check_new_names`.
    """
    check_seats(game, len(names))
    folded = [normalize(name) for name in names]
    for name, plain in zip(names, folded, strict=True):
        if wrong := _bad_character(name):
            raise _rename_hint(name, f"it has {wrong}")
        if not plain:
            raise _rename_hint(name, "it has no letter")
        if name != name.strip():
            raise _rename_hint(name, "it begins or ends with a space")
        if name.isdecimal() or plain in RESERVED:
            raise _rename_hint(name, "it already means something in a move")
    if len(set(folded)) < len(folded):
        raise BadSetup("Two players have the same name.")


def check_new_names(names: Sequence[str]) -> None:
    """Raise BadSetup for names that only old logs may have: too long, or with a word that starts with `#`."""
    for name in names:
        if len(name) > limits.NAME:
            raise _rename_hint(name, f"it has {len(name):,} characters; at most {limits.NAME} are allowed")
        if any(word.startswith("#") for word in name.split()):
            raise _rename_hint(name, "`#` at the beginning of a word begins a comment in a script")


def check_tags(tags: Mapping[str, str]) -> None:
    """Raise BadSetup for a tag that is too long or has lone surrogates; TypeError for a value that is not a string."""
    for key, value in tags.items():
        for what, text in (("key", key), ("value", arguments.check_text("A tag", value, "kitchen table"))):
            if any("\ud800" <= char <= "\udfff" for char in text):
                raise BadSetup(f"The tag {quoted(key)} has a {what} with half a character, which a log can't hold.")
            if len(text) > limits.TAG:
                raise BadSetup(
                    f"The tag {quoted(key)} has a {what} of {len(text):,} characters; "
                    f"at most {limits.TAG:,} are allowed."
                )


def _rename_hint(name: str, why: str) -> BadSetup:
    return BadSetup(f"{quoted(name)} can't be a player's name: {why}.")


def _bad_character(name: str) -> str:
    """A description of the first character that names can't have, as a clause; empty if there is none."""
    for at, char in enumerate(name):
        if char == ":":
            return "a colon, which separates the name from the move"
        if char in JOINERS:
            if not (_is_visible(name[at - 1 : at]) and _is_visible(name[at + 1 : at + 2])):
                return f"U+{ord(char):04X}, which is allowed only between two letters"
        elif not char.isprintable():
            return f"U+{ord(char):04X}, which is not a visible character"
    return ""


def _is_visible(char: str) -> bool:
    """Whether this is a letter, a combining mark or a symbol (Unicode category L, M or S)."""
    return bool(char) and category(char)[0] in "LMS"
