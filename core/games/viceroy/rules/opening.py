"""The set-up (VC-1.6): gems given back, characters dealt, the first card chosen, the display and the laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.contract.zones import remove_card, remove_cards
from kronika.core.games.viceroy.actions import Deal, DealLaws, Do, GiveBack, Start, TurnUp
from kronika.core.games.viceroy.cards import CARD, ONE_CARD, REWARD, is_law, label
from kronika.core.games.viceroy.effects import Started
from kronika.core.games.viceroy.gems import COLOURS, INDEX, minus, plus
from kronika.core.games.viceroy.rules.flow import start_auction, start_building
from kronika.core.games.viceroy.secret import choosers
from kronika.core.games.viceroy.state import (
    DEAL,
    DEAL_LAWS,
    GIVE_BACK,
    KEEP,
    LARGE_DECK,
    NO_ROWS,
    START,
    TURN_UP,
    State,
)
from kronika.core.games.viceroy.steps import CardToDraw, FirstAuction, Gain
from kronika.core.games.viceroy.table import Table

DEALT = 2
DEALT_SECOND_EDITION = 4
LAWS_DEALT = 3
DISPLAYED = 4


def _check_give_back(state: State, step: None, seat: int, do: GiveBack) -> None:
    """Two gems for each player; with two of each colour any two are possible."""
    if len(do.gems) != len(state.players):
        raise IllegalAction(
            "VC-1.6.5", f"Gems are returned by {pluralize(len(state.players), 'player')}, not by {len(do.gems)}."
        )


def _give_back(table: Table, step: None, seat: int, do: GiveBack) -> None:
    """The gems go back to the supply."""
    for owner, pair in enumerate(do.gems):
        back = [0, 0, 0, 0]
        for colour in pair:
            back[INDEX[colour]] += 1
        table.change(owner, gems=minus(table.players[owner].gems, back))
        table.supply = plus(table.supply, back)
    table.phase = DEAL


def _sample_give_back(state: State, step: None, dice: Dice) -> Do:
    """Two of the eight, by player."""
    pairs = []
    for player in state.players:
        first, second = dice.draw([i for i, n in enumerate(player.gems) for _ in range(n)], 2)
        pairs.append((COLOURS[min(first, second)], COLOURS[max(first, second)]))
    return GiveBack(tuple(pairs))


def _check_deal(state: State, step: None, seat: int, do: Deal) -> None:
    """Two characters for each player, four in the second edition."""
    size = _hand_size(state)
    if len(do.hands) != len(state.players) or any(len(hand) != size for hand in do.hands):
        raise IllegalAction("VC-1.6.6", f"{len(state.players)} hands of {size} characters are dealt.")
    check_cards([card for hand in do.hands for card in hand], state.unseen, "VC-1.6.6", "the deck of characters")


def _deal(table: Table, step: None, seat: int, do: Deal) -> None:
    """The hands."""
    for owner, hand in enumerate(do.hands):
        table.change(owner, hand=bytes(sorted(hand)))
        table.unseen = remove_cards(table.unseen, hand)
    table.phase = START


def _sample_deal(state: State, step: None, dice: Dice) -> Do:
    """Uniform hands."""
    size, seats = _hand_size(state), len(state.players)
    cards = dice.draw(state.unseen, size * seats)
    return Deal(tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(seats)))


def _hand_size(state: State) -> int:
    return DEALT_SECOND_EDITION if state.options.second_edition else DEALT


def _refuse_start(state: State, step: None, seat: int) -> IllegalAction | None:
    """Chosen already, or no player."""
    if 0 <= seat < len(state.players):
        return IllegalAction("VC-1.6.6", "Your first card lies face down already.")
    return None


def _start_options(state: State, step: None, seat: int) -> Sequence[Do]:
    """Each card of the hand; in the second edition with each other card to be kept."""
    hand = state.players[seat].hand
    if state.options.second_edition:
        return [Start(card, keep) for card in hand for keep in hand if card != keep]
    return [Start(card) for card in hand]


def _check_start(state: State, step: None, seat: int, do: Start) -> None:
    """Both cards are in hand."""
    hand = state.players[seat].hand
    if do.card not in hand:
        raise IllegalAction("VC-1.6.6", f"You do not hold {label(do.card)}.", {"hand": list(hand)})
    if not state.options.second_edition:
        if do.keep is not None:
            raise IllegalAction("VC-1.6.6", "The other card stays in hand: only the first card is chosen.")
    elif do.keep is None or do.keep == do.card or do.keep not in hand:
        raise IllegalAction("VC-6.8", "Say which other card of the four you keep.", {"hand": list(hand)})


def start_code(do: Start) -> int:
    """A first card as it is sealed."""
    return do.card + KEEP * (do.keep or 0)


def _start(table: Table, step: None, seat: int, do: Start) -> None:
    """The first cards are laid without paying, and pay their first row in ascending number (R-1)."""
    table.change(seat, sealed=start_code(do))
    first = [player.sealed % KEEP for player in table.players]
    for owner, player in enumerate(table.players):
        keep = player.sealed // KEEP
        hand = remove_card(player.hand, first[owner])
        if keep:
            table.unseen = bytes(sorted(table.unseen + remove_card(hand, keep)))
            hand = bytes((keep,))
        table.players[owner] = replace(player, hand=hand, sealed=0, rows=(ONE_CARD[first[owner]], *NO_ROWS[1:]))
    table.tell(Started(tuple(first)))
    table.large, table.small = LARGE_DECK, len(table.unseen) - LARGE_DECK
    table.phase = TURN_UP
    rewards = [(card, owner, part) for owner, card in enumerate(first) for part in REWARD[card][1]]
    rewards.sort(key=lambda reward: reward[0])
    table.push(*[Gain(owner, card, part, "VC-3.12") for card, owner, part in rewards if part.kind != CARD])


def _check_turn_up(state: State, step: None, seat: int, do: TurnUp) -> None:
    """Four characters nobody has seen yet."""
    rule = "VC-2.10" if state.round else "VC-1.6.8"
    due = DISPLAYED if state.large > DISPLAYED else state.large
    if len(do.cards) != due:
        raise IllegalAction(rule, f"To be turned up: {pluralize(due, 'card')}, not {len(do.cards)}.")
    check_cards(do.cards, state.unseen, rule, "the large deck")


def _turn_up(table: Table, step: None, seat: int, do: TurnUp) -> None:
    """Into the lower slots; then the laws are dealt, or the building phase begins."""
    display = bytearray(table.display)
    display[0 : 2 * len(do.cards) : 2] = do.cards
    table.display = bytes(display)
    table.unseen = remove_cards(table.unseen, do.cards)
    table.large -= len(do.cards)
    if table.round:
        start_building(table)
    else:
        table.phase = DEAL_LAWS


def _sample_turn_up(state: State, step: None, dice: Dice) -> Do:
    """Uniform over the unseen characters."""
    return TurnUp(tuple(dice.draw(state.unseen, min(DISPLAYED, state.large))))


def _check_deal_laws(state: State, step: None, seat: int, do: DealLaws) -> None:
    """Laws of the deck, each once."""
    if len(do.hands) != len(state.players):
        raise IllegalAction(
            "VC-1.6.9", f"Laws are dealt to {pluralize(len(state.players), 'player')}, not to {len(do.hands)}."
        )
    check_cards([card for hand in do.hands for card in hand], state.laws, "VC-1.6.9", "the law deck")


def _deal_laws(table: Table, step: None, seat: int, do: DealLaws) -> None:
    """Into the hands; then the "card" rewards of the first cards are drawn, in ascending number (R-1)."""
    for owner, laws in enumerate(do.hands):
        table.laws = remove_cards(table.laws, laws)
        player = table.players[owner]
        table.players[owner] = replace(player, hand=bytes(sorted((*player.hand, *laws))))
    draws = [
        CardToDraw(owner)
        for owner in table.by_priority(range(len(table.players)))
        for part in REWARD[table.players[owner].rows[0][0]][1]
        if part.kind == CARD
    ]
    table.push(*draws, FirstAuction())


def _sample_deal_laws(state: State, step: None, dice: Dice) -> Do:
    """Uniform hands."""
    seats = len(state.players)
    cards = dice.draw(state.laws, LAWS_DEALT * seats)
    hands = ((cards[3 * seat], cards[3 * seat + 1], cards[3 * seat + 2]) for seat in range(seats))
    return DealLaws(tuple(hands))


def _settle_first_auction(table: Table, step: FirstAuction) -> None:
    """The first round begins."""
    start_auction(table)


def check_cards(cards: Sequence[int], deck: bytes, rule: str, where: str) -> None:
    """Raises IllegalAction unless all these cards can come from `deck`, each once."""
    if len(remove_cards(deck, cards)) == len(deck) - len(cards):
        return
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalAction(rule, f"{label(card)} comes twice: there is one of each.")
        if card not in deck:
            what = "It is a law." if is_law(card) else "It is somewhere else."
            raise IllegalAction(rule, f"{label(card)} is not in {where}. {what}", {"deck": list(deck)})


DUES: Final[dict[type, StepKind[State, Table]]] = {
    FirstAuction: StepKind(rule="VC-2.1", what="the first auction begins", settle=_settle_first_auction),
}

BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    # Each player returns two of his eight gems at random (VC-1.6.5).
    GIVE_BACK: StepKind(
        rule="VC-1.6.5",
        what="each player returns two gems at random",
        takes={GiveBack: (_check_give_back, _give_back)},
        seats=chance_seat,
        sample=_sample_give_back,
    ),
    DEAL: StepKind(
        rule="VC-1.6.6",
        what="the characters are dealt",
        takes={Deal: (_check_deal, _deal)},
        seats=chance_seat,
        sample=_sample_deal,
    ),
    # Everybody chooses the first card of the pyramid, secretly and at the same time (VC-1.6.6, R-2).
    START: StepKind(
        rule="VC-1.6.6",
        what="the players choose their first card",
        takes={Start: (_check_start, _start)},
        options=_start_options,
        seats=choosers,
        refuse=_refuse_start,
    ),
    # New cards of the large deck, left to right (VC-1.6.8, VC-2.10).
    TURN_UP: StepKind(
        rule="VC-2.10",
        what="new cards are turned up",
        takes={TurnUp: (_check_turn_up, _turn_up)},
        seats=chance_seat,
        sample=_sample_turn_up,
    ),
    # Three laws for each player (VC-1.6.9).
    DEAL_LAWS: StepKind(
        rule="VC-1.6.9",
        what="the laws are dealt",
        takes={DealLaws: (_check_deal_laws, _deal_laws)},
        seats=chance_seat,
        sample=_sample_deal_laws,
    ),
}
