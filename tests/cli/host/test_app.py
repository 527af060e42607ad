"""Games through the endpoints of `kronika host`, as browsers play them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kronika.core import game_names
from kronika.logs.replaying.logfile import log_lines
from kronika.logs.replaying.validation import validate
from support.host import World, listed, new_log, played

MOST = 16
"""Moves of an ordinary test, after which a game is left as it is: the long one plays to the end."""


def play_at_random(path: Path, dice: Random, most: int = 10_000) -> tuple[list[str], bool]:
    """Play a hosted game by legal moves, each seat in a browser of its own. Return the moves, and whether it is
    over.
    """
    moves: list[str] = []
    with World(path) as world:
        scribe = world.browser("referee")
        seats = {name: world.browser(seat) for seat, name in enumerate(scribe.state()["seats"])}
        world.app.access.unlimited()
        now = scribe.state()
        while not now["ended"] and len(moves) < most:
            browser = seats[dice.choice(now["actors"])]
            own = browser.state(since=now["revision"])
            assert own["revision"] == now["revision"]
            move = dice.choice(listed(own))
            said = browser.change("moves", own["revision"], move=move)
            assert said["accepted"], said
            moves.append(move)
            now = dice.choice([*seats.values()]).state(since=own["revision"])
            assert now["revision"] == said["revision"]
            assert now["happened"][0]["revision"] == own["revision"] + 1
    return moves, now["ended"]


def check(path: Path, moves: list[str], game: str, seed: int, seats: int) -> None:
    assert validate(str(path), strict=True).ok
    assert b"".join(log_lines(played(path, moves, game, seed, seats))) == path.read_bytes()


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_in_browsers(tmp_path: Path, game: str) -> None:
    path = new_log(tmp_path / "game.jsonl", game, 5)
    moves, _ = play_at_random(path, Random(1), MOST)
    check(path, moves, game, 5, 2)


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_whole_games_are_played_in_browsers(tmp_path: Path, game: str) -> None:
    for seed in range(100, 110):
        dice = Random(seed)
        seats = dice.randint(2, 2 if game == "tides" else 4)
        path = new_log(tmp_path / f"{seed}.jsonl", game, seed, seats)
        moves, ended = play_at_random(path, dice)
        assert ended
        check(path, moves, game, seed, seats)
