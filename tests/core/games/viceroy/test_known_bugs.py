"""The eleven bug classes of a public implementation (VC-7.2), one by one."""

from __future__ import annotations

from kronika.core.basics.chance import Dice
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.cards import REWARD
from kronika.core.games.viceroy.tokens import MAGIC, SCIENCE
from support.playing import allowed, play, refused
from support.viceroy import place, start


def test_1_icons() -> None:
    """Gear is science, scroll is magic, a sphere with a number is gems, a capsule is one bonus token; law 72 pays 5."""
    assert REWARD[6][1][0].what == MAGIC
    assert REWARD[6][2][0].what == SCIENCE
    assert (REWARD[2][4][0].kind, REWARD[2][4][0].n) == (0, 8)
    assert len(REWARD[54][3]) == 1
    assert len(REWARD[8][4]) == 2
    session = place(phase="end", pyramids={"Anna": {"1.0": {"card": 72, "tucked": [1, 2]}}})
    assert session.totals() == {"Anna": 10}


def test_2_supports_side_by_side() -> None:
    pyramid = {"1.0": 1, "1.1": 2, "1.2": 4, "1.3": 5, "2.0": 6, "2.2": 7}
    session = place(phase="select", pyramids={"Anna": pyramid}, hands={"Anna": [68]})
    session.play("select 68")
    assert refused(session, "place 3.0").rule == "VC-3.2"
    assert refused(session, "place 3.1").rule == "VC-3.2"
    assert allowed(session, "place 2.1")


def test_3_neighbours_across_a_gap() -> None:
    pyramid = {"1.0": 70, "1.1": 71, "1.2": 73, "1.3": 77, "2.0": 85, "2.2": 7}
    session = place(phase="end", pyramids={"Anna": pyramid})
    assert session.totals() == {"Anna": 0}


def test_4_starting_rewards() -> None:
    """A card drawn as soon as the decks are there; gems after the starting gems, in ascending number (R-1)."""
    session = start(players=2)
    play(
        session,
        "chance: return blue blue / red red",
        "chance: deal 32 5 / 10 9",
        "Anna: start 32",
    )
    # Bob's Marshal brings three gems at once; Anna's Captain a card, at the end of the set-up.
    play(session, "Bob: start 10")
    assert session.actors == (1,)
    play(session, "Bob: gems 3 yellow", "chance: turn up 41 42 43 44", "chance: laws 65 66 67 / 68 69 70")
    assert session.view().gems[1] == {"blue": 2, "red": 0, "green": 2, "yellow": 5}
    assert session.legal() == {"Anna": ["draw small", "draw law"]}
    play(session, "Anna: draw small", "chance: card 60")
    assert session.view().hands[0] == ("5", "60", "65", "66", "67")
    assert (session.view().small, session.view().large, session.view().round) == (11, 44, 1)


def test_4_starting_rewards_in_ascending_number() -> None:
    """The infinite gem of 18 before the gems of 21, and the card of 32 before the card of 50 at the end."""
    session = start(players=4)
    play(
        session,
        "chance: return blue blue / red red / red red / red red",
        "chance: deal 50 1 / 32 2 / 21 3 / 18 4",
        "Anna: start 50",
        "Bob: start 32",
        "Cyril: start 21",
        "Dana: start 18",
    )
    assert session.view().pyramids[3]["1.0"].tokens == ("infinite-blue",)
    assert session.actors == (2,)
    play(
        session,
        "Cyril: gems 4 red",
        "chance: turn up 41 42 43 44",
        "chance: laws 65 66 67 / 68 69 70 / 71 72 73 / 74 75 76",
    )
    assert session.actors == (1,)
    play(session, "Bob: draw law", "chance: card 80")
    assert session.actors == (0,)
    play(session, "Anna: draw small", "chance: card 60")
    assert session.view().round == 1


def test_5_gems_and_decks_are_chosen() -> None:
    session = place(phase="select", pyramids={"Anna": {"1.0": 1}}, hands={"Anna": [10, 32]}, gems={"Anna": "red green"})
    for move in ("select 10", "place left", "gems 3 blue", "select 32", "place left"):
        session.play(move)
    assert session.legal() == {"Anna": ["draw small", "draw law"]}


def test_6_no_split_without_agreement() -> None:
    given = {
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "lanes": {"red": {"below": 21, "above": 22}},
        "gems": {"Anna": "red", "Bob": "red"},
    }
    session = place(players=2, **given)
    for move in ("Anna: bid red", "Bob: bid red", "Anna: claim above", "Bob: refuse"):
        session.play(move)
    assert session.view().hands == ((), ())


