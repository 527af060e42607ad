"""A bot without a library that draws its moves: kronika simulate tides --bots 'program:python3 bot.py' --out games."""

import json
import random
import sys


def choose(ask):
    """The move for the seat `ask["seat"]`, one of `ask["legal"]`; `view` and `events` are what that seat may know."""
    return random.Random(ask["seed"]).choice(ask["legal"])["move"]


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        answer = {"type": "welcome", "protocol": 2, "program": "bot.py"}
    else:
        answer = {"type": "choice", "move": choose(ask)}
    print(json.dumps({"id": ask["id"], **answer}), flush=True)
