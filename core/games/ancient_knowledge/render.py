"""The table as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.paper import Paper
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge.cards import (
    COST,
    FACTS,
    KINDS,
    KNOWLEDGE,
    LOCKED,
    SLOT,
    TYPE,
    TYPES,
    VP,
    label,
)
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.palette import INK
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES
from kronika.core.games.ancient_knowledge.view import Area, BoardView, DeckView, Pending, View

LABEL: Final = 12
"""Width in columns of the labels at the left."""


class _Detail(NamedTuple):
    """The amount of detail in which the table is drawn.

    `board`: whether the effects of the technologies on the boards are written. `hand`: what is written of the viewer's
    own hand: `_TEXTS`, `_LINES` of text, `_NUMBERS` or `_NAMES`. `letters`: the most letters of a name. `done`: the
    same for cards in the Past and technologies learned. `piles`: whether decks and piles are counted. `gap`: the
    separator of the parts.
    """

    board: bool
    hand: int
    letters: int
    done: int
    piles: bool = True
    gap: str = "\n"


_NAMES, _NUMBERS, _LINES, _TEXTS = range(4)
_ALL: Final = 40
_DETAILS: Final = (
    _Detail(True, _TEXTS, _ALL, _ALL, gap="\n\n"),
    _Detail(True, _TEXTS, _ALL, _ALL),
    *(_Detail(False, _TEXTS, _ALL, done) for done in (_ALL, 14, 8, 0)),
    *(_Detail(False, _LINES, _ALL, done) for done in (_ALL, 0)),
    _Detail(False, _LINES, 14, 0, piles=False),
    *(_Detail(False, _NUMBERS, _ALL, done) for done in (_ALL, 8, 0)),
    *(_Detail(False, _NUMBERS, letters, 0, piles=False) for letters in (14, 8, 5, 0)),
    _Detail(False, _NAMES, 0, 0, piles=False),
)
"""The details from the fullest to the shortest, which writes ids alone. A hand that can be chosen from matters most."""


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Return the table: the turn and what is due, the technologies, then every player's timeline, Past, board and hand.

    If the screen is too small, technologies lose their texts first, then names their letters, piles their numbers, and
    the viewer's hand its texts.
    """
    return paper.first_fitting(_Pen(view, names, paper, detail).table() for detail in _DETAILS)


def legend(paper: Paper) -> str:
    """Return an explanation of the signs of the table, in lines."""
    return paper.explained(_LEGEND)


_LEGEND: Final = {
    "3: M9* (2)": "on slot 3 of the timeline, a locked monument (*) with 2 knowledge; after +, the monument above it",
    "[C1]": "a rotated monument of the Past",
    "s6* c1 k4 p0": "a card in hand: start slot (* locked), cost, knowledge, points",
    "....": "free places for artifacts",
    "board 1 I": "a technology board and its level",
    "?": "a card that the viewer does not know",
    "C M P A T": "city, megalith, pyramid, artifact, technology",
}


