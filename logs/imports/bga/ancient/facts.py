"""Ancient Knowledge on Board Game Arena: notifications as facts, each of which an effect of the rules must meet.

Facts of one key come one after the other; those of one notification in any order. A notification of several cards is
several facts. Private information is added to the public fact of the same move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.logs.imports.claims import Claim
from kronika.logs.imports.notices import Archive, Notice
from kronika.logs.imports.recording import Recording
from kronika.logs.imports.values import Args, as_int, as_word

ACTIONS: Final = ("create", "learn", "archive", "excavate", "search")
"""The platform's words for the actions of a turn."""
CATEGORIES: Final = {
    "past": "past",
    "buildings": "past",
    "monuments": "past",
    "effects": "effects",
    "techs": "technologies",
    "technologies": "technologies",
    "timeline": "timeline",
    "knowledge": "lost",
    "lost": "lost",
    "lostKnowledge": "lost",
    "total": "total",
}
"""The part of the score sheet, by the platform's word for a category."""
_CARD: Final = re.compile(r"([CMPAT]\d{1,2})(?:_.*)?", re.DOTALL)
_SLOT: Final = re.compile(r"timeline-([1-6])-[01]")
_BOARD: Final = re.compile(r"board_([1-3])")
ANYBODY: Final = -1


class Fact(Struct, frozen=True):
    """One reported fact: its kind (`key`), its seat, its cards if known, and their number.

    `slot` is a place on the timeline, a board from 1, or a seat; -1 if there is none. `claims` are the claims about it:
    the first one is of the number that its effect has.
    """

    key: str
    seat: int
    notice: Notice
    cards: tuple[str, ...] = ()
    n: int = 0
    slot: int = -1
    word: str = ""
    claims: tuple[Claim, ...] = ()


def standing(archive: Archive) -> list[Notice]:
    """The notifications without those that a player has taken back, which a restarted turn lists.

    In each move the public ones come first; the order in which the platform sends the private ones means nothing.
    """
    gone = {as_word(uid) for one in archive.notices if one.kind == "clearTurn" for uid in _uids(one)}
    kept = [one for one in archive.notices if one.kind != "clearTurn" and not (one.uid and one.uid in gone)]
    return sorted(kept, key=lambda one: (as_int(one.move) or 0, bool(one.private)))


def _uids(notice: Notice) -> Sequence[Any]:
    found = notice.args.get("notifIds")
    return found if isinstance(found, list) else list(found.values()) if isinstance(found, Mapping) else ()


