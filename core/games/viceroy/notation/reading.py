"""Reading moves: the words after each verb as cards, places, gems, tokens, and the moves made of them.

Each function returns the move that the words mean, and raises NotationError if they can't be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, get_args

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import close_matches, lookup, normalize, quoted
from kronika.core.contract.labels import find_labelled, split_names
from kronika.core.contract.notation import part_of
from kronika.core.contract.tokens import MoveTokens, expand_counts
from kronika.core.contract.unseen import listed
from kronika.core.contract.view import HIDDEN
from kronika.core.games.viceroy import steps
from kronika.core.games.viceroy.actions import (
    PASS,
    Bid,
    Choose,
    Claim,
    Deal,
    DealLaws,
    Discard,
    Draw,
    FromBox,
    Gems,
    Get,
    Give,
    GiveBack,
    Option,
    Place,
    Recolour,
    Return,
    Reward,
    Slot,
    Start,
    Take,
    Target,
    Tuck,
    TurnUp,
)
from kronika.core.games.viceroy.cards import CHOICES, LAST_CHARACTER, NAMES
from kronika.core.games.viceroy.gems import COLOURS, PER_COLOUR, Colour, Counts
from kronika.core.games.viceroy.pyramid import card_at
from kronika.core.games.viceroy.rules.display import SLOTS
from kronika.core.games.viceroy.rules.paying import least_used
from kronika.core.games.viceroy.state import GIVE_BACK, Player, State, waiting
from kronika.core.games.viceroy.tokens import Token

Behind = MoveTokens[State]

_COLOURS: Final[Mapping[str, Colour]] = {colour: colour for colour in COLOURS}
_SLOTS: Final[Mapping[str, Slot]] = {"below": "below", "above": "above"}
_BIDS: Final[Mapping[str, Bid]] = {**{colour: Bid(colour) for colour in COLOURS}, "attack": Bid("attack")}
_CLAIMS: Final = {
    "below": Claim("below"),
    "above": Claim("above"),
    "refuse": Claim("refuse"),
    "nothing": Claim("refuse"),
}
_REWARDS: Final = {"rows": Reward("rows"), "15": Reward("15"), "15 vp": Reward("15"), "15vp": Reward("15")}
_DECKS: Final = {"small": Draw("small"), "law": Draw("law"), "character": Draw("small")}
_OPTIONS: Final = {normalize(option): Choose(option) for option in get_args(Option)}
_OPTIONS_OF: Final = {law: {key: _OPTIONS[key] for key in map(normalize, options)} for law, options in CHOICES.items()}
_TOKENS: Final[Mapping[str, Token]] = {normalize(token): token for token in get_args(Token)}

_COUNTED: Final = (*COLOURS, "attack")
_SEEN: Final = {word: word for word in (*_COUNTED, "none", "below", "above", "refuse", "play", "sell")} | {
    "pass": "none",
    "nothing": "none",
}
"""The words for hidden things that are not cards, each with the one that is kept: `none` for `pass` and `nothing`."""

_PLACE: Final = re.compile(r"(\d)\.(-?\d{1,2})")
_CARD_AND_TOKEN: Final = re.compile(r"(.+?) ((?:infinite|used|gem)[ -]+\w+|\d+ ?vp|\w+ ?\+ ?\d|\w+)", re.IGNORECASE)
_SPACE_IN_TOKEN: Final = re.compile(r"\s*([+]|vp)\s*")

# -- gems -------------------------------------------------------------------------------------------------------


def read_gems(text: str) -> Counts:
    """Return gems in words, such as `red blue blue`, `2 blue 1 red` or `none`, as a number for each colour.

    Raises NotationError if the words can't be read.
    """
    found = _colours(text)
    return (found.count("blue"), found.count("red"), found.count("green"), found.count("yellow"))


def hidden_things(text: str) -> list[int | str]:
    """The things that a witness saw: cards by their numbers, all else by words, with a number before for several.

    The words are those of gems (`red 2 blue`), attack tokens, bids and claims, and `none` for no card and no bid.
    Raises NotationError if a card is not found.
    """
    found: list[int | str] = []
    words = text.replace(",", " ").split()
    named: list[str] = []
    while words:
        word = words.pop(0)
        counted = word.isdecimal() and words and normalize(words[0]) in _COUNTED
        key = normalize(words.pop(0) if counted else word)
        if key not in _SEEN:
            named.append(word)
            continue
        found += [*_cards(named), *[_SEEN[key]] * (int(word) if counted else 1)]
        named = []
    return [*found, *_cards(named)]


def written_things(things: Sequence[object]) -> str:
    """Things as `hidden_things` reads them: only gems and tokens are counted, since cards are numbers.

    After a card one gem is `1 red`: `12 red` are twelve.
    """
    words = [str(thing) for thing in things]
    if all(word in _COUNTED for word in words):
        return listed(things)
    return " ".join(
        f"1 {word}" if before.isdecimal() and word in _COUNTED else word for before, word in pairwise(["", *words])
    )


def _cards(words: list[str]) -> list[int]:
    """Cards by number or name. Raises NotationError, with suggestions of cards and of all else that can be seen."""
    try:
        return [find_labelled(piece, NAMES, "card") for piece in split_names(" ".join(words), NAMES)]
    except NotationError as error:
        if not error.instead:
            raise
        close = close_matches(error.instead, [*_SEEN, *NAMES])
        raise NotationError(f"There is nothing called {quoted(error.instead)}.", close) from None


def _colours(text: str, *, holes: bool = False) -> list[Colour]:
    """Gems in words one by one, in their order."""
    if normalize(text) in ("none", "nothing", "no gems"):
        return []
    *_, last = ["", *text.replace(",", " ").split()]
    if not last or (last.isdecimal() and not holes):
        raise NotationError("Which gems? Type `red blue blue`, `2 blue 1 red` or `none`.")
    found = expand_counts(text, _COLOURS, "colour", holes=holes)
    if any(found.count(colour) > PER_COLOUR for colour in COLOURS):
        raise NotationError(f"There are only {PER_COLOUR} gems of a colour.")
    return found


def gems(words: Behind) -> Gems:
    """Read `gems red blue blue`."""
    return Gems(*read_gems(words.rest("gems")))


def give_back(words: Behind) -> GiveBack:
    """Read `return blue red / green green`."""
    pairs = [_colours(part.rest("gems"), holes=words.holes) for part in words.split("/")]
    words.counted(len(pairs), "pair", 1, 4)
    for pair in pairs:
        words.counted(len(pair), "gem", 2, 2)
    return GiveBack(tuple([(first, second) for first, second in pairs]))


def box(words: Behind) -> FromBox:
    """Read `box blue red`: one gem for each virtual opponent."""
    drawn = _colours(words.rest("gems"))
    words.counted(len(drawn), "gem", 1, 3)
    return FromBox(tuple(drawn))


# -- cards ------------------------------------------------------------------------------------------------------


def card(words: Behind) -> int:
    """Read all words that are left as a card: its number, its name or, in the player's own pyramid, its place."""
    return _named(words, words.rest("card"))


