"""Every game of the house keeps to the contract."""

from __future__ import annotations

import pytest

from kronika.testing.contract import *  # noqa: F403 - its tests are collected here, all of them
from support.playouts import games

GAMES = games()
MORE = pytest.mark.long
