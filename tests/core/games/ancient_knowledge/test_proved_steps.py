"""What is shown of each kind of step to a witness who knows nothing of hidden cards (AK-1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace

from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.unseen import Place
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.rules import STEPS
from kronika.core.games.ancient_knowledge.unseen.proving import SECRET, known
from kronika.core.games.ancient_knowledge.view import view
from support.unseen import played

KINDS = get_args(steps.Step)
BUILDERS = bytes([CODES["A1"], CODES["C1"]])
TECHNOLOGIES = bytes([CODES["T28"], CODES["T31"]])
OF_TECHNOLOGIES = (steps.Peek, steps.PeekLearn, steps.Under, steps.Bury)
SOURCES: dict[Any, str] = {
    steps.Pay: "T22",
    steps.Reveal: "T22",
    steps.Peek: "P7",
    steps.PeekLearn: "P7",
    steps.Under: "P7",
}


class Nothing:
    """The knowledge of somebody who has seen no card."""

    last = None

    def least(self, place: Place, kind: Any) -> int:
        return 0

    def most(self, place: Place, kind: Any) -> int:
        return 1

    def is_among(self, places: Sequence[Place], kind: Any) -> bool:
        return False

    def exactly(self, place: Place, kind: Any) -> int | None:
        return None


def example(kind: type) -> Any:
    """A step of this kind of Bob, with two cards wherever it has cards."""
    cards = TECHNOLOGIES if kind in OF_TECHNOLOGIES else BUILDERS
    by_type = {int: 1, bool: False, bytes: cards, tuple[bytes, ...]: (b"", cards)}
    named = {
        "card": CODES[SOURCES.get(kind, "P34")],
        "source": CODES["T22"],
        "order": bytes([1]),
        "need": bytes([0, 2]),
    }
    if kind is steps.Pay:
        named["card"] = CODES["A1"]
    return kind(*[named.get(name, by_type[of]) for name, of in get_type_hints(kind).items()])


@pytest.mark.parametrize(
    ("kind", "beneath"),
    [(kind, beneath) for kind in KINDS for beneath in (False, True) if beneath or STEPS.dues[kind].takes],
)
def test_no_step_shows_a_card_that_only_its_player_can_have_seen(kind: type, beneath: bool) -> None:
    """To Bob, who has recorded none of his cards, each kind of step shows what it shows to a bystander."""
    state: Any = played("ancient_knowledge", 2, 1).line.states[60]
    state = replace(state, stack=(example(kind), *([steps.Declining(1, CODES["M1"])] if beneath else [])))
    openly = view(state, BYSTANDER)
    for viewer in (1, BYSTANDER):
        shown = known(view(state, viewer), viewer, Nothing())
        step, public = (shown.beneath[0], openly.beneath[0]) if beneath else (shown.pending, openly.pending)
        assert step is not None
        assert public is not None
        assert {*step.cards, *step.chosen} <= {*public.cards, *public.chosen, HIDDEN}
        if kind not in (*SECRET, steps.Pay):
            assert step.cards == public.cards
            assert step.seats == public.seats
            assert step.due == public.due


def test_each_kind_of_step_is_known_to_the_rules() -> None:
    assert {*KINDS} == {*STEPS.dues}
