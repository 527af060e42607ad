"""Effects on the timeline and the Past: knowledge, monuments that move and decline (AK-2, AK-3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import NamedCard, Unordered


class KnowledgeRemoved(Struct, frozen=True, gc=False, tag="knowledge_removed"):
    """Knowledge on a monument goes back to the supply."""

    seat: int
    card: NamedCard
    tokens: int
    source: NamedCard
    rule: str = "AK-6.5"


class KnowledgeAdded(Struct, frozen=True, gc=False, tag="knowledge_added"):
    """Knowledge is put on the monument of `seat` by the effect of an opponent."""

    seat: int
    card: NamedCard
    tokens: int
    source: NamedCard
    rule: str = "AK-6.7"


class LostRemoved(Struct, frozen=True, gc=False, tag="lost_removed"):
    """Lost knowledge is removed."""

    seat: int
    tokens: int
    source: NamedCard
    rule: str = "AK-6.6"


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A monument goes to another slot with its knowledge."""

    seat: int
    card: NamedCard
    slot: int
    to: int
    source: NamedCard
    rule: str = "AK-3.7"


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """Two monuments exchange their places with their knowledge."""

    seat: int
    cards: tuple[NamedCard, NamedCard]
    source: NamedCard
    rule: str = "AK-3.7"


class Dropped(Struct, frozen=True, gc=False, tag="dropped"):
    """The top monument of a slot drops to the empty bottom half."""

    seat: int
    card: NamedCard
    slot: int
    rule: str = "AK-3.6"


class Rotated(Struct, frozen=True, gc=False, tag="rotated"):
    """Monuments of the Past are rotated by an excavate action."""

    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-2.5"


class Straightened(Struct, frozen=True, gc=False, tag="straightened"):
    """Monuments of the Past are straightened."""

    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    source: NamedCard
    rule: str = "AK-6.9"


class Declined(Struct, frozen=True, gc=False, tag="declined"):
    """A monument goes to the Past; the knowledge still on it is lost."""

    seat: int
    card: NamedCard
    lost: int
    rule: str = "AK-2.10"


class Slid(Struct, frozen=True, gc=False, tag="slid"):
    """So many monuments slide one slot to the left."""

    seat: int
    monuments: int
    rule: str = "AK-2.9"
