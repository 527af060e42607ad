"""The duel as a game in a package of its own, with cards and numbered rules: what faults are planted in."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core import Card, MoveContext, MoveTokens, Notation, Verb, simple_verb
from support.duel import Duel, DuelDo, DuelState, Play, Prize, Spare, Take


class Tiny(Duel):
    name = "tiny"
    title = "Tiny duel"

    def notation(self) -> Sequence[Verb]:
        return NOTATION.verbs()

    def parse(self, state: DuelState, seat: int, text: str, names: Sequence[str]) -> DuelDo:
        return NOTATION.parse(state, seat, text, names)

    def format(self, state: DuelState, seat: int, do: DuelDo, names: Sequence[str], viewer: int | None = None) -> str:
        return NOTATION.format(state, seat, do, names, viewer)

    def cards(self) -> Sequence[Card]:
        return [Card(str(n), name, f"beats what is below {n}") for n, name in enumerate(NUMERALS, 1)]

    def named_cards(self, do: DuelDo) -> Sequence[str]:
        return [str(do.card)] if isinstance(do, Play) else ()


def _write_play(do: Play, at: MoveContext[DuelState]) -> str:
    return f"play {do.card if at.knows(at.seat) else '?'}"


def _read_play(words: MoveTokens[DuelState]) -> Play:
    return Play(words.one(CARDS, "card"))


def _read_prize(words: MoveTokens[DuelState]) -> Prize:
    return Prize(words.number(2, 5, "prize"))


NOTATION = Notation[DuelState, DuelDo](
    (
        Verb("play CARD", "play 3", "plays a card in secret (DU-2)", (Play,), _read_play, _write_play),
        simple_verb("take", "takes the prize (DU-4)", Take()),
        simple_verb("spare", "leaves the prize and has the card back (DU-4)", Spare()),
        Verb(
            "prize POINTS",
            "prize 5",
            "a prize is turned up (DU-1)",
            (Prize,),
            _read_prize,
            lambda do, at: f"prize {do.value}",
            chance=True,
        ),
    )
)
NUMERALS = ("One", "Two", "Three", "Four", "Five")
CARDS = {name: n for n, numeral in enumerate(NUMERALS, 1) for name in (str(n), numeral.lower())}
GAME = Tiny()
