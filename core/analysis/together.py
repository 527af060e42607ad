"""Analyses of several games added up by player: what decisions cost, and what was drawn against what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from kronika.core.analysis.decisions import ChanceVerdict, Decision, Delta, sum_deltas
from kronika.core.analysis.rating import choices_of, rating
from kronika.core.analysis.summary import FORM, OLDER_FORM, Analysis, Tally, has_own_sums
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import normalize


class PlayerSums(Struct, frozen=True):
    """The sums of a player over several analyses of one game, all with as many `seats` and the same `options`.

    `options` are those that differ from a new game's, null if the analyses do not say.
    `choices` counts decisions with more than one legal move, `error_rate` is their mean loss in skill, and `rating`
    says it in words; empty for none. `luck` is the sum over all outcomes of chance of what was drawn less what was
    expected; null if an analysis for a seat is among them.
    """

    game: str
    player: str
    games: int
    choices: int
    skill: Delta
    error_rate: Delta
    rating: str
    luck: Delta | None
    seats: int
    options: dict[str, Any] | None


Kind = tuple[str, int, str]
"""The name of a game, its number of seats, and its options as JSON."""


def kind_of(found: Analysis | PlayerSums) -> Kind:
    """The kind of game that was analysed: figures of different kinds can't be compared, so they are not added up."""
    seats = found.seats if isinstance(found, PlayerSums) else len(found.players)
    return found.game, seats, msgspec.json.encode(found.options, order="sorted").decode()


def add_up(analyses: Mapping[str, Analysis]) -> tuple[PlayerSums, ...]:
    """The sums by kind of game and player, of analyses by the names of their files.

    Raises KronikaError if they were not judged in the same way, if the sums of one are not those of its verdicts, or if
    two are of the same game.
    """
    _need_same_terms(analyses)
    _need_other_games(analyses)
    found: dict[tuple[Kind, str], list[tuple[Analysis, Tally]]] = {}
    for one in analyses.values():
        for tally in one.tallies:
            found.setdefault((kind_of(one), normalize(tally.player)), []).append((one, tally))
    return tuple(
        _sums(found[kind, name], [one for one in analyses.values() if kind_of(one) == kind])
        for kind, name in sorted(found)
    )


def _sums(pairs: Sequence[tuple[Analysis, Tally]], of_kind: Sequence[Analysis]) -> PlayerSums:
    """The sums of a player; `of_kind` are all analyses of this kind of game, which share one scale."""
    first, tallies = pairs[0][0], [tally for _, tally in pairs]
    choices = sum(tally.choices for tally in tallies)
    skill = sum_deltas([tally.skill for tally in tallies])
    rate = Delta(*(round(part / max(1, choices), 5) for part in (skill.win_rate, skill.win_rate_error)))
    lucks = [tally.luck for tally in tallies if tally.luck]
    return PlayerSums(
        first.game,
        tallies[0].player,
        len(tallies),
        choices,
        skill,
        rate,
        rating(of_kind, [loss for one, tally in pairs for loss in choices_of(one, tally.seat)]),
        sum_deltas(lucks) if len(lucks) == len(tallies) else None,
        len(first.players),
        first.options,
    )


def terms_of(found: Analysis) -> dict[str, object]:
    """How a game was judged: figures of analyses that differ in this can't be compared."""
    config = found.config
    return {
        "form": found.analysis,
        "bot": config.bot,
        "playouts": config.playouts,
        "horizon": config.horizon if found.horizon is None else found.horizon,
        "judge": found.judge,
    }


def _need_same_terms(analyses: Mapping[str, Analysis]) -> None:
    """Raises KronikaError unless all were judged by the same form, bot and playouts, and games by the same judge."""
    firsts: dict[str, tuple[str, dict[str, object]]] = {}
    for name, one in analyses.items():
        if one.analysis == OLDER_FORM:
            raise KronikaError(f"{name}: an older program judged this, in another way: analyse the game again.")
        if one.analysis != FORM:
            raise KronikaError(
                f"{name}: is an analysis of form {one.analysis}; this Kronika adds up those of form {FORM}."
            )
        mine = terms_of(one)
        for key, shared in (("", ("form", "bot", "playouts")), (one.game, ("horizon", "judge"))):
            other, theirs = firsts.setdefault(key, (name, mine))
            for what in shared:
                if mine[what] != theirs[what]:
                    raise KronikaError(
                        f"{name}: was judged with another {what} ({mine[what]}) than {other} ({theirs[what]}): figures "
                        "of different ones can't be added up. Analyse all games with the same options."
                    )


def _need_other_games(analyses: Mapping[str, Analysis]) -> None:
    """Raises KronikaError unless the sums of each are those of its verdicts, and no game is among them twice.

    A game judged twice would halve all errors. It is known by its events, since an analysis has no seed.
    """
    before: dict[tuple[str, int, str, tuple[str, ...]], list[str]] = {}
    for name, one in analyses.items():
        if not has_own_sums(one):
            raise KronikaError(f"{name}: is not an analysis: its sums are not those of its verdicts.")
        for tally in one.tallies:
            moves = tuple(each.move for each in one.verdicts if isinstance(each, Decision) and each.seat == tally.seat)
            key = one.game, len(one.players), normalize(tally.player), moves
            alike = before.setdefault(key, []) if moves else []
            if other := next((file for file in alike if not _chance_differs(one, analyses[file])), ""):
                raise KronikaError(
                    f"{name}: is of the same game as {other}: {tally.player} made the same moves. Give each game once."
                )
            alike.append(name)
    events = {
        name: ((one.game, *map(normalize, one.players)), {each.record: each.move for each in one.verdicts})
        for name, one in analyses.items()
    }
    for (name, (table, mine)), (other, (others, theirs)) in combinations(events.items(), 2):
        shared = _first_shared(mine, theirs) if table == others else None
        if shared is not None:
            raise KronikaError(
                f"{other}: is of the same game as {name}: record {shared} and all others that both have are the same. "
                "Give each game once."
            )


def _chance_differs(one: Analysis, other: Analysis) -> bool:
    """Whether a record that both have is another outcome of chance: a few moves may be the same in two games."""
    mine, theirs = (
        {each.record: each.move for each in found.verdicts if isinstance(each, ChanceVerdict)} for found in (one, other)
    )
    return any(mine[record] != theirs[record] for record in mine.keys() & theirs.keys())


def _first_shared(mine: Mapping[int, str], theirs: Mapping[int, str]) -> int | None:
    """The first record that both have; None if there is none, or if one that both have differs."""
    first = None
    for record, move in mine.items():
        if record in theirs:
            if theirs[record] != move:
                return None
            first = record if first is None else first
    return first
