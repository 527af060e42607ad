"""The final scoring (VC-5), item by item; before the end of the game, as if it ended now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.cards import (
    LAST_CHARACTER,
    LAY_GEMS,
    NEIGHBOURS,
    PER_CARD,
    PER_CIRCLE,
    PER_SET,
    TUCK_FREE,
    TUCK_HAND,
    TUCK_TAKEN,
    label,
)
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import circles, neighbours, place_of, placed
from kronika.core.games.viceroy.state import END, Player, State

SET_VP = 12
ATTACK_VP = 4
ATTACK = "attack"
"""The part of the score sheet that counts the attack tokens behind the screens (VC-5.7)."""
SCORE_WORDS: Final = ("circles", "infinite gems", "laws", "VP tokens", "magic", "sets", ATTACK)
"""The words for the parts of the score sheet and for sources of points that are not cards."""

PARTS = ("circles", "infinite gems", "laws", "VP tokens", "magic", "sets", ATTACK)

_RATES = {
    PER_CARD: 1,
    TUCK_HAND: 5,
    TUCK_FREE: 3,
    PER_SET: 3,
    LAY_GEMS: 2,
    TUCK_TAKEN: 4,
    PER_CIRCLE: 1,
    **dict.fromkeys(NEIGHBOURS, 2),
}
"""By law with points at the end: the points for each thing that it counts (section 4)."""
_MAGIC_VALUES = {code: value for value, code in tokens.MAGIC_BONUS.items()}
_NOTES: Final[Mapping[int, Callable[..., str]]] = {
    PER_CARD: "{} placed + {} tucked".format,
    TUCK_HAND: "{} tucked x 5".format,
    TUCK_FREE: "level {} x 3".format,
    PER_SET: lambda n: f"{pluralize(n, 'set')} x 3",
    LAY_GEMS: lambda n: f"{pluralize(n, 'gem')} x 2",
    TUCK_TAKEN: "{} tucked x 4".format,
    PER_CIRCLE: lambda n, infinite: f"{pluralize(n, 'circle')} + {pluralize(infinite, 'infinite gem')}",
    **dict.fromkeys(NEIGHBOURS, lambda n: f"{pluralize(n, 'adjacent character')} x 2"),
}
"""By law with points at the end: how the score sheet explains the numbers that `_law_counts` finds."""


# -- what there is to score -------------------------------------------------------------------------------------


def circle_bonuses(player: Player) -> list[int]:
    """Return the sum of the circle bonus tokens of each colour, by colour index (VC-5.3)."""
    bonuses = [0, 0, 0, 0]
    for code in player.tokens[1::2]:
        if code in tokens.CIRCLE_BONUS_VALUES:
            colour, value = tokens.CIRCLE_BONUS_VALUES[code]
            bonuses[colour] += value
    return bonuses


def token_counts(player: Player) -> tuple[int, int, int]:
    """Return the numbers of defense, science and magic tokens."""
    count = player.tokens.count
    return count(tokens.DEFENSE), count(tokens.SCIENCE), count(tokens.MAGIC)


def sets(player: Player) -> int:
    """Return the number of complete sets of defense, science and magic (VC-5.6)."""
    return min(token_counts(player))


def infinite_gems(player: Player) -> list[tuple[int, int]]:
    """Return (card, colour index) of every infinite gem."""
    laid = player.tokens
    return [
        (laid[2 * at], tokens.gem_colour(code))
        for at, code in enumerate(laid[1::2])
        if tokens.INFINITE <= code < tokens.PLAIN
    ]


def _circle_values(player: Player) -> list[tuple[int, int, int, int, int]]:
    """Return (level, column, top card, colour index, bonus) of every one-colour circle (VC-5.3)."""
    bonus = circle_bonuses(player)
    return [
        (level, column, card, colour, bonus[colour]) for level, column, card, colour in circles(player) if colour >= 0
    ]


def _infinite_values(player: Player) -> list[tuple[int, int, int, int]]:
    """Return (level, card, colour index, bonus) of every infinite gem (VC-5.4)."""
    values = []
    bonus = circle_bonuses(player)
    for card, colour in infinite_gems(player):
        place = place_of(player, card)
        assert place is not None, "tokens lie on cards of the pyramid"
        values.append((place[0], card, colour, bonus[colour]))
    return values


def _law_values(player: Player) -> list[tuple[int, tuple[int, ...]]]:
    """Return (law, numbers of what it counts) of every law that scores: those at a place of the pyramid (VC-4.0)."""
    values = []
    for level, row in enumerate(player.rows, 1):
        for column, card in enumerate(row, player.left):
            if card in _RATES:
                values.append((card, _law_counts(player, card, level, column)))
    return values


def _law_counts(player: Player, law: int, level: int, column: int) -> tuple[int, ...]:
    """Return how many things a law pays for, in the order in which the score sheet explains them."""
    if law == PER_CARD:
        return sum(1 for _ in placed(player)), len(player.tucked) // 2
    if law in (TUCK_HAND, TUCK_TAKEN):
        return (player.tucked[::2].count(law),)
    if law == TUCK_FREE:
        return (level,)
    if law == PER_SET:
        return (sets(player),)
    if law == LAY_GEMS:
        # Infinite gems swapped onto it score as infinite gems; gems that left it score nothing.
        return (sum(1 for code in tokens.on(player.tokens, law) if tokens.PLAIN <= code < tokens.PLAIN + 4),)
    if law == PER_CIRCLE:
        return sum(1 for *_, colour in circles(player) if colour >= 0), len(infinite_gems(player))
    return (sum(1 for card in neighbours(player, level, column) if card <= LAST_CHARACTER),)


def _vp(player: Player) -> list[int]:
    """Return the values of the VP tokens (VC-5.5)."""
    return [code - tokens.VP for code in player.tokens[1::2] if code > tokens.VP]


def _magic_bonuses(player: Player) -> list[int]:
    """Return the values of the magic bonus tokens, sorted (VC-5.5)."""
    return sorted([_MAGIC_VALUES[code] for code in player.tokens[1::2] if code in _MAGIC_VALUES])


def _attacks(players: tuple[Player, ...], seat: int) -> int:
    """Return the number of attack tokens left with all opponents together (VC-5.7)."""
    return sum([player.attacks for player in players]) - players[seat].attacks


# -- the sums ---------------------------------------------------------------------------------------------------


@lru_cache(1024)  # a decision changes one player, and views and bots ask for all
def points(player: Player) -> int:
    """Return the points of items 1 to 6, which depend only on public things."""
    kinds = token_counts(player)
    return (
        sum([level + bonus for level, *_, bonus in _circle_values(player)])
        + sum([level + bonus for level, *_, bonus in _infinite_values(player)])
        + sum([_RATES[law] * sum(counts) for law, counts in _law_values(player)])
        + sum(_vp(player))
        + kinds[2] * sum(_magic_bonuses(player))
        + SET_VP * min(kinds)
    )


def penalty(players: tuple[Player, ...], seat: int) -> int:
    """Return the attack penalty, item 7: 0 or negative, since surplus defense gives nothing (VC-5.7, R-19)."""
    surplus = _attacks(players, seat) - players[seat].tokens.count(tokens.DEFENSE)
    return -ATTACK_VP * surplus if surplus > 0 else 0


def player_totals(players: tuple[Player, ...]) -> tuple[int, ...]:
    """Return the total of every seat for these players."""
    return tuple(points(player) + penalty(players, seat) for seat, player in enumerate(players))


def totals(state: State) -> tuple[int, ...]:
    """Return the total of every seat (VC-5.8)."""
    return player_totals(state.players)


def result(state: State) -> Result | None:
    """Return the result, or None while the game continues: the highest total wins, tied players share (VC-5.8)."""
    if state.phase != END:
        return None
    final = totals(state)
    ranking = rank([(points,) for points in final])
    shared = ("equal totals share the victory", "VC-5.8") if len(ranking[0]) > 1 else ("", "")
    return Result(final, ranking, "the twelfth round is over", "VC-5.1", *shared)


# -- the score sheet --------------------------------------------------------------------------------------------


def score(state: State) -> tuple[ScoreItem, ...]:
    """Return the seven items of the final scoring in their order, each for all seats (VC-5.9)."""
    items = [item for seat in range(len(state.players)) for item in _seat_items(state.players, seat)]
    return tuple(sorted(items, key=lambda item: PARTS.index(item.part)))


def _seat_items(players: tuple[Player, ...], seat: int) -> list[ScoreItem]:
    player = players[seat]
    return [
        *_circle_items(player, seat),
        *_infinite_items(player, seat),
        *_law_items(player, seat),
        *_token_items(player, seat),
        _attack_item(players, seat),
    ]


def _circle_items(player: Player, seat: int) -> list[ScoreItem]:
    return [
        ScoreItem(
            seat,
            "circles",
            f"{COLOURS[colour]} circle below {label(card)}",
            level + bonus,
            "VC-5.3",
            f"level {level} + bonus {bonus}, at {level}.{column}",
        )
        for level, column, card, colour, bonus in _circle_values(player)
    ]


def _infinite_items(player: Player, seat: int) -> list[ScoreItem]:
    return [
        ScoreItem(
            seat,
            "infinite gems",
            f"{COLOURS[colour]} infinite gem on {label(card)}",
            level + bonus,
            "VC-5.4",
            f"level {level} + bonus {bonus}",
        )
        for level, card, colour, bonus in _infinite_values(player)
    ]


def _law_items(player: Player, seat: int) -> list[ScoreItem]:
    return [
        ScoreItem(seat, "laws", label(law), _RATES[law] * sum(counts), f"VC-4.{law}", _NOTES[law](*counts))
        for law, counts in _law_values(player)
    ]


def _token_items(player: Player, seat: int) -> list[ScoreItem]:
    """Return the items for VP tokens, magic and sets (VC-5.5, VC-5.6)."""
    vp, bonuses, whole = _vp(player), _magic_bonuses(player), sets(player)
    defense, science, magic = token_counts(player)
    have = f"defense {defense}, science {science}, magic {magic}"
    return [
        ScoreItem(seat, "VP tokens", "VP tokens", sum(vp), "VC-5.5", " + ".join(map(str, sorted(vp))) or "none"),
        ScoreItem(seat, "magic", "magic", magic * sum(bonuses), "VC-5.5", f"{magic} magic x {_sum(bonuses)}"),
        ScoreItem(seat, "sets", "sets", SET_VP * whole, "VC-5.6", f"{pluralize(whole, 'set')} x {SET_VP}: {have}"),
    ]


def _sum(values: list[int]) -> str:
    return f"({' + '.join(map(str, values))})" if len(values) > 1 else str(sum(values))


def _attack_item(players: tuple[Player, ...], seat: int) -> ScoreItem:
    note = f"attack {_attacks(players, seat)} against defense {token_counts(players[seat])[0]}"
    return ScoreItem(seat, ATTACK, "attack", penalty(players, seat), "VC-5.7", note)
