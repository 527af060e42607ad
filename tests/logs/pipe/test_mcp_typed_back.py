"""A client that types back only what it was shown is understood: lines from the list of moves, cards as the table has
them.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.logs.pipe.mcp.server import Server
from support.mcp import call, read, server

FEW = 60
"""Moves of a game that are enough for an ordinary test."""
AROUND = ("{}", "`{}`", "**{}**", "{}.", "Anna: {}", "**Anna:** {}", "`Anna: {}`", '"{}"')
"""What models set around a move."""


class Client:
    """Plays one seat by what it reads, and knows no game."""

    def __init__(self, game: AnyGame, seed: int, most: int, *, labels: bool) -> None:
        self._at: Server = server(seat="Anna", seed=seed)
        self._random = Random(seed)
        self._labels = {card.id: f"{card.id} {card.name}" for card in game.cards()} if labels else {}
        self._forms = {verb.form.split()[0]: verb.form for verb in game.notation()}
        self._most = most
        self._game = game
        self.labels = 0
        """Cards that were typed as the table has them."""

    def play(self) -> dict[str, int]:
        """Plays a game; the counts of it."""
        at, name = self._at, self._random.choice([self._game.name, self._game.title])
        shown: Any = call(at, "new", game=name)
        for _ in range(self._most):
            if "over" in shown:
                break
            moves = read(at, "moves", session=f"Session {shown['session']}").partition("Legal moves:\n")[2]
            move = self._typed(self._random.choice(moves.split("\n")), shown["table"])
            shown = call(at, "play", move=move)
            assert "code" not in shown, (move, shown)
        (counts,) = call(at, "tally")["games"]
        return {name: n for name, n in counts.items() if name != "game"}

    def _typed(self, move: str, table: str) -> str:
        move = move.removeprefix("Anna: ")
        form = self._forms.get(move.split()[0], "")
        if ("CARD" in form or "TECHNOLOGY" in form) and self._random.random() < 0.7:
            move = re.sub(r"(?<=[\s,])[A-Z]?\d+(?=$|[\s,])", lambda found: self._label(found[0], table), move)
        return self._random.choice(AROUND).format(move)

    def _label(self, card: str, table: str) -> str:
        label = self._labels.get(card, card)
        if label == card or not re.search(rf"(?<!\w){re.escape(label)}(?!\w)", table):
            return card
        self.labels += 1
        return label


def played(name: str, games: int, most: int = 100_000, *, labels: bool = True) -> int:
    """Plays games of N moves at most; how many cards were typed as the table has them."""
    typed = 0
    for seed in range(games):
        client = Client(get_game(name), seed, most, labels=labels)
        counts = client.play()
        assert (counts["illegal"], counts["unreadable"]) == (0, 0), (seed, counts)
        typed += client.labels
    return typed


@pytest.mark.parametrize("name", game_names())
def test_moves_that_were_listed_are_read(name: str) -> None:
    played(name, 1, FEW, labels=False)


HAVE_LABELS = ("ancient_knowledge", "tides", "viceroy")
"""Games whose tables show a card's id beside its name where moves take the id."""


@pytest.mark.parametrize("name", HAVE_LABELS)
def test_cards_are_read_as_the_table_has_them(name: str) -> None:
    assert played(name, 1, FEW) > 0


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_nothing_that_was_shown_is_unreadable_in_twenty_games(name: str) -> None:
    assert (played(name, 20) > 0) == (name in HAVE_LABELS)
