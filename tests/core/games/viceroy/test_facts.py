"""A second table of the 88 cards, typed from the sources in another form than the game's own, compared card by card.

A line of a character: number, name, segments (top left, top right, bottom), the gems of rows 1 to 4, their rewards.
`3g` are gems, `3v` power points; C card, S science, M magic, D defense, A attack, as many as there are letters; `M+3` a
magic bonus, `b+2` a circle bonus, `i:b` an infinite gem; `&` joins what one row gives.
"""

from __future__ import annotations

from collections import Counter

import pytest

from kronika.core.games.viceroy.cards import (
    ATTACK,
    BOTTOM,
    BY_ID,
    CARD,
    CHOICES,
    COST,
    GEMS,
    INFINITE_GEM,
    REWARD,
    TOP_LEFT,
    TOP_RIGHT,
    Part,
)
from kronika.core.games.viceroy.tokens import TOKEN_NAMES

COLOURS = "brgy"

CHARACTERS = """\
 1 Boatswain        rrr yrgr  C         i:g       S         10v
 2 Ambassador       bby grgy  4g        S         M+3       8g
 3 Herbalist        rrg rgby  3v        4g        i:y       CC
 4 Mentor           bbb gyyr  3v        4g        M         SS
 5 Scout            ryr yyrb  3g        C         7v        SS
 6 Chancellor       bgy byrg  M         S         8v        CC
 7 Wanderer         ryg gryb  M         C         S         10v
 8 Paladin          bgb bgry  M         A&2g&2v   M+3       M+2&M
 9 Cannoneer        rgr ygbg  D         A&3g      C         CC
10 Marshal          byy rrgy  3g        5g        S         10v
11 Crossbow-woman   rgg rbyb  D         A&2g&2v   6g        SS
12 Lookout          byb rrgy  4g        C         S         12v
13 Arcanist         rbr yrgy  3g        5v        M         8g
14 Executioner      bry rbry  M         D&2g      b+2       M+2&M
15 General          rbg gybr  C         S         A&4v      12v
16 Miner            brb ygrg  3g        M         6g        CC
17 Corporal         rrb gbbr  D         A&3g      D&4g      SS
18 Nobleman         bbg gbry  i:b       C         8v        CC
19 Standard-bearer  rry ggyb  2v&2g     5v        C         SS
20 Recruiter        bbr gbry  M+2       A&2g&2v   6g        CC
21 Fairy            ryb brgb  4g        C         i:g       CC
22 Outlaw           bgg ygbg  2v&2g     5g        r+2       8g
23 Castellan        ryy yrrg  3g        4g        S         8g
24 Operative        bgr gybg  4g        S         M+3       10v
25 Berserker        rgb yybg  3g        D&2g      A&4v      CC
26 Huntress         byg ygry  4g        i:r       D&4g      SS
27 Assassin         rgy ybgy  3v        A&3g      A&4v      CC
28 Swordsman        byr ggrb  2v&2g     M         C         MM
29 Strategist       rbb rygg  M+2       5g        M         12v
30 Huntsman         brg gbyr  M         D&2g      S         12v
31 Crown_Prince     rby bbyr  M+2       5g        M         CC
32 Captain          brr gbyy  C         5g        M         12v
33 Margrave         gby byyg  3g        C         M         12v
34 Hermit           yrg bbgr  3g        S         M+3       MM
35 Guardian         gbb gbyb  M         5v        r+2       MM
36 Sniper           yrr bbyg  3v        M+2       i:b       12v
37 Armourer         ggy bgyb  D         i:b       6g        r+4
38 Druid            yyg yrgg  C         M         M+3       M+2&M
39 Knight-errant    ggb brrg  C         5g        7v        g+4
40 Admiral          yyr bryb  M         S         A&4v      b+4
41 Inspector        gyy yygb  C         D&2g      g+2       SS
42 Infiltrator      ygg byry  4g        D&2g      7v        8g
43 Inventor         gyb bygr  2v&2g     i:y       C         8g
44 Governor         ygr bygr  4g        D&2g      M+3       MM
45 Sergeant         gry rgbr  3g        M         C         12v
46 Saboteur         ybg brbg  3v        A&3g      M         y+4
47 Brewer           grb yrby  3g        D&2g      y+2       10v
48 Cabin_Girl       ybr bgbr  M         5g        g+2       CC
49 Witch            gbg bryg  3g        5v        M         MM
50 Warlord          yrb ygry  C         M+2       C         M+5
51 Helmsman         gbr rrbg  3g        D&2g      y+2       8g
52 Regent           yry rgbr  3v        M+2       i:r       MM
53 Pathfinder       ggg rygb  3g        M         C         M+5
54 Sorcerer         yyb rbyr  3v        S         M+3       MM
55 Cutthroat        ggr ryyb  3v        4g        S         M+2&M
56 Poisoner         yyy gybb  4g        C         D&4g      MM
57 Enchantress      gyg rgrb  M+2       5g        C         CC
58 Veteran          ygb gbyb  3g        M         S         10v
59 First_Mate       gyr rbgr  3g        C         8v        M+5
60 Baron            ygy yrrg  i:g       M         M+3       10v
61 Fence            grg yygr  3g        M+2       b+2       10v
62 Colonel          ybb rgbb  i:r       S         8v        8g
63 Landsknecht      grr rgry  i:y       M         D&4g      SS
64 Chieftain        yby gbbr  C         A&2g&2v   7v        M+5
"""