class _Pen:
    """Draws a table for one paper in one amount of detail."""

    def __init__(self, view: View, names: Sequence[str], paper: Paper, detail: _Detail) -> None:
        self.view, self.names, self.paper, self.detail = view, names, paper, detail

    def table(self) -> str:
        """Return all parts of the table."""
        view = self.view
        seats = range(len(view.players))
        whole = [self._player(seat) for seat in seats if self.paper.shows(seat)]
        others = [self._in_short(seat) for seat in seats if not self.paper.shows(seat)]
        parts = [self._head(), self._technologies(), *whole, *(["\n".join(others)] if others else [])]
        if self.detail.piles:
            parts.append(self._piles())
        return self.detail.gap.join(parts)

    # -- cards and rows --

    def _id(self, card: str) -> str:
        return card if card == HIDDEN else self.paper.ink(card, INK[TYPE[CODES[card]]])

    def _card(self, card: str, sign: str = "") -> str:
        """Return an id, a sign after it, and as much of the name as the detail allows."""
        return self._named(card, self.detail.letters, sign)

    def _done(self, card: str) -> str:
        """Return the same for a card in the Past or a technology learned."""
        return self._named(card, self.detail.done)

    def _named(self, card: str, letters: int, sign: str = "") -> str:
        if card == HIDDEN:
            return card
        name = FACTS[CODES[card]].name
        if len(name) > letters:
            name = name[: letters - 1] + "…" if letters else ""
        return f"{self._id(card)}{sign} {name}".rstrip()

    def _row(self, name: str, words: Iterable[str], glue: str = "  ") -> str:
        return self.paper.row(f"  {name.ljust(LABEL - 2)}", words, glue)

    def _line(self, head: str, card: str, text: str) -> str:
        """Return a line that begins with a card, cut at the end of the paper."""
        return self.paper.cut(head + text).replace(card, self._id(card), 1)

    # -- the head --

    def _head(self) -> str:
        lines = [self.paper.title(_situation(self.view, self.names))]
        pending = self.view.pending
        if pending is not None:
            lines.append(self.paper.beside("", _due(pending, self.names)))
            if pending.cards:
                lines.append(self._row("", map(self._card, pending.cards)))
            if pending.chosen:
                lines.append(self._row("chosen", map(self._card, pending.chosen)))
        return "\n".join(lines)

    # -- technologies --

    def _technologies(self) -> str:
        lines = [self._board(number, board) for number, board in enumerate(self.view.boards, 1)]
        if self.detail.piles:
            lines += [self._deck(level, deck) for level, deck in enumerate(self.view.decks, 1)]
        if self.view.box:
            lines.append(self._row("the box", map(self._card, self.view.box)))
        return "\n".join(lines)

    def _board(self, number: int, board: BoardView) -> str:
        if not board.level:
            return f"{f'board {number}':<{LABEL}}(out of the game)"
        head = f"board {number} {'I' * board.level}".ljust(LABEL)
        if not self.detail.board or not board.technologies:
            return self.paper.row(head, map(self._card, board.technologies) if board.technologies else ["(empty)"])
        heads = [head, *[" " * LABEL] * (len(board.technologies) - 1)]
        return "\n".join(
            self._line(h, card, _technology(card)) for h, card in zip(heads, board.technologies, strict=True)
        )

    def _deck(self, level: int, deck: DeckView) -> str:
        words = pluralize(deck.size, "card").split()
        if deck.bottom:
            words += ["· at the bottom", *map(self._id, deck.bottom)]
        if deck.discards:
            words += ["· discarded", *map(self._id, deck.discards)]
        return self._row(f"deck {'I' * level}", words, " ")

    # -- players --

    def _facts(self, seat: int) -> str:
        area = self.view.players[seat]
        facts = [
            pluralize(area.points, "point"),
            f"{area.lost} lost knowledge",
            f"{pluralize(len(area.hand), 'card')} in hand",
        ]
        if seat == self.view.first:
            facts.append("first player")
        return f"{self.names[seat]}  {' · '.join(facts)}"

    def _in_short(self, seat: int) -> str:
        """Return the area of a player in numbers."""
        area = self.view.players[seat]
        numbers = {
            "timeline": sum(map(len, area.timeline)),
            "Past": len(area.past),
            "artifacts": len(area.artifacts),
            "learned": len(area.technologies),
        }
        facts = [pluralize(area.points, "point"), f"lost {area.lost}", f"hand {len(area.hand)}"]
        name = self.names[seat]
        text = ", ".join([*facts, *(f"{what} {n}" for what, n in numbers.items())])
        return self.paper.beside("", f"{name}  {text}").replace(name, self.paper.ink(name, "bold"), 1)

    def _player(self, seat: int) -> str:
        area = self.view.players[seat]
        lines = [self.paper.title(self._facts(seat)), self._timeline(area)]
        waiting = next((turn.waiting for turn in self.view.turns if turn.seat == seat), ())
        if waiting:
            lines.append(self._row("to activate", map(self._card, waiting)))
        past = [f"[{self._done(card)}]" if card in area.rotated else self._done(card) for card in area.past]
        lines.append(self._row(f"Past {len(area.past)}", past or ["(empty)"]))
        free = "." * (ARTIFACT_PLACES - len(area.artifacts))
        lines.append(self._row("artifacts", [*map(self._card, area.artifacts), *([free] if free else [])]))
        lines += self._collection(area)
        return "\n".join([*lines, *self._hand(seat)])

    def _timeline(self, area: Area) -> str:
        """Return the occupied slots: a monument with its knowledge, then the one above it."""
        words = []
        for number, slot in enumerate(area.timeline, 1):
            for head, one in zip((f"{number}: ", "+ "), slot, strict=False):
                lock = "*" if LOCKED[CODES[one.card]] else ""
                words.append(f"{head}{self._card(one.card, lock)} ({one.knowledge})")
        return self._row("timeline", words or ["(empty)"])

    def _collection(self, area: Area) -> Iterator[str]:
        """Yield the technologies of a player by kind, or all in one row if there is no room for their names."""
        kinds = {kind: [card for card in area.technologies if FACTS[CODES[card]].kind == kind] for kind in KINDS}
        if self.detail.done:
            yield from (self._row(kind, map(self._done, cards)) for kind, cards in kinds.items() if cards)
        elif area.technologies:
            words = [(f"{kind}:", *map(self._id, cards)) for kind, cards in kinds.items() if cards]
            yield self._row("learned", chain(*words), " ")

    def _hand(self, seat: int) -> Iterator[str]:
        """Yield the viewer's own hand with as much of each card as there is room for; other known cards by name."""
        hand = [card for card in self.view.players[seat].hand if card != HIDDEN]
        what = self.detail.hand if self.view.viewer == seat else _NAMES
        heads = ["  hand".ljust(LABEL), *[" " * LABEL] * len(hand)]
        for head, card in zip(heads, hand, strict=False):
            if what == _TEXTS:
                yield self.paper.beside(head, _card(card)).replace(card, self._id(card), 1)
            elif what == _LINES:
                yield self._line(head, card, _in_a_line(card))
        if hand and what <= _NUMBERS:
            yield self._row("hand", [f"{self._card(card)}{_in_signs(card) * what}" for card in hand])

    # -- piles --

    def _piles(self) -> str:
        view = self.view
        top = f", on top {label(CODES[view.top_discard])}" if view.top_discard not in ("", HIDDEN) else ""
        lines = [
            f"draw pile {pluralize(view.draw_pile, 'card')} · discard pile {pluralize(view.discard_pile, 'card')}{top}"
        ]
        for seat, offer in enumerate(view.offers):
            if offer not in ("", "used", "exchanged"):
                what = "a card" if offer == HIDDEN else label(CODES[offer])
                lines.append(f"{self.names[seat]} offers {what} to their partner")
        return "\n".join(self.paper.beside("", line) for line in lines)


