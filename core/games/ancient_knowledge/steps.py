"""The steps that can wait in a state: decisions, chance that is due, and what happens after them.

The step on top of the stack is due. `seat` is the player to whom a step belongs. Steps only store what must be
remembered; the modules of `rules` say who decides, what is legal, and what happens.
"""

from __future__ import annotations

from msgspec import Struct


class OfCard(Struct, frozen=True, array_like=True, gc=False):
    """The first fields of most steps; `card` is the card whose effect causes the step, 0 for an action."""

    seat: int
    card: int


# -- set-up (AK-1.3) --------------------------------------------------------------------------------------------


class FirstPlayer(Struct, frozen=True, array_like=True, gc=False, tag=1):
    """Chance draws the first player (AK-1.3)."""


class Deal(Struct, frozen=True, array_like=True, gc=False, tag=2):
    """Chance deals the first hands of ten cards, or the starter sets (AK-1.3, AK-1.4)."""


class Keep(Struct, frozen=True, array_like=True, gc=False, tag=3):
    """Every player keeps six cards; `chosen` by seat (AK-2.2)."""

    chosen: tuple[bytes, ...]


class Extra(Struct, frozen=True, array_like=True, gc=False, tag=4):
    """The third and the fourth player in turn order draw a card (AK-1.3)."""


class Begin(Struct, frozen=True, array_like=True, gc=False, tag=5):
    """The first turn begins."""


# -- chance -----------------------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, array_like=True, gc=False, tag=6):
    """A player draws `left` builder cards into hand."""

    seat: int
    left: int


class Gather(OfCard, frozen=True, tag=7):
    """Builder cards are set aside for P34, T4, T3 or T22: `left` more besides `cards`."""

    left: int
    cards: bytes


class Refill(Struct, frozen=True, array_like=True, gc=False, tag=8):
    """More technologies, `left` of them, are laid on a board (AK-4.4)."""

    board: int
    left: int


# -- effects in progress ----------------------------------------------------------------------------------------


class Running(OfCard, frozen=True, tag=9):
    """A rule of a card continues with its op number `pc`; `result` is what the op before it has processed."""

    rule: int
    pc: int
    result: int


class Waiting(Struct, frozen=True, array_like=True, gc=False, tag=10):
    """Several triggered cards wait to be resolved, in the order that their owner chooses (AK-3.4, AK-4.3, AK-2.5).

    `event` is CREATED, LEARNED or EXCAVATED. `card` is the card created or learned, whose immediate effect is one of
    them.
    """

    seat: int
    event: int
    card: int
    cards: bytes


class Declining(OfCard, frozen=True, tag=11):
    """A monument's decline has begun; its knowledge is lost and it goes to the Past afterwards (AK-2.10)."""


class Slide(Struct, frozen=True, array_like=True, gc=False, tag=12):
    """The timeline slides and the turn ends (AK-2.9)."""

    seat: int


# -- decisions --------------------------------------------------------------------------------------------------


class Pay(OfCard, frozen=True, tag=13):
    """A player pays for a card being created: `left` more hand cards besides `chosen` (AK-3.1).

    `source` is the card whose effect creates. `aside` are the other cards set aside by T22, discarded afterwards.
    """

    slot: int
    source: int
    left: int
    chosen: bytes
    aside: bytes


class HandDiscard(OfCard, frozen=True, tag=14):
    """A player discards hand cards for rule `rule` of `card`: `left` more besides `chosen`.

    If `may`, the whole effect can still be declined. If `upto`, fewer are allowed. Card 0 is an archive action.
    """

    rule: int
    left: int
    chosen: bytes
    may: bool
    upto: bool


class ArtifactDiscard(OfCard, frozen=True, tag=15):
    """A player discards any number of artifacts (P13)."""

    chosen: bytes


class Forced(OfCard, frozen=True, tag=16):
    """Opponents discard at the same time from the hand or the board: `need` and `chosen` by seat (AK-2.12)."""

    artifacts: bool
    need: bytes
    chosen: tuple[bytes, ...]


