"""What the rules derive from actions and outcomes in Ancient Knowledge. Every effect names its rule.

`seat` is the player it happens to, `source` the card that caused it, empty for an action or a rule.
"""

from __future__ import annotations

from msgspec import Struct

# -- set-up and turns -------------------------------------------------------------------------------------------


class FirstPlayerSet(Struct, frozen=True, gc=False, tag="first_player_set"):
    """A player begins, and the others follow clockwise."""

    seat: int
    rule: str = "AK-1.3"


class StarterSetsDealt(Struct, frozen=True, gc=False, tag="starter_sets_dealt"):
    """The numbers of the starter sets, by seat."""

    sets: tuple[int, ...]
    rule: str = "AK-1.4"


class HandsKept(Struct, frozen=True, gc=False, tag="hands_kept"):
    """Everybody has chosen: so many cards stay with each, the others are discarded."""

    cards: int
    rule: str = "AK-2.2"


class TurnBegan(Struct, frozen=True, gc=False, tag="turn_began"):
    """A player's turn begins."""

    seat: int
    rule: str = "AK-2.1"


class TurnEnded(Struct, frozen=True, gc=False, tag="turn_ended"):
    """A player's turn is over."""

    seat: int
    rule: str = "AK-2.9"


class Activated(Struct, frozen=True, gc=False, tag="activated"):
    """A card's rule is carried out: its conditions hold."""

    seat: int
    card: str
    rule: str


class Spent(Struct, frozen=True, gc=False, tag="spent"):
    """A card's rule does nothing, because a condition on its text does not hold."""

    seat: int
    card: str
    rule: str


class Skipped(Struct, frozen=True, gc=False, tag="skipped"):
    """A card that should have answered is no longer in play."""

    seat: int
    card: str
    rule: str = "AK-6.12"


class DeclineCancelled(Struct, frozen=True, gc=False, tag="decline_cancelled"):
    """The decline phase of this turn will not take place (C30)."""

    seat: int
    source: str
    rule: str = "AK-2.9"


class DeclineSkipped(Struct, frozen=True, gc=False, tag="decline_skipped"):
    """The cancelled decline phase is passed over."""

    seat: int
    rule: str = "AK-2.9"


# -- builder cards ----------------------------------------------------------------------------------------------


class Created(Struct, frozen=True, gc=False, tag="created"):
    """A monument stands on a slot with its knowledge, or an artifact lies on the board (slot 0)."""

    seat: int
    card: str
    slot: int
    knowledge: int
    rule: str


class EnteredWithLess(Struct, frozen=True, gc=False, tag="entered_with_less"):
    """A monument enters with less knowledge than printed, because of these cards."""

    seat: int
    card: str
    printed: int
    knowledge: int
    sources: tuple[str, ...]
    rule: str = "AK-3.4"


class Discarded(Struct, frozen=True, gc=False, tag="discarded"):
    """Hand cards go to the discard pile, the last one on top."""

    seat: int
    cards: tuple[str, ...]
    source: str
    rule: str


class LeftPlay(Struct, frozen=True, gc=False, tag="left_play"):
    """A card leaves the board or the timeline for the discard pile; its knowledge goes to the supply."""

    seat: int
    card: str
    source: str
    rule: str


class SetAsideDiscarded(Struct, frozen=True, gc=False, tag="set_aside_discarded"):
    """Cards set aside by an effect go to the discard pile, the last one on top."""

    seat: int
    cards: tuple[str, ...]
    source: str
    rule: str = "AK-5.4"


class Took(Struct, frozen=True, gc=False, tag="took"):
    """Cards that lay open go to the hand."""

    seat: int
    cards: tuple[str, ...]
    source: str
    rule: str = "AK-5.2"


class KeptOne(Struct, frozen=True, gc=False, tag="kept_one"):
    """One of the cards looked at in secret goes to the hand."""

    seat: int
    card: str
    source: str
    rule: str = "AK-5.2"


class Stolen(Struct, frozen=True, gc=False, tag="stolen"):
    """A card changes from the hand of `victim` to that of `seat` (M14)."""

    seat: int
    victim: int
    card: str
    source: str
    rule: str = "AK-6.7"


class HandFull(Struct, frozen=True, gc=False, tag="hand_full"):
    """So many cards are not drawn, because a hand holds no more than ten."""

    seat: int
    missed: int
    rule: str = "AK-2.7"


class PileEmpty(Struct, frozen=True, gc=False, tag="pile_empty"):
    """So many cards are not drawn, because there are none left."""

    seat: int
    missed: int
    rule: str = "AK-5.1"


class Reshuffled(Struct, frozen=True, gc=False, tag="reshuffled"):
    """The builder discard pile becomes the draw pile."""

    cards: int
    rule: str = "AK-5.1"


# -- timeline and Past ------------------------------------------------------------------------------------------


class KnowledgeRemoved(Struct, frozen=True, gc=False, tag="knowledge_removed"):
    """Knowledge on a monument goes back to the supply."""

    seat: int
    card: str
    tokens: int
    source: str
    rule: str = "AK-6.5"


class KnowledgeAdded(Struct, frozen=True, gc=False, tag="knowledge_added"):
    """Knowledge is put on the monument of `seat` by the effect of an opponent."""

    seat: int
    card: str
    tokens: int
    source: str
    rule: str = "AK-6.7"


class LostRemoved(Struct, frozen=True, gc=False, tag="lost_removed"):
    """Lost knowledge is removed."""

    seat: int
    tokens: int
    source: str
    rule: str = "AK-6.6"


