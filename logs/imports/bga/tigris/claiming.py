"""Claims of a notification in Tigris & Euphrates: tiles added to a conflict, its result, points at the end."""

from __future__ import annotations

from collections.abc import Mapping

from kronika.core.games.tigris.board import COLOURS, Cell
from kronika.logs.imports.bga.tigris.claims import SIDES
from kronika.logs.imports.bga.tigris.pieces import leader_of
from kronika.logs.imports.recording import Recording
from kronika.logs.imports.values import Args, as_int


def claim_support(recording: Recording, args: Args, seat: int) -> None:
    """Claim the colour, the side and the number of the tiles that a player adds to a conflict."""
    for what, words in (("kind", COLOURS), ("side", SIDES)):
        if args.has(what):
            recording.says(what, args.word(what, words), seat)
    if "tile_ids" in args.notice.args:
        recording.says("tiles", len(args.rows("tile_ids")), seat)


def claim_result(recording: Recording, args: Args, cells: Mapping[int, Cell]) -> None:
    """Claim the winner, the loser and the strengths of a conflict, and the tiles that were removed.

    `cells` has the cells of tiles by the platform's numbers.
    """
    leader = leader_of(args.word("kind", COLOURS))
    winner, loser = args.number("winner_strength"), args.number("loser_strength")
    of = recording.seat_of(args, "winning_player_id")
    recording.says("strengths", f"{winner}:{loser}", of, leader)
    if args.has("losing_player_id"):
        recording.says("lost", True, recording.seat_of(args, "losing_player_id"), leader)
    if args.has("tiles_removed"):
        numbers = [as_int(number) for number in args.rows("tiles_removed")]
        known = [cells[number] for number in numbers if number is not None and number in cells]
        if len(known) == len(numbers):
            recording.says("removed", known, of=args.word("kind"))
        recording.says("removed tiles", len(numbers), of=args.word("kind"))


def claim_totals(recording: Recording, args: Args, *, is_over: bool) -> None:
    """Claim all points, before or after treasures are assigned to colours; totals only if the game is over."""
    for who, row in args.table("points").notice.args.items():
        seat = recording.seat_of_id(who)
        inside = args.inside(row)
        if seat is None:
            args.refuse("it has points for somebody who is not at the table.")
            return
        if args.notice.kind == "startingFinalScores":
            for colour in COLOURS:
                recording.says_later("points", inside.number(colour), seat, colour)
            recording.says_later("treasures", inside.number("treasure"), seat)
        elif is_over:
            recording.says_later("total", inside.number("score"), seat)
