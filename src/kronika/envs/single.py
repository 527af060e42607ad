"""The Gymnasium environment of one seat, whose opponents are bots: `gym_env("tides", opponents="greedy")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

import gymnasium

from kronika.core import BadSetup, Dice, KronikaError
from kronika.core.bots.lookup import Player, find_bot
from kronika.core.bots.turn import RESIGN, Turn
from kronika.envs.aec import ILLEGAL, LONGEST, Seeds, need_an_action, number_of, spaces_of
from kronika.envs.table import Observe, Rewards, Table, need_one_of


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game from one seat, the others played by bots; observations, actions and rewards are those of `GameEnv`.

    `info` has `action_mask`, the `view`, the `moves` since the last action, and `chosen`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the base class has it

    def __init__(self, table: Table, seat: int, bots: Mapping[int, Player], rewards: Rewards, longest: int) -> None:
        need_one_of("rewards", rewards, Rewards)
        need_an_action(longest)
        self.table: Final = table
        self.observation_space, self.action_space = spaces_of(table)
        self._rewards_of: Rewards = rewards
        self._seat, self._bots, self._longest = seat, bots, longest
        self._seeds = Seeds()
        self._running = False

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and let the bots play up to the first action of the seat, however long that takes."""
        super().reset(seed=seed)
        self.table.start(self._seeds.next(seed))
        self._steps, self._running = 0, True
        self._let_bots_play(inf)
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play up to the next one. An illegal action ends the game with -1."""
        if not self._running:
            raise KronikaError("No game is running: call reset first.")
        number = number_of(action, self.table.catalog.size)
        self._steps += 1
        legal = self.table.choose(number)
        if legal:
            self._let_bots_play(self._longest)
        over = self.table.is_over or not legal
        self._running = not over and self._steps < self._longest
        reward = self.table.rewards(self._rewards_of)[self._seat] if legal else ILLEGAL
        observation, info = self._seen()
        return observation, reward, over, not over and not self._running, info if legal else {**info, "illegal": True}

    def _let_bots_play(self, longest: float) -> None:
        table = self.table
        while table.seat not in (self._seat, -1) and self._steps < longest:
            self._steps += 1
            bot, number = self._bots[table.seat], table.events
            hidden = Dice(table.seed, "hidden", number)
            turn = Turn(table.game, table.state, table.seat, hidden, budget=bot.budget, players=table.names)
            do = bot.play(turn, Dice(table.seed, "bot", *bot.lot, number))
            if do == RESIGN:
                raise KronikaError(f"The bot {bot.name} resigns, which an environment has no rule for.")
            table.do(do)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        table, seat = self.table, self._seat
        view, mask = table.game.view(table.state, seat), table.mask(seat)
        info = {"action_mask": mask, "view": view, "moves": table.take_heard(seat), "chosen": table.chosen(seat)}
        return {"observation": table.numbers(seat, view), "action_mask": mask}, info


def gym_env(
    game: str,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    rewards: Rewards = "share",
    longest: int = LONGEST,
    observe: Observe = "view",
) -> SeatEnv:
    """The Gymnasium environment of a seat of a game, see `SeatEnv`.

    `opponents` are names of bots in Python, as in `--bots`: one for all other seats, or one for each in order. Raises
    UnknownGame, BadSetup or UnknownBot.
    """
    table = Table(game, seats, options or {}, observe)
    others = [other for other in range(seats) if other != seat]
    names = [opponents] * len(others) if isinstance(opponents, str) else [*opponents]
    if not 0 <= seat < seats:
        raise BadSetup(f"Seat {seat} is not at this table: seats count from 0 to {seats - 1}.")
    if len(names) != len(others):
        raise BadSetup(f"{len(names)} opponents are named, and {len(others)} are needed.")
    bots = {other: find_bot(name) for other, name in zip(others, names, strict=True)}
    return SeatEnv(table, seat, bots, rewards, longest)
