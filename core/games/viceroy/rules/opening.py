"""The set-up (VC-1.6): gems returned, characters dealt, first cards chosen, the display, and the laws."""

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
    """Raise IllegalAction unless there are two gems for each player; with two of each colour any two are possible."""
    if len(do.gems) != len(state.players):
        raise IllegalAction(
            "VC-1.6.5", f"Gems are returned by {pluralize(len(state.players), 'player')}, not by {len(do.gems)}."
        )


def _give_back(table: Table, step: None, seat: int, do: GiveBack) -> None:
    """Return the gems to the supply."""
    for owner, pair in enumerate(do.gems):
        back = [0, 0, 0, 0]
        for colour in pair:
            back[INDEX[colour]] += 1
        table.change(owner, gems=minus(table.players[owner].gems, back))
        table.supply = plus(table.supply, back)
    table.phase = DEAL


def _sample_give_back(state: State, step: None, dice: Dice) -> Do:
    """Return two random gems of the eight of each player."""
    pairs = []
    for player in state.players:
        first, second = dice.draw([i for i, n in enumerate(player.gems) for _ in range(n)], 2)
        pairs.append((COLOURS[min(first, second)], COLOURS[max(first, second)]))
    return GiveBack(tuple(pairs))


def _check_deal(state: State, step: None, seat: int, do: Deal) -> None:
    """Raise IllegalAction unless each player gets two characters of the deck, or four in the second edition."""
    size = _hand_size(state)
    if len(do.hands) != len(state.players) or any(len(hand) != size for hand in do.hands):
        raise IllegalAction("VC-1.6.6", f"{len(state.players)} hands of {size} characters are dealt.")
    check_cards([card for hand in do.hands for card in hand], state.unseen, "VC-1.6.6", "the deck of characters")


def _deal(table: Table, step: None, seat: int, do: Deal) -> None:
    """Deal the hands."""
    for owner, hand in enumerate(do.hands):
        table.change(owner, hand=bytes(sorted(hand)))
        table.unseen = remove_cards(table.unseen, hand)
    table.phase = START


def _sample_deal(state: State, step: None, dice: Dice) -> Do:
    """Return random hands, all equally likely."""
    size, seats = _hand_size(state), len(state.players)
    cards = dice.draw(state.unseen, size * seats)
    return Deal(tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(seats)))


def _hand_size(state: State) -> int:
    return DEALT_SECOND_EDITION if state.options.second_edition else DEALT


def _refuse_start(state: State, step: None, seat: int) -> IllegalAction | None:
    """Return the reason why a player may not choose a first card: it is chosen already."""
    if 0 <= seat < len(state.players):
        return IllegalAction("VC-1.6.6", "You have chosen your first card already.")
    return None


def _start_options(state: State, step: None, seat: int) -> Sequence[Do]:
    """Return each card of the hand; in the second edition, with each other card that may be kept."""
    hand = state.players[seat].hand
    if state.options.second_edition:
        return [Start(card, keep) for card in hand for keep in hand if card != keep]
    return [Start(card) for card in hand]


def _check_start(state: State, step: None, seat: int, do: Start) -> None:
    """Raise IllegalAction unless the cards are in hand, and the second is named only in the second edition."""
    hand = state.players[seat].hand
    if do.card not in hand:
        raise IllegalAction("VC-1.6.6", f"You do not hold {label(do.card)}.", {"hand": list(hand)})
    if not state.options.second_edition:
        if do.keep is not None:
            raise IllegalAction("VC-1.6.6", "The other card stays in hand: name only the first card.")
    elif do.keep is None or do.keep == do.card or do.keep not in hand:
        raise IllegalAction("VC-6.8", "Say which other card of the four you keep.", {"hand": list(hand)})


def start_code(do: Start) -> int:
    """Return a first card as `Player.sealed` stores it."""
    return do.card + KEEP * (do.keep or 0)


