"""The header of a new game, from checked arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from kronika.core.basics.errors import BadSetup
from kronika.core.contract import arguments
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import check_new_names, check_tags
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import FORMAT, Header


def new_header(
    game: AnyGame,
    players: Iterable[str],
    seed: SupportsIndex | None,
    options: Mapping[str, Any] | None,
    tags: Mapping[str, str] | None,
) -> Header:
    """Return the header of a new game. Options that are not given have the game's values for new games.

    Raises BadSetup for wrong players, options, tags or a wrong seed; TypeError for arguments of wrong types.
    """
    seed = None if seed is None else arguments.check_int("A seed", seed)
    if seed is not None and not -(2**63) <= seed < 2**63:
        raise BadSetup("A seed is a whole number of at most 64 bits.")
    players, tags = arguments.check_names(players), arguments.check_named("Tags", tags)
    check_new_names(players)
    check_tags(tags)
    return Header(
        kronika=FORMAT,
        game=game.name,
        rules=game.rules_version,
        options=plain_options(new_game_options(game, options or {})),
        players=players,
        seed=seed,
        tags=tags,
    )
