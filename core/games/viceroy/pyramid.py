"""The geometry of a pyramid (VC-3.1 to VC-3.6).

Places are (level, column): levels count from 1, columns are as in VC-3.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from kronika.core.games.viceroy.cards import BOTTOM, LAST_CARD, LAST_CHARACTER, NO_CARD, ONE_CARD, TOP_LEFT, TOP_RIGHT
from kronika.core.games.viceroy.state import Options, Player, Rows

LEVELS = 5
TOP_LAW_LEVEL = 4

Place = tuple[int, int]


def card_at(player: Player, level: int, column: int) -> int:
    """Return the card at a place, 0 if there is none."""
    row = player.rows[level - 1]
    at = column - player.left
    return row[at] if 0 <= at < len(row) else 0


def placed(player: Player) -> Iterator[tuple[int, int, int]]:
    """Yield every card of the pyramid as (level, column, card), from the bottom up and left to right."""
    for level, row in enumerate(player.rows, 1):
        for column, card in enumerate(row, player.left):
            if card:
                yield level, column, card


def is_placed(player: Player, card: int) -> bool:
    """Whether a card lies at a place of the pyramid, not tucked."""
    return card in b"".join(player.rows)


def place_of(player: Player, card: int) -> Place | None:
    """Return the place of a card, or None if it is not at a place of the pyramid."""
    if card:
        for level, row in enumerate(player.rows, 1):
            if card in row:
                return level, player.left + row.index(card)
    return None


def height(player: Player) -> int:
    """Return the highest occupied level, 0 for an empty pyramid."""
    return sum(1 for row in player.rows if row)


def lowest_number(player: Player) -> int:
    """Return the lowest card number in the pyramid, which is its owner's priority (VC-2.2).

    Tucked cards do not count (R-9). An empty pyramid has a number above all cards.
    """
    return min(b"".join(player.rows).replace(b"\0", b""), default=LAST_CARD + 1)


# -- places -----------------------------------------------------------------------------------------------------


def is_open(player: Player, level: int, column: int) -> bool:
    """Whether a card may be laid at a place, leaving its cost aside (VC-3.2)."""
    at = column - player.left
    if level == 1:
        return at == -1 or at == len(player.rows[0])
    row, below = player.rows[level - 1], player.rows[level - 2]
    if not 0 <= at < len(below) - 1 or not below[at] or not below[at + 1]:
        return False
    return at >= len(row) or not row[at]


def open_places(player: Player, top: int) -> Iterator[Place]:
    """Yield every open place up to level `top`: both ends of level 1, then upwards and left to right (VC-3.2)."""
    rows, left = player.rows, player.left
    yield 1, left - 1
    yield 1, left + len(rows[0])
    for level in range(2, top + 1):
        below, row = rows[level - 2], rows[level - 1]
        for at in range(len(below) - 1):
            if below[at] and below[at + 1] and (at >= len(row) or not row[at]):
                yield level, left + at


def with_card(player: Player, level: int, column: int, card: int) -> tuple[int, Rows]:
    """Return `left` and `rows` of the pyramid with a card at a place, whether the place is open or not."""
    rows, left = [*player.rows], player.left
    if column < left:
        gap = b"\0" * (left - column)
        rows = [gap + row if row else row for row in rows]
        left = column
    row, at = rows[level - 1], column - left
    rows[level - 1] = row[:at].ljust(at, NO_CARD) + ONE_CARD[card] + row[at + 1 :]
    return left, tuple(rows)


def without_card(player: Player, level: int, column: int) -> tuple[int, Rows]:
    """Return `left` and `rows` of the pyramid without the card at a place."""
    at = column - player.left
    row = player.rows[level - 1]
    row = (row[:at] + b"\0" + row[at + 1 :]).rstrip(b"\0")
    rows = (*player.rows[: level - 1], row, *player.rows[level:])
    gone = len(rows[0]) - len(rows[0].lstrip(b"\0"))
    return player.left + gone, tuple(row[gone:] for row in rows)


def neighbours(player: Player, level: int, column: int) -> list[int]:
    """Return the cards adjacent to a place, at most 6 (VC-3.5)."""
    beside = [(level, column - 1), (level, column + 1)]
    below = [(level - 1, column), (level - 1, column + 1)] if level > 1 else []
    above = [(level + 1, column - 1), (level + 1, column)] if level < LEVELS else []
    found = (card_at(player, *place) for place in (*beside, *below, *above))
    return [card for card in found if card]


def rests_on(player: Player, level: int, column: int) -> bool:
    """Whether a card rests on the card at a place."""
    return level < LEVELS and bool(card_at(player, level + 1, column - 1) or card_at(player, level + 1, column))


def free_cards(player: Player, options: Options) -> list[int]:
    """Return the free cards, from the bottom up and left to right (VC-3.6, R-29)."""
    top = height(player)
    found = []
    for level, row in enumerate(player.rows, 1):
        ends = (player.left + len(row) - len(row.lstrip(b"\0")), player.left + len(row) - 1)
        whole = level == top and (top > 1 or options.free_base)
        for column, card in enumerate(row, player.left):
            free = card and (whole or column in ends) and not rests_on(player, level, column)
            if free and card not in player.tucked[::2]:
                found.append(card)
    return found


def characters(player: Player) -> list[int]:
    """Return the characters in the pyramid, from the bottom up and left to right."""
    return [card for row in player.rows for card in row if 0 < card <= LAST_CHARACTER]


# -- circles ----------------------------------------------------------------------------------------------------


def segments(player: Player, level: int, column: int) -> tuple[int, int, int, int]:
    """Return the colour indices of the four segments of the circle whose top card lies at a place (VC-3.3).

    The first two are the half circle of the top card, then come the corners of the left and the right support.
    """
    at, below = column - player.left, player.rows[level - 2]
    bottom = BOTTOM[player.rows[level - 1][at]]
    return bottom, bottom, TOP_RIGHT[below[at]], TOP_LEFT[below[at + 1]]


def circle_colour(player: Player, level: int, column: int) -> int:
    """Return the colour index of the circle whose top card lies at a place, as printed; -1 if it is mixed."""
    colour, _, left, right = segments(player, level, column)
    return colour if colour == left == right else -1


def all_segments(player: Player) -> Iterator[tuple[int, int, int, tuple[int, int, int, int]]]:
    """Yield (level, column, top card, segments) of every circle, from the bottom up and left to right."""
    left, below = player.left, player.rows[0]
    for level, row in enumerate(player.rows[1:], 2):
        if not row:
            return
        for at, card in enumerate(row):
            if card:
                bottom = BOTTOM[card]
                yield level, left + at, card, (bottom, bottom, TOP_RIGHT[below[at]], TOP_LEFT[below[at + 1]])
        below = row


def circles(player: Player) -> Iterator[tuple[int, int, int, int]]:
    """Yield (level, column, top card, colour index) of every circle as it is now, recoloured or not; -1 if mixed."""
    painted = dict(zip(player.paint[::2], player.paint[1::2], strict=True)) if player.paint else {}
    for level, column, card, (colour, _, left, right) in all_segments(player):
        yield level, column, card, painted.get(card, colour if colour == left == right else -1)
