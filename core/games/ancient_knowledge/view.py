"""The part of the state that a viewer may know (AK-1.5)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Struct

from kronika.core.contract.annotations import NotObserved, SeatNumber, Unordered, at_most, choices
from kronika.core.contract.game import BYSTANDER, EVERYONE, Viewer
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, can_see, with_hidden
from kronika.core.contract.view import View as BaseView
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.ids import IDS, SOURCES, ids
from kronika.core.games.ancient_knowledge.rules import STEPS, actors
from kronika.core.games.ancient_knowledge.rules.phases import is_open
from kronika.core.games.ancient_knowledge.scoring import points, totals
from kronika.core.games.ancient_knowledge.state import (
    ACTION,
    DECLINE,
    DONE,
    EXCHANGED,
    NOBODY,
    PLACES,
    TIMELINE,
    Player,
    State,
    Turn,
)

PHASES: Final = {ACTION: "action", TIMELINE: "timeline", DECLINE: "decline", DONE: "done"}
_DUE: Final = {
    ACTION: "take an action",
    TIMELINE: "activate a card",
    DECLINE: "let a monument decline, or proceed",
}
"""By phase of a turn: what is due while no step waits."""


class Standing(Struct, frozen=True):
    """A monument on the timeline and the knowledge on it."""

    card: CardId
    knowledge: int


class Area(Struct, frozen=True):
    """The area of one player.

    `timeline` has six slots, each with up to two monuments, the bottom one first. `rotated` are the rotated monuments
    of the Past. `points` is the player's score if the game ended now.
    """

    hand: CardSet
    timeline: Annotated[tuple[Annotated[tuple[Standing, ...], at_most(2)], ...], at_most(6)]
    past: CardSet
    rotated: CardSet
    artifacts: CardSet
    technologies: CardSet
    lost: int
    points: int


class BoardView(Struct, frozen=True):
    """A technology board: its level, 0 if it is out of the game, and the technologies on it."""

    level: int
    technologies: CardSet


class DeckView(Struct, frozen=True):
    """A technology deck: its size, the cards known to be at its bottom (upper card first), and its discards.

    `cards` are those above the known bottom, shown only to the referee.
    """

    size: int
    bottom: tuple[CardId, ...]
    discards: CardSet
    cards: Annotated[CardSet, NotObserved] = ()


class TurnView(Struct, frozen=True):
    """A turn in progress.

    `actions` is the number left. `waiting` are the cards still to be activated in the timeline phase. `newly_lost` is
    the knowledge lost in this decline phase so far. `skip` is true if C30 has cancelled that phase.
    """

    seat: int
    phase: Annotated[str, choices(PHASES.values())]
    actions: int
    waiting: tuple[CardId, ...]
    newly_lost: int
    skip: bool


class Pending(Struct, frozen=True):
    """A step that waits: the player to whom it belongs (-1 for none), the `seats` that decide, and its `source` card.

    `victim` is the player from whose hand a card is taken, -1 for none. `slot` is the slot of a card being created or
    moved, 0 if it is not decided. `cards` are those the step deals with, as far as the viewer may see them; `chosen`
    are those that the viewer has chosen so far. `left` is the number still to be chosen or taken, 0 if there is none or
    it is not known; for a rule in progress it is the number of its next part. Where hidden cards decide which of
    several steps is due, `due` names them all, and the rest is that of the first one.
    """

    seat: int
    seats: Annotated[tuple[SeatNumber, ...], Unordered]
    due: str
    rule: str
    source: CardId
    victim: int
    slot: int
    cards: tuple[CardId, ...]
    chosen: tuple[CardId, ...]
    left: int


class View(BaseView, frozen=True):
    """The table as one viewer may know it; in the team variant `totals` has the sum of the team.

    `pending` is the step that is due, `beneath` those that continue after it, the next one last. `draw_pile` and
    `discard_pile` are numbers of cards; `draw_pile_cards`, `discard_pile_cards` and `top_discard` are the cards, shown
    only to the referee. `offers` is by seat: empty, `?`, a card, `used` or `exchanged`.
    """

    first: SeatNumber
    turns: tuple[TurnView, ...]
    pending: Pending | None
    beneath: Annotated[tuple[Pending, ...], at_most(12)]
    players: tuple[Area, ...]
    draw_pile: int
    discard_pile: int
    top_discard: Annotated[CardId, NotObserved]
    draw_pile_cards: Annotated[CardSet, NotObserved]
    discard_pile_cards: Annotated[CardSet, NotObserved]
    boards: Annotated[tuple[BoardView, ...], at_most(3)]
    decks: Annotated[tuple[DeckView, ...], at_most(2)]
    box: CardSet
    flipped: bool
    ending: bool
    offers: tuple[Annotated[str, choices((EMPTY, HIDDEN, "used", "exchanged", *IDS[1:]))], ...]


def view(state: State, seat: Viewer) -> View:
    """Return what a viewer may know of a state: everything for None, the referee."""
    step = state.stack[-1] if state.stack else None
    referee = seat is None
    return View(
        viewer=seat,
        actors=actors(state),
        due=_due(state, step),
        totals=totals(state),
        first=state.first,
        turns=tuple(_turn(turn) for turn in state.turns),
        pending=None if step is None else _pending(state, step, seat),
        beneath=tuple(_pending(state, below, seat) for below in state.stack[:-1]),
        players=tuple(_area(state, owner, sees_hand(step, owner, seat)) for owner in range(len(state.players))),
        draw_pile=len(state.deck),
        discard_pile=len(state.discard),
        top_discard=_top(state, seat),
        draw_pile_cards=ids(state.deck) if referee else (),
        discard_pile_cards=ids(state.discard) if referee else (),
        boards=tuple(BoardView(board.level, ids(board.cards)) for board in state.display.boards),
        decks=(_deck(state, 0, seat), _deck(state, 1, seat)),
        box=ids(state.display.box),
        flipped=state.flipped,
        ending=state.ending,
        offers=tuple(_offer(offered, owner, seat) for owner, offered in enumerate(state.offers)),
    )


def _top(state: State, viewer: Viewer) -> str:
    """The card on the pile, shown only to the referee: it bounds the cards beneath it (AK-5.4)."""
    if not state.discard:
        return EMPTY
    return IDS[state.discard[-1]] if viewer is None else HIDDEN


def sees_hand(step: steps.Step | None, owner: int, viewer: Viewer) -> bool:
    """Whether a viewer sees a hand: the viewer's own, or the one at which M14 looks."""
    return can_see(viewer, owner) or (isinstance(step, steps.Steal) and step.seat == viewer and step.victim == owner)


