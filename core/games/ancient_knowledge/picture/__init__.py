"""The table as a picture, drawn from a view alone: technologies, the area and the hand of each player, the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.shapes import rect, text_line
from kronika.core.games.ancient_knowledge.cards import FACTS, KINDS
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.picture import signs
from kronika.core.games.ancient_knowledge.picture.cards import CHIPS, FLAT, LEAST, chip, face, height, small
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, SLOTS
from kronika.core.games.ancient_knowledge.view import Area, BoardView, Pending, View

GAP: Final = 4
ACROSS: Final = 3
TECHNOLOGIES: Final = 6
"""Number of small cards in a row; of technologies, whose kinds matter more than their names."""
FACES: Final = 3
"""Number of faces in a row."""
STANDING: Final = 66
"""Height of a monument on the timeline."""
LABEL: Final = 18


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: the middle of the table, an area and a hand for each player, the decks."""
    players = (block for seat in range(len(view.players)) for block in _player(view, seat, f"{names[seat]}'s"))
    return [_middle(view, names), *players, _decks(view)]


class _Sheet:
    """Pieces one below the other; `y` is the top of the next one."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.y = 0.0

    def label(self, key: str, text: str, kind: str = "", what: str = "") -> None:
        """Add a line of text; one with a `kind` counts something."""
        shapes = text_line(0, 13, text, 13, "soft", room=WIDTH)
        self.pieces.append(Piece(key, 0, self.y, WIDTH, LABEL, shapes, kind, what, text, key))
        self.y += LABEL

    def cards(
        self,
        cards: Sequence[str],
        place: str,
        where: str,
        across: int = ACROSS,
        *,
        tilted: Sequence[str] = (),
        waiting: Sequence[str] = (),
    ) -> None:
        """Add rows of cards with their names; those in `tilted` are rotated, those in `waiting` not yet activated."""
        w, row = WIDTH / across, FLAT + GAP
        for n, card in enumerate(cards):
            x, y = n % across * w, self.y + n // across * row
            active = card in waiting
            at = f"{place}-{n}"
            self.pieces.append(small(card, x, y, w - GAP, FLAT, at, where, tilted=card in tilted, active=active))
        self.y += row * -(-len(cards) // across)

    def faces(self, cards: Sequence[str], place: str, where: str) -> None:
        """Add rows of cards with all their text; those face down lie closer."""
        across = CHIPS if all(card == HIDDEN for card in cards) else FACES
        w = WIDTH / across
        for begin in range(0, len(cards), across):
            row = cards[begin : begin + across]
            high = max(height(card, w - GAP) for card in row)
            for n, card in enumerate(row):
                self.pieces.append(face(card, n * w, self.y, w - GAP, high, f"{place}-{begin + n}", where))
            self.y += high + GAP

    def chips(self, title: str, cards: Sequence[str], place: str) -> None:
        """Add cards that are shown by their ids, under a title; nothing if there are none."""
        if not cards:
            return
        self.label(f"{place}-label", title)
        step = WIDTH / CHIPS
        for n, card in enumerate(cards):
            self.pieces.append(chip(card, n, n % CHIPS * step, self.y + n // CHIPS * 22, place, title))
        self.y += 22 * -(-len(cards) // CHIPS) + 2

    def beside(self, title: str, cards: Sequence[str], place: str, room: float) -> None:
        """Add cards that are shown by their ids, after a title of width `room`; nothing if there are none."""
        if not cards:
            return
        shapes = text_line(0, 14, title, 13, "soft", room=room - GAP)
        self.pieces.append(Piece(f"{place}-label", 0, self.y, room - GAP, LABEL, shapes, title=title))
        step = WIDTH / CHIPS
        across = int((WIDTH - room) // step)
        for n, card in enumerate(cards):
            self.pieces.append(chip(card, n, room + n % across * step, self.y + n // across * 22, place, title))
        self.y += 22 * -(-len(cards) // across)


# -- the middle -------------------------------------------------------------------------------------------------


def _middle(view: View, names: Sequence[str]) -> Block:
    sheet = _Sheet()
    for turn in view.turns:
        text = f"{names[turn.seat]}: {turn.phase} phase, {pluralize(turn.actions, 'action')} left"
        sheet.label(f"turn-{turn.seat}", text)
    for number, board in enumerate(view.boards, 1):
        _board(sheet, number, board)
    steps = (*view.beneath, view.pending) if view.pending else view.beneath
    for depth, step in enumerate(steps):
        _step(sheet, step, depth)
    for seat, offer in enumerate(view.offers):
        if offer not in ("", "used", "exchanged"):
            sheet.chips(f"{names[seat]} offers to their partner", [offer], f"offer-{seat}")
    where = view.due or "the game is over"
    return Block(sheet.y, sheet.pieces, title=f"The last round: {where}" if view.ending else where)


def _decks(view: View) -> Block:
    sheet = _Sheet()
    for level, deck in enumerate(view.decks, 1):
        said = f"technologies {'I' * level}: {pluralize(deck.size, 'card')}"
        sheet.label(f"deck-{level}", said, "deck", str(deck.size))
        sheet.chips("known at the bottom", deck.bottom, f"bottom-{level}")
        sheet.chips("in the deck", deck.cards, f"cards-{level}")
        sheet.chips("discarded", deck.discards, f"discards-{level}")
    sheet.label("draw", f"draw pile: {pluralize(view.draw_pile, 'card')}", "draw pile", str(view.draw_pile))
    sheet.chips("in the draw pile", view.draw_pile_cards, "draw-cards")
    sheet.label(
        "thrown", f"discard pile: {pluralize(view.discard_pile, 'card')}", "discard pile", str(view.discard_pile)
    )
    sheet.chips("on top", [view.top_discard] if view.top_discard not in (EMPTY, HIDDEN) else [], "top")
    sheet.chips("in the discard pile", view.discard_pile_cards, "discard")
    sheet.chips("the box", view.box, "box")
    return Block(sheet.y, sheet.pieces, title="Decks", role="rest")


def _step(sheet: _Sheet, step: Pending, depth: int) -> None:
    """Add a step that waits: the card that causes it, the cards it deals with, and those chosen so far."""
    step_by = [step.source] if step.source != EMPTY else []
    sheet.beside(f"{step.due}, by", step_by, f"step-{depth}-by", WIDTH - WIDTH / CHIPS)
    sheet.beside("with", step.cards, f"step-{depth}-with", 2 * WIDTH / CHIPS)
    sheet.beside("chosen", step.chosen, f"step-{depth}-chosen", 2 * WIDTH / CHIPS)


def _board(sheet: _Sheet, number: int, board: BoardView) -> None:
    if board.level:
        sheet.label(f"board-{number}", f"board {number}, level {'I' * board.level}")
        sheet.faces(board.technologies, f"board-{number}", f"board {number}")
        sheet.y += 0 if board.technologies else LEAST + GAP  # what lies below stays where it is


# -- a player ---------------------------------------------------------------------------------------------------


def _player(view: View, seat: int, whose: str) -> list[Block]:
    """Return the area with timeline and Past, and the hand."""
    area = view.players[seat]
    sheet = _Sheet()
    first = ", first player" if seat == view.first else ""
    lost = f"{area.lost} lost knowledge{first}"
    sheet.label(f"lost-{seat}", lost, "lost", str(area.lost))
    waiting = next((turn.waiting for turn in view.turns if turn.seat == seat), ())
    high = max(1, *map(len, area.timeline)) * STANDING
    sheet.pieces.extend(_timeline(area, seat, whose, sheet.y, high, waiting))
    sheet.y += high + LABEL + GAP
    if area.past:
        sheet.label(f"past-{seat}", f"Past: {len(area.past)}, of them {len(area.rotated)} rotated")
        sheet.cards(area.past, f"past-{seat}", f"{whose} Past", tilted=area.rotated)
    if area.artifacts:
        sheet.label(f"artifacts-{seat}", f"artifacts, {len(area.artifacts)} of {ARTIFACT_PLACES} places")
        sheet.cards(area.artifacts, f"artifact-{seat}", f"{whose} artifacts", waiting=waiting)
    if area.technologies:
        kinds = Counter(FACTS[CODES[card]].kind for card in area.technologies)
        told = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind])
        sheet.label(f"technologies-{seat}", f"technologies: {told}")
        cards = sorted(area.technologies, key=lambda card: KINDS.index(FACTS[CODES[card]].kind or KINDS[0]))
        sheet.cards(cards, f"technology-{seat}", f"{whose} technologies", TECHNOLOGIES, waiting=waiting)
    hand = _Sheet()
    hand.label(f"hand-{seat}", f"{whose} hand: {pluralize(len(area.hand), 'card')}")
    hand.faces(area.hand, f"hand-card-{seat}", f"{whose} hand")
    return [Block(sheet.y, sheet.pieces, seat), Block(hand.y, hand.pieces, seat, role="hand")]


def _timeline(area: Area, seat: int, whose: str, y: float, high: float, waiting: Sequence[str]) -> Iterator[Piece]:
    """Yield six numbered slots with their monuments; cards to activate have a thick frame.

    There is room for an upper row where one is needed.
    """
    w = WIDTH / SLOTS
    for slot in range(SLOTS):
        number = text_line((w - GAP) / 2, 13, str(slot + 1), 12, "soft", anchor="middle")
        frame = rect(0, LABEL, w - GAP, high, "stone", r=4)
        yield Piece(f"slot-{seat}-{slot + 1}", slot * w, y, w - GAP, LABEL + high, number + frame)
        for half, standing in enumerate(area.timeline[slot]):
            top = y + LABEL + high - (half + 1) * STANDING
            active = standing.card in waiting
            place = f"time-{seat}-{slot + 1}"
            where = f"{whose} slot {slot + 1}"
            yield small(standing.card, slot * w, top, w - GAP, STANDING, place, where, active=active)
            yield _knowledge(standing.card, standing.knowledge, slot * w, top, w - GAP, place)


def _knowledge(card: str, n: int, x: float, y: float, w: float, place: str) -> Piece:
    title, zone = f"{n} knowledge on {card}", place.rpartition("-")[0]
    return Piece(
        f"knowledge-{card}",
        x + w - 20,
        y + STANDING - 21,
        18,
        18,
        signs.knowledge(n, 9, 9, 9),
        "knowledge",
        str(n),
        title,
        zone,
    )
