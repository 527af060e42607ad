"""The options that can lead to the next facts; only one of them if their order does not matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.logs.imports.bga.ancient.guessing import use
from kronika.logs.imports.bga.ancient.told import LATE, Point

WORDS: Final[Mapping[type, str]] = {
    actions.Create: "create",
    actions.Learn: "learn",
    actions.Archive: "archive",
    actions.Excavate: "excavate",
    actions.Search: "search",
}
"""The platform's word for each action of a turn."""


def narrowed(point: Point, seat: int, options: list[Any]) -> list[Any]:
    """The options of a seat that can lead to the next facts, the likeliest first."""
    if not point.state.stack:
        return _action(point, seat, options)
    step: Any = point.state.stack[-1]
    match step:
        case steps.Keep() if point.hides(seat):
            return sorted(options, key=lambda do: use(point, seat, do.cards[0]))[:1]
        case steps.Keep():
            gone = point.head("discard", seat)
            return [do for do in options if gone is None or do.cards[0] not in gone.cards][:1]
        case steps.Spread() | steps.Pick():
            return _taken(point, seat, options)
        case steps.Pay() | steps.HandDiscard() | steps.Forced() | steps.ArtifactDiscard():
            return _discarded(point, step, seat, options)
        case steps.Steal():
            return [*_named(point, step, seat, options), *sorted(options, key=lambda do: use(point, seat, do.card))]
        case steps.KeepOne() if point.hides(seat):
            return sorted(options, key=lambda do: use(point, seat, do.card))[:1]
        case steps.KeepOne():
            return [do for do in options if do.card in point.looked_at(seat, step.cards)[:1]]
        case steps.Swap():
            swap = point.head("swap", seat)
            return sorted(options, key=lambda do: swap is None or getattr(do, "card", "") != swap.cards[0])
        case steps.Draft():
            keep = point.head("keep", seat)
            return [do for do in options if keep is not None and do.card in keep.cards]
        case steps.Under() if point.hides(seat):
            return sorted(options, key=lambda do: point.next_of(do.card) or LATE)[:1]
        case steps.CreateBy() | steps.Reveal() | steps.PeekLearn() if point.hides(seat):
            return [*_named(point, step, seat, options), *options]
        case steps.Under():
            order = {card: at for at, card in enumerate(point.looked_at(seat, step.cards))}
            return sorted(options, key=lambda do: order.get(do.card, LATE))[:1]
    return options


def _named(point: Point, step: Any, seat: int, options: list[Any]) -> list[Any]:
    """The choice of the card that the next fact names, if that card is not supposed to be there."""
    keys: dict[Any, str] = {steps.Steal: "steal", steps.PeekLearn: "learn"}
    key = keys.get(type(step), "create")
    fact = point.head(key, seat)
    cards: Any = fact.cards if fact is not None else ()
    slot = max(fact.slot, 0) if fact is not None else 0
    make: dict[str, Callable[[Any], Any]] = {
        "steal": actions.Choose,
        "learn": actions.Learn,
        "create": lambda card: actions.Create(card, slot),
    }
    named = [make[key](card) for card in cards]
    return [do for do in named if do not in options]


def _action(point: Point, seat: int, options: list[Any]) -> list[Any]:
    action = point.head("action", seat)
    if not any(type(do) in WORDS for do in options):
        return options
    if action is None:
        return []
    create, learn, rotate = (point.head(key, seat) for key in ("create", "learn", "rotate"))
    match action.word:
        case "create" if create is not None:
            card: Any = create.cards[0]
            return [actions.Create(card, max(create.slot, 0))]
        case "learn" if learn is not None:
            technology: Any = learn.cards[0]
            return [actions.Learn(technology)]
        case "excavate" if rotate is not None:
            return [actions.Excavate(rotate.n)]
        case "archive":
            return [actions.ARCHIVE]
        case "search":
            return [actions.SEARCH]
    return []


def _discarded(point: Point, step: Any, seat: int, options: list[Any]) -> list[Any]:
    on_board = isinstance(step, steps.ArtifactDiscard) or (isinstance(step, steps.Forced) and step.artifacts)
    gone = point.head("discard", seat)
    wanted = set(gone.cards) if gone is not None else set()
    if on_board:
        wanted = set(point.cards(point.of_now("left", seat)))
    elif point.hides(seat) and gone is not None:
        wanted = {card for do in options if isinstance(do, actions.Discard) for card in do.cards}
    fits = [do for do in options if isinstance(do, actions.Discard) and set(do.cards) <= wanted]
    if point.hides(seat) and not on_board:
        fits.sort(key=lambda do: use(point, seat, do.cards[0]), reverse=True)
    others = [do for do in options if not isinstance(do, actions.Discard)]
    return [*fits[:1], *others]


def _taken(point: Point, seat: int, options: list[Any]) -> list[Any]:
    """The options to remove knowledge from monuments of the next facts; those first that leave the reported number."""
    left = {fact.cards[0]: fact.n for fact in point.group("remove", seat)}
    player = point.state.players[seat]
    on: dict[str, int] = {IDS[card]: n for card, n in zip(player.timeline, player.knowledge, strict=True) if card}
    fits = [do for do in options if getattr(do, "card", "") in left]
    others = [do for do in options if not getattr(do, "card", "")]
    off = {at: on[do.card] - getattr(do, "tokens", 0) - left[do.card] for at, do in enumerate(fits)}
    return [*(fits[at] for at in sorted(off, key=lambda at: abs(off[at]))), *others]
