"""The changes between two versions of the numbered rules of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import blake2b
from typing import Final, Literal

from msgspec import Struct

from kronika.core.rulebook.spec import Rule

Kind = Literal["words", "moved", "gone", "new"]
"""The kind of a change.

`words`: another text under the same number; `moved`: the same text under another number or heading; `gone`: a rule that
was removed; `new`: a rule that was added.
"""


MAX_PAIRS: Final = 2_000
"""The greatest number of words in two texts that are compared word by word.

The time grows with its square. The longest rule of the games in this package has 380 words.
"""


class RuleChange(Struct, frozen=True):
    """A change of a rule; `before` is None for a new rule, and `after` is None for one that is gone."""

    kind: Kind
    before: Rule | None
    after: Rule | None

    @property
    def numbers(self) -> tuple[str, ...]:
        """The old number of the rule, and its new one if it differs; check everything that cites one of them."""
        return tuple(dict.fromkeys(rule.number for rule in (self.before, self.after) if rule))


def rule_changes(old: Sequence[Rule], new: Sequence[Rule]) -> list[RuleChange]:
    """The changes from `old` to `new` rules, in the order of the new rules, then the rules that are gone.

    Texts are compared as in `Rule.text`, so emphasis and line breaks do not matter. A rule whose text is now under
    another number has moved; so a rule inserted before others is one new rule, and not a change of all that follow.
    """
    pairs = _pairs(old, new)
    came_from = {id(after): before for before, after in pairs}
    stayed = {id(before) for before, _ in pairs}
    titles = ({rule.section for rule in old}, {rule.section for rule in new})
    found = [_change(came_from.get(id(rule)), rule, *titles) for rule in new]
    gone = [RuleChange("gone", rule, None) for rule in old if id(rule) not in stayed]
    return [*filter(None, found), *gone]


def _pairs(old: Sequence[Rule], new: Sequence[Rule]) -> list[tuple[Rule, Rule]]:
    """The old and new rules that belong together: those with the same number and text, then text, then number."""
    pairs: list[tuple[Rule, Rule]] = []
    left, right = list(old), list(new)
    for key in (lambda rule: (rule.number, rule.text), lambda rule: rule.text, lambda rule: rule.number):
        there = {key(rule): rule for rule in reversed(left)}
        found = [(before, rule) for rule in right if (before := there.pop(key(rule), None))]
        pairs += found
        taken = {id(rule) for pair in found for rule in pair}
        left, right = ([rule for rule in side if id(rule) not in taken] for side in (left, right))
    return pairs


def _change(before: Rule | None, after: Rule, old: set[str], new: set[str]) -> RuleChange | None:
    if before is None:
        return RuleChange("new", None, after)
    if before.text != after.text:
        return RuleChange("words", before, after)
    renamed = before.section not in new and after.section not in old  # the heading was changed; the rule has not moved
    if before.number == after.number and (before.section == after.section or renamed):
        return None
    return RuleChange("moved", before, after)


def words_changed(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """The difference of two texts as parts `(same, gone, new)`: words of both, then words of only one of them.

    If the texts have more than `MAX_PAIRS` words, everything is one part, without common words.
    """
    one, other = before.split(), after.split()
    if len(one) + len(other) > MAX_PAIRS:
        yield "", before, after
        return
    same = ""
    for kind, a, b, c, d in SequenceMatcher(None, one, other).get_opcodes():
        if kind == "equal":
            same = " ".join(one[a:b])
        else:
            yield same, " ".join(one[a:b]), " ".join(other[c:d])
            same = ""
    if same:
        yield same, "", ""


def digest_of(rule: Rule) -> str:
    """A digest of the words of a rule, in hexadecimal; line breaks do not change it."""
    return blake2b(rule.line.encode(), digest_size=8).hexdigest()
