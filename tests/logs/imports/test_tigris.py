"""Archives of Tigris & Euphrates: our own games in that form and back, what is implied, taken back, spoilt, unknown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kronika.core.contract.game import BYSTANDER
from kronika.core.games.tigris.actions import Commit
from kronika.core.games.tigris.board import COLOURS
from kronika.core.sessions.events import Event, Note, Seen
from kronika.core.sessions.notes import ORIGIN
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import seen_by
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.logfile import log_lines, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.bga import IDS, changed, game_of, imported, with_more
from support.bga_tigris import TigrisArchive

VIEWERS = [(seats, viewer) for seats in (2, 3, 4) for viewer in (None, *range(seats))]


def events_of(session: Session) -> list[tuple[int, Any, Any]]:
    """What happened, without what was seen at the end: the platform shows no hands there."""
    return [(one.by, one.do, one.then) for one in session.line.events if not isinstance(one.do, Seen)]


def told_to(session: Session, viewer: int | None) -> list[tuple[int, Any, Any]]:
    return events_of(seen_by(session, "bystander" if viewer is None else session.players[viewer]))


def there_and_back(session: Session, viewer: int | None, *, hints: bool = True) -> None:
    archive = TigrisArchive(session, () if viewer is None else (viewer,), hints=hints)
    done = imported(archive.page())
    assert done.fault is None
    assert not done.unknown
    assert done.session.witness == (BYSTANDER if viewer is None else viewer)
    assert events_of(done.session) == told_to(session, viewer)
    assert done.session.totals() == session.totals()
    assert done.claims >= 4 * len(session.players)


# -- there and back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "viewer"), VIEWERS)
def test_a_game_told_to_one_player(seats: int, viewer: int | None) -> None:
    there_and_back(game_of("tigris", seats, 7 + seats), viewer)


@pytest.mark.parametrize("board", ["classic", "advanced"])
def test_the_other_board_and_buildings(board: str) -> None:
    session = game_of("tigris", 3, 5, board=board, buildings=True, building_catastrophe=False)
    there_and_back(session, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_many_games(seed: int) -> None:
    seats = 2 + seed % 3
    buildings = seed % 2 == 1
    options = {"board": "advanced" if seed % 5 == 0 else "classic", "buildings": buildings}
    session = game_of("tigris", seats, 100 + seed, **options, building_catastrophe=False)
    for viewer in (None, *range(seats)):
        there_and_back(session, viewer)


def test_the_log_of_it_is_sound(tmp_path: Any) -> None:
    session = game_of("tigris", 3, 11)
    path = tmp_path / "game.jsonl"
    write_log(str(path), imported(TigrisArchive(session, (2,)).page()).session)
    assert validate(str(path)).faults == ()
    again = load(str(path))
    assert again.totals() == session.totals()
    assert again.tags == {"imported": "Board Game Arena", "file": "saved.json"}


def test_without_the_page_nobody_knows_the_first_hand() -> None:
    session = game_of("tigris", 3, 11)
    archive = TigrisArchive(session, (2,))
    for data in (archive.json(), archive.bare()):
        done = imported(data)
        assert done.fault is None
        first = [one for _, one, _ in events_of(done.session)][:3]
        assert [getattr(do, "unseen", 0) for do in first] == [6, 6, 6]
        assert done.session.totals() == session.totals()
        assert [then for _, _, then in events_of(done.session)] == [then for _, _, then in told_to(session, 2)]


def test_with_all_hands_it_is_a_full_log() -> None:
    session = game_of("tigris", 2, 3, building_catastrophe=False)
    done = imported(TigrisArchive(session).page())
    assert done.session.witness is None
    assert events_of(done.session) == events_of(session)
    assert done.session.state == session.state


def test_with_some_private_packets_of_several_it_is_refused() -> None:
    archive = TigrisArchive(game_of("tigris", 3, 3), (0, 1))
    with pytest.raises(LogError, match="private notifications of 2 players, but not every hand"):
        imported(archive.page())


# -- where it comes from --------------------------------------------------------------------------------------------


def test_each_record_says_where_it_comes_from() -> None:
    session = game_of("tigris", 2, 3)
    done = imported(TigrisArchive(session, (0,)).json()).session
    notes = {entry.on: entry.data[ORIGIN] for entry in done.history if isinstance(entry, Note)}
    numbers = [n for n, entry in enumerate(done.history, 1) if isinstance(entry, Event)]
    assert set(notes) == set(numbers)
    assert all(origin["packet"] and origin["move"] and origin["uid"] for origin in notes.values())
    placed = next(n for n in numbers if done.history[n - 1].do.__class__.__name__ == "PlaceLeader")  # type: ignore[union-attr]  # they are decisions
    assert "implied" not in notes[placed]
    assert notes[numbers[0]]["implied"] is True


def test_players_have_other_names_unless_they_are_to_keep_theirs() -> None:
    archive = TigrisArchive(game_of("tigris", 3, 3), (0,))
    assert imported(archive.json()).session.players == ("Anna", "Bob", "Cyril")
    kept = imported(archive.json(), keep_names=True).session
    assert kept.players == ("Zoe Real", "Max True", "Ida Person")
    assert kept.tags["table"] == "555"
    text = b"".join(log_lines(imported(archive.json()).session))
    assert not any(name in text for name in (b"Zoe", b"Real", b"Max", b"84110001", b"table"))


def test_the_number_of_a_table_goes_with_the_names() -> None:
    """A page says its table; with that number the players are found."""
    archive = TigrisArchive(game_of("tigris", 3, 3), (0,))
    assert "table" not in imported(archive.page()).session.tags


# -- what nobody is notified of -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_declined_monuments_and_ended_turns_follow(seed: int) -> None:
    there_and_back(game_of("tigris", 4, 40 + seed), 1, hints=False)


def test_a_player_who_passes_is_passed_by() -> None:
    """Anna places a leader and ends her turn, Bob ends his at once, Anna goes on: only the turns tell so."""
    session = Session.new("tigris", ("Anna", "Bob"), chance="given")
    for move in ("draw Anna 6 red", "draw Bob 6 blue", "start Anna", "Anna: king C2", "Anna: end", "Bob: end"):
        session.play(move)
    for move in ("Anna: priest A2", "Anna: end"):
        session.play(move)
    archive = TigrisArchive(session, (0,))
    assert events_of(imported(archive.page()).session) == told_to(session, 0)


# -- take-backs -----------------------------------------------------------------------------------------------------


def packet_of(data: bytes, kind: str, which: int = 0) -> tuple[int, dict[str, Any]]:
    """The place of a packet with such a notification, and its arguments."""
    packets = json.loads(data)["data"]["logs"]
    found = [(at, row["args"]) for at, one in enumerate(packets) for row in one["data"] if row["type"] == kind]
    return found[which]


def test_a_tile_that_was_taken_back_is_left_out() -> None:
    session = game_of("tigris", 2, 3)
    data = TigrisArchive(session, (0,)).json()
    at, args = packet_of(data, "placeTile")
    who = {"player_id": args["player_id"], "player_name": args["player_name"]}
    rows = [
        ("placeTile", {**args, "x": 15, "y": 10}),
        ("playerScore", {**who, "color": "red", "points": 1, "source": "leader"}),
        ("playerScore", {**who, "color": "red", "points": "-1", "source": "leader"}),
        ("tileReturned", {"tile_id": args["tile_id"]}),
    ]
    spoilt = with_more(data, at, rows)
    back = {"tiles": [{"id": args["tile_id"], "kind": "red"}]}
    spoilt = with_more(spoilt, at, [("drawTiles", back)], f"/player/p{args['player_id']}")
    done = imported(spoilt)
    assert done.fault is None
    assert done.dropped == 5
    assert events_of(done.session) == events_of(imported(data).session)


@pytest.mark.parametrize("moved", [False, True])
def test_a_leader_that_was_taken_back_is_left_out(moved: bool) -> None:
    data = TigrisArchive(game_of("tigris", 2, 3), (0,)).json()
    at, args = packet_of(data, "placeLeader")
    undo = (
        ("placeLeader", {**args, "undo": True}) if moved else ("leaderReturned", {**args, "undo": True, "leader": {}})
    )
    done = imported(with_more(data, at, [("placeLeader", {**args, "x": 3, "y": 3}), undo]))
    assert done.dropped == 2
    assert events_of(done.session) == events_of(imported(data).session)


@pytest.mark.parametrize("whole", [False, True])
def test_what_is_marked_as_cancelled_is_left_out(whole: bool) -> None:
    data = TigrisArchive(game_of("tigris", 2, 3), (0,)).json()
    at, args = packet_of(data, "placeTile")
    content = json.loads(with_more(data, at, [("placeTile", {**args, "x": 15, "y": 10})]))
    packet = content["data"]["logs"][at]
    (packet if whole else packet["data"][0])["cancel"] = "1"
    done = imported(json.dumps(content).encode())
    assert done.dropped == 1
    assert events_of(done.session) == events_of(imported(data).session)


# -- spoilt ---------------------------------------------------------------------------------------------------------


def add(name: str, n: int = 1) -> Callable[[dict[str, Any]], None]:
    def change(args: dict[str, Any]) -> None:
        args[name] = int(args[name]) + n

    return change


def first_score(args: dict[str, Any]) -> None:
    first = next(iter(args["points"].values()))
    first["score"] += 1


def first_treasures(args: dict[str, Any]) -> None:
    first = next(iter(args["points"].values()))
    first["treasure"] = 9


def other(one: Any, among: Sequence[Any]) -> Any:
    return next(it for it in among if it != one)


def other_player(name: str) -> Callable[[dict[str, Any]], None]:
    def change(args: dict[str, Any]) -> None:
        args[name] = str(other(int(args[name]), IDS))

    return change


def other_side(args: dict[str, Any]) -> None:
    args["side"] = other(args["side"], ("attacker", "defender"))


@pytest.mark.parametrize(
    ("kind", "change", "what", "rule"),
    [
        ("playerScore", add("points"), "points of", "TE-"),
        ("warConcluded", add("winner_strength"), "strengths of", "TE-6.8"),
        ("revoltConcluded", add("loser_strength", -1), "strengths of", "TE-5."),
        ("warConcluded", lambda args: args["tiles_removed"].append(args["loser_id"]), "removed tiles", "TE-6.8"),
        ("gameEnding", add("remaining_treasures"), "treasures on the board", "TE-9.3"),
        ("startingFinalScores", first_treasures, "treasures of", "TE-8.1"),
        ("finalScores", first_score, "total of", "TE-12.1"),
        ("warConcluded", other_player("losing_player_id"), "lost of", "TE-6.8"),
        ("revoltConcluded", other_player("losing_player_id"), "lost of", "TE-6.8"),
        ("placeSupport", other_side, "side of", "TE-"),
        ("placeSupport", lambda args: args.update(kind=other(args["kind"], COLOURS)), "kind of", "TE-"),
        ("placeSupport", lambda args: args["tile_ids"].append("999"), "tiles of", "TE-"),
        ("placeLeader", lambda args: args.update(moved=not args["moved"]), "moved", "TE-2.2"),
        ("leaderReturned", lambda args: other_player("owner")(args["leader"]), "returned of", "TE-"),
    ],
)
def test_a_spoilt_claim_is_found(kind: str, change: Callable[[dict[str, Any]], None], what: str, rule: str) -> None:
    archives = (TigrisArchive(game_of("tigris", 3, 200 + seed), (0,)).json() for seed in range(60))
    data = next(data for data in archives if f'"{kind}"'.encode() in data)
    data = data.replace(b'"winning_player_id"', b'"loser_id":"999","winning_player_id"')
    assert imported(data).fault is None
    fault = imported(changed(data, kind, change)).fault
    assert fault is not None
    assert fault.code == "effects"
    assert what in fault.message
    assert "the archive says" in fault.message
    assert "the rules" in fault.message
    assert any(number.startswith(rule) for number in fault.rules)


def simple_game() -> Session:
    """Anna places a leader and a temple next to it; then Bob swaps."""
    session = Session.new("tigris", ("Anna", "Bob"), chance="given")
    hands = ("draw Anna 5 red 1 blue", "draw Bob 6 blue", "start Anna")
    moves = (*hands, "Anna: priest C2", "Anna: red B3", "draw Anna 1 red")
    for move in (*moves, "Bob: swap blue", "draw Bob blue"):
        session.play(move)
    return session


def test_whose_turn_it_is_is_a_claim() -> None:
    """The platform says that Anna's turn begins, and Bob swaps: it was his turn (TE-2.1)."""
    data = TigrisArchive(simple_game(), (0,)).page()
    done = imported(data)
    assert done.fault is None
    turn = b'"active_player":"%d"'
    fault = imported(data.replace(turn % IDS[1], turn % IDS[0])).fault
    assert fault is not None
    assert "turn of Anna: the archive says True, the rules False (TE-2.1)." in fault.message


