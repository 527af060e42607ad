"""The set-up (VC-1.6): gems given back, characters dealt, the first card chosen, the display and the laws."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy.actions import Deal, DealLaws, Do, GiveBack, Start, TurnUp
from kronika.core.games.viceroy.cards import CARD, ONE_CARD, REWARD, is_law, label
from kronika.core.games.viceroy.due import Auto, Chance, Secret
from kronika.core.games.viceroy.effects import Started
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.rules.flow import all_in, start_auction
from kronika.core.games.viceroy.state import DEAL, DEAL_LAWS, KEEP, LARGE_DECK, NO_ROWS, SELECT, START, TURN_UP, State
from kronika.core.games.viceroy.steps import CardToDraw, FirstAuction, Gain
from kronika.core.games.viceroy.table import Table
from kronika.core.zones import minus, plus, without, without_all

DEALT = 2
DEALT_SECOND_EDITION = 4
LAWS_DEALT = 3
DISPLAYED = 4


class GivingBack(Chance[None]):
    """Each player returns two of his eight gems at random (VC-1.6.5)."""

    rule = "VC-1.6.5"
    what = "each player returns two gems at random"
    kinds = (GiveBack,)

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """Two gems for each player; with two of each colour any two are possible."""
        assert isinstance(do, GiveBack)
        if len(do.gems) != len(state.players):
            raise IllegalAction(self.rule, f"{len(state.players)} players return gems, not {len(do.gems)}.")

    def at_once(self, state: State, seat: int, do: Do) -> State:
        """The gems go back to the supply."""
        assert isinstance(do, GiveBack)
        players, supply = [], state.supply
        for player, pair in zip(state.players, do.gems, strict=True):
            back = [0, 0, 0, 0]
            for colour in pair:
                back[INDEX[colour]] += 1
            players.append(replace(player, gems=minus(player.gems, back)))
            supply = plus(supply, back)
        return replace(state, phase=DEAL, players=tuple(players), supply=supply)

    def sample(self, state: State, step: None, dice: Dice) -> Do:
        """Two of the eight, by player."""
        pairs = []
        for player in state.players:
            first, second = dice.draw([i for i, n in enumerate(player.gems) for _ in range(n)], 2)
            pairs.append((COLOURS[min(first, second)], COLOURS[max(first, second)]))
        return GiveBack(tuple(pairs))


class Dealing(Chance[None]):
    """Characters are dealt (VC-1.6.6)."""

    rule = "VC-1.6.6"
    what = "the characters are dealt"
    kinds = (Deal,)

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """Two characters for each player, four in the second edition."""
        assert isinstance(do, Deal)
        size = _hand_size(state)
        if len(do.hands) != len(state.players) or any(len(hand) != size for hand in do.hands):
            raise IllegalAction(self.rule, f"{len(state.players)} hands of {size} characters are dealt.")
        check_cards([card for hand in do.hands for card in hand], state.unseen, self.rule, "the deck of characters")

    def at_once(self, state: State, seat: int, do: Do) -> State:
        """The hands."""
        assert isinstance(do, Deal)
        players, unseen = [], state.unseen
        for player, hand in zip(state.players, do.hands, strict=True):
            players.append(replace(player, hand=bytes(sorted(hand))))
            unseen = without_all(unseen, hand)
        return replace(state, phase=START, players=tuple(players), unseen=unseen)

    def sample(self, state: State, step: None, dice: Dice) -> Do:
        """Uniform hands."""
        size, seats = _hand_size(state), len(state.players)
        cards = dice.draw(state.unseen, size * seats)
        return Deal(tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(seats)))


def _hand_size(state: State) -> int:
    return DEALT_SECOND_EDITION if state.options.second_edition else DEALT


class Starting(Secret):
    """Everybody chooses the first card of the pyramid, secretly and at the same time (VC-1.6.6, R-2)."""

    rule = "VC-1.6.6"
    what = "the players choose their first card"
    kinds = (Start,)

    def refuse_seat(self, state: State, step: None, seat: int) -> IllegalAction:
        """Chosen already, or no player."""
        if 0 <= seat < len(state.players):
            return IllegalAction(self.rule, "Your first card lies face down already.")
        return super().refuse_seat(state, step, seat)

    def options(self, state: State, step: None, seat: int) -> Sequence[Do]:
        """Each card of the hand; in the second edition with each other card to be kept."""
        hand = state.players[seat].hand
        if state.options.second_edition:
            return [Start(card, keep) for card in hand for keep in hand if card != keep]
        return [Start(card) for card in hand]

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """Both cards are in hand."""
        assert isinstance(do, Start)
        hand = state.players[seat].hand
        if do.card not in hand:
            raise IllegalAction(self.rule, f"You do not hold {label(do.card)}.", {"hand": list(hand)})
        if not state.options.second_edition:
            if do.keep is not None:
                raise IllegalAction(self.rule, "The other card stays in hand: only the first card is chosen.")
        elif do.keep is None or do.keep == do.card or do.keep not in hand:
            raise IllegalAction("VC-6.8", "Say which other card of the four you keep.", {"hand": list(hand)})

    def code(self, do: Do) -> int:
        """As it is sealed."""
        assert isinstance(do, Start)
        return do.card + KEEP * (do.keep or 0)

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """The first cards are laid without paying, and pay their first row in ascending number (R-1)."""
        table.change(seat, sealed=self.code(do))
        first = [player.sealed % KEEP for player in table.players]
        for owner, player in enumerate(table.players):
            keep = player.sealed // KEEP
            hand = without(player.hand, first[owner])
            if keep:
                table.unseen = bytes(sorted(table.unseen + without(hand, keep)))
                hand = bytes((keep,))
            table.players[owner] = replace(player, hand=hand, sealed=0, rows=(ONE_CARD[first[owner]], *NO_ROWS[1:]))
        table.tell(Started(tuple(first)))
        table.large, table.small = LARGE_DECK, len(table.unseen) - LARGE_DECK
        table.phase = TURN_UP
        rewards = [(card, owner, part) for owner, card in enumerate(first) for part in REWARD[card][1]]
        rewards.sort(key=lambda reward: reward[0])
        table.push(*[Gain(owner, card, part, "VC-3.12") for card, owner, part in rewards if part.kind != CARD])


class TurningUp(Chance[None]):
    """New cards of the large deck, left to right (VC-1.6.8, VC-2.10)."""

    rule = "VC-2.10"
    what = "new cards are turned up"
    kinds = (TurnUp,)

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """Four characters nobody has seen yet."""
        assert isinstance(do, TurnUp)
        rule = self.rule if state.round else "VC-1.6.8"
        due = DISPLAYED if state.large > DISPLAYED else state.large
        if len(do.cards) != due:
            raise IllegalAction(rule, f"{due} cards are turned up, not {len(do.cards)}.")
        check_cards(do.cards, state.unseen, rule, "the large deck")

    def at_once(self, state: State, seat: int, do: Do) -> State:
        """Into the lower slots; then the laws are dealt, or the building phase begins."""
        assert isinstance(do, TurnUp)
        display = bytearray(state.display)
        display[0 : 2 * len(do.cards) : 2] = do.cards
        return replace(
            state,
            phase=SELECT if state.round else DEAL_LAWS,
            turn=1 if state.round else 0,
            unseen=without_all(state.unseen, do.cards),
            large=state.large - len(do.cards),
            display=bytes(display),
            players=all_in(state.players),
        )

    def sample(self, state: State, step: None, dice: Dice) -> Do:
        """Uniform over the unseen characters."""
        return TurnUp(tuple(dice.draw(state.unseen, min(DISPLAYED, state.large))))


class DealingLaws(Chance[None]):
    """Three laws for each player (VC-1.6.9)."""

    rule = "VC-1.6.9"
    what = "the laws are dealt"
    kinds = (DealLaws,)

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """Laws of the deck, each once."""
        assert isinstance(do, DealLaws)
        if len(do.hands) != len(state.players):
            raise IllegalAction(self.rule, f"{len(state.players)} players are dealt laws, not {len(do.hands)}.")
        check_cards([card for hand in do.hands for card in hand], state.laws, self.rule, "the law deck")

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """Into the hands; then the "card" rewards of the first cards are drawn, in ascending number (R-1)."""
        assert isinstance(do, DealLaws)
        for owner, laws in enumerate(do.hands):
            table.laws = without_all(table.laws, laws)
            player = table.players[owner]
            table.players[owner] = replace(player, hand=bytes(sorted((*player.hand, *laws))))
        draws = [
            CardToDraw(owner)
            for owner in table.by_priority(range(len(table.players)))
            for part in REWARD[table.players[owner].rows[0][0]][1]
            if part.kind == CARD
        ]
        table.push(*draws, FirstAuction())

    def sample(self, state: State, step: None, dice: Dice) -> Do:
        """Uniform hands."""
        seats = len(state.players)
        cards = dice.draw(state.laws, LAWS_DEALT * seats)
        hands = ((cards[3 * seat], cards[3 * seat + 1], cards[3 * seat + 2]) for seat in range(seats))
        return DealLaws(tuple(hands))


class OpeningEnd(Auto[FirstAuction]):
    """The first round begins."""

    def run(self, table: Table, step: FirstAuction) -> bool:
        """Starts the auction."""
        start_auction(table)
        return True


def check_cards(cards: Sequence[int], deck: bytes, rule: str, where: str) -> None:
    """Raises IllegalAction unless all these cards can come from `deck`, each once."""
    if len(without_all(deck, cards)) == len(deck) - len(cards):
        return
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalAction(rule, f"{label(card)} comes twice: there is one of each.")
        if card not in deck:
            what = "It is a law." if is_law(card) else "It is somewhere else."
            raise IllegalAction(rule, f"{label(card)} is not in {where}. {what}", {"deck": list(deck)})
