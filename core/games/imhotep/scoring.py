"""The score of each player, source by source (IM-4.1), and the result of the game (IM-4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.contract.zones import expand_tally, tally_of
from kronika.core.games.imhotep.board import (
    BONUS_POINT,
    CHAMBER,
    EXTRA_POINT,
    MONUMENTS,
    OBELISKS_A,
    ORNAMENT,
    PYRAMID_A,
    PYRAMIDS,
    ROWS,
    SITE_TITLES,
    TEMPLE,
    TOWER,
    WRATH,
    growing,
)
from kronika.core.games.imhotep.cards import BLUE, CARDS, ORNAMENT_SITE, STATUE
from kronika.core.games.imhotep.state import OVER, Options, State

ROW_NAMES = ("top row", "middle row", "bottom row")
"""The names of the burial chamber's rows on the score sheet of side B (IM-3.14)."""
FINAL_PARTS = ("burial chamber", "obelisks", "ornaments", "statues", "unused blue", "wrath")
"""The parts of the score sheet that are scored at the end of the game (IM-4.1)."""
SCORE_WORDS: Final = (
    "pyramids",
    "temple",
    "obelisk towers",
    *FINAL_PARTS,
    *ROW_NAMES,
    *(CARDS[card].name.lower() for card in ORNAMENT_SITE),
    "unused blue cards",
    "wrath of the pharaoh",
)
"""The names of the parts and sources on the score sheet."""

# -- tables -----------------------------------------------------------------------------------------------------


def tower_values(options: Options) -> tuple[int, ...]:
    """The points of the tower spaces of side B in the order of use, which is from the most points down (IM-3.17)."""
    return tuple(sorted(options.obelisks_b, reverse=True))


def areas(chamber: bytes, seats: int) -> list[list[int]]:
    """By seat: the sizes of its areas in the burial chamber, largest first (IM-3.13)."""
    area_of: list[list[int]] = []
    for at, owner in enumerate(chamber):
        area = [at]
        area_of.append(area)
        # The places above this one and to its left are filled already; those below and to its right come later.
        for near in (at - 1, at - ROWS) if at % ROWS else (at - ROWS,):
            if near >= 0 and chamber[near] == owner and area_of[near] is not area:
                joined = area_of[near]
                joined.extend(area)
                for place in area:
                    area_of[place] = joined
                area = joined
    sizes: list[list[int]] = [[] for _ in range(seats)]
    for at, area in enumerate(area_of):
        if area[0] == at:
            sizes[chamber[at]].append(len(area))
    return [sorted(own, reverse=True) for own in sizes]


def stones_at(state: State, site: int) -> bytes:
    """The owners of all stones delivered to a monument, as seats; the order has no meaning (IM-4.2)."""
    sites = state.sites
    if site == PYRAMIDS:
        return b"".join(sites.pyramids)
    if site == TEMPLE:
        return sites.temple
    if site == CHAMBER:
        return sites.chamber
    return expand_tally(sites.obelisks) + sites.towers * TOWER


# -- points during the game -------------------------------------------------------------------------------------


def pyramid_points(state: State) -> list[list[int]]:
    """By seat: the points of each of its stones at the pyramids (IM-3.7, IM-3.8)."""
    given: list[list[int]] = [[] for _ in state.sleds]
    # The extra stones of side B are stored as a fourth pyramid, which has no places.
    places = (PYRAMID_A,) if state.options.pyramids == "a" else (*state.options.pyramids_b, ())
    for stones, values in zip(state.sites.pyramids, places, strict=True):
        for owner, value in zip(stones, values, strict=False):
            given[owner].append(value if isinstance(value, int) else BONUS_POINT)
        for owner in stones[len(values) :]:
            given[owner].append(EXTRA_POINT)
    return given


def _so_far(state: State) -> Iterator[ScoreItem]:
    options = state.options
    for seat, values in enumerate(pyramid_points(state)):
        rule = "IM-3.7" if options.pyramids == "a" else "IM-3.8"
        yield ScoreItem(seat, "pyramids", "pyramids", sum(values), rule, _sum(values))
        rounds = [points[seat] for points in state.sites.temple_points]
        rule = "IM-3.10" if options.temple == "a" else "IM-3.11"
        yield ScoreItem(seat, "temple", "temple", sum(rounds), rule, _sum(rounds))
        if options.obelisks == "b":
            towers = zip(state.sites.towers, tower_values(options), strict=False)
            values = [value for owner, value in towers if owner == seat]
            yield ScoreItem(seat, "obelisk towers", "obelisk towers", sum(values), "IM-3.17", _sum(values))


_NUMBERS = tuple(map(str, range(256)))
"""Numbers from 0 to 255 as text: no stone, tower, area or round of the temple gives more points."""


def _sum(values: Sequence[int]) -> str:
    return " + ".join([_NUMBERS[value] for value in values])


# -- the final scoring ------------------------------------------------------------------------------------------


def final_items(state: State) -> tuple[ScoreItem, ...]:
    """The items of the final scoring, in its order (IM-4.1)."""
    items = [*_chamber(state), *_obelisks(state), *_ornaments(state), *_cards(state)]
    return tuple(items + _wrath(state) if state.options.wrath else items)


