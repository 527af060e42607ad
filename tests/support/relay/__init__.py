"""A little game as another author would bring it: hands dealt in secret, a card passed in secret, a pending choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from kronika.core import (
    CHANCE,
    EMPTY,
    HIDDEN,
    Card,
    Dice,
    Game,
    IllegalAction,
    MoveContext,
    MoveTokens,
    Notation,
    Paper,
    Players,
    PositionError,
    Result,
    ScoreItem,
    Verb,
    Viewer,
    can_see,
    check_unique,
    form_verb,
    rank,
)
from kronika.core.contract.blocks import Block, Piece
from kronika.core.contract.labels import find_labelled, split_names
from kronika.core.contract.twins import CARD, Partial, hidden, kind_of
from kronika.core.contract.unseen import OPEN, Hidden, Lies, Move, Operation, Place, Supply
from kronika.core.contract.view import CardId, CardSet, View, with_hidden
from kronika.core.contract.zones import remove_card, replace_byte, replace_item

DEALING, PASSING, PLAYING, TAKING, OVER = range(5)
DUE: Final = (
    ("RE-1.2", "deal three cards"),
    ("RE-2.1", "pass a card"),
    ("RE-3.1", "play a card"),
    ("RE-3.2", "take a card"),
    ("RE-3.3", ""),
)
CARDS: Final = bytes(range(1, 13))
NAMES: Final = (
    *("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir"),
    *("Gorse", "Hazel", "Ivy", "Juniper", "Kapok", "Larch"),
)
CALLED: Final = {"CARD": {word: n for n, name in enumerate(NAMES, 1) for word in (str(n), name.lower())}}
HAND: Final = 3
Number = Annotated[int, Meta(ge=1, le=12), CARD]


class Options(Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    """The variants."""

    back: Annotated[bool, Meta(description="cards are passed to the previous player (RE-2.2)")] = False


class State(Struct, frozen=True, array_like=True, gc=False):
    """`lead` begins the round, whose cards lie on the `table`. `known`: the card that each seat knows in a hand."""

    options: Options
    phase: int
    lead: int
    hands: tuple[bytes, ...]
    chosen: bytes
    known: bytes
    table: bytes
    taken: tuple[bytes, ...]
    out: bytes


class Deal(Struct, frozen=True, tag="deal", forbid_unknown_fields=True):
    """Three cards for the next player."""

    cards: tuple[Number, Number, Number]


class Pass(Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """A card chosen, face down."""

    card: Number


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A card played."""

    card: Number


