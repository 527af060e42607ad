"""How large things may be: one table, kept by all that write and named in what is said of a breach.

Every reader is bounded by it in time and memory. What was written before a limit was made smaller stays readable.
"""

from __future__ import annotations

from typing import Final

LINE: Final = 1 << 20
"""Bytes of a line of a log, its line break included, or of a packed frame: the longest line that ships has 2 KB."""
RECORDS: Final = 100_000
"""Lines of a log after its header, taken back or not: a long game has 2,000."""
LOG: Final = 64 << 20
"""Bytes of a log that is to be written to, or copied: it is read as a whole."""
GAMES: Final = 10_000
"""Games of a file of matches."""
BATCH: Final = 10_000_000
"""Random games of one simulation."""
TEST_GAMES: Final = 100_000
"""Games of a tournament with a test that ends when it is decided, where nobody says how many."""
JOBS: Final = 1_000
"""Processes to work with."""
SECONDS: Final = 3_600
"""Seconds that may be waited for anything but the next request of another program."""
NAME: Final = 200
"""Characters of a player's name; of a number or a key without quotes in TOML."""
TAG: Final = 1_000
"""Characters of a tag's key or value."""
TAGS: Final = 1_000
"""Tags of a game after a `set` of tags: each copies all of them, and a log may hold nothing else."""
NOTE: Final = 10_000
"""Characters of a note, and of what is said of an ending."""
MARK: Final = 20
"""Characters of a note's mark: `!`, `?!`, or a word."""
DATA: Final = 64 << 10
"""Bytes of what programs keep in a note."""
POINTERS: Final = 100
"""Marks and arrows of a note that are drawn in a picture."""
MOVE: Final = 4_000
"""Characters of a move: a deal of forty cards by name has 1,200."""
TEXT: Final = 4 << 20
"""Bytes of a text file that is read as a whole, such as a script."""
RESULT: Final = 256 << 20
"""Bytes of the result of an earlier check: 100,000 logs have a tenth to a half of it."""
TOML: Final = 1 << 20
"""Characters of a TOML text; the largest that ships has 51,000."""
KEY: Final = 10
"""Parts of a dotted key of TOML. Its reader takes memory by the square of them."""
TOML_DOTS: Final = 100_000
"""Dots in the keys of a TOML text: each is a table, which takes 900 bytes."""
NESTING: Final = 100
"""How deep lists and tables of TOML, of JSON and of MessagePack may lie in one another: positions have 10."""
QUOTE: Final = 200
"""Characters that a message quotes of what it speaks of."""
FAULTS: Final = 10_000
"""Faults that are told of one log."""
SURVEY_FAULTS: Final = 1_000
"""Faults that are told of one log among those of a folder."""
WINDOW: Final = 64 << 20
"""Bytes that a zstd file may want to look back; what `kronika` itself and `zstd -19` write wants 8 MiB."""
MESSAGE: Final = 4 << 20
"""Bytes of a line to or from another program: a log of 2,000 records in it has half of one MiB."""
QUEUED_REQUESTS: Final = 1_000
"""Requests that are read before the first of them is answered, so that one can be taken back."""
IDLE_SECONDS: Final = 86_400
"""Seconds after which a connection ends on which nothing is asked: people at its other end may sleep over a game."""
SESSIONS: Final = 1_000
"""Games that one connection has open."""
CONNECTION_RECORDS: Final = 300_000
"""Records of all games that one connection has open: each keeps a state, of 2 KB or so."""
EXPANSION_RATIO: Final = 250
"""Bytes that a byte of a compressed file may stand for, from `EXPANSION_FREE_BYTES` bytes on.

A log's byte stands for 10.
"""
EXPANSION_FREE_BYTES: Final = 4 << 20
"""Bytes that a compressed file may give however small it is."""
ARCHIVE: Final = 16 << 20
"""Bytes of an archive of another platform: the page of a replay has some 2 MiB."""
PACKETS: Final = 20_000
"""Notifications of such an archive, cancelled ones among them: a long game has some 2,000."""
FOUND_EVENTS: Final = 500
"""Events of one search that are drawn or written as examples: all of them are at hand until the last is there."""


def size_text(size: int) -> str:
    """A number of bytes for people: `1 MiB`, `16 KiB`."""
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"
