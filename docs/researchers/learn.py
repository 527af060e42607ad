"""PPO without search on Tides, in numpy alone: `python learn.py MINUTES` writes `tides.npz`.

The network has one hidden layer of 64 and a value beside the policy. It plays both seats, and learns from both.
"""

import sys
import time

import numpy as np

from kronika.envs import aec_env

HIDDEN, GAMES, EPOCHS, RATE, CLIP, ENTROPY = 64, 64, 4, 1e-3, 0.2, 0.01


def scaled(numbers):
    """Points and rounds as small numbers; the rest are counts of cards already."""
    return np.clip(numbers, -50, 50) / np.where(np.abs(numbers) > 5, 50, 1)


def new_weights(inputs, actions, rng):
    """Small random weights."""
    return {
        "w": rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
        "b": np.zeros(HIDDEN),
        "p": rng.normal(0, 0.01, (HIDDEN, actions)),
        "v": np.zeros((HIDDEN, 1)),
    }


def forward(net, x, mask):
    """The hidden layer, the probabilities of the legal actions, and the value."""
    hidden = np.tanh(x @ net["w"] + net["b"])
    logits = np.where(mask, hidden @ net["p"], -1e9)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return hidden, odds / odds.sum(1, keepdims=True), (hidden @ net["v"])[:, 0]


def play(env, net, rng, seed):
    """One game of the network against itself: by seat, what it saw, did and got."""
    env.reset(seed=seed)
    told = {agent: [] for agent in env.possible_agents}
    while not all(env.terminations.values()):
        agent = env.agent_selection
        seen = env.observe(agent)
        x, mask = scaled(seen["observation"]), seen["action_mask"].astype(bool)
        _, odds, value = forward(net, x[None], mask[None])
        action = int(rng.choice(len(mask), p=odds[0]))
        told[agent].append((x, mask, action, odds[0, action], value[0]))
        env.step(action)
    return [(*step, env.rewards[agent] - 0.5) for agent, steps in told.items() for step in steps]


def learn(net, moments, batch):
    """Some steps of Adam on the clipped objective, the value and the entropy."""
    x, mask, action, before, value, got = (np.array(part) for part in zip(*batch, strict=True))
    gain = got - value
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    rows = np.arange(len(x))
    for _ in range(EPOCHS):
        hidden, odds, now = forward(net, x, mask)
        ratio = odds[rows, action] / before
        free = ~(((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP)))
        chosen = np.zeros_like(odds)
        chosen[rows, action] = 1
        slope = -(free * ratio * gain)[:, None] * (chosen - odds)
        log = np.log(odds + 1e-12)
        slope += ENTROPY * odds * (log - (odds * log).sum(1, keepdims=True))
        error = (now - got)[:, None]
        back = (slope @ net["p"].T + error @ net["v"].T) * (1 - hidden**2)
        slopes = {"w": x.T @ back, "b": back.sum(0), "p": hidden.T @ slope, "v": hidden.T @ error}
        moments["t"] += 1
        for name, g in slopes.items():
            g = g / len(x)
            m, s = moments.setdefault(name, (0.0, 0.0))
            moments[name] = m, s = 0.9 * m + 0.1 * g, 0.999 * s + 0.001 * g**2
            m, s = m / (1 - 0.9 ** moments["t"]), s / (1 - 0.999 ** moments["t"])
            net[name] -= RATE * m / (np.sqrt(s) + 1e-8)


def main(minutes):
    """Learn for some minutes, and write the weights."""
    env, rng = aec_env("tides"), np.random.default_rng(1)
    net = new_weights(len(env.table.layout.features), env.table.catalog.size, rng)
    moments, seed, end = {"t": 0}, 0, time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        batch = []
        for _ in range(GAMES):
            seed += 1
            batch += play(env, net, rng, seed)
        learn(net, moments, batch)
    np.savez("tides.npz", **net)
    print(f"{seed} games")


if __name__ == "__main__":
    main(float(sys.argv[1]))
