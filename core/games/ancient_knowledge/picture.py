"""The table as a picture, drawn from a view alone: technologies and piles, then the area of each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.shapes import circle, paragraph, rect, text_line
from kronika.core.games.ancient_knowledge.cards import COST, FACTS, KINDS, KNOWLEDGE, TYPE, TYPES, VP
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, SLOTS
from kronika.core.games.ancient_knowledge.view import Area, BoardView, Pending, View

INK: Final = ("yellow", "red", "green", "magenta", "cyan")
"""By type of card (city, megalith, pyramid, artifact, technology): its colour. Ids begin with a letter for the type."""
GAP: Final = 4
ROW: Final = 40
DEEP: Final = 53
"""Distances from one row of cards to the next: `ROW`, and `DEEP` if the name of a card takes two lines."""
STANDING: Final = 66
"""Height of a monument on the timeline."""
LABEL: Final = 18
CHIPS: Final = 12
"""Number of ids in a row."""


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
        across: int,
        *,
        tilted: Sequence[str] = (),
        waiting: Sequence[str] = (),
    ) -> None:
        """Add rows of cards with their names; those in `tilted` are rotated, those in `waiting` not yet activated."""
        w = WIDTH / across
        row = DEEP if any(_lines(card, w - GAP) > 1 for card in cards) else ROW
        for n, card in enumerate(cards):
            x, y = n % across * w, self.y + n // across * row
            active = card in waiting
            shown = _card(card, x, y, w - GAP, f"{place}-{n}", where, row - GAP, tilted=card in tilted, active=active)
            self.pieces.append(shown)
        self.y += row * -(-len(cards) // across)

    def chips(self, title: str, cards: Sequence[str], place: str) -> None:
        """Add cards that are shown by their ids, under a title; nothing if there are none."""
        if not cards:
            return
        self.label(f"{place}-label", title)
        step = WIDTH / CHIPS
        for n, card in enumerate(cards):
            self.pieces.append(_chip(card, n, n % CHIPS * step, self.y + n // CHIPS * 22, place, title))
        self.y += 22 * -(-len(cards) // CHIPS) + 2


# -- the middle -------------------------------------------------------------------------------------------------


def _middle(view: View, names: Sequence[str]) -> Block:
    sheet = _Sheet()
    for turn in view.turns:
        text = f"{names[turn.seat]}: {turn.phase} phase, {pluralize(turn.actions, 'action')} left"
        sheet.label(f"turn-{turn.seat}", text)
    for depth, step in enumerate((*view.beneath, *([view.pending] if view.pending else []))):
        _step(sheet, step, depth)
    for number, board in enumerate(view.boards, 1):
        _board(sheet, number, board)
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
    sheet.chips(f"{step.due}, by", [step.source] if step.source != EMPTY else [], f"step-{depth}-by")
    sheet.chips("with", step.cards, f"step-{depth}-with")
    sheet.chips("chosen", step.chosen, f"step-{depth}-chosen")


def _board(sheet: _Sheet, number: int, board: BoardView) -> None:
    if board.level:
        sheet.label(f"board-{number}", f"board {number}, level {'I' * board.level}")
        sheet.cards(board.technologies, f"board-{number}", f"board {number}", 3)


# -- a player ---------------------------------------------------------------------------------------------------


def _player(view: View, seat: int, whose: str) -> list[Block]:
    """Return the area with timeline and Past, and the hand."""
    area = view.players[seat]
    sheet = _Sheet()
    first = ", first player" if seat == view.first else ""
    lost = f"{area.lost} lost knowledge, {pluralize(len(area.hand), 'card')} in hand{first}"
    sheet.label(f"lost-{seat}", lost, "lost", str(area.lost))
    waiting = next((turn.waiting for turn in view.turns if turn.seat == seat), ())
    sheet.pieces.extend(_timeline(area, seat, whose, sheet.y, waiting))
    sheet.y += 2 * STANDING + LABEL + GAP
    sheet.label(f"past-{seat}", f"Past: {len(area.past)}, of them {len(area.rotated)} rotated")
    sheet.cards(area.past, f"past-{seat}", f"{whose} Past", 5, tilted=area.rotated)
    sheet.label(f"artifacts-{seat}", f"artifacts, {len(area.artifacts)} of {ARTIFACT_PLACES} places")
    sheet.cards(area.artifacts, f"artifact-{seat}", f"{whose} artifacts", 5, waiting=waiting)
    for kind in KINDS:
        cards = [card for card in area.technologies if FACTS[CODES[card]].kind == kind]
        if cards:
            sheet.label(f"{kind}-{seat}", f"technologies: {kind}")
            sheet.cards(cards, f"{kind}-card-{seat}", f"{whose} technologies", 4, waiting=waiting)
    hand = _Sheet()
    hand.label(f"hand-{seat}", "hand")
    hand.cards(area.hand, f"hand-card-{seat}", f"{whose} hand", 5)
    return [Block(sheet.y, sheet.pieces, seat), Block(hand.y, hand.pieces, seat, role="hand")]


def _timeline(area: Area, seat: int, whose: str, y: float, waiting: Sequence[str]) -> Iterator[Piece]:
    """Yield six numbered slots, each with an upper and a lower place; cards to activate have a thick frame."""
    w = WIDTH / SLOTS
    for slot in range(SLOTS):
        number = text_line(w / 2, 13, str(slot + 1), 12, "soft", anchor="middle")
        frame = rect(0, LABEL, w - GAP, 2 * STANDING, "", "faint", r=4)
        yield Piece(f"slot-{seat}-{slot + 1}", slot * w, y, w - GAP, LABEL + 2 * STANDING, number + frame)
        for half, standing in enumerate(area.timeline[slot]):
            top = y + LABEL + (1 - half) * STANDING
            active = standing.card in waiting
            place = f"time-{seat}-{slot + 1}"
            where = f"{whose} slot {slot + 1}"
            yield _card(standing.card, slot * w, top, w - GAP, place, where, STANDING, active=active)
            yield _knowledge(standing.card, standing.knowledge, slot * w, top, w - GAP, place)


def _knowledge(card: str, n: int, x: float, y: float, w: float, place: str) -> Piece:
    shapes = circle(9, 9, 9, "back", "ink") + text_line(9, 13, str(n), 12, "on-back", anchor="middle", bold=True)
    title, zone = f"{n} knowledge on {card}", place.rpartition("-")[0]
    return Piece(f"knowledge-{card}", x + w - 20, y + STANDING - 21, 18, 18, shapes, "knowledge", str(n), title, zone)


# -- cards ------------------------------------------------------------------------------------------------------


@cache
def _face(card: str, w: float, h: float, thick: float) -> str:
    """Draw a card with a band in the colour of its type, its id, and its name."""
    code = CODES[card]
    shapes = rect(0, 0, w, h, "card", "ink", r=4, thick=thick) + rect(0, 3, 5, h - 6, INK[TYPE[code]])
    shapes += text_line(9, 14, card, 13, bold=True)
    shapes += text_line(w - 4, 14, f"{VP[code]}", 11, "soft", anchor="end") if VP[code] else ""
    return shapes + _name(card, w)


@cache
def _name(card: str, w: float) -> str:
    return paragraph(9, 28, w - 12, FACTS[CODES[card]].name, 11, most=2)


@cache
def _lines(card: str, w: float) -> int:
    """Return the number of lines that the name takes on a card of width `w`."""
    return 1 if card == HIDDEN else _name(card, w).count("<text")


@cache
def _said(card: str) -> str:
    """Return a card in words, with what is printed on it."""
    code = CODES[card]
    fact = FACTS[code]
    numbers = (("cost", COST[code]), ("knowledge", KNOWLEDGE[code]), ("points", VP[code]))
    printed = ", ".join(f"{name} {n}" for name, n in numbers if n)
    kind = TYPES[TYPE[code]] if TYPE[code] < len(TYPES) else f"technology, {fact.kind}"
    needs = f"; needs {fact.needs}" if fact.needs else ""
    return f"{fact.label}, {kind}{f', {printed}' if printed else ''}: {fact.text}{needs}"


def _card(
    card: str,
    x: float,
    y: float,
    w: float,
    place: str,
    where: str,
    h: float,
    *,
    tilted: bool = False,
    active: bool = False,
) -> Piece:
    zone = place.rpartition("-")[0] if place.count("-") > 1 else place
    if card == HIDDEN:
        back = rect(0, 0, w, h, "back", "ink", r=4)
        return Piece(place, x, y, w, h, back, "card", HIDDEN, f"{where}: a card face down", zone)
    shapes = _face(card, w, h, 3 if active else 1)
    if tilted:
        shapes = f'<g transform="rotate(-5 {w / 2:g} {h / 2:g})">{shapes}</g>'
    state = ", rotated" if tilted else ", to be activated" if active else ""
    return Piece(f"card-{card}", x, y, w, h, shapes, "card", card, f"{where}{state}: {_said(card)}", zone)


def _chip(card: str, n: int, x: float, y: float, zone: str, where: str) -> Piece:
    """Return a card that is shown by its id.

    The piece is named after the card, so that a renderer can follow it when the pile changes.
    """
    w = WIDTH / CHIPS - 3
    if card == HIDDEN:
        back = rect(0, 0, w, 19, "back", "ink", r=3)
        return Piece(f"{zone}-{n}", x, y, w, 19, back, "card", HIDDEN, f"{where}: hidden", zone)
    shapes = rect(0, 0, w, 19, "card", "ink", r=3) + rect(0, 2, 4, 15, INK[TYPE[CODES[card]]])
    shapes += text_line(w / 2 + 2, 14, card, 12, anchor="middle")
    return Piece(f"{zone}-{card}", x, y, w, 19, shapes, "card", card, f"{where}: {_said(card)}", zone)
