"""Analysis of skill and luck: the cost of each decision, and the value of each outcome of chance.

Every event is judged in two ways, which are kept apart.

- **Skill** is judged by what the seat could know; everything else is redealt. The move that was played and the best
  move that a bot finds are judged in the same redeals; the difference is the cost of the decision.
- **Hindsight** is judged by the true position, with everything that was hidden. It judges the same two moves there. An
  outcome of chance is compared with random outcomes in the same position; the difference is luck. The course of the
  game is also judged in hindsight.

Search and judgement use different dice. A tree search looks for good moves (`finding`). The judge (`judge`) ranks the
few that the search prefers, and then judges the first one with new dice: if the best of many random values were taken
as the value of a move, every decision would seem to have a cost. So a loss can be negative, if the player found a
better move than the bot.

`judge` estimates how good a position is for each seat, `finding` finds the best moves, `decisions` judges an event,
`summary` sums up the verdicts of a game by player, and `text` puts them into words; `best` advises a player to move.
The result depends only on the game as it was played and on `AnalysisConfig`, not on the seed of the log. An analysis
for a seat has only the skill of its own decisions.
"""

from __future__ import annotations

from kronika.core.analysis.decisions import ChanceVerdict, Decision, EventToJudge, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import Analysis, summarize

__all__ = [
    "Analysis",
    "AnalysisConfig",
    "ChanceVerdict",
    "Decision",
    "EventToJudge",
    "events_to_judge",
    "judge_event",
    "summarize",
]
