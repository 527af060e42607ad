"""Cards and effects as text; what a viewer may not know is shown as `?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge import effects
from kronika.core.games.ancient_knowledge.cards import FACTS, TYPE, TYPES, Icon, label
from kronika.core.games.ancient_knowledge.effects import Effect
from kronika.core.games.ancient_knowledge.ids import CODES

PUBLIC_DRAWS: Final = (CODES["T3"], CODES["P33"])
"""Cards whose builder cards are set aside face up (AK-1.5)."""


def describe(effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause, without its rule; hidden cards are left out for a viewer who may not know them."""
    told = _DESCRIPTIONS.get(type(effect))
    return told(effect, names, viewer) if told else _sentence(effect, names)


Describe = Callable[[Any, Sequence[str], Viewer], str]


def _full(card: str) -> str:
    return label(CODES[card])


def _by(source: str) -> str:
    return f" ({_full(source)})" if source else ""


def _list(cards: Sequence[str]) -> str:
    return join_words([_full(card) for card in cards])


def _pile(cards: Sequence[str], known: bool) -> str:
    """Cards that go to the discard pile; others see the top card there, when all is done (AK-1.5)."""
    return _list(cards) if known else pluralize(len(cards), "card")


def _starters(e: effects.StarterSetsDealt, names: Sequence[str], viewer: Viewer) -> str:
    known = [str(number) if can_see(viewer, owner) else HIDDEN for owner, number in enumerate(e.sets)]
    return f"the starter sets, by seat, are {join_words(known)}"


def _discarded(e: effects.Discarded, names: Sequence[str], viewer: Viewer) -> str:
    return f"{names[e.seat]} discards {_pile(e.cards, viewer in (None, e.seat))}{_by(e.source)}"


def _aside_discarded(e: effects.SetAsideDiscarded, names: Sequence[str], viewer: Viewer) -> str:
    known = viewer in (None, e.seat) or CODES[e.source] in PUBLIC_DRAWS
    return f"{_pile(e.cards, known)} of those set aside {'go' if len(e.cards) > 1 else 'goes'} to the discard pile"


def _created(e: effects.Created, names: Sequence[str], viewer: Viewer) -> str:
    if not e.slot:
        return f"{names[e.seat]} creates {_full(e.card)}"
    return f"{names[e.seat]} creates {_full(e.card)} on slot {e.slot} with {e.knowledge} knowledge"


def _entered(e: effects.EnteredWithLess, names: Sequence[str], viewer: Viewer) -> str:
    return f"{_full(e.card)} enters with {e.knowledge} instead of {e.printed} knowledge because of {_list(e.sources)}"


def _stolen(e: effects.Stolen, names: Sequence[str], viewer: Viewer) -> str:
    what = _full(e.card) if viewer in (None, e.seat, e.victim) else "a card"
    return f"{names[e.seat]} takes {what} from {names[e.victim]}"


def _kept_one(e: effects.KeptOne, names: Sequence[str], viewer: Viewer) -> str:
    return f"{names[e.seat]} keeps {_full(e.card) if viewer in (None, e.seat) else 'one of the cards'}{_by(e.source)}"


def _put_under(e: effects.PutUnder, names: Sequence[str], viewer: Viewer) -> str:
    n = len(e.technologies)
    what = _list(e.technologies) if viewer in (None, e.seat) else pluralize(n, "technology", "technologies")
    return f"{names[e.seat]} puts {what} under the deck of level II"


def _exchanged(e: effects.Exchanged, names: Sequence[str], viewer: Viewer) -> str:
    if viewer in (None, e.seat, e.partner):
        return f"{names[e.seat]} gives {_full(e.cards[0])} for {names[e.partner]}'s {_full(e.cards[1])}"
    return f"{names[e.seat]} and {names[e.partner]} exchange a card"


def _declined(e: effects.Declined, names: Sequence[str], viewer: Viewer) -> str:
    lost = f", {e.lost} knowledge is lost" if e.lost else ""
    return f"{names[e.seat]}'s {_full(e.card)} declines into the Past{lost}"


def _ended(e: effects.Ended, names: Sequence[str], viewer: Viewer) -> str:
    return "the game ends: " + ", ".join(f"{name} {points}" for name, points in zip(names, e.points, strict=True))


_DESCRIPTIONS: Final[dict[type, Describe]] = {
    effects.StarterSetsDealt: _starters,
    effects.Discarded: _discarded,
    effects.SetAsideDiscarded: _aside_discarded,
    effects.Created: _created,
    effects.EnteredWithLess: _entered,
    effects.Stolen: _stolen,
    effects.KeptOne: _kept_one,
    effects.PutUnder: _put_under,
    effects.Exchanged: _exchanged,
    effects.Declined: _declined,
    effects.Ended: _ended,
}
"""Effects of which a viewer may not know everything, or that are said in more than one way."""

