"""All sources of points (AK-7.3), and the end of the game: ranking, ties, teams (AK-7.4, AK-8.2d)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.games.ancient_knowledge.cards import CODE_RANGE, FACTS, ONLY_SCORING, VP, Score, label, sift
from kronika.core.games.ancient_knowledge.quantities import quantity
from kronika.core.games.ancient_knowledge.state import Options, Player, State
from kronika.core.games.ancient_knowledge.table import Seen

# -- items ------------------------------------------------------------------------------------------------------

SCORE_WORDS: Final = ("past", "effects", "technologies", "timeline", "monuments left", "lost", "lost knowledge")
"""The words for the parts of the score sheet and for sources of points that are not cards."""


def score(state: State) -> tuple[ScoreItem, ...]:
    """Return the five items of the score pad in its order, each for all players (AK-7.3), as if the game ended now."""
    items = [item for seat, player in enumerate(state.players) for item in _items(player, seat)]
    return tuple(sorted(items, key=lambda item: PARTS.index(item.part)))


PARTS = ("past", "effects", "technologies", "timeline", "lost")


def _items(player: Player, seat: int) -> list[ScoreItem]:
    items = [
        ScoreItem(seat, "past", label(card), VP[card], "AK-7.3", "printed on it") for card in player.past if VP[card]
    ]
    for card in sift(player.past, ONLY_SCORING):
        items.append(ScoreItem(seat, "effects", label(card), _effect(player, card), "AK-7.3", _note(player, card)))
    items.extend(
        ScoreItem(seat, "technologies", label(card), VP[card], "AK-7.3", "level II")
        for card in player.technologies
        if VP[card]
    )
    standing = _standing(player)
    if standing:
        items.append(ScoreItem(seat, "timeline", "monuments left", standing, "AK-7.3", "1 for each"))
    if player.lost:
        items.append(ScoreItem(seat, "lost", "lost knowledge", -player.lost, "AK-7.3", "-1 for each"))
    return items


SCORES = (None, *(next((rule.score for rule in FACTS[code].rules if rule.score), None) for code in CODE_RANGE))
"""By code: the points that a card in the Past scores at the end of the game, or None."""


def _effect(player: Player, card: int) -> int:
    paid = SCORES[card]
    return _pays(paid, quantity(player, paid.q, card)) if paid else 0


def _pays(paid: Score, value: int) -> int:
    if paid.tiers:
        return max((points for threshold, points in paid.tiers if value >= threshold), default=0)
    return paid.times * value


_COUNTED = {
    "past.max_type": ("of the most numerous type in the Past",) * 2,
    "past.min_type": ("trio in the Past", "trios in the Past"),
    "past.endgame": ("with the end-game icon in the Past",) * 2,
    "past.city": ("city in the Past", "cities in the Past"),
    "past.megalith": ("megalith in the Past", "megaliths in the Past"),
    "past.pyramid": ("pyramid in the Past", "pyramids in the Past"),
    "tech": ("technology", "technologies"),
    "tech.ancient": ("ancient technology", "ancient technologies"),
    "tech.writing": ("writing technology", "writing technologies"),
    "tech.secret": ("secret technology", "secret technologies"),
    "tech.min_kind": ("trio of technologies", "trios of technologies"),
    "lost": ("lost knowledge",) * 2,
    "timeline": ("monument left on the timeline", "monuments left on the timeline"),
}
"""By quantity that scores: the words for one and for several, in the score sheet."""


def _note(player: Player, card: int) -> str:
    paid = SCORES[card]
    assert paid is not None
    value = quantity(player, paid.q, card)
    if paid.tiers:
        steps = ", ".join(f"{points} from {threshold}" for threshold, points in paid.tiers)
        return f"{pluralize(value, *_COUNTED[paid.q])}: {steps}"
    return f"{pluralize(value, *_COUNTED[paid.q])} x {paid.times}"


def _standing(player: Player) -> int:
    return len(player.timeline) - player.timeline.count(0)


# -- totals -----------------------------------------------------------------------------------------------------


def points(table: Seen, seat: int) -> int:
    """Return the points of a player, without those of a partner."""
    return points_of(table.players[seat])


def points_of(player: Player) -> int:
    """Return the points of the area of one player."""
    printed = sum((player.past + player.technologies).translate(VP))
    effects = sum([_effect(player, card) for card in sift(player.past, ONLY_SCORING)])
    return printed + effects + _standing(player) - player.lost


def totals(state: State) -> tuple[int, ...]:
    """Return the total of each player; in the team variant, that of the team (AK-8.2d)."""
    alone = [points(state, seat) for seat in range(len(state.players))]
    if state.options.teams:
        return tuple([alone[seat] + alone[seat ^ 1] for seat in range(len(alone))])
    return tuple(alone)


def result(state: State) -> Result | None:
    """Return the result once the last turn is over, or None before."""
    if state.turns or state.stack:
        return None
    return _team_outcome(state) if state.options.teams else _result(state)


_REASON = "a Past had 14 monuments or more, and all players have had the same number of turns"


def _result(state: State) -> Result:
    """Return the ranking: by points, less lost knowledge, and age if it is known (AK-7.4, AK-1.6)."""
    final = totals(state)
    lost = [player.lost for player in state.players]
    age = state.options.oldest_first
    keys = [(final[seat], -lost[seat], -age.index(str(seat)) if age else 0) for seat in range(len(state.players))]
    ranking = rank([tuple(key) for key in keys])
    best = [seat for seat, points in enumerate(final) if points == max(final)]
    return Result(final, ranking, _REASON, "AK-7.2", *_tie(best, lost, bool(age)))


def _tie(best: list[int], lost: list[int], ages: bool) -> tuple[str, str]:
    if len(best) == 1:
        return "", ""
    fewest = min(lost[seat] for seat in best)
    if sum(1 for seat in best if lost[seat] == fewest) == 1:
        return f"equal points, less lost knowledge: {fewest}", "AK-7.4"
    if ages:
        return "equal points and lost knowledge, the older player wins", "AK-7.4"
    return "equal points and lost knowledge, ages not given: a shared victory", "AK-7.4"


def _team_outcome(state: State) -> Result:
    """Return the ranking of teams: by sums, then by the highest single score; a further tie is shared (AK-8.2d)."""
    alone = [points(state, seat) for seat in range(4)]
    sums, singles = [alone[0] + alone[1], alone[2] + alone[3]], [max(alone[:2]), max(alone[2:])]
    ranking = rank([(sums[seat >> 1], singles[seat >> 1]) for seat in range(4)])
    tie = ("", "")
    if sums[0] == sums[1]:
        if singles[0] != singles[1]:
            tie = (f"equal sums, the highest single score: {pluralize(max(singles), 'point')}", "AK-8.2d")
        else:
            tie = ("equal sums and single scores: a shared victory", "AK-8.2d")
    return Result(totals(state), ranking, _REASON, "AK-7.2", *tie)


def totals_are_sums(options: Options) -> bool:
    """Whether the total of each player is the sum of the player's own items; a team adds up both members (AK-8.2d)."""
    return not options.teams


def teams(options: Options, seats: int) -> Sequence[Sequence[int]]:
    """Return the seats of each team; partners sit side by side (AK-8.2e)."""
    return ((0, 1), (2, 3)) if options.teams else ()
