"""The facts that the effects of Ancient Knowledge need, and the values of claims by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.games.ancient_knowledge.effects import builders, technologies, timeline
from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.core.games.ancient_knowledge.scoring import PARTS, score, totals
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.imports.bga.ancient.facts import ANYBODY, Fact
from kronika.logs.imports.claims import Claim

GIVES: str = "M15"
"""The card that moves lost knowledge onto a monument: the platform reports only the monument."""
UNTOLD: str = "P33"
"""The card whose cities are reported as draws."""


class Need(Struct, frozen=True):
    """A fact that an effect needs.

    `n` is the number of cards, for facts without their names. `value` is the value that a claim about it should have.
    """

    key: str
    seat: int
    cards: tuple[str, ...] = ()
    n: int = 0
    slot: int = -1
    value: int | None = None


def needs(before: State, then: Sequence[Any]) -> Iterator[Need]:
    """The facts that the effects of an event need, in their order, by the state before it."""
    left = _Left(before)
    for effect in then:
        left.follow(effect)
        for need in _needs(effect):
            yield replace(need, value=left.on[effect.card]) if need.key == "remove" else need


class _Left:
    """The knowledge on each monument, by card, in the course of effects."""

    def __init__(self, before: State) -> None:
        on = (zip(player.timeline, player.knowledge, strict=True) for player in before.players)
        self.on: dict[str, int] = {IDS[card]: n for cards in on for card, n in cards if card}

    def follow(self, effect: Any) -> None:
        """Change them by one effect."""
        match effect:
            case builders.Created():
                self.on[effect.card] = effect.knowledge
            case timeline.KnowledgeRemoved():
                self.on[effect.card] -= effect.tokens
            case timeline.KnowledgeAdded():
                self.on[effect.card] += effect.tokens


def _needs(effect: Any) -> Iterator[Need]:
    match effect:
        case builders.Created():
            yield Need("create", effect.seat, (effect.card,), 1, effect.slot, effect.knowledge)
        case builders.Discarded():
            yield Need("discard", effect.seat, effect.cards, len(effect.cards))
        case builders.LeftPlay():
            yield Need("left", effect.seat, (effect.card,), 1)
        case builders.Took() if effect.source != UNTOLD:
            for card in effect.cards:
                yield Need("keep", effect.seat, (card,), 1)
        case builders.Stolen():
            yield Need("steal", effect.seat, (effect.card,), 1, effect.victim)
        case technologies.Learned():
            yield Need("learn", effect.seat, (effect.technology,), 1)
        case technologies.Laid():
            for card in effect.technologies:
                yield Need("fill", ANYBODY, (card,), 1, effect.board)
        case technologies.BoardFlipped():
            yield Need("flip", effect.seat, slot=effect.board)
        case technologies.Buried():
            for card in effect.technologies:
                yield Need("bury", effect.seat, (card,), 1)
        case _:
            yield from _of_timeline(effect)


def _of_timeline(effect: Any) -> Iterator[Need]:
    match effect:
        case timeline.KnowledgeRemoved():
            yield Need("remove", effect.seat, (effect.card,), 1)
        case timeline.KnowledgeAdded():
            yield Need("add", ANYBODY, (effect.card,), 1, value=effect.tokens)
        case timeline.LostRemoved() if effect.source != GIVES:
            yield Need("lost", effect.seat, value=effect.tokens)
        case timeline.Moved():
            yield Need("move", effect.seat, (effect.card,), 1, effect.to)
        case timeline.Swapped():
            yield Need("swap", effect.seat, effect.cards, 2)
        case timeline.Rotated():
            yield Need("rotate", effect.seat, n=len(effect.cards))
        case timeline.Straightened():
            yield Need("straighten", effect.seat, n=len(effect.cards))
        case timeline.Declined():
            yield Need("decline", effect.seat, (effect.card,), 1, value=effect.lost)
        case timeline.Slid():
            yield Need("slide", effect.seat, value=effect.monuments)


def meets(fact: Fact, need: Need, *, strictly: bool) -> bool:
    """Whether a fact can be the one that an effect needs: the same cards if known, else the same number.

    If `strictly`, its first claim must also be right; but knowledge may be removed in several steps.
    """
    if strictly and need.value is not None and not all(_can_be(need, claim.value) for claim in fact.claims[:1]):
        return False
    if fact.slot != need.slot and ANYBODY not in (fact.slot, need.slot):
        return False
    if fact.cards and need.cards:
        return set(fact.cards) == set(need.cards)
    return need.key in ("slide", "lost", "flip") or fact.n == need.n


def _can_be(need: Need, claimed: int) -> bool:
    assert need.value is not None
    return need.value >= claimed if need.key == "remove" else need.value == claimed


# -- claims --------------------------------------------------------------------------------------------------------


_RULES: Final = {
    "knowledge": "AK-3.4",
    "knowledge left": "AK-6.5",
    "knowledge then": "AK-6.7",
    "added": "AK-6.7",
    "lost": "AK-2.10",
    "lost knowledge": "AK-6.6",
    "lost knowledge left": "AK-6.6",
    "slide": "AK-2.9",
}
"""The rule of each kind of claim, for records without an effect that it can refer to."""


def actual(session: Session, record: int, claim: Claim) -> tuple[Any, tuple[str, ...]]:
    """The value of a claim about a record by the rules, and the numbers of the rules that decide it."""
    entry = session.history[record - 1] if record else None
    then = entry.then if isinstance(entry, Event) else ()
    if claim.what == "points" and claim.of in PARTS:
        items = [item for item in score(session.at(record)) if (item.seat, item.part) == (claim.seat, claim.of)]
        return sum(item.points for item in items), ("AK-7.3",)
    if claim.what == "total":
        return totals(session.at(record))[claim.seat], ("AK-7.3",)
    if claim.what in ("knowledge then", "lost knowledge left"):
        told = list(_running(session.at(record - 1), then, claim))
    else:
        told = [(value, effect.rule) for effect in then if (value := _told(effect, claim)) is not None]
    if claim.what == "knowledge left" and told:
        left = [need.value for need in needs(session.at(record - 1), then) if need.cards == (claim.of,)]
        return claim.value if claim.value in left else left[-1], (told[-1][1],)
    if claim.nth < len(told):
        value, rule = told[claim.nth]
        return value, (rule,)
    return "nothing of it", (_RULES[claim.what],) if claim.what in _RULES else ()


def _running(before: State, then: Sequence[Any], claim: Claim) -> Iterator[tuple[int, str]]:
    """After each effect that a claim can refer to: what is left of lost knowledge, or lies on a monument; its rule."""
    on, lost = _Left(before), before.players[claim.seat].lost
    for effect in then:
        on.follow(effect)
        match effect:
            case timeline.Declined() if effect.seat == claim.seat:
                lost += effect.lost
            case timeline.LostRemoved() if effect.seat == claim.seat:
                lost -= effect.tokens
                if effect.source != GIVES:
                    yield lost, effect.rule
            case timeline.KnowledgeAdded() if effect.card == claim.of:
                yield on.on[effect.card], effect.rule


def _told(effect: Any, claim: Claim) -> int | None:
    """The number in an effect to which a claim refers; None if the claim refers to another effect."""
    match claim.what, effect:
        case "knowledge", builders.Created() if (effect.seat, effect.card) == (claim.seat, claim.of):
            return effect.knowledge
        case "lost", timeline.Declined() if (effect.seat, effect.card) == (claim.seat, claim.of):
            return effect.lost
        case "lost knowledge", timeline.LostRemoved() if effect.seat == claim.seat:
            return effect.tokens
        case "slide", timeline.Slid() if effect.seat == claim.seat:
            return effect.monuments
        case "knowledge left", timeline.KnowledgeRemoved() if effect.card == claim.of:
            return effect.tokens
        case "added", timeline.KnowledgeAdded() if effect.card == claim.of and claim.seat in (ANYBODY, effect.seat):
            return effect.tokens
    return None