class Take(Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """A card of the table taken."""

    card: Number


class Passed(Struct, frozen=True, tag="passed"):
    """A card went to another player."""

    seat: int
    to: int
    card: Annotated[int, CARD]
    rule: str = "RE-2.1"


class Won(Struct, frozen=True, tag="won"):
    """The highest card."""

    seat: int
    card: int
    rule: str = "RE-3.2"


class Taken(Struct, frozen=True, tag="taken"):
    """The card that the winner chose."""

    seat: int
    card: int
    rule: str = "RE-3.2"


class Left(Struct, frozen=True, tag="left"):
    """The card that a player has left."""

    seat: int
    card: int
    rule: str = "RE-3.3"


Do = Deal | Pass | Play | Take
Effect = Passed | Won | Taken | Left
Applied = tuple[State, tuple[Effect, ...]]


class TableView(View, frozen=True):
    """The table as a viewer knows it."""

    lead: int
    hands: tuple[CardSet, ...]
    chosen: tuple[CardId, ...]
    table: tuple[CardId, ...]
    taken: tuple[CardSet, ...]
    out: CardSet


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in a round.

    `hands`: the cards of all players, by name. `taken`: those taken, by name; left out: none. `table`: those played, in
    order; left out: none. `lead`: who begins; left out: the first player. `out`: those that have left the game; left
    out: none. `passed`: the card that each player has passed and that is still in that hand, by name; left out: none.
    """

    hands: dict[str, list[int]] = field(default_factory=dict)
    taken: dict[str, list[int]] = field(default_factory=dict)
    table: list[int] = field(default_factory=list)
    lead: str | None = None
    out: list[int] = field(default_factory=list)
    passed: dict[str, int] = field(default_factory=dict)


def next_to(state: State, seat: int) -> int:
    """The player to whom a seat passes (RE-2.1, RE-2.2)."""
    return (seat + (-1 if state.options.back else 1)) % len(state.hands)


def turn(state: State) -> int:
    """Whose card is due in a round."""
    return (state.lead + len(state.table)) % len(state.hands)


def winner(state: State) -> int:
    """The player of the highest card on the table."""
    return (state.lead + state.table.index(max(state.table))) % len(state.hands)


class Relay(Game[State, Do, Effect, TableView, Options, Given]):
    """The contract."""

    name = "relay"
    title = "Relay"
    rule_prefix = "RE"
    rules_version = 1
    seats = (2, 3)
    score_words = ("left", "taken")
    knows_bystander = True

    def setup(self, options: Options, seats: int) -> State:
        none = (b"",) * seats
        return State(options, DEALING, 0, none, bytes(seats), bytes(seats), b"", none, b"")

    def actors(self, state: State) -> tuple[int, ...]:
        if state.phase == DEALING:
            return (CHANCE,)
        if state.phase == PASSING:
            return tuple(seat for seat, card in enumerate(state.chosen) if not card)
        return {PLAYING: (turn(state),), TAKING: (winner(state),) if state.table else ()}.get(state.phase, ())

    def actions(self, state: State, seat: int) -> Sequence[Do]:
        if seat == CHANCE or seat not in self.actors(state):
            return ()
        if state.phase == TAKING:
            return [Take(card) for card in sorted(state.table)]
        return [(Pass if state.phase == PASSING else Play)(card) for card in state.hands[seat]]

    def check(self, state: State, seat: int, do: Do) -> None:
        rule, due = DUE[state.phase]
        if {Deal: DEALING, Pass: PASSING, Play: PLAYING, Take: TAKING}[type(do)] != state.phase:
            raise IllegalAction(
                rule, f"You can't do that now: the next step is to {due}." if due else "The game is over."
            )
        if seat not in self.actors(state):
            raise IllegalAction(rule, "That is not yours to do, or it is done.")
        match do:
            case Deal(cards) if len({*cards} & {*unseen(state)}) < HAND:
                raise IllegalAction(rule, "Three different cards are dealt, none of them twice in a game.")
            case Pass(card) | Play(card) if card not in state.hands[seat]:
                raise IllegalAction(rule, f"Card {card} is not in this hand.")
            case Take(card) if card not in state.table:
                raise IllegalAction(rule, f"Card {card} is not on the table.")

    def apply(self, state: State, seat: int, do: Do) -> Applied:
        match do:
            case Deal(cards):
                hands = replace_item(state.hands, state.hands.index(b""), bytes(sorted(cards)))
                return replace(state, hands=hands, phase=PASSING if all(hands) else DEALING), ()
            case Pass(card):
                state = replace(state, chosen=replace_byte(state.chosen, seat, card))
                return _pass_on(state) if all(state.chosen) else (state, ())
            case Play(card):
                return _play(state, seat, card)
            case Take(card):
                return _take(state, seat, card)

    def sample(self, state: State, dice: Dice) -> Do:
        a, b, c = sorted(dice.draw(unseen(state), HAND))
        return Deal((a, b, c))

    def score(self, state: State) -> tuple[ScoreItem, ...]:
        return (*_of_taken(state), *_of_left(state))

    def result(self, state: State) -> Result | None:
        if state.phase != OVER:
            return None
        totals = self.totals(state)
        ranking = rank([(points,) for points in totals])
        tie = ("the victory is shared", "RE-4.3") if len(ranking[0]) > 1 else ("", "")
        return Result(totals, ranking, "two rounds are over", "RE-3.3", *tie)

    def view(self, state: State, seat: Viewer) -> TableView:
        return TableView(
            viewer=seat,
            actors=self.actors(state),
            due=DUE[state.phase][1],
            totals=self.totals(state),
            lead=state.lead,
            hands=tuple(_hand(state, seat, owner) for owner in range(len(state.hands))),
            chosen=tuple(
                (str(card) if can_see(seat, owner) else HIDDEN) if card else EMPTY
                for owner, card in enumerate(state.chosen)
            ),
            table=tuple(map(str, state.table)),
            taken=tuple(tuple(map(str, cards)) for cards in state.taken),
            out=tuple(map(str, state.out)),
        )

    def redacted(self, state: State, seat: int, do: Do, viewer: Viewer) -> Any:
        return redacted(state, seat, do, viewer)

    def redacted_effect(self, effect: Effect, viewer: Viewer) -> Any:
        own = not isinstance(effect, Passed) or viewer in (None, effect.seat, effect.to)
        return effect if own else hidden(effect)

    def redeal(self, state: State, seat: int, dice: Dice) -> State:
        if state.phase == OVER:
            return state
        sure = [b"".join(_sure(state, seat, owner)) for owner in range(len(state.hands))]
        gone = b"".join((*state.taken, state.out, state.table, *sure))
        pool = [card for card in CARDS if card not in gone]
        pool = dice.draw(pool, len(pool))
        hands, known, chosen = [], [], []
        for owner, hand in enumerate(state.hands):
            more = len(hand) - len(sure[owner])
            hands.append(bytes(sorted((*sure[owner], *pool[:more]))))
            del pool[:more]
        for owner, card in enumerate(state.known):
            mine = seat in (owner, next_to(state, owner))
            known.append(card if not card or mine else dice.choice(hands[next_to(state, owner)]))
            hidden = state.chosen[owner] and owner != seat
            chosen.append(dice.choice(hands[owner]) if hidden else state.chosen[owner])
        return replace(state, hands=tuple(hands), known=bytes(known), chosen=bytes(chosen))

    def notation(self) -> Sequence[Verb]:
        return NOTATION.verbs()

    def parse(self, state: State, seat: int, text: str, names: Sequence[str]) -> Do:
        return NOTATION.parse(state, seat, text, names)

    def format(self, state: State, seat: int, do: Do, names: Sequence[str], viewer: Viewer = None) -> str:
        return NOTATION.format(state, seat, do, names, viewer)

    def describe(self, effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
        name = names[effect.seat]
        if isinstance(effect, Partial):
            return f"{name} passes a card to {names[effect.to]}"
        match effect:
            case Passed(seat, to, card):
                return f"{name} passes {card if viewer in (None, seat, to) else 'a card'} to {names[to]}"
            case Won(_, card):
                return f"{name} wins the round with {card}"
            case Taken(_, card):
                return f"{name} takes {card}"
            case Left(_, card):
                return f"{name} has {card} left"

    def render(self, view: TableView, names: Sequence[str], paper: Paper) -> str:
        lines = [paper.ink(f"Table: {' '.join(view.table) or '-'}", "bold"), f"Out: {' '.join(view.out) or '-'}"]
        for seat, name in enumerate(names):
            lines.append(f"{name}: hand {' '.join(view.hands[seat])}, chosen {view.chosen[seat] or '-'}")
            lines.append(f"  taken {' '.join(view.taken[seat]) or '-'}")
        return "\n".join(lines)

    def picture(self, view: TableView, names: Sequence[str]) -> Sequence[Block]:
        zones = {f"hand{seat}": cards for seat, cards in enumerate(view.hands)}
        zones |= {f"taken{seat}": cards for seat, cards in enumerate(view.taken)}
        rows = [piece for at, (zone, cards) in enumerate(zones.items()) for piece in _row(zone, cards, at)]
        middle = [*_row("table", view.table, 0), *_row("out", view.out, 1), *_row("chosen", view.chosen, 2)]
        return [Block(90, middle, role="board"), Block(30 * len(zones), rows, role="rest")]

    def cards(self) -> Sequence[Card]:
        return [Card(str(n), name, f"beats what is below {n} (RE-3.2)") for n, name in enumerate(NAMES, 1)]

    def named_cards(self, do: Do) -> Sequence[str]:
        return [str(do.card)] if isinstance(do, (Pass, Play, Take)) else ()

    def position(self, given: Given, options: Options, names: Sequence[str]) -> State:
        players, count = Players(names), len(names)
        hands = players.by_seat(given.hands, "hands", _cards, b"")
        taken = players.by_seat(given.taken, "taken", _cards, b"")
        table, out = bytes(_listed(given.table, "table")), _cards(given.out, "out")
        zones = [*((f"hands.{n}", h) for n, h in zip(names, hands, strict=True)), ("table", table), ("out", out)]
        check_unique([*zones, *((f"taken.{n}", t) for n, t in zip(names, taken, strict=True))], str, "RE-1.1")
        lead = players.seat(given.lead, "lead", 0)
        _fits(hands, table, lead)
        _ended(taken, out, count - 1, 3 - len(hands[lead]) - bool(table))
        state = replace(
            self.setup(options, count),
            phase=TAKING if len(table) == count else PLAYING,
            lead=lead,
            hands=hands,
            table=table,
            taken=taken,
            out=out,
        )
        known = players.by_seat(given.passed, "passed", lambda card, key: _listed([card], key)[0], 0)
        for seat, card in enumerate(known):
            if card and card not in hands[next_to(state, seat)]:
                raise PositionError(f"passed.{names[seat]}: card {card} is not in the hand that it went to (RE-2.1).")
        return replace(state, known=bytes(known))

    def given(self, state: State, names: Sequence[str]) -> Given | None:
        if state.phase not in (PLAYING, TAKING):
            return None
        by_name = dict(zip(names, range(len(names)), strict=True))
        return Given(
            hands={name: list(state.hands[seat]) for name, seat in by_name.items()},
            taken={name: list(state.taken[seat]) for name, seat in by_name.items() if state.taken[seat]},
            table=list(state.table),
            lead=names[state.lead],
            out=list(state.out),
            passed={name: state.known[seat] for name, seat in by_name.items() if state.known[seat]},
        )


def unseen(state: State) -> list[int]:
    """The cards that have not been dealt."""
    dealt = b"".join(state.hands)
    return [card for card in CARDS if card not in dealt]


def _pass_on(state: State) -> Applied:
    hands = list(state.hands)
    for seat, card in enumerate(state.chosen):
        hands[seat] = remove_card(hands[seat], card)
    for seat, card in enumerate(state.chosen):
        to = next_to(state, seat)
        hands[to] = bytes(sorted((*hands[to], card)))
    effects = tuple(Passed(seat, next_to(state, seat), card) for seat, card in enumerate(state.chosen))
    none = bytes(len(hands))
    return replace(state, phase=PLAYING, hands=tuple(hands), chosen=none, known=state.chosen), effects


def _play(state: State, seat: int, card: int) -> Applied:
    known = bytes(0 if other == card else other for other in state.known)
    hands = replace_item(state.hands, seat, remove_card(state.hands[seat], card))
    state = replace(state, hands=hands, known=known, table=state.table + bytes((card,)))
    if len(state.table) < len(hands):
        return state, ()
    return replace(state, phase=TAKING), (Won(winner(state), max(state.table)),)


def _take(state: State, seat: int, card: int) -> Applied:
    out = bytes(sorted((*state.out, *remove_card(state.table, card))))
    taken = replace_item(state.taken, seat, bytes(sorted((*state.taken[seat], card))))
    over = len(state.hands[seat]) == 1
    state = replace(state, phase=OVER if over else PLAYING, lead=seat, table=b"", taken=taken, out=out)
    left = tuple(Left(owner, hand[0]) for owner, hand in enumerate(state.hands)) if over else ()
    return state, (Taken(seat, card), *left)


def _of_taken(state: State) -> Iterator[ScoreItem]:
    for seat, cards in enumerate(state.taken):
        for card in cards:
            yield ScoreItem(seat, "taken", f"{card} {NAMES[card - 1]}", card, "RE-4.1")


def _of_left(state: State) -> Iterator[ScoreItem]:
    for seat, hand in enumerate(state.hands if state.phase == OVER else ()):
        if hand[0] > 8:
            yield ScoreItem(seat, "left", f"{hand[0]} {NAMES[hand[0] - 1]}", -2, "RE-4.2")


def _sure(state: State, viewer: int, owner: int) -> tuple[bytes, ...]:
    """The cards that a viewer knows in a hand (RE-1.3)."""
    if viewer == owner:
        return (state.hands[owner],)
    passed = state.known[viewer] if viewer >= 0 else 0
    return (bytes((passed,)),) if passed and next_to(state, viewer) == owner else ()


def _hand(state: State, viewer: Viewer, owner: int) -> CardSet:
    hand = state.hands[owner]
    if viewer is None or state.phase == OVER:
        return tuple(map(str, hand))
    return with_hidden([str(card) for cards in _sure(state, viewer, owner) for card in cards], len(hand))


def _row(zone: str, cards: Sequence[str], at: int) -> list[Piece]:
    return [
        Piece(f"{zone}-{n}", 25 * n, 30 * at, 20, 25, "", "card", card, f"card {card}")
        for n, card in enumerate(cards)
        if card != EMPTY
    ]


def _listed(cards: Sequence[int], key: str) -> Sequence[int]:
    for card in cards:
        if card not in range(1, 13):
            raise PositionError(f"{key}: {card} is no card: they are numbered 1 to 12 (RE-1.1).")
    return cards


def _cards(cards: Sequence[int], key: str) -> bytes:
    return bytes(sorted(_listed(cards, key)))


def _fits(hands: Sequence[bytes], table: bytes, lead: int) -> None:
    """Raises PositionError unless each hand has what is left after the cards on the table."""
    if len(table) > len(hands):
        raise PositionError("table: each player plays one card a round (RE-3.1).")
    played = {(lead + n) % len(hands) for n in range(len(table))}
    sizes = {len(hand) + (seat in played) for seat, hand in enumerate(hands)}
    if sizes not in ({2}, {3}):
        raise PositionError("hands: all have as many cards, 2 or 3, before they play one (RE-1.2, RE-3.1).")


def _ended(taken: Sequence[bytes], out: bytes, others: int, rounds: int) -> None:
    """Raises PositionError unless as many cards are taken and out as rounds have ended."""
    if sum(map(len, taken)) != rounds:
        raise PositionError("taken: one card is taken in each round that has ended (RE-3.2).")
    if len(out) != others * rounds:
        raise PositionError("out: all cards of a round but one leave the game (RE-3.2).")


def _read_deal(words: MoveTokens[State]) -> Deal:
    a, b, c = sorted(words.exact_things(CALLED["CARD"], "card", HAND, HAND), key=lambda card: (card == HIDDEN, card))
    return Deal((a, b, c))


def _write_deal(do: Deal, at: MoveContext[State]) -> str:
    return " ".join(("deal", *map(str, do.cards)))


def redacted(state: State, seat: int, do: Do, viewer: Viewer) -> Any:
    """A hand and a card that is passed are their owner's alone to know (RE-1.3)."""
    owner = state.hands.index(b"") if isinstance(do, Deal) else seat
    return do if viewer in (None, owner) or isinstance(do, (Play, Take)) else hidden(do)


NOTATION: Final = Notation[State, Do](
    (
        Verb(
            "deal CARD CARD CARD",
            "deal 1 2 3",
            "three cards for the next player (RE-1.2)",
            (Deal,),
            _read_deal,
            _write_deal,
            chance=True,
        ),
        form_verb("pass CARD", "pass 7", "chooses a card to pass, face down (RE-2.1)", Pass, CALLED),
        form_verb("play CARD", "play 7", "plays a card (RE-3.1)", Play, CALLED),
        form_verb("take CARD", "take 7", "takes a card of the table (RE-3.2)", Take, CALLED),
    ),
    redacted,
)


# -- what a witness does not see ----------------------------------------------------------------------------------

PILE: Final[Place] = ("pile", -1)


def supply(start: State) -> Supply:
    """One of each card in the pile (RE-1.1)."""
    return {PILE: dict.fromkeys(CARDS, 1)}


def operations(state: State, seat: int, do: Any, then: Sequence[Any]) -> list[Operation]:
    """Cards go from the pile to hands, face down to the next player, and are played openly."""
    kind = kind_of(do)
    found: list[Operation] = []
    if kind is Deal:
        found += [Move(PILE, ("hand", state.hands.index(b"")), _known(card)) for card in do.cards]
    elif kind in (Pass, Play):
        found.append(Move(("hand", seat), OPEN if kind is Play else ("passed", seat), _known(do.card)))
    for effect in then:
        if kind_of(effect) is Passed:
            found.append(Move(("passed", effect.seat), ("hand", effect.to), _known(effect.card)))
        elif isinstance(effect, Left):
            found.append(Move(("hand", effect.seat), OPEN, effect.card))
    return found


def _known(card: Any) -> int | None:
    return None if card == HIDDEN else int(card)


def known(view: TableView, viewer: Viewer, lies: Lies) -> TableView:
    """The view with the cards alone that are proved."""
    if view.due == DUE[OVER][1]:
        return view
    sure = [[str(card) for card in CARDS if lies.least(("hand", owner), card)] for owner in range(len(view.hands))]
    chosen = (
        card if card in (EMPTY, HIDDEN) or lies.least(("passed", owner), int(card)) else HIDDEN
        for owner, card in enumerate(view.chosen)
    )
    hands = tuple(with_hidden(cards, len(hand)) for cards, hand in zip(sure, view.hands, strict=True))
    return replace(view, hands=hands, chosen=tuple(chosen))


def loosened(state: State, seat: int, lies: Lies) -> State:
    """The state with all cards in a hand that may be in it."""
    might = bytes(card for card in CARDS if lies.most(("hand", seat), card))
    return replace(state, hands=replace_item(state.hands, seat, might))


Relay.hidden = Hidden(
    supply=supply,
    operations=operations,
    parse=NOTATION.parse_seen,
    things=lambda text: [find_labelled(piece, CALLED["CARD"], "card") for piece in split_names(text, CALLED["CARD"])],
    written=lambda things: ", ".join(NAMES[card - 1] for card in things),
    word=lambda card: NAMES[card - 1],
    lacking="RE-3.1",
    known=known,
    loosened=loosened,
    where={"passed": "face down before"},
)
GAME = Relay()
