"""Which games a tournament has: worked out by hand for small ones."""

from __future__ import annotations

import pytest

from kronika.logs.tournament.plan import Plan, TournamentError, read_tournament
from kronika.logs.work.simulate import game_seed

BOTS = "".join(f'[[bot]]\nname = "{name}"\nbot = "random"\n' for name in "ABCD")


def plan(head: str, bots: str = BOTS) -> Plan:
    return Plan(read_tournament(f'name = "cup"\ngame = "tigris"\n{head}\n{bots}'))


def seatings(found: Plan) -> list[str]:
    return ["".join(game.players) for game in found]


def test_all_tables_play_a_deal_from_every_seat_before_the_next_is_dealt() -> None:
    found = plan("seats = 3\ngames = 6")
    deal = ["ABC", "BCA", "CAB", "ABD", "BDA", "DAB", "ACD", "CDA", "DAC", "BCD", "CDB", "DBC"]
    assert seatings(found) == deal * 2
    assert [game.number for game in found] == list(range(1, 25))
    assert [game.deal for game in found] == [1] * 12 + [2] * 12
    assert [game.table for game in found] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4] * 2
    assert {game.seed for game in found[:12]} == {game_seed(1, 1)}
    assert {game.seed for game in found[12:]} == {game_seed(1, 2)}


def test_the_first_runs_the_gauntlet() -> None:
    assert seatings(plan('tournament = "gauntlet"')) == ["AB", "BA", "AC", "CA", "AD", "DA"]
    assert seatings(plan('tournament = "gauntlet"\nseats = 3'))[::3] == ["ABC", "ABD", "ACD"]


def test_tables_that_are_listed() -> None:
    assert seatings(plan('tournament = "pairings"\npairings = [["C", "A"], ["B", "D"]]')) == ["CA", "AC", "BD", "DB"]


def test_more_games_begin_with_the_same_ones() -> None:
    assert list(plan("games = 6"))[:12] == list(plan("games = 2"))


def test_openings_come_in_turn() -> None:
    found = plan('games = 6\nopenings = ["a.jsonl", "b.jsonl"]', BOTS.split('[[bot]]\nname = "C"')[0])
    assert [game.opening for game in found] == ["a.jsonl", "a.jsonl", "b.jsonl", "b.jsonl", "a.jsonl", "a.jsonl"]


@pytest.mark.parametrize(
    ("head", "bots", "said"),
    [
        ("games = 3", BOTS, "games: 3 is not possible, since each deal is played from 2 seatings: use 4."),
        ("seats = 9", BOTS, "Tigris & Euphrates is for 2 to 4 players, not 9."),
        ("seats = 3", BOTS.split('[[bot]]\nname = "C"')[0], "bot: a table of 3 needs 3 bots; there are 2."),
        ("", '[[bot]]\nname = "A"\nbot = "random"', "bot: a tournament has two bots at least"),
        ("", BOTS + '[[bot]]\nname = "A"\nbot = "first"', "bot: two have the name 'A'"),
        (
            "",
            BOTS + '[[bot]]\nname = "E"\nbot = "rndom"',
            "bot 'E': There is no bot called 'rndom'. Did you mean random?",
        ),
        (
            "",
            BOTS + '[[bot]]\nname = "E"\nbot = "os:abort"',
            "bot 'E': 'os:abort': a file can't name a function to run",
        ),
        ("", BOTS + '[[bot]]\nname = "chance"\nbot = "random"', "'chance' can't be a player's name"),
        ("seets = 2", BOTS, "seets: "),
        ('tournament = "swiss"', BOTS, "tournament: "),
        ('tournament = "pairings"', BOTS, "pairings: list who meets whom"),
        ('pairings = [["A", "B"]]', BOTS, 'pairings: they are for tournament = "pairings".'),
        ('tournament = "pairings"\npairings = [["A", "E"]]', BOTS, "pairings.1: nobody is called 'E'."),
        ('tournament = "pairings"\npairings = [["A", "A"]]', BOTS, "pairings.1: a table has 2 different bots."),
        ("games = 10_000_000", BOTS, "games: 60,000,000 in all are too many"),
        (f"games = {10**30}", BOTS, "games: A whole number from 0 to 10000000 is needed, not "),
        ("[sprt]\nelo1 = 5", BOTS, "sprt: it decides between two bots at a table of two."),
        ("[options]\nboard = 'round'", BOTS, "board"),
        ("games = 'many'", BOTS, "games: "),
        ("games = [", BOTS, "line "),
    ],
)
def test_what_can_t_be_played(head: str, bots: str, said: str) -> None:
    with pytest.raises(TournamentError) as refusal:
        plan(head, bots)
    assert said in str(refusal.value)


def test_a_test_needs_two_different_answers() -> None:
    two = BOTS.split('[[bot]]\nname = "C"')[0]
    with pytest.raises(TournamentError, match=r"sprt: elo0 is less than elo1\."):
        plan("[sprt]\nelo0 = 10\nelo1 = 10", two)
    with pytest.raises(TournamentError, match="alpha"):
        plan("[sprt]\nalpha = 0.7", two)
