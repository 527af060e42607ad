"""PPO without search, in NumPy alone: `python learn.py tides 60` learns for 60 minutes of CPU and writes `tides.npz`.

One network plays all seats, and learns from all of them. It has two hidden layers, a policy and a value. Its weights
are written every minute, so you can stop it at any time.
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: more threads only wait for each other here

import numpy as np

from kronika.envs import aec_env

HIDDEN, GAMES, EPOCHS, BATCH = 128, 256, 3, 1024
RATE, CLIP, ENTROPY, LAMBDA, NORM = 1e-3, 0.2, 0.01, 0.95, 0.5


class Encoder:
    """What the network is given: numbers as a seat sees them, its own before those of the others."""

    def __init__(self, table):
        self.seats, self.names = table.seats, [feature.name for feature in table.layout.features]
        bounds = np.array([max(abs(one.low), abs(one.high)) for one in table.layout.features], np.float32)
        self.scale = 1 / np.minimum(bounds, 50)
        self.scale[["cards" in one.unit for one in table.layout.features]] = 1
        self.orders = [self.order(seat) for seat in range(self.seats)]
        self.words = words_of(table.catalog)

    def order(self, seat):
        """The places of the numbers, with the fields that have an entry for each seat turned to begin with `seat`."""
        place = {name: at for at, name in enumerate(self.names)}
        entries = {}
        for name in self.names:
            field, entry = (name + ".").split(".")[:2]
            entries.setdefault(field, set()).add(entry)
        turned = {str(one): str((one + seat) % self.seats) for one in range(self.seats)}
        order = []
        for at, name in enumerate(self.names):
            field, entry, *rest = (name + ".").split(".")
            by_seat = field != "own_seat" and entries[field] - {"length"} == {*turned}
            other = ".".join([field, turned[entry], *rest]).rstrip(".") if by_seat and entry in turned else name
            order.append(place.get(other, at))
        return np.array(order)

    def encode(self, numbers, seat):
        """The input of the network, from the observation of a seat."""
        return np.clip(numbers[self.orders[seat]] * self.scale, -2, 2)


def words_of(catalog):
    """A row for each word of a move, a column for each action with it: actions that share words learn together."""
    rows = {}
    for action in range(catalog.size):
        verb, *arguments = catalog.words(action).split(" ")
        for word in [verb] + [f"{verb} {argument}" for argument in arguments]:
            rows.setdefault(word, []).append(action)
    matrix = np.zeros((len(rows), catalog.size), np.float32)
    for row, actions in enumerate(rows.values()):
        matrix[row, actions] = 1
    return matrix


def new_net(inputs, words, rng):
    """Small random weights of two hidden layers, of the policy and of the value."""
    sizes = {"1": (inputs, HIDDEN), "2": (HIDDEN, HIDDEN), "p": (HIDDEN, words), "v": (HIDDEN, 1)}
    gains = {"1": 1.4, "2": 1.4, "p": 0.01, "v": 0.1}
    net = {f"w{name}": rng.normal(0, gains[name] * size[0] ** -0.5, size) for name, size in sizes.items()}
    net |= {f"b{name}": np.zeros(size[1]) for name, size in sizes.items()}
    return {name: part.astype(np.float32) for name, part in net.items()}


def forward(net, words, x, mask):
    """Both hidden layers, the probabilities of the legal actions, and the value."""
    one = np.maximum(x @ net["w1"] + net["b1"], 0)
    two = np.maximum(one @ net["w2"] + net["b2"], 0)
    logits = np.where(mask, (two @ net["wp"] + net["bp"]) @ words, -1e9)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return one, two, odds / odds.sum(1, keepdims=True), (two @ net["wv"] + net["bv"])[:, 0]


def play(envs, encoder, net, rng, seed):
    """A game in each environment: for each seat of each, what it saw, did and got."""
    told = [[[] for _ in range(encoder.seats)] for _ in envs]
    for number, env in enumerate(envs):
        env.reset(seed=seed + number)
    running = [*range(len(envs))]
    while running:
        seats = [envs[number].table.seat for number in running]
        seen = [envs[number].observe(envs[number].agent_selection) for number in running]
        mask = np.array([one["action_mask"] for one in seen], bool)
        x = np.array([encoder.encode(one["observation"], seat) for one, seat in zip(seen, seats, strict=True)])
        _, _, odds, value = forward(net, encoder.words, x, mask)
        actions = (np.cumsum(odds, 1) > rng.random((len(x), 1)) * 0.999999).argmax(1)
        for at, (number, seat, action) in enumerate(zip(running, seats, actions, strict=True)):
            if mask[at].sum() > 1:  # nothing is learned where nothing is chosen
                told[number][seat].append((x[at], mask[at], action, odds[at, action], value[at]))
            envs[number].step(action)
        running = [n for n in running if not (any(envs[n].terminations.values()) or any(envs[n].truncations.values()))]
    return [
        step
        for env, game in zip(envs, told, strict=True)
        for steps, got in zip(game, worth(env), strict=True)
        for step in advantages(steps, got)
    ]


def worth(env):
    """By seat: half for the win, half for the lead in points, from -1 to 1."""
    points = np.array([*env.rewards.values()])
    won = (points == points.max()) / (points == points.max()).sum() - 1 / len(points)
    return won + np.clip((points - points.mean()) / 30, -0.5, 0.5)


def advantages(steps, got):
    """The steps of a seat in a game, each with its advantage by GAE and the return that its value should have been."""
    found, later, gain = [], got, 0.0
    for *step, value in reversed(steps):
        gain = later - value + LAMBDA * gain
        found.append((*step, gain, gain + value))
        later = value
    return found


def slopes_of(net, words, x, mask, action, before, gain, target):
    """The gradients of the clipped objective, the entropy and the value."""
    one, two, odds, value = forward(net, words, x, mask)
    rows = np.arange(len(x))
    ratio = odds[rows, action] / before
    free = ~(((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP)))
    chosen = np.zeros_like(odds)
    chosen[rows, action] = 1
    log = np.log(odds + 1e-9)
    slope = -(free * ratio * gain)[:, None] * (chosen - odds)
    slope += ENTROPY * odds * (log - (odds * log).sum(1, keepdims=True))
    policy, error = slope @ words.T / len(x), (value - target)[:, None] / len(x)
    back2 = (policy @ net["wp"].T + error @ net["wv"].T) * (two > 0)
    back1 = back2 @ net["w2"].T * (one > 0)
    backs = {"1": (x, back1), "2": (one, back2), "p": (two, policy), "v": (two, error)}
    slopes = {f"w{name}": before.T @ back for name, (before, back) in backs.items()}
    return slopes | {f"b{name}": back.sum(0) for name, (_, back) in backs.items()}


def learn(net, words, moments, steps, rate, rng):
    """Some epochs of Adam."""
    x, mask, action, before, gain, target = (np.array(part) for part in zip(*steps, strict=True))
    gain = ((gain - gain.mean()) / (gain.std() + 1e-8)).astype(np.float32)
    target = target.astype(np.float32)
    for _ in range(EPOCHS):
        order = rng.permutation(len(x))
        for at in range(0, len(x), BATCH):
            part = order[at : at + BATCH]
            slopes = slopes_of(net, words, *(of[part] for of in (x, mask, action, before, gain, target)))
            size = np.sqrt(sum((slope**2).sum() for slope in slopes.values()))
            moments["t"] += 1
            for name, slope in slopes.items():
                slope = slope * min(1, NORM / size)
                m, s = moments.get(name, (0.0, 0.0))
                moments[name] = m, s = 0.9 * m + 0.1 * slope, 0.999 * s + 0.001 * slope**2
                m, s = m / (1 - 0.9 ** moments["t"]), s / (1 - 0.999 ** moments["t"])
                net[name] -= (rate * m / (np.sqrt(s) + 1e-8)).astype(np.float32)


def main(game, minutes):
    """Learn for some minutes of CPU, and write the weights."""
    envs, rng = [aec_env(game, rewards="points") for _ in range(GAMES)], np.random.default_rng(1)
    encoder = Encoder(envs[0].table)
    net = new_net(len(encoder.names), len(encoder.words), rng)
    moments, games, steps, written, used = {"t": 0}, 0, 0, 0.0, 0.0
    start, end = time.process_time(), 60 * minutes
    while used < end:
        told = play(envs, encoder, net, rng, seed=games)
        learn(net, encoder.words, moments, told, RATE * max(0.05, 1 - used / end), rng)
        games, steps, used = games + GAMES, steps + len(told), time.process_time() - start
        if used - written > 60 or used >= end:
            np.savez(f"{game}.part.npz", **net)
            os.replace(f"{game}.part.npz", f"{game}.npz")
            written = used
            print(f"{used / 60:.1f} minutes, {games} games, {steps} decisions", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