class Facts:
    """The facts of all notifications (`found`), and the claims about the final score (`final`)."""

    def __init__(self, recording: Recording, notices: Sequence[Notice]) -> None:
        self.recording = recording
        self.found: list[Fact] = []
        self.final: list[Claim] = []
        self._private = _private(recording, notices)
        for notice in notices:
            recording.notice = notice
            read = KINDS.get(notice.kind)
            if read is None:
                recording.pass_over(notice)
            else:
                self.found += read(self, recording.args())

    def seat(self, args: Args, name: str = "player_id") -> int:
        """The seat of the player whom a value names."""
        return self.recording.seat_of(args, name)

    def whispered(self, kind: str, args: Args) -> Args | None:
        """The next private notification of this kind for the same move, player and cards; None if there is none.

        Others of the same move may have none: only their player sees what is paid, all see what a card lays open.
        """
        rows = self._private.get((kind, args.notice.move, as_word(args.notice.args.get("player_id"))), [])
        at = next((at for at, row in enumerate(rows) if _belongs(row, args)), None)
        return None if at is None else rows.pop(at)

    # -- turns --------------------------------------------------------------------------------------------------

    def action(self, args: Args) -> Iterator[Fact]:
        """One of the two actions of a turn."""
        word = args.word("action_name").strip().lower()
        if word not in ACTIONS:
            args.refuse(f"`action_name` must be one of {', '.join(ACTIONS)}.")
        yield Fact("action", self.seat(args), args.notice, word=word)

    def created(self, args: Args) -> Iterator[Fact]:
        """A card that is created, or a technology that is learned."""
        seat, row = self.seat(args), args.table("card")
        card = card_of(row)
        if card.startswith("T"):
            yield Fact("learn", seat, args.notice, (card,), 1)
            return
        slot = slot_of(row) if not card.startswith("A") else 0
        claims = [Claim("knowledge", row.number("knowledge"), seat, card)] if row.has("knowledge") and slot else []
        yield Fact("create", seat, args.notice, (card,), 1, slot, claims=tuple(claims))

    def rotated(self, args: Args) -> Iterator[Fact]:
        """Monuments of the Past that an excavation rotates, or that are straightened."""
        key = "rotate" if args.notice.kind == "rotateCards" else "straighten"
        yield Fact(key, self.seat(args), args.notice, n=len(args.rows("cards")))

    def declined(self, args: Args) -> Iterator[Fact]:
        """A monument that declines into the Past, with the knowledge that is lost."""
        seat, card = self.seat(args), card_of(args.table("card"))
        yield Fact("decline", seat, args.notice, (card,), 1, claims=(Claim("lost", args.number("n"), seat, card),))

    def slid(self, args: Args) -> Iterator[Fact]:
        """A slide of the timeline."""
        seat, n = self.seat(args), args.number("n")
        yield Fact("slide", seat, args.notice, claims=(Claim("slide", n, seat),))

    # -- cards --------------------------------------------------------------------------------------------------

    def drawn(self, args: Args) -> Iterator[Fact]:
        """Cards drawn: their player sees them, the others only their number."""
        seat, count = self.seat(args), args.number("n")
        if count not in range(11):
            args.refuse("`n` is not a number of cards that can be drawn.")
        private = self.whispered("pDrawCards", args)
        cards = cards_of(private) if private is not None else ()
        for at in range(count):
            yield Fact("draw", seat, args.notice, cards[at : at + 1], 1)

    def discarded(self, args: Args) -> Iterator[Fact]:
        """Cards discarded, from the hand or from the board."""
        seat, count = self.seat(args), args.number("n")
        private = self.whispered("pDiscardCards", args)
        cards = cards_of(private) if private is not None else ()
        if args.notice.args.get("fromBoard"):
            for card in cards:
                yield Fact("left", seat, args.notice, (card,), 1)
        elif args.has("card"):
            for card in cards:
                yield Fact("rest", seat, args.notice, (card,), 1, word=card_of(args.table("card")))
        else:
            yield Fact("discard", seat, args.notice, cards, count)

    def destroyed(self, args: Args) -> Iterator[Fact]:
        """A card that leaves the table for the discard pile."""
        yield Fact("left", self.seat(args), args.notice, (card_of(args.table("card")),), 1)

    def kept(self, args: Args) -> Iterator[Fact]:
        """A card that goes to a hand in public."""
        yield Fact("keep", self.seat(args), args.notice, (card_of(args.table("card")),), 1)

    def kept_aside(self, args: Args) -> Iterator[Fact]:
        """Cards looked at in secret, of which the first is kept. The public notification of it has no information."""
        if args.notice.private:
            first = (card_of(args.table("card")),) if args.has("card") else ()
            rest = cards_of(args) if args.has("cards") else ()
            yield Fact("aside", self.seat(args), args.notice, (*first, *rest), len(rest) + 1)

    def stolen(self, args: Args) -> Iterator[Fact]:
        """A card stolen from the hand of another player: only these two players see it."""
        private = self.whispered("pStealCard", args)
        cards = (card_of(private.table("card")),) if private is not None else ()
        yield Fact("steal", self.seat(args), args.notice, cards, 1, self.seat(args, "player_id2"))

    # -- knowledge ----------------------------------------------------------------------------------------------

    def removed(self, args: Args) -> Iterator[Fact]:
        """Knowledge removed from monuments, with the number left on each."""
        seat = self.seat(args)
        for row in args.tables("cards"):
            card, left = card_of(row), row.number("knowledge")
            claims = (Claim("knowledge left", left, seat, card),)
            yield Fact("remove", seat, args.notice, (card,), left, claims=claims)

    def added(self, args: Args) -> Iterator[Fact]:
        """Knowledge added to monuments of other players."""
        rows = [args.table("card")] if args.has("card") else args.tables("cards")
        owner = self.seat(args, "player_id2") if args.has("player_id2") else ANYBODY
        for row in rows:
            card, n = card_of(row), args.number("n")
            claims = [Claim("added", n, owner, card)]
            if row.has("knowledge"):
                claims.append(Claim("knowledge then", row.number("knowledge"), of=card))
            yield Fact("add", ANYBODY, args.notice, (card,), n, claims=tuple(claims))

    def less_lost(self, args: Args) -> Iterator[Fact]:
        """Lost knowledge that is removed."""
        seat, n, left = self.seat(args), args.number("n"), as_int(args.notice.args.get("m"))
        claims = [Claim("lost knowledge", n, seat)]
        if left is not None:
            claims.append(Claim("lost knowledge left", left, seat))
        yield Fact("lost", seat, args.notice, n=n, claims=tuple(claims))

    def moved(self, args: Args) -> Iterator[Fact]:
        """A monument that goes to another slot."""
        row = args.table("card")
        yield Fact("move", self.seat(args), args.notice, (card_of(row),), 1, slot_of(row))

    def swapped(self, args: Args) -> Iterator[Fact]:
        """Two monuments that change places."""
        cards = (card_of(args.table("card")), card_of(args.table("card2")))
        yield Fact("swap", self.seat(args), args.notice, cards, 2)

    # -- technologies -------------------------------------------------------------------------------------------

    def pool(self, args: Args) -> Iterator[Fact]:
        """The first technologies, each with its board."""
        for row in args.tables("cards"):
            found = _BOARD.fullmatch(row.word("location"))
            board = int(found[1]) if found else int(row.refuse("`location` is not a board."))
            yield Fact("fill", ANYBODY, args.notice, (card_of(row),), 1, board)

    def filled(self, args: Args) -> Iterator[Fact]:
        """Technologies that come to a board."""
        for row in args.tables("cards"):
            yield Fact("fill", ANYBODY, args.notice, (card_of(row),), 1, args.number("board"))

    def half(self, args: Args) -> Iterator[Fact]:
        """A board that is flipped at half of the game."""
        yield Fact("flip", self.seat(args), args.notice, slot=args.number("board"))

    def buried(self, args: Args) -> Iterator[Fact]:
        """A technology that goes under its deck."""
        yield Fact("bury", self.seat(args), args.notice, (card_of(args.table("card")),), 1)

    # -- the end ------------------------------------------------------------------------------------------------

    def scored(self, args: Args) -> Iterator[Fact]:
        """Points of one category at the end."""
        part = CATEGORIES.get(args.word("category"))
        if part is None:
            self.recording.remarks.append(f"the category {args.word('category')} of points is unknown")
            return
        self.final.append(Claim("points" if part != "total" else "total", args.number("n"), self.seat(args), part))
        yield from ()

    def nothing(self, args: Args) -> Iterator[Fact]:
        """No fact: the notification follows from other facts, or is read with another one."""
        yield from ()