class Ask(OfCard, frozen=True, tag=17):
    """A player may discard an artifact for its effect (A15, A21, A31)."""

    rule: int


class Replace(Struct, frozen=True, array_like=True, gc=False, tag=18):
    """A player may take knowledge off with A25 instead of drawing `draws` cards."""

    seat: int
    draws: int


class Spread(OfCard, frozen=True, tag=19):
    """A player takes `left` knowledge off the monuments on `places`, split freely.

    If `upto`, less is allowed. If `sole`, all of it comes off one monument, the first one touched (P15).
    """

    left: int
    places: bytes
    upto: bool
    sole: bool


class Pick(OfCard, frozen=True, tag=20):
    """A player chooses `left` monuments on `places` to take `n` knowledge off each; none is allowed if `may`."""

    n: int
    left: int
    places: bytes
    may: bool


class MoveWho(OfCard, frozen=True, tag=21):
    """A player chooses a monument on `places` to move to slot `to`, 0 for any other slot; none is allowed if `may`."""

    places: bytes
    to: int
    may: bool


class MoveTo(OfCard, frozen=True, tag=22):
    """A player chooses the slot to which `moving` goes."""

    moving: int


class Swap(OfCard, frozen=True, tag=23):
    """A player chooses a monument to exchange places with `first`, or the first one itself while that is 0."""

    first: int


class LessLost(OfCard, frozen=True, tag=24):
    """A player removes up to `most` lost knowledge (P11)."""

    most: int


class CreateBy(OfCard, frozen=True, tag=25):
    """A player may create a card of the types whose bits are set (AK-3.9)."""

    types: int


class LearnBy(OfCard, frozen=True, tag=26):
    """A player learns a technology on display; requirements are ignored if `ignore`, and none is allowed if `may`."""

    ignore: bool
    may: bool


class ArchiveBy(OfCard, frozen=True, tag=27):
    """A player may take an archive action because of an effect (C32)."""


class AddTokens(OfCard, frozen=True, tag=28):
    """A player adds `n` knowledge to one monument of each of the `opponents`, one after the other."""

    n: int
    opponents: bytes


class Give(OfCard, frozen=True, tag=29):
    """A player puts `n` lost knowledge on one monument of an opponent (M15)."""

    n: int


class Bury(OfCard, frozen=True, tag=30):
    """A player puts technologies on display under their decks: `left` more besides `chosen`, of `level`, 0 for any."""

    level: int
    left: int
    chosen: bytes


class Flip(Struct, frozen=True, array_like=True, gc=False, tag=31):
    """A player chooses the board to flip (AK-4.6)."""

    seat: int


# -- cards with code of their own -------------------------------------------------------------------------------


class KeepOne(OfCard, frozen=True, tag=32):
    """A player keeps one of the cards looked at (P34, T4)."""

    cards: bytes


class Rival(OfCard, frozen=True, tag=33):
    """A player chooses the opponent whose hand M14 looks at."""


class Steal(OfCard, frozen=True, tag=34):
    """A player takes a card from the hand of `victim` (M14)."""

    victim: int


class Until(OfCard, frozen=True, tag=35):
    """P33 reveals cards until `left` more cities have appeared; `cards` are the other cards revealed."""

    left: int
    cards: bytes


class Draft(OfCard, frozen=True, tag=36):
    """Players pick cards of T3; `order` are the seats that still have to pick."""

    cards: bytes
    order: bytes


class Peek(OfCard, frozen=True, tag=37):
    """A player looks at level II technologies for P7, `left` more besides `cards`."""

    left: int
    cards: bytes


class PeekLearn(OfCard, frozen=True, tag=38):
    """A player learns one of the technologies looked at with P7."""

    cards: bytes


class Under(OfCard, frozen=True, tag=39):
    """A player puts the rest of P7 under the deck one by one: `cards` are still to be put, `placed` are in order."""

    cards: bytes
    placed: bytes


class Reveal(OfCard, frozen=True, tag=40):
    """A player creates an artifact among the cards set aside by T22."""

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
