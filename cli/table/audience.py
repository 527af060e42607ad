"""Who reads the screen of the table: one viewer, the player at the prompt, or an arbiter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kronika.cli.printing.options import viewer_seat
from kronika.core.contract.game import CHANCE, EVERYONE, Viewer
from kronika.core.sessions.session import Session


@dataclass(frozen=True)
class Audience:
    """The readers of a screen, who decide its content.

    With `--as` the reader is always one viewer, and so it is in the log of a witness, and for a single person among
    bots. Without it, the reader is the player at the prompt: if a game has secrets, players change seats. An arbiter
    who enters the outcomes of chance shows every player their own board, and sees the whole table when chance is due.
    """

    viewer: Viewer
    """The viewer for whom the screen is made, if it is always the same one."""
    single: bool
    """Whether it is always the same one."""
    arbiter: bool
    hot_seat: bool
    """Whether players change seats, and the screen is cleared between them."""

    @classmethod
    def of(cls, session: Session, name: str | None, people: Sequence[int]) -> Audience:
        """The readers at a table of these people (seats), opened with `--as NAME` or without."""
        by_hand = session.chance != "auto"
        alone = len(people) == 1 < len(session.players) and name is None and not by_hand
        single = name is not None or alone or session.witness is not None
        secrets = session.game.has_secrets(session.line.state.options)
        return cls(
            viewer=people[0] if alone else viewer_seat(name, session),
            single=single,
            arbiter=not single and by_hand,
            hot_seat=secrets and len(people) > 1 and not single and not by_hand,
        )

    def at_prompt(self, actors: Sequence[int]) -> int:
        """The actor at the prompt: the one viewer if it is that player's turn, else the first actor."""
        return self.viewer if self.viewer is not None and self.viewer in actors else actors[0]

    def reader(self, actor: int) -> Viewer:
        """The reader of the text at a prompt. The text has only what this reader may know."""
        if self.single:
            return self.viewer
        return None if self.arbiter else actor

    def watcher(self, actor: int) -> Viewer:
        """The viewer whose view of the table is shown."""
        if self.single:
            return self.viewer
        return None if actor == CHANCE else actor

    def listener(self) -> Viewer:
        """The viewer for whom events are printed; without `--as`, only what everyone may know is printed."""
        return self.viewer if self.single else EVERYONE