class Moved(Struct, frozen=True, gc=False, tag="moved"):
    """A monument goes to another slot with its knowledge."""

    seat: int
    card: str
    slot: int
    to: int
    source: str
    rule: str = "AK-3.7"


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """Two monuments exchange their places with their knowledge."""

    seat: int
    cards: tuple[str, str]
    source: str
    rule: str = "AK-3.7"


class Dropped(Struct, frozen=True, gc=False, tag="dropped"):
    """The top monument of a slot drops to the empty bottom half."""

    seat: int
    card: str
    slot: int
    rule: str = "AK-3.6"


class Rotated(Struct, frozen=True, gc=False, tag="rotated"):
    """Monuments of the Past are rotated by an excavate action."""

    seat: int
    cards: tuple[str, ...]
    rule: str = "AK-2.5"


class Straightened(Struct, frozen=True, gc=False, tag="straightened"):
    """Monuments of the Past are straightened."""

    seat: int
    cards: tuple[str, ...]
    source: str
    rule: str = "AK-6.9"


class Declined(Struct, frozen=True, gc=False, tag="declined"):
    """A monument goes to the Past; the knowledge still on it is lost."""

    seat: int
    card: str
    lost: int
    rule: str = "AK-2.10"


class Slid(Struct, frozen=True, gc=False, tag="slid"):
    """So many monuments slide one slot to the left."""

    seat: int
    monuments: int
    rule: str = "AK-2.9"


# -- technologies -----------------------------------------------------------------------------------------------


class Learned(Struct, frozen=True, gc=False, tag="learned"):
    """A technology joins a collection."""

    seat: int
    technology: str
    source: str
    rule: str = "AK-4.1"


class Eased(Struct, frozen=True, gc=False, tag="eased"):
    """A requirement is met only because `source` lowers one of its numbers by 1."""

    seat: int
    technology: str
    source: str
    rule: str = "R-14"


class BoardCleared(Struct, frozen=True, gc=False, tag="board_cleared"):
    """The technologies left on a board are discarded."""

    board: int
    technologies: tuple[str, ...]
    rule: str


class Laid(Struct, frozen=True, gc=False, tag="laid"):
    """Technologies known to lie at the bottom of the deck come to a board."""

    board: int
    technologies: tuple[str, ...]
    rule: str = "AK-4.4"


class BoardBoxed(Struct, frozen=True, gc=False, tag="board_boxed"):
    """A board that cannot be refilled leaves the game with what is left of its level."""

    board: int
    level: int
    technologies: tuple[str, ...]
    rule: str = "AK-4.5"


class BoardFlipped(Struct, frozen=True, gc=False, tag="board_flipped"):
    """Half of the game: a board shows level II from now on."""

    seat: int
    board: int
    rule: str = "AK-4.6"


class NothingToFlip(Struct, frozen=True, gc=False, tag="nothing_to_flip"):
    """Half of the game, but there is no board of level I."""

    seat: int
    rule: str = "AK-4.6"


class TechnologiesReshuffled(Struct, frozen=True, gc=False, tag="technologies_reshuffled"):
    """The technology discards of a level become its deck."""

    level: int
    cards: int
    rule: str = "AK-4.4"


class Buried(Struct, frozen=True, gc=False, tag="buried"):
    """Technologies of the display go under their decks."""

    seat: int
    technologies: tuple[str, ...]
    source: str
    rule: str = "AK-4.7"


class PutUnder(Struct, frozen=True, gc=False, tag="put_under"):
    """The technologies looked at go under the level II deck, the last one lowest."""

    seat: int
    technologies: tuple[str, ...]
    source: str
    rule: str = "AK-4.7"


# -- partners and the end ---------------------------------------------------------------------------------------


class Exchanged(Struct, frozen=True, gc=False, tag="exchanged"):
    """Partners have exchanged a card: `seat` gave the first, its partner the second."""

    seat: int
    partner: int
    cards: tuple[str, str]
    rule: str = "AK-8.2b"


class OfferLapsed(Struct, frozen=True, gc=False, tag="offer_lapsed"):
    """An unanswered offer is void."""

    seat: int
    rule: str = "AK-8.2g"


class EndTriggered(Struct, frozen=True, gc=False, tag="end_triggered"):
    """A Past holds fourteen monuments or more: the round is played to its end."""

    seat: int
    monuments: int
    rule: str = "AK-7.1"


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """Everybody has had the same number of turns; the points of each."""

    points: tuple[int, ...]
    rule: str = "AK-7.2"


Effect = (
    FirstPlayerSet
    | StarterSetsDealt
    | HandsKept
    | TurnBegan
    | TurnEnded
    | Activated
    | Spent
    | Skipped
    | DeclineCancelled
    | DeclineSkipped
    | Created
    | EnteredWithLess
    | Discarded
    | LeftPlay
    | SetAsideDiscarded
    | Took
    | KeptOne
    | Stolen
    | HandFull
    | PileEmpty
    | Reshuffled
    | KnowledgeRemoved
    | KnowledgeAdded
    | LostRemoved
    | Moved
    | Swapped
    | Dropped
    | Rotated
    | Straightened
    | Declined
    | Slid
    | Learned
    | Eased
    | BoardCleared
    | Laid
    | BoardBoxed
    | BoardFlipped
    | NothingToFlip
    | TechnologiesReshuffled
    | Buried
    | PutUnder
    | Exchanged
    | OfferLapsed
    | EndTriggered
    | Ended
)
