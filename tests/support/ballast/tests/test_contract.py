"""The suite that every game must pass."""

from __future__ import annotations

from kronika.testing.contract import *  # noqa: F403 - its tests are collected here, all of them

from ballast import GAME

GAMES = [GAME]
