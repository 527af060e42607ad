"""The largest sizes of inputs and outputs, in one table.

Limits keep the time and memory of every reader bounded. Writers keep them too, and messages name the limit that was
exceeded. If a limit is ever lowered, data written before that stays readable.
"""

from __future__ import annotations

from typing import Final

LINE: Final = 1 << 20
"""Bytes in a line of a log, including its line break, or in a packed frame. The longest line that ships has 2 KB."""
RECORDS: Final = 100_000
"""Lines in a log after its header, including those that were taken back. A long game has 2,000."""
LOG: Final = 64 << 20
"""Bytes in a log that is written to or copied: such a log is read into memory as a whole."""
PACK_BLOCK: Final = 128 << 20
"""Bytes in a block of a file of many logs, in the list of its logs, or in its data before or after compression."""
PACK_BLOCKS: Final = 4_000_000
"""Blocks in a file of many logs: 4,000 million games of Tides."""
PACK_LEVEL: Final = 19
"""The level of zstd in a file of many logs. It is read as fast at every level."""
GAMES: Final = 10_000
"""Games in one file of matches, and in one run of `fairplay`."""
BATCH: Final = 10_000_000
"""Games in one simulation or one tournament."""
TEST_GAMES: Final = 100_000
"""Default number of games in a tournament with a sequential test, which usually ends earlier."""
JOBS: Final = 1_000
"""Worker processes."""
SECONDS: Final = 3_600
"""Seconds to wait for anything except the next request of a client (see `IDLE_SECONDS`)."""
NAME: Final = 200
"""Characters in a name, such as a player's, and in a number or an unquoted key in TOML."""
TAG: Final = 1_000
"""Characters in the key or in the value of a tag."""
TAGS: Final = 1_000
"""Tags of a game after a `set` record. Each such record copies all tags, and a log may consist of nothing else."""
NOTE: Final = 10_000
"""Characters in a note, and in the text of an early ending."""
MARK: Final = 20
"""Characters in the mark of a note: `!`, `?!`, or a word."""
DATA: Final = 64 << 10
"""Bytes of JSON in the `data` of a note, which programs keep there."""
POINTERS: Final = 100
"""Marks and arrows of one note that are drawn in a picture."""
MOVE: Final = 4_000
"""Characters in a move. A deal of forty cards by name has 1,200."""
TEXT: Final = 4 << 20
"""Bytes in a text file that is read as a whole, such as a script of moves."""
RESULT: Final = 256 << 20
"""Bytes in a stored result, such as that of an earlier check. The result for 100,000 logs has 10 % to 50 % of this."""
TOML: Final = 1 << 20
"""Characters in a TOML text. The largest that ships has 51,000."""
KEY: Final = 10
"""Parts in a dotted key in TOML. Python's reader needs memory that grows with the square of this."""
TOML_DOTS: Final = 100_000
"""Separators (`.`) in all dotted keys of a TOML text. Each makes a table, which takes 900 bytes."""
NESTING: Final = 100
"""Depth of nested lists and tables in TOML, JSON and MessagePack. Positions have a depth of 10."""
QUOTE: Final = 200
"""Characters that a message quotes from an input."""
FAULTS: Final = 10_000
"""Faults that are reported for one log."""
SURVEY_FAULTS: Final = 1_000
"""Faults that are reported for each log when a folder is checked."""
WINDOW: Final = 64 << 20
"""Window size of a zstd file, in bytes. Files written by `kronika` or `zstd -19` need 8 MiB."""
MESSAGE: Final = 4 << 20
"""Bytes in a line of a connection with a client. A line with a whole log of 2,000 records has half a MiB."""
QUEUED_REQUESTS: Final = 1_000
"""Requests that are read ahead while an earlier one is being answered, so that a client can cancel one."""
IDLE_SECONDS: Final = 86_400
"""Seconds without a request after which a connection is closed: a day, as people may interrupt a game overnight."""
SESSIONS: Final = 1_000
"""Sessions (games) that one connection may have open at a time."""
CONNECTION_RECORDS: Final = 300_000
"""Records in all open sessions of one connection. Each record keeps a state of about 2 KB."""
EXPANSION_RATIO: Final = 250
"""Largest expansion of a compressed file, in bytes out per byte in, once it has given `EXPANSION_FREE_BYTES`.

A compressed log expands to about 10 times its size.
"""
EXPANSION_FREE_BYTES: Final = 4 << 20
"""Bytes that a compressed file may expand to regardless of its own size."""
ARCHIVE: Final = 16 << 20
"""Bytes in an archive of another platform. The page of a replay has some 2 MiB."""
PACKETS: Final = 20_000
"""Notifications in such an archive, including cancelled ones. A long game has some 2,000."""
REQUEST: Final = 64 << 10
"""Bytes in the body of a request to `kronika host`. The longest note has 40 KB."""
REQUEST_SECONDS: Final = 10
"""Seconds for a client of `kronika host` to send a whole request, or to read an event."""
WATCHERS: Final = 512
"""Streams of events that `kronika host` keeps open at a time."""
KEPT_IDS: Final = 2_000
"""Changes of a hosted game whose ids are kept, so that one that is sent again is not made again."""
PLAYER_NOTES: Final = 200_000
"""Characters in all notes that one player writes in a hosted game, so that they leave room for those of others."""
FOUND_EVENTS: Final = 500
"""Events of one search that are drawn or written as examples. All of them are in memory until the last is found."""


def size_text(size: int) -> str:
    """The size in bytes as readable text, rounded down: `1 MiB`, `16 KiB`."""
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"
