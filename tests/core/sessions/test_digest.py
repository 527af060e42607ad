"""The fingerprint of a state: pinned bytes, and the same in every process."""

from __future__ import annotations

import subprocess
import sys
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.sessions.digest import digest, format_1_digests


class Inner(Struct, frozen=True, array_like=True, gc=False):
    wins: bool
    side: str


class Small(Struct, frozen=True, array_like=True, gc=False):
    options: Inner
    inner: Inner
    phase: int
    board: bytes
    counts: tuple[int, ...]
    nothing: tuple[int, ...] = ()


SMALL = Small(Inner(False, "B"), Inner(True, "A"), 7, b"\x00\x02", (0, 127, 128, 300, -1))
ENCODED = bytes.fromhex(
    "96"  # an array of six: the fields in their order
    "c0"  # nil in the place of the options
    "92 c3 a1 41"  # an array of two: true, a string of one byte, A
    "07"  # 7
    "c4 02 00 02"  # two bytes
    "95 00 7f cc 80 cd 01 2c ff"  # five ints: 0, 127, one byte 128, two bytes 300, -1
    "90"  # an empty array
)


def test_a_digest_is_blake2b_of_the_message_pack_of_the_state() -> None:
    assert digest(SMALL) == blake2b(ENCODED, digest_size=8).hexdigest() == "083a32941f378646"


def test_it_leaves_the_options_out() -> None:
    """They stand in the header of a log; those of format 1 held them."""
    other = replace(SMALL, options=Inner(True, "B"))
    assert digest(other) == digest(SMALL)
    assert format_1_digests(other, ["wins", "side"]) != format_1_digests(SMALL, ["wins", "side"])


def test_a_digest_of_format_1_holds_the_options_as_an_array() -> None:
    """b2sum -l 64 gives it for the bytes above with 92 c2 a1 42 in the place of c0."""
    assert format_1_digests(SMALL, ["wins", "side"]) == ("d26803085b2eb0fd",)


def test_a_digest_of_format_1_may_be_older_than_an_option() -> None:
    """A log that names one of two options: it is from a time when there was one, or was written by hand."""
    whole, then = format_1_digests(SMALL, ["wins", "gone"])
    assert whole == "d26803085b2eb0fd"
    options_then = ENCODED[:1] + bytes.fromhex("91 c2") + ENCODED[2:]
    assert then == blake2b(options_then, digest_size=8).hexdigest()


def test_any_change_shows() -> None:
    others = [
        replace(SMALL, phase=8),
        replace(SMALL, board=b"\x02\x00"),
        replace(SMALL, counts=(0, 127, 128, 300)),
        replace(SMALL, inner=Inner(False, "A")),
        replace(SMALL, counts=(), nothing=(0, 127, 128, 300, -1)),
    ]
    assert len({digest(state) for state in (SMALL, *others)}) == 6
    assert digest(replace(SMALL)) == digest(SMALL)


SCRIPT = """
from kronika.core import Session, game_names, get_game
from kronika.core.basics.chance import Dice

for name in game_names():
    for seats in get_game(name).seats:
        session = Session.new(name, [f"P{n}x" for n in range(seats)], seed=seats)
        for number in range(200):
            if not session.actors:
                break
            seat = session.actors[0]
            session.do(seat, session.game.pick(session.state, seat, Dice(seats, number)))
            session.resolve_chance()
        print(name, seats, len(session.history), session.history[-1].state)
"""


def played(environment: dict[str, str], seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**environment, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_games_do_not_depend_on_the_order_of_sets(duel: dict[str, str]) -> None:
    """The same games in processes that hash strings differently."""
    outputs = {played(duel, seed) for seed in ("0", "1", "random")}
    assert len(outputs) == 1
    assert {line.split()[0] for line in outputs.pop().splitlines()} >= {"duel", "tides"}
