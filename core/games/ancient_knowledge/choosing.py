"""The choice of several cards, all at once or one by one (AK-8.3)."""

from __future__ import annotations

from typing import NamedTuple

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words, pluralize
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, in_order


def chosen_by(step: steps.Step | None, seat: int) -> bytes:
    """The cards that a seat has chosen so far in a step that takes them one by one."""
    match step:
        case steps.Keep() | steps.Forced():
            return step.chosen[seat]
        case steps.Pay() | steps.HandDiscard() | steps.ArtifactDiscard():
            return step.chosen if step.seat == seat else b""
    return b""


class Choice(NamedTuple):
    """The progress of a choice of several cards.

    `pool` are the cards to choose from, `chosen` those chosen already; both are sorted. `left` is the number that can
    still be chosen. If the choice is `exact`, all of them must be chosen. If it is `free`, cards come in any order; if
    not, in that of AK-5.4, so that each set can be chosen in one way only.
    """

    pool: bytes
    chosen: bytes
    left: int
    exact: bool
    free: bool

    @property
    def open(self) -> bytes:
        """The cards that can be chosen next.

        In a fixed order, cards after which too few would be left are omitted.
        """
        if self.free:
            return self.pool.translate(None, self.chosen)
        rest = self._behind
        return rest[: max(len(rest) - self.left + 1, 0)] if self.exact else rest

    @property
    def _behind(self) -> bytes:
        """The cards after the last chosen one in the order of AK-5.4."""
        return self.pool[self.pool.index(self.chosen[-1]) + 1 :] if self.chosen else self.pool

    @property
    def only_way(self) -> bytes | None:
        """All cards chosen in the end if there is only one way to continue (AK-6.13), else None.

        A free choice that has begun ends only with its last card, since the size of the pool may be a secret (AK-8.3).
        """
        if not self.left:
            return self.chosen
        if self.free and self.chosen:
            return None
        rest = self._behind
        return self.chosen + rest if len(rest) == self.left else None

    def after(self, cards: tuple[str, ...]) -> bytes:
        """Return all cards chosen, sorted, once these are chosen as well. The cards must have been checked."""
        if not self.free or not self.chosen:
            return self.chosen + in_order(cards)
        return bytes(sorted({*self.chosen, *in_order(cards)}))

    def check(self, cards: tuple[str, ...], rule: str, why: str) -> None:
        """Raise IllegalAction unless these cards can be chosen now, all at once.

        In a free choice, cards that are chosen already may be named again together with others. `why` completes the
        message "C5 Ellora Caves …" for a card that is not in the pool.
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
        """Return the number of cards still to choose: `2 cards to choose`, `1 card to choose besides the 5 chosen`."""
        return f"{pluralize(self.left, 'card')} to choose" + (
            f" besides the {len(self.chosen)} chosen" if self.chosen else ""
        )

    def _check_order(self, codes: bytes) -> None:
        """Raise IllegalAction for cards that come before the last chosen one, or after which too few are left."""
        lowest, highest = codes[0], codes[-1]
        if self.chosen and lowest <= self.chosen[-1]:
            last = label(self.chosen[-1])
            said = "is chosen already" if lowest in self.chosen else f"comes before {last}"
            raise IllegalAction(
                "AK-8.3", f"{label(lowest)} {said}: in this log cards chosen one by one go from C1 to A36."
            )
        rest = self.left - len(codes)
        if self.exact and rest and len(self.pool) - self.pool.index(highest) - 1 < rest:
            reason = f"After {label(highest)} fewer than {rest} cards are left in the order of cards: name all at once."
            raise IllegalAction("AK-8.3", reason, {"left": rest})


def _listed(cards: bytes) -> str:
    return join_words([label(card) for card in cards])
