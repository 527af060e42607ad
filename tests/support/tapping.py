"""A player who taps at random on the page of `kronika host`, in a real browser."""

from __future__ import annotations

from random import Random
from typing import Any, Final

MOST: Final = 60
"""Taps for a move, after which the player takes one of the moves in words."""
WAIT: Final = 180_000
"""Milliseconds to wait for the server or the page."""
SOON: Final = 20_000
"""Milliseconds after which `Confirm` is tapped again: the page may have moved under the finger."""

_NOW: Final = """() => ({
    mine: document.querySelector('.due')?.classList.contains('mine') ?? false,
    over: [...document.querySelectorAll('.whole')].some((one) => !one.hidden),
    revision: Number(document.querySelector('main.table')?.dataset.revision ?? -1),
})"""

_SPOT: Final = """(what) => {
    const panel = document.querySelector('.panel');
    const found = what.map(([selector, at]) => {
        const all = [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().width > 0);
        return all[Math.floor(at * all.length)];
    }).find(Boolean);
    if (!found) return null;
    found.scrollIntoView({ block: panel.contains(found) ? 'nearest' : 'center' });
    let box = found.getBoundingClientRect();
    const top = innerWidth < 900 ? panel.getBoundingClientRect().top : innerHeight;
    if (!panel.contains(found) && box.top + box.height / 2 > top - 4) {
        scrollBy(0, box.top + box.height - top + 10);
        box = found.getBoundingClientRect();
    }
    return [box.left + box.width / 2, box.top + box.height / 2, found.matches('.confirm')];
}"""
"""Where to tap: in the middle of one of the things of the first selector that has any."""


def now(page: Any) -> Any:
    """What a page shows: whether it is its player's turn, whether the game is over, and the revision."""
    return page.evaluate(_NOW)


def tap(page: Any, *selectors: tuple[str, float]) -> bool | None:
    """Tap one of the things that the first selector finds, or else the next. Return whether it was `Confirm`.

    Each selector comes with a number from 0 to 1 that chooses among its things. None if nothing is found.
    """
    spot = page.evaluate(_SPOT, [list(one) for one in selectors])
    if spot is None:
        return None
    page.touchscreen.tap(*spot[:2])
    return bool(spot[2])


def has_moved(page: Any, before: int) -> bool:
    """Wait for a later revision than this one; false if none comes soon."""
    from playwright.sync_api import TimeoutError as NothingCame  # this module is imported where there is no browser

    try:
        page.wait_for_function(
            "(n) => Number(document.querySelector('main.table').dataset.revision) > n", arg=before, timeout=SOON
        )
    except NothingCame:
        return False
    return True


def play_one(page: Any, dice: Random) -> None:
    """Make a move by taps: on what has dashes, on what is offered in words, and on `Confirm`."""
    before = now(page)["revision"]
    for number in range(MOST):
        if now(page)["revision"] > before:  # another has moved, or a finger met `Confirm` while the page was laid out
            return
        tap(page, (".past .steps button:last-child", 0.0))  # a finger that met `◀` while the page was laid out again
        confirm, marks = (".panel .confirm:enabled", 0.0), (".marks .next", dice.random())
        words = (".act [data-move], .choice .things:not(.taken) button", dice.random())
        first = [confirm] if dice.random() < 0.7 else []
        others = [marks, words] if dice.random() < 0.8 else [words, marks]
        if number == MOST // 2:  # nothing is left that could be tapped further
            page.evaluate("() => document.querySelectorAll('.words, .kind').forEach((one) => { one.open = true; })")
            others = [(".list [data-move]", dice.random())]
        if tap(page, *first, *others, confirm) and has_moved(page, before):
            return
    raise AssertionError(f"no move was made by {MOST} taps: {page.locator('.panel').inner_text()}")
