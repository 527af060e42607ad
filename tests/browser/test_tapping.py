"""The client of `kronika host` in a real browser: games played by taps and by keys, and a network that breaks.

The server is a stand-in that answers from a session; see `support.tablets`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from support.browsing import AXE, DESK, NEEDS_BROWSER, PHONE
from support.tablets import ORIGIN, Tablets, look, of

OTHERS = ("ancient_knowledge", "imhotep", "tides", "viceroy")
pytestmark = [NEEDS_BROWSER, pytest.mark.xdist_group("tapping")]


def tap(page: Any, id: str) -> None:
    """Tap a piece or a place in its middle, as a finger does."""
    spot = page.locator(f'[id="{id}"]')
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    top = page.locator(".panel").bounding_box()["y"] if page.viewport_size["width"] < 900 else 10_000
    if box["y"] + box["height"] / 2 > top:  # it lies under the panel
        page.evaluate("(by) => scrollBy(0, by)", box["y"] + box["height"] - top + 10)
        box = spot.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.long
def test_a_game_of_tides_is_played_by_taps_alone(context: Any) -> None:
    """Two phones: each tap is on a card, and each move is confirmed; the game comes to its end."""
    session = of("tides")
    host = Tablets(session, "0", "1")
    pages = [host.open(context, f"/g/G?viewer={seat}") for seat in (0, 1)]
    for page in pages:
        page.evaluate("localStorage.setItem('kronika settings', JSON.stringify({curtain: false}))")
        page.reload()
    while session.actors:
        seat = session.actors[0]
        page = pages[seat]
        page.bring_to_front()
        look(page)
        page.locator(f'[data-revision="{len(session.history)}"] .due.mine').wait_for()
        move = session.legal()[session.players[seat]][0]
        made = len(session.line.events)
        for card in [word for word in move.split() if word.isdecimal()]:
            tap(page, f"card-{card}")
        page.locator(".panel .confirm:enabled").click()
        page.wait_for_function("() => !document.querySelector('.panel .sentence')")
        assert session.line.events[made].by == seat
    result = session.result()
    assert result is not None
    assert {said["kind"] for said in host.said} == {"moves"}
    page.get_by_text(f"The game is over. {session.players[result.winners[0]]} ").wait_for()
    assert page.locator(".sheet").is_visible()


def test_a_tile_of_tigris_is_tapped_and_then_its_place(context: Any) -> None:
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    page = (host := Tablets(session, str(seat))).open(context)
    page.locator(".due.mine").wait_for()
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if "C3" in move)
    tap(page, f"hand-{seat}-{colour}")
    assert page.locator(".marks .chosen").count() == 1
    assert page.locator(".marks .next").count() > 80  # the cells of the board, and the hand for an exchange
    tap(page, "place-C3")
    assert page.locator(".sentence").inner_text().startswith(f"{session.players[seat]} lays a {colour} tile")
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".marks .chosen").count() == 0
    tap(page, f"hand-{seat}-{colour}")
    tap(page, "place-C3")
    page.locator(".panel .confirm").click()
    page.locator("#tile-C3").wait_for()
    assert [said["move"] for said in host.said] == [f"{session.players[seat]}: {colour} C3"]


def test_a_refused_tap_says_why_with_the_rule(context: Any) -> None:
    """A tile that is no farm on the river (TE-4.1): nothing is played, and the reason stands beside the finger."""
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    page = (host := Tablets(session, str(seat))).open(context)
    page.locator(".due.mine").wait_for()
    before = len(session.history)
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if not move.startswith("blue"))
    tap(page, f"hand-{seat}-{colour}")
    tap(page, "place-E1")  # of the river
    page.locator(".bubble").wait_for()
    assert "TE-4" in page.locator(".bubble").inner_text()
    assert len(session.history) == before
    assert [said["ask"] for said in host.said] == [True]  # so it is not made even if it is legal by now


def test_several_are_chosen_by_taps(context: Any) -> None:
    """Six of ten cards in one move (AK-2.2); one that is tapped again is given back."""
    session = of("ancient_knowledge")
    seat = session.actors[0]
    page = (host := Tablets(session, str(seat))).open(context)
    page.locator(".due.mine").wait_for()
    cards = [move.split()[1] for move in session.legal()[session.players[seat]]]
    assert len(cards) == 10
    for card in (cards[7], *cards[:3], cards[7], *cards[3:6]):
        tap(page, f"card-{card}")
    assert "6 of" in page.locator(".so-far").inner_text()
    page.locator(".panel .confirm:enabled").click()
    page.wait_for_function("() => !document.querySelector('.panel .due.mine')")
    assert host.said[-1]["move"] == f"{session.players[seat]}: keep {' '.join(cards[:6])}"


LONG = ("Maximiliane von Hohenlohe-Langenburg", "Bartholomäus Krähenbühl", "Đặng Thị Hồng Nhung")
TOO_SMALL = """() => [...document.querySelectorAll('button, select, summary, a, label')]
    .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 40 || box.height < 40 || box.left < 0 || box.right > innerWidth))
    .map(([name, box]) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)} at ${box.left}`)"""
"""What a finger would miss, or what is not within the window."""


@pytest.mark.parametrize("letters", [16, 32])
@pytest.mark.parametrize("game", ["tigris", *(pytest.param(one, marks=pytest.mark.long) for one in OTHERS)])
def test_all_that_is_tapped_is_large_enough_and_in_the_window(context: Any, game: str, letters: int) -> None:
    """With long names, also with letters of twice the size: a player's table, its past, the scribe's, the curtain."""
    session = of(game, *LONG[: get_game(game).seats[1]])
    host = Tablets(session, *map(str, range(len(session.players))), "referee")
    for _ in range(4):
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(1)))
        session.resolve_chance()
    page = host.open(context)
    developer = context.new_cdp_session(page)
    developer.send("Page.enable")
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    page.get_by_role("button", name="I am ").wait_for()
    for path in ("", f"/g/G?viewer={session.actors[0]}", "/g/G?viewer=referee", "/"):
        if path:
            page.goto(f"{ORIGIN}{path}")
        if "viewer" in path:
            page.locator(".curtain .confirm, main.table[data-revision]").first.wait_for()
            if page.locator(".curtain .confirm").is_visible():
                page.locator(".curtain .confirm").click()
            page.locator("main.table[data-revision]").wait_for()
            page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert page.evaluate(TOO_SMALL) == [], path
            page.get_by_role("button", name="Back through the game").click()
            page.get_by_role("button", name="Back to now").wait_for()
        assert page.evaluate(TOO_SMALL) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_tap_leaves_a_move_that_was_picked_in_words(context: Any) -> None:
    """A picked move is marked on the board. A tap on something else starts again, so nothing unseen is confirmed."""
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    page = Tablets(session, str(seat)).open(context)
    page.locator(".due.mine").wait_for()
    page.locator(".words > summary").click()
    page.locator(".kind > summary", has_text="king").click()
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if "C3" in move)
    page.locator('[data-move^="king "]').first.click()
    assert "king" in page.locator(".sentence").inner_text()
    assert page.locator(".marks .chosen").count() == 2  # the king, and its place
    tap(page, f"hand-{seat}-{colour}")
    assert "king" not in page.locator(".sentence").inner_text()
    tap(page, "place-C3")
    assert page.locator(".sentence").inner_text().startswith(f"{session.players[seat]} lays a {colour} tile")


def test_a_state_that_comes_before_the_answer_leaves_nothing_out_of_reach(context: Any) -> None:
    """The first of two actions: all see it before the one who acted is answered. Then the second one can be tapped."""
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    page = (host := Tablets(session, str(seat))).open(context)
    page.locator(".due.mine").wait_for()
    host.slow = True
    page.locator(".act [data-move]").first.wait_for()
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if "C3" in move)
    tap(page, f"hand-{seat}-{colour}")
    tap(page, "place-C3")
    page.locator(".panel .confirm").click()
    page.wait_for_function("() => document.querySelector('.panel .confirm:disabled')")
    look(page)
    page.locator(f'[data-revision="{len(session.history)}"]').wait_for()
    assert session.actors == (seat,)
    assert page.locator(".panel button:disabled").count() > 0
    host.answer()
    page.wait_for_function("() => !document.querySelector('.panel button:disabled')")
    assert page.locator(".sentence").count() == 0


def test_what_is_chosen_so_far_outlives_what_others_do(context: Any) -> None:
    """Both choose their cards at the same time (AK-2.2): a note, and then the choice of the other, change nothing."""
    session = of("ancient_knowledge")
    page = Tablets(session, "0").open(context)
    page.locator(".due.mine").wait_for()
    own, other = ([move.split()[1] for move in session.legal()[name]] for name in session.players)
    for card in own[:3]:
        tap(page, f"card-{card}")
    for act in (lambda: session.note("hurry"), lambda: session.play(f"Bob: keep {' '.join(other[:6])}")):
        act()
        look(page)
        page.locator(f'[data-revision="{len(session.history)}"]').wait_for()
        assert "3 of" in page.locator(".so-far").inner_text()
        assert page.locator(".marks .chosen").count() == 3
    tap(page, f"card-{own[3]}")
    assert "4 of" in page.locator(".so-far").inner_text()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_confirm_stays_under_the_finger(context: Any, size: Any) -> None:
    """Another player acts, notes come, a refusal comes late, the connection breaks: `Confirm` is where it was."""
    session = of("viceroy", "Anna", "Bob", "Cyd")
    page = Tablets(session, "0").open(context)
    page.set_viewport_size(size)
    page.locator(".due.mine").wait_for()
    tap(page, f"card-{session.legal()['Anna'][0].split()[1]}")
    confirm = page.locator(".panel .confirm:enabled")
    before = confirm.bounding_box()
    for change in ["hurry", "hurry", f"Bob: {session.legal()['Bob'][0]}", "hurry"]:
        (session.play if change.startswith("Bob") else session.note)(change)
        look(page)
        page.locator(f'[data-revision="{len(session.history)}"]').wait_for()
        assert confirm.bounding_box() == before
    for part in ("status", "refusal", "told"):
        page.locator(f".{part}").evaluate("(one) => { one.textContent = 'A sentence that comes late. '.repeat(4); }")
        assert confirm.bounding_box() == before, part


SEEN = """() => [...document.querySelectorAll('.panel :is(button, summary, input):enabled')].filter((one) => {
    one.focus();
    const { left, top, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("letters", [16, 32])
def test_confirm_covers_nothing_that_has_the_focus(context: Any, letters: int) -> None:
    """Ten cards are chosen: each of them, the line to type in, and `Confirm` are seen when the Tab key is there."""
    page = Tablets(of("tides", chance="given"), "referee").open(context)
    page.evaluate("(n) => { document.documentElement.style.fontSize = `${n}px`; }", letters)
    for _ in range(10):
        page.locator(".things:not(.taken) button").first.click()
    assert page.locator(".panel .confirm:enabled").is_visible()
    assert page.locator(".taken button").count() == 10
    assert page.evaluate(SEEN) == []


def test_the_scribe_taps_what_was_drawn(context: Any) -> None:
    """An outcome is chosen from what is left: who begins, then six tiles from the bag, counted by colour."""
    session = of("tigris", "Anna Maria", "Bob", "Cyd", chance="given")
    page = Tablets(session, "referee").open(context)
    while session.actors == (CHANCE,):
        made = len(session.history)
        draws = "tile" in page.locator(".sentence").inner_text()
        for _ in range(6 if draws else 1):
            page.locator(".things:not(.taken) button").nth(made % 3 if draws else 0).click()
        page.locator(".panel .confirm:enabled").click()
        page.wait_for_function("() => !document.querySelector('.taken')")
        assert len(session.history) == made + 1
    assert page.locator(".due").inner_text().endswith("take an action.")


def test_a_curtain_hides_the_table_from_the_next_player(context: Any) -> None:
    """Two players at one tablet: between their turns nothing of the table is in the page."""
    session = of("tides")
    page = Tablets(session, "0", "1").open(context)
    page.get_by_role("button", name="I am Anna").click()
    page.locator(".due.mine").wait_for()
    tap(page, f"card-{session.state.hands[0][0]}")
    page.locator(".panel .confirm").click()
    page.get_by_text("Hand the device to Bob.").wait_for()
    assert page.locator("svg").count() == 0
    page.get_by_role("button", name="I am Bob").click()
    page.locator(f"#card-{session.state.hands[1][0]}").wait_for()
    assert page.locator('[id^="hand-0-"], [id^="chosen-0-"]').count() == 5  # backs of cards, one of them chosen
    assert page.locator(f"#card-{session.state.hands[0][0]}").count() == 0


@pytest.mark.parametrize("lost", ["before", "after"])
def test_a_lost_network_makes_no_move_twice(context: Any, lost: str) -> None:
    """The network breaks before the move arrives, or before its answer does: it is made once, and the page says so."""
    session = of("tides")
    host = Tablets(session, "0")
    page = host.open(context)
    page.locator(".due.mine").wait_for()
    tap(page, f"card-{session.state.hands[0][0]}")
    host.cut, host.deaf = lost == "before", lost == "after"
    page.locator(".panel .confirm").click()
    page.get_by_text("made once").wait_for()
    assert len(session.line.events) == (1 if lost == "before" else 2)
    host.cut = False
    page.wait_for_function("() => !document.querySelector('.status').textContent")
    page.locator(".due:not(.mine)").wait_for()
    assert len(session.line.events) == 2
    assert len(set(host.asked)) == 1
    assert len(host.asked) == (1 if lost == "before" else 2)


def test_a_move_is_kept_while_the_page_is_loaded_again(context: Any) -> None:
    session = of("tides")
    host = Tablets(session, "0")
    page = host.open(context)
    page.locator(".due.mine").wait_for()
    tap(page, f"card-{session.state.hands[0][0]}")
    host.deaf = True
    page.locator(".panel .confirm").click()
    page.get_by_text("made once").wait_for()
    host.cut = False
    page.reload()
    page.locator(".due:not(.mine)").wait_for()
    assert len(session.line.events) == 2
    assert len(set(host.asked)) == 1


@pytest.mark.long
def test_tides_is_played_with_the_keyboard_alone(browser: Any) -> None:
    """The Tab key reaches a move in words, Enter takes it, Enter confirms it, to the end of the game."""
    session = of("tides")
    context = browser.new_context(viewport=DESK)
    page = Tablets(session, "0").open(context)
    while session.actors:
        look(page)
        page.locator(f'[data-revision="{len(session.history)}"] .due.mine').wait_for()
        made, before = len(session.line.events), len(session.history)
        page.locator(".due").focus()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("() => Boolean(document.activeElement.dataset.move)"):
                break
            if page.evaluate("() => document.activeElement.closest('.kind:not([open])') !== null"):
                page.keyboard.press("Enter")  # a kind of move is unfolded
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        made_it = "(n) => Number(document.querySelector('main').dataset.revision) > n"
        page.wait_for_function(made_it, arg=before)
        assert page.evaluate("() => document.activeElement.className").startswith("due")
        assert session.line.events[made].by == 0
        while 1 in session.actors:
            session.play(f"Bob: {session.legal()['Bob'][0]}")
    assert session.result() is not None
    context.close()


@pytest.mark.skipif(not AXE, reason="no axe-core: `make test-browser` fetches it")
@pytest.mark.parametrize("game", ["tides", "tigris"])
def test_a_checker_of_accessibility_finds_nothing(browser: Any, game: str) -> None:
    for scheme, size in (("light", PHONE), ("dark", DESK)):
        context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
        session = of(game)
        seat = session.actors[0]
        page = Tablets(session, str(seat), "referee").open(context)
        page.locator(".due.mine").wait_for()
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.add_script_tag(content=Path(AXE).read_text(encoding="utf-8"))
        found = page.evaluate("async () => (await axe.run()).violations.map((one) => [one.id, one.nodes[0].html])")
        assert found == []
        context.close()


def test_a_player_goes_back_and_returns(context: Any) -> None:
    """The board as it was (the table is empty of moves then), then now; nothing can be tapped meanwhile."""
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if "C3" in move)
    session.play(f"{session.players[seat]}: {colour} C3")
    page = (host := Tablets(session, str(seat))).open(context)
    page.locator(".due.mine").wait_for()
    assert page.locator("#tile-C3").count() == 1
    page.get_by_role("button", name="Back through the game").click()
    page.get_by_role("button", name="Back to now").wait_for()
    assert page.locator("#tile-C3").count() == 0
    tap(page, "place-C5")
    assert page.locator(".panel .confirm").count() == 0
    page.get_by_role("button", name="Back to now").click()
    page.locator("#tile-C3").wait_for()
    assert host.said == []


def test_the_heading_says_that_the_past_is_shown(context: Any) -> None:
    """It names no turn as if it were that of the picture; if it is one's own by now, it says so, as it comes."""
    session = of("imhotep")
    (first,) = session.actors
    page = Tablets(session, str(1 - first)).open(context)
    due, score = page.locator(".due"), page.locator("summary", has_text="Score")
    session.play("take")
    look(page)
    page.locator(".due.mine").wait_for()
    assert due.inner_text() == "Your turn: take an action."
    assert score.inner_text().startswith("Score: ")
    page.get_by_role("button", name="Back through the game").click()
    page.get_by_role("button", name="Back to now").wait_for()
    assert due.inner_text() == "The past is shown. It is your turn now."
    assert page.locator(".due.mine").count() == 0
    assert score.inner_text().startswith("Score now: ")
    session.play("take")
    look(page)
    page.locator(f'[data-revision="{len(session.history)}"]').wait_for()
    assert due.inner_text() == "The past is shown."
    page.get_by_role("button", name="Back to now").click()
    assert due.inner_text() == f"{session.players[first]}: take an action."


def test_a_larger_board_is_large_enough_for_a_finger(context: Any) -> None:
    """A cell of Tigris is 44 px or more at the largest, the page is no wider, and a move leaves the board there."""
    session = of("tigris", "Anna", "Bob", "Cyd")
    seat = session.actors[0]
    page = Tablets(session, str(seat)).open(context)
    page.locator(".due.mine").wait_for()
    assert page.locator("#place-F8").bounding_box()["width"] < 24
    for _ in range(2):
        page.get_by_role("button", name="Larger board").click()
    assert page.locator("#place-F8").bounding_box()["width"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    colour = next(move.split()[0] for move in session.legal()[session.players[seat]] if "I6" in move)
    tap(page, f"hand-{seat}-{colour}")
    tap(page, "place-I6")
    pane = "() => [document.querySelector('.pane').scrollLeft, document.querySelector('.pane').scrollTop]"
    before = page.evaluate(pane)
    assert before[0] > 0
    page.locator(".panel .confirm").click()
    page.locator("#tile-I6").wait_for()
    assert page.evaluate(pane) == before


def test_the_hand_of_a_player_is_seen_above_the_panel(context: Any) -> None:
    """Of Ancient Knowledge, whose board is high: the hand comes first on a phone."""
    session = of("ancient_knowledge")
    for name in ("Anna", "Bob"):
        session.play(f"{name}: keep {' '.join(move.split()[1] for move in session.legal()[name][:6])}")
    seat = session.actors[0]
    page = Tablets(session, str(seat)).open(context)
    page.locator(".due.mine").wait_for()
    panel = page.locator(".panel").bounding_box()["y"]
    hand = page.locator(".part").first
    assert hand.get_attribute("class") == "part of-hand"
    assert hand.locator("[data-kind=card]").count() == 6
    assert hand.bounding_box()["y"] + hand.bounding_box()["height"] <= panel


def test_moves_of_what_is_folded_away_are_offered(context: Any) -> None:
    """A player of Viceroy draws from a deck (VC-2.12): the decks are in a fold, so the draws are buttons."""
    session = Session.new("viceroy", ("Anna", "Bob"), seed=3400 + 1)
    dice = Random(5)
    while not any(move.startswith("draw ") for moves in session.legal().values() for move in moves):
        name, moves = dice.choice([*session.legal().items()])
        session.play(f"{name}: {dice.choice(moves)}")
    seat = session.actors[0]
    page = Tablets(session, str(seat)).open(context)
    page.locator(".due.mine").wait_for()
    legal = session.legal()[session.players[seat]]
    assert page.locator(".act [data-move]").count() == len(legal)


def test_a_tap_on_a_mark_takes_what_is_marked(context: Any) -> None:
    """A circle between two cards of Viceroy has no ground of its own; what a bubble says covers no button."""
    session = Session.new("viceroy", ("Anna", "Bob"), seed=3402)
    for number in range(600):
        if "recolour" in (said := " ".join(move for own in session.legal().values() for move in own)):
            break
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(7, number)))
        session.resolve_chance()
    assert "recolour" in said
    seat = next(
        seat for seat in session.actors if any("recolour" in one for one in session.legal()[session.players[seat]])
    )
    page = Tablets(session, str(seat)).open(context)
    page.locator(".marks .next").first.wait_for(state="attached")
    box = page.locator(".marks .next").first.bounding_box()
    page.evaluate("(by) => scrollBy(0, by)", box["y"] - 200)
    box = page.locator(".marks .next").first.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".marks .chosen").wait_for(state="attached")
    over, under = (
        page.evaluate(f"() => +getComputedStyle(document.querySelector('{one}')).zIndex")
        for one in (".panel", ".bubble")
    )
    assert over > under
