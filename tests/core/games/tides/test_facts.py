"""A second table of the 18 cards, typed from the sources in another form than the game's own, compared card by card."""

from __future__ import annotations

import pytest

from kronika.core.games.tides.cards import BY_ID, SUITS, TidesCard

# Suit (P palace, L library, G garden, S stronghold, T temple, - none), points, what for (TT-1.5). `>` is: more than the
# opponent; `/` each; `0` a suit that the owner lacks; `1` a suit that is there once.
TABLE = """\
 1 P -      King's Nest            | Útočiště králů
 2 P 7>S    Ancient Divide         | Předěl věků
 3 P 3/L    Eternal Palace         | Palác věčnosti
 4 L 7>T    Great Library of Ahm   | Velká knihovna Ahmu
 5 L 9/PST  Mana Well              | Zřídlo moci
 6 L 3/G    Citadel of the Prophets | Pevnost proroků
 7 G 7>P    Golden Ziggurat        | Zlatý zikkurat
 8 G 3/S    Gods' Bath             | Lázně bohů
 9 G 13/PLGST Maze of the Damned   | Labyrint zatracených
10 S 3/0    Eye of the North       | Oko severu
11 S 3/T    Jinn Shackles          | Džinovy okovy
12 S 7>L    Old Man's Pass         | Průsmyk starého muže
13 T 7>G    Blood-tear Spring      | Pramen krvavých slz
14 T 5/LG   Sky Pillars            | Pilíře nebes
15 T 3/P    Vestibule              | Dvorana
16 - 8>1    Molehill               | Štítová hora
17 - -      Roof of the World      | Střecha světa
18 - 8>best Sapphire Port          | Safírový přístav
"""

KINDS = {
    "majority": "{vp}>{of}",
    "per_suit": "{vp}/{of}",
    "per_set": "{vp}/{of}",
    "per_missing_suit": "{vp}/0",
    "singles_majority": "{vp}>1",
    "highest_card": "{vp}>best",
}


def letter(suit: str) -> str:
    return suit[0].upper()


def pays(card: TidesCard) -> str:
    """What a card of the game pays, in the form of the table; nothing for the two that pay nothing themselves."""
    return KINDS.get(card.kind, "-").format(vp=card.vp, of="".join(map(letter, card.of)))


@pytest.mark.parametrize("line", TABLE.splitlines())
def test_a_card_is_what_the_second_table_says(line: str) -> None:
    """TT-1.5."""
    number, suit, paid, names = line.split(maxsplit=3)
    card = BY_ID[int(number)]
    assert [card.name, card.czech] == [name.strip() for name in names.split("|")]
    assert (letter(card.suit) if card.suit else "-", pays(card)) == (suit, paid)


def test_the_second_table_has_all_cards() -> None:
    assert [int(line.split()[0]) for line in TABLE.splitlines()] == list(BY_ID) == list(range(1, 19))
    assert [BY_ID[number].kind for number in (1, 17)] == ["win_ties", "double_most_numerous"]
    assert "".join(map(letter, SUITS)) == "PLGST"
