"""Green means right: an example with one thing wrong fails, at the line of its key, and says what would be right.

Right examples of Tigris & Euphrates and Tides of Time, spoilt at each key in each way.
"""

from __future__ import annotations

import pytest

from kronika.core.examples.example import ExampleError, find_line, read_examples, run_example

# A priest and a temple; Bull lays a second temple beside its priest and gets a red point (TE-4.3).
TIGRIS = """\
[[example]]
id = "X"
game = "tigris"
players = ["Lion", "Archer", "Bull", "Potter"]
options = { dynasties = ["lion", "archer", "bull", "potter"] }
when = [
    "Bull: red F6",
]

[example.given]
turn = "Bull"
catastrophes = ["I2"]
[example.given.tiles]
red = ["F4"]
black = ["A1", "B1"]
[example.given.leaders]
Bull = { priest = "F5" }
Lion = { king = "G4" }
[example.given.hands]
Bull = { red = 1 }

[example.expect]
effects = [
    { type = "scored", seat = "Bull", colour = "red", points = 1, source = "tiles", rule = "TE-4.3" },
    { type = "scored", count = 1 },
]
no_effects = [
    { type = "united" },
    { type = "scored", colour = "blue" },
    { type = "removed", cells = ["F4"] },
    { type = "scored", seat = "Lion" },
    { type = "unpaid", rule = "TE-4.3" },
]
turn = ["Bull"]
[example.expect.points]
Bull = { red = 1, "red/tiles" = 1, blue = 0, treasures = 0 }
[example.expect.totals]
Bull = 0
[example.expect.state]
kingdoms = [["F6", "F5", "G4", "F4"]]
leaderless = [["B1", "A1"]]
tiles = { count = 4, F6 = "red", G6 = "nothing" }
catastrophes = { has = ["I2"], lacks = ["I3"], count = 1 }
treasures = []
face_down = {}
conflict = "nothing"
placed = "nothing"
leaders = { F5 = ["Bull", "priest"] }
[example.expect.state.players]
Lion = { leaders = { king = "G4", priest = "nothing" } }
Bull = { tiles = 0 }
"""

# Four palaces after Roof of the World; Anna's relic is chosen from what she takes back.
TIDES = """\
[[example]]
id = "Y"
game = "tides"
when = [
    { move = "Anna: pick 15", expect = { turn = ["Bob"] } },
    "Bob: pick 13",
]

[example.given]
hands = { Anna = [15], Bob = [13] }
[example.given.kingdoms]
Anna = [17, 2, 1, 10]
Bob = [12, 3, 6, 7]

[example.expect]
effects = [
    { type = "revealed", cards = { Anna = 15, Bob = 13 } },
    { type = "doubled", seat = "Anna", suits = ["palace"] },
    { type = "taken_back" },
]
no_effects = [{ type = "scored", card = 9 }]
totals = { Anna = 25 }
legal = [
    "Anna: relic 1 discard 2",
]
illegal = [
    { move = "Anna: relic 1 discard 1", rule = "TT-8.2", says = "cannot be both" },
    { move = "Anna: relic 3 discard 1" },
    { move = "Anna: relic 19 discard 1", unreadable = true },
]
moves = { Anna = 20 }
[example.expect.points.Anna]
15 = 12
"round 1/15" = 12
"round 2" = 0
[example.expect.state]
phase = "relic"
round = 1
hands = { Anna = [17, 2, 1, 10, 15] }
box = { count = 0 }
chosen = [[], []]
relics = { Anna = [] }
"""

# The last pick of the third round. Bob has a library x 3 and a stronghold x 3 (TT-4.6), and King's Nest wins him the
# ties of palaces and of gardens, 7 each (TT-4.15): 20.
ENDED = """\
[[example]]
id = "Z"
game = "tides"
when = ["Anna: pick 18", "Bob: pick 13"]

[example.given]
kingdoms = { Anna = [2, 5, 9, 12, 14, 17], Bob = [1, 3, 4, 7, 8, 10] }
hands = { Anna = [18], Bob = [13] }

[example.expect.result]
winners = ["Anna"]
totals = { Bob = 20 }
ranking = [["Anna"], ["Bob"]]
rule = "TT-5.1"
tie_rule = ""
"""

