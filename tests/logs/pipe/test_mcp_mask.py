"""Names of games and cards under a mask: what leaves has none of them, and what comes reads as it was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from kronika.core import game_names, get_game
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.logs.pipe.mcp.mask import Mask
from kronika.logs.pipe.refusals import Refusal
from support.mcp import call, read, request, server


@cache
def of_all(seed: int = 7) -> Mask:
    return Mask(seed, [get_game(name) for name in game_names()])


@cache
def of(name: str) -> Mask:
    return Mask(7, [get_game(name)])


def names(game: AnyGame) -> list[str]:
    """Whatever names the game, and its cards by name, but for numbers."""
    cards = [name for card in game.cards() for name in (card.name, *card.other_names, card.id)]
    return [game.title, game.name, *(name for name in cards if not re.search(r"\d", name))]


def telling(game: AnyGame) -> re.Pattern[str]:
    """What must not be found in a text: names of several words in any case, others as they are printed."""
    found = (f"(?i:{re.escape(name)})" if re.search(r"\W", name) else re.escape(name) for name in names(game))
    return re.compile(rf"(?<!\w)(?:{'|'.join([*found, f'{game.rule_prefix}-'])})(?!\w)")


def test_a_seed_always_gives_the_same_names_and_another_gives_others() -> None:
    text = ", ".join(names(get_game("tides")))
    assert Mask(7, [get_game("tides")]).hide(text) == of("tides").hide(text)
    assert Mask(8, [get_game("tides")]).hide(text) != of("tides").hide(text)


@pytest.mark.parametrize("name", game_names())
def test_no_two_names_become_one_and_each_is_found_again(name: str) -> None:
    mask = of(name)
    for each in names(get_game(name)):
        hidden = mask.hide(each)
        assert hidden != each
        assert len(hidden) == len(each) or len(each) <= 3
        assert mask.show(hidden) == each
        assert mask.show(f"choose {hidden.upper()}").lower() == f"choose {each}".lower()
    every = set(names(get_game(name)))
    assert len({mask.hide(each) for each in every}) == len(every)


def test_small_words_capitals_line_breaks_plurals_and_numbers_of_rules() -> None:
    mask = of("tides")
    first, of_, the, second = mask.hide("Roof of the World").split()
    assert (of_, the) == ("of", "the")
    assert (len(first), len(second)) == (4, 5)
    assert mask.hide("ROOF OF THE WORLD") == f"{first} of the {second}".upper()
    assert mask.hide("a Roof of\n  the World, two Vestibules") == (
        f"a {first} of\n  the {second}, two {mask.hide('Vestibule')}s"
    )
    rule = mask.hide("(TT-2.6, see TT-2.7)")
    assert re.fullmatch(r"\(([A-Z]{2})-2\.6, see \1-2\.7\)", rule)
    assert "TT" not in rule
    assert mask.show(rule) == "(TT-2.6, see TT-2.7)"
    assert mask.hide("the roof, the world, 17, C16") == "the roof, the world, 17, C16"


def test_a_name_may_be_shortened_to_a_word_that_is_only_in_names() -> None:
    mask = of("tides")
    assert mask.hide("of the Roof (17)") == f"of the {mask.hide('Roof of the World').split()[0]} (17)"
    assert mask.show(f"pick {mask.hide('Roof')}") == "pick Roof"
    assert mask.hide("Palaces, the Palace") == "Palaces, the Palace"  # a suit, though there is an Eternal Palace


def test_addresses_in_the_net_are_left_out() -> None:
    hidden = of("tides").hide("see https://example.org/tides?x=1, (www.tides.de/TT) and tides-of-time.com.")
    assert hidden == "see …, (…) and …."


def test_a_real_name_means_nothing_and_its_mask_is_not_told() -> None:
    mask = of("tides")
    for text in ("pick Vestibule", "pick roof of the world", "pick vestibule", "tides", "rules://tides", "TT-2.6"):
        with pytest.raises(Refusal) as refused:
            mask.show(text)
        assert str(refused.value) == "A name has no meaning under the mask: use the names as they are shown."
    with pytest.raises(Refusal):
        mask.shown({"given": [{"Vestibule": 1}]})
    at = server(masked=(7, "tides"))
    assert call(at, "new", game="tides")["code"] == "refused"
    for uri in ("rules://tides", "rules://%74ides", "rules://TIDES"):
        assert request(at, "resources/read", uri=uri)["message"].startswith("A name has no meaning")


def test_a_move_by_a_name_that_was_remembered_counts_as_unreadable() -> None:
    """Who measures a model wants to know of it, and a model that goes on so forfeits the game like any other."""
    mask = of("tides")
    at = server(masked=(7, "tides"), seat="0", seed=3, forfeit=2)
    call(at, "new", game=mask.hide("tides"))
    for forfeited in (False, True):
        refused = call(at, "play", move="pick Vestibule")
        assert refused["code"] == "refused"
        assert refused["message"].startswith("A name has no meaning under the mask")
        assert refused.get("forfeited", False) is forfeited
    (found,) = call(at, "tally")["games"]
    assert (found["illegal"], found["unreadable"], found["forfeited"]) == (0, 2, 1)


@pytest.mark.parametrize("name", game_names())
def test_every_legal_move_reads_back_as_it_was_meant(name: str) -> None:
    game, mask, random = get_game(name), of_all(), Random(5)
    session = Session.new(game, ("Anna", "Bob"), seed=5)
    while session.actors:
        seat = session.actors[0]
        legal = game.actions(session.state, seat)
        for do in random.sample(list(legal), min(8, len(legal))):
            move = game.format(session.state, seat, do, session.players)
            assert mask.show(mask.hide(move)) == move
        session.do(seat, random.choice(legal))
        session.resolve_chance()


def texts_of(name: str) -> Iterator[str]:
    """What a seat gets to read of a game: its rules, a whole game by random moves, refusals, the score."""
    mask, random = of(name), Random(3)
    at = server(masked=(7, name), seat="0", seed=3, moves="always")
    shown = call(at, "new", game=mask.hide(name))
    yield read(at, "rule")
    (resource,) = request(at, "resources/read", uri=f"rules://{mask.hide(name)}")["contents"]
    yield resource["text"]
    yield str(request(at, "resources/list"))
    while "over" not in shown:
        move = random.choice(shown["moves"])
        if random.random() < 0.2:
            yield str(call(at, "play", move=f"{move} {random.choice(shown['moves'])} 99"))
        shown = call(at, "play", move=move)
        assert "code" not in shown
        yield str(shown)
    yield read(at, "look", since=0)
    yield read(at, "score")
    yield read(at, "tally")


@pytest.mark.parametrize("name", game_names())
def test_nothing_that_leaves_has_a_real_name(name: str) -> None:
    real = telling(get_game(name))
    for text in texts_of(name):
        assert not real.search(text), real.search(text)
