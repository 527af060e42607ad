"""A mutable copy of a state, which one action changes step by step until a decision or chance is due.

`rules.apply` makes a Table from a state, works on it and freezes it; it is used nowhere else. Its methods are what
several rules have in common: gems and cards that move.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.zones import insert_sorted, remove_card
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.cards import NO_CARD, ONE_CARD, TUCK_TAKEN
from kronika.core.games.viceroy.effects import CircleClosed, Effect, GotGems, GotTokens, Nothing, Removed, Tucked
from kronika.core.games.viceroy.gems import COLOURS, ONE, minus, plus
from kronika.core.games.viceroy.pyramid import circle_colour, is_placed, lowest_number
from kronika.core.games.viceroy.state import FACE_DOWN, Options, Player, State
from kronika.core.games.viceroy.steps import Step, TakenCard


class Table(Struct, gc=False):
    """The fields of a State, open to change, and the effects so far."""

    options: Options
    phase: int
    round: int
    turn: int
    unseen: bytes
    large: int
    small: int
    laws: bytes
    top: bytes
    top_by: int
    supply: bytes
    display: bytes
    discard: bytes
    virtual: bytes
    players: list[Player]
    stack: list[Step]
    effects: list[Effect]

    def freeze(self) -> State:
        """Return the state as it is now."""
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
            tuple(self.stack),
        )

    # -- small changes ------------------------------------------------------------------------------------------

    def tell(self, effect: Effect) -> None:
        """Add an effect."""
        self.effects.append(effect)

    def push(self, *steps: Step) -> None:
        """Put steps on the stack in the given order, before all steps that already wait."""
        self.stack += steps[::-1]

    def change(self, seat: int, **fields: Any) -> Player:
        """Replace fields of a player, and return the player."""
        player = self.players[seat] = replace(self.players[seat], **fields)
        return player

    def all_out(self) -> bool:
        """Whether all players have left this phase."""
        for player in self.players:  # noqa: SIM110 - a generator costs more than the players
            if not player.out:
                return False
        return True

    def by_priority(self, seats: Sequence[int]) -> Sequence[int]:
        """Return the seats in ascending order of the lowest card number in their pyramids (VC-2.2)."""
        if len(seats) < 2:
            return seats
        return sorted(seats, key=lambda seat: lowest_number(self.players[seat]))

    # -- gems ---------------------------------------------------------------------------------------------------

    def gain_gems(self, seat: int, gems: tuple[int, int, int, int], rule: str) -> None:
        """Move gems from the supply behind the screen of a player."""
        player = self.players[seat]
        self.supply = minus(self.supply, gems)
        self.players[seat] = replace(player, gems=plus(player.gems, gems))
        self.effects.append(GotGems(seat, gems, rule))

    def lay_gem(self, seat: int, card: int, token: int, own: bool, rule: str) -> None:
        """Lay a gem on a card, from the screen if it is `own`, else from the supply; `token` is its code there."""
        gem = ONE[tokens.gem_colour(token)]
        if own:
            self.change(seat, gems=minus(self.players[seat].gems, gem))
        else:
            self.supply = minus(self.supply, gem)
        self.lay(seat, card, token, n=1, rule=rule)

    def lay(self, seat: int, card: int, token: int, *, n: int, rule: str) -> None:
        """Lay `n` tokens of one kind on a card."""
        player = self.players[seat]
        self.players[seat] = replace(player, tokens=tokens.add(player.tokens, card, token, n))
        self.effects.append(GotTokens(seat, card, (tokens.TOKEN_NAMES[token],) * n, rule))

    def close_circle(self, seat: int, level: int, column: int) -> None:
        """Give the owner of a circle a gem of its colour, if the circle has one colour and the supply a gem (VC-3.4).

        `level` and `column` are the place of its top card.
        """
        colour = circle_colour(self.players[seat], level, column)
        if colour >= 0:
            there = self.supply[colour] > 0
            self.tell(CircleClosed(seat, level, column, COLOURS[colour], there))
            if there:
                self.gain_gems(seat, ONE[colour], "VC-3.4")

    # -- cards --------------------------------------------------------------------------------------------------

    def remove_from_hand(self, seat: int, card: int) -> None:
        """Remove a card from a hand."""
        player = self.players[seat]
        self.players[seat] = replace(player, hand=remove_card(player.hand, card), shown=remove_card(player.shown, card))

    def enter_hand(self, seat: int, card: int, *, hidden: bool) -> None:
        """Put a card into a hand; the owner of law 78 may tuck it at once (R-31).

        The card is `hidden` if the other players do not see it.
        """
        player = self.players[seat]
        shown = player.shown if hidden else insert_sorted(player.shown, card)
        player = self.players[seat] = replace(player, hand=insert_sorted(player.hand, card), shown=shown)
        if is_placed(player, TUCK_TAKEN):
            self.stack.append(TakenCard(seat, card, hidden))

    def tuck(self, seat: int, card: int, under: int, *, hidden: bool, rule: str) -> None:
        """Tuck a card under a card of the pyramid (VC-3.7).

        It is a hand card or, for law 74, a card just removed from the pyramid. It is `hidden` if the others do not see
        it.
        """
        player = self.players[seat]
        tucked = tokens.add(player.tucked, under, card + FACE_DOWN if hidden else card)
        hand, shown = remove_card(player.hand, card), remove_card(player.shown, card)
        self.players[seat] = replace(player, hand=hand, shown=shown, tucked=tucked)
        self.effects.append(Tucked(seat, card, under, hidden, rule))

    def clear_away(self, cards: bytes, rule: str) -> None:
        """Move displayed cards to the discard pile."""
        display = self.display
        for card in cards:
            display = display.replace(ONE_CARD[card], NO_CARD)
        self.display = display
        self.put_away(cards, rule)

    def put_away(self, cards: bytes, rule: str) -> None:
        """Put cards, which have left their places, on the discard pile."""
        if cards:
            discard = bytearray(self.discard)
            for card in cards:
                insort(discard, card)
            self.discard = bytes(discard)
            self.effects.append(Removed(tuple(cards), rule))

    def empty_slot(self, slot: int) -> int:
        """Remove the card from a display slot, and return it."""
        card = self.display[slot]
        self.display = self.display.replace(ONE_CARD[card], NO_CARD)
        return card

    def fill_slot(self, slot: int, card: int) -> None:
        """Put a card into a display slot."""
        self.display = self.display[:slot] + ONE_CARD[card] + self.display[slot + 1 :]

    def nothing(self, seat: int, why: str, rule: str) -> None:
        """Add the effect that a reward or law gives nothing, with the reason."""
        self.tell(Nothing(seat, why, rule))


def lay_out(state: State) -> Table:
    """Return a mutable copy of a state."""
    return Table(
        state.options,
        state.phase,
        state.round,
        state.turn,
        state.unseen,
        state.large,
        state.small,
        state.laws,
        state.top,
        state.top_by,
        state.supply,
        state.display,
        state.discard,
        state.virtual,
        [*state.players],
        [*state.stack],
        [],
    )