Read = Callable[[Facts, Args], Iterator[Fact]]
KINDS: Final[Mapping[str, Read]] = {
    "chooseAction": Facts.action,
    "createCard": Facts.created,
    "rotateCards": Facts.rotated,
    "straightenCards": Facts.rotated,
    "declineCard": Facts.declined,
    "declineSlideLeft": Facts.slid,
    "drawCards": Facts.drawn,
    "discardCards": Facts.discarded,
    "destroyCard": Facts.destroyed,
    "keep": Facts.kept,
    "keepAndDiscard": Facts.kept_aside,
    "stealCard": Facts.stolen,
    "removeKnowledge": Facts.removed,
    "addKnowledge": Facts.added,
    "addKnowledgeFromBoard": Facts.added,
    "discardLostKnowledge": Facts.less_lost,
    "moveCard": Facts.moved,
    "swapCards": Facts.swapped,
    "fillPool": Facts.pool,
    "fillUpTechBoard": Facts.filled,
    "midGameReached": Facts.half,
    "placeAtDeckBottom": Facts.buried,
    "scoringEntry": Facts.scored,
    **dict.fromkeys(
        (
            *("pDrawCards", "pDiscardCards", "pStealCard", "clearTechBoard", "reformTechDeck", "endOfGameTriggered"),
            *("newUndoableStep", "refreshUI", "refreshHand", "updateScores", "updateInitialSelection"),
            *("moveBuildingDown", "moveCardDown", "mediumMessage"),
        ),
        Facts.nothing,
    ),
}
"""The method that reads each kind of notification."""


def _belongs(private: Args, public: Args) -> bool:
    """Whether a private notification can be the other part of a public one: as many cards, and because of one card."""
    cards, n = private.notice.args.get("cards"), as_int(public.notice.args.get("n"))
    if private.notice.kind == "pStealCard":
        return True
    if isinstance(cards, list) and len(cards) != n:
        return False
    because, source = (one.notice.args.get("card") for one in (private, public))
    if not isinstance(because, Mapping):
        return True
    return isinstance(source, Mapping) and as_word(because.get("id")) == as_word(source.get("id"))


def _private(recording: Recording, notices: Sequence[Notice]) -> dict[tuple[str, str, str], list[Args]]:
    found: dict[tuple[str, str, str], list[Args]] = {}
    told: set[tuple[str, str, str, str]] = set()
    for notice in notices:
        if not notice.private or notice.kind not in ("pDrawCards", "pDiscardCards", "pStealCard"):
            continue
        who = as_word(notice.args.get("player_id"))
        thing = (notice.kind, notice.move, who, str(notice.args.get("card_id")))
        if notice.kind == "pStealCard" and thing in told:  # both players get it
            continue
        told.add(thing)
        found.setdefault((notice.kind, notice.move, who), []).append(Args(recording.archive.path, notice))
    return found


# -- cards --------------------------------------------------------------------------------------------------------


def card_of(row: Args) -> str:
    """The card in a table: its id up to the underscore. Raises LogError for an unknown one."""
    found = _CARD.fullmatch(row.word("id"))
    if found is None or found[1] not in CODES:
        row.refuse(f"there is no card {row.word('id')[:40]!r}.")
        return ""
    return found[1]


def cards_of(args: Args) -> tuple[str, ...]:
    """The cards of a list."""
    return tuple(card_of(row) for row in args.tables("cards"))


def slot_of(row: Args) -> int:
    """The slot of a monument on the timeline, from 1. Raises LogError if there is none."""
    found = _SLOT.fullmatch(row.word("location"))
    return int(found[1]) if found else int(row.refuse("`location` is not a place on the timeline."))
