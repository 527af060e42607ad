"""The steps that can wait in a state: pending decisions, chance that is due, and what goes on after them.

A step on top of the stack is due. `seat` is whose step it is. Who decides, what is legal and what happens then stands
with the rules; here is only what must be remembered.
"""

from __future__ import annotations

from msgspec import Struct


class OfCard(Struct, frozen=True, array_like=True, gc=False):
    """What most steps begin with; `card` is the card whose effect caused it, 0 for an action."""

    seat: int
    card: int


# -- set-up (AK-1.3) --------------------------------------------------------------------------------------------


class FirstPlayer(Struct, frozen=True, array_like=True, gc=False, tag=1):
    """Chance: who begins."""


class Deal(Struct, frozen=True, array_like=True, gc=False, tag=2):
    """Chance: the hands of ten, or the starter sets."""


class Keep(Struct, frozen=True, array_like=True, gc=False, tag=3):
    """Every player keeps six cards; `chosen` by seat (AK-2.2)."""

    chosen: tuple[bytes, ...]


class Extra(Struct, frozen=True, array_like=True, gc=False, tag=4):
    """The third and fourth player in turn order draw a card."""


class Begin(Struct, frozen=True, array_like=True, gc=False, tag=5):
    """The first turn begins."""


# -- chance -----------------------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, array_like=True, gc=False, tag=6):
    """`left` builder cards are drawn to the hand."""

    seat: int
    left: int


class Gather(OfCard, frozen=True, tag=7):
    """Builder cards are set aside for P34, T4, T3 or T22, `left` more."""

    left: int
    cards: bytes


class Refill(Struct, frozen=True, array_like=True, gc=False, tag=8):
    """`left` more technologies are laid on a board (AK-4.4)."""

    board: int
    left: int


# -- effects going on -------------------------------------------------------------------------------------------


class Running(OfCard, frozen=True, tag=9):
    """A rule of a card, at its op `pc`; `result` is what the op before it processed."""

    rule: int
    pc: int
    result: int


class Waiting(Struct, frozen=True, array_like=True, gc=False, tag=10):
    """Cards that answer one event, in the order their owner chooses (AK-3.4, AK-4.3, AK-2.5).

    `event` is CREATED, LEARNED or EXCAVATED; `card` was created or learned and answers with its immediate effect.
    """

    seat: int
    event: int
    card: int
    cards: bytes


class Declining(OfCard, frozen=True, tag=11):
    """A monument whose decline has begun: steps 2 and 3 of AK-2.10 follow."""


class Slide(Struct, frozen=True, array_like=True, gc=False, tag=12):
    """The timeline slides and the turn ends."""

    seat: int


# -- decisions --------------------------------------------------------------------------------------------------


class Pay(OfCard, frozen=True, tag=13):
    """The cost of a card being created: `left` more hand cards besides `chosen` (AK-3.1).

    `source` is the card whose effect creates; `aside` lies beside a card created by T22 and is discarded with it.
    """

    slot: int
    source: int
    left: int
    chosen: bytes
    aside: bytes


class HandDiscard(OfCard, frozen=True, tag=14):
    """Hand cards to discard, `left` more besides `chosen`, for rule `rule` of `card`.

    `may`: the whole effect can still be refused. `upto`: fewer will do. Card 0 is an archive action.
    """

    rule: int
    left: int
    chosen: bytes
    may: bool
    upto: bool


class ArtifactDiscard(OfCard, frozen=True, tag=15):
    """Any number of own artifacts (P13)."""

    chosen: bytes


class Forced(OfCard, frozen=True, tag=16):
    """Opponents discard at the same time: `need` and `chosen` by seat, from the hand or the board (AK-2.12)."""

    artifacts: bool
    need: bytes
    chosen: tuple[bytes, ...]


class Ask(OfCard, frozen=True, tag=17):
    """Is the artifact discarded for its effect (A15, A21, A31)?"""

    rule: int


class Replace(Struct, frozen=True, array_like=True, gc=False, tag=18):
    """Does A25 take knowledge off instead of `draws` cards?"""

    seat: int
    draws: int