def hand_card(words: Behind) -> int:
    """A card that may not have been seen."""
    return words.one(NAMES, "card") if words.holes and str(words) == HIDDEN else card(words)


def _named(words: Behind, text: str) -> int:
    at, player = _PLACE.fullmatch(text), _player(words)
    if at is None or player is None:
        return find_labelled(text, NAMES, "card")
    level, column = int(at[1]), int(at[2])
    found = card_at(player, level, column) if 1 <= level <= len(player.rows) else 0
    if not found:
        raise NotationError(f"No card of yours lies at {level}.{column}.")
    return found


def _player(words: Behind) -> Player | None:
    """Return the player who makes the move; None for chance."""
    return words.state.players[words.seat] if 0 <= words.seat < len(words.state.players) else None


def _hands(words: Behind, fewest: int, most: int) -> list[tuple[int, ...]]:
    """Read the hands of all seats, separated by slashes."""
    hands = [hand.exact_things(NAMES, "card", fewest, most) for hand in words.split("/")]
    words.counted(len(hands), "hand", 1, 4)
    return hands


def start(words: Behind) -> Start:
    """Read `start 32` or `start 32 keep 5`."""
    first, kept = words.cut("keep")
    return Start(hand_card(first), None if kept is None else hand_card(kept))


def return_law(words: Behind) -> Return | GiveBack:
    """Read `return 66`; in the set-up it is chance that returns gems."""
    return give_back(words) if words.state.phase == GIVE_BACK else Return(hand_card(words))


def tuck(words: Behind) -> Tuck | Target:
    """Read `tuck 5`; `tuck` alone for the card just taken; for law 74, a card of the pyramid."""
    step = waiting(words.state)
    if not words.left and isinstance(step, steps.TakenCard) and step.seat == words.seat:
        return Tuck(step.card)
    return Target(card(words)) if isinstance(step, steps.FreeTuck) else Tuck(hand_card(words))


def recolour(words: Behind) -> Recolour:
    """Read `recolour 2.0 green`: the circle whose top card is at this place."""
    top_card, _, colour = words.rest("card").rpartition(" ")
    if not top_card:
        raise words.wrong("Which card, and which colour?")
    return Recolour(_named(words, top_card), lookup(colour, _COLOURS, "colour"))


def deal(words: Behind) -> Deal:
    """Read `deal 3 4 / 5 6`."""
    return Deal(tuple(_hands(words, 2 if words.holes else 0, 4)))


