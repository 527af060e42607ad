"""The facts that an archive reports about a game, and those of them that are met at a point of the search."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.core.games.ancient_knowledge.state import State
from kronika.logs.imports.bga.ancient.facts import ANYBODY, Fact
from kronika.logs.imports.bga.ancient.needs import Need, meets

OPTIONAL: Final = frozenset(("aside", "rest"))
"""Keys of facts that no effect has to meet: they show the cards that a player looked at."""
LATE: Final = 1 << 30
"""A place after all facts."""
Key = tuple[str, int]
Heads = Mapping[Key, tuple[int, frozenset[int]]]
"""By key: the number of facts met from the start, and the positions of facts met beyond them."""


class Told:
    """All facts in their order, with a queue for each key, which is the kind of a fact and its seat.

    With `in_order` all facts must be met in their order, without it only those of one key. With `strictly` their claims
    must also be right. `witness` saw them; None if they have every card. With `to_end` the game must be over after the
    facts.
    """

    def __init__(
        self,
        facts: Sequence[Fact],
        *,
        in_order: bool = False,
        strictly: bool = False,
        witness: Viewer = None,
        to_end: bool = False,
    ) -> None:
        self.facts, self.in_order, self.strictly, self.witness = facts, in_order, strictly, witness
        self.to_end = to_end
        self.queues: dict[Key, list[int]] = {}
        self._of_cards: dict[str, list[int]] = {}
        for place, fact in enumerate(facts):
            self.queues.setdefault((fact.key, fact.seat), []).append(place)
            for card in fact.cards:
                self._of_cards.setdefault(card, []).append(place)
        self._opened: tuple[Heads | None, int] = (None, LATE)
        """The last answer of `open_place`: the same heads are asked about for each card."""
        self.revealed = frozenset(_revealed(facts))
        """The places of artifacts that T22 creates, which come from no hand."""

    def hides(self, seat: int) -> bool:
        """Whether the cards of a seat are not reported where only their player sees them."""
        return self.witness is not None and self.witness != seat

    def next_of(self, heads: Heads, card: str) -> int | None:
        """The place of the next fact with a card; None if there is none."""
        places = self._of_cards.get(card, [])
        first = bisect_left(places, self.open_place(heads))
        return next((place for place in places[first:] if not self._is_met(heads, place)), None)

    def _is_met(self, heads: Heads, place: int) -> bool:
        key = (self.facts[place].key, self.facts[place].seat)
        met, beyond = heads.get(key, (0, frozenset()))
        at = bisect_left(self.queues[key], place)
        return at < met or at in beyond

    def left(self, heads: Heads, key: Key, since: int = -1) -> Iterator[int]:
        """The places of the facts of a key that are not yet met; those of OPTIONAL up to `since` do not count."""
        met, beyond = heads.get(key, (0, frozenset()))
        queue = self.queues.get(key, [])
        for at in range(met, len(queue)):
            if at not in beyond and (key[0] not in OPTIONAL or queue[at] > since):
                yield queue[at]

    def open_place(self, heads: Heads) -> int:
        """The place of the first fact that is not met; LATE if all are met."""
        if self._opened[0] is not heads:
            places = [next(self.left(heads, key), LATE) for key in self.queues if key[0] not in OPTIONAL]
            self._opened = heads, min(places, default=LATE)
        return self._opened[1]

    def next_action(self, heads: Heads) -> int:
        """The place of the next action; LATE if there is none."""
        keys = [key for key in self.queues if key[0] == "action"]
        return min((next(self.left(heads, key), LATE) for key in keys), default=LATE)

    def meet(self, heads: Heads, need: Need, since: int) -> tuple[Heads, int] | None:
        """The heads after one of the next facts of its key meets a need, and the place of that fact; None if none does.

        Facts after the next action can't have happened before it.
        """
        key, first, last = (need.key, need.seat), None, self.next_action(heads)
        if self.in_order and (opened := self.open_place(heads)) != LATE:
            first = self.facts[opened]
        for place in self.left(heads, key, since):
            fact = self.facts[place]
            first = first or fact
            if fact.notice is not first.notice or place > last:
                return None
            if meets(fact, need, strictly=self.strictly):
                return self.after(heads, place), place
        return None

    def after(self, heads: Heads, place: int) -> Heads:
        """The heads after the fact at a place is met, too."""
        key = (self.facts[place].key, self.facts[place].seat)
        met, beyond = heads.get(key, (0, frozenset()))
        now = beyond | {bisect_left(self.queues[key], place)}
        while met in now:
            now -= {met}
            met += 1
        return {**heads, key: (met, now)}

    def again(self, heads: Heads, need: Need) -> int | None:
        """The place of the last fact met, if its knowledge is removed in one more step; None if it is not that."""
        key = (need.key, need.seat)
        if need.key != "remove" or key not in self.queues:
            return None
        met, beyond = heads.get(key, (0, frozenset()))
        last = [self.queues[key][at] for at in (met - 1, *beyond) if at >= 0]
        fits = (place for place in last if meets(self.facts[place], need, strictly=self.strictly))
        return next(fits, None)

    def is_done(self, place: int, need: Need) -> bool:
        """Whether no more knowledge has to be removed for a fact; always so unless its claims must be right."""
        return not self.strictly or need.key != "remove" or need.value == self.facts[place].n


def _revealed(facts: Sequence[Fact]) -> Iterator[int]:
    seat: int | None = None
    for place, fact in enumerate(facts):
        if fact.key == "action":
            seat = None
        elif fact.key == "learn" and fact.cards == ("T22",):
            seat = fact.seat
        elif fact.key == "create" and fact.seat == seat and fact.cards[0].startswith("A"):
            yield place
            seat = None


class Point(Struct, frozen=True):
    """A state of the game, and the facts met so far; `since` is the place of the last action chosen.

    `owed` are the places of facts for which more knowledge has to be removed.
    """

    told: Told
    state: State
    heads: Heads
    since: int
    owed: frozenset[int] = frozenset()

    def fact(self, place: int) -> Fact:
        """The fact at a place."""
        return self.told.facts[place]

    def left(self, key: str, seat: int) -> Iterator[int]:
        """The places of the facts of a key that are not yet met."""
        return self.told.left(self.heads, (key, seat), self.since)

    def hides(self, seat: int) -> bool:
        """Whether the cards of a seat are not reported where only their player sees them."""
        return self.told.hides(seat)

    def next_of(self, card: str) -> int | None:
        """The place of the next fact with a card; None if there is none."""
        return self.told.next_of(self.heads, card)

    def head(self, key: str, seat: int) -> Fact | None:
        """The next fact of a key; None if there is none."""
        place = next(self.left(key, seat), None)
        return None if place is None else self.fact(place)

    def group(self, key: str, seat: int) -> list[Fact]:
        """The next facts of a key that come from one notification."""
        found: list[Fact] = []
        for fact in map(self.fact, self.left(key, seat)):
            if found and fact.notice is not found[0].notice:
                break
            found.append(fact)
        return found

    def of_now(self, key: str, seat: int) -> list[int]:
        """The places of the facts of a key that come before the next action."""
        last = self.told.next_action(self.heads)
        return [place for place in self.left(key, seat) if place < last]

    def coming(self, key: str, seat: int, n: int, slot: int = ANYBODY) -> list[int] | None:
        """The places of the next `n` facts of a key; None if there are fewer, or if the card of one is unknown."""
        found = [place for place in self.of_now(key, seat) if slot in (ANYBODY, self.fact(place).slot)][:n]
        return found if len(found) == n and all(self.fact(place).cards for place in found) else None

    def cards(self, places: Sequence[int]) -> Any:
        """The cards of facts that have one card each."""
        return tuple(self.fact(place).cards[0] for place in places)

    def looked_at(self, seat: int, cards: bytes) -> tuple[str, ...]:
        """All cards that a player looked at together with these, in their reported order; empty if unknown."""
        wanted = {IDS[card] for card in cards}
        told = [self.fact(place).cards for place in self.told.queues.get(("aside", seat), ())]
        return next((one for one in told if wanted <= set(one)), ())