# What is spoilt; what the finding's key is; what it says.
SPOILT = [
    # the frame
    (TIGRIS, 'game = "tigris"', 'game = "tigirs"', "game", "Did you mean tigris?"),
    (TIGRIS, '"Lion", "Archer", "Bull"', '"Lion", "Bull", "Bull"', "players", "Two players have the same name."),
    (TIGRIS, '"bull", "potter"] }', '"bull", "poter"] }', "options", "'poter'"),
    (TIGRIS, "options = { dynasties", "options = { dinasties", "options", "Did you mean dynasties?"),
    (TIGRIS, '"Bull: red F6"', '"Bull: red A4"', "when.1", "(TE-4.1)"),
    (TIGRIS, '"Bull: red F6"', '"Bull: read F6"', "when.1", "Did you mean: red F6"),
    (TIGRIS, "when = [", "wehn = [", "wehn", "Did you mean when?"),
    (TIGRIS, "[example.expect]\n", "[example.expcet]\n", "expcet", "Did you mean expect?"),
    (TIGRIS, "\neffects = [", "\nefects = [", "efects", "Did you mean effects?"),
    (TIDES, '"Anna: pick 15", expect', '"Anna: pick 15", epxect', "epxect", "Did you mean expect?"),
    (TIDES, '"Anna: pick 15", expect', '"Anna: pick 19", expect', "when.1.move", "There is no card '19'"),
    (TIDES, '"Bob: pick 13",', '"Bob: pick -13",', "when.2", "There is no card '-13'"),
    (TIDES, '"Bob: pick 13",', "13,", "when.2", "A text or a table `{…}` is needed, not 13"),
    (TIDES, 'turn = ["Bob"]', 'turn = ["Anna"]', "when.1.expect.turn", "Bob"),
    # the position
    (TIGRIS, "[example.given.tiles]", "[example.given.tails]", "given.tails", "Did you mean tiles?"),
    (TIGRIS, '\nblack = ["A1"', '\nblakc = ["A1"', "given.tiles.blakc", "Did you mean: black?"),
    (TIGRIS, 'red = ["F4"]', 'red = ["F44"]', "given.tiles.red", "F44"),
    (TIDES, "Anna = [17, 2, 1, 10]", "Anna = [17, 2, -1, 10]", "given.kingdoms.Anna", "There is no card '-1'"),
    (TIDES, "Anna = [17, 2, 1, 10]", "Anna = [17, 2, 19, 10]", "given.kingdoms.Anna", "There is no card '19'"),
    (TIDES, "Anna = [17, 2, 1, 10]", "Anna = {}", "given.kingdoms.Anna", "A list `[…]` is needed, not a table `{…}`"),
    (TIGRIS, 'red = ["F4"]', "red = 4", "given.tiles.red", "A list `[…]` is needed, not 4"),
    (TIGRIS, "Bull = { red = 1 }", "Bul = { red = 1 }", "given.hands.Bul", "Bull"),
    (TIGRIS, "Bull = { red = 1 }", 'Bull = { red = "1" }', "given.hands.Bull.red", "A whole number is needed, not '1'"),
    (TIDES, "Bob = [12, 3, 6, 7]", "Bob = [12, 3, 6, 17]", "given.kingdoms.Bob", "named twice"),
    # effects
    (TIGRIS, '{ type = "scored", seat = "Bull"', '{ type = "scord", seat = "Bull"', "effects.1.type",
     "Did you mean scored?"),
    (TIGRIS, "points = 1, source", "ponts = 1, source", "effects.1.ponts", "Did you mean points?"),
    (TIGRIS, 'seat = "Bull", colour', 'seat = "Bul", colour', "effects.1.seat", "Did you mean Bull?"),
    (TIGRIS, 'seat = "Bull", colour', "seat = 7, colour", "effects.1.seat", "give a name"),
    (TIGRIS, 'seat = "Bull", colour', 'seat = "Lion", colour', "effects.1", "scored seat Bull, colour red"),
    (TIGRIS, 'colour = "red", points', 'colour = "rde", points', "effects.1.colour",
     "is not one of black, blue, green, red."),
    (TIGRIS, 'colour = "red", points', "colour = 0, points", "effects.1.colour",
     "is not one of black, blue, green, red."),
    (TIGRIS, 'points = 1, source = "tiles"', 'points = "one", source = "tiles"', "effects.1.points", "a number"),
    (TIGRIS, 'source = "tiles"', 'source = "tails"', "effects.1.source", "Did you mean tiles?"),
    (TIGRIS, 'rule = "TE-4.3" },\n    { type = "scored", count', 'rule = "TE-99" },\n    { type = "scored", count',
     "effects.1.rule", "there is no rule 'TE-99'. Did you mean"),
    (TIGRIS, "points = 1, source", "points = 2, source", "effects.1", "points 1"),
    (TIGRIS, "count = 1 },\n]", "count = 2 },\n]", "effects.2", "1: scored seat Bull"),
    (TIDES, '{ type = "taken_back" }', "{ }", "effects.3", "name its type"),
    (TIDES, 'suits = ["palace"] },', 'suits = ["palce"] },', "effects.2.suits.1", "Did you mean palace?"),
    (TIDES, 'Bob = 13 } },', 'Bbo = 13 } },', "effects.1.cards.Bbo", "Did you mean Bob?"),
    (TIDES, '{ type = "taken_back" }', '{ type = "revealed", rule = "TT-2.2" }', "effects.3",
     "revealed cards [15, 13]"),
    # what did not happen
    (TIGRIS, '{ type = "united" }', '{ type = "untied" }', "no_effects.1.type", "Did you mean united?"),
    (TIGRIS, '{ type = "united" }', '{ colur = "red" }', "no_effects.1.colur",
     "no effect has a colur. Did you mean colour?"),
    (TIGRIS, '{ type = "united" }', '{ type = "scored" }', "no_effects.1", "scored seat Bull"),
    (TIGRIS, 'colour = "blue" }', 'color = "blue" }', "no_effects.2.color", "Did you mean colour?"),
    (TIGRIS, 'colour = "blue" }', 'colour = "purple" }', "no_effects.2.colour",
     "is not one of black, blue, green, red."),
    (TIGRIS, 'cells = ["F4"]', 'cells = ["F44"]', "no_effects.3.cells.1", "Did you mean F4?"),
    (TIGRIS, 'seat = "Lion" }', 'seat = "Loin" }', "no_effects.4.seat", "Did you mean Lion?"),
    (TIGRIS, 'type = "unpaid", rule = "TE-4.3"', 'type = "unpaid", rule = "TE-4.33"', "no_effects.5.rule",
     "Did you mean TE-4.3?"),
    (TIGRIS, '{ type = "united" }', '{ type = "united", count = 1 }', "no_effects.1.count", "belongs in `effects`"),
    (TIGRIS, 'seat = "Lion" }', 'seat = "Lion", count = 0 }', "no_effects.4.count", "belongs in `effects`"),
    (TIDES, "card = 9", "card = 19", "no_effects.1.card", "there is no card 19."),
    # points
    (TIGRIS, "Bull = { red = 1,", "Bul = { red = 1,", "points.Bul", "Did you mean Bull?"),
    (TIGRIS, "blue = 0", "bleu = 0", "points.Bull.bleu", "Did you mean blue?"),
    (TIGRIS, '{ red = 1, "red', '{ red = 2, "red', "points.Bull.red",
     "1: 1 for tiles, 1 tile in the kingdom of their leader"),
    (TIGRIS, '"red/tiles" = 1', '"red/tails" = 1', "points.Bull.red/tails",
     "no such item; there are: tiles. Did you mean"),
    (TIGRIS, "{ red = 1, \"red/tiles\" = 1, blue = 0, treasures = 0 }", "{ }", "points.Bull", "name a source"),
    (TIDES, '"round 1/15" = 12', '"round 1/15" = 9', "points.Anna.round 1/15",
     "12: 12 for 15 Vestibule, palaces 4 x 3"),
    (TIDES, "15 = 12\n", "-15 = 12\n", "points.Anna.-15", "no such item"),
    (TIDES, "15 = 12\n", "19 = 12\n", "points.Anna.19", "no such item"),
    (TIDES, '"round 2" = 0', '"round 4" = 0', "points.Anna.round 4", "Did you mean round"),
    (TIDES, "15 = 12\n", '15 = "12"\n', "points.Anna.15", "A whole number is needed, not '12'"),
    (TIDES, "totals = { Anna = 25 }", "totals = { Ana = 25 }", "totals.Ana", "Did you mean Anna?"),
    (TIDES, "totals = { Anna = 25 }", "totals = { Anna = 24 }", "totals.Anna", "25: "),
    (TIDES, "totals = { Anna = 25 }", "totals = {}", "totals", "is empty"),
    # moves
    (TIDES, '"Anna: relic 1 discard 2"', '"Anna: relic 1 discard 3"', "legal.1", "You do not hold 3"),
    (TIDES, '"Anna: relic 1 discard 2"', '"Anna: relik 1 discard 2"', "legal.1", "Did you mean: relic"),
    (TIDES, '"Anna: relic 1 discard 1", rule', '"Anna: relic 1 discard 2", rule', "illegal.1", "it is legal"),
    (TIDES, 'rule = "TT-8.2"', 'rule = "TT-2.6"', "illegal.1", "(TT-8.2)"),
    (TIDES, 'rule = "TT-8.2"', 'rule = "TT-82"', "illegal.1.rule", "Did you mean TT-8.2?"),
    (TIDES, 'says = "cannot be both"', 'says = "can be both"', "illegal.1", "cannot be both"),
    (TIDES, '"Anna: relic 3 discard 1" }', '"Anna: relik 3 discard 1" }', "illegal.2", "say `unreadable = true`"),
    (TIDES, "discard 1\", unreadable = true", "discard 1\", unreadable = false", "illegal.3", "There is no card"),
    (TIDES, "relic 19 discard 1", "relic 3 discard 1", "illegal.3", "You do not hold 3"),
    (TIDES, "moves = { Anna = 20 }", "moves = { Ana = 20 }", "moves.Ana", "Did you mean Anna?"),
    (TIDES, "moves = { Anna = 20 }", "moves = { Anna = 21 }", "moves.Anna", "20: relic 1 discard 2"),
    (TIGRIS, 'turn = ["Bull"]', 'turn = ["Bul"]', "turn.1", "Did you mean Bull?"),
    (TIGRIS, 'turn = ["Bull"]', 'turn = ["Lion"]', "turn", "Bull"),
    (TIGRIS, 'turn = ["Bull"]', "turn = []", "turn", "Bull"),
    (TIDES, "legal = [\n    \"Anna: relic 1 discard 2\",\n]", "legal = []", "legal", "is empty"),
    # the table
    (TIGRIS, "leaderless = [", "leaderles = [", "state.leaderles", "Did you mean leaderless?"),
    (TIGRIS, 'tiles = { count = 4, F6 = "red"', 'tiles = { count = 5, F6 = "red"', "state.tiles.count",
     "4: A1 black, B1 black, F4 red, F6 red"),
    (TIGRIS, 'F6 = "red"', 'F6 = "blue"', "state.tiles.F6", "red"),
    (TIGRIS, 'F6 = "red"', 'F66 = "red"', "state.tiles.F66", "Did you mean F6?"),
    (TIGRIS, 'F6 = "red"', 'F6 = "nothing"', "state.tiles.F6", "red"),
    (TIGRIS, 'G6 = "nothing"', 'G6 = "red"', "state.tiles.G6", "nothing there; there are: "),
    (TIGRIS, "tiles = { count = 4, F6 = \"red\", G6 = \"nothing\" }", "tiles = {}", "state.tiles",
     "A1 black, B1 black"),
    (TIGRIS, '"F6", "F5", "G4", "F4"', '"F6", "F5", "G4"', "state.kingdoms", "[[F4, G4, F5, F6]]"),
    (TIGRIS, '[["B1", "A1"]]', '[["B1", "A1"], ["C1"]]', "state.leaderless", "without [[C1]]"),
    (TIGRIS, 'has = ["I2"]', 'has = ["I4"]', "state.catastrophes.has", "[I2]"),
    (TIGRIS, 'lacks = ["I3"]', 'lacks = ["I2"]', "state.catastrophes.lacks", "[I2]"),
    (TIGRIS, 'has = ["I2"]', 'hsa = ["I2"]', "state.catastrophes.hsa", "count, has, lacks"),
    (TIGRIS, "treasures = []", "treasures = {}", "state.treasures", "it is a list"),
    (TIGRIS, "treasures = []", 'treasures = ["F4"]', "state.treasures", "[], without [F4]"),
    (TIGRIS, "face_down = {}", 'face_down = { F4 = "red" }', "state.face_down.F4", "nothing there"),
    (TIGRIS, 'placed = "nothing"', 'placed = "F6"', "state.placed", "nothing"),
    (TIGRIS, 'F5 = ["Bull", "priest"]', 'F5 = ["Bull", "king"]', "state.leaders.F5", "[Bull, priest]"),
    (TIGRIS, 'F5 = ["Bull", "priest"]', 'F5 = ["Bul", "priest"]', "state.leaders.F5.1", "Did you mean Bull?"),
    (TIGRIS, "Bull = { tiles = 0 }", "Bul = { tiles = 0 }", "state.players.Bul", "Did you mean Bull?"),
    (TIGRIS, "Bull = { tiles = 0 }", "Bull = { tails = 0 }", "state.players.Bull.tails", "Did you mean tiles?"),
    (TIGRIS, "Bull = { tiles = 0 }", "Bull = {}", "state.players.Bull", "name those of its parts that matter"),
    (TIGRIS, "Bull = { tiles = 0 }", 'Bull = { tiles = "red" }', "state.players.Bull.tiles", "a number"),
    (TIGRIS, "Bull = { tiles = 0 }", "Bull = { tiles = 1 }", "state.players.Bull.tiles", "0"),
    (TIGRIS, 'priest = "nothing"', 'priest = "F5"', "state.players.Lion.leaders.priest", "nothing"),
    (TIDES, "hands = { Anna = [17,", "hands = { Anna = [19,", "state.hands.Anna.1", "there is no card 19."),
    (TIDES, 'phase = "relic"', 'phase = "relics"', "state.phase", "draw, end. Did you mean"),
    (TIDES, 'phase = "relic"', 'phase = "pick"', "state.phase", "relic"),
    (TIDES, "box = { count = 0 }", "box = { count = -1 }", "state.box.count", "is not how many"),
    (TIDES, "relics = { Anna = [] }", "relics = {}", "state.relics", "it is a list"),
    # the end
    (TIDES, "relics = { Anna = [] }", "relics = { Anna = [] }\n[example.expect.result]", "result",
     "the game is not over"),
    (ENDED, 'winners = ["Anna"]', 'winners = ["Ana"]', "result.winners", "Did you mean Anna?"),
    (ENDED, 'winners = ["Anna"]', 'winners = ["Bob"]', "result.winners", "[Anna]"),
    (ENDED, 'winners = ["Anna"]', "winner = []", "winner", "Did you mean winners?"),
    (ENDED, "totals = { Bob = 20 }", "totals = { Bbo = 7 }", "result.totals.Bbo", "Did you mean Bob?"),
    (ENDED, "totals = { Bob = 20 }", "totals = { Bob = 21 }", "result.totals.Bob", "20: 3 for round 3/3 "),
    (ENDED, "totals = { Bob = 20 }", "totals = {}", "result.totals", "name a player"),
    (ENDED, '[["Anna"], ["Bob"]]', '[["Bob"], ["Anna"]]', "result.ranking", "[[Anna], [Bob]]"),
    (ENDED, '[["Anna"], ["Bob"]]', '[["Ana"], ["Bob"]]', "result.ranking", "Did you mean Anna?"),
    (ENDED, 'rule = "TT-5.1"', 'rule = "TT-5.11"', "result.rule", "Did you mean TT-5.1?"),
    (ENDED, 'rule = "TT-5.1"', 'rule = "TT-5.2"', "result.rule", "TT-5.1"),
    (ENDED, 'tie_rule = ""', 'tie_rule = "TT-5.2"', "result.tie_rule", "nothing"),
]  # fmt: skip


