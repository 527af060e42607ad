"""The table as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

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
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, SLOTS
from kronika.core.games.ancient_knowledge.view import Area, BoardView, DeckView, Pending, View
from kronika.core.paper import Paper
from kronika.core.view import HIDDEN
from kronika.core.words import count, listing

INK: Final = ("yellow", "red", "green", "magenta", "cyan")
"""By type of card: city, megalith, pyramid, artifact, technology."""
LABEL: Final = 12
"""Columns of the labels at the left."""


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Whose turn it is and what is due, the technologies, then every player: timeline, Past, board, hand."""
    lines = [*_headline(view, names, paper), "", *_technologies(view, paper)]
    for seat in range(len(view.players)):
        lines += ["", *_player(view, seat, names, paper)]
    lines += ["", *_piles(view, names, paper)]
    return "\n".join(lines)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"


def _row(name: str, text: str, paper: Paper) -> str:
    return _cut(f"  {name.ljust(LABEL - 2)}{text}", paper.width)


def _wrapped(name: str, words: Sequence[str], paper: Paper, glue: str = "  ") -> list[str]:
    """Words in as many lines as they need, behind a label."""
    lines, line = [], ""
    for word in words:
        if line and LABEL + len(line) + len(glue) + len(word) > paper.width:
            lines.append(line)
            line = word
        else:
            line += glue + word if line else word
    lines.append(line)
    return [_row(name if at == 0 else "", text, paper) for at, text in enumerate(lines)]


def _ink(text: str, cards: Sequence[str], paper: Paper) -> str:
    """The line with its card ids coloured by type."""
    if not paper.colour:
        return text
    for card in dict.fromkeys(cards):
        if card != HIDDEN:
            text = _paint(text, card, paper)
    return text


def _paint(text: str, card: str, paper: Paper) -> str:
    """Colours every whole occurrence of an id."""
    parts = text.split(card)
    painted = parts[0]
    for before, after in pairwise(parts):
        whole = not before[-1:].isalnum() and not after[:1].isdecimal()
        painted += (paper.ink(card, INK[TYPE[CODES[card]]]) if whole else card) + after
    return painted


# -- the head ---------------------------------------------------------------------------------------------------

_PHASE: Final = {"action": "action phase", "timeline": "timeline phase", "decline": "decline phase", "done": "done"}


def _headline(view: View, names: Sequence[str], paper: Paper) -> list[str]:
    head = [_cut(_situation(view, names), paper.width)]
    if view.pending is not None:
        head.append(_cut(_due(view.pending, names), paper.width))
        if view.pending.cards:
            head += [
                _ink(line, view.pending.cards, paper)
                for line in _wrapped("", [_short(card) for card in view.pending.cards], paper)
            ]
        if view.pending.chosen:
            head += _wrapped("chosen", view.pending.chosen, paper)
    return [paper.ink(head[0], "bold"), *head[1:]]


