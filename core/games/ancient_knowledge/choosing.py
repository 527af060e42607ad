"""Choosing several cards, all at once or one by one, in the order of AK-5.4."""

from __future__ import annotations

from kronika.core.errors import IllegalAction
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, in_order
from kronika.core.words import count


def next_cards(pool: bytes, chosen: bytes, left: int, exact: bool) -> bytes:
    """The cards that can be chosen next: behind the last one in the order of AK-5.4, so that each set has one way.

    `exact`: only those after which the required number can still be reached.
    """
    rest = _behind(pool, chosen) if chosen else pool
    return rest[: max(len(rest) - left + 1, 0)] if exact else rest


def _behind(pool: bytes, chosen: bytes) -> bytes:
    """The cards behind the last chosen one; the chosen ones are in the pool."""
    return pool[pool.index(chosen[-1]) + 1 :]


def check_cards(
    cards: tuple[str, ...], pool: bytes, chosen: bytes, left: int, exact: bool, rule: str, why: str
) -> None:
    """Raises IllegalAction unless these cards can be chosen now, all at once.

    `pool` are the sorted cards to choose from; `why` completes "C5 Ellora Caves …" for a card that is not among them.
    """
    if len(cards) > left:
        raise IllegalAction(rule, f"{count(left, 'card')} to choose, not {len(cards)}.", {"left": left})
    if len(cards) > 1 and len(set(cards)) < len(cards):
        raise IllegalAction(rule, "A card is named twice: there is one of each.", {"cards": list(cards)})
    highest = 0
    for card in cards:
        code = CODES[card]
        if code not in pool:
            raise IllegalAction(rule, f"{label(code)} {why}.")
        if chosen and code <= chosen[-1]:
            said = "is chosen already" if code in chosen else f"comes before {label(chosen[-1])} in the order of cards"
            raise IllegalAction("AK-5.4", f"{label(code)} {said}: cards chosen one by one go from C1 to A36.")
        if code > highest:
            highest = code
    rest = left - len(cards)
    if exact and rest and len(pool) - pool.index(highest) - 1 < rest:
        reason = f"After {label(highest)} there are not {rest} more cards in the order of cards: name all at once."
        raise IllegalAction("AK-5.4", reason, {"left": rest})


def join(chosen: bytes, cards: tuple[str, ...]) -> bytes:
    """The chosen cards and these, which all come behind them, sorted."""
    return chosen + in_order(cards)


def only_way(pool: bytes, chosen: bytes, left: int) -> bytes | None:
    """All cards chosen in the end if there is but one way to go on (AK-6.13), else None."""
    if not left:
        return chosen
    rest = _behind(pool, chosen) if chosen else pool
    return chosen + rest if len(rest) == left else None