@pytest.mark.parametrize("text", [TIGRIS, TIDES, ENDED], ids=["tigris", "tides", "ended"])
def test_the_examples_are_right(text: str) -> None:
    (one,) = read_examples(text)
    assert run_example(one).findings == ()


@pytest.mark.parametrize(
    ("text", "old", "new", "key", "says"), SPOILT, ids=[f"{key}-{new}" for _, _, new, key, _ in SPOILT]
)
def test_a_spoilt_example_fails_at_its_line_and_says_what_is_right(
    text: str, old: str, new: str, key: str, says: str
) -> None:
    assert text.count(old) == 1
    spoilt = text.replace(old, new)
    pairs = zip(text.split("\n"), spoilt.split("\n"), strict=False)
    changed = next(number for number, (before, after) in enumerate(pairs, 1) if before != after)
    try:
        (one,) = read_examples(spoilt)
    except ExampleError as error:
        line, told = error.line, str(error)
        assert key in told
    else:
        finding = next((found for found in run_example(one).findings if found.key.endswith(key)), None)
        assert finding is not None, run_example(one).findings
        line, told = find_line(spoilt, 0, finding.key), f"{finding.expected}; {finding.got}"
    assert says in told
    assert line == changed, told


def test_an_example_that_expects_nothing_fails() -> None:
    text = TIDES.partition("[example.expect]")[0].replace(', expect = { turn = ["Bob"] }', "")
    (finding,) = run_example(read_examples(text)[0]).findings
    assert (finding.key, find_line(text, 0, finding.key)) == ("expect", 1)
    assert "expects nothing" in finding.got
    (still,) = read_examples(TIDES.partition("[example.expect]")[0])
    assert run_example(still).findings == ()


def test_effects_in_another_order_are_not_called_missing() -> None:
    revealed, doubled = TIDES.split("effects = [\n")[1].split("\n")[:2]
    (finding,) = run_example(
        read_examples(TIDES.replace(f"{revealed}\n{doubled}", f"{doubled}\n{revealed}"))[0]
    ).findings
    assert (finding.key, finding.expected) == ("expect.effects.2", "revealed cards Anna 15, Bob 13")
    assert finding.got == (
        "in another order: revealed cards [15, 13] (TT-2.2) came before doubled seat Anna, suits [palace] (TT-4.3)"
    )


def test_no_effects_at_all() -> None:
    text = '[[example]]\nid = "X"\ngame = "tides"\nwhen = ["chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Anna: pick 1"]\n'
    for wanted in ("effects = []", "no_effects = [{}]"):
        assert run_example(read_examples(f"{text}[example.expect]\n{wanted}\n")[0]).findings == ()
    more = text.replace('1"]', '1", "Bob: pick 6"]')
    for wanted in ("effects = []", "no_effects = [{}]"):
        found = run_example(read_examples(f"{more}[example.expect]\n{wanted}\n")[0]).findings
        assert [finding.got[:8] for finding in found][:1] == ["revealed"]
