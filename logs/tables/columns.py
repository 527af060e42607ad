"""The tables of an export: their columns, with types and meanings. `kronika docs tables` says the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

VERSION: Final = 1
"""The version of these tables. It changes when a column is gone, or has another type or meaning."""
POINTS_OF: Final = 6
"""Seats whose points are columns of `logs`; those of more seats are in `seats` only."""
OPENING: Final = 3
"""Decisions of a seat that its opening has."""

Type = Literal["BIGINT", "INTEGER", "BOOLEAN", "VARCHAR", "BLOB", "INTEGER[]"]
"""The SQL type of a column. In CSV, a BLOB is written as hexadecimal digits, a list in brackets."""


class Column(Struct, frozen=True):
    """A column: its name, its SQL type, what it holds with its unit, and whether a seat may not know it during a
    game.
    """

    name: str
    type: Type
    about: str
    hidden: bool = False


class Table(Struct, frozen=True):
    """A table: its name, what a row is, and its columns in order."""

    name: str
    about: str
    columns: tuple[Column, ...]


_LOG: Final = Column("log", "BIGINT", "The number of the log in this export; every table has it.")
_EVENT: Final = Column("event", "INTEGER", "The number of the event in force, from 1; events taken back do not count.")
_SEAT: Final = Column("seat", "INTEGER", "The seat, from 0.")

LOGS: Final = Table(
    "logs",
    "One row for each log that can be read, by content: a copy of a log has none. A log has rows in the other tables "
    "unless its replay stops at a fault, such as an illegal move.",
    (
        _LOG,
        Column("address", "VARCHAR", "The address of the log when it was exported."),
        Column("content", "VARCHAR", "The digest of the log's bytes, 32 hexadecimal digits."),
        Column("game", "VARCHAR", "The name of the game, such as `tides`."),
        Column("rules", "INTEGER", "The version of the game's rules under which the log was recorded."),
        Column("derived_by", "INTEGER", "The version of the game's rules by which these rows were derived."),
        Column("options", "VARCHAR", "All options in force, defaults too, as a JSON object."),
        Column("tags", "VARCHAR", "The tags, as a JSON object."),
        Column("players", "INTEGER", "The number of players."),
        Column("witness", "INTEGER", "The seat that recorded the game; -3 for a bystander; null for a full game."),
        Column("seed", "BIGINT", "The seed of chance; null if outcomes were entered.", hidden=True),
        Column(
            "deal",
            "VARCHAR",
            "A digest of game and seed, or of the outcomes before the first decision: games of one deal have the same.",
            hidden=True,
        ),
        Column("assumed", "BOOLEAN", "True for a game made by `kronika complete`, whose hands are assumed."),
        Column("valid", "BOOLEAN", "True if the log has no fault."),
        Column("fault_count", "INTEGER", "The number of faults, at most those that a check lists."),
        Column("fault", "VARCHAR", "The code of the gravest fault; null without one."),
        Column("fault_rule", "VARCHAR", "The first rule that the gravest fault names; null without one."),
        Column("record_count", "INTEGER", "The number of lines after the header, those taken back too."),
        Column("event_count", "INTEGER", "The number of events in force: decisions and outcomes of chance."),
        Column("decision_count", "INTEGER", "The number of decisions in force."),
        Column("play", "VARCHAR", "A digest of options, decisions and chance: equal games have the same.", hidden=True),
        Column("finished", "BOOLEAN", "True if the rules ended the game."),
        Column("ended", "VARCHAR", "The reason why it ended before, such as `resigned`; else null."),
        Column("reason", "VARCHAR", "The reason why the rules ended the game; null for an unfinished one."),
        Column("end_rule", "VARCHAR", "The rule by which it ended."),
        Column("tie_break", "VARCHAR", "The tie-break that decided; null without one."),
        Column("tie_rule", "VARCHAR", "The rule of that tie-break."),
        Column("winner", "INTEGER", "The seat that won alone; null for a shared victory or an unfinished game."),
        Column("winner_count", "INTEGER", "The number of seats that won; 0 for an unfinished game."),
        Column("margin", "INTEGER", "The points by which the best winner leads the best of the others; else null."),
        *(
            Column(
                f"points_{seat}",
                "INTEGER",
                f"The points of seat {seat} at the end of the log; null without that seat, or if a witness "
                "does not know them.",
                hidden=True,
            )
            for seat in range(POINTS_OF)
        ),
    ),
)
SEATS: Final = Table(
    "seats",
    "One row for each seat of a replayed log.",
    (
        _LOG,
        _SEAT,
        Column("player", "VARCHAR", "The name of the player, after renaming."),
        Column("points", "INTEGER", "The points at the end of the log; null if a witness does not know.", hidden=True),
        Column("won", "BOOLEAN", "True if the seat won, alone or shared; null for an unfinished game."),
        Column("place", "INTEGER", "The place, 1 for the winners; a shared place has the better number; else null."),
        Column(
            "turn_order", "INTEGER", "1 for the seat that decided first in the game, and so on; null if it did not."
        ),
        Column("decision_count", "INTEGER", "The number of its decisions in force."),
        Column("first_move", "VARCHAR", "Its first decision in notation, as the seat itself knew it.", hidden=True),
        Column(
            "opening",
            "VARCHAR",
            f"Its first {OPENING} decisions, as the seat itself knew each at its time, separated by `; `. A part "
            "that was hidden from the seat then is `?`. Null if it decided less often.",
            hidden=True,
        ),
    ),
)
DECISIONS: Final = Table(
    "decisions",
    "One row for each decision in force of a replayed log. Outcomes of chance are not decisions.",
    (
        _LOG,
        _EVENT,
        Column("decision", "INTEGER", "The number of the decision in the game, from 1."),
        Column("turn", "INTEGER", "The number of the decision among those of its seat, from 1."),
        _SEAT,
        Column("kind", "VARCHAR", "The type of the action, such as `pick`."),
        Column("move", "VARCHAR", "The move in notation, as the referee knows it.", hidden=True),
        Column("public", "VARCHAR", "The move as all seats knew it when it was made; hidden parts are `?`."),
        Column("secret", "BOOLEAN", "True if another seat did not know all of the move when it was made."),
        Column(
            "cards", "VARCHAR", "The ids of the cards that the move names, separated by spaces; else null.", hidden=True
        ),
        Column(
            "packed",
            "BLOB",
            "The event as in a packed log: the MessagePack array `[seat, number of the type, fields…]`.",
            hidden=True,
        ),
    ),
)
EFFECTS: Final = Table(
    "effects",
    "One row for each effect of an event in force, of decisions and of chance.",
    (
        _LOG,
        _EVENT,
        Column("place", "INTEGER", "The place of the effect in its event, from 1."),
        Column("actor", "INTEGER", "The seat that decided; -1 for chance."),
        Column("type", "VARCHAR", "The type of the effect, such as `scored`."),
        Column("rule", "VARCHAR", "The number of the rule that caused it."),
        Column("seat", "INTEGER", "The seat that it concerns; null if it names no single one.", hidden=True),
        Column("points", "INTEGER", "The points that it gives; null if it gives none.", hidden=True),
        Column("secret", "BOOLEAN", "True if a seat may not know all of the effect when it happens."),
        Column("fields", "VARCHAR", "All other fields of the effect, as a JSON object.", hidden=True),
    ),
)
SCORES: Final = Table(
    "scores",
    "One row for each item of the score sheet at the end of a replayed log.",
    (
        _LOG,
        _SEAT,
        Column("part", "VARCHAR", "The part of the score sheet, such as `round 1`."),
        Column("source", "VARCHAR", "The source of the points, such as a card.", hidden=True),
        Column("rule", "VARCHAR", "The number of the rule that gives them."),
        Column("points", "INTEGER", "The points, negative for a loss.", hidden=True),
    ),
)
CITATIONS: Final = Table(
    "citations",
    "One row for each rule that effects and the score of a replayed log cite.",
    (
        _LOG,
        Column("rule", "VARCHAR", "The number of the rule."),
        Column("times", "INTEGER", "How often it is cited."),
    ),
)

STEPS: Final = Table(
    "steps",
    "One row for each action of an environment (`kronika docs researchers`); a decision may take several. Only data "
    "sets have it.",
    (
        _LOG,
        _EVENT,
        Column("step", "INTEGER", "The number of the action in the game, from 1."),
        _SEAT,
        Column("action", "INTEGER", "The number of the action in the catalogue of the game.", hidden=True),
        Column("legal", "INTEGER[]", "The numbers of all actions that were legal, ascending.", hidden=True),
    ),
)

TABLES: Final[Mapping[str, Table]] = {
    table.name: table for table in (LOGS, SEATS, DECISIONS, EFFECTS, SCORES, CITATIONS)
}
"""The tables of an export by name."""
ALL: Final[Mapping[str, Table]] = {**TABLES, STEPS.name: STEPS}
"""The tables of an export, and those that only data sets have."""