def test_a_tile_of_another_colour_than_the_player_drew() -> None:
    """Her first tiles have the numbers 14 to 19, of which 19 is blue: then B3 is no temple."""
    data = TigrisArchive(simple_game(), (0,)).page()
    fault = imported(in_page(data, "placeTile", lambda args: args.update(tile_id="19"))).fault
    assert fault is not None
    assert "tile: the archive says blue, the rules red (TE-4.1)." in fault.message


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("discardNotif", add("count")),
        ("drawTilesNotif", add("count")),
        ("discard", lambda args: args.update(tile_ids=[])),
        ("drawTiles", lambda args: args.update(tiles=[])),
    ],
)
def test_with_every_hand_all_tiles_are_named(kind: str, change: Callable[[dict[str, Any]], None]) -> None:
    """A full log has no `?`, so that counts without as many tiles are refused."""
    data = TigrisArchive(simple_game()).page()
    with pytest.raises(LogError, match="it does not name what it counts, but it has every hand"):
        imported(in_page(data, kind, change))


def in_page(data: bytes, kind: str, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A page in which the first notification of a kind has other arguments."""
    before, logs, after = re.split(rb"(?<=g_gamelogs = )(.*)(?=;\n)", data, maxsplit=1)
    content = {"data": {"logs": json.loads(logs)["data"]["data"]}}
    logs = json.loads(changed(json.dumps(content).encode(), kind, change))["data"]["logs"]
    return before + json.dumps({"status": 1, "data": {"valid": 1, "data": logs}}).encode() + after


def test_a_player_with_the_name_of_another_one_is_refused() -> None:
    data = TigrisArchive(simple_game(), (0,)).page()
    with pytest.raises(LogError, match="`player_id` is that of Anna, `player_name` that of Bob"):
        imported(in_page(data, "placeTile", lambda args: args.update(player_name="Max True")))


def test_the_first_difference_has_both_values_and_the_rule() -> None:
    """Anna's priest is in the kingdom of a placed temple: 1 red point (TE-4.3); the archive says 2."""
    session = Session.new("tigris", ("Anna", "Bob"), chance="given")
    for move in ("draw Anna 6 red", "draw Bob 6 blue", "start Anna", "Anna: priest C2", "Anna: red B3"):
        session.play(move)
    data = TigrisArchive(session, (0,)).json()
    fault = imported(changed(data, "playerScore", add("points"))).fault
    assert fault is not None
    assert fault.message == "packet 3, move 3: red points of Anna: the archive says 2, the rules 1 (TE-4.3)."
    assert fault.rules == ("TE-4.3",)


@pytest.mark.parametrize(
    ("kind", "change", "code", "says"),
    [
        ("placeTile", lambda args: args.update(x=99), "schema", "`x` and `y` are not a cell of the board"),
        ("placeTile", lambda args: args.pop("tile_id"), "schema", "`tile_id` is missing; it should be a whole number"),
        ("placeTile", lambda args: args.update(color="pink"), "schema", "`color` is 'pink'; it should be one of red"),
        ("placeTile", lambda args: args.update(player_id=5), "schema", "`player_id` is not one of the players"),
        ("placeLeader", lambda args: args.update(x=4, y=0), "illegal", "is refused: "),
        ("placeSupport", lambda args: args.update(number=99), "schema", "`number` is not a number of tiles"),
        ("placeSupport", lambda args: args.update(number=-1), "schema", "`number` is not a number of tiles"),
        ("drawTilesNotif", lambda args: args.update(player_name="Nobody"), "schema", "is not one of the players"),
        ("drawTilesNotif", lambda args: args.update(count=3_000_000), "schema", "`count` is not a number of tiles"),
    ],
)
def test_what_makes_no_sense_is_refused(
    kind: str, change: Callable[[dict[str, Any]], None], code: str, says: str
) -> None:
    data = TigrisArchive(game_of("tigris", 3, 200), (0,)).json()
    with pytest.raises(LogError) as caught:
        imported(changed(data, kind, change))
    fault = caught.value.fault
    assert (fault.code, says in fault.message) == (code, True), fault
    assert fault.message.startswith("packet ")
    assert kind in fault.message
    assert bool(fault.rules) == (code == "illegal")


def test_more_support_than_in_the_hand_is_refused() -> None:
    session = game_of("tigris", 3, 200)
    viewer = next(one.by for one in session.line.events if isinstance(one.do, Commit))
    data = TigrisArchive(session, (viewer,)).json()
    with pytest.raises(LogError, match="commit 6") as caught:
        imported(changed(data, "placeSupport", lambda args: args.update(number=6)))
    assert caught.value.fault.code == "illegal"
    assert caught.value.fault.rules


def test_a_refused_move_names_its_rule() -> None:
    session = Session.new("tigris", ("Anna", "Bob"), chance="given")
    for move in ("draw Anna 6 red", "draw Bob 6 blue", "start Anna", "Anna: priest C2"):
        session.play(move)
    data = changed(TigrisArchive(session, (0,)).json(), "placeLeader", lambda args: args.update(x=4, y=0))
    with pytest.raises(LogError, match=r"`Anna: priest E1` is refused: .*\(TE-3\.4\)") as caught:
        imported(data)
    assert caught.value.fault.rules == ("TE-3.4",)


# -- what is not known ----------------------------------------------------------------------------------------------


def test_unknown_notifications_are_counted_and_named() -> None:
    data = TigrisArchive(game_of("tigris", 2, 3), (0,)).json()
    data = with_more(data, 3, [("newThing", {}), ("newThing", {"a": [1]}), ("other", {}), ("simpleNode", {})])
    done = imported(data)
    assert done.unknown == {"newThing": 2, "other": 1}
    assert done.passed == 1
    assert done.fault is None


@pytest.mark.parametrize(
    ("options", "says"),
    [({"101": {"value": "2"}}, "English variant"), ({"102": 2}, "wonder")],
)
def test_variants_that_the_rules_lack_are_refused(options: dict[str, Any], says: str) -> None:
    content = json.loads(TigrisArchive(game_of("tigris", 2, 3), (0,)).json())
    content["options"] = options
    with pytest.raises(LogError, match=says) as caught:
        imported(json.dumps(content).encode())
    assert caught.value.fault.code == "setup"


def test_options_that_are_reported() -> None:
    content = json.loads(TigrisArchive(game_of("tigris", 2, 3), (0,)).json())
    content["options"] = {"103": {"value": "2"}, "100": 1, "104": 2}
    done = imported(json.dumps(content).encode())
    assert done.session.header.options["buildings"] is True
    assert done.session.header.options["board"] == "classic"


def test_numbers_may_be_texts_and_ids_numbers() -> None:
    session = game_of("tigris", 2, 3)
    data = TigrisArchive(session, (0,)).json()
    for who in IDS[:2]:
        data = data.replace(f'"player_id":{who}'.encode(), f'"player_id":"{who}"'.encode())
    assert events_of(imported(data).session) == events_of(imported(TigrisArchive(session, (0,)).json()).session)
