"""The table while an event is carried out: a State taken apart, the elementary things rules do to it, their effects.

Everything that moves a card or a token goes through here, so that each card is always in exactly one zone.
"""

from __future__ import annotations

from itertools import compress
from operator import ne

from msgspec import Struct

from kronika.core.contract.zones import insert_sorted, replace_byte
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import ARTIFACT, TYPE
from kronika.core.games.ancient_knowledge.effects import Effect
from kronika.core.games.ancient_knowledge.effects.builders import (
    Discarded,
    HandFull,
    LeftPlay,
    Reshuffled,
    SetAsideDiscarded,
    Took,
)
from kronika.core.games.ancient_knowledge.effects.timeline import (
    Declined,
    Dropped,
    KnowledgeAdded,
    KnowledgeRemoved,
    LostRemoved,
    Moved,
    Straightened,
    Swapped,
)
from kronika.core.games.ancient_knowledge.ids import IDS, ONE, SOURCES, builder_ids, ids
from kronika.core.games.ancient_knowledge.state import DONE, HAND_LIMIT, NOBODY, Display, Options, Player, State, Turn
from kronika.core.games.ancient_knowledge.timeline import dropped, free_place, slot_of, swapped


class Table(Struct, eq=False, gc=False):
    """A State in parts that can be exchanged, and the effects so far."""

    options: Options
    first: int
    players: list[Player]
    deck: bytes
    discard: bytes
    shown: bytes
    display: Display
    flipped: bool
    ending: bool
    offers: bytes
    turns: tuple[Turn, ...]
    stack: list[steps.Step]
    effects: list[Effect]

    def state(self) -> State:
        """The state as it is now."""
        return State(
            self.options,
            self.first,
            tuple(self.players),
            self.deck,
            self.discard,
            self.shown,
            self.display,
            self.flipped,
            self.ending,
            self.offers,
            self.turns,
            tuple(self.stack),
        )

    # -- turns --------------------------------------------------------------------------------------------------

    def set_turn(self, turn: Turn) -> None:
        """Replaces the turn of the same seat."""
        turns = self.turns
        if len(turns) == 1:
            self.turns = (turn,)
        else:
            self.turns = (turn, turns[1]) if turns[0].seat == turn.seat else (turns[0], turn)

    # -- builder cards ------------------------------------------------------------------------------------------

    def set_hand(self, seat: int, hand: bytes) -> None:
        """Replaces a hand."""
        p = self.players[seat]
        self.players[seat] = Player(
            hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
        )

    def to_hand(self, seat: int, cards: bytes) -> None:
        """Adds cards to a hand; mostly it is one."""
        p = self.players[seat]
        hand = insert_sorted(p.hand, cards[0]) if len(cards) == 1 else bytes(sorted(p.hand + cards))
        self.players[seat] = Player(
            hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
        )

    def take_openly(self, seat: int, card: int, source: int) -> None:
        """Adds a card to a hand that everybody sees (T3, P33)."""
        self.to_hand(seat, ONE[card])
        self.shown = bytes(sorted((*self.shown, card)))
        self.effects.append(Took(seat, (IDS[card],), SOURCES[source]))

    def forget(self, seat: int) -> None:
        """A hand gives a card away unseen: what was seen to enter it need not be there any more (AK-1.5)."""
        self.shown = self.shown.translate(None, self.players[seat].hand)

    def discard_from_hand(self, seat: int, cards: bytes, card: int, rule: str) -> None:
        """Hand cards to the discard pile together, in the order of AK-5.4."""
        if cards:
            if self.shown:
                self.forget(seat)
            p = self.players[seat]
            hand = p.hand.replace(cards, b"") if len(cards) == 1 else p.hand.translate(None, cards)
            self.players[seat] = Player(
                hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
            )
            self.discard += cards
            self.effects.append(Discarded(seat, builder_ids(cards), SOURCES[card], rule))

    def discard_aside(self, seat: int, cards: bytes, card: int) -> None:
        """Cards set aside to the discard pile, in the order of AK-5.4."""
        if cards:
            cards = bytes(sorted(cards))
            self.discard += cards
            self.effects.append(SetAsideDiscarded(seat, builder_ids(cards), SOURCES[card]))

    def room(self, seat: int) -> int:
        """How many cards the hand can still take (AK-2.7)."""
        return HAND_LIMIT - len(self.players[seat].hand)

    def draw(self, seat: int, n: int) -> None:
        """Cards to a hand as far as it can take them; the draws themselves are chance (AK-2.7)."""
        room = HAND_LIMIT - len(self.players[seat].hand)
        if n > room:
            self.effects.append(HandFull(seat, n - room))
            n = room
        if n > 0:
            self.stack.append(steps.Draw(seat, n))

    def take_from_deck(self, cards: bytes) -> None:
        """Takes drawn cards off the pile; an empty pile is replaced at once (AK-5.1)."""
        deck = self.deck
        self.deck = deck = deck.replace(cards, b"") if len(cards) == 1 else deck.translate(None, cards)
        if not deck:
            self.reshuffle()

    def reshuffle(self) -> None:
        """The discard pile, if there is one, becomes the draw pile (AK-5.1)."""
        if self.discard:
            self.effects.append(Reshuffled(len(self.discard)))
            self.deck = bytes(sorted(self.discard))
            self.discard = b""

    # -- artifacts and monuments --------------------------------------------------------------------------------

    def set_artifacts(self, seat: int, artifacts: bytes) -> None:
        """Replaces the artifacts of a board."""
        p = self.players[seat]
        self.players[seat] = Player(
            p.hand, p.timeline, p.knowledge, p.past, p.rotated, artifacts, p.technologies, p.lost
        )

    def set_timeline(self, seat: int, timeline: bytes, knowledge: bytes) -> None:
        """Replaces a timeline and what lies on it."""
        p = self.players[seat]
        self.players[seat] = Player(p.hand, timeline, knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost)

    def install(self, seat: int, card: int) -> None:
        """A new artifact onto the board, out of the hand unless it lay aside."""
        p = self.players[seat]
        hand, artifacts = p.hand.replace(ONE[card], b""), insert_sorted(p.artifacts, card)
        self.players[seat] = Player(hand, p.timeline, p.knowledge, p.past, p.rotated, artifacts, p.technologies, p.lost)

    def enter(self, seat: int, card: int, slot: int, knowledge: int) -> None:
        """A new monument onto the lowest free half of a slot, out of the hand (AK-3.3)."""
        p = self.players[seat]
        place = free_place(p.timeline, slot)
        tokens = replace_byte(p.knowledge, place, knowledge) if knowledge else p.knowledge
        hand, timeline = p.hand.replace(ONE[card], b""), replace_byte(p.timeline, place, card)
        self.players[seat] = Player(hand, timeline, tokens, p.past, p.rotated, p.artifacts, p.technologies, p.lost)

    def stand(self, seat: int, card: int, slot: int, knowledge: int) -> None:
        """A monument with its knowledge on the lowest free half of a slot (AK-3.3)."""
        player = self.players[seat]
        place = free_place(player.timeline, slot)
        self.set_timeline(
            seat, replace_byte(player.timeline, place, card), replace_byte(player.knowledge, place, knowledge)
        )

    def lift(self, seat: int, card: int) -> int:
        """Takes a monument off the timeline, lets the one above drop (AK-3.6); the knowledge that was on it."""
        player = self.players[seat]
        place = player.timeline.index(card)
        self.set_timeline(seat, *self.vacated(seat, player, place))
        return player.knowledge[place]

    def vacated(self, seat: int, player: Player, place: int) -> tuple[bytes, bytes]:
        """A timeline and its knowledge with a place emptied, and the drop that follows (AK-3.6)."""
        timeline, knowledge = player.timeline, player.knowledge
        fell = 0 if place & 1 else timeline[place + 1]
        if fell:
            self.effects.append(Dropped(seat, IDS[fell], slot_of(place)))
            return dropped(timeline, place), dropped(knowledge, place)
        empty = timeline.replace(ONE[timeline[place]], b"\0")
        return empty, replace_byte(knowledge, place, 0) if knowledge[place] else knowledge

    def leave(self, seat: int, card: int, rule: str) -> None:
        """A card in play goes to the discard pile by its own effect; knowledge on it goes to the supply (R-1)."""
        self.effects.append(LeftPlay(seat, IDS[card], IDS[card], rule))
        self.discard += ONE[card]
        if TYPE[card] == ARTIFACT:
            self.set_artifacts(seat, self.players[seat].artifacts.replace(ONE[card], b""))
        else:
            self.lift(seat, card)

    def discard_artifacts(self, seat: int, cards: bytes, card: int, rule: str) -> None:
        """Artifacts of a board to the discard pile together, in the order of AK-5.4."""
        if cards:
            self.set_artifacts(seat, self.players[seat].artifacts.translate(None, cards))
            self.discard += cards
            for gone in cards:
                self.effects.append(LeftPlay(seat, IDS[gone], SOURCES[card], rule))

    def move(self, seat: int, card: int, slot: int, source: int) -> None:
        """A monument to another slot, with its knowledge (AK-3.7)."""
        before = slot_of(self.players[seat].timeline.index(card))
        self.effects.append(Moved(seat, IDS[card], before, slot, SOURCES[source]))
        self.stand(seat, card, slot, self.lift(seat, card))

    def swap(self, seat: int, a: int, b: int, source: int) -> None:
        """Two monuments exchange their places, with their knowledge (AK-3.7)."""
        player = self.players[seat]
        at, other = player.timeline.index(a), player.timeline.index(b)
        self.set_timeline(seat, swapped(player.timeline, at, other), swapped(player.knowledge, at, other))
        self.effects.append(Swapped(seat, (IDS[a], IDS[b]), SOURCES[source]))

    def to_past(self, seat: int, card: int) -> int:
        """Steps 2 and 3 of AK-2.10: the knowledge left is lost, the monument goes to the Past; what was lost."""
        p = self.players[seat]
        place = p.timeline.index(card)
        knowledge = p.knowledge[place]
        self.effects.append(Declined(seat, IDS[card], knowledge))
        timeline, tokens = self.vacated(seat, p, place)
        self.players[seat] = Player(
            p.hand,
            timeline,
            tokens,
            p.past + ONE[card],
            p.rotated + b"\0",
            p.artifacts,
            p.technologies,
            p.lost + knowledge,
        )
        return knowledge

    # -- knowledge ----------------------------------------------------------------------------------------------

    def take_knowledge(self, seat: int, place: int, n: int, source: int, rule: str = "AK-6.5") -> None:
        """As much as there is, up to n, off a monument."""
        player = self.players[seat]
        n = min(n, player.knowledge[place])
        if n:
            card = player.timeline[place]
            self.set_timeline(seat, player.timeline, replace_byte(player.knowledge, place, player.knowledge[place] - n))
            self.effects.append(KnowledgeRemoved(seat, IDS[card], n, SOURCES[source], rule))

    def add_knowledge(self, seat: int, card: int, n: int, source: int) -> None:
        """Knowledge onto a monument of `seat`, by an opponent's card."""
        player = self.players[seat]
        place = player.timeline.index(card)
        self.set_timeline(seat, player.timeline, replace_byte(player.knowledge, place, player.knowledge[place] + n))
        self.effects.append(KnowledgeAdded(seat, IDS[card], n, SOURCES[source]))

    def remove_lost(self, seat: int, n: int, source: int) -> None:
        """As much lost knowledge as there is, up to n, to the supply (AK-6.6)."""
        p = self.players[seat]
        n = min(n, p.lost)
        if n:
            self.players[seat] = Player(
                p.hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost - n
            )
            self.effects.append(LostRemoved(seat, n, SOURCES[source]))

    # -- the Past -----------------------------------------------------------------------------------------------

    def turn_past(self, seat: int, n: int, upright: bool) -> bytes:
        """Straightens (or rotates) the first n monuments of the Past that are rotated (or upright); which they are."""
        p = self.players[seat]
        old, new = (ONE[1], ONE[0]) if upright else (ONE[0], ONE[1])
        flags = p.rotated.replace(old, new, n)
        self.players[seat] = Player(p.hand, p.timeline, p.knowledge, p.past, flags, p.artifacts, p.technologies, p.lost)
        return bytes(compress(p.past, map(ne, p.rotated, flags)))

    def straighten(self, seat: int, n: int, source: int) -> None:
        """Straightens up to n monuments, the oldest first: which ones has no consequence (AK-6.9)."""
        turned = self.turn_past(seat, n, upright=True)
        if turned:
            self.effects.append(Straightened(seat, ids(turned), SOURCES[source]))

    # -- seats --------------------------------------------------------------------------------------------------

    def clockwise(self, seat: int) -> list[int]:
        """The seats from `seat` on, clockwise."""
        seats = len(self.players)
        return [(seat + step) % seats for step in range(seats)]

    def opponents(self, seat: int) -> list[int]:
        """The opponents, clockwise; in the team variant the other team (AK-8.2c)."""
        return opponents(self.options, len(self.players), seat)


def lay_out(state: State) -> Table:
    """The table as a state describes it."""
    return Table(
        state.options,
        state.first,
        [*state.players],
        state.deck,
        state.discard,
        state.shown,
        state.display,
        state.flipped,
        state.ending,
        state.offers,
        state.turns,
        [*state.stack],
        [],
    )


def opponents(options: Options, seats: int, seat: int) -> list[int]:
    """The opponents of a seat, clockwise; partners are none (AK-8.2c)."""
    others = [(seat + step) % seats for step in range(1, seats)]
    return [other for other in others if other != partner(options, seat)]


def partner(options: Options, seat: int) -> int:
    """The partner of a seat in the team variant, NOBODY without: seats 0 and 1 play against 2 and 3."""
    return seat ^ 1 if options.teams else NOBODY


Seen = State | Table
"""What a question about the table can be asked of."""


def turn_of(table: Seen, seat: int) -> Turn | None:
    """The unfinished turn of a seat."""
    for turn in table.turns:
        if turn.seat == seat and turn.phase != DONE:
            return turn
    return None
