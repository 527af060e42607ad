"""The description of a state: the inverse of reading a hand-written position."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.zones import BYTE, expand_tally
from kronika.core.games.imhotep.board import (
    ROUND_CARDS,
    SITE_CODE,
    TOWER,
)
from kronika.core.games.imhotep.cards import CARD_NAMES, UNSEEN
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.position.given import PYRAMIDS, Given, Stones
from kronika.core.games.imhotep.state import NOBODY, OVER, TURN, State


def given(state: State, names: Sequence[str]) -> Given | None:
    """Return the keys that describe a state; None if there are none for it.

    A state has a description at the beginning of a player's turn, and at the end of the game if its ships are known.
    """
    if state.phase not in (TURN, OVER) or state.stack or not state.ships:
        return None
    sizes = "".join(str(len(slots)) for slots in state.ships)
    turned = [card for at, card in enumerate(ROUND_CARDS[len(names)]) if not state.round_cards >> at & 1]
    labels, market, sites = ship_labels([*map(int, sizes)]), state.market, state.sites
    return Given(
        round=state.round,
        turn=names[state.turn],
        first=names[state.first],
        doer=None if state.doer == NOBODY else names[state.doer],
        ships=[[names[slot - 1] if slot else "-" for slot in slots] for slots in state.ships],
        harbours={site: labels[state.harbours[code] - 1] for site, code in SITE_CODE.items() if state.harbours[code]},
        card=sizes,
        used_cards=[card for card in turned if card != sizes],
        sleds=_by_name(state.sleds, names),
        quarries=_by_name(state.quarries, names),
        pyramids=_pyramid_stones(sites.pyramids, names),
        temple=_owners(sites.temple, names),
        burial_chamber=_owners(sites.chamber, names),
        obelisks=_owners(b"".join(BYTE[owner] * TOWER for owner in sites.towers) + expand_tally(sites.obelisks), names),
        temple_points=[_by_name(points, names) for points in sites.temple_points],
        cards={name: _words(held) for name, held in zip(names, state.cards, strict=True)},
        row=_words(market.row),
        pair=["?" if kind == UNSEEN else CARD_NAMES[kind] for kind in market.pair],
        discard=_words(market.discard),
        deck=_words(market.deck),
        over=state.phase == OVER,
    )


def _by_name(numbers: bytes, names: Sequence[str]) -> dict[str, int]:
    return dict(zip(names, numbers, strict=True))


def _owners(stones: bytes, names: Sequence[str]) -> list[str]:
    return [names[seat] for seat in stones]


def _pyramid_stones(pyramids: tuple[bytes, ...], names: Sequence[str]) -> Stones | dict[str, Stones]:
    if len(pyramids) == 1:
        return _owners(pyramids[0], names)
    return {name: _owners(pyramids[which], names) for name, which in PYRAMIDS.items()}


def _words(counts: bytes) -> list[str]:
    return [CARD_NAMES[kind] for kind in expand_tally(counts)]
