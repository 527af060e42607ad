"""The actions and the chance outcomes of Imhotep."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.games.imhotep.board import PyramidName, RoundCardName, SiteName
from kronika.core.games.imhotep.cards import CardName

Seat = Annotated[int, Meta(ge=0, le=3)]
Ship = Annotated[int, Meta(ge=1, le=4)]
"""Number of a ship, 1 to 4, in the order of the round card: the largest first."""
Slot = Annotated[int, Meta(ge=1, le=4)]
"""Number of a slot of a ship, 1 to 4; slot 1 is the bow (IM-1.2)."""
Order = Annotated[tuple[Slot, ...], Meta(min_length=1, max_length=4)]
"""The occupied slots of a ship in the order of unloading."""

# -- actions ----------------------------------------------------------------------------------------------------


class Take(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes stones from the quarry to the sled (IM-2.4)."""


class Load(Struct, frozen=True, gc=False, tag="load", forbid_unknown_fields=True):
    """Loads a stone from the sled on a ship (IM-2.5)."""

    ship: Ship
    slot: Slot


class Sail(Struct, frozen=True, gc=False, tag="sail", forbid_unknown_fields=True):
    """Sails a ship to a site and unloads it from the bow (IM-2.6)."""

    ship: Ship
    site: SiteName


class Lever(Struct, frozen=True, gc=False, tag="lever", forbid_unknown_fields=True):
    """Plays a lever: sails a ship and unloads its slots in this order (IM-2.7)."""

    ship: Ship
    site: SiteName
    order: Order


class Hammer(Struct, frozen=True, gc=False, tag="hammer", forbid_unknown_fields=True):
    """Plays a hammer: takes stones, then loads one (IM-2.7)."""

    ship: Ship
    slot: Slot


class SailCard(Struct, frozen=True, gc=False, tag="sailcard", forbid_unknown_fields=True):
    """Plays a sail: loads a stone, then sails that ship (IM-2.7)."""

    ship: Ship
    slot: Slot
    site: SiteName


class Chisel(Struct, frozen=True, gc=False, tag="chisel", forbid_unknown_fields=True):
    """Plays a chisel: loads two stones; each spot is (ship, slot) (IM-2.7)."""

    spots: tuple[tuple[Ship, Slot], tuple[Ship, Slot]]


class Pass(Struct, frozen=True, gc=False, tag="pass", forbid_unknown_fields=True):
    """Passes, because no other action is legal (IM-2.9)."""


class TakeCard(Struct, frozen=True, gc=False, tag="market", forbid_unknown_fields=True):
    """Takes a card of the market row, or the face-down pair, for a delivered stone (IM-3.1, IM-3.5)."""

    card: CardName | Literal["pair"]


class Keep(Struct, frozen=True, gc=False, tag="keep", forbid_unknown_fields=True):
    """Keeps this card of the pair and discards the other (IM-3.5)."""

    card: CardName


class Pyramid(Struct, frozen=True, gc=False, tag="pyramid", forbid_unknown_fields=True):
    """Chooses the pyramid for a stone, on side B (IM-3.8)."""

    pyramid: PyramidName


class BonusCard(Struct, frozen=True, gc=False, tag="bonus_card", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: takes the top card of the deck (IM-3.8)."""


class BonusStones(Struct, frozen=True, gc=False, tag="bonus_stones", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: takes stones from the quarry to the sled (IM-3.8)."""


class BonusPlace(Struct, frozen=True, gc=False, tag="bonus_place", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: loads a stone from the sled on a ship (IM-3.8)."""

    ship: Ship
    slot: Slot


class Skip(Struct, frozen=True, gc=False, tag="skip", forbid_unknown_fields=True):
    """Leaves a pyramid's bonus unused (IM-3.8)."""


class Choose(Struct, frozen=True, gc=False, tag="choose", forbid_unknown_fields=True):
    """Chooses a point or stones for a visible stone, on side B of the temple (IM-3.11)."""

    what: Literal["points", "stones"]


TAKE: Final = Take()
PASS: Final = Pass()
SKIP: Final = Skip()
BONUS_CARD: Final = BonusCard()
BONUS_STONES: Final = BonusStones()

# -- chance -----------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, gc=False, tag="start", forbid_unknown_fields=True):
    """Chance: the start player of the game (IM-1.6)."""

    seat: Seat


class TurnUp(Struct, frozen=True, gc=False, tag="round_card", forbid_unknown_fields=True):
    """Chance: the round card that is turned up (IM-2.1)."""

    ships: RoundCardName


class Fill(Struct, frozen=True, gc=False, tag="fill", forbid_unknown_fields=True):
    """Chance: the cards turned up for the market row (IM-2.2); their order has no meaning."""

    cards: Annotated[tuple[CardName, ...], Meta(min_length=1, max_length=4)]


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Chance: the top card of the deck (IM-3.8, IM-3.11)."""

    card: CardName


class Pair(Struct, frozen=True, gc=False, tag="pair", forbid_unknown_fields=True):
    """Chance: the cards of the face-down pair, when it is looked at (IM-3.5) or discarded (IM-2.16)."""

    cards: Annotated[tuple[CardName, ...], Meta(min_length=1, max_length=2)]


Action = (
    Take
    | Load
    | Sail
    | Lever
    | Hammer
    | SailCard
    | Chisel
    | Pass
    | TakeCard
    | Keep
    | Pyramid
    | BonusCard
    | BonusStones
    | BonusPlace
    | Skip
    | Choose
)
Chance = Start | TurnUp | Fill | Draw | Pair
Do = Action | Chance
