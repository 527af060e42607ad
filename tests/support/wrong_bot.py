"""A program that goes wrong in one way, after two moves that are right: `python wrong_bot.py WAY`.

It knows no more of us than any other program, and starts as fast as one in Python can.
"""

import json
import os
import sys
import time

WAY = sys.argv[1]
PIECES = 100
"""Of a MiB each."""
LONG = 60


def say(**answer):
    print(json.dumps(answer), flush=True)


def right(ask):
    return ask["legal"][ask["seed"] % len(ask["legal"])]["move"]


def illegal(ask):
    own = {option["move"] for option in ask["legal"]}
    return {"move": next(f"pick {card}" for card in range(1, 19) if f"pick {card}" not in own)}


def dies(ask):
    print("so long\x1b[2J", file=sys.stderr)
    sys.exit(3)


def fills(stream, line):
    """100 MiB of the same."""
    for _ in range(PIECES):
        stream.write(line * ((1 << 20) // len(line)))
    return {"resign": True}


def rubbish(ask):
    print("\x1b[31mchoice: anything", flush=True)
    time.sleep(LONG)


def unended(ask):
    sys.stdout.write(json.dumps({"type": "choice", "move": right(ask)}))
    sys.stdout.flush()
    time.sleep(LONG)


WAYS = {
    "unended": unended,
    "own-error": lambda ask: {"type": "error", "code": "own", "message": "no idea"},
    "no-type": lambda ask: {"type": "move", "move": right(ask)},
    "illegal": illegal,
    "another": lambda ask: {"by": 1 - ask["seat"], "move": right(ask)},
    "for-another": lambda ask: {"move": f"{ask['players'][1 - ask['seat']]}: {right(ask)}"},
    "nothing": lambda ask: {},
    "unreadable": lambda ask: {"move": "\x1b[2J castle"},
    "data": lambda ask: {"do": {"type": "castle"}},
    "both": lambda ask: {"move": right(ask), "do": {"type": "pick", "card": 19 - int(right(ask).split()[1])}},
    "resign": lambda ask: {"resign": True},
    "late": lambda ask: time.sleep(LONG),
    "dies": dies,
    "killed": lambda ask: os.kill(os.getpid(), 9),
    "rubbish": rubbish,
    "other-id": lambda ask: {"id": -1, "move": right(ask)},
    "other-type": lambda ask: {"type": "welcome", "protocol": 2},
    "refuses": lambda ask: {"type": "error", "code": "failed", "message": "no\x1b[2J idea"},
    "flood": lambda ask: fills(sys.stdout, "x"),
    "lines": lambda ask: fills(sys.stdout, "{}\n"),
    "shouts": lambda ask: fills(sys.stderr, "y"),
    "stays": lambda ask: time.sleep(0.05) or {"move": right(ask)},
    "slow": lambda ask: time.sleep(0.15) or {"move": right(ask)},
}


def main():
    if WAY == "silent":
        time.sleep(LONG)
    asked = 0
    for line in sys.stdin:
        ask = json.loads(line)
        asked += ask["type"] == "choose"
        if ask["type"] == "hello":
            say(type="welcome", id=ask["id"], protocol=99 if WAY == "protocol" else 2)
        elif asked < 3:
            say(type="choice", id=ask["id"], move=right(ask))
        else:
            say(**{"type": "choice", "id": ask["id"], **WAYS[WAY](ask)})
    if WAY == "stays":
        time.sleep(LONG)


main()