def _chamber(state: State) -> Iterator[ScoreItem]:
    chamber, seats = state.sites.chamber, len(state.sleds)
    if state.options.burial_chamber == "a":
        for seat, sizes in enumerate(areas(chamber, seats)):
            points = [growing(size) for size in sizes]
            note = f"areas of {join_words(list(map(str, sizes)))}: {_sum(points)}" if sizes else ""
            yield ScoreItem(seat, "burial chamber", "burial chamber", sum(points), "IM-3.13", note)
        return
    for row, name in enumerate(ROW_NAMES):
        counts = tally_of(chamber[row::ROWS], seats)
        for seat in range(seats):
            paid, note = share(counts, seat, state.options.burial_chamber_b)
            yield ScoreItem(seat, "burial chamber", name, paid, "IM-3.14", note)


def share(counts: Sequence[int], seat: int, places: Sequence[int]) -> tuple[int, str]:
    """The points of a seat for its place, and a note: `3 stones, places 2 and 3 shared: (10 + 5) / 2`.

    `counts` has the stones of each seat, and `places` the points of first place, second place and so on. Tied seats
    share the points of their places, rounded down. A seat without stones takes no place (IM-3.16).
    """
    own = counts[seat]
    if not own:
        return 0, "no stone"
    better = len([n for n in counts if n > own])
    tied = counts.count(own)
    paid = places[better : better + tied]
    if tied == 1:
        return sum(paid), f"{pluralize(own, 'stone')}, place {better + 1}"
    numbers = join_words([str(better + n) for n in range(1, tied + 1)])
    return sum(paid) // tied, f"{pluralize(own, 'stone')}, places {numbers} shared: ({_sum(paid)}) / {tied}"


def _obelisks(state: State) -> Iterator[ScoreItem]:
    heights = state.sites.obelisks
    if state.options.obelisks == "b":
        for seat, singles in enumerate(heights):
            yield ScoreItem(seat, "obelisks", "obelisks", singles, "IM-3.17", f"{pluralize(singles, 'single stone')}")
        return
    places = OBELISKS_A[len(heights)]
    for seat, height in enumerate(heights):
        points, note = share(heights, seat, places)
        rule = "IM-3.16" if height and heights.count(height) > 1 else "IM-3.15"
        yield ScoreItem(seat, "obelisks", "obelisks", points, rule, note)


def _ornaments(state: State) -> Iterator[ScoreItem]:
    for card, site in ORNAMENT_SITE.items():
        for seat, held in enumerate(state.cards):
            if n := held[card]:
                stones = len(stones_at(state, site))
                note = f"{pluralize(stones, 'stone')} / {ORNAMENT}" + (f", {n} cards" if n > 1 else "")
                yield ScoreItem(seat, "ornaments", CARDS[card].name.lower(), n * (stones // ORNAMENT), "IM-4.2", note)


def _cards(state: State) -> Iterator[ScoreItem]:
    for seat, held in enumerate(state.cards):
        if held[STATUE]:
            yield ScoreItem(
                seat, "statues", "statues", growing(held[STATUE]), "IM-4.1", pluralize(held[STATUE], "statue")
            )
    for seat, held in enumerate(state.cards):
        unused = [CARDS[card].name.lower() for card in BLUE for _ in range(held[card])]
        if unused:
            yield ScoreItem(seat, "unused blue", "unused blue cards", len(unused), "IM-4.1", join_words(unused))


def _wrath(state: State) -> list[ScoreItem]:
    """The items of the wrath: a player loses 5 points once if any monument has none of their stones (IM-5.1)."""
    items = []
    stones = [(SITE_TITLES[site], stones_at(state, site)) for site in MONUMENTS]
    for seat in range(len(state.sleds)):
        lacking = [title for title, owners in stones if seat not in owners]
        note = f"no stone at the {join_words(lacking)}" if lacking else "a stone at every monument"
        items.append(ScoreItem(seat, "wrath", "wrath of the pharaoh", WRATH if lacking else 0, "IM-5.1", note))
    return items


# -- results ----------------------------------------------------------------------------------------------------


def projected(state: State) -> tuple[ScoreItem, ...]:
    """The final scoring of the current table: all stones on sites and all taken cards lie open (IM-1.7)."""
    return () if state.phase == OVER else final_items(state)


@lru_cache(maxsize=16)  # at the end of a game the same state is scored, ranked and shown
def score(state: State) -> tuple[ScoreItem, ...]:
    """The score sheet: all points so far, source by source; at the end with the final scoring (IM-4.1)."""
    return (*_so_far(state), *(final_items(state) if state.phase == OVER else ()))


def totals(state: State) -> tuple[int, ...]:
    """The total of each seat; it can exceed 40, the length of the score track (IM-1.1)."""
    sums = [0] * len(state.sleds)
    for item in score(state):
        sums[item.seat] += item.points
    return tuple(sums)


def result(state: State) -> Result | None:
    """The result of the game, None before its end.

    The most points win, then the most stones on the sled; players who are still tied share the victory (IM-4.3).
    """
    if state.phase != OVER:
        return None
    final = totals(state)
    ranking = rank(list(zip(final, state.sleds, strict=True)))
    return Result(final, ranking, "six rounds are played", "IM-4.1", *_tie(final, ranking))


def _tie(final: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> tuple[str, str]:
    if final.count(max(final)) == 1:
        return "", ""
    if len(ranking[0]) > 1:
        return "equal points and sleds, the victory is shared", "IM-4.3"
    return "equal points, more stones on the sled", "IM-4.3"