# Top, bottom; what there is to choose from. What the others do is code, and its numbers are tested where it is.
LAWS = """\
65 gr
66 br
67 yg
68 rg
69 bg
70 ry
71 br A 6v 4g
72 gb
73 ry D i:b i:r i:g i:y 4g
74 yg
75 yr
76 gy
77 gb A C 4g
78 rb
79 yb
80 by D 6v 4g
81 yr M S 4g
82 gy S C 4g
83 rb M&M+2 i:b i:r i:g i:y 4g
84 bg M+3 C 4g
85 by
86 yb
87 rg
88 gr
"""


def lines(table: str) -> dict[int, list[str]]:
    """By card: the words of its line."""
    return {int(words[0]): words[1:] for words in map(str.split, table.strip().splitlines())}


def spelt(parts: tuple[Part, ...]) -> list[str]:
    """A reward of the game in the form of the table, its parts sorted."""
    return sorted(map(part, parts))


def part(of: Part) -> str:
    if of.kind == GEMS:
        return f"{of.n}g"
    if of.kind == INFINITE_GEM:
        return f"i:{COLOURS[of.what]}"
    if of.kind in (CARD, ATTACK):
        return "CA"[of.kind == ATTACK] * of.n
    name = TOKEN_NAMES[of.what]
    if "+" in name:  # magic+3, blue+2
        colour, _, value = name.partition("+")
        return f"{'M' if colour == 'magic' else colour[0]}+{value}"
    return name.replace("vp", "v") if name[0].isdigit() else name[0].upper() * of.n


def segments(card: int) -> str:
    return "".join(COLOURS[of[card]] for of in (TOP_LEFT, TOP_RIGHT, BOTTOM))


@pytest.mark.parametrize(("card", "words"), lines(CHARACTERS).items())
def test_a_character_is_what_the_second_table_says(card: int, words: list[str]) -> None:
    """VC-1.2, VC-3.8: name, segments, rewards row by row, costs level by level; level 5 pays the top row twice."""
    name, circles, gems, *rewards = words
    assert BY_ID[card].name == name.replace("_", " ")
    assert segments(card) == circles
    assert [spelt(reward) for reward in REWARD[card]] == [[], *(sorted(row.split("&")) for row in rewards)]
    paid = [Counter(gems[:level] + gems[3] * (level == 5)) for level in range(6)]
    assert [tuple(cost) for cost in COST[card]] == [tuple(level[colour] for colour in COLOURS) for level in paid]


@pytest.mark.parametrize(("law", "words"), lines(LAWS).items())
def test_a_law_is_what_the_second_table_says(law: int, words: list[str]) -> None:
    """VC-1.3: segments and choices."""
    (top, bottom), *choices = words
    assert segments(law) == top + top + bottom
    offered = [spelt(parts) for parts in CHOICES.get(law, {}).values()]
    assert sorted(offered) == sorted(sorted(choice.split("&")) for choice in choices)


def test_the_second_table_has_all_cards() -> None:
    assert [*lines(CHARACTERS), *lines(LAWS)] == list(range(1, 89)) == list(BY_ID)
