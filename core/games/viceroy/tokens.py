"""Tokens and gems that lie on cards of a pyramid.

All tokens of a pyramid are stored as one `bytes` of pairs (card, token code), sorted. Card numbers and token codes
never overlap, so `count` counts tokens and `translate` changes them. Attack tokens are not stored here: they lie behind
the screen.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Final, Literal, get_args

Token = Literal[
    "magic",
    "science",
    "defense",
    "magic+2",
    "magic+3",
    "magic+5",
    "blue+2",
    "red+2",
    "green+2",
    "yellow+2",
    "blue+4",
    "red+4",
    "green+4",
    "yellow+4",
    "infinite-blue",
    "infinite-red",
    "infinite-green",
    "infinite-yellow",
    "used-blue",
    "used-red",
    "used-green",
    "used-yellow",
    "gem-blue",
    "gem-red",
    "gem-green",
    "gem-yellow",
    "2vp",
    "3vp",
    "4vp",
    "5vp",
    "6vp",
    "7vp",
    "8vp",
    "10vp",
    "12vp",
    "15vp",
]
"""The names of tokens and gems on cards.

`magic+2` is a magic bonus, `blue+2` a circle bonus, `infinite-blue` an infinite gem, `used-blue` an infinite gem used
in this building phase, `gem-blue` a plain gem, and `2vp` a VP token.
"""

MAGIC: Final = 100
SCIENCE: Final = 101
DEFENSE: Final = 102
MAGIC_BONUS: Final = {2: 103, 3: 104, 5: 105}
CIRCLE_BONUS: Final = {2: 106, 4: 110}
"""By value: the code of the blue circle bonus token; the codes of the other colours follow it."""
CIRCLE_BONUS_VALUES: Final = {code + colour: (colour, n) for n, code in CIRCLE_BONUS.items() for colour in range(4)}
"""By code of a circle bonus token: its colour index and value."""
INFINITE: Final = 114
USED: Final = 118
PLAIN: Final = 122
"""The codes of the blue infinite gem, used infinite gem and plain gem; the codes of the other colours follow each."""
VP: Final = 128
"""The code of a VP token is `VP` plus its value."""
VP_VALUES: Final = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15)

TOKEN_NAMES: Final[dict[int, Token]] = dict(
    zip([*range(MAGIC, PLAIN + 4), *(VP + value for value in VP_VALUES)], get_args(Token), strict=True)
)
TOKEN_CODES: Final[dict[str, int]] = {name: code for code, name in TOKEN_NAMES.items()}

_REST = bytes.maketrans(bytes(range(USED, USED + 4)), bytes(range(INFINITE, INFINITE + 4)))


def names(codes: Iterable[int]) -> tuple[Token, ...]:
    """Return the names of token codes."""
    return tuple(TOKEN_NAMES[code] for code in codes)


def pairs(flat: bytes) -> list[tuple[int, int]]:
    """Return the pairs of a flat sequence."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def flat(of: Iterable[tuple[int, int]]) -> bytes:
    """Return pairs as a flat sequence, sorted."""
    return bytes(value for pair in sorted(of) for value in pair)


def add(tokens: bytes, card: int, code: int, n: int = 1) -> bytes:
    """Return the tokens with `n` more of this code on `card`."""
    cards = tokens[::2]
    at = 2 * bisect(cards, card)
    while at and tokens[at - 2] == card and tokens[at - 1] > code:
        at -= 2
    return tokens[:at] + bytes((card, code)) * n + tokens[at:]


def remove(tokens: bytes, card: int, code: int) -> bytes:
    """Return the tokens without one of this code on `card`.

    Raises ValueError if no such token lies there.
    """
    at = pairs(tokens).index((card, code)) * 2
    return tokens[:at] + tokens[at + 2 :]


def on(tokens: bytes, card: int) -> bytes:
    """Return the codes of the tokens on `card`, sorted."""
    return bytes(code for owner, code in pairs(tokens) if owner == card)


def move(flat_pairs: bytes, card: int, to: int) -> bytes:
    """Return the pairs with everything that belongs to `card` moved to the card `to`."""
    if card not in flat_pairs[::2]:
        return flat_pairs
    return flat((to if owner == card else owner, value) for owner, value in pairs(flat_pairs))


def rest(tokens: bytes) -> bytes:
    """Return the tokens with all infinite gems unused again."""
    rested = tokens.translate(_REST)
    return tokens if rested == tokens else flat(pairs(rested))


def is_infinite(code: int) -> bool:
    """Whether a token is an infinite gem, used or unused."""
    return INFINITE <= code < USED + 4


def gem_colour(code: int) -> int:
    """Return the colour index of a gem on a card, infinite or plain; -1 for a token."""
    return (code - INFINITE) % 4 if INFINITE <= code < PLAIN + 4 else -1


def copy_of(code: int) -> int:
    """Return the code of a new token identical to this one; the copy of an infinite gem is unused (R-16)."""
    return code - USED + INFINITE if USED <= code < USED + 4 else code