def _due(state: State, step: steps.Step | None) -> str:
    """Return what is due: the step, or what the players whose turn it is may begin (AK-8.2)."""
    if step is not None:
        return STEPS.due(step).what
    return " or ".join(dict.fromkeys(_DUE[turn.phase] for turn in state.turns if turn.phase != DONE))


def _turn(turn: Turn) -> TurnView:
    return TurnView(turn.seat, PHASES[turn.phase], turn.actions, ids(turn.waiting), turn.newly_lost, turn.skip)


def _area(state: State, owner: int, known: bool) -> Area:
    player = state.players[owner]
    return Area(
        hand=ids(player.hand) if known else _seen(player.hand, state.shown),
        timeline=_slots(player),
        past=ids(player.past),
        rotated=ids(bytes([card for card, flag in zip(player.past, player.rotated, strict=True) if flag])),
        artifacts=ids(player.artifacts),
        technologies=ids(player.technologies),
        lost=player.lost,
        points=points(state, owner),
    )


def _seen(hand: bytes, shown: bytes) -> tuple[str, ...]:
    """Return another player's hand: the cards that everybody saw enter it, and `?` for each other card."""
    return with_hidden(ids(bytes([card for card in hand if card in shown])), len(hand))


def _masked(cards: bytes, known: bool) -> tuple[str, ...]:
    return ids(cards) if known else with_hidden((), len(cards))


