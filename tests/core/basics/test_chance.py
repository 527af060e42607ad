"""The dice: pinned to the Mersenne Twister that Python promises to keep, and fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import pytest

from kronika.core.basics.chance import Dice


class Twister:
    """MT19937 with the 53-bit doubles of its authors' reference code, written again to check the dice against."""

    def __init__(self, key: list[int]) -> None:
        self.mt = [19650218]
        for i in range(1, 624):
            self.mt.append((1812433253 * (self.mt[-1] ^ (self.mt[-1] >> 30)) + i) & 0xFFFFFFFF)
        i, j = 1, 0
        for _ in range(max(624, len(key))):
            mixed = self.mt[i] ^ ((self.mt[i - 1] ^ (self.mt[i - 1] >> 30)) * 1664525)
            self.mt[i] = (mixed + key[j] + j) & 0xFFFFFFFF
            i, j = self._next(i), (j + 1) % len(key)
        for _ in range(623):
            mixed = self.mt[i] ^ ((self.mt[i - 1] ^ (self.mt[i - 1] >> 30)) * 1566083941)
            self.mt[i] = (mixed - i) & 0xFFFFFFFF
            i = self._next(i)
        self.mt[0] = 0x80000000
        self.words = self._words()

    def _next(self, i: int) -> int:
        if i == 623:
            self.mt[0] = self.mt[623]
            return 1
        return i + 1

    def _words(self) -> Iterator[int]:
        while True:
            for k in range(624):
                y = (self.mt[k] & 0x80000000) | (self.mt[(k + 1) % 624] & 0x7FFFFFFF)
                self.mt[k] = self.mt[(k + 397) % 624] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
            for y in self.mt:
                y ^= y >> 11
                y ^= (y << 7) & 0x9D2C5680
                y ^= (y << 15) & 0xEFC60000
                yield y ^ (y >> 18)

    def random(self) -> float:
        a, b = next(self.words) >> 5, next(self.words) >> 6
        return (a * 67108864 + b) / 9007199254740992


def reference(key: bytes) -> Twister:
    """The twister for a seed path: seeded with the two 32-bit halves of its 64-bit hash, the lower one first."""
    seed = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
    return Twister([seed & 0xFFFFFFFF, seed >> 32])


def test_the_reference_is_the_twister() -> None:
    """The first outputs that its authors publish for the key 0x123, 0x234, 0x345, 0x456."""
    words = Twister([0x123, 0x234, 0x345, 0x456]).words
    assert [next(words) for _ in range(5)] == [1067595299, 955945823, 477289528, 4107218783, 4228976476]


@pytest.mark.parametrize(
    ("path", "key"), [((7, 1), b"7/1"), ((7,), b"7"), (("x", 2, 3), b"x/2/3"), ((-1, 12), b"-1/12")]
)
def test_the_sequence_is_pinned(path: tuple[int | str, ...], key: bytes) -> None:
    dice, twister = Dice(*path), reference(key)
    assert [dice.below(1000) for _ in range(700)] == [int(twister.random() * 1000) for _ in range(700)]


def test_choosing_and_drawing_use_the_same_numbers() -> None:
    items = list("abcdefghij")
    twister = reference(b"7/1")
    dice = Dice(7, 1)
    assert dice.choice(items) == items[int(twister.random() * 10)]
    pool, drawn = list(items), []
    for _ in range(4):
        drawn.append(pool.pop(int(twister.random() * len(pool))))
    assert dice.draw(items, 4) == drawn
    assert items == list("abcdefghij"), "the items drawn from are left as they are"


def test_an_event_has_dice_of_its_own() -> None:
    def rolls(*path: int | str) -> list[int]:
        dice = Dice(*path)
        return [dice.below(1000) for _ in range(20)]

    assert rolls(7, 1) == rolls(7, 1) == rolls("7", 1)
    assert len({tuple(rolls(seed, number)) for seed in range(20) for number in range(20)}) == 400


def test_drawing_all_and_too_many() -> None:
    assert sorted(Dice(1).draw("abc", 3)) == ["a", "b", "c"]
    assert Dice(1).draw("abc", 0) == []
    with pytest.raises(ValueError, match="cannot draw 4 of 3"):
        Dice(1).draw("abc", 4)
    with pytest.raises(ValueError, match="cannot draw 4 of 3"):
        Dice(1).draw_counts((1, 2), 4)


def test_drawing_from_a_bag() -> None:
    for n in range(200):
        drawn = Dice(n).draw_counts((3, 0, 5, 1), 4)
        assert sum(drawn) == 4
        assert all(got <= held for got, held in zip(drawn, (3, 0, 5, 1), strict=True))
    assert Dice(1).draw_counts((3, 0, 5, 1), 9) == (3, 0, 5, 1)
    assert Dice(1).draw_counts((), 0) == ()


def even(counts: Counter[object], faces: int, rolls: int) -> None:
    """Each face within five standard deviations."""
    expected = rolls / faces
    assert len(counts) == faces
    for count in counts.values():
        assert abs(count - expected) < 5 * (expected * (1 - 1 / faces)) ** 0.5


def test_the_dice_are_fair() -> None:
    even(Counter(Dice(1, n).below(6) for n in range(12000)), 6, 12000)
    even(Counter(tuple(Dice(2, n).draw("abc", 3)) for n in range(12000)), 6, 12000)
    even(Counter(frozenset(Dice(3, n).draw(range(5), 2)) for n in range(12000)), 10, 12000)
    dice = Dice(4)
    even(Counter(dice.choice("abcdefg") for _ in range(12000)), 7, 12000)


def test_a_bag_is_drawn_from_by_its_contents() -> None:
    """One of 1 white and 3 black: black three times in four."""
    black = sum(Dice(5, n).draw_counts((1, 3), 1) == (0, 1) for n in range(8000))
    assert abs(black - 6000) < 5 * (8000 * 0.25 * 0.75) ** 0.5
