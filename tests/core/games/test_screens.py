"""One's own board and the prompt are on the screen together: 80 columns, 24 lines, in every game of the house."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kronika.core.contract.paper import INK, SCREEN, Paper
from kronika.core.games.tides.cards import BY_ID
from kronika.testing.playouts import Table, cases
from support.playouts import games

GAMES = {game.name: game for game in games()}


def drawn(table: Table, most: int = 8) -> Iterator[tuple[Any, int, str]]:
    """Views of seats, and the tables as these see them while they decide."""
    for state in table.some_states(most):
        for seat in table.seats:
            view = table.game.view(state, seat)
            yield view, seat, table.game.render(view, table.names, Paper(whole=(seat,)))


def tables(name: str) -> list[Table]:
    return [Table(case, 0) for case in cases(GAMES[name])]


def test_a_screen_has_24_lines() -> None:
    """The table, an empty line, the prompt, and the line below it."""
    assert SCREEN == 24 - 3


@pytest.mark.parametrize("name", GAMES)
def test_their_own_board_stands_on_a_screen_with_the_prompt(name: str) -> None:
    for table in tables(name):
        for _, _, text in drawn(table):
            assert len(text.split("\n")) <= SCREEN, text


@pytest.mark.parametrize("name", GAMES)
def test_where_a_game_stands_is_bold_on_paper_that_takes_colour(name: str) -> None:
    """From the set-up to the end; on paper without colour it is plain."""
    table = tables(name)[0]
    for state in table.some_states(8):
        view = table.game.view(state, None)
        inked = table.game.render(view, table.names, Paper(120, colour=True))
        assert inked.startswith("\x1b[1m")
        assert INK.sub("", inked) == table.game.render(view, table.names, Paper(120))


def test_both_players_of_tides_are_there_whole() -> None:
    for table in tables("tides"):
        for view, _, text in drawn(table):
            cards = {card for zones in (view.hands, view.kingdoms) for zone in zones for card in zone} - {"?"}
            assert all(BY_ID[int(card)].name in text for card in cards)


def test_every_stone_and_card_of_imhotep_is_there() -> None:
    for table in tables("imhotep"):
        for view, _, text in drawn(table):
            for seat, name in enumerate(table.names):
                stones = re.compile(rf"sled {view.sleds[seat]} of 5, quarry +{view.quarries[seat]}\b")
                assert re.search(rf"^. {name} .*{stones.pattern}", text, re.MULTILINE)
            held = Counter(card.replace("_", " ") for cards in view.cards for card in cards)
            players = " ".join(text[text.index(f"{table.names[0]} ", text.index("Obelisks")) :].split())
            assert all(card in players for card in held)
            aboard = sum(stone >= 0 for ship in view.ships if not ship.site for stone in ship.slots)
            sea = text[text.index("At sea") : text.index("Market")].split("At the")[0].split("may sail")[0]
            assert len(re.findall(r" [A-Z](?= |\n|$)", sea)) == aboard


def test_every_card_of_their_own_board_of_ancient_knowledge_is_there() -> None:
    for table in tables("ancient_knowledge"):
        for view, seat, text in drawn(table):
            area = view.players[seat]
            own = {*area.hand, *area.past, *area.artifacts, *area.technologies}
            own |= {standing.card for slot in area.timeline for standing in slot}
            assert own <= set(re.findall(r"[CMPAT]\d+", text))
