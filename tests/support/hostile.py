"""Text from outside that wants to be obeyed, in every field that a person or a stranger's file can fill."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from kronika.core.sessions.digest import digest
from kronika.logs.files.pack_log import pack_log
from kronika.logs.files.pack_writing import pack_file
from support.kits import files_of
from support.logs import DUEL_HAND, DUEL_HEADER, DUEL_MOVES, TIDES_MOVES, data_of, duel_game, tides_game

EVIL = (
    "a\n::error file=x::pwned\r\n  ::debug::b ##[error]c\x1b[2J\x1b]0;d\x07\x1b[38;5;136;38;5;136me"
    "\x9b31m\u202ef\u2066\u2028g\x85h\x7f👩"
)
"""Workflow commands on lines of their own, line breaks of every kind, escapes, an ink that nobody here writes, bidi
controls, and a sign beyond the first plane of Unicode."""
INK_OF_EVIL = "\x1b[38;5;136;38;5;136m"
EVIL_NAME = EVIL.replace("/", "_")
NOT_UTF8 = os.fsdecode(b"n\xff.jsonl")

_EXAMPLE: dict[str, Any] = {
    "id": EVIL,
    "game": "tides",
    "title": EVIL,
    "source": EVIL,
    "note": EVIL,
    "when": [EVIL],
    "misprint": {"printed": EVIL, "right": EVIL, "why": EVIL},
    "given": {"hands": {"Anna": [15], "Bob": [13]}},
    "expect": {"points": {"Anna": 1}},
}


_REMARKS: tuple[dict[str, Any], ...] = (
    {"set": {"tags": {EVIL: EVIL, f"{EVIL}2": None}, "ending": {"why": "agreed", "text": EVIL}}},
    {"note": {"text": EVIL, "author": EVIL, "mark": EVIL, "data": {EVIL: [EVIL]}}},
    {"note": {"text": EVIL}},
)


def hostile_files() -> dict[str, bytes]:
    """Files by name."""
    effect = {"type": "shown", "cards": [4, 2], "rule": EVIL}
    play = {"by": 0, "do": {"type": "play", "card": 4}}
    good = data_of(duel_game())
    return {
        "good.jsonl": good,
        "tags.jsonl": _log({**DUEL_HEADER, "tags": {EVIL: EVIL}}, *DUEL_HAND),
        "tags2.jsonl": _log({**DUEL_HEADER, "tags": {EVIL: "other"}}, *DUEL_HAND[:3]),
        "remarks.jsonl": _log(DUEL_HEADER, *DUEL_HAND[:2], *_REMARKS, *DUEL_HAND[2:]),
        "set.jsonl": _log(DUEL_HEADER, {"set": {"players": [EVIL, "Bob"]}}),
        "note.jsonl": _log(DUEL_HEADER, {"note": {EVIL: EVIL}}),
        "options.jsonl": _log({**DUEL_HEADER, "options": {EVIL: EVIL}}, *DUEL_HAND),
        "value.jsonl": _log({**DUEL_HEADER, "options": {"joker": EVIL}}, *DUEL_HAND),
        "players.jsonl": _log({**DUEL_HEADER, "players": [EVIL, "Bob"]}, *DUEL_HAND),
        "game.jsonl": _log({**DUEL_HEADER, "game": EVIL}, *DUEL_HAND),
        "header.jsonl": _log({EVIL: EVIL}, *DUEL_HAND),
        "type.jsonl": _log(DUEL_HEADER, {"by": 0, "do": {"type": EVIL}}),
        "key.jsonl": _log(DUEL_HEADER, {EVIL: 1}),
        "inner.jsonl": _log(DUEL_HEADER, {**play, "do": {"type": "play", EVIL: 4}}),
        "by.jsonl": _log(DUEL_HEADER, {**play, "by": EVIL}),
        "state.jsonl": _log(DUEL_HEADER, {**play, "state": EVIL}),
        "effect.jsonl": _log(DUEL_HEADER, *DUEL_HAND[:2], {**DUEL_HAND[2], "then": [{**effect, EVIL: EVIL}]}),
        "rule.jsonl": _log(DUEL_HEADER, *DUEL_HAND[:2], {**DUEL_HAND[2], "then": [effect]}),
        "bytes.jsonl": good + EVIL.encode(),
        "tides.jsonl": data_of(tides_game(TIDES_MOVES[:6])),
        f"{EVIL_NAME}.jsonl": _log(DUEL_HEADER, *DUEL_HAND, {EVIL: 1}),
        f"::error file=x::{EVIL_NAME}.jsonl": _log(DUEL_HEADER, *DUEL_HAND, {"undo": 99}),
        NOT_UTF8: _log(DUEL_HEADER, *DUEL_HAND, {"undo": 99}),
        f"{EVIL_NAME}.kpack": b"KP" + EVIL.encode(),
        f"many/{EVIL_NAME}.kpack": _many(),
        "examples.toml": _examples(_EXAMPLE, {**_EXAMPLE, "when": []}, {**_EXAMPLE, "game": "imhotep"}),
        "unknown.toml": _examples({**_EXAMPLE, "game": EVIL}),
        "key.toml": _examples({**_EXAMPLE, EVIL: 1}),
        "expect.toml": _examples({**_EXAMPLE, "when": [], "expect": {EVIL: EVIL, "points": {EVIL: {EVIL: 1}}}}),
        "given.toml": _examples({**_EXAMPLE, "given": {EVIL: {EVIL: [1]}}}),
        "drawn.toml": _examples({**_EXAMPLE, "expect": {"state": {"due": "::error ::pwned\n##[error]</pre><b>\n"}}}),
        "rejects.toml": _examples({**_EXAMPLE, "expect": {"rejected": EVIL}}),
        "torn.toml": b"[[example]]\nid = " + EVIL.encode(),
        f"{EVIL_NAME}.toml": _examples(_EXAMPLE),
        "matches.toml": _matches({"name": EVIL, "game": "duel", "players": ["A", "B"], "seeds": [1], "bots": _BOTS}),
        "bots.toml": _matches({"name": EVIL, "game": EVIL, "players": [EVIL], "bots": {EVIL: EVIL}}),
        "script.toml": _matches({"name": EVIL, "game": "duel", "players": ["A", "B"], "script": EVIL}),
        **_kit(),
        "moves.txt": f"Anna: {EVIL}".encode(),
        "move.txt": f"Anna: {EVIL.rpartition(chr(0x85))[2]}".encode(),
        "before.json": json.dumps({EVIL: EVIL}).encode(),
        **_archives(),
    }


def _many() -> bytes:
    """Two logs of the same game, and one that the rules refuse, in a file of many."""
    session = duel_game(DUEL_MOVES[:3], tags={"Event": EVIL})
    good, refused = (
        pack_log(session.header, session.game, entries, digest(session.state))
        for entries in (session.history, [*session.history, session.history[-1]])
    )
    return pack_file([(good, "a"), (good, EVIL), (refused, f"{EVIL}-2")])


_BOTS = {"A": "random", "B": "first"}


def _archives() -> dict[str, bytes]:
    """Archives of another platform: one with words that nobody knows, one with a wrong value, one that is an error."""
    people = [{"id": "1", "name": EVIL}, {"id": EVIL, "name": "Bob"}]
    rows = [
        {"type": EVIL, "uid": EVIL, "args": {EVIL: EVIL}},
        {"type": "placeTile", "args": {"player_id": 1, "x": 0, "y": 0, "color": "red", "tile_id": 1}},
    ]
    packet = {"channel": "/table/t1", "packet_id": EVIL, "move_id": 1, "data": rows}
    wrong = [{**packet, "data": [rows[0], {**rows[1], "args": {"player_id": 1, "x": 0, "y": 0, "color": EVIL}}]}]
    return {
        "words.json": json.dumps({"players": people, "logs": [packet]}).encode(),
        "wrong.json": json.dumps({"players": people, "logs": wrong}).encode(),
        "error.json": json.dumps({"error": EVIL}).encode(),
        "page.json": f"<script>g_gamelogs = [{EVIL}]</script>".encode(),
    }


def _kit() -> dict[str, bytes]:
    """A kit, answers to it that want to be obeyed, and two that are none."""
    kit = files_of("tides")
    states = [
        {"legal": [[EVIL], [{EVIL: EVIL}]], "effects": [{"type": EVIL}], "totals": [EVIL, 0], EVIL: 1},
        {"actors": [EVIL], "result": {EVIL: EVIL}},
        {"items": {EVIL: [EVIL]}},
    ]
    answers = {
        **dict(zip((f"examples/00{n}" for n in (1, 2, 3)), ({"states": [one, {}, {}]} for one in states), strict=True)),
        "examples/004": {EVIL: EVIL, "states": []},
        "refusals/001": {"states": [{"tries": [{EVIL: EVIL, "rule": EVIL}, {}]}]},
    }
    wrong = {**json.loads(kit["manifest.json"]), "game": EVIL}
    return {
        **{f"kit/{name}": data for name, data in kit.items()},
        **{f"answers/{name}-out.json": json.dumps(answer).encode() for name, answer in answers.items()},
        "other/manifest.json": json.dumps(wrong).encode(),
        "third/manifest.json": json.dumps({**wrong, EVIL: EVIL, "kit": EVIL}).encode(),
    }


def write_hostile(folder: Path) -> None:
    """Writes them, the logs once more into the folder `games`."""
    (folder / "games").mkdir()
    for name, data in hostile_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        if name.endswith((".jsonl", ".kpack")) and name != NOT_UTF8 and "/" not in name:
            (folder / "games" / name).write_bytes(data)


def hostile_commands() -> list[tuple[str, ...]]:
    """Every command with what is hostile to it, without `--format`."""
    names = list(hostile_files())
    logs = [name for name in names if name.endswith((".jsonl", ".kpack")) and "/" not in name]
    tomls = [name for name in names if name.endswith(".toml")]
    match = [name for name in tomls if name in ("matches.toml", "bots.toml", "script.toml", "torn.toml")]
    few = ["tags.jsonl", "key.jsonl", "rule.jsonl", "tides.jsonl", f"{EVIL_NAME}.jsonl"]
    looks = (("moves",), ("replay",), ("score",), ("stats",), ("undo",), ("redo",), ("repair",))
    each = [
        *(("show", log) for log in logs),
        *(("show", log, "--format", "svg") for log in logs),
        *(("page", log, "--out", "-") for log in few),
        *(("stats", log, "--plot", "-") for log in few),
        *(("analyse", log, "--bot", "first", "--playouts", "2") for log in few),
        *(("best", log, "--bot", "first", "--playouts", "2") for log in few),
        *(("page", "tags.jsonl", log, "--out", "-") for log in few),
        *(("example", "check", toml, "--format", "html") for toml in tomls),
        *(("example", "show", EVIL, toml, "--out", "-") for toml in tomls),
        *((*words, log) for words in looks for log in few),
        *(("convert", log, "new.kpack") for log in few),
        *(("convert", log, "new.txt") for log in few),
        *(("replay", log, "--in-force") for log in few),
        *(("branch", log, "--at", "99", "new.jsonl") for log in few),
        *(("seal", log, "-o", "new.jsonl") for log in few),
        *(("play", log, EVIL) for log in few),
        *(("host", log, "--port", "0", "--idle", "0") for log in few),
        *(("diff", "tags.jsonl", log) for log in logs),
        *(("diff", "--git", EVIL, "tags.jsonl", "x", "y", log, "x", "y") for log in logs),
        *(("example", what, toml) for what in ("check", "list") for toml in tomls),
        *(("example", "show", EVIL, toml) for toml in tomls),
        *(("match", toml) for toml in match),
        *(("beside", "duel", "--map", toml, "--", "cat") for toml in tomls),
    ]
    typed = [
        ("validate", *logs),
        ("validate", "--strict", "games"),
        ("coverage", *logs),
        ("coverage", "games"),
        ("corpus", "check", "games"),
        ("corpus", "export", "games", "--to", "tables"),
        ("corpus", "export", "games", *logs, "--to", f"{EVIL_NAME}.csv"),
        ("dataset", "games", *few, "--out", EVIL_NAME),
        ("sql", "games", "SELECT * FROM logs"),
        ("sql", "games", "SELECT * FROM decisions JOIN seats USING (log)"),
        ("sql", "games", f"SELECT '{EVIL}' AS \"{EVIL}\""),
        ("sql", "games", EVIL),
        ("corpus", "check", "games", "--against", "before.json"),
        ("corpus", "check", EVIL_NAME),
        ("corpus", "accept", "games"),
        ("corpus", "stats", "games"),
        ("corpus", "stats", "games", "--plot", "-"),
        ("corpus", "stats", "games", "--plot", EVIL),
        ("corpus", "dedupe", "games"),
        ("corpus", "filter", "games", "--move", "("),
        ("corpus", "filter", "games", "--move", f"{EVIL}("),
        ("corpus", "filter", "games", "--tag", f"{EVIL}={EVIL}"),
        ("corpus", "filter", "games", "-o", f"{EVIL}={EVIL}"),
        ("corpus", "filter", "games", "--game", EVIL),
        ("corpus", "index", "games"),
        ("corpus", "index", "many", "--catalog", f"{EVIL_NAME}.known"),
        ("corpus", "check", "many", "--baseline", f"{EVIL_NAME}.gz"),
        ("corpus", "filter", "many", "--copy", f"{EVIL_NAME}-copies"),
        ("corpus", "dedupe", "many", "--move", f"{EVIL_NAME}-doubles"),
        ("corpus", "accept", "many", "--yes", "--pin"),
        ("corpus", "check", "many"),
        ("show", f"many/{EVIL_NAME}.kpack#{EVIL}"),
        ("train", "duel", "games", "--out", f"{EVIL_NAME}.weights"),
        ("train", "tides", EVIL, "--out", "w.toml"),
        ("standings", "games"),
        ("import", "bga", "words.json", "wrong.json", "error.json", "page.json", EVIL, "--out", "logs"),
        ("import", "bga", "words.json", "--keep-names", "--out", "logs"),
        ("import", "bga", "words.json", "--anonymise", "--out", EVIL_NAME),
        ("import", EVIL, EVIL),
        ("page", "games", "--out", "pages"),
        ("page", EVIL_NAME, "--out", "pages-of-none"),
        ("example", "draw", "examples.toml", "--out", "pictures"),
        ("example", "draw", EVIL, "--out", "pictures-of-none"),
        ("rules", EVIL, "--format", "markdown"),
        ("find", "games", "--move", "."),
        ("find", "games", "--rule", "DU-2", "--rarest"),
        ("find", "games", "--move", f"{EVIL}("),
        ("find", "games", "--rule", EVIL),
        ("find", "games", "--effect", EVIL),
        ("find", "games", "--effect", f"won {EVIL}=1"),
        ("find", "tides.jsonl", "--effect", f"scored points={EVIL}"),
        ("find", "tides.jsonl", "--score", EVIL),
        ("find", "tides.jsonl", "--position", f"examples.toml#{EVIL}"),
        ("find", EVIL_NAME, "--move", "."),
        ("example", "show", "EX-1", EVIL_NAME),
        ("new", "duel", "-p", EVIL, "-p", "Bob", "x.jsonl"),
        ("new", "duel", "-p", "Anna", "-p", "Bob", "-o", EVIL, "x.jsonl"),
        ("new", "duel", "-p", "Anna", "-p", "Bob", "-o", f"{EVIL}=1", "x.jsonl"),
        ("new", "duel", "-p", "Anna", "-p", "Bob", "-o", f"joker={EVIL}", "x.jsonl"),
        ("new", "duel", "-p", "Anna", "-p", "Bob", "--tag", EVIL, "x.jsonl"),
        ("new", "duel", "-p", "Anna", "-p", "Bob", f"x/{EVIL}.jsonl"),
        ("new", EVIL, "x.jsonl"),
        ("play", "tides.jsonl", "--script", "moves.txt"),
        ("play", "tides.jsonl", "--script", "move.txt"),
        ("play", "tides.jsonl", "--script", EVIL_NAME),
        ("play", "tides.jsonl", f"{EVIL}: pick 2"),
        ("show", "tides.jsonl", "--as", EVIL),
        ("show", "tides.jsonl", "--at", EVIL),
        ("show", EVIL_NAME),
        ("replay", "tides.jsonl", "--delay", EVIL),
        ("rules", "tides", EVIL),
        ("rules", EVIL),
        ("cards", "tides", EVIL),
        ("schema", EVIL),
        ("simulate", EVIL, "--out", "x"),
        ("kit", EVIL, "--out", "x"),
        ("ci-example", f"ci/{EVIL_NAME}"),
        ("ci-example", "games"),
        ("kit", "check", EVIL, "answers"),
        ("kit", "check", "kit", EVIL),
        ("kit", "check", "kit", "answers"),
        ("kit", "check", "other", "answers"),
        ("kit", "check", "third", "answers"),
        ("simulate", "duel", "--bots", EVIL, "--out", "x"),
        ("simulate", "duel", "--bots", f"support.sample_bots:silent,{EVIL}:1", "--out", "x"),
        ("simulate", "duel", "--bots", "program:cat tags.jsonl", "--out", "programs"),
        ("fairplay", f"program:{EVIL}", "tides"),
        ("fairplay", "program:cat key.jsonl", "duel"),
        ("fairplay", f"matches.toml#{EVIL}", "duel"),
        ("tournament", "--game", "duel", "--bot", f"{EVIL}=program:cat tags.jsonl", "--bot", "first", "--out", "y"),
        ("bots", EVIL),
        ("bots",),
        ("fairplay", EVIL, "duel"),
        ("fairplay", "random", EVIL),
        ("fairplay", f"{EVIL}:{EVIL}", "tides"),
        ("play", "tides.jsonl", "--bot", f"Bob={EVIL}", "Anna: pick 2"),
        ("play", "tides.jsonl", "--bot", f"{EVIL}=first", "Anna: pick 2"),
        ("match", "bots.toml", "--bot", f"{EVIL}=first"),
        ("simulate", "duel", "--out", f"good.jsonl/{EVIL}"),
        ("validate", "--format", EVIL),
        ("validate", f"--{EVIL}"),
        ("games", EVIL),
        (EVIL,),
        (f"--{EVIL}",),
        ("corpus", EVIL),
        ("example", f"-{EVIL}"),
    ]
    said = [
        *(("amend", log, "1", EVIL) for log in few),
        *(("amend", log, "1", "chance: prize 2", "--truncate") for log in few),
        *(("note", log, EVIL, "--author", EVIL) for log in few),
        *(("note", log) for log in few),
        *(("note", "tags.jsonl", "--as", EVIL), ("note", "tags.jsonl", "--at", EVIL, "x")),
        *(("tag", log, f"{EVIL}={EVIL}") for log in few),
        *(("tag", log) for log in few),
        *(("tag", "tags.jsonl", EVIL), ("tag", "tags.jsonl", f"x{EVIL}=")),
        *(("rename", "tides.jsonl", word) for word in (EVIL, f"{EVIL}=x", f"0={EVIL}", f"0={EVIL_NAME}")),
        *(("end", log, "--reason", "agreed", "--text", EVIL) for log in few),
        *(("end", "tags.jsonl", "--reason", "time", "--by", EVIL), ("end", "tags.jsonl", "--reason", EVIL)),
        *((look, log) for look in ("show", "moves", "replay", "score") for log in few),
        *(
            ("diff", "tags.jsonl", "tides.jsonl"),
            ("diff", "tags.jsonl", "games/tags.jsonl"),
            ("end", "tags.jsonl", "--reopen"),
        ),
        ("corpus", "filter", "games", "--ended", EVIL),
    ]
    return [*each, *typed, *said]


def _log(*lines: Any) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _examples(*tables: dict[str, Any]) -> bytes:
    return b"".join(b"[[example]]\n" + _toml(table) for table in tables)


def _matches(table: dict[str, Any]) -> bytes:
    return b"[[match]]\n" + _toml(table)


def _toml(table: dict[str, Any]) -> bytes:
    return "".join(f"{_quoted(key)} = {_value(value)}\n" for key, value in table.items()).encode()


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_quoted(key)} = {_value(entry)}' for key, entry in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
