"""Moves as a person types them: `bid red`, `take red above`, `gems red blue blue`, `place 3.1 using blue`.

A card is its number, its name or enough of it, or for a card of one's own pyramid its place (`3.1`). Words may be
shortened as long as they are clear. `law 83` before the choice for a law says which law is meant and may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE
from kronika.core.games.viceroy import steps, tokens
from kronika.core.games.viceroy.actions import (
    DECLINE,
    DONE,
    PASS,
    Bid,
    Choose,
    Claim,
    Deal,
    DealLaws,
    Discard,
    Do,
    Draw,
    Drawn,
    FromBox,
    Gems,
    Get,
    Give,
    GiveBack,
    Pay,
    Place,
    Recolour,
    Return,
    Reward,
    Select,
    Sell,
    Slot,
    Start,
    Take,
    Target,
    Tuck,
    TurnUp,
)
from kronika.core.games.viceroy.cards import CHOICES, LAST_CARD, LAST_CHARACTER, NAMES
from kronika.core.games.viceroy.gems import COLOURS, PER_COLOUR, Colour
from kronika.core.games.viceroy.pyramid import card_at
from kronika.core.games.viceroy.rules.building import least_used
from kronika.core.games.viceroy.rules.display import SLOTS
from kronika.core.games.viceroy.state import GIVE_BACK, State
from kronika.core.moves import find_player
from kronika.core.words import closest, fold, lookup, quoted

_COLOURS: Mapping[str, Colour] = {colour: colour for colour in COLOURS}
_SLOTS: Mapping[str, Slot] = {"below": "below", "above": "above"}
_PLACE = re.compile(r"(\d)\.(-?\d{1,2})")

Rest = str


def read_colours(text: str) -> list[Colour]:
    """Gems as words: `red blue blue`, `2 blue 1 red`, `none`. Raises NotationError."""
    if fold(text) in ("none", "nothing", "no gems"):
        return []
    found: list[Colour] = []
    times = 1
    words = text.replace(",", " ").split()
    for word in words:
        if word.isascii() and word.isdecimal() and len(word) < 3:
            times = int(word)
        else:
            found.extend([lookup(word, _COLOURS, "colour")] * times)
            times = 1
    if not words or words[-1].isdecimal():
        raise NotationError("Which gems?", ["gems red blue blue", "gems 2 blue 1 red", "gems none"])
    if any(found.count(colour) > PER_COLOUR for colour in COLOURS):
        raise NotationError(f"There are only {PER_COLOUR} gems of a colour.")
    return found


def read_gems(text: str) -> tuple[int, int, int, int]:
    """Gems as counts by colour. Raises NotationError."""
    found = read_colours(text)
    return (found.count("blue"), found.count("red"), found.count("green"), found.count("yellow"))


class _Reader:
    """Reads one move of one seat in one state."""

    def __init__(self, state: State, seat: int, names: Sequence[str]) -> None:
        self.state = state
        self.seat = seat
        self.names = names
        self.top = state.stack[-1] if state.stack else None

    # -- pieces ---------------------------------------------------------------------------------------------------

    def card(self, text: str) -> int:
        """A card by number, name or place."""
        if not text.strip():
            raise NotationError("Which card? Give its number or name.")
        place = _PLACE.fullmatch(text.strip())
        if place and 0 <= self.seat < len(self.state.players):
            level, column = int(place[1]), int(place[2])
            card = card_at(self.state.players[self.seat], level, column) if 1 <= level <= 5 else 0
            if not card:
                raise NotationError(f"No card of yours lies at {level}.{column}.")
            return card
        return lookup(text, NAMES, "card")

    def cards(self, text: str) -> tuple[int, ...]:
        """Several cards, parted by spaces, or by commas if names are used."""
        return tuple(self.card(part) for part in (text.split(",") if "," in text else text.split()))

    def slot(self, text: str) -> tuple[Colour, Slot]:
        """A displayed card: lane and slot, or the card itself; the lane may be left out when only one is meant."""
        words = text.split()
        if len(words) == 2 and fold(words[1])[:1] in ("a", "b"):
            return lookup(words[0], _COLOURS, "colour"), lookup(words[1], _SLOTS, "slot")
        short = len(words) == 1 and any(slot.startswith(fold(words[0])) for slot in _SLOTS)
        if short and isinstance(self.top, steps.LanePick | steps.Tie):
            return COLOURS[self.top.lane], lookup(words[0], _SLOTS, "slot")
        if not words:
            raise NotationError("Which card?", ["take red above", "take blue below"])
        card = self.card(text)
        at = self.state.display.find(card)
        if at < 0:
            raise NotationError(f"Card {card} is not on display.")
        return COLOURS[at // 2], SLOTS[at % 2]

    def hands(self, text: str) -> list[tuple[int, ...]]:
        """Hands by seat, parted by slashes."""
        return [self.cards(part) for part in text.split("/")]

    def token(self, text: str) -> tuple[int, tokens.Token]:
        """A card and a token on it: `15 4vp`, `22 infinite blue`."""
        match = re.fullmatch(
            r"(.+?) ((?:infinite|used|gem)[ -]+\w+|\d+ ?vp|\w+ ?\+ ?\d|\w+)", " ".join(text.split()), re.IGNORECASE
        )
        if match is None:
            raise NotationError("Which token? Name the card and the token.", ["give 15 4vp", "get 22 infinite-blue"])
        word = re.sub(r"\s*([+]|vp)\s*", r"\1", fold(match[2]))
        return self.card(match[1]), tokens.TOKEN_NAMES[lookup(word, _TOKENS, "token")]

    # -- moves ----------------------------------------------------------------------------------------------------

    def start(self, text: str) -> Do:
        """`start 32`, `start 32 keep 5`."""
        card, _, keep = re.sub(r"\s+keep\s+", " keep ", text).partition(" keep ")
        return Start(self.card(card), self.card(keep) if keep else None)

    def bid(self, text: str) -> Do:
        """`bid red`, `bid attack`, `bid none`."""
        if fold(text) in ("none", "nothing", "no"):
            return PASS
        return Bid(lookup(text, {**_COLOURS, "attack": "attack"}, "bid"))

    def place(self, text: str) -> Do:
        """`place 3.1`, `place left`, `place 2.0 using blue red`.

        Without `using`, infinite gems help only where the gems behind the screen are too few.
        """
        where, using, gems = re.sub(r"\s+using\s+", " using ", text).partition(" using ")
        level, column = self.at(where)
        if using:
            return Place(level, column, *read_gems(gems))
        card = self.top.card if isinstance(self.top, steps.Play) else 0
        used = (0, 0, 0, 0)
        if 0 < card <= LAST_CHARACTER and 0 <= self.seat < len(self.state.players):
            used = least_used(self.state.players[self.seat], card, level)
        return Place(level, column, *used)

    def at(self, text: str) -> tuple[int, int]:
        """A place: `3.1`, `left`, `right`."""
        word = fold(text)
        player = self.state.players[self.seat] if 0 <= self.seat < len(self.state.players) else None
        if player and word and "left".startswith(word):
            return 1, player.left - 1
        if player and word and "right".startswith(word):
            return 1, player.left + len(player.rows[0])
        match = _PLACE.fullmatch(text.strip())
        if match is None or not 1 <= int(match[1]) <= 5 or abs(int(match[2])) > 50:
            raise NotationError(f"{text.strip()!r} is no place.", ["place 2.0", "place left", "place right"])
        return int(match[1]), int(match[2])

    def law(self, text: str) -> Do:
        """`law 83 infinite red`, `law 65 replace 17`, `law 67 Bob`, `law 69 take red above`, …"""
        number, _, rest = text.strip().partition(" ")
        if not number.isdecimal() or not LAST_CHARACTER < int(number[:4]) <= LAST_CARD:
            raise NotationError(f"{number!r} is no law: they are numbered 65 to 88.")
        law, rest = int(number), rest.strip()
        if law in CHOICES:
            return self.choose(rest, law)
        verb, _, what = rest.partition(" ")
        if law in (65, 66, 74) and fold(verb) in ("replace", "under", "tuck", "target"):
            return Target(self.card(what))
        if law in (65, 66, 74):
            return Target(self.card(rest))
        if law == 67 and fold(verb) not in ("pay", "decline", "give", "get", "gems"):
            return self.pay(rest)
        return self.move(rest)

    def choose(self, text: str, law: int | None = None) -> Do:
        """`choose gems`, `law 83 infinite red`."""
        laws = [law] if law else [self.top.law] if isinstance(self.top, steps.LawChoice) else list(CHOICES)
        options = {fold(option): option for one in laws for option in CHOICES[one]}
        # The values of `options` are the words that Choose lists; a table of them is only known as text to mypy.
        return Choose(lookup(text, options, "option"))  # type: ignore[arg-type]

    def pay(self, text: str) -> Do:
        """`pay Bob`."""
        return Pay(find_player(text.strip(), self.names))

    def tuck(self, text: str) -> Do:
        """`tuck 5`; `tuck` alone for the card just taken; for law 74 a card of the pyramid."""
        if not text.strip() and isinstance(self.top, steps.TakenCard) and self.top.seat == self.seat:
            return Tuck(self.top.card)
        card = self.card(text)
        return Target(card) if isinstance(self.top, steps.FreeTuck) else Tuck(card)

    def recolour(self, text: str) -> Do:
        """`recolour 2.0 green`: the circle whose top card lies there."""
        card, _, colour = text.strip().rpartition(" ")
        return Recolour(self.card(card), lookup(colour, _COLOURS, "colour"))

    def give_back(self, text: str) -> Do:
        """A law, `return 66`; in the set-up gems, which is chance: `return blue red / green green`."""
        if self.seat != CHANCE and self.state.phase != GIVE_BACK:
            return Return(self.card(text))
        pairs = [read_colours(part) for part in text.split("/")]
        if any(len(pair) != 2 for pair in pairs) or len(pairs) > 4:
            raise NotationError("Each player returns two gems.", ["return blue red / green green"])
        return GiveBack(tuple((pair[0], pair[1]) for pair in pairs))

    def deal(self, text: str) -> Do:
        """Chance: `deal 3 4 / 5 6`."""
        hands = self.hands(text)
        if len(hands) > 4 or any(len(hand) > 4 for hand in hands):
            raise NotationError("At most four hands of four characters are dealt.", ["deal 3 4 / 5 6"])
        return Deal(tuple(hands))

    def deal_laws(self, text: str) -> Do:
        """Chance: `laws 65 66 67 / 68 69 70`."""
        hands = self.hands(text)
        if any(len(hand) != 3 for hand in hands) or len(hands) > 4:
            raise NotationError("Each player is dealt three laws.", ["laws 65 66 67 / 68 69 70"])
        return DealLaws(tuple((a, b, c) for a, b, c in hands))

    def turn_up(self, text: str) -> Do:
        """Chance: `turn up 5 9 33 12`."""
        cards = self.cards(re.sub(r"^\s*up\b", "", text))
        if not 1 <= len(cards) <= 4:
            raise NotationError("One to four cards are turned up.", ["turn up 5 9 33 12"])
        return TurnUp(cards)

    def box(self, text: str) -> Do:
        """Chance: `box blue red`."""
        gems = read_colours(text)
        if not 1 <= len(gems) <= 3:
            raise NotationError("One gem is drawn for each virtual opponent.", ["box blue red"])
        return FromBox(tuple(gems))

    def move(self, text: str) -> Do:
        """The whole move."""
        verb, _, rest = text.strip().partition(" ")
        table = _OUTCOMES if self.seat == CHANCE else _MOVES
        if fold(verb) in (_MOVES.keys() | _OUTCOMES.keys()) - table.keys():
            return (_MOVES | _OUTCOMES)[fold(verb)](self, rest)
        if not verb:
            raise NotationError(f"There is no move. It can begin with {', '.join(table)}.")
        if fold(verb) not in table:
            raise NotationError(f"{verb!r} is no move.", closest(verb, table) or list(table)[:3])
        return table[fold(verb)](self, rest)


def _alone(do: Do) -> Callable[[_Reader, Rest], Do]:
    """The reader of a move of one word."""

    def read(reader: _Reader, rest: Rest) -> Do:
        if rest.strip():
            raise NotationError(f"Nothing can stand behind this move: {quoted(rest.strip())}.")
        return do

    return read


_TOKENS = {fold(name): code for name, code in tokens.TOKEN_CODES.items()}
_REWARDS: Mapping[str, Reward] = {
    "rows": Reward("rows"),
    "15": Reward("15"),
    "15 vp": Reward("15"),
    "15vp": Reward("15"),
}
_CLAIMS: Mapping[str, Claim] = {
    "below": Claim("below"),
    "above": Claim("above"),
    "refuse": Claim("refuse"),
    "nothing": Claim("refuse"),
}
_DRAWS: Mapping[str, Draw] = {"small": Draw("small"), "law": Draw("law"), "character": Draw("small")}

_MOVES: dict[str, Callable[[_Reader, Rest], Do]] = {
    "start": _Reader.start,
    "bid": _Reader.bid,
    "pass": _alone(PASS),
    "take": lambda reader, rest: Take(*reader.slot(rest)),
    "claim": lambda reader, rest: lookup(rest, _CLAIMS, "claim"),
    "refuse": _alone(Claim("refuse")),
    "discard": lambda reader, rest: Discard(*reader.slot(rest)),
    "gems": lambda reader, rest: Gems(*read_gems(rest)),
    "gem": lambda reader, rest: Gems(*read_gems(rest)),
    "select": lambda reader, rest: Select(reader.card(rest)),
    "sell": lambda reader, rest: Sell(reader.card(rest)),
    "place": _Reader.place,
    "law": _Reader.law,
    "replace": lambda reader, rest: Target(reader.card(rest)),
    "under": lambda reader, rest: Target(reader.card(rest)),
    "reward": lambda reader, rest: lookup(rest, _REWARDS, "reward"),
    "draw": lambda reader, rest: lookup(rest, _DRAWS, "deck"),
    "choose": _Reader.choose,
    "pay": _Reader.pay,
    "give": lambda reader, rest: Give(*reader.token(rest)),
    "get": lambda reader, rest: Get(*reader.token(rest)),
    "return": _Reader.give_back,
    "tuck": _Reader.tuck,
    "recolour": _Reader.recolour,
    "recolor": _Reader.recolour,
    "done": _alone(DONE),
    "decline": _alone(DECLINE),
    "keep": _alone(DECLINE),
}
_OUTCOMES: dict[str, Callable[[_Reader, Rest], Do]] = {
    "return": _Reader.give_back,
    "deal": _Reader.deal,
    "laws": _Reader.deal_laws,
    "turn": _Reader.turn_up,
    "box": _Reader.box,
    "card": lambda reader, rest: Drawn(reader.card(rest)),
}


def parse(state: State, seat: int, text: str, names: Sequence[str]) -> Do:
    """Reads a move or an outcome. Raises NotationError."""
    return _Reader(state, seat, names).move(text)