def _slots(player: Player) -> tuple[tuple[Standing, ...], ...]:
    return tuple(
        tuple(
            Standing(IDS[player.timeline[place]], player.knowledge[place])
            for place in (bottom, bottom + 1)
            if player.timeline[place]
        )
        for bottom in range(0, PLACES, 2)
    )


def _deck(state: State, at: int, viewer: Viewer) -> DeckView:
    d = state.display
    bottom = tuple(
        IDS[card] if _knows(state, seen, viewer) else HIDDEN
        for card, seen in zip(d.bottoms[at], d.seen[at], strict=True)
    )
    cards = ids(d.decks[at]) if viewer is None else ()
    return DeckView(len(d.decks[at]) + len(bottom), bottom, ids(d.discards[at]), cards)


def _knows(state: State, seen: int, viewer: Viewer) -> bool:
    """Whether the viewer knows a card; `seen` has a bit for each seat that does."""
    if viewer is None:
        return True
    asked = (1 << len(state.players)) - 1 if viewer in (EVERYONE, BYSTANDER) else 1 << viewer
    return seen & asked == asked


def _offer(offered: int, owner: int, viewer: Viewer) -> str:
    if not offered:
        return EMPTY
    if not is_open(offered):
        return "exchanged" if offered == EXCHANGED else "used"
    return IDS[offered] if can_see(viewer, owner) else HIDDEN


# -- the step that is due ---------------------------------------------------------------------------------------


def _pending(state: State, step: steps.Step, viewer: Viewer) -> Pending:
    due = STEPS.due(step)
    source = getattr(step, "card", 0) if not isinstance(step, steps.Pay) else step.source
    return Pending(
        seat=getattr(step, "seat", NOBODY),
        seats=due.seats(state, step) if due.takes else (),
        due=due.what,
        rule=due.rule,
        source=SOURCES[source],
        victim=step.victim if isinstance(step, steps.Steal) else NOBODY,
        slot=_slot(step),
        cards=_shown(step, viewer),
        chosen=_chosen(step, viewer),
        left=step.pc if isinstance(step, steps.Running) else getattr(step, "left", 0),
    )


def _slot(step: steps.Step) -> int:
    if isinstance(step, steps.Pay):
        return step.slot
    return step.to if isinstance(step, steps.MoveWho) else 0


def is_private(step: steps.Step) -> bool:
    """Whether only its player sees the cards of this step (AK-1.5)."""
    if isinstance(step, steps.Gather):
        return step.card not in PUBLIC_DRAWS
    return isinstance(step, (steps.KeepOne, steps.Reveal, steps.Peek, steps.PeekLearn, steps.Under))


def _shown(step: steps.Step, viewer: Viewer) -> tuple[str, ...]:
    match step:
        case steps.Pay():
            return (IDS[step.card], *_masked(step.aside, can_see(viewer, step.seat)))
        case steps.MoveTo():
            return (IDS[step.moving],)
        case steps.Swap():
            return (IDS[step.first],) if step.first else ()
        case steps.Waiting() | steps.Until() | steps.Draft():
            return ids(step.cards)
        case steps.Gather() | steps.KeepOne() | steps.Reveal() | steps.Peek() | steps.PeekLearn() | steps.Under():
            return _masked(step.cards, not is_private(step) or can_see(viewer, step.seat))
    return ()


def _chosen(step: steps.Step, viewer: Viewer) -> tuple[str, ...]:
    match step:
        case steps.Keep() | steps.Forced():
            return tuple(card for seat, cards in enumerate(step.chosen) if can_see(viewer, seat) for card in ids(cards))
        case steps.Pay() | steps.HandDiscard():
            return ids(step.chosen) if can_see(viewer, step.seat) else ()
        case steps.ArtifactDiscard() | steps.Bury():
            return ids(step.chosen)
        case steps.Under():
            return _masked(step.placed, can_see(viewer, step.seat))
    return ()
