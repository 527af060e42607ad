"""What has changed between two versions of the numbered rules of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import blake2b
from typing import Final, Literal

from msgspec import Struct

from kronika.core.rulebook.spec import Rule

Kind = Literal["words", "moved", "gone", "new"]
"""Other words under the same number; the same words under another number or heading; no longer there; not before."""


MAX_PAIRS: Final = 2_000
"""Words that are compared one by one: it takes time by the square of them, and the longest rule that ships has 380."""


class RuleChange(Struct, frozen=True):
    """A rule that is not what it was. One that is new has no `before`, one that is gone no `after`."""

    kind: Kind
    before: Rule | None
    after: Rule | None

    @property
    def numbers(self) -> tuple[str, ...]:
        """The number it had, and another that it has now: whoever cites one of them is to be looked at."""
        return tuple(dict.fromkeys(rule.number for rule in (self.before, self.after) if rule))


def rule_changes(old: Sequence[Rule], new: Sequence[Rule]) -> list[RuleChange]:
    """What has changed, in the order of the new rules, then what is gone.

    Words are told from words as `Rule.text` has them: emphasis and line breaks are none. The same words under another
    number have moved, so that a rule put in between is one new rule and not a change of all that follow.
    """
    pairs = _pairs(old, new)
    came_from = {id(after): before for before, after in pairs}
    stayed = {id(before) for before, _ in pairs}
    titles = ({rule.section for rule in old}, {rule.section for rule in new})
    found = [_change(came_from.get(id(rule)), rule, *titles) for rule in new]
    gone = [RuleChange("gone", rule, None) for rule in old if id(rule) not in stayed]
    return [*filter(None, found), *gone]


def _pairs(old: Sequence[Rule], new: Sequence[Rule]) -> list[tuple[Rule, Rule]]:
    """Which rule has become which: the same in both, then the same words, then the same number."""
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
    renamed = before.section not in new and after.section not in old  # then the heading has other words, not the rule
    if before.number == after.number and (before.section == after.section or renamed):
        return None
    return RuleChange("moved", before, after)


def words_changed(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Two texts as parts `(same, gone, new)`: some words of both, then those that stand in one of them alone."""
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
    """A digest of the words of a rule; the same for the same words, however they are set."""
    return blake2b(rule.line.encode(), digest_size=8).hexdigest()