def deal_laws(words: Behind) -> DealLaws:
    """Read `laws 65 66 67 / 68 69 70`."""
    return DealLaws(tuple([(a, b, c) for a, b, c in _hands(words, 3, 3)]))


def turn_up(words: Behind) -> TurnUp:
    """Read `turn up 5 9 33 12`."""
    words.skip("up")
    return TurnUp(words.exact_things(NAMES, "card", 1, 4))


# -- the display ------------------------------------------------------------------------------------------------


def take(words: Behind) -> Take:
    """Read `take red above`, `take 51`, or `take above` if only one lane is possible."""
    return Take(*_slot(words))


def discard(words: Behind) -> Discard:
    """Read `discard red above`."""
    return Discard(*_slot(words))


def _slot(words: Behind) -> tuple[Colour, Slot]:
    """Read a slot of the display: its lane and `below` or `above`, or the card in it."""
    left, step = words.left, waiting(words.state)
    short = len(left) in (1, 2) and any(slot.startswith(normalize(left[-1])) for slot in SLOTS)
    if short and len(left) == 2:
        return words.one_word(_COLOURS, "colour"), words.one_word(_SLOTS, "slot")
    if short and isinstance(step, steps.LanePick | steps.Tie):
        return COLOURS[step.lane], words.one(_SLOTS, "slot")
    shown = card(words)
    at = words.state.display.find(shown)
    if at < 0:
        raise NotationError(f"Card {shown} is not on display.")
    return COLOURS[at // 2], SLOTS[at % 2]


# -- places -----------------------------------------------------------------------------------------------------


def place(words: Behind) -> Place:
    """Read `place 3.1`, `place left` or `place 2.0 using blue red`.

    Without `using`, infinite gems help only where the gems behind the screen are too few; where these are not seen,
    none does.
    """
    where, using = words.cut("using")
    level, column = _place(where)
    if using is not None:
        return Place(level, column, *read_gems(using.rest("gems")))
    step, player = waiting(words.state), _player(words)
    if player and not words.holes and isinstance(step, steps.Play) and 0 < step.card <= LAST_CHARACTER:
        return Place(level, column, *least_used(player, step.card, level))
    return Place(level, column)


def _place(words: Behind) -> tuple[int, int]:
    """Read a place: `3.1`, `left` or `right`."""
    text = words.rest("place")
    key, player = normalize(text), _player(words)
    if player and key and "left".startswith(key):
        return 1, player.left - 1
    if player and key and "right".startswith(key):
        return 1, player.left + len(player.rows[0])
    at = _PLACE.fullmatch(text)
    if at is None or not 1 <= int(at[1]) <= 5 or abs(int(at[2])) > 50:
        raise NotationError(f"{quoted(text)} is not a place. Type left, right, or level and column, as in 2.0.")
    return int(at[1]), int(at[2])


# -- words of a list --------------------------------------------------------------------------------------------


def bid(words: Behind) -> Any:
    """Read `bid red`, `bid attack` or `bid none`."""
    what = words.rest("bid")
    if words.holes and what == HIDDEN:
        return part_of(Bid, what=what)
    return PASS if normalize(what) in ("none", "nothing", "no") else lookup(what, _BIDS, "bid")


def claim(words: Behind) -> Any:
    """Read `claim above` or `claim nothing`."""
    if words.holes and str(words) == HIDDEN:
        return part_of(Claim, what=words.all())
    return words.one(_CLAIMS, "claim")


def reward(words: Behind) -> Reward:
    """Read `reward rows` or `reward 15`."""
    return words.one(_REWARDS, "reward")


def draw(words: Behind) -> Draw:
    """Read `draw law`."""
    return words.one(_DECKS, "deck")


def choose(words: Behind) -> Choose:
    """Read `choose gems`: an option of the law that is being resolved."""
    step = waiting(words.state)
    return option(words, step.law) if isinstance(step, steps.LawChoice) else words.one(_OPTIONS, "option")


def option(words: Behind, law: int) -> Choose:
    """Read an option of this law."""
    return words.one(_OPTIONS_OF[law], "option")


# -- law 67 -----------------------------------------------------------------------------------------------------


def give(words: Behind) -> Give:
    """Read `give 15 4vp`."""
    return Give(*_token(words))


def get(words: Behind) -> Get:
    """Read `get 22 infinite blue`."""
    return Get(*_token(words))


def _token(words: Behind) -> tuple[int, Token]:
    """Read a card and a token on it; the name of the token may be written with spaces."""
    parts = _CARD_AND_TOKEN.fullmatch(words.rest("card and token"))
    if parts is None:
        raise words.wrong("Which token?")
    token = _SPACE_IN_TOKEN.sub(r"\1", normalize(parts[2]))
    return _named(words, parts[1]), lookup(token, _TOKENS, "token")
