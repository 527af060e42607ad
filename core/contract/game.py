"""The engine contract: everything that a game must provide.

A game is one object with pure functions over immutable states. It does no input or output, reads no clock and draws no
random numbers of its own. `Game.of_rooms` finds its functions in the modules (rooms) of its package; a game may also
define them as methods of its class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, get_args, get_origin

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.contract.effects import BaseEffect, union_of
from kronika.core.contract.paper import Paper
from kronika.core.contract.result import BestEnding, Result, ScoreItem, ScoreSheet
from kronika.core.contract.rooms import in_room, open_rooms, package_of
from kronika.core.contract.twins import Partial
from kronika.core.contract.verbs import Verb
from kronika.core.contract.view import View

if TYPE_CHECKING:  # importing them takes a twentieth of the start-up time
    from kronika.core.contract.blocks import Block
    from kronika.core.contract.heuristic import Heuristic
    from kronika.core.contract.unseen import Hidden

CHANCE: Final = -1
"""The seat number of chance in `actors`, `check` and `apply`."""

EVERYONE: Final = -2
"""The viewer who knows what every seat may know, and nothing else.

This is more than a bystander knows: a card that is passed face down between the only two players is known to both, and
so to EVERYONE.
"""

BYSTANDER: Final = -3
"""The viewer without a seat: knows what is said aloud and shown openly at the table."""

Viewer = int | None
"""The type of a viewer: a seat, EVERYONE, BYSTANDER, or None for the referee, who knows all."""

StateT = TypeVar("StateT", bound=Struct)
DoT = TypeVar("DoT", bound=Struct)
EffectT = TypeVar("EffectT", bound=Struct)
ViewT = TypeVar("ViewT", bound=View)
OptionsT = TypeVar("OptionsT", bound=Struct)
GivenT = TypeVar("GivenT", bound=Struct)


class Card(Struct, frozen=True):
    """A card as shown to people: its id as typed, its names, its kind, and a text in our own words about its effect."""

    id: str
    name: str
    text: str
    kind: str = ""
    other_names: tuple[str, ...] = ()


class Caveat(Struct, frozen=True):
    """Something about the rules of a game that no available source confirms.

    `about` names it, `why` explains it. If they or the `signs` name open questions for which `readings.toml` says what
    to look for, it concerns only games that one of these can have changed. Else `signs` are numbers of rules and ids of
    cards: it concerns only games that cite one of these rules or whose players name one of these cards; without `signs`
    it concerns every game.
    """

    about: str
    why: str
    signs: tuple[str, ...] = ()


class Game(ABC, Generic[StateT, DoT, EffectT, ViewT, OptionsT, GivenT]):
    """A board game, with its own types of state, action or outcome, effect, view, options and given position.

    All methods are pure functions. `seat` counts from 0; `CHANCE` is the seat of chance. `names` are the players' names
    by seat.
    """

    name: ClassVar[str]
    """The name as it is typed and stored: `tides`."""
    title: ClassVar[str]
    """The title as it is printed on the box."""
    rule_prefix: ClassVar[str]
    """The prefix of its rule numbers: `TT`."""
    rules_version: ClassVar[int]
    """The version of these rules, from 1; raised whenever an old log could replay differently."""
    seats: ClassVar[tuple[int, int]]
    """The smallest and the largest number of players."""
    knows_everyone: ClassVar[bool] = False
    """Whether `view`, `sheet`, `format` and `describe` accept EVERYONE as viewer.

    If not, `core.sessions.visibility` hides from EVERYONE each move, effect and score item that some seat may not know
    in full.
    """
    knows_bystander: ClassVar[bool] = False
    """Whether `view`, `sheet`, `format` and `describe` accept BYSTANDER as viewer."""
    hidden: ClassVar[Hidden | None] = None
    """The declarations needed to record a game whose hands are not known; None if all must be known to record it."""
    Options: type[OptionsT]
    """A frozen, keyword-only Struct of the options, as plain data; each has a default and a `Meta(description=…)`.

    The default is the value for a log that does not name the option. It never changes, and a new game may begin with
    another value (`new_options`). An option that is added later gets the default with which old logs replay as before.
    `kronika.core.options_of_new_game` returns the options of a new game, `options_of_log` those of a log. Every state
    has them as the field `options`; digests omit that field.
    """
    new_options: ClassVar[Mapping[str, Any]] = {}
    """The options for which a new game has another value than the default, by name. They may change at any time."""
    written: ClassVar[str] = ""
    """A few sentences for people on how cards, players and places are written in the notation."""
    sentences: ClassVar[Mapping[str, str]] = {}
    """By the form of a move: its sentence for people, see `core.contract.sentences`."""
    outcomes: ClassVar[Collection[type[Struct]]] = ()
    """The types of effects that tell the outcome of an episode, see `episode`."""
    seen_in_passing: ClassVar[Collection[type[Struct]]] = ()
    """The types of effects that show a seat something for a moment only, so that no later view shows it.

    A view shows the table and not what a player may remember, such as cards that were looked at and put on a pile.
    """
    score_words: ClassVar[Collection[str]] = ()
    """The names of parts and sources of score items, apart from cards. One that is not on a sheet gave 0 points."""
    same_rules: ClassVar[Collection[int]] = ()
    """Older versions of the rules whose logs are all known to replay the same under the current version."""
    State: type[StateT]
    """The type of an immutable state."""
    Do: ClassVar[Any]
    """The union of the Structs of all actions and outcomes of chance, tagged by `type`."""
    Effect: ClassVar[Any]
    """The union of the Structs of all effects, tagged by `type`, each with the field `rule`; it may be given by their
    base class.
    """
    Given: type[GivenT]
    """The Struct of a hand-written, partial position; unknown keys are forbidden."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Set those of `State`, `Do`, `Effect`, `Options` and `Given` that a class doesn't define itself.

        They are taken from its base `Game[State, Do, Effect, View, Options, Given]`. Of effects with a common base
        class the union is made: see `core.contract.effects`.
        """
        super().__init_subclass__(**more)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                state, do, effect, _, options, given = get_args(base)
                for name, kind in (
                    ("State", state),
                    ("Do", do),
                    ("Effect", union_of(effect, package_of(cls))),
                    ("Options", options),
                    ("Given", given),
                ):
                    if name not in cls.__dict__:
                        setattr(cls, name, kind)

    @classmethod
    def of_rooms(cls) -> Self:
        """Return the game whose functions are in the modules (rooms) of its package, under the names they have here.

        A room is imported when it is first needed. Definitions in the class take precedence. Raises BrokenGame, naming
        room and function, if one is missing: at once if the room is already imported, else on first use.
        """
        constants = {
            "score_words": ("scoring", "SCORE_WORDS"),
            "written": ("notation", "WRITTEN"),
            "sentences": ("sentences", "SENTENCES"),
            "outcomes": ("sentences", "OUTCOMES"),
            "hidden": ("hidden", "DECLARED"),
        }
        open_rooms(cls, Game, constants)
        cls.__abstractmethods__ = frozenset()  # the rooms provide all of them
        return cls()

    # -- play ---------------------------------------------------------------------------------------------------

    @in_room("state")
    @abstractmethod
    def setup(self, options: OptionsT, seats: int) -> StateT:
        """Return the first state, before any chance. Raises BadSetup if the options don't fit the number of seats."""

    @in_room("rules")
    @abstractmethod
    def actors(self, state: StateT) -> tuple[int, ...]:
        """The seats that may act now, ascending; `(CHANCE,)` if an outcome is due; empty when the game is over."""

    @in_room("rules")
    @abstractmethod
    def actions(self, state: StateT, seat: int) -> Sequence[DoT]:
        """All legal actions of a seat (not CHANCE) in a stable order, each once; empty if the seat may not act."""

    @in_room("rules")
    @abstractmethod
    def check(self, state: StateT, seat: int, do: DoT) -> None:
        """Raise IllegalAction unless `seat` or CHANCE may do this now.

        It must accept every value of the type `Do`, and raise no other error.
        """

    @in_room("rules")
    @abstractmethod
    def apply(self, state: StateT, seat: int, do: DoT) -> tuple[StateT, tuple[EffectT, ...]]:
        """Return the state after an action or outcome that `check` allows, and the effects that the rules derive."""

    @in_room("rules")
    @abstractmethod
    def sample(self, state: StateT, dice: Dice) -> DoT:
        """Draw an outcome of the chance event that is due."""

    @in_room("rules")
    def pick(self, state: StateT, seat: int, dice: Dice) -> DoT:
        """Return a random legal action of a seat that may act. A game may do this faster than by listing them all."""
        return dice.choice(self.actions(state, seat))

    @in_room("compound")
    def in_steps(self, state: StateT, seat: int, do: DoT) -> Sequence[DoT]:
        """The sequence of listed actions to which a legal action is equivalent; by default the action itself.

        A game whose `actions` lists a choice of several things one by one may also accept them in one action.
        """
        return (do,)

    @in_room("scoring")
    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """The result of the game, or None while it is not over."""

    @in_room("scoring")
    @abstractmethod
    def score(self, state: StateT) -> tuple[ScoreItem, ...]:
        """All points so far as items, each with its source and rule."""

    @in_room("scoring")
    def projected(self, state: StateT) -> Sequence[ScoreItem]:
        """The items of the final scoring if the game ended now, from facts that all players know; by default none."""
        return ()

    @in_room("scoring")
    def totals(self, state: StateT) -> tuple[int, ...]:
        """The points of each seat as the game counts them; by default the sum of its items."""
        totals = [0] * self.seat_count(state)
        for item in self.score(state):
            totals[item.seat] += item.points
        return tuple(totals)

    @in_room("scoring")
    def plain_score(self, state: StateT) -> Sequence[tuple[int, str, str, int]]:
        """The items of `score` without their texts, as seat, part, rule and points, for counts over many games.

        By default they are read off `score`. A game whose texts take time may give them directly.
        """
        return [(item.seat, item.part, item.rule, item.points) for item in self.score(state)]

    @in_room("scoring")
    def totals_are_sums(self, options: OptionsT) -> bool:
        """Whether the total of each seat is the sum of its items; by default True."""
        return True

    @in_room("scoring")
    def teams(self, options: OptionsT, seats: int) -> Sequence[Sequence[int]]:
        """The teams, each with its seats, which win together; by default there are none.

        The total of each seat is the sum of its team's items.
        """
        return ()

    @in_room("endings")
    def best_endings(self, state: StateT) -> Sequence[BestEnding]:
        """The best ending of every seat, if the rest of the game lets each choose alone; else, or by default, empty."""
        return ()

    @in_room("state")
    def seat_count(self, state: StateT) -> int:
        """The number of players in this state; by default that of its `players`, or else of its `hands`."""
        by_seat: Any = getattr(state, "players", None) or getattr(state, "hands", None)
        if by_seat is None:
            raise TypeError(f"The state of {self.name} has no players or hands to count: define seat_count.")
        return len(by_seat)

    # -- knowledge: everything that is shown to a viewer goes through `core.sessions.visibility` ------------------

    @in_room("view")
    @abstractmethod
    def view(self, state: StateT, seat: Viewer) -> ViewT:
        """The part of the state that a viewer may know; all of it for the referee (None).

        It is a Struct that inherits `kronika.core.View`, which defines how cards and unknown values are written.
        """

    @in_room("notation", "NOTATION.redacted")
    def redacted(self, state: StateT, seat: int, do: DoT, viewer: Viewer) -> Any:
        """The action made in `state` as a viewer may know it, with `?` for hidden parts: see `core.contract.twins`.

        By default the whole action, for games that hide nothing in actions or don't declare it.
        """
        return do

    @in_room("unseen")
    def redacted_effect(self, effect: EffectT, viewer: Viewer) -> Any:
        """The effect as a viewer may know it; None if the viewer may not even know that it happened."""
        return effect

    @in_room("view")
    def sheet(self, state: StateT, viewer: Viewer) -> ScoreSheet:
        """The score as a viewer may know it; by default all of it. Games with hidden points omit those."""
        return ScoreSheet(self.score(state), self.totals(state))

    @in_room("view")
    def has_secrets(self, options: OptionsT) -> bool:
        """Whether a seat can ever know what another may not; by default True.

        If so, players who share a terminal see one after the other only what they may know.
        """
        return True

    @in_room("redeal")
    @abstractmethod
    def redeal(self, state: StateT, seat: int, dice: Dice) -> StateT:
        """Return a random state that `seat` can't distinguish from this one: what its view hides is dealt again.

        In the literature this is called determinization.
        """

    @in_room("heuristic", "HEURISTIC")
    def heuristic(self) -> Heuristic[StateT, DoT]:
        """The parameters of a search in this game; by default positions are estimated by the totals alone."""
        from kronika.core.contract.heuristic import Heuristic  # only a search needs it

        return Heuristic(self.totals)

    # -- text ---------------------------------------------------------------------------------------------------

    @in_room("notation", "NOTATION.parse")
    @abstractmethod
    def parse(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> DoT:
        """Parse a move, or for CHANCE an outcome, in notation.

        Raises NotationError if it can't be parsed. Whether it is legal is left to `check`.
        """

    @in_room("notation", "NOTATION.format")
    @abstractmethod
    def format(self, state: StateT, seat: int, do: DoT, names: Sequence[str], viewer: Viewer = None) -> str:
        """Write a move made in `state` in notation; `parse` reads it back.

        For a `viewer` other than the referee (None), unknown parts are written as `?`. All choices that the viewer
        can't distinguish are written the same.
        """

    @in_room("notation", "NOTATION.verbs")
    def notation(self) -> Sequence[Verb]:
        """The verbs of the notation, for people; empty if the game has no table of them."""
        return ()

    def describe(self, effect: EffectT, names: Sequence[str], viewer: Viewer = None) -> str:
        """Describe an effect as a clause, without its rule number: `Anna scores 7 for 2 Ancient Divide`.

        It is empty if the viewer may not even know that the effect happened. By default the effect's own sentence is
        used, see `BaseEffect`; raises TypeError for an effect that has none.
        """
        if isinstance(effect, Partial):  # what is hidden of it is `?`
            effect = effect.of(**{name: getattr(effect, name) for name in effect.of.__struct_fields__})
        if not isinstance(effect, BaseEffect):
            raise TypeError(f"{type(effect).__name__} has no sentence: an effect inherits BaseEffect.")
        return effect.describe(names, viewer)

    @in_room("render")
    @abstractmethod
    def render(self, view: ViewT, names: Sequence[str], paper: Paper) -> str:
        """Render the table as text, from a view alone, so that it can't show more than the viewer may know.

        Boards that `paper` does not show in full may be reduced to one line each.
        """

    @in_room("picture")
    def picture(self, view: ViewT, names: Sequence[str]) -> Sequence[Block]:
        """Draw the table as blocks, from a view alone: the common parts, and one block for each seat.

        By default there are none, and `kronika.core.drawing.picture.draw` puts the rendered text into a frame.
        """
        return ()

    @in_room("tapping")
    def tapped(self, view: ViewT, seat: int, words: Sequence[str]) -> Sequence[str] | None:
        """The pieces and places of the picture that a move names, in its order; None for those that its words name.

        `words` are the words of a move of `seat`, or of an outcome. Each entry is the key of a piece, the name of a
        place, `card:17` for a card, or `hand-0-*` for all keys that begin so; several, separated by spaces, for one
        thing that is drawn several times. Entries that are not in the picture are omitted.
        """
        return None

    @in_room("render")
    def heading(self, view: ViewT, names: Sequence[str]) -> str:
        """The stage of the game in a few words: `Round 2 of 3`, `Bob's turn · the last round`; by default empty.

        It is the same for every viewer, and changes when a round, or a turn of several moves, begins. Reports of a game
        are divided into sections by it.
        """
        return ""

    @in_room("render")
    def episode(self, view: ViewT, names: Sequence[str]) -> str:
        """The war, auction or the like to which the next decision belongs: `Anna attacks Bob's king: war`; by default
        empty.

        It is the same for every viewer, and for all decisions that belong together. Pages show these as one group.
        """
        return ""

    @in_room("render")
    def legend(self, paper: Paper) -> str:
        """Explain the signs of the rendered table, in lines of text; by default empty."""
        return ""

    @in_room("position")
    @abstractmethod
    def position(self, given: GivenT, options: OptionsT, names: Sequence[str]) -> StateT:
        """Return the state that a hand-written position describes. Raises PositionError if it is impossible."""

    @in_room("position")
    def given(self, state: StateT, names: Sequence[str]) -> GivenT | None:
        """The inverse of `position`: a position with all its keys that describes this state, or None if none can.

        A game that implements this supports at least the quiet states, in which no step is unfinished and no choice is
        secret. By default it is always None.
        """
        return None

    @in_room("cards")
    def cards(self) -> Sequence[Card]:
        """All cards of the game, for people; empty for a game without cards."""
        return ()

    @in_room("actions")
    def named_cards(self, do: DoT) -> Sequence[str]:
        """The ids of the cards that a decision plays, for statistics; empty for a game without cards."""
        return ()

    @in_room("caveats")
    def caveats(self, options: OptionsT, seats: int) -> Sequence[Caveat]:
        """Everything about the rules that is unconfirmed in a game with these options and this number of seats."""
        return ()
