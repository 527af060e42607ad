"""`[SEAT:] MOVE`: whose move a text is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics import limits
from kronika.core.basics.errors import NotationError, NotYours
from kronika.core.basics.text import clipped, close_matches, join_words, normalize, quoted, suggestion
from kronika.core.contract.game import BYSTANDER, CHANCE, EVERYONE, Viewer

VIEWERS: Final = {"everyone": EVERYONE, "bystander": BYSTANDER}
"""The words for those who look and have no seat."""


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The player's name, or `chance`."""
    return "chance" if seat == CHANCE else names[seat]


def viewer_name(viewer: int, names: Sequence[str]) -> str:
    """Who looks, in a sentence: the player's name, `a bystander`, `everyone`."""
    return {EVERYONE: "everyone", BYSTANDER: "a bystander"}.get(viewer) or names[viewer]


def find_seat(word: str, names: Sequence[str], others: Sequence[str] = ("chance",), *, whole: bool = False) -> int:
    """The seat that a name, the beginning of one name alone, a 0-based number or `chance` means.

    In data names are `whole`, for there a beginning is a mistake. `others` may have been meant too, where none is.
    Raises NotationError.
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
    """The seat of a player, who is not `chance`; see `find_seat`. Raises NotationError."""
    seat = find_seat(word, names, whole=whole)
    if seat == CHANCE:
        raise NotationError(f"{quoted(word)} is not a player.", names[:3], instead=word)
    return seat


def find_viewer(word: str, names: Sequence[str]) -> Viewer:
    """The player of this whole name, or EVERYONE or BYSTANDER for their words, unless a player is called so.

    A beginning will not do: in another game it may be somebody else's, who has other secrets. Raises NotationError.
    """
    if normalize(word) in VIEWERS and all(normalize(name) != normalize(word) for name in names):
        return VIEWERS[normalize(word)]
    seat = find_seat(word, names, tuple(VIEWERS), whole=True)
    if seat == CHANCE:
        raise NotationError("Chance is nobody's seat.", names)
    return seat


def split_move(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """The seat before the colon, if one is given, and the rest, its words parted by single spaces.

    A colon inside a move has no space after it. Raises NotationError.
    """
    if len(text) > limits.MOVE:
        raise NotationError(f"A move has at most {limits.MOVE:,} characters; this has {len(text):,}.")
    before, colon, after = text.partition(":")
    if not colon or after[:1].strip():
        if colon and normalize(before) in (
            "chance",
            *map(normalize, names),
        ):  # else the message would be about the move
            raise NotationError(f"A space follows the colon behind a name: `{clipped(f'{before.strip()}: {after}')}`.")
        return None, " ".join(text.split())
    return find_seat(before.strip(), names), " ".join(after.split())


def move_of_seat(text: str, seat: int, actors: Sequence[int], names: Sequence[str]) -> str:
    """The text as a move of this seat, with its name; without one it is of whose turn it is.

    Raises NotYours for what anybody else does, in one sentence: whether it could be done tells what that one holds.
    NotationError for a name that nobody has.
    """
    named, move = split_move(text, names)
    if named is None and (seat in actors or not actors):
        named = seat
    if named != seat:
        raise NotYours(f"Moves of {names[seat]} are entered here; what anybody else does is refused unread.")
    return f"{names[seat]}: {move}"


def missing_colon(text: str, names: Sequence[str]) -> str:
    """How a name is written, where a text begins with a player's whole name and no colon, `Anna pick 9`; or empty."""
    words = text.split()
    for name in names:
        n = len(name.split())
        if len(words) > n and normalize(" ".join(words[:n])) == normalize(name):
            meant = clipped(f"{name}: {' '.join(words[n:])}")
            return f"A colon stands behind a player's name: `{meant}`."
    return ""


def actor_of(seat: int | None, actors: Sequence[int], names: Sequence[str], text: str) -> int:
    """Whose move a text is: of the seat that is named, or of the only one that may act. Raises NotationError."""
    if seat is not None:
        return seat
    if len(actors) == 1:
        return actors[0]
    if not actors:
        raise NotationError("The game is over.")
    if colon := missing_colon(text, names):
        raise NotationError(colon)
    may = join_words([names[actor] for actor in actors])
    raise NotationError(f"{may} may act: say who, as in `{names[actors[0]]}: MOVE`.")