_SENTENCES: Final[dict[type, str]] = {
    effects.FirstPlayerSet: "{seat} is the first player",
    effects.HandsKept: "everybody has kept {cards:card}, the others are discarded",
    effects.TurnBegan: "{seat}'s turn begins",
    effects.TurnEnded: "{seat}'s turn is over",
    effects.Activated: "{seat}'s {card} takes effect",
    effects.Spent: "{seat}'s {card} has no effect: its condition does not hold",
    effects.Skipped: "{seat}'s {card} is no longer in play and passed over",
    effects.DeclineCancelled: "{seat} will skip the decline phase{source}",
    effects.DeclineSkipped: "{seat} skips the decline phase",
    effects.LeftPlay: "{seat}'s {card} goes to the discard pile",
    effects.Took: "{seat} takes {cards}{source}",
    effects.HandFull: "{seat}'s hand is full: {missed:card} not drawn",
    effects.PileEmpty: "no card is left: {seat} draws {missed:card} less",
    effects.Reshuffled: "the discard pile of {cards:card} becomes the draw pile",
    effects.KnowledgeRemoved: "{tokens} knowledge off {seat}'s {card}{source}",
    effects.KnowledgeAdded: "{tokens} knowledge onto {seat}'s {card}{source}",
    effects.LostRemoved: "{seat} removes {tokens} lost knowledge{source}",
    effects.Moved: "{seat}'s {card} moves from slot {slot} to slot {to}",
    effects.Swapped: "{seat}'s {cards} change places",
    effects.Dropped: "{seat}'s {card} drops to the bottom half of slot {slot}",
    effects.Rotated: "{seat} rotates {cards}",
    effects.Straightened: "{seat} straightens {cards}{source}",
    effects.Slid: "{seat}'s timeline slides to the left, {monuments:monument}",
    effects.Learned: "{seat} learns {technology}{source}",
    effects.Eased: "a requirement of {technology} is eased{source}",
    effects.BoardCleared: "{technologies} of board {board} is discarded",
    effects.Laid: "{technologies} from the bottom of the deck on board {board}",
    effects.BoardBoxed: "board {board} cannot be refilled: it leaves the game with the rest of level {level}",
    effects.BoardFlipped: "half of the game: {seat} flips board {board} to level II",
    effects.NothingToFlip: "half of the game, but no board of level I is left",
    effects.TechnologiesReshuffled: "the technology discards, {cards:card}, become the deck of level {level}",
    effects.Buried: "{seat} puts {technologies} under the deck{source}",
    effects.OfferLapsed: "{seat}'s offer lapses",
    effects.EndTriggered: "{seat} has {monuments:monument} in the Past: the end is triggered",
}
"""All others; a field is shown as what it means, `{n:word}` counts."""


def _sentence(effect: Effect, names: Sequence[str]) -> str:
    def fill(match: re.Match[str]) -> str:
        value, word = getattr(effect, match[1]), match[2]
        if word:
            return pluralize(value, word)
        return _SHOWN[match[1]](value, names) if match[1] in _SHOWN else str(value)

    return re.sub(r"\{(\w+)(?::(\w+))?\}", fill, _SENTENCES[type(effect)])


_SHOWN: Final[dict[str, Callable[[Any, Sequence[str]], str]]] = {
    "seat": lambda seat, names: names[seat],
    "card": lambda card, names: _full(card),
    "technology": lambda card, names: _full(card),
    "cards": lambda cards, names: _list(cards),
    "technologies": lambda cards, names: _list(cards),
    "source": lambda card, names: _by(card),
    "level": lambda level, names: "I" * level,
}
"""How the fields of an effect are shown."""


# -- cards --------------------------------------------------------------------------------------------------------


def what(code: int) -> str:
    """`city`, `artifact`, `ancient technology, level I`."""
    fact = FACTS[code]
    return f"{fact.kind} technology, level {'I' * fact.level}" if fact.kind else TYPES[TYPE[code]]


_WHEN: Final[dict[Icon, str]] = {
    "immediate": "At once",
    "anytime": "While in play",
    "timeline": "Every timeline phase",
    "decline": "When it declines",
    "endgame": "At the end, in the Past",
}


def explain(code: int) -> str:
    """A card in full, in our own words: its numbers, when its effect works and what it does."""
    fact = FACTS[code]
    parts: list[str] = []
    if fact.slot:
        parts.append(f"slot {fact.slot}{', locked' if fact.locked else ''}")
    if fact.cost:
        parts.append(f"costs {pluralize(fact.cost, 'card')}")
    if fact.slot:
        parts.append(f"{fact.knowledge} knowledge")
    if fact.slot or fact.vp:
        parts.append(pluralize(fact.vp, "point"))
    if fact.kind:
        parts.append(f"needs {fact.needs}" if fact.needs else "no requirement")
    numbers = f"{'; '.join(parts)}. " if parts else ""
    numbers = numbers[:1].upper() + numbers[1:]
    if fact.level == 2:
        return numbers.strip()
    text = f"{numbers}{_WHEN[fact.icon]}: {fact.text[0].lower()}{fact.text[1:]}"
    return f"{text} (Open: {fact.doubt}.)" if fact.doubt else text
