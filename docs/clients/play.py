"""Plays a game to its end, always the first legal move: python play.py tides 7. Kronika is a program, no library."""

import json
import subprocess
import sys


class Referee:
    """Asks, and waits for the answer."""

    def __init__(self):
        self.server = subprocess.Popen(["kronika", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, kind, **fields):
        """The answer to a request; an error ends the program."""
        self.server.stdin.write(json.dumps({"type": kind, **fields}).encode() + b"\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline() or '{"type": "bye", "why": "The referee has gone."}')
        if answer["type"] in ("error", "bye"):
            raise SystemExit(answer.get("message") or answer["why"])
        return answer


game, seed = sys.argv[1:]
referee = Referee()
table = referee.ask("new", game=game, seed=int(seed))
while (at := referee.ask("legal", session=table["session"]))["actors"]:
    referee.ask("play", session=table["session"], **at["moves"][0])
totals = referee.ask("score", session=table["session"])["totals"]
print(", ".join(f"{name} {points}" for name, points in zip(table["players"], totals, strict=True)))
referee.server.stdin.close()
referee.server.wait()