def _start(table: Table, step: None, seat: int, do: Start) -> None:
    """Lay the first cards without paying.

    Their row-1 rewards follow in ascending number of the cards (R-1), except those that draw cards.
    """
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
    """Raise IllegalAction unless these are unseen characters: four, or all that the large deck has left."""
    rule = "VC-2.10" if state.round else "VC-1.6.8"
    due = DISPLAYED if state.large > DISPLAYED else state.large
    if len(do.cards) != due:
        raise IllegalAction(rule, f"Turn up {pluralize(due, 'card')}, not {len(do.cards)}.")
    check_cards(do.cards, state.unseen, rule, "the large deck")


def _turn_up(table: Table, step: None, seat: int, do: TurnUp) -> None:
    """Put the cards into the lower slots; then the laws are dealt or, in later rounds, the building phase begins."""
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
    """Return random cards, all unseen characters equally likely."""
    return TurnUp(tuple(dice.draw(state.unseen, min(DISPLAYED, state.large))))


def _check_deal_laws(state: State, step: None, seat: int, do: DealLaws) -> None:
    """Raise IllegalAction unless each player gets laws of the deck, each law once."""
    if len(do.hands) != len(state.players):
        raise IllegalAction(
            "VC-1.6.9", f"Laws are dealt to {pluralize(len(state.players), 'player')}, not to {len(do.hands)}."
        )
    check_cards([card for hand in do.hands for card in hand], state.laws, "VC-1.6.9", "the law deck")


def _deal_laws(table: Table, step: None, seat: int, do: DealLaws) -> None:
    """Deal the laws.

    Then the rewards of the first cards that draw cards follow, in ascending number (R-1), and the first auction.
    """
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
    """Return random hands, all equally likely."""
    seats = len(state.players)
    cards = dice.draw(state.laws, LAWS_DEALT * seats)
    hands = ((cards[3 * seat], cards[3 * seat + 1], cards[3 * seat + 2]) for seat in range(seats))
    return DealLaws(tuple(hands))


def _settle_first_auction(table: Table, step: FirstAuction) -> None:
    """Start the first round."""
    start_auction(table)


def check_cards(cards: Sequence[int], deck: bytes, rule: str, where: str) -> None:
    """Raise IllegalAction unless all these cards can come from `deck`, each once.

    `where` names the deck in the message.
    """
    if len(remove_cards(deck, cards)) == len(deck) - len(cards):
        return
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalAction(rule, f"{label(card)} is named twice: there is one of each.")
        if card not in deck:
            why = "It has left the deck already."
            if is_law(card) != is_law(deck[0]):
                why = "It is a law." if is_law(card) else "It is a character."
            raise IllegalAction(rule, f"{label(card)} is not in {where}. {why}", {"deck": list(deck)})


DUES: Final[dict[type, StepKind[State, Table]]] = {
    FirstAuction: StepKind(rule="VC-2.1", what="begin the first auction", settle=_settle_first_auction),
}

BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    # Each player returns two of eight gems at random (VC-1.6.5).
    GIVE_BACK: StepKind(
        rule="VC-1.6.5",
        what="return two gems of each player at random",
        takes={GiveBack: (_check_give_back, _give_back)},
        seats=chance_seat,
        sample=_sample_give_back,
    ),
    DEAL: StepKind(
        rule="VC-1.6.6",
        what="deal the characters",
        takes={Deal: (_check_deal, _deal)},
        seats=chance_seat,
        sample=_sample_deal,
    ),
    # All players choose the first card of the pyramid, in secret and at the same time (VC-1.6.6, R-2).
    START: StepKind(
        rule="VC-1.6.6",
        what="choose a first card",
        takes={Start: (_check_start, _start)},
        options=_start_options,
        seats=choosers,
        refuse=_refuse_start,
    ),
    # New cards of the large deck are turned up, left to right (VC-1.6.8, VC-2.10).
    TURN_UP: StepKind(
        rule="VC-2.10",
        what="turn up new cards",
        takes={TurnUp: (_check_turn_up, _turn_up)},
        seats=chance_seat,
        sample=_sample_turn_up,
    ),
    # Each player is dealt three laws (VC-1.6.9).
    DEAL_LAWS: StepKind(
        rule="VC-1.6.9",
        what="deal the laws",
        takes={DealLaws: (_check_deal_laws, _deal_laws)},
        seats=chance_seat,
        sample=_sample_deal_laws,
    ),
}