# -- words -------------------------------------------------------------------------------------------------------

_PHASE: Final = {"action": "action phase", "timeline": "timeline phase", "decline": "decline phase", "done": "done"}


def heading(view: View, names: Sequence[str]) -> str:
    """Return the players whose turn it is, and whether it is the last round."""
    if not view.turns:
        return "Set-up" if view.pending is not None else "The game is over"
    turns = join_words([f"{names[turn.seat]}'s" for turn in view.turns])
    end = " · the last round" if view.ending else ""
    return f"{turns} turn{end}"


def _situation(view: View, names: Sequence[str]) -> str:
    if not view.turns:
        return heading(view, names)
    turns = []
    for turn in view.turns:
        left = f", {pluralize(turn.actions, 'action')} left" if turn.phase == "action" else ""
        turns.append(f"{names[turn.seat]}: {_PHASE[turn.phase]}{left}")
    end = " · the last round" if view.ending else ""
    return f"{' · '.join(turns)}{end}"


def _due(pending: Pending, names: Sequence[str]) -> str:
    who = join_words([names[seat] for seat in pending.seats])
    if min(pending.seats) < 0:
        who = "chance" if pending.seat < 0 else f"chance, for {names[pending.seat]}"
    source = f" ({label(CODES[pending.source])})" if pending.source else ""
    victim = f", {names[pending.victim]}'s" if pending.victim >= 0 else ""
    left = f", {pending.left} left" if pending.left else ""
    return f"{who}: {pending.due}{victim}{source}{left}"


def _technology(card: str) -> str:
    fact = FACTS[CODES[card]]
    needs = f"needs {fact.needs}" if fact.needs else ""
    gives = f"{fact.vp} points" if fact.vp else fact.text[0].lower() + fact.text[1:]
    return f"{fact.label.ljust(24)} {(fact.kind or '').ljust(8)} {': '.join(part for part in (needs, gives) if part)}"


def _card(card: str) -> str:
    """Return a hand card in words: what it is, its numbers, and what it does."""
    fact = FACTS[CODES[card]]
    return f"{fact.label} ({TYPES[TYPE[CODES[card]]]}, {_numbers(card)}): {fact.text}"


def _in_a_line(card: str) -> str:
    """Return a hand card in short: its numbers, and what it does."""
    fact = FACTS[CODES[card]]
    return f"{fact.label}{_in_signs(card)}: {fact.text}"


def _numbers(card: str) -> str:
    """Return the start slot of a card, its cost, knowledge and points."""
    code = CODES[card]
    cost = f"cost {COST[code]}" if COST[code] else "free"
    if not FACTS[code].slot:
        return cost
    slot = f"slot {SLOT[code]}{'*' if LOCKED[code] else ''}"
    return f"{slot}, {cost}, {KNOWLEDGE[code]} knowledge, {pluralize(VP[code], 'point')}"


def _in_signs(card: str) -> str:
    """Return the same numbers in short, as the legend explains them."""
    code = CODES[card]
    if not FACTS[code].slot:
        return f" c{COST[code]}"
    return f" s{SLOT[code]}{'*' if LOCKED[code] else ''} c{COST[code]} k{KNOWLEDGE[code]} p{VP[code]}"