def heading(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, partners' at the same time, and whether in the last round."""
    if not view.turns:
        return "Set-up" if view.pending is not None else "The game is over"
    turns = listing([f"{names[turn.seat]}'s" for turn in view.turns])
    end = " · the last round" if view.ending else ""
    return f"{turns} turn{end}"


def _situation(view: View, names: Sequence[str]) -> str:
    if not view.turns:
        return heading(view, names)
    turns = []
    for turn in view.turns:
        left = f", {count(turn.actions, 'action')} left" if turn.phase == "action" else ""
        turns.append(f"{names[turn.seat]}: {_PHASE[turn.phase]}{left}")
    end = " · the last round" if view.ending else ""
    return f"{' · '.join(turns)}{end}"


def _due(pending: Pending, names: Sequence[str]) -> str:
    who = listing([names[seat] for seat in pending.seats])
    if min(pending.seats) < 0:
        who = "chance" if pending.seat < 0 else f"chance, for {names[pending.seat]}"
    source = f" ({label(CODES[pending.source])})" if pending.source else ""
    left = f", {pending.left} to go" if pending.left else ""
    return f"{who}: {pending.due}{source}{left}"


def _short(card: str) -> str:
    return card if card == HIDDEN else label(CODES[card])


# -- technologies -----------------------------------------------------------------------------------------------


def _technologies(view: View, paper: Paper) -> list[str]:
    lines = []
    for number, board in enumerate(view.boards, 1):
        lines += _board(number, board, paper)
    for level, deck in enumerate(view.decks, 1):
        lines += _deck(level, deck, paper)
    if view.box:
        lines += _wrapped("the box", view.box, paper, " ")
    return lines


def _board(number: int, board: BoardView, paper: Paper) -> list[str]:
    if not board.level:
        return [_cut(f"board {number}".ljust(LABEL) + "(out of the game)", paper.width)]
    lines = []
    for at, card in enumerate(board.technologies):
        head = f"board {number} {'I' * board.level}" if at == 0 else ""
        line = _cut(head.ljust(LABEL) + _technology(card), paper.width)
        lines.append(_ink(line, (card,), paper))
    return lines or [f"board {number} {'I' * board.level}".ljust(LABEL) + "(empty)"]


def _technology(card: str) -> str:
    fact = FACTS[CODES[card]]
    needs = f"needs {fact.needs}" if fact.needs else ""
    gives = f"{fact.vp} points" if fact.vp else fact.text[0].lower() + fact.text[1:]
    return f"{fact.label.ljust(24)} {(fact.kind or '').ljust(8)} {': '.join(part for part in (needs, gives) if part)}"


def _deck(level: int, deck: DeckView, paper: Paper) -> list[str]:
    bottom = f", at the bottom {' '.join(deck.bottom)}" if deck.bottom else ""
    discards = f"; discarded {' '.join(deck.discards)}" if deck.discards else ""
    return _wrapped(f"deck {'I' * level}", f"{count(deck.size, 'card')}{bottom}{discards}".split(), paper, " ")


# -- players ----------------------------------------------------------------------------------------------------


def _player(view: View, seat: int, names: Sequence[str], paper: Paper) -> list[str]:
    area = view.players[seat]
    facts = [count(area.points, "point"), f"{area.lost} lost knowledge", f"{count(len(area.hand), 'card')} in hand"]
    if seat == view.first:
        facts.append("first player")
    lines = [paper.ink(_cut(f"{names[seat]}  {' · '.join(facts)}", paper.width), "bold")]
    lines += _timeline(area, paper)
    waiting = next((turn.waiting for turn in view.turns if turn.seat == seat), ())
    if waiting:
        lines += _wrapped("to activate", waiting, paper, " ")
    lines += [_ink(line, area.past, paper) for line in _past(area, paper)]
    free = "." * (ARTIFACT_PLACES - len(area.artifacts))
    artifacts = [*map(_short, area.artifacts), *([free] if free else [])]
    lines += [_ink(line, area.artifacts, paper) for line in _wrapped("artifacts", artifacts, paper)]
    lines += _collection(area, paper)
    return lines + _hand(view, seat, paper)


def _timeline(area: Area, paper: Paper) -> list[str]:
    """Six slots of two halves; each monument with the knowledge on it."""
    width = max((paper.width - LABEL) // SLOTS, 7)
    lines = [_row("slot", "".join(str(slot).ljust(width) for slot in range(1, SLOTS + 1)).rstrip(), paper)]
    for half, name in ((1, "top"), (0, "bottom")):
        cells = []
        shown = []
        for slot in area.timeline:
            if half < len(slot):
                standing = slot[half]
                lock = "*" if LOCKED[CODES[standing.card]] else ""
                cells.append(f"{standing.card}{lock} ({standing.knowledge})".ljust(width))
                shown.append(standing.card)
            else:
                cells.append(".".ljust(width))
        lines.append(_ink(_row(name, "".join(cells).rstrip(), paper), shown, paper))
    return lines


def _past(area: Area, paper: Paper) -> list[str]:
    """The Past; a rotated monument is bracketed."""
    if not area.past:
        return [_row("Past", "(empty)", paper)]
    words = [f"[{card}]" if card in area.rotated else card for card in area.past]
    return _wrapped(f"Past {len(area.past)}", words, paper, " ")


def _collection(area: Area, paper: Paper) -> list[str]:
    lines = []
    for kind in KINDS:
        cards = [card for card in area.technologies if FACTS[CODES[card]].kind == kind]
        if cards:
            lines += [_ink(line, cards, paper) for line in _wrapped(kind, [_short(card) for card in cards], paper)]
    return lines


def _hand(view: View, seat: int, paper: Paper) -> list[str]:
    """The viewer's own hand card by card; other hands that are known in short."""
    hand = [card for card in view.players[seat].hand if card != HIDDEN]
    if not hand:
        return []
    if view.viewer != seat:
        return [_ink(line, hand, paper) for line in _wrapped("hand", hand, paper, " ")]
    return [_ink(_row("hand" if at == 0 else "", _card(card), paper), (card,), paper) for at, card in enumerate(hand)]


def _card(card: str) -> str:
    """A hand card in one line: where it starts, its cost, knowledge and points, what it does."""
    code = CODES[card]
    fact = FACTS[code]
    cost = f" cost {COST[code]}" if COST[code] else ""
    if fact.slot:
        slot = f"slot {SLOT[code]}{'*' if LOCKED[code] else ''}"
        numbers = f"{slot}{cost}, {KNOWLEDGE[code]} knowledge, {count(VP[code], 'point')}"
    else:
        numbers = cost.strip() or "free"
    return f"{fact.label} ({TYPES[TYPE[code]]}, {numbers}): {fact.text}"


# -- piles ------------------------------------------------------------------------------------------------------


def _piles(view: View, names: Sequence[str], paper: Paper) -> list[str]:
    top = f", on top {label(CODES[view.top_discard])}" if view.top_discard else ""
    piles = f"draw pile {count(view.draw_pile, 'card')} · discard pile {count(view.discard_pile, 'card')}{top}"
    lines = [_cut(piles, paper.width)]
    for seat, offer in enumerate(view.offers):
        if offer not in ("", "used", "exchanged"):
            what = "a card" if offer == HIDDEN else _short(offer)
            lines.append(_cut(f"{names[seat]} offers the partner {what}", paper.width))
    lines.append(paper.ink(_cut("(3) knowledge · * locked · [C1] rotated", paper.width), "dim"))
    return lines
