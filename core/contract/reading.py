"""Parsing a typed text as a move in a position, and choosing the most helpful message if it is not one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import clipped, join_words, normalize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.labels import card_names, find_exact
from kronika.core.contract.moves import missing_colon
from kronika.core.contract.prompts import complete_move, prompt_of_chance
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.suggestions import drop_before_verb, example_moves, example_outcome, with_suggestions
from kronika.core.contract.verbs import Verb

_REMARK: Final = r"(?s)(.*[^\s!?])\s*?(?:\s(\{.*|#.*|;.*|//.*)|([!?]{1,2}))"
"""A move followed by an annotation: text in braces or after a comment sign, or marks such as `!?`."""

_BETWEEN: Final = r"[,;]|\s(?:and|then)\s"
"""Separators that people write between moves, or between the things of one move."""


def read_move(game: AnyGame, state: Any, seat: int, text: str, names: Sequence[str]) -> Any:
    """Parse a move or an outcome in a position; words that are certain (`complete_move`) may be omitted.

    The text is first parsed as it is. If an outcome is due but this gives a player's move, the text with the omitted
    words takes precedence: `hammer` is also a card. Raises NotationError, with hints of what is possible.
    """
    typed = _TypedMove(game, state, seat, text, names)
    do, wrong = typed.read()
    if wrong is None and (seat != CHANCE or _is_outcome(game, type(do))):
        return do
    full = complete_move(game, state, seat, text, names) or text
    meant, wrong_in_full = typed.of(full).read()
    if wrong_in_full is None:
        return meant
    if wrong is None:
        return do
    raise typed.refusal(wrong, full, wrong_in_full)


def _is_outcome(game: AnyGame, kind: type) -> bool:
    return any(verb.chance and kind in verb.makes for verb in game.notation())


class _TypedMove(Struct, frozen=True):
    """A text with the position in which it was typed, and the seat for which it is read."""

    game: AnyGame
    state: Any
    seat: int
    text: str
    names: Sequence[str]

    def of(self, text: str) -> _TypedMove:
        """Another text in the same position."""
        return _TypedMove(self.game, self.state, self.seat, text, self.names)

    def read(self) -> tuple[Any, NotationError | None]:
        """The parsed move or outcome, or else None and the error."""
        try:
            return self.game.parse(self.state, self.seat, self.text, self.names), None
        except NotationError as error:
            return None, error

    def advised(self, error: NotationError) -> NotationError:
        """The error with suggestions for this position."""
        return with_suggestions(error, self.game, self.state, self.seat, self.text, self.names)

    # -- choosing the message -----------------------------------------------------------------------------------------

    def refusal(self, wrong: NotationError, full: str, wrong_in_full: NotationError) -> NotationError:
        """The error for a text that is not a move.

        `wrong` is the error of the text itself, `wrong_in_full` that of `full`, the text with the omitted words.
        """
        if colon := missing_colon(self.text, self.names):
            return NotationError(colon)
        if remark := self._remark():
            return self._openly(NotationError(remark), wrong)
        actors = self.game.actors(self.state)
        if self.seat not in actors:
            said = "" if find_exact(self.text, card_names(self.game)) else wrong.openly
            return NotationError(f"{said} {self._now(actors)}".strip())
        if self.seat == CHANCE:
            return self._no_outcome(wrong, full, wrong_in_full)
        if several := self._several():
            return self._openly(NotationError(several), wrong)
        if full != self.text and self._names_things(wrong_in_full):
            return self._openly(self.of(full).advised(wrong_in_full), wrong)
        return self._no_action(wrong)

    def _remark(self) -> str:
        """A hint on how to write notes, if the text is a move followed by one; else empty."""
        found = re.fullmatch(_REMARK, self.text)
        if found is None or not self._is_move(found[1]):
            return ""
        if found[3]:
            mark = found[3]
            return f'`{mark}` is not part of a move. Write a mark as a note, on the next line: `{{}} mark "{mark}"`.'
        note = clipped(found[2].strip("{}#;/ ").replace("}", "\\}") or "text")
        return f"A note is not part of a move: write it on the next line, `{{{note}}}`."

    def _several(self) -> str:
        """A hint to enter one move at a time, if the text consists of several moves; else empty."""
        named = rf"\s(?:{'|'.join(map(re.escape, self.names))}):\s"
        moves = [move.strip() for move in re.split(rf"(?:{_BETWEEN}|{named})+", self.text, flags=re.IGNORECASE)]
        if len(moves) == 1 or self._is_move(", ".join(moves[:2])) or not all(map(self._is_move, moves)):
            return ""
        return f"There are {len(moves)} moves in this line: enter one at a time, first `{clipped(moves[0])}`."

    def _is_move(self, text: str) -> bool:
        full = complete_move(self.game, self.state, self.seat, text, self.names)
        return any(self.of(one).read()[1] is None for one in (text, full) if one is not None)

    def _now(self, actors: Sequence[int]) -> str:
        """The sentence about who may act now, for a seat that may not."""
        if CHANCE in actors:
            prompt = prompt_of_chance(self.game, self.state, self.names)
            return f"Chance is due: {prompt.what}." if prompt else "Chance is due."
        return f"{join_words([self.names[seat] for seat in actors])} may act now." if actors else "The game is over."

    @property
    def _first(self) -> str:
        return self.text.partition(" ")[0]

    def _verb(self) -> Verb | None:
        """The verb that is the first word of the text, if any; of two, the one for a move or outcome that is due."""
        word = normalize(self._first)
        found = [verb for verb in self.game.notation() if word in (verb.word, *verb.also)]
        return next((verb for verb in found if verb.chance is (self.seat == CHANCE)), found[0] if found else None)

    def _no_outcome(self, wrong: NotationError, full: str, wrong_in_full: NotationError) -> NotationError:
        """The error for a text that is not the outcome that is due.

        With the verb of that outcome, or without a verb, it says what is wrong with the things named; with another
        verb, that it can't be used now. It adds what is due, unless there are hints.
        """
        prompt, verb = prompt_of_chance(self.game, self.state, self.names), self._verb()
        told = self.advised(wrong)
        if full != self.text and not self._is_due(verb):
            short = self.of(full).advised(wrong_in_full)
            if verb and not self._is_move(self._first):
                told = NotationError(f"`{verb.word}` can't be done now. {self._now([CHANCE])}")
            elif verb or (" " in self.text and not told.hints):
                told = short
        if told.named and prompt:
            told = NotationError(f"Due: {prompt.what}. You named {told.named}.")
        told.can_be = (prompt.written,) if prompt and not told.hints else ()
        return told

    def _is_due(self, verb: Verb | None) -> bool:
        """Whether this is the verb of the outcome that is due."""
        return verb is not None and type(example_outcome(self.game, self.state)) in verb.makes

    def _names_things(self, wrong_in_full: NotationError) -> bool:
        """Whether the text has no verb, and begins with a thing or with a word that is close to one."""
        if self._verb() is not None or drop_before_verb(self.game, self.text) != self.text:
            return False
        return bool(wrong_in_full.hints) or self._is_move(self._first)

    def _no_action(self, wrong: NotationError) -> NotationError:
        """The error for a text that is not a move of the seat: the verb can't be used now, or else `wrong`."""
        verb, legal = self._verb(), self.game.actions(self.state, self.seat)
        if verb is None or any(type(do) in verb.makes for do in legal):
            return self.advised(wrong)
        can_be = example_moves(self.game, self.state, self.seat, legal, self.names)
        return self._openly(NotationError(f"`{verb.word}` can't be done now.", can_be=can_be), wrong)

    def _openly(self, error: NotationError, wrong: NotationError) -> NotationError:
        """The error marked as for the eyes of this seat, since it may reveal what is possible.

        Others get the message of `wrong`.
        """
        if self.seat != CHANCE:
            error.by, error.openly = self.seat, wrong.openly
        return error
