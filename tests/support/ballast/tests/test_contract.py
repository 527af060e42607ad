"""The suite that every game must pass."""

from __future__ import annotations

from kronika.testing.contract import *  # noqa: F403

from ballast import GAME

GAMES = [GAME]
