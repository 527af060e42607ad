"""Moves as a person types them: `create C16 at 1 discard M2 M3`, `learn T2`, `archive C4 C5`, `take 2 from C21`, `no`.

A card is its id, or its English or Czech name, or enough of a name to be the only one. Several cards are parted by
spaces, or by commas where names have spaces. Verbs may be shortened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE
from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.actions import NO, PROCEED, REFUSE, SEARCH, YES, Do
from kronika.core.games.ancient_knowledge.cards import BUILDER_NAMES, NAMES, TECHNOLOGY_NAMES
from kronika.core.games.ancient_knowledge.ids import IDS, BuilderId, TechnologyId, builder_id, technology_id
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.moves import find_player
from kronika.core.words import closest, count, fold, lookup

# -- pieces -----------------------------------------------------------------------------------------------------


def _named(text: str, table: Mapping[str, int], what: str, example: str) -> int:
    if not text.strip():
        raise NotationError(f"Which {what}? Give its id or name.", [example])
    return lookup(text, table, what)


def _builder(text: str, example: str) -> BuilderId:
    return builder_id(_named(text, BUILDER_NAMES, "builder card", example))


def _technology(text: str, example: str) -> TechnologyId:
    return technology_id(_named(text, TECHNOLOGY_NAMES, "technology", example))


def _split(text: str, table: Mapping[str, int]) -> list[str]:
    """The parts of a list of cards: at commas, or at spaces unless the whole is one name."""
    if "," in text:
        return [part for part in text.split(",") if part.strip()]
    return [text] if fold(text) in table else text.split()


def _builders(text: str, fewest: int, most: int, example: str) -> tuple[BuilderId, ...]:
    cards = tuple(_builder(part, example) for part in _split(text, BUILDER_NAMES))
    _count(len(cards), fewest, most, "card", example)
    return cards


def _technologies(text: str, example: str) -> tuple[TechnologyId, ...]:
    cards = tuple(_technology(part, example) for part in _split(text, TECHNOLOGY_NAMES))
    _count(len(cards), 1, 7, "technology", example)
    return cards


def _count(n: int, fewest: int, most: int, what: str, example: str) -> None:
    if not fewest <= n <= most:
        plural = "technologies" if what == "technology" else ""
        bounds = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise NotationError(f"{bounds} {what} can be named here, not {count(n, what, plural)}.", [example])


def _number(text: str, lowest: int, highest: int, what: str, example: str) -> int:
    word = text.strip()
    if not word.isascii() or not word.isdecimal() or not lowest <= int(word[:4]) <= highest:
        raise NotationError(f"{what} is a number from {lowest} to {highest}, not {word!r}.", [example])
    return int(word)


def _player(text: str, names: Sequence[str], example: str) -> int:
    if not text.strip():
        raise NotationError("Which player? Give a name.", [example])
    return find_player(text.strip(), names)


def _after(text: str, *words: str) -> str:
    """The text without one of these words at its beginning."""
    first, _, rest = text.strip().partition(" ")
    return rest if fold(first) in words else text


# -- verbs ------------------------------------------------------------------------------------------------------

Reader = Callable[[str, Sequence[str]], Do]


def _keep(text: str, names: Sequence[str]) -> Do:
    return actions.Keep(_builders(text, 1, 6, "keep C1 C5 M2 M7 P3 A4"))


_CREATE: Final = re.compile(
    r"(?P<card>.*?)(?:\s+(?:at|on)\s+(?P<slot>.*?))?(?:\s+discard(?:ing)?\s+(?P<cost>.*))?", re.IGNORECASE | re.DOTALL
)


def _create(text: str, names: Sequence[str]) -> Do:
    example = "create C16 at 1 discard M2 M3 M4"
    match = _CREATE.fullmatch(text.strip())
    assert match is not None  # every part is optional
    card = _builder(match["card"], example)
    slot = match["slot"]
    place = 0 if slot is None else _number(_after(slot, "slot"), 1, 6, "A slot", example)
    cost = match["cost"]
    return actions.Create(card, place, () if cost is None else _builders(cost, 1, 10, example))


def _learn(text: str, names: Sequence[str]) -> Do:
    return actions.Learn(_technology(text, "learn T2"))


def _archive(text: str, names: Sequence[str]) -> Do:
    cards = _after(text, "discard", "discarding")
    return actions.Archive(_builders(cards, 1, 10, "archive C4 C5") if cards.strip() else ())


def _excavate(text: str, names: Sequence[str]) -> Do:
    return actions.Excavate(_number(text, 1, 108, "How many monuments to rotate", "excavate 3"))


def _activate(text: str, names: Sequence[str]) -> Do:
    return actions.Activate(IDS[_named(text, NAMES, "card", "activate A8")])


def _decline(text: str, names: Sequence[str]) -> Do:
    return actions.Decline(_builder(text, "decline C21"))


def _flip(text: str, names: Sequence[str]) -> Do:
    return actions.Flip(_number(_after(text, "board"), 1, 3, "A board", "flip 2"))


def _choose(text: str, names: Sequence[str]) -> Do:
    return actions.Choose(IDS[_named(text, NAMES, "card", "choose M4")])


def _to(text: str, names: Sequence[str]) -> Do:
    return actions.To(_number(_after(text, "slot"), 1, 6, "A slot", "to 3"))


def _take(text: str, names: Sequence[str]) -> Do:
    """`take 2 from C21`, `take from C21`, `take C21`."""
    example = "take 2 from C21"
    first, _, rest = text.strip().partition(" ")
    tokens = 1
    if first.isascii() and first.isdecimal():
        tokens, text = _number(first, 1, 99, "How much to take", example), rest
    return actions.Take(_builder(_after(text, "from"), example), tokens)


def _remove(text: str, names: Sequence[str]) -> Do:
    return actions.Remove(_number(text, 0, 15, "How much lost knowledge to remove", "remove 3"))


def _discard(text: str, names: Sequence[str]) -> Do:
    return actions.Discard(_builders(text, 1, 10, "discard C4 C5"))


def _look(text: str, names: Sequence[str]) -> Do:
    return actions.Look(_player(_after(text, "at"), names, f"look at {names[0]}"))


def _offer(text: str, names: Sequence[str]) -> Do:
    return actions.Offer(_builder(text, "offer C4"))


def _accept(text: str, names: Sequence[str]) -> Do:
    return actions.Accept(_builder(text, "accept C4"))


def _first(text: str, names: Sequence[str]) -> Do:
    return actions.FirstPlayer(_player(text, names, f"first {names[0]}"))


def _deal(text: str, names: Sequence[str]) -> Do:
    """`deal C1 C2 … / M1 M2 …`, ten cards a hand, by seat."""
    hands = text.split("/")
    if len(hands) != len(names):
        raise NotationError(f"{len(names)} hands of ten cards are parted by slashes, by seat.")
    return actions.Deal(tuple(_builders(hand, 10, 10, "deal C1 … C10 / M1 … M10") for hand in hands))


def _starters(text: str, names: Sequence[str]) -> Do:
    """`starters 2 4`, the numbers of the sets by seat."""
    example = "starters " + " ".join(str(number) for number in range(1, len(names) + 1))
    sets = [_number(part, 1, 4, "A starter set", example) for part in text.split()]
    _count(len(sets), len(names), len(names), "starter set", example)
    return actions.Starters(tuple(sets))


def _draw(text: str, names: Sequence[str]) -> Do:
    return actions.Draw(_builders(text, 1, 10, "draw C4 C5"))


def _lay(text: str, names: Sequence[str]) -> Do:
    return actions.Lay(_technologies(text, "lay T1 T2 T3"))


def _plain(do: Do) -> Reader:
    def read(text: str, names: Sequence[str]) -> Do:
        if text.strip():
            raise NotationError(f"Nothing more is expected here: {text.strip()!r}.")
        return do

    return read


_PLAYER_VERBS: Final[dict[str, Reader]] = {
    "keep": _keep,
    "create": _create,
    "learn": _learn,
    "archive": _archive,
    "excavate": _excavate,
    "search": _plain(SEARCH),
    "activate": _activate,
    "decline": _decline,
    "proceed": _plain(PROCEED),
    "flip": _flip,
    "yes": _plain(YES),
    "no": _plain(NO),
    "stop": _plain(NO),
    "choose": _choose,
    "to": _to,
    "take": _take,
    "remove": _remove,
    "discard": _discard,
    "look": _look,
    "offer": _offer,
    "accept": _accept,
    "refuse": _plain(REFUSE),
}
_CHANCE_VERBS: Final[dict[str, Reader]] = {
    "first": _first,
    "deal": _deal,
    "starters": _starters,
    "draw": _draw,
    "lay": _lay,
}


def parse(state: State, seat: int, text: str, names: Sequence[str]) -> Do:
    """Reads a move or an outcome. Raises NotationError."""
    word, _, rest = text.strip().partition(" ")
    verbs = _CHANCE_VERBS if seat == CHANCE else _PLAYER_VERBS
    if not word:
        raise NotationError("There is no move.", list(verbs)[:3])
    key = fold(word)
    everything = {**_PLAYER_VERBS, **_CHANCE_VERBS}
    if key in everything:
        return everything[key](rest, names)
    found = [verb for verb in verbs if verb.startswith(key)]
    if len(found) == 1:
        return verbs[found[0]](rest, names)
    if found:
        raise NotationError(f"{word!r} can be {', '.join(found)}.")
    raise NotationError(f"{word!r} is no move.", closest(word, verbs) or list(verbs)[:3])
