"""A table at which a first game is learned: what may be done, why one would, and why another move is worse."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from kronika.cli.printing.output import at_terminal, print_note, print_text, terminal_paper, terminal_rows, wrapped
from kronika.cli.table.table import Table
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import lines_of, normalize
from kronika.core.bots.lookup import find_bot
from kronika.core.contract.moves import move_of_seat
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.tutorial import Step, Tutorial
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import typed_path
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.texts.script import UNDO_OR_REDO

BOT = "greedy"
"""The bot that plays for the others as soon as the learner leaves the guided game."""
LEARNER = 0
_ALONE = f"From here on you play alone against the bot {BOT}; `hint` finds good moves."
_BESIDES = 4
"""Rows besides the points and what decided the game: empty lines, where the log is, and the prompt of the shell."""


def new_guided(game: AnyGame, text: Tutorial) -> Session:
    """The session at the beginning of a guided game."""
    return Session.new(game, text.players, seed=text.seed, tags={"Tutorial": game.name})


def guided(game: AnyGame, text: Tutorial) -> Session:
    """The whole guided game, as it is played by its text."""
    session = new_guided(game, text)
    session.resolve_chance()
    for move in text.before:
        session.play(move)
    for step in text.step:
        session.play(f"{text.players[LEARNER]}: {step.do}")
        for reply in step.reply:
            session.play(reply)
    return session


class GuidedTable(Table):
    """The table of the learner. While the moves are those of the tutorial, the others answer as written there.

    After another move, a bot plays for the others, and there is no guide any more.
    """

    def __init__(self, file: LogFile, text: Tutorial) -> None:
        others = range(1, len(text.players))
        super().__init__(file, None, bots={seat: find_bot(BOT) for seat in others})
        self.text = text
        self.guide = guided(file.session.game, text)
        self.tried: tuple[int, str] = (0, "")
        self.left = False

    # -- the guided game ------------------------------------------------------------------------------------------

    def _next(self) -> Event | None:
        """The next event of the guided game; None if it is over, or the learner has left it."""
        events, guide = self.session.line.events, self.guide.line.events
        same = len(events) < len(guide) and all(
            (one.by, one.do) == (other.by, other.do) for one, other in zip(events, guide, strict=False)
        )
        return guide[len(events)] if same else None

    def _step(self) -> Step | None:
        """The step that the learner is at."""
        event = self._next()
        if event is None or event.by != LEARNER:
            return None
        return self.text.step[sum(one.by == LEARNER for one in self.session.line.events)]

    def _settle(self, first: int) -> None:
        """Save; let the others answer as in the guided game, or else by themselves."""
        self.session.resolve_chance()
        self.file.save()
        event = self._next()
        if event is None:
            super()._settle(first)
        elif event.by != LEARNER:
            self.session.play(self._written(event))
            self._settle(first)

    def _written(self, event: Event) -> str:
        names, game = self.session.players, self.session.game
        return f"{names[event.by]}: {game.format(self.session.state, event.by, event.do, names)}"

    # -- what is shown --------------------------------------------------------------------------------------------

    def _named(self, told: str) -> str:
        """A part of the text with the names that the players have in the log, which `rename` may have changed."""
        now = dict(zip(self.text.players, self.session.players, strict=True))
        return re.sub(rf"\b({'|'.join(map(re.escape, now))})\b", lambda name: now[name[0]], told)

    def _asks(self, actor: int) -> list[str]:
        step = self._step()
        if step is not None:
            self.left = False
            return [self._named(step.say), f"Type `{step.do}`. `hint` says why, `moves` what else is possible."]
        if self.left or not self.session.actors:
            return super()._asks(actor)
        self.left = True
        back = "" if self._is_through() else " `undo` leads back to the guide."
        return [f"{_ALONE}{back}", *super()._asks(actor)]

    def _turn_to(self, actor: int) -> bool:
        """At the end of the guided part, say so before the table is shown: both together are more than a screen."""
        if not self.left and self.session.actors and self._next() is None and self._is_through():
            print_text()
            print_note(self._named(self.text.end))
            if at_terminal():
                input("\nPress Enter to go on. ")
        return super()._turn_to(actor)

    def _is_through(self) -> bool:
        """Whether the guided game was played to its end."""
        guide = self.guide.line.events
        played = self.session.line.events[: len(guide)]
        return [(one.by, one.do) for one in played] == [(one.by, one.do) for one in guide]

    def _hint(self, actor: int) -> None:
        step = self._step()
        if step is None:
            super()._hint(actor)
        else:
            print_note(f"`{step.do}`: {self._named(step.why)}")

    def _play(self, line: str, actor: int) -> None:
        """Play a move of the guided game. Another one is explained first, and played if it is typed again."""
        step = self._step()
        try:
            # Asked first, as it remembers each line: after `undo` a poor move is explained again.
            second = self._is_second_try(line)
            if step is None or second or UNDO_OR_REDO.match(line) or self._is_wanted(line):
                super()._play(line, actor)
            else:
                self._explain(step, line)
        except IllegalAction as error:
            print_note(str(error))
            self._print_rule(error.rule)

    def _is_wanted(self, line: str) -> bool:
        event = self._next()
        return event is not None and self._read(line) == (event.by, event.do)

    def _read(self, line: str) -> tuple[int, Any]:
        return self.session.read(move_of_seat(line, LEARNER, self.session.actors, self.session.players))

    def _is_second_try(self, line: str) -> bool:
        tried = (len(self.session.line.events), normalize(line))
        again, self.tried = tried == self.tried, tried
        return again

    def _explain(self, step: Step, line: str) -> None:
        seat, do = self._read(line)
        self.session.game.check(self.session.state, seat, do)
        written = self.session.game.format(self.session.state, seat, do, self.session.players)
        poor = step.poor.get(written)
        but = f": {poor}" if poor else f" `{step.do}` is better: {step.why}"
        print_note(f"You may do that, but{self._named(but)}")
        print_note(f"Type `{step.do}`, or `{line}` once more to play it all the same and to leave the guided game.")

    def _print_rule(self, number: str) -> None:
        from kronika.cli.printing.rules import rules_with, say_rules  # imported only after a mistake

        if number:
            say_rules(rules_with(self.session.game, number))

    # -- the end ----------------------------------------------------------------------------------------------------

    def tell_the_end(self) -> None:
        """After the game: the points, and last, so that it is on the screen, what decided the game."""
        from kronika.cli.printing.decided import decided_text  # imported only at the end
        from kronika.cli.printing.sheet import fitted_sheet

        if at_terminal():
            with suppress(EOFError):
                input("\nPress Enter for the points. ")
        session, paper = self.session, terminal_paper()
        told = [decided_text(session, session.state)]
        if self._is_through() and len(session.line.events) == len(self.guide.line.events):
            told.append(self._named(self.text.end))
        below = [line for text in told for line in lines_of(wrapped(text)) if text]
        rows = terminal_rows() - len(below) - _BESIDES
        more = f"`kronika score {typed_path(self.file.path)}`"
        print_text(f"\n{fitted_sheet(session, session.state, paper, rows, more)}\n")
        for text in filter(None, told):
            print_note(text)
