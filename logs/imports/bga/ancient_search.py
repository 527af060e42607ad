"""The decisions and outcomes that lead to all that is told of a game of Ancient Knowledge.

The platform tells what happened, not what was decided: in which order cards took effect, what was refused. So the game
is played by the rules, and at each decision those ways are gone on that need nothing but what is told next. All that
belongs to one action must be told before the next one is chosen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import cards_of
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.ids import CODES, IDS
from kronika.core.games.ancient_knowledge.state import State
from kronika.logs.imports.bga.ancient_facts import ANYBODY, Fact
from kronika.logs.imports.bga.ancient_needs import Need, meets, needs

TRIES: Final = 20_000
"""Ways that are gone before the search gives up."""
OPTIONAL: Final = frozenset(("aside", "rest"))
"""Facts that nothing need meet: they say which cards were looked at."""
AHEAD: Final = 60
"""Facts that are looked at to find what a decision may be about."""
_LATE: Final = 1 << 30
_WORDS: Final[Mapping[type, str]] = {
    actions.Create: "create",
    actions.Learn: "learn",
    actions.Archive: "archive",
    actions.Excavate: "excavate",
    actions.Search: "search",
}
Key = tuple[str, int]
Heads = Mapping[Key, tuple[int, frozenset[int]]]
"""By key: how many facts are met, and which of the next notification beyond them."""


class Found(Struct, frozen=True):
    """One event of the game: whose it is, what is done, and the places of the facts that it meets."""

    by: int
    do: Any
    places: tuple[int, ...]


class Stuck(Exception):
    """Nothing leads to all that is told: the first fact that is not met, why, and the rule that is in the way."""

    def __init__(self, fact: Fact | None, why: str, rule: str) -> None:
        super().__init__(why)
        self.fact, self.why, self.rule = fact, why, rule


class _Node(Struct):
    """The game as far as it has come. `since` is the place of the last action that was chosen."""

    state: State
    heads: Heads
    since: int
    ways: Iterator[tuple[Found, _Node]] | None = None
    came: Found | None = None

    @property
    def place(self) -> Any:
        """What the rest of the search depends on."""
        return self.state, frozenset(self.heads.items())


class Search:
    """The search forward through the facts."""

    def __init__(
        self, game: AnyGame, start: State, facts: Sequence[Fact], *, in_order: bool = False, strictly: bool = False
    ) -> None:
        """In a game from its start.

        With `in_order` facts are met in the order in which they are told, else only those of one key; `strictly` also
        what is claimed must be so.
        """
        self.game, self.facts, self.in_order, self.strictly = game, facts, in_order, strictly
        self.queues: dict[Key, list[int]] = {}
        for place, fact in enumerate(facts):
            self.queues.setdefault((fact.key, fact.seat), []).append(place)
        self.start = _Node(start, {}, -1)
        self.furthest, self.refusal = self.start, ""
        self.rule = ""

    def run(self) -> list[Found]:
        """All events. Raises Stuck."""
        path, failed, tries = [self.start], set[Any](), 0
        while path:
            node = path[-1]
            if self.is_over(node):
                return [one.came for one in path[1:] if one.came is not None]
            if node.ways is None:
                node.ways = self.ways(node)
            for found, following in node.ways:
                tries += 1
                if tries > TRIES:
                    raise Stuck(self.first_open(self.furthest), "this takes too long to find out", "")
                if following.place not in failed:
                    following.came = found
                    path.append(following)
                    self._went(following)
                    break
            else:
                failed.add(node.place)
                path.pop()
        raise Stuck(self.first_open(self.furthest), self.refusal or self._due(), self.rule)

    def _went(self, node: _Node) -> None:
        if self._open_place(node.heads) > self._open_place(self.furthest.heads):
            self.furthest, self.refusal, self.rule = node, "", ""

    def _due(self) -> str:
        state = self.furthest.state
        who = self.game.actors(state)
        step = type(state.stack[-1]).__name__ if state.stack else "the next action"
        return f"nothing that the rules allow leads to it; seat {who[0]} is due, {step}" if who else "the game is over"

    # -- facts --------------------------------------------------------------------------------------------------

    def left(self, heads: Heads, key: Key, since: int = -1) -> Iterator[int]:
        """The places of the facts of a key that are still to be met; those of OPTIONAL that are past do not count."""
        met, beyond = heads.get(key, (0, frozenset()))
        queue = self.queues.get(key, [])
        for at in range(met, len(queue)):
            if at not in beyond and (key[0] not in OPTIONAL or queue[at] > since):
                yield queue[at]

    def head(self, node: _Node, key: str, seat: int) -> Fact | None:
        """The next fact of a key."""
        place = next(self.left(node.heads, (key, seat), node.since), None)
        return None if place is None else self.facts[place]

    def group(self, node: _Node, key: str, seat: int) -> list[Fact]:
        """The next facts of a key that are of one notification."""
        found: list[Fact] = []
        for place in self.left(node.heads, (key, seat), node.since):
            if found and self.facts[place].notice is not found[0].notice:
                break
            found.append(self.facts[place])
        return found

    def meet(self, heads: Heads, need: Need, since: int) -> tuple[Heads, int] | None:
        """The heads when a need is met by one of the next facts of its key, and the place of that fact.

        What is told after the next action can't have happened before it.
        """
        key, first, last = (need.key, need.seat), None, self.next_action(heads)
        if self.in_order and (opened := self._open_place(heads)) != _LATE:
            first = self.facts[opened]
        for place in self.left(heads, key, since):
            fact = self.facts[place]
            first = first or fact
            if fact.notice is not first.notice or place > last:
                return None
            if meets(fact, need, strictly=self.strictly):
                return self._after(heads, key, place), place
        return None

    def next_action(self, heads: Heads) -> int:
        """The place of the next action that is told."""
        keys = [key for key in self.queues if key[0] == "action"]
        return min((next(self.left(heads, key), _LATE) for key in keys), default=_LATE)

    def _after(self, heads: Heads, key: Key, place: int) -> Heads:
        met, beyond = heads.get(key, (0, frozenset()))
        now = beyond | {bisect_left(self.queues[key], place)}
        while met in now:
            now -= {met}
            met += 1
        return {**heads, key: (met, now)}

    def _open_place(self, heads: Heads) -> int:
        """The place of the first fact that is not met."""
        places = [next(self.left(heads, key), _LATE) for key in self.queues if key[0] not in OPTIONAL]
        return min(places, default=_LATE)

    def first_open(self, node: _Node) -> Fact | None:
        """The first fact that is not met; None where all are."""
        place = self._open_place(node.heads)
        return None if place == _LATE else self.facts[place]

    def is_over(self, node: _Node) -> bool:
        """Whether all is met, or the game has ended."""
        return self._open_place(node.heads) == _LATE and bool(self.facts)

    # -- ways on ------------------------------------------------------------------------------------------------

    def ways(self, node: _Node) -> Iterator[tuple[Found, _Node]]:
        """What can happen next, the likeliest first."""
        who = self.game.actors(node.state)
        if not who:
            return
        if who == (CHANCE,):
            yield from self._chance(node)
            return
        seat = min(who, key=lambda one: self._first_of(node, one))
        options = self._narrowed(node, seat, list(self.game.actions(node.state, seat)))
        ranked = [
            (self._rank(node, way[0]), at, way) for at, do in enumerate(options) for way in self._tried(node, seat, do)
        ]
        yield from (way for _, _, way in sorted(ranked, key=lambda one: one[:2]))

    def _first_of(self, node: _Node, seat: int) -> int:
        return next(self.left(node.heads, ("discard", seat)), _LATE)

    def _rank(self, node: _Node, found: Found) -> int:
        """How early what it meets is told; for what meets nothing how early its cards are."""
        if found.places:
            return min(found.places)
        names = set(cards_of(found.do))
        first = max(self._open_place(node.heads), 0)
        for place in range(first, min(first + AHEAD, len(self.facts))):
            if names & set(self.facts[place].cards):
                return place + 1
        return first + AHEAD + isinstance(found.do, actions.No)

    def _tried(self, node: _Node, by: int, do: Any) -> Iterator[tuple[Found, _Node]]:
        """The event, where all that it does is told; nothing otherwise."""
        heads, since, met = node.heads, node.since, list[int]()
        if not node.state.stack and type(do) in _WORDS:
            action = next(self.left(heads, ("action", by)), None)
            if action is None or self._open_place(node.heads) < action:
                return
            heads, since = self._after(heads, ("action", by), action), action
            met.append(action)
        yield from self._played(node.state, by, do, heads, since, met)

    def _played(
        self, state: State, by: int, do: Any, heads: Heads, since: int, met: list[int]
    ) -> Iterator[tuple[Found, _Node]]:
        try:
            self.game.check(state, by, do)
        except IllegalAction as refusal:
            self.refusal, self.rule = str(refusal), refusal.rule
            return
        after, then = self.game.apply(state, by, do)
        for need in needs(then):
            found = self.meet(heads, need, since)
            if found is not None:
                heads = found[0]
                met.append(found[1])
            elif not (need.key == "remove" and self._is_again(heads, need)):
                return
        yield Found(by, do, tuple(met)), _Node(after, heads, since)

    def _is_again(self, heads: Heads, need: Need) -> bool:
        """Whether the fact that was met last is of the same card: it may go off in several steps."""
        key = (need.key, need.seat)
        met, beyond = heads.get(key, (0, frozenset()))
        last = [self.facts[self.queues[key][at]] for at in (met - 1, *beyond) if at >= 0 and key in self.queues]
        return any(fact.cards == need.cards for fact in last)

    # -- chance -------------------------------------------------------------------------------------------------

    def _chance(self, node: _Node) -> Iterator[tuple[Found, _Node]]:
        step: Any = node.state.stack[-1]
        told = self._outcome(node, step)
        if told is None:
            self.refusal, self.rule = f"it is not told what falls: {type(step).__name__}", ""
            return
        do, places = told
        heads = node.heads
        for place in places:
            fact = self.facts[place]
            heads = self._after(heads, (fact.key, fact.seat), place)
        yield from self._played(node.state, CHANCE, do, heads, node.since, list(places))

    def _outcome(self, node: _Node, step: Any) -> tuple[Any, list[int]] | None:
        sample: Any = self.game.sample(node.state, Dice(0))
        match step:
            case steps.FirstPlayer():
                first = next((fact.seat for fact in self.facts if fact.key == "action"), 0)
                return actions.FirstPlayer(first), []
            case steps.Deal():
                dealt = [self._next(node, "draw", seat, 10) for seat in range(len(node.state.players))]
                if not isinstance(sample, actions.Deal) or not all(dealt):
                    return None
                hands: Any = tuple(tuple(self._card(place) for place in hand or ()) for hand in dealt)
                return actions.Deal(hands), [place for hand in dealt for place in hand or ()]
            case steps.Refill():
                places = self._next(node, "fill", ANYBODY, step.left, step.board + 1)
                places = self._at_hand(node, places, len(sample.technologies))
                return None if places is None else (actions.Lay(self._cards(places)), places)
            case steps.Draw():
                places = self._at_hand(node, self._next(node, "draw", step.seat, step.left), len(sample.cards))
                return None if places is None else (actions.Draw(self._cards(places)), places)
            case steps.Peek():
                return self._aside(node, step, len(sample.technologies), actions.Lay)
            case steps.Until():
                return self._until(node, step)
        return self._aside(node, step, len(sample.cards), actions.Draw)

    def _next(self, node: _Node, key: str, seat: int, n: int, slot: int = -1) -> list[int] | None:
        """The places of the next facts of a key whose cards are told; None where there are not so many."""
        found: list[int] = []
        for place in self._of_now(node, key, seat):
            if len(found) == n:
                break
            if slot in (ANYBODY, self.facts[place].slot):
                found.append(place)
        known = len(found) == n and all(self.facts[place].cards for place in found)
        return found if known else None

    def _at_hand(self, node: _Node, places: list[int] | None, n: int) -> list[int] | None:
        """So many of the places: where the pile ends before all are drawn, those of cards that are still in it."""
        if places is None or len(places) == n:
            return places
        state = node.state
        there = {*state.deck, *state.display.decks[0], *state.display.decks[1]}
        return [place for place in places if CODES[self._card(place)] in there][:n]

    def _card(self, place: int) -> str:
        return self.facts[place].cards[0]

    def _cards(self, places: Sequence[int]) -> Any:
        return tuple(self._card(place) for place in places)

    def _aside(self, node: _Node, step: Any, n: int, make: Any) -> tuple[Any, list[int]] | None:
        """Cards that are set aside: those that somebody keeps, and the rest as far as it is told."""
        there, at = set(step.cards), list[int]()
        if IDS[step.card] == "T3":
            seats = range(len(node.state.players))
            kept = [self.facts[place].cards[0] for seat in seats for place in self._of_now(node, "keep", seat)]
            rest = [self.facts[place].cards[0] for place in self._of_now(node, "rest", step.seat)]
            pool = [*kept, *rest]
        else:
            at = list(self.left(node.heads, ("aside", step.seat), node.since))[:1]
            pool = [card for place in at for card in self.facts[place].cards]
        new: list[Any] = [card for card in pool if CODES[card] not in there]
        if len(new) < n:
            return None
        deck = node.state.deck if make is actions.Draw else node.state.display.decks[1]
        due = new if len(new) == n else [card for card in new if CODES[card] in deck]
        return make(tuple(due[:n])), at if len(new) == n else []

    def _aside_of(self, seat: int, cards: bytes) -> tuple[str, ...]:
        """All the cards that were looked at together with these, in the order in which they are told."""
        wanted = {IDS[card] for card in cards}
        told = [self.facts[place].cards for place in self.queues.get(("aside", seat), ())]
        return next((one for one in told if wanted <= set(one)), ())

    def _of_now(self, node: _Node, key: str, seat: int) -> Iterator[int]:
        """Facts of a key that come before the next action."""
        last = self.next_action(node.heads)
        return (place for place in self.left(node.heads, (key, seat), node.since) if place < last)

    def _until(self, node: _Node, step: Any) -> tuple[Any, list[int]] | None:
        """One card more: first those that are discarded, then the cities."""
        there = set(step.cards)
        for place in self._of_now(node, "rest", step.seat):
            fact = self.facts[place]
            if fact.word == IDS[step.card] and CODES[fact.cards[0]] not in there:
                return actions.Draw(fact.cards), []  # type: ignore[arg-type]  # it is a builder card, or refused
        places = self._next(node, "draw", step.seat, 1)
        return None if places is None else (actions.Draw(self._cards(places)), places)

    # -- decisions ----------------------------------------------------------------------------------------------

    def _narrowed(self, node: _Node, seat: int, options: list[Any]) -> list[Any]:
        """The options that can lead to what is told: where it does not matter in which order, one alone."""
        if not node.state.stack:
            return self._action(node, seat, options)
        step: Any = node.state.stack[-1]
        match step:
            case steps.Keep():
                gone = self.head(node, "discard", seat)
                kept = [do for do in options if gone is None or do.cards[0] not in gone.cards]
                return kept[:1]
            case steps.Spread() | steps.Pick():
                return self._taken(node, seat, options)
            case steps.Pay() | steps.HandDiscard() | steps.Forced() | steps.ArtifactDiscard():
                return self._discarded(node, step, seat, options)
            case steps.KeepOne():
                aside = self._aside_of(seat, step.cards)
                return [do for do in options if aside and do.card == aside[0]]
            case steps.Draft():
                keep = self.head(node, "keep", seat)
                return [do for do in options if keep is not None and do.card in keep.cards]
            case steps.Under():
                order = {card: at for at, card in enumerate(self._aside_of(seat, step.cards))}
                return sorted(options, key=lambda do: order.get(do.card, _LATE))[:1]
        return options

    def _action(self, node: _Node, seat: int, options: list[Any]) -> list[Any]:
        action = self.head(node, "action", seat)
        if not any(type(do) in _WORDS for do in options):
            return options
        if action is None:
            return []
        create, learn, rotate = (self.head(node, key, seat) for key in ("create", "learn", "rotate"))
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

    def _discarded(self, node: _Node, step: Any, seat: int, options: list[Any]) -> list[Any]:
        on_board = isinstance(step, steps.ArtifactDiscard) or (isinstance(step, steps.Forced) and step.artifacts)
        if on_board:
            wanted = {self.facts[place].cards[0] for place in self._of_now(node, "left", seat)}
        else:
            gone = self.head(node, "discard", seat)
            wanted = set(gone.cards) if gone is not None else set()
        fits = [do for do in options if isinstance(do, actions.Discard) and set(do.cards) <= wanted]
        others = [do for do in options if not isinstance(do, actions.Discard)]
        return [*fits[:1], *others]

    def _taken(self, node: _Node, seat: int, options: list[Any]) -> list[Any]:
        """Knowledge to take off: of the monuments that are told next, as much as leaves what is told."""
        left = {fact.cards[0]: fact.n for fact in self.group(node, "remove", seat)}
        player = node.state.players[seat]
        on: dict[str, int] = {IDS[card]: n for card, n in zip(player.timeline, player.knowledge, strict=True) if card}
        fits: list[tuple[int, Any]] = []
        for do in options:
            card = getattr(do, "card", "")
            if card and card in left:
                fits.append((abs(on[card] - getattr(do, "tokens", 0) - left[card]), do))
        others = [do for do in options if not getattr(do, "card", "")]
        return [*(do for _, do in sorted(fits, key=lambda one: one[0])), *others]
