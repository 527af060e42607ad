"""The 189 cards as data (SPEC 6.1), read from the TOML files of this folder, and tables computed from them.

Tables by code have an entry for 0, which is not a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct

from kronika.core.basics.text import normalize, pluralize
from kronika.core.basics.toml import read_facts
from kronika.core.contract.game import Card
from kronika.core.games.ancient_knowledge.ids import BUILDERS, CODES, IDS

Type = Literal["city", "megalith", "pyramid", "artifact"]
TYPES: Final[tuple[Type, ...]] = ("city", "megalith", "pyramid", "artifact")
CITY: Final = 0
MEGALITH: Final = 1
PYRAMID: Final = 2
ARTIFACT: Final = 3

Kind = Literal["ancient", "writing", "secret"]
KINDS: Final[tuple[Kind, ...]] = ("ancient", "writing", "secret")

Icon = Literal["immediate", "anytime", "timeline", "decline", "endgame"]

Trigger = Literal[
    "immediate",
    "timeline",
    "decline",
    "after_create",
    "after_learn",
    "after_excavate",
    "decline_phase_end",
    "static",
    "endgame",
]

OpName = Literal[
    "draw",
    "remove_knowledge",
    "remove_lost",
    "add_knowledge_opponents",
    "give_lost_to_opponent",
    "discard_hand",
    "discard_artifacts",
    "discard_self",
    "opponents_discard",
    "move_monument",
    "swap_monuments",
    "create",
    "learn",
    "archive",
    "straighten",
    "peek_keep",
    "tech_to_bottom",
    "skip_decline_phase",
    "steal_card",
    "draw_until",
    "peek_learn",
    "draft",
    "reveal_create",
]

Modifier = Literal[
    "entry_knowledge",
    "entry_knowledge_self",
    "learn_requirement",
    "excavate_draw_per_card",
    "excavate_replace_draw",
]


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """The amount `times` x floor(quantity `q` / `per`)."""

    q: str
    times: int = 1
    per: int = 1


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on a quantity: at least `min`, at most `max`."""

    q: str
    min: int | None = None
    max: int | None = None


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """The monuments of the owner that an op may affect."""

    scope: Literal["timeline", "adjacent", "self"] = "timeline"
    types: tuple[Type, ...] = ()
    other: bool = False
    slot: int = 0
    min_knowledge: int = 0
    max_knowledge: int | None = None


ANY_MONUMENT: Final = Target()
"""The target of an op that names none: any monument on the owner's timeline."""


