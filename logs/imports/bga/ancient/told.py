"""What is told of a game, and how much of it has been met at a point of the search."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.core.games.ancient_knowledge.state import State
from kronika.logs.imports.bga.ancient.facts import ANYBODY, Fact
from kronika.logs.imports.bga.ancient.needs import Need, meets

OPTIONAL: Final = frozenset(("aside", "rest"))
"""Facts that nothing need meet: they say which cards were looked at."""
LATE: Final = 1 << 30
"""A place behind all facts."""
Key = tuple[str, int]
Heads = Mapping[Key, tuple[int, frozenset[int]]]
"""By key: how many facts are met, and which ones beyond them."""


class Told:
    """All facts in their order; those of a key, which is what they are and whose, make a queue.

    With `in_order` facts are met in the order in which they are told, else only those of one key; `strictly` also what
    is claimed must be so.
    """

    def __init__(self, facts: Sequence[Fact], *, in_order: bool, strictly: bool) -> None:
        self.facts, self.in_order, self.strictly = facts, in_order, strictly
        self.queues: dict[Key, list[int]] = {}
        for place, fact in enumerate(facts):
            self.queues.setdefault((fact.key, fact.seat), []).append(place)

    def left(self, heads: Heads, key: Key, since: int = -1) -> Iterator[int]:
        """The places of the facts of a key that are still to be met; those of OPTIONAL up to `since` do not count."""
        met, beyond = heads.get(key, (0, frozenset()))
        queue = self.queues.get(key, [])
        for at in range(met, len(queue)):
            if at not in beyond and (key[0] not in OPTIONAL or queue[at] > since):
                yield queue[at]

    def open_place(self, heads: Heads) -> int:
        """The place of the first fact that is not met; LATE where all are."""
        places = [next(self.left(heads, key), LATE) for key in self.queues if key[0] not in OPTIONAL]
        return min(places, default=LATE)

    def next_action(self, heads: Heads) -> int:
        """The place of the next action that is told."""
        keys = [key for key in self.queues if key[0] == "action"]
        return min((next(self.left(heads, key), LATE) for key in keys), default=LATE)

    def meet(self, heads: Heads, need: Need, since: int) -> tuple[Heads, int] | None:
        """The heads when a need is met by one of the next facts of its key, and the place of that fact.

        What is told after the next action can't have happened before it.
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
        """The heads when the fact at a place is met too."""
        key = (self.facts[place].key, self.facts[place].seat)
        met, beyond = heads.get(key, (0, frozenset()))
        now = beyond | {bisect_left(self.queues[key], place)}
        while met in now:
            now -= {met}
            met += 1
        return {**heads, key: (met, now)}

    def is_again(self, heads: Heads, need: Need) -> bool:
        """Whether the fact that was met last is of the same card: knowledge may go off it in several steps."""
        key = (need.key, need.seat)
        met, beyond = heads.get(key, (0, frozenset()))
        last = [self.facts[self.queues[key][at]] for at in (met - 1, *beyond) if at >= 0 and key in self.queues]
        return any(fact.cards == need.cards for fact in last)


class Point(Struct, frozen=True):
    """The game as far as it has come, and what has been met; `since` is the place of the last action chosen."""

    told: Told
    state: State
    heads: Heads
    since: int

    def fact(self, place: int) -> Fact:
        """The fact at a place."""
        return self.told.facts[place]

    def left(self, key: str, seat: int) -> Iterator[int]:
        """The places of the facts of a key that are still to be met."""
        return self.told.left(self.heads, (key, seat), self.since)

    def head(self, key: str, seat: int) -> Fact | None:
        """The next fact of a key."""
        place = next(self.left(key, seat), None)
        return None if place is None else self.fact(place)

    def group(self, key: str, seat: int) -> list[Fact]:
        """The next facts of a key that are of one notification."""
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
        """The places of the next facts of a key whose cards are told; None where there are not so many."""
        found = [place for place in self.of_now(key, seat) if slot in (ANYBODY, self.fact(place).slot)][:n]
        return found if len(found) == n and all(self.fact(place).cards for place in found) else None

    def cards(self, places: Sequence[int]) -> Any:
        """The cards of facts that are of one card each."""
        return tuple(self.fact(place).cards[0] for place in places)

    def looked_at(self, seat: int, cards: bytes) -> tuple[str, ...]:
        """All the cards that were looked at together with these, in the order in which they are told."""
        wanted = {IDS[card] for card in cards}
        told = [self.fact(place).cards for place in self.told.queues.get(("aside", seat), ())]
        return next((one for one in told if wanted <= set(one)), ())
