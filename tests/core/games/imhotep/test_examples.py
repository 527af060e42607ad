"""The worked examples of the rulebook, as they come out."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.examples.example import Example
from support.pinned import examples_of, pinned


@pytest.mark.parametrize("example", examples_of("imhotep"), ids=lambda example: example.id)
def test_an_example_comes_out_as_the_book_has_it(example: Example, snapshot: SnapshotAssertion) -> None:
    assert pinned(example) == snapshot