class Op(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an effect. Section 6.1 of the SPEC explains the fields of each op; an op reads only its own."""

    op: OpName
    n: int | Amount = 1
    mode: Literal["spread", "single", "each", "pick"] = "single"
    target: Target = ANY_MONUMENT
    upto: bool = False
    pick: int = 1
    types: tuple[Type, ...] = ()
    artifacts: bool = False
    any: bool = False
    to_slot: int = 0
    ignore_requirements: bool = False
    level: int = 0


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """The events that trigger a rule; it is read when the event happens."""

    types: tuple[Type, ...] = ()
    kinds: tuple[Kind, ...] = ()
    slots: tuple[int, ...] = ()
    other: bool = False
    not_from: Literal["", "this_card"] = ""
    rotated_min: int = 0
    rotated_eq: int = 0


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """Points at the end of the game: `times` a quantity, or the points of the highest threshold reached in `tiers`."""

    q: str
    times: int = 0
    tiers: tuple[tuple[int, int], ...] = ()


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a card: its trigger, its conditions, its cost, and what it does."""

    on: Trigger
    filter: Filter = Filter()
    when: tuple[Condition, ...] = ()
    may: bool = False
    cost: tuple[Op, ...] = ()
    do: tuple[Op, ...] = ()
    score: Score | None = None
    modify: Modifier | None = None
    delta: int | Amount = 0
    types: tuple[Type, ...] = ()
    other: bool = False
    value: int = 0
    rotated: int = 0

    @property
    def ops(self) -> tuple[Op, ...]:
        """The ops of the cost, then the ops that it pays for."""
        return self.cost + self.do


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as its TOML file describes it.

    `starter` is the number of its starter set, 0 for none; `doubt` says what no source settles.
    """

    id: str
    name: str
    icon: Icon
    text: str
    czech: str = ""
    cost: int = 0
    slot: int = 0
    locked: bool = False
    knowledge: int = 0
    vp: int = 0
    starter: int = 0
    kind: Kind | None = None
    level: int = 0
    requirement: tuple[Condition, ...] = ()
    needs: str = ""
    doubt: str = ""
    code: bool = False
    rules: tuple[Rule, ...] = ()

    @property
    def label(self) -> str:
        """The id and name, such as `C16 Heracleion`."""
        return f"{self.id} {self.name}"


_FILES: Final = ("cities", "megaliths", "pyramids", "artifacts", "technologies")


def _load() -> tuple[Fact, ...]:
    facts: list[Fact] = []
    for name in _FILES:
        facts.extend(msgspec.convert(read_facts(__package__, f"{name}.toml")["card"], list[Fact]))
    return (facts[0], *facts)


FACTS: Final = _load()
"""The cards by code; the entry for 0 is never read."""

CODE_RANGE: Final = range(1, len(FACTS))
ALL_BUILDERS: Final = bytes(range(1, BUILDERS + 1))
ALL_TECHNOLOGIES: Final = bytes(range(BUILDERS + 1, len(FACTS)))


def _table(value: Callable[[int], int], otherwise: int = 0) -> bytes:
    """Return a table of a value by code: 256 bytes for `bytes.translate`; `otherwise` fills the rest."""
    return bytes(value(code) if code in CODE_RANGE else otherwise for code in range(256))


def _kind(kind: Kind | None) -> int:
    return KINDS.index(kind) if kind else 0


TYPE: Final = _table(lambda code: "CMPAT".index(IDS[code][0]), len(TYPES))
KIND: Final = _table(lambda code: _kind(FACTS[code].kind))
VP: Final = _table(lambda code: FACTS[code].vp)
COST: Final = tuple(fact.cost for fact in FACTS)
SLOT: Final = tuple(fact.slot for fact in FACTS)
LOCKED: Final = tuple(fact.locked for fact in FACTS)
KNOWLEDGE: Final = tuple(fact.knowledge for fact in FACTS)
LEVEL: Final = tuple(fact.level for fact in FACTS)
"""The numbers of a card by code: its type, kind, VP, cost, start slot, lock, knowledge and level.

Artifacts have no slot; only technologies have a level and a kind. Values read for a single card are in tuples, which
takes a quarter of the time.
"""


def _only(keep: Callable[[int], bool]) -> bytes:
    """Return a table for `sift`: the cards that `keep` accepts keep their code, all others become 0."""
    return _table(lambda code: code if keep(code) else 0)


def sift(cards: bytes, only: bytes) -> bytes:
    """Return those cards that one of the tables below accepts, in their order.

    The cards may be a timeline with empty places.
    """
    return cards.translate(only).strip(b"\0").replace(b"\0", b"")


def _has(on: Trigger, further: Callable[[Rule], bool] = lambda rule: True) -> Callable[[int], bool]:
    return lambda code: any(rule.on == on and further(rule) for rule in FACTS[code].rules)


def _is_type(wanted: int) -> Callable[[int], bool]:
    return lambda code: TYPE[code] == wanted


def _answers_creating(wanted: Type) -> Callable[[int], bool]:
    return _has("after_create", lambda rule: wanted in rule.filter.types)


def _answers_learning(wanted: Kind) -> Callable[[int], bool]:
    return _has("after_learn", lambda rule: wanted in (rule.filter.kinds or KINDS))


ONLY_TYPE: Final = tuple(_only(_is_type(n)) for n in range(len(TYPES)))
ONLY_ENDGAME: Final = _only(lambda code: FACTS[code].icon == "endgame")
ONLY_SCORING: Final = _only(lambda code: any(rule.score for rule in FACTS[code].rules))
ONLY_TIMELINE: Final = _only(_has("timeline"))
ONLY_AFTER_CREATE: Final = tuple(_only(_answers_creating(name)) for name in TYPES)
ONLY_AFTER_LEARN: Final = tuple(_only(_answers_learning(name)) for name in KINDS)
ONLY_AFTER_EXCAVATE: Final = _only(_has("after_excavate"))
ONLY_ENTRY: Final = _only(_has("static", lambda rule: rule.modify == "entry_knowledge"))
"""Tables for `sift`, each with the cards that are named after `ONLY_`.

They are the cards of each type, those with the end-game icon, those that score by their effect, those that have a rule
with a trigger, and those that let others enter with less knowledge.
"""

RULES_ON: Final[dict[Trigger, tuple[tuple[int, ...], ...]]] = {
    on: ((), *(tuple(i for i, rule in enumerate(FACTS[code].rules) if rule.on == on) for code in CODE_RANGE))
    for on in ("immediate", "timeline", "decline", "after_create", "after_learn", "after_excavate", "decline_phase_end")
}
"""By trigger and code: the indices of the card's rules with that trigger, in their order."""

RULES: Final = tuple(fact.rules for fact in FACTS)
"""The rules of each card, by code."""

ENTERS_WITH_LESS: Final = {
    code: rule for code in CODE_RANGE for rule in RULES[code] if rule.modify == "entry_knowledge_self"
}
"""By code: the rule of a monument that itself enters with less knowledge."""

OPS: Final = tuple(tuple(rule.ops for rule in rules) for rules in RULES)
"""By code and rule: the ops of the cost, then the ops that it pays for."""

STARTER_SETS: Final = tuple(bytes(code for code in CODE_RANGE if FACTS[code].starter == n) for n in (1, 2, 3, 4))
"""The four starter sets (AK-1.4)."""

M36: Final = CODES["M36"]
P19: Final = CODES["P19"]
A25: Final = CODES["A25"]
A29: Final = CODES["A29"]
A32: Final = CODES["A32"]
"""The cards whose standing effect is code of its own, in `rules/bespoke.py`."""


def names() -> Iterable[tuple[str, int]]:
    """Yield every normalized id and name with the code of its card.

    `ħ`, which is more than a letter with an accent, may be typed as `h` (Ħaġar Qim).
    """
    for code in CODE_RANGE:
        fact = FACTS[code]
        for name in (fact.id, fact.name, fact.czech):
            if name:
                yield normalize(name), code
                yield normalize(name).replace("ħ", "h"), code


NAMES: Final = dict(names())
"""The code of each normalized id, English name and Czech name."""

BUILDER_NAMES: Final = {name: code for name, code in NAMES.items() if code <= BUILDERS}
TECHNOLOGY_NAMES: Final = {name: code for name, code in NAMES.items() if code > BUILDERS}


def label(code: int) -> str:
    """Return the id and name of a card."""
    return FACTS[code].label


PUBLIC_DRAWS: Final = (CODES["T3"], CODES["P33"])
"""The cards that set builder cards aside face up (AK-1.5)."""


def cards() -> Sequence[Card]:
    """Return the 144 builder cards and 45 technologies for people, explained in our own words (AK-1.1)."""
    return [
        Card(fact.id, fact.name, explain(code), what(code), (fact.czech,) if fact.czech else ())
        for code, fact in enumerate(FACTS)
        if code
    ]


def what(code: int) -> str:
    """Return the kind of a card in words: `city`, `artifact`, `ancient technology, level I`."""
    fact = FACTS[code]
    return f"{fact.kind} technology, level {'I' * fact.level}" if fact.kind else TYPES[TYPE[code]]


_WHEN: Final[dict[Icon, str]] = {
    "immediate": "At once",
    "anytime": "While in play",
    "timeline": "Every timeline phase",
    "decline": "When it declines",
    "endgame": "At the end, in the Past",
}


def explain(code: int) -> str:
    """Return the full explanation of a card in our own words: its numbers, when its effect works, and what it does."""
    fact = FACTS[code]
    parts: list[str] = []
    if fact.slot:
        parts.append(f"slot {fact.slot}{', locked' if fact.locked else ''}")
    if fact.cost:
        parts.append(f"costs {pluralize(fact.cost, 'card')}")
    if fact.slot:
        parts.append(f"{fact.knowledge} knowledge")
    if fact.slot or fact.vp:
        parts.append(pluralize(fact.vp, "point"))
    if fact.kind:
        parts.append(f"needs {fact.needs}" if fact.needs else "no requirement")
    numbers = f"{'; '.join(parts)}. " if parts else ""
    numbers = numbers[:1].upper() + numbers[1:]
    if fact.level == 2:
        return numbers.strip()
    text = f"{numbers}{_WHEN[fact.icon]}: {fact.text[0].lower()}{fact.text[1:]}"
    return f"{text} (Open: {fact.doubt}.)" if fact.doubt else text