class Spread(OfCard, frozen=True, tag=19):
    """`left` knowledge off the monuments on `places`, split freely.

    `upto`: fewer will do. `sole`: all off one monument, the first one touched (P15).
    """

    left: int
    places: bytes
    upto: bool
    sole: bool


class Pick(OfCard, frozen=True, tag=20):
    """A monument to take `n` knowledge off, and `left` - 1 more, out of `places`. `may`: or none."""

    n: int
    left: int
    places: bytes
    may: bool


class MoveWho(OfCard, frozen=True, tag=21):
    """A monument to move, out of `places`, to slot `to` (0: any other)."""

    places: bytes
    to: int
    may: bool


class MoveTo(OfCard, frozen=True, tag=22):
    """The slot that `moving` goes to."""

    moving: int


class Swap(OfCard, frozen=True, tag=23):
    """A monument to exchange places with `first`, or the first one itself while that is 0."""

    first: int


class LessLost(OfCard, frozen=True, tag=24):
    """Up to `most` lost knowledge to remove (P11)."""

    most: int


class CreateBy(OfCard, frozen=True, tag=25):
    """A card that may be created, of the types whose bits are set (AK-3.9)."""

    types: int


class LearnBy(OfCard, frozen=True, tag=26):
    """A technology of the display to learn."""

    ignore: bool
    may: bool


class ArchiveBy(OfCard, frozen=True, tag=27):
    """An archive action that an effect allows (C32)."""


class AddTokens(OfCard, frozen=True, tag=28):
    """`n` knowledge on one monument of each of `opponents`, one after the other."""

    n: int
    opponents: bytes


class Give(OfCard, frozen=True, tag=29):
    """`n` lost knowledge onto one monument of an opponent (M15)."""

    n: int


class Bury(OfCard, frozen=True, tag=30):
    """Technologies of the display to put under their decks, `left` more of `level` (0: any) besides `chosen`."""

    level: int
    left: int
    chosen: bytes


class Flip(Struct, frozen=True, array_like=True, gc=False, tag=31):
    """Which board is flipped (AK-4.6)."""

    seat: int


# -- cards with code of their own -------------------------------------------------------------------------------


class KeepOne(OfCard, frozen=True, tag=32):
    """One of the cards looked at goes to the hand (P34, T4)."""

    cards: bytes


class Rival(OfCard, frozen=True, tag=33):
    """The opponent whose hand M14 looks at."""


class Steal(OfCard, frozen=True, tag=34):
    """The card M14 takes out of the hand of `victim`."""

    victim: int


class Until(OfCard, frozen=True, tag=35):
    """P33 reveals cards, `left` more cities; `cards` are the others revealed."""

    left: int
    cards: bytes


class Draft(OfCard, frozen=True, tag=36):
    """The picks of T3: `order` are the seats that have still to pick."""

    cards: bytes
    order: bytes


class Peek(OfCard, frozen=True, tag=37):
    """P7 looks at level II technologies, `left` more."""

    left: int
    cards: bytes


class PeekLearn(OfCard, frozen=True, tag=38):
    """The technology P7 learns out of those looked at."""

    cards: bytes


class Under(OfCard, frozen=True, tag=39):
    """The rest of P7 goes under the deck one by one: `cards` wait, `placed` are in order."""

    cards: bytes
    placed: bytes


class Reveal(OfCard, frozen=True, tag=40):
    """The artifact T22 creates out of the cards set aside."""

    cards: bytes


Step = (
    FirstPlayer
    | Deal
    | Keep
    | Extra
    | Begin
    | Draw
    | Gather
    | Refill
    | Running
    | Waiting
    | Declining
    | Slide
    | Pay
    | HandDiscard
    | ArtifactDiscard
    | Forced
    | Ask
    | Replace
    | Spread
    | Pick
    | MoveWho
    | MoveTo
    | Swap
    | LessLost
    | CreateBy
    | LearnBy
    | ArchiveBy
    | AddTokens
    | Give
    | Bury
    | Flip
    | KeepOne
    | Rival
    | Steal
    | Until
    | Draft
    | Peek
    | PeekLearn
    | Under
    | Reveal
)
