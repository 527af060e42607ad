"""A mutable copy of a state while an event is carried out, with its basic changes and their effects.

Everything that moves a card or a token goes through this module, so that each card is always in exactly one zone.
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
    """The fields of a State, open to change, and the effects so far."""

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
        """Return the state as it is now."""
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
        """Replace the turn of the same seat."""
        turns = self.turns
        if len(turns) == 1:
            self.turns = (turn,)
        else:
            self.turns = (turn, turns[1]) if turns[0].seat == turn.seat else (turns[0], turn)

    # -- builder cards ------------------------------------------------------------------------------------------

    def set_hand(self, seat: int, hand: bytes) -> None:
        """Replace a hand."""
        p = self.players[seat]
        self.players[seat] = Player(
            hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
        )

    def to_hand(self, seat: int, cards: bytes) -> None:
        """Add cards to a hand."""
        p = self.players[seat]
        hand = insert_sorted(p.hand, cards[0]) if len(cards) == 1 else bytes(sorted(p.hand + cards))
        self.players[seat] = Player(
            hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost
        )

    def take_openly(self, seat: int, card: int, source: int) -> None:
        """Add a card to a hand, seen by everybody (T3, P33)."""
        self.to_hand(seat, ONE[card])
        self.shown = bytes(sorted((*self.shown, card)))
        self.effects.append(Took(seat, (IDS[card],), SOURCES[source]))

    def forget(self, seat: int) -> None:
        """Forget which cards were seen to enter a hand, since it gives a card away unseen (AK-1.5)."""
        self.shown = self.shown.translate(None, self.players[seat].hand)

    def discard_from_hand(self, seat: int, cards: bytes, card: int, rule: str) -> None:
        """Discard hand cards together, in the order of AK-5.4."""
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
        """Discard cards that were set aside, in the order of AK-5.4."""
        if cards:
            cards = bytes(sorted(cards))
            self.discard += cards
            self.effects.append(SetAsideDiscarded(seat, builder_ids(cards), SOURCES[card]))

    def room(self, seat: int) -> int:
        """Return the number of cards that the hand can still take (AK-2.7)."""
        return HAND_LIMIT - len(self.players[seat].hand)

    def draw(self, seat: int, n: int) -> None:
        """Let a player draw `n` cards as far as the hand can take them (AK-2.7); chance decides which."""
        room = HAND_LIMIT - len(self.players[seat].hand)
        if n > room:
            self.effects.append(HandFull(seat, n - room))
            n = room
        if n > 0:
            self.stack.append(steps.Draw(seat, n))

    def take_from_deck(self, cards: bytes) -> None:
        """Remove drawn cards from the draw pile; an empty pile is replaced at once (AK-5.1)."""
        deck = self.deck
        self.deck = deck = deck.replace(cards, b"") if len(cards) == 1 else deck.translate(None, cards)
        if not deck:
            self.reshuffle()

    def reshuffle(self) -> None:
        """Shuffle the discard pile, if there is one, into a new draw pile (AK-5.1)."""
        if self.discard:
            self.effects.append(Reshuffled(len(self.discard)))
            self.deck = bytes(sorted(self.discard))
            self.discard = b""

    # -- artifacts and monuments --------------------------------------------------------------------------------

    def set_artifacts(self, seat: int, artifacts: bytes) -> None:
        """Replace the artifacts on a board."""
        p = self.players[seat]
        self.players[seat] = Player(
            p.hand, p.timeline, p.knowledge, p.past, p.rotated, artifacts, p.technologies, p.lost
        )

    def set_timeline(self, seat: int, timeline: bytes, knowledge: bytes) -> None:
        """Replace a timeline and its knowledge."""
        p = self.players[seat]
        self.players[seat] = Player(p.hand, timeline, knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost)

    def install(self, seat: int, card: int) -> None:
        """Place a new artifact, from the hand or set aside, on the board."""
        p = self.players[seat]
        hand, artifacts = p.hand.replace(ONE[card], b""), insert_sorted(p.artifacts, card)
        self.players[seat] = Player(hand, p.timeline, p.knowledge, p.past, p.rotated, artifacts, p.technologies, p.lost)

    def enter(self, seat: int, card: int, slot: int, knowledge: int) -> None:
        """Place a new monument from the hand on the lowest free half of a slot (AK-3.3)."""
        p = self.players[seat]
        place = free_place(p.timeline, slot)
        tokens = replace_byte(p.knowledge, place, knowledge) if knowledge else p.knowledge
        hand, timeline = p.hand.replace(ONE[card], b""), replace_byte(p.timeline, place, card)
        self.players[seat] = Player(hand, timeline, tokens, p.past, p.rotated, p.artifacts, p.technologies, p.lost)

    def stand(self, seat: int, card: int, slot: int, knowledge: int) -> None:
        """Place a monument with its knowledge on the lowest free half of a slot (AK-3.3)."""
        player = self.players[seat]
        place = free_place(player.timeline, slot)
        self.set_timeline(
            seat, replace_byte(player.timeline, place, card), replace_byte(player.knowledge, place, knowledge)
        )

    def lift(self, seat: int, card: int) -> int:
        """Remove a monument from the timeline, let the one above it drop (AK-3.6), and return its knowledge."""
        player = self.players[seat]
        place = player.timeline.index(card)
        self.set_timeline(seat, *self.vacated(seat, player, place))
        return player.knowledge[place]

    def vacated(self, seat: int, player: Player, place: int) -> tuple[bytes, bytes]:
        """Return a timeline and its knowledge with a place emptied, after the drop that follows (AK-3.6)."""
        timeline, knowledge = player.timeline, player.knowledge
        fell = 0 if place & 1 else timeline[place + 1]
        if fell:
            self.effects.append(Dropped(seat, IDS[fell], slot_of(place)))
            return dropped(timeline, place), dropped(knowledge, place)
        empty = timeline.replace(ONE[timeline[place]], b"\0")
        return empty, replace_byte(knowledge, place, 0) if knowledge[place] else knowledge

    def leave(self, seat: int, card: int, rule: str) -> None:
        """Discard a card in play by its own effect; knowledge on it goes to the supply (R-1)."""
        self.effects.append(LeftPlay(seat, IDS[card], IDS[card], rule))
        self.discard += ONE[card]
        if TYPE[card] == ARTIFACT:
            self.set_artifacts(seat, self.players[seat].artifacts.replace(ONE[card], b""))
        else:
            self.lift(seat, card)

    def discard_artifacts(self, seat: int, cards: bytes, card: int, rule: str) -> None:
        """Discard artifacts from a board together, in the order of AK-5.4."""
        if cards:
            self.set_artifacts(seat, self.players[seat].artifacts.translate(None, cards))
            self.discard += cards
            for gone in cards:
                self.effects.append(LeftPlay(seat, IDS[gone], SOURCES[card], rule))

    def move(self, seat: int, card: int, slot: int, source: int) -> None:
        """Move a monument to another slot with its knowledge (AK-3.7)."""
        before = slot_of(self.players[seat].timeline.index(card))
        self.effects.append(Moved(seat, IDS[card], before, slot, SOURCES[source]))
        self.stand(seat, card, slot, self.lift(seat, card))

    def swap(self, seat: int, a: int, b: int, source: int) -> None:
        """Let two monuments exchange places with their knowledge (AK-3.7)."""
        player = self.players[seat]
        at, other = player.timeline.index(a), player.timeline.index(b)
        self.set_timeline(seat, swapped(player.timeline, at, other), swapped(player.knowledge, at, other))
        self.effects.append(Swapped(seat, (IDS[a], IDS[b]), SOURCES[source]))

    def to_past(self, seat: int, card: int) -> int:
        """Take steps 2 and 3 of AK-2.10, and return the knowledge lost.

        The knowledge left on the monument is lost, and the monument goes to the Past.
        """
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
        """Take up to `n` knowledge off a monument, as far as there is any."""
        player = self.players[seat]
        n = min(n, player.knowledge[place])
        if n:
            card = player.timeline[place]
            self.set_timeline(seat, player.timeline, replace_byte(player.knowledge, place, player.knowledge[place] - n))
            self.effects.append(KnowledgeRemoved(seat, IDS[card], n, SOURCES[source], rule))

    def add_knowledge(self, seat: int, card: int, n: int, source: int) -> None:
        """Add knowledge to a monument of `seat` because of an opponent's card."""
        player = self.players[seat]
        place = player.timeline.index(card)
        self.set_timeline(seat, player.timeline, replace_byte(player.knowledge, place, player.knowledge[place] + n))
        self.effects.append(KnowledgeAdded(seat, IDS[card], n, SOURCES[source]))

    def remove_lost(self, seat: int, n: int, source: int) -> None:
        """Remove up to `n` lost knowledge to the supply, as far as there is any (AK-6.6)."""
        p = self.players[seat]
        n = min(n, p.lost)
        if n:
            self.players[seat] = Player(
                p.hand, p.timeline, p.knowledge, p.past, p.rotated, p.artifacts, p.technologies, p.lost - n
            )
            self.effects.append(LostRemoved(seat, n, SOURCES[source]))

    # -- the Past -----------------------------------------------------------------------------------------------

    def turn_past(self, seat: int, n: int, upright: bool) -> bytes:
        """Straighten or rotate the first `n` monuments of the Past that can be, and return them.

        If `upright`, rotated ones are straightened; if not, unrotated ones are rotated.
        """
        p = self.players[seat]
        old, new = (ONE[1], ONE[0]) if upright else (ONE[0], ONE[1])
        flags = p.rotated.replace(old, new, n)
        self.players[seat] = Player(p.hand, p.timeline, p.knowledge, p.past, flags, p.artifacts, p.technologies, p.lost)
        return bytes(compress(p.past, map(ne, p.rotated, flags)))

    def straighten(self, seat: int, n: int, source: int) -> None:
        """Straighten up to `n` monuments, the oldest first, since it has no consequence which ones (AK-6.9)."""
        turned = self.turn_past(seat, n, upright=True)
        if turned:
            self.effects.append(Straightened(seat, ids(turned), SOURCES[source]))

    # -- seats --------------------------------------------------------------------------------------------------

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with `seat`."""
        seats = len(self.players)
        return [(seat + step) % seats for step in range(seats)]

    def opponents(self, seat: int) -> list[int]:
        """Return the opponents clockwise; in the team variant, the other team (AK-8.2c)."""
        return opponents(self.options, len(self.players), seat)


def lay_out(state: State) -> Table:
    """Return a mutable copy of a state."""
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
    """Return the opponents of a seat clockwise, without a partner (AK-8.2c)."""
    others = [(seat + step) % seats for step in range(1, seats)]
    return [other for other in others if other != partner(options, seat)]


def partner(options: Options, seat: int) -> int:
    """Return the partner of a seat, or NOBODY outside the team variant; seats 0 and 1 play against 2 and 3."""
    return seat ^ 1 if options.teams else NOBODY


Seen = State | Table
"""A state or a table, for functions that only read."""


def turn_of(table: Seen, seat: int) -> Turn | None:
    """Return the turn of a seat if it is not over, or None."""
    for turn in table.turns:
        if turn.seat == seat and turn.phase != DONE:
            return turn
    return None