def test_7_vp_tokens_stay_tokens() -> None:
    """Two tokens of 4 are not one of 8."""
    session = place(phase="end", pyramids={"Anna": {"1.0": {"card": 1, "tokens": ["4vp", "4vp"]}}})
    assert session.view().pyramids[0]["1.0"].tokens == ("4vp", "4vp")


def test_8_infinite_gems_and_laws_65_to_67() -> None:
    """Law 66 copies it, law 65 pays circle gems, law 67 can swap it and bonuses."""
    doubled = place(
        phase="select", pyramids={"Anna": {"1.0": {"card": 1, "tokens": ["infinite-red"]}}}, hands={"Anna": [66]}
    )
    doubled.play("select 66")
    assert doubled.view().pyramids[0]["1.0"].tokens == ("infinite-red", "infinite-red")
    replaced = place(phase="select", pyramids={"Anna": {"1.0": 17, "1.1": 33, "2.0": 3}}, hands={"Anna": [65]})
    replaced.play("select 65")
    replaced.play("replace 17")
    assert replaced.view().gems[0]["green"] == 1
    swapped = place(
        players=2,
        phase="select",
        pyramids={
            "Anna": {"1.0": {"card": 1, "tokens": ["magic+5"]}},
            "Bob": {"1.0": {"card": 2, "tokens": ["infinite-red", "blue+4"]}},
        },
        hands={"Anna": [67]},
        gems={"Anna": "3 red"},
        options={"swap_infinite": True},
    )
    for move in ("Bob: pass", "Anna: select 67", "Anna: place left", "Anna: pay Bob"):
        swapped.play(move)
    assert swapped.legal()["Anna"] == ["law 67 get 2 blue+4", "law 67 get 2 infinite-red"]


def test_9_the_virtual_opponent_draws_from_the_box() -> None:
    """Uniform over four colours whatever is on display, and it never attacks."""
    session = place(pyramids={"Anna": {"1.0": 1}}, lanes={"red": {"below": 21}})
    session.play("pass")
    drawn = [GAME.sample(session.state, Dice(n)).gems[0] for n in range(400)]
    assert min(drawn.count(colour) for colour in ("blue", "red", "green", "yellow")) > 60


def test_10_law_78_works_in_the_auction() -> None:
    given = {"pyramids": {"Anna": {"1.0": 78}}, "lanes": {"red": {"below": 21}}, "gems": {"Anna": "red"}}
    session = place(**given)
    session.play("bid red")
    session.play("chance: box blue")
    session.play("tuck 21")
    assert session.view().pyramids[0]["1.0"].tucked == ("21",)


def test_11_undoing_a_recolouring_creates_no_gem() -> None:
    pyramid = {"1.0": 22, "1.1": 33, "1.2": 35, "2.0": 1, "2.1": 3}
    given = {"phase": "recolour", "pyramids": {"Anna": pyramid}, "gems": {"Anna": "2 green 4 red"}, "supply": "none"}
    session = place(**given)
    session.play("recolour 2.1 green")
    session.undo()
    assert session.view().gems[0] == {"blue": 0, "red": 4, "green": 2, "yellow": 0}
    assert session.view().supply == {"blue": 0, "red": 0, "green": 0, "yellow": 0}


def test_second_edition_start() -> None:
    """VC-6.8 (a): four dealt, one played, one kept, two back in the deck; nobody else learns which."""
    session = start(players=2, options={"second_edition": True})
    assert session.state.options.second_edition
    play(session, "chance: return blue blue / red red")
    assert refused(session, "chance: deal 3 4 / 5 6").rule == "VC-1.6.6"
    play(session, "chance: deal 3 4 5 6 / 27 28 29 30")
    assert len(session.legal()["Anna"]) == 12
    assert refused(session, "Anna: start 3").rule == "VC-6.8"
    assert refused(session, "Anna: start 3 keep 3").rule == "VC-6.8"
    assert refused(session, "Anna: start 3 keep 27").rule == "VC-6.8"
    assert refused(session, "Anna: start 27 keep 3").rule == "VC-1.6.6"
    play(session, "Anna: start 3 keep 5")
    assert session.view(1).chosen == ("?", "")
    assert session.view(0).chosen == ("3 keep 5", "")
    play(session, "Bob: start 27 keep 30")
    assert session.view().hands == (("5",), ("30",))
    assert {"4", "6", "28", "29"} <= set(session.view().unseen)
    assert (session.view().large, session.view().small) == (48, 12)
