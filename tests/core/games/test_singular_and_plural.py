"""What is reported one is reported one: no sentence of a worked example, its sheet or its table has `1 cards`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronika.core.contract.paper import Paper
from kronika.core.examples.example import Example, read_examples, run_example
from kronika.core.games.ancient_knowledge import scoring as knowledge
from kronika.core.games.tigris import GAME as TIGRIS
from kronika.core.games.tigris.effects import Spent
from kronika.core.games.viceroy import scoring as viceroy

FILES = sorted((Path(__file__).parents[3] / "fixtures" / "examples").glob("*.toml"))
EXAMPLES = [example for path in FILES for example in read_examples(path.read_text("utf-8"))]

_MANY = (
    "actions areas cards characters circles cities farms gems icons laws markets megaliths monuments pairs palaces "
    "places players points pyramids records rounds seats sets settlements ships spaces stones symbols technologies "
    "temples tiles tokens treasures trios turns"
)
ONE_OF_MANY = re.compile(rf"(?<![\w.+:-])(?<!\+ )1 (?:[a-z-]+ )?(?:{_MANY.replace(' ', '|')})\b")


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{example.game} {example.id}" for example in EXAMPLES])
def test_one_thing_is_not_reported_as_many(example: Example) -> None:
    session, effects = run_example(example).session, run_example(example).effects
    assert session is not None
    game, names = session.game, session.players
    told = [game.describe(effect, names) for effect in effects]
    told.extend(f"{item.source}: {item.note}" for item in session.score())
    told.extend(game.render(session.view(), names, Paper()).splitlines())
    assert [text for text in told if ONE_OF_MANY.search(text)] == []


@pytest.mark.parametrize(
    ("attacker", "defender", "says"),
    [
        (0, 1, "0 + 1 committed temple goes out of the game"),
        (1, 0, "1 + 0 committed temple goes out of the game"),
        (1, 1, "1 + 1 committed temples go out of the game"),
        (0, 0, "0 + 0 committed temples go out of the game"),
    ],
)
def test_tiles_that_were_committed(attacker: int, defender: int, says: str) -> None:
    assert TIGRIS.describe(Spent("red", attacker, defender, "TE-5.6"), ["Lion", "Bull"]) == says


@pytest.mark.parametrize(
    ("law", "found", "says"),
    [
        (viceroy.PER_SET, (1,), "1 set x 3"),
        (viceroy.PER_SET, (2,), "2 sets x 3"),
        (viceroy.LAY_GEMS, (1,), "1 gem x 2"),
        (viceroy.LAY_GEMS, (0,), "0 gems x 2"),
        (viceroy.PER_CIRCLE, (1, 2), "1 circle + 2 infinite gems"),
        (viceroy.PER_CIRCLE, (3, 1), "3 circles + 1 infinite gem"),
        (viceroy.NEIGHBOURS[0], (1,), "1 adjacent character x 2"),
        (viceroy.NEIGHBOURS[3], (2,), "2 adjacent characters x 2"),
    ],
)
def test_the_reckoning_of_a_law(law: int, found: tuple[int, ...], says: str) -> None:
    assert viceroy._NOTES[law](*found) == says


def test_all_that_scores_in_ancient_knowledge_has_a_word_for_one() -> None:
    one, many = zip(*knowledge._COUNTED.values(), strict=True)
    assert not [word for word in one if re.match(r"\w+(ies|ths|ds|os|ts)\b", word)]
    assert "city in the Past" in one
    assert "cities in the Past" in many
