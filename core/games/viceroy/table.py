"""A state in motion: what one action changes step by step until it stands still again.

`rules.apply` makes a Table of a state, works on it and freezes it; nobody else ever sees one. The methods are what
several rules do alike: gems and cards that change places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.cards import TUCK_TAKEN
from kronika.core.games.viceroy.effects import CircleClosed, Effect, GotGems, GotTokens, Nothing, Removed, Tucked
from kronika.core.games.viceroy.gems import COLOURS, ONE, counts, minus, plus
from kronika.core.games.viceroy.pyramid import circle_colour, is_placed, lowest_number
from kronika.core.games.viceroy.state import HIDDEN, Player, State
from kronika.core.games.viceroy.steps import Step, TakenCard

if TYPE_CHECKING:
    from collections.abc import Iterable


class Table:
    """The fields of a State, open to change, and the effects so far."""

    __slots__ = (
        "discard",
        "display",
        "effects",
        "large",
        "laws",
        "options",
        "phase",
        "players",
        "round",
        "small",
        "supply",
        "todo",
        "top",
        "top_by",
        "turn",
        "unseen",
        "virtual",
    )

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.phase = state.phase
        self.round = state.round
        self.turn = state.turn
        self.unseen = state.unseen
        self.large = state.large
        self.small = state.small
        self.laws = state.laws
        self.top = state.top
        self.top_by = state.top_by
        self.supply = state.supply
        self.display = state.display
        self.discard = state.discard
        self.virtual = state.virtual
        self.players = list(state.players)
        self.todo = list(state.todo)
        self.effects: list[Effect] = []

    def freeze(self) -> State:
        """The state as it stands now."""
        return State(
            self.options,
            self.phase,
            self.round,
            self.turn,
            self.unseen,
            self.large,
            self.small,
            self.laws,
            self.top,
            self.top_by,
            self.supply,
            self.display,
            self.discard,
            self.virtual,
            tuple(self.players),
            tuple(self.todo),
        )

    # -- small changes ------------------------------------------------------------------------------------------

    def tell(self, effect: Effect) -> None:
        """Notes what happened."""
        self.effects.append(effect)

    def push(self, *steps: Step) -> None:
        """Puts steps on the stack so that they come in the order given, before all that waits already."""
        self.todo.extend(reversed(steps))

    def change(self, seat: int, **fields: Any) -> Player:
        """Replaces fields of a player."""
        player = self.players[seat] = replace(self.players[seat], **fields)
        return player

    def by_priority(self, seats: Iterable[int]) -> list[int]:
        """Seats in ascending order of the lowest card number in their pyramids (VC-2.2)."""
        order = list(seats)
        if len(order) > 1:
            order.sort(key=lambda seat: lowest_number(self.players[seat]))
        return order

    # -- gems ---------------------------------------------------------------------------------------------------

    def gain_gems(self, seat: int, gems: tuple[int, int, int, int], rule: str) -> None:
        """Gems go from the supply behind the screen."""
        player = self.players[seat]
        self.supply = minus(self.supply, gems)
        self.players[seat] = replace(player, gems=plus(player.gems, gems))
        self.effects.append(GotGems(seat, gems, rule))

    def lay_gem(self, seat: int, card: int, token: int, own: bool, rule: str) -> None:
        """A gem of the supply, or of the screen if `own`, is laid on a card; `token` is its code there."""
        gem = ONE[tokens.gem_colour(token)]
        if own:
            self.change(seat, gems=minus(self.players[seat].gems, gem))
        else:
            self.supply = minus(self.supply, gem)
        self.lay(seat, card, token, n=1, rule=rule)

    def lay(self, seat: int, card: int, token: int, *, n: int, rule: str) -> None:
        """Tokens of one kind are laid on a card."""
        player = self.players[seat]
        self.players[seat] = replace(player, tokens=tokens.add(player.tokens, card, *(token,) * n))
        self.effects.append(GotTokens(seat, card, (tokens.TOKEN_NAMES[token],) * n, rule))

    def close_circle(self, seat: int, level: int, column: int) -> None:
        """If this circle is of one colour, its owner gets a gem of it (VC-3.4)."""
        colour = circle_colour(self.players[seat], level, column)
        if colour >= 0:
            there = self.supply[colour] > 0
            self.tell(CircleClosed(seat, level, column, COLOURS[colour], there))
            if there:
                self.gain_gems(seat, counts(ONE[colour]), "VC-3.4")

    # -- cards --------------------------------------------------------------------------------------------------

    def remove_from_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        player = self.players[seat]
        self.players[seat] = replace(player, hand=without(player.hand, card), shown=without(player.shown, card))

    def enter_hand(self, seat: int, card: int, *, hidden: bool, **fields: Any) -> None:
        """A card is taken into hand; the owner of law 78 may tuck it at once (R-31). Other fields may change too."""
        player = self.players[seat]
        shown = player.shown if hidden else with_card(player.shown, card)
        player = self.players[seat] = replace(player, hand=with_card(player.hand, card), shown=shown, **fields)
        if is_placed(player, TUCK_TAKEN):
            self.push(TakenCard(seat, card, hidden))

    def tuck(self, seat: int, card: int, under: int, *, hidden: bool, rule: str) -> None:
        """A hand card, or one that lies nowhere at the moment, goes under a card of the pyramid (VC-3.7)."""
        player = self.players[seat]
        value = card + HIDDEN if hidden else card
        tucked = tokens.flat([*tokens.pairs(player.tucked), (under, value)])
        self.change(seat, hand=without(player.hand, card), shown=without(player.shown, card), tucked=tucked)
        self.tell(Tucked(seat, card, under, hidden, rule))

    def put_away(self, cards: Iterable[int], rule: str) -> None:
        """Cards go to the discard pile."""
        gone = tuple(card for card in cards if card)
        if gone:
            self.discard = bytes(sorted((*self.discard, *gone)))
            self.tell(Removed(gone, rule))

    def empty_slot(self, slot: int) -> int:
        """Takes the card of a display slot away."""
        card = self.display[slot]
        self.display = self.display[:slot] + b"\0" + self.display[slot + 1 :]
        return card

    def fill_slot(self, slot: int, card: int) -> None:
        """Puts a card into a display slot."""
        self.display = self.display[:slot] + bytes((card,)) + self.display[slot + 1 :]

    def nothing(self, seat: int, why: str, rule: str) -> None:
        """Notes that a reward or law gives nothing."""
        self.tell(Nothing(seat, why, rule))


def with_card(cards: bytes, card: int) -> bytes:
    """Sorted cards with one more."""
    return bytes(sorted((*cards, card)))


def without(cards: bytes, *gone: int) -> bytes:
    """Cards without some, each of which is there once at most."""
    return cards.translate(None, bytes(gone))
