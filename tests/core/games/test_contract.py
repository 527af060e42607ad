"""Every game of the house keeps to the contract."""

from __future__ import annotations

import pytest

from kronika.testing.contract import *  # noqa: F403
from support.playouts import games

GAMES = games()
MORE = pytest.mark.long
