"""Texts of the form `[SEAT:] MOVE`: whose move it is, and the names of seats and viewers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics import limits
from kronika.core.basics.errors import NotationError, NotYours
from kronika.core.basics.text import clipped, close_matches, join_words, normalize, quoted, suggestion
from kronika.core.contract.game import BYSTANDER, CHANCE, EVERYONE, Viewer

VIEWERS: Final = {"everyone": EVERYONE, "bystander": BYSTANDER}
"""The words for the viewers who have no seat."""


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The name of the player in a seat, or `chance`."""
    return "chance" if seat == CHANCE else names[seat]


def viewer_name(viewer: int, names: Sequence[str]) -> str:
    """A viewer's name in a sentence: the player's name, `a bystander` or `everyone`."""
    return {EVERYONE: "everyone", BYSTANDER: "a bystander"}.get(viewer) or names[viewer]


def find_seat(word: str, names: Sequence[str], others: Sequence[str] = ("chance",), *, whole: bool = False) -> int:
    """Find a seat by name, by the beginning of exactly one name, by its number from 0, or by `chance`.

    With `whole` the beginning of a name is not accepted: in data it would be a mistake. `others` are words besides the
    names that a message may suggest. Raises NotationError if the word means no seat, or several.
    """
    key = normalize(word)
    if key == "chance":
        return CHANCE
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) < len(names):
        return int(word)
    folded = [normalize(name) for name in names]
    if key in folded:
        return folded.index(key)
    typed = key and not key.isdecimal() and not whole
    begun = [seat for seat, name in enumerate(folded) if typed and name.startswith(key)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise NotationError(f"{quoted(word)} can be {join_words([names[seat] for seat in begun], 'or')}.")
    guess = close_matches(word, [*names, *others])
    there = "" if guess else suggestion(word, names, most=len(names))
    raise NotationError(f"There is no player {quoted(word)}.{there}", guess, instead=word)


def find_player(word: str, names: Sequence[str], *, whole: bool = False) -> int:
    """Find the seat of a player, like `find_seat` but without `chance`. Raises NotationError."""
    seat = find_seat(word, names, whole=whole)
    if seat == CHANCE:
        raise NotationError(f"{quoted(word)} is not a player.", names[:3], instead=word)
    return seat


def find_viewer(word: str, names: Sequence[str]) -> Viewer:
    """Find a viewer: a player by whole name or number, or EVERYONE or BYSTANDER by the words in `VIEWERS`.

    A player with such a name takes precedence. The beginning of a name is not accepted: in another game it may mean
    another player, with other secrets. Raises NotationError.
    """
    if normalize(word) in VIEWERS and all(normalize(name) != normalize(word) for name in names):
        return VIEWERS[normalize(word)]
    seat = find_seat(word, names, tuple(VIEWERS), whole=True)
    if seat == CHANCE:
        raise NotationError("Chance has no seat.", names)
    return seat


def split_move(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """Split a text into the seat before the colon, None if there is none, and the move with single spaces.

    A colon without a space after it is part of the move. Raises NotationError for an unknown name, a text that is too
    long, or a name with a colon but no space.
    """
    if len(text) > limits.MOVE:
        raise NotationError(f"A move has at most {limits.MOVE:,} characters; this has {len(text):,}.")
    before, colon, after = text.partition(":")
    if not colon or after[:1].strip():
        if colon and normalize(before) in (
            "chance",
            *map(normalize, names),
        ):  # otherwise, the message would be about the move
            raise NotationError(f"Put a space after the colon: `{clipped(f'{before.strip()}: {after}')}`.")
        return None, " ".join(text.split())
    return find_seat(before.strip(), names), " ".join(after.split())


def move_of_seat(text: str, seat: int, actors: Sequence[int], names: Sequence[str]) -> str:
    """Return a text as a move of this seat, with the player's name in front.

    A text without a name is taken as this seat's move if it is its turn, or the game is over; else NotYours says whose
    turn it is. Raises NotYours for every move of others, always with the same message: whether such a move is possible
    would reveal what others hold. Raises NotationError for an unknown name.
    """
    named, move = split_move(text, names)
    if named is None and (seat in actors or not actors):
        named = seat
    if named is None:
        may = "chance is due" if CHANCE in actors else f"{join_words([names[actor] for actor in actors])} may act now"
        raise NotYours(f"It is not your turn: {may}.")
    if named != seat:
        raise NotYours(f"You can enter only moves of {names[seat]} here; moves of others are refused unread.")
    return f"{names[seat]}: {move}"


def missing_colon(text: str, names: Sequence[str]) -> str:
    """A hint for a text that begins with a player's whole name without a colon, `Anna pick 9`; else empty."""
    words = text.split()
    for name in names:
        n = len(name.split())
        if len(words) > n and normalize(" ".join(words[:n])) == normalize(name):
            meant = clipped(f"{name}: {' '.join(words[n:])}")
            return f"Put a colon after the player's name: `{meant}`."
    return ""


def actor_of(seat: int | None, actors: Sequence[int], names: Sequence[str], text: str) -> int:
    """The seat whose move a text is: the seat that it names, if any, or the only one that may act.

    Raises NotationError if the game is over, or several may act and none is named.
    """
    if seat is not None:
        return seat
    if len(actors) == 1:
        return actors[0]
    if not actors:
        raise NotationError("The game is over.")
    if colon := missing_colon(text, names):
        raise NotationError(colon)
    may = join_words([names[actor] for actor in actors])
    raise NotationError(f"{may} may act: name the player, as in `{names[actors[0]]}: MOVE`.")
