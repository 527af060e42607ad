"""The engine contract: what a game is, as far as everything else needs to know.

A game is one object with pure functions over immutable states. It does no input or output, reads no clock and
draws no random numbers of its own. `Game.of_rooms` finds its functions in the rooms of a package; or they are
methods of its class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, get_args, get_origin

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.paper import Paper
from kronika.core.contract.result import BestEnding, Result, ScoreItem, ScoreSheet
from kronika.core.contract.rooms import in_room, open_rooms
from kronika.core.contract.twins import Partial
from kronika.core.contract.view import View

if TYPE_CHECKING:  # a twentieth of a start
    from kronika.core.contract.blocks import Block
    from kronika.core.contract.heuristic import Heuristic
    from kronika.core.contract.unseen import Hidden

CHANCE: Final = -1
"""The seat of nature in `actors`, `check` and `apply`."""

EVERYONE: Final = -2
"""The viewer who knows what every seat at the table may know, and nothing else.

That is no bystander: a card that passes unseen between the only two players is known to both, so to EVERYONE.
"""

BYSTANDER: Final = -3
"""The viewer who knows what is said and laid open before all eyes, and has no seat at the table."""

Viewer = int | None
"""Who looks: a seat, EVERYONE, BYSTANDER, or the referee (None), who knows all."""

StateT = TypeVar("StateT", bound=Struct)
DoT = TypeVar("DoT", bound=Struct)
EffectT = TypeVar("EffectT", bound=Struct)
ViewT = TypeVar("ViewT", bound=View)
OptionsT = TypeVar("OptionsT", bound=Struct)
GivenT = TypeVar("GivenT", bound=Struct)


class Card(Struct, frozen=True):
    """A card for people: its id as it is typed, its names, and what it does in our own words."""

    id: str
    name: str
    text: str
    kind: str = ""
    other_names: tuple[str, ...] = ()


class Caveat(Struct, frozen=True):
    """Something about a game as it is played that no readable source confirms.

    `signs` are numbers of rules and ids of cards: a game has met it that cites one of the rules or has one of the cards
    on the table. Without any it concerns every game.
    """

    about: str
    why: str
    signs: tuple[str, ...] = ()


class Prompt(Struct, frozen=True):
    """An outcome of chance that is due, as all at the table may know it before it falls, and how it is written.

    `what` is a clause, with whose it is and how many: `6 tiles from the bag for Anna`. `begins` are the words that are
    sure, `draw Anna`: they may be left out. `rest` shows how it goes on, with things that stand in for any others and
    `…` where more have to follow: `red red blue …`.
    """

    what: str
    begins: str
    rest: str

    @property
    def written(self) -> str:
        """The whole as it is written."""
        return f"{self.begins} {self.rest}".rstrip()


class Verb(Struct, frozen=True):
    """A kind of move in notation, as `core.notation` reads and writes it and people look it up.

    `form` begins with the verb; its words in capitals are to be filled in, what stands in brackets may be left out, and
    `|` stands between what is possible: `lever SHIP SITE SLOTS`, `end [turn]`, `choose points|stones`. `example` can be
    read as it stands in some position; `means` says in a clause what it does, with a rule.
    """

    form: str
    example: str
    means: str
    makes: tuple[type[Struct], ...]
    """The Structs that it is read as."""
    read: Callable[[Any], Any]
    """What the `MoveTokens` behind the verb mean."""
    write: Callable[[Any, Any], str]
    """The whole text of a move in a `Scene`."""
    also: tuple[str, ...] = ()
    """Other words for the verb."""
    chance: bool = False
    """Is it an outcome of chance?"""
    prompt: Callable[[Any, Any], Prompt] | None = None
    """What is asked for when such an outcome is due: by a sampled one, of which nothing is told that is not sure."""

    @property
    def word(self) -> str:
        """The verb itself."""
        return self.form.split(" ", 1)[0]


class Game(ABC, Generic[StateT, DoT, EffectT, ViewT, OptionsT, GivenT]):
    """One board game, over its own types of state, action or outcome, effect, view, options and given position.

    All methods are pure. `seat` is 0-based; `CHANCE` stands for nature.
    """

    name: ClassVar[str]
    """As typed and stored: `tides`."""
    title: ClassVar[str]
    """As printed on the box."""
    rule_prefix: ClassVar[str]
    """What its rule numbers begin with: `TT`."""
    rules_version: ClassVar[int]
    """Version of these rules; raised whenever an old log could replay differently."""
    seats: ClassVar[tuple[int, int]]
    """Fewest and most players."""
    knows_everyone: ClassVar[bool] = False
    """Do `view`, `sheet`, `format` and `describe` take EVERYONE for a viewer?

    For a game that does not, `core.sessions.visibility` hides whole what any seat may not know.
    """
    knows_bystander: ClassVar[bool] = False
    """Do `view`, `sheet`, `format` and `describe` take BYSTANDER for a viewer?"""
    hidden: ClassVar[Hidden | None] = None
    """What is needed to record a game whose hands nobody saw; None for a game that is recorded open alone."""
    Options: type[OptionsT]
    """Frozen keyword Struct of variant switches, each with a default and a `Meta(description=…)`; plain data.

    The default is what a log means that does not name the option: it is fixed for ever, and not always what a new game
    has. `kronika.core.options_of_new_game` makes the options of a game that begins now, `options_of_log` those that a
    log means. An option that is added has the default under which old logs replay as they did. The field `options` of
    every state has them; digests leave it out.
    """
    new_options: ClassVar[Mapping[str, Any]] = {}
    """The options that are otherwise in a new game than by default, where nobody says; they may change at any time."""
    written: ClassVar[str] = ""
    """How cards, players, places are written in the notation: a few sentences for people."""
    seen_in_passing: ClassVar[Collection[type[Struct]]] = ()
    """Effects that tell of things which somebody sees for a moment, and which no view shows afterwards.

    A view is the table and not what a player may remember: cards looked at that go on into a pile are such things.
    """
    score_words: ClassVar[Collection[str]] = ()
    """What parts and sources of score items are called, as far as these are not cards; one that is absent paid 0."""
    same_rules: ClassVar[Collection[int]] = ()
    """Older versions of the rules under which every log is known to replay the same: it may stay as it was played."""
    State: type[StateT]
    Do: ClassVar[Any]
    """The union of all action and chance Structs, tagged by `type`."""
    Effect: ClassVar[Any]
    """The union of all effect Structs, tagged by `type`, each with the field `rule`."""
    Given: type[GivenT]
    """A hand-written, partial position; unknown keys are forbidden."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Takes the types from the brackets, `Game[State, Do, Effect, View, Options, Given]`, that it is not told."""
        super().__init_subclass__(**more)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                state, do, effect, _, options, given = get_args(base)
                for name, kind in (
                    ("State", state),
                    ("Do", do),
                    ("Effect", effect),
                    ("Options", options),
                    ("Given", given),
                ):
                    if name not in cls.__dict__:
                        setattr(cls, name, kind)

    @classmethod
    def of_rooms(cls) -> Self:
        """The game whose functions stand in the rooms of its package, each under the name that it has here.

        A room is imported when it is first needed. What the class says itself goes before. Raises BrokenGame, which
        names room and function, for one that is lacking: at once where the room is imported, else when it is needed.
        """
        constants = {
            "score_words": ("scoring", "SCORE_WORDS"),
            "written": ("notation", "WRITTEN"),
            "hidden": ("hidden", "DECLARED"),
        }
        open_rooms(cls, Game, constants)
        cls.__abstractmethods__ = frozenset()  # all of them are found
        return cls()

    # -- play ---------------------------------------------------------------------------------------------------

    @in_room("state")
    @abstractmethod
    def setup(self, options: OptionsT, seats: int) -> StateT:
        """The state before any chance. Raises BadSetup when options and number of seats do not go together."""

    @in_room("rules")
    @abstractmethod
    def actors(self, state: StateT) -> tuple[int, ...]:
        """The seats that may act now, ascending; `(CHANCE,)` when nature is due; empty when the game is over."""

    @in_room("rules")
    @abstractmethod
    def actions(self, state: StateT, seat: int) -> Sequence[DoT]:
        """Every legal action of a player's seat in a stable order, each once; empty if the seat may not act."""

    @in_room("rules")
    @abstractmethod
    def check(self, state: StateT, seat: int, do: DoT) -> None:
        """Raises IllegalAction unless `seat` (or CHANCE) may do this now. Safe for every value the schema admits."""

    @in_room("rules")
    @abstractmethod
    def apply(self, state: StateT, seat: int, do: DoT) -> tuple[StateT, tuple[EffectT, ...]]:
        """The state after a checked action or outcome, and what the rules derived from it."""

    @in_room("rules")
    @abstractmethod
    def sample(self, state: StateT, dice: Dice) -> DoT:
        """The outcome of the due chance event."""

    @in_room("rules")
    def pick(self, state: StateT, seat: int, dice: Dice) -> DoT:
        """A random legal action of a seat that may act. A game may do it without listing all."""
        return dice.choice(self.actions(state, seat))

    @in_room("compound")
    def in_steps(self, state: StateT, seat: int, do: DoT) -> Sequence[DoT]:
        """The listed actions that a legal action stands for, one after the other; by default itself.

        A game whose `actions` lists a choice of several things step by step may let `check` take them all at once.
        """
        return (do,)

    @in_room("scoring")
    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """The end of the game, or None while it goes on."""

    @in_room("scoring")
    @abstractmethod
    def score(self, state: StateT) -> tuple[ScoreItem, ...]:
        """Every point given so far, itemised."""

    @in_room("scoring")
    def totals(self, state: StateT) -> tuple[int, ...]:
        """The score of each seat as the game counts it; by default the sum of its items."""
        totals = [0] * self.seat_count(state)
        for item in self.score(state):
            totals[item.seat] += item.points
        return tuple(totals)

    @in_room("scoring")
    def totals_are_sums(self, options: OptionsT) -> bool:
        """Is the score of each seat the sum of its items? By default so; a game that counts otherwise says no."""
        return True

    @in_room("scoring")
    def teams(self, options: OptionsT, seats: int) -> Sequence[Sequence[int]]:
        """The seats that win together, where players play in teams; by default nobody does.

        The score of each of them is the sum of the team's items.
        """
        return ()

    @in_room("endings")
    def best_endings(self, state: StateT) -> Sequence[BestEnding]:
        """For every seat, where the end of a game lets each make the best of it alone; else, and by default, empty."""
        return ()

    @in_room("state")
    @abstractmethod
    def seat_count(self, state: StateT) -> int:
        """The number of players in this state."""

    # -- knowledge: what is shown to a viewer is asked for in `core.sessions.visibility` -------------------------

    @in_room("view")
    @abstractmethod
    def view(self, state: StateT, seat: Viewer) -> ViewT:
        """What a viewer may know of the state; all of it for None, the referee.

        A Struct of the game that inherits `core.view.View`, which says how cards, and what is not known, are written.
        """

    @in_room("unseen")
    def redacted(self, state: StateT, seat: int, do: DoT, viewer: Viewer) -> Any:
        """What a viewer may know of an action made in `state`, with `?` for what is hidden: see `core.contract.twins`.

        By default all of it: of a game that hides nothing in its actions, or has not declared how.
        """
        return do

    @in_room("unseen")
    def redacted_effect(self, effect: EffectT, viewer: Viewer) -> Any:
        """What a viewer may know of an effect; None for one of which the viewer may not even know that it happened."""
        return effect

    @in_room("view")
    def sheet(self, state: StateT, viewer: Viewer) -> ScoreSheet:
        """What a viewer may know of the score; by default all. A game with hidden points leaves these out."""
        return ScoreSheet(self.score(state), self.totals(state))

    @in_room("view")
    def has_secrets(self, options: OptionsT) -> bool:
        """Can a seat ever know what another may not? If so a table at one terminal parts the players; by default so."""
        return True

    @in_room("redeal")
    @abstractmethod
    def redeal(self, state: StateT, seat: int, dice: Dice) -> StateT:
        """A random state that `seat` can't tell from this one: all that its view hides is dealt anew."""

    @in_room("heuristic", "HEURISTIC")
    def heuristic(self) -> Heuristic[StateT, DoT]:
        """What search asks of the game; by default its totals are all that is known of how good a position is."""
        from kronika.core.contract.heuristic import Heuristic  # only where one searches

        return Heuristic(self.totals)

    # -- text ---------------------------------------------------------------------------------------------------

    @in_room("notation", "NOTATION.parse")
    @abstractmethod
    def parse(self, state: StateT, seat: int, text: str, names: Sequence[str]) -> DoT:
        """Reads a move (or, for CHANCE, an outcome) in notation.

        Raises NotationError when it can't be read; that it is illegal is left to `check`.
        """

    @in_room("notation", "NOTATION.format")
    @abstractmethod
    def format(self, state: StateT, seat: int, do: DoT, names: Sequence[str], viewer: Viewer = None) -> str:
        """The notation of a move made in `state`; `parse` reads it back.

        For a `viewer` other than the referee (None) what this viewer may not know is shown as `?`. A hidden choice has
        one form, whatever it hides: the choices between which the viewer cannot tell all read the same.
        """

    @in_room("notation", "NOTATION.verbs")
    def notation(self) -> Sequence[Verb]:
        """The verbs of the notation, for people; empty for a game that has no table of them."""
        return ()

    def describe(self, effect: EffectT, names: Sequence[str], viewer: Viewer = None) -> str:
        """An effect as a clause, without its rule number: `Anna scores 7 for 2 Ancient Divide`.

        Empty for an effect of which a viewer, who is not the referee, may not even know that it happened. By default an
        effect has its own sentence, as `BaseEffect` says.
        """
        if isinstance(effect, Partial):  # what is hidden of it is `?`
            effect = effect.of(**{name: getattr(effect, name) for name in effect.of.__struct_fields__})
        if not isinstance(effect, BaseEffect):
            raise TypeError(f"{type(effect).__name__} has no sentence: an effect inherits BaseEffect.")
        return effect.describe(names, viewer)

    @in_room("render")
    @abstractmethod
    def render(self, view: ViewT, names: Sequence[str], paper: Paper) -> str:
        """The table as one seat sees it. It is drawn from a view alone, so it can't show more than the view holds.

        The boards of seats that `paper` does not show whole may be said in a line each.
        """

    @in_room("picture")
    def picture(self, view: ViewT, names: Sequence[str]) -> Sequence[Block]:
        """The parts of the table, drawn from a view alone: what lies in the middle, and one part for each seat.

        By default there are none, and `core.picture.draw` puts the table as text into a frame.
        """
        return ()

    @in_room("render")
    def heading(self, view: ViewT, names: Sequence[str]) -> str:
        """Where the game stands, in a few words: `Round 2 of 3`, `Bob's turn · the last round`; by default empty.

        It is the same for every viewer, and changes when a round begins, or a turn of several moves: what is told of a
        game is divided by it.
        """
        return ""

    @in_room("render")
    def legend(self, paper: Paper) -> str:
        """The signs of a rendered table explained, in lines; by default none needs to be."""
        return ""

    @in_room("position")
    @abstractmethod
    def position(self, given: GivenT, options: OptionsT, names: Sequence[str]) -> StateT:
        """The state that a hand-written position describes. Raises PositionError."""

    @in_room("position")
    def given(self, state: StateT, names: Sequence[str]) -> GivenT | None:
        """The inverse of `position`: all keys of a position that describes this state; None where no keys can say it.

        A game answers for the quiet states at least: those in which nothing is under way and no choice lies face down.
        By default it answers for none.
        """
        return None

    @in_room("cards")
    def cards(self) -> Sequence[Card]:
        """The cards of the game, for people; empty for a game without cards."""
        return ()

    @in_room("actions")
    def named_cards(self, do: DoT) -> Sequence[str]:
        """The ids of the cards that a decision plays, for statistics; empty for a game without cards."""
        return ()

    @in_room("caveats")
    def caveats(self, options: OptionsT, seats: int) -> Sequence[Caveat]:
        """What is unconfirmed in a game with these options."""
        return ()
