"""The text of moves, read and written: `take`, `load 4:2`, `sail 4 temple`, `lever 4 obelisks 3 1 2`, `market statue`.

A ship is written as its size (`4`). If the round has several ships of that size, a letter distinguishes them (`3a`,
`3b`); `#2` is the second ship of the round card. A spot is a ship and a slot, `4:2`; slot 1 is the bow. Sites, cards
and verbs can be shortened as long as they are unique.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, Literal

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import join_words, lookup, normalize, pluralize, quoted
from kronika.core.contract.forms import form_verb
from kronika.core.contract.notation import Notation, example_things, simple_verb
from kronika.core.contract.tokens import MoveContext, MoveTokens
from kronika.core.contract.verbs import Prompt, Verb
from kronika.core.games.imhotep.actions import (
    BONUS_CARD,
    BONUS_STONES,
    PASS,
    SKIP,
    TAKE,
    BonusCard,
    BonusPlace,
    BonusStones,
    Chisel,
    Choose,
    Do,
    Draw,
    Fill,
    Hammer,
    Keep,
    Lever,
    Load,
    Pair,
    Pyramid,
    Sail,
    SailCard,
    Start,
    TakeCard,
    TurnUp,
)
from kronika.core.games.imhotep.board import (
    PYRAMID_NAMES,
    ROUND_CARDS,
    SITE_WORDS,
    PyramidName,
    RoundCardName,
    SiteName,
)
from kronika.core.games.imhotep.cards import CARD_NAMES, UNSEEN, WORDS, CardName
from kronika.core.games.imhotep.rules.turn import Spot
from kronika.core.games.imhotep.state import SEE_PAIR, State

WRITTEN: Final = (
    "A ship is its size: 4. If the round has several of that size, add a letter, 3a and 3b; #2 is the second ship "
    "of the round card. Slots count from the bow: 4:1 is the first of ship 4. You can shorten sites and cards as long "
    "as they are unique."
)

Behind = MoveTokens[State]
At = MoveContext[State]

_PYRAMIDS: Final[dict[str, PyramidName]] = {name: name for name in PYRAMID_NAMES}
_ROUNDS: Final[dict[str, RoundCardName]] = {card: card for cards in ROUND_CARDS.values() for card in cards}
_MARKET: Final[dict[str, CardName | Literal["pair"]]] = {**WORDS, "pair": "pair"}
_CHOICES: Final[dict[str, Literal["points", "stones"]]] = {"points": "points", "stones": "stones"}
_BONUSES: Final[dict[str, BonusCard | BonusStones]] = {"card": BONUS_CARD, "stones": BONUS_STONES}
_CARDS: Final = {"CARD": WORDS}
_SLOTS: Final = {"1": 1, "2": 2, "3": 3, "4": 4}

# -- ships ------------------------------------------------------------------------------------------------------


def ship_labels(sizes: Sequence[int]) -> list[str]:
    """The labels of the ships of a round: `4`, `3a`, `3b`, `2`."""
    return [_label(sizes, at) for at in range(len(sizes))]


def _label(sizes: Sequence[int], at: int) -> str:
    size = sizes[at]
    return f"{size}{'abcd'[sizes[:at].count(size)]}" if sizes.count(size) > 1 else str(size)


def ship_label(state: State, ship: int) -> str:
    """The label of a ship (from 1) in this round; `#3` if no ships are laid out."""
    sizes = [len(slots) for slots in state.ships]
    return _label(sizes, ship - 1) if ship <= len(sizes) else f"#{ship}"


def find_ship(sizes: Sequence[int], word: str, sailed: bytes = b"") -> int:
    """The ship (from 1) that a label, a size or `#number` means. Raises NotationError.

    `sailed` has the ships that have sailed. A size that several ships have means the only one that has not sailed.
    """
    labels = ship_labels(sizes)
    key = normalize(word.removeprefix("[").removesuffix("]"))  # as in the harbour of a site: `[3a]`
    if not labels:
        raise NotationError("No ships are laid out now.")
    if key in labels:
        return labels.index(key) + 1
    if re.fullmatch(r"#[1-4]", key) and int(key[1]) <= len(labels):
        return int(key[1])
    of_size = [ship for ship, size in enumerate(sizes, 1) if key == str(size)]
    waiting = [ship for ship in of_size if ship not in sailed]
    if len(waiting) == 1:
        return waiting[0]
    if of_size:
        which = [labels[ship - 1] for ship in of_size]
        raise NotationError(f"There are several ships for {key}: {join_words(which)}.", which, instead=word)
    raise NotationError(f"There is no ship {quoted(word)} in this round: it has {join_words(labels)}.")


# -- reading ----------------------------------------------------------------------------------------------------


def _ship(words: Behind, word: str) -> int:
    return find_ship([len(slots) for slots in words.state.ships], word, words.state.harbours)


def _spot(words: Behind) -> Spot:
    word = words.word("ship and slot")
    ship, _, slot = word.partition(":")
    if slot not in _SLOTS:
        raise words.wrong(f"{quoted(word)} is not a ship and slot.")
    return _ship(words, ship), _SLOTS[slot]


def _site(words: Behind) -> SiteName:
    return words.one(SITE_WORDS, "site")


def _read_sail(words: Behind) -> Sail:
    ship = words.word("ship")
    if ":" in ship:
        raise NotationError("To load a stone before the ship sails, play a sail card: `sailcard SHIP:SLOT SITE`.")
    return Sail(_ship(words, ship), _site(words))


def _read_lever(words: Behind) -> Lever:
    ship = _ship(words, words.word("ship"))
    site = list(takewhile(lambda word: not word[0].isdecimal(), words.left))
    if not site:
        raise words.wrong("Which site?")
    del words.left[: len(site)]
    return Lever(ship, lookup(" ".join(site), SITE_WORDS, "site"), words.exact_things(_SLOTS, "slot", 1, 4))


def _read_bonus(words: Behind) -> BonusCard | BonusStones | BonusPlace:
    return BonusPlace(*_spot(words)) if ":" in str(words) else words.one(_BONUSES, "bonus")


def _read_round(words: Behind) -> TurnUp:
    text = words.rest("round card")
    key = re.sub(r"[\s,-]", "", text)
    if key not in _ROUNDS:
        cards = ROUND_CARDS[len(words.state.sleds)]
        raise NotationError(f"There is no round card {quoted(text)}.", cards[:3], instead=text)
    return TurnUp(_ROUNDS[key])


# -- writing ----------------------------------------------------------------------------------------------------


def _at(at: At, ship: int, slot: int) -> str:
    return f"{ship_label(at.state, ship)}:{slot}"


def _write_lever(do: Lever, at: At) -> str:
    return f"lever {ship_label(at.state, do.ship)} {do.site} {' '.join(map(str, do.order))}"


def _write_bonus(do: BonusCard | BonusStones | BonusPlace, at: At) -> str:
    if isinstance(do, BonusPlace):
        return f"bonus {_at(at, do.ship, do.slot)}"
    return "bonus card" if isinstance(do, BonusCard) else "bonus stones"


def _write_pair(do: Pair, at: At) -> str:
    """Write the cards of the pair, as `?` if the viewer may not know them (IM-1.7).

    Only the taker sees two cards. A single card is simply taken, and a pair that nobody took is shown to all.
    """
    cards: list[str] = list(do.cards)
    step = at.state.stack[-1] if at.state.stack else None
    if step and step.kind == SEE_PAIR and len(cards) > 1 and not at.knows(step.seat):
        known = [CARD_NAMES[kind] for kind in at.state.market.pair if kind != UNSEEN]
        cards = [*known, *["?"] * (len(cards) - len(known))]
    return f"pair {' '.join(cards)}"


def _due_pair(do: Pair, at: At) -> Prompt:
    cards = [CARD_NAMES[kind] for kind in at.state.market.pair if kind != UNSEEN]
    return Prompt("the cards of the face-down pair", "pair", example_things(len(do.cards), *cards, "statue", "sail"))


# -- the table --------------------------------------------------------------------------------------------------

NOTATION: Final = Notation[State, Do](
    (
        simple_verb("take", "takes stones from the quarry to the sled (IM-2.4)", TAKE),
        Verb(
            "load SHIP:SLOT",
            "load 4:2",
            "loads a stone from the sled on a ship (IM-2.5)",
            (Load,),
            lambda words: Load(*_spot(words)),
            lambda do, at: f"load {_at(at, do.ship, do.slot)}",
        ),
        Verb(
            "sail SHIP SITE",
            "sail 4 temple",
            "sails a ship to a site (IM-2.6)",
            (Sail,),
            _read_sail,
            lambda do, at: f"sail {ship_label(at.state, do.ship)} {do.site}",
        ),
        Verb(
            "lever SHIP SITE SLOTS",
            "lever 4 temple 3 1 2",
            "plays a lever: sails a ship and unloads its slots in this order (IM-2.7)",
            (Lever,),
            _read_lever,
            _write_lever,
        ),
        Verb(
            "hammer SHIP:SLOT",
            "hammer 4:2",
            "plays a hammer: takes stones, then loads one (IM-2.7)",
            (Hammer,),
            lambda words: Hammer(*_spot(words)),
            lambda do, at: f"hammer {_at(at, do.ship, do.slot)}",
        ),
        Verb(
            "sailcard SHIP:SLOT SITE",
            "sailcard 4:2 temple",
            "plays a sail: loads a stone, then sails that ship (IM-2.7)",
            (SailCard,),
            lambda words: SailCard(*_spot(words), _site(words)),
            lambda do, at: f"sailcard {_at(at, do.ship, do.slot)} {do.site}",
        ),
        Verb(
            "chisel SHIP:SLOT SHIP:SLOT",
            "chisel 4:1 4:2",
            "plays a chisel: loads two stones (IM-2.7)",
            (Chisel,),
            lambda words: Chisel((_spot(words), _spot(words))),
            lambda do, at: f"chisel {' '.join(_at(at, *spot) for spot in do.spots)}",
        ),
        simple_verb("pass", "passes, because no other action is legal (IM-2.9)", PASS),
        Verb(
            "market CARD|pair",
            "market statue",
            "takes a card of the row, or the face-down pair, for a delivered stone (IM-3.1, IM-3.5)",
            (TakeCard,),
            lambda words: TakeCard(words.one(_MARKET, "card")),
            lambda do, at: f"market {do.card}",
        ),
        form_verb(
            "keep CARD",
            "keep statue",
            "keeps this card of the pair and discards the other (IM-3.5)",
            Keep,
            _CARDS,
        ),
        Verb(
            "pyramid left|middle|right",
            "pyramid left",
            "chooses the pyramid for a stone, on side B (IM-3.8)",
            (Pyramid,),
            lambda words: Pyramid(words.one(_PYRAMIDS, "pyramid")),
            lambda do, at: f"pyramid {do.pyramid}",
        ),
        Verb(
            "bonus card|stones|SHIP:SLOT",
            "bonus card",
            "uses a pyramid's bonus: takes the top card or stones, or loads a stone (IM-3.8)",
            (BonusCard, BonusStones, BonusPlace),
            _read_bonus,
            _write_bonus,
        ),
        simple_verb("skip", "leaves a pyramid's bonus unused (IM-3.8)", SKIP),
        Verb(
            "choose points|stones",
            "choose points",
            "chooses a point or stones for a visible stone, on side B of the temple (IM-3.11)",
            (Choose,),
            lambda words: Choose(words.one(_CHOICES, "choice")),
            lambda do, at: f"choose {do.what}",
        ),
        form_verb(
            "start NAME",
            "start Anna",
            "who begins (IM-1.6)",
            Start,
            chance=True,
            prompt=lambda do, at: Prompt("who begins", "start", at.name(0)),
        ),
        Verb(
            "round SIZES",
            "round 4322",
            "the round card that is turned up, by the sizes of its ships (IM-2.1)",
            (TurnUp,),
            _read_round,
            lambda do, at: f"round {do.ships}",
            chance=True,
            prompt=lambda do, at: Prompt(
                "the round card, by the sizes of its ships", "round", ROUND_CARDS[len(at.names)][0]
            ),
        ),
        form_verb(
            "fill CARDS",
            "fill statue sail lever hammer",
            "the cards turned up for the market row (IM-2.2)",
            Fill,
            _CARDS,
            chance=True,
            prompt=lambda do, at: Prompt(
                f"{pluralize(len(do.cards), 'card')} for the market row",
                "fill",
                example_things(len(do.cards), "statue", "sail", "lever", "hammer"),
            ),
        ),
        form_verb(
            "draw CARD",
            "draw statue",
            "the top card of the deck (IM-3.8, IM-3.11)",
            Draw,
            _CARDS,
            chance=True,
            prompt=lambda do, at: Prompt("the top card of the deck", "draw", "statue"),
        ),
        Verb(
            "pair CARDS",
            "pair statue sail",
            "the cards of the face-down pair (IM-3.5, IM-2.16)",
            (Pair,),
            lambda words: Pair(words.exact_things(WORDS, "card", 1, 2)),
            _write_pair,
            chance=True,
            prompt=_due_pair,
        ),
    )
)
