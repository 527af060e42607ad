"""The final scoring (VC-5), item by item; before the end, what it would be if the game ended now."""

from __future__ import annotations

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
from kronika.core.outcome import Outcome, ScoreItem, rank
from kronika.core.words import count

SET_VP = 12
ATTACK_VP = 4
ENDGAME_LAWS = (PER_CARD, TUCK_HAND, TUCK_FREE, PER_SET, LAY_GEMS, TUCK_TAKEN, PER_CIRCLE, *NEIGHBOURS)


def circle_bonus(player: Player, colour: int) -> int:
    """The sum of the circle bonus tokens of a colour (VC-5.3)."""
    codes = player.tokens[1::2]
    return sum(value * codes.count(code + colour) for value, code in tokens.CIRCLE_BONUS.items())


def token_counts(player: Player) -> tuple[int, int, int]:
    """Defense, science and magic tokens."""
    codes = player.tokens[1::2]
    return codes.count(tokens.DEFENSE), codes.count(tokens.SCIENCE), codes.count(tokens.MAGIC)


def sets(player: Player) -> int:
    """Complete sets of defense, science and magic (VC-5.6)."""
    return min(token_counts(player))


def infinite_gems(player: Player) -> list[tuple[int, int]]:
    """(card, colour index) of every infinite gem."""
    found = ((card, tokens.infinite_colour(code)) for card, code in tokens.pairs(player.tokens))
    return [(card, colour) for card, colour in found if colour >= 0]


def score(state: State) -> tuple[ScoreItem, ...]:
    """The seven items of every seat in the order of the final scoring (VC-5.9)."""
    return tuple(item for seat in range(len(state.players)) for item in _seat_items(state.players, seat))


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
    """VC-5.3."""
    items = []
    for level, column, card, colour in circles(player):
        if colour >= 0:
            bonus = circle_bonus(player, colour)
            source = f"{COLOURS[colour]} circle below {label(card)}"
            note = f"level {level} + bonus {bonus}, at {level}.{column}"
            items.append(ScoreItem(seat, "circles", source, level + bonus, "VC-5.3", note))
    return items


def _infinite_items(player: Player, seat: int) -> list[ScoreItem]:
    """VC-5.4."""
    items = []
    for card, colour in infinite_gems(player):
        place = place_of(player, card)
        assert place is not None, "tokens lie on cards of the pyramid"
        bonus = circle_bonus(player, colour)
        source = f"{COLOURS[colour]} infinite gem on {label(card)}"
        note = f"level {place[0]} + bonus {bonus}"
        items.append(ScoreItem(seat, "infinite gems", source, place[0] + bonus, "VC-5.4", note))
    return items


def _law_items(player: Player, seat: int) -> list[ScoreItem]:
    """Endgame points of laws in a pyramid position (VC-4.0)."""
    return [
        ScoreItem(seat, "laws", label(card), *_law_value(player, card, level, column))
        for level, column, card in placed(player)
        if card in ENDGAME_LAWS
    ]


def _law_value(player: Player, law: int, level: int, column: int) -> tuple[int, str, str]:
    """Points, rule and reckoning of one law."""
    rule = f"VC-4.{law}"
    tucked = player.tucked[::2].count(law)
    if law == PER_CARD:
        cards, under = sum(1 for _ in placed(player)), len(player.tucked) // 2
        return cards + under, rule, f"{cards} placed + {under} tucked"
    if law == TUCK_HAND:
        return 5 * tucked, rule, f"{count(tucked, 'card')} tucked x 5"
    if law == TUCK_TAKEN:
        return 4 * tucked, rule, f"{count(tucked, 'card')} tucked x 4"
    if law == TUCK_FREE:
        return 3 * level, rule, f"level {level} x 3"
    if law == PER_SET:
        return 3 * sets(player), rule, f"{count(sets(player), 'set')} x 3"
    if law == LAY_GEMS:
        # Infinite gems swapped onto it score as such, gems that left it nothing.
        gems = sum(1 for code in tokens.on(player.tokens, law) if tokens.PLAIN <= code < tokens.PLAIN + 4)
        return 2 * gems, rule, f"{count(gems, 'gem')} x 2"
    if law == PER_CIRCLE:
        whole = sum(1 for *_, colour in circles(player) if colour >= 0)
        gems = len(infinite_gems(player))
        return whole + gems, rule, f"{count(whole, 'circle')} + {count(gems, 'infinite gem')}"
    beside = sum(1 for card in neighbours(player, level, column) if card <= LAST_CHARACTER)
    return 2 * beside, rule, f"{count(beside, 'adjacent character')} x 2"


def _token_items(player: Player, seat: int) -> list[ScoreItem]:
    """Power points, magic and sets (VC-5.5, VC-5.6)."""
    codes = player.tokens[1::2]
    vp = [code - tokens.VP for code in codes if code > tokens.VP]
    defense, science, magic = token_counts(player)
    bonuses = [value for value, code in tokens.MAGIC_BONUS.items() for _ in range(codes.count(code))]
    whole = sets(player)
    return [
        ScoreItem(seat, "VP tokens", "VP tokens", sum(vp), "VC-5.5", " + ".join(map(str, sorted(vp))) or "none"),
        ScoreItem(seat, "magic", "magic", magic * sum(bonuses), "VC-5.5", f"{magic} magic x {_sum(bonuses)}"),
        ScoreItem(
            seat,
            "sets",
            "sets",
            SET_VP * whole,
            "VC-5.6",
            f"{count(whole, 'set')} x {SET_VP}: defense {defense}, science {science}, magic {magic}",
        ),
    ]


def _sum(values: list[int]) -> str:
    return f"({' + '.join(map(str, values))})" if len(values) > 1 else str(sum(values))


def _attack_item(players: tuple[Player, ...], seat: int) -> ScoreItem:
    """The penalty (VC-5.7); surplus defense gives nothing (R-19)."""
    attacks = sum(player.attacks for other, player in enumerate(players) if other != seat)
    defense = token_counts(players[seat])[0]
    points = -ATTACK_VP * max(0, attacks - defense)
    return ScoreItem(seat, "attack", "attack", points, "VC-5.7", f"attack {attacks} against defense {defense}")


def player_totals(players: tuple[Player, ...]) -> tuple[int, ...]:
    """The total of every seat."""
    return tuple(sum(item.points for item in _seat_items(players, seat)) for seat in range(len(players)))


def public_points(state: State) -> tuple[int, ...]:
    """The points that everybody can count, by seat: all but the attack penalty."""
    return tuple(
        sum(item.points for item in _seat_items(state.players, seat)[:-1]) for seat in range(len(state.players))
    )


def totals(state: State) -> tuple[int, ...]:
    """The total of every seat (VC-5.8)."""
    return player_totals(state.players)


def outcome(state: State) -> Outcome | None:
    """The highest total wins; equal totals share the victory (VC-5.8)."""
    if state.phase != END:
        return None
    final = totals(state)
    ranking = rank([(points,) for points in final])
    shared = ("equal totals share the victory", "VC-5.8") if len(ranking[0]) > 1 else ("", "")
    return Outcome(final, ranking, "the twelfth round is over", "VC-5.1", *shared)
