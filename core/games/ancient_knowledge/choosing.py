"""Choosing several cards, all at once or one by one (AK-8.3)."""

from __future__ import annotations

from typing import NamedTuple

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words, pluralize
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, in_order


class Choice(NamedTuple):
    """How far a choice of several cards is.

    `pool` are the sorted cards to choose from, `chosen` those chosen already, sorted; `left` is how many more there can
    be. `exact`: so many there must be. `free`: in any order; else in that of AK-5.4, so that each set has one way.
    """

    pool: bytes
    chosen: bytes
    left: int
    exact: bool
    free: bool

    @property
    def open(self) -> bytes:
        """The cards that can be chosen next; of those in order only such after which enough are left."""
        if self.free:
            return self.pool.translate(None, self.chosen)
        rest = self._behind
        return rest[: max(len(rest) - self.left + 1, 0)] if self.exact else rest

    @property
    def _behind(self) -> bytes:
        """The cards behind the last chosen one in the order of AK-5.4."""
        return self.pool[self.pool.index(self.chosen[-1]) + 1 :] if self.chosen else self.pool

    @property
    def only_way(self) -> bytes | None:
        """All cards chosen in the end if there is but one way to go on (AK-6.13), else None.

        What is chosen freely ends with its last card: how many there are in the pool may be a secret (AK-8.3).
        """
        if not self.left:
            return self.chosen
        if self.free and self.chosen:
            return None
        rest = self._behind
        return self.chosen + rest if len(rest) == self.left else None

    def after(self, cards: tuple[str, ...]) -> bytes:
        """All cards chosen when these have been checked and are chosen as well, sorted."""
        if not self.free or not self.chosen:
            return self.chosen + in_order(cards)
        return bytes(sorted({*self.chosen, *in_order(cards)}))

    def check(self, cards: tuple[str, ...], rule: str, why: str) -> None:
        """Raises IllegalAction unless these cards can be chosen now, all at once.

        Cards chosen freely may be named again with others. `why` completes "C5 Ellora Caves …" for a card that is not
        in the pool.
        """
        new = [card for card in cards if CODES[card] not in self.chosen] if self.free else cards
        if len(new) > self.left:
            raise IllegalAction(rule, f"{self._due()}, not {len(new)}.", {"left": self.left})
        if len(cards) > 1 and len(set(cards)) < len(cards):
            raise IllegalAction(rule, "A card is named twice: there is one of each.", {"cards": list(cards)})
        for card in cards:
            if CODES[card] not in self.pool:
                raise IllegalAction(rule, f"{label(CODES[card])} {why}.")
        if cards and not new:
            raise IllegalAction(
                rule, f"{_listed(in_order(cards))} {'is' if len(cards) == 1 else 'are'} chosen already."
            )
        if cards and not self.free:
            self._check_order(in_order(cards))

    def _due(self) -> str:
        """How many are due: `2 cards to choose`, `1 card to choose besides the 5 chosen`."""
        return f"{pluralize(self.left, 'card')} to choose" + (
            f" besides the {len(self.chosen)} chosen" if self.chosen else ""
        )

    def _check_order(self, codes: bytes) -> None:
        """Raises IllegalAction for cards that do not come behind the chosen ones, or leave too few behind them."""
        lowest, highest = codes[0], codes[-1]
        if self.chosen and lowest <= self.chosen[-1]:
            last = label(self.chosen[-1])
            said = "is chosen already" if lowest in self.chosen else f"comes before {last}"
            raise IllegalAction(
                "AK-8.3", f"{label(lowest)} {said}: in this log cards chosen one by one go from C1 to A36."
            )
        rest = self.left - len(codes)
        if self.exact and rest and len(self.pool) - self.pool.index(highest) - 1 < rest:
            reason = f"After {label(highest)} there are not {rest} more cards in the order of cards: name all at once."
            raise IllegalAction("AK-8.3", reason, {"left": rest})


def _listed(cards: bytes) -> str:
    return join_words([label(card) for card in cards])
