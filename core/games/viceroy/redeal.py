"""Random deals of what a player can't know (determinization): hidden cards, screens and secret choices."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.games.viceroy import steps, tokens
from kronika.core.games.viceroy.cards import FIRST_GEM, LAST_CHARACTER, is_law
from kronika.core.games.viceroy.gems import ONE, plus
from kronika.core.games.viceroy.rules import BY_PHASE, SEALED
from kronika.core.games.viceroy.rules.building import playable
from kronika.core.games.viceroy.rules.lanes import CLAIMS
from kronika.core.games.viceroy.rules.paying import unused_infinite
from kronika.core.games.viceroy.rules.swap import PRICE
from kronika.core.games.viceroy.state import (
    BID,
    BID_ATTACK,
    END,
    FACE_DOWN,
    FROM_BOX,
    GIVE_BACK,
    RECOLOUR,
    Player,
    State,
)
from kronika.core.games.viceroy.steps import Step


def redeal(state: State, seat: int, dice: Dice) -> State:
    """Return a random state with the same view for `seat`.

    Hidden cards are exchanged among the hands of the other players, their hidden tucked cards and the decks. Gems and
    attack tokens are exchanged among their screens, as far as public facts allow. Secret choices are made again.
    """
    state = _cards_again(state, seat, dice)
    if state.phase not in (GIVE_BACK, RECOLOUR, END):  # everybody can compute the screens then (VC-1.6.5)
        state = _screens_again(state, seat, dice)
    return _choices_again(state, seat, dice)


# -- cards ------------------------------------------------------------------------------------------------------


def _cards_again(state: State, seat: int, dice: Dice) -> State:
    """Return the state with its hidden cards renamed at random; characters and laws only among themselves."""
    known = {step.card for step in state.stack if isinstance(step, (steps.Play, steps.Sale))}
    hidden = [*state.unseen, *state.laws, *(state.top if state.top_by != seat else b"")]
    for other, player in enumerate(state.players):
        if other != seat:
            hidden.extend(card for card in player.hand if card not in known and card not in player.shown)
            hidden.extend(value - FACE_DOWN for value in player.tucked[1::2] if value > FACE_DOWN)
    taken = [step.card for step in state.stack if isinstance(step, steps.TakenCard) and step.hidden]
    hidden.sort(key=lambda card: card not in taken)  # a card just taken is distinct from the rest of its hand
    names = bytearray(range(256))
    for kind in (False, True):
        pool = [card for card in hidden if is_law(card) == kind]
        for card, name in zip(pool, dice.draw(sorted(pool), len(pool)), strict=True):
            names[card] = name
            names[card + FACE_DOWN] = name + FACE_DOWN
    stack = tuple(_renamed_step(step, names) for step in state.stack)
    players = tuple(
        player if owner == seat else _mixed(_renamed_player(player, names), owner, stack, dice)
        for owner, player in enumerate(state.players)
    )
    return replace(
        state,
        unseen=_renamed(state.unseen, names),
        laws=_renamed(state.laws, names),
        top=state.top.translate(bytes(names)),
        players=players,
        stack=stack,
    )


def _renamed(cards: bytes, names: bytearray) -> bytes:
    return bytes(sorted(cards.translate(bytes(names))))


def _renamed_player(player: Player, names: bytearray) -> Player:
    tucked = ((over, names[under] if under > FACE_DOWN else under) for over, under in tokens.pairs(player.tucked))
    return replace(player, hand=_renamed(player.hand, names), tucked=tokens.flat(tucked))


def _mixed(player: Player, owner: int, stack: tuple[Step, ...], dice: Dice) -> Player:
    """Return the player with hidden cards exchanged between the hand and the tucked cards.

    The other players do not know which of these are laws. A card that a step names stays in the hand, and so do enough
    laws for a pending return to the law deck.
    """
    pairs = tokens.pairs(player.tucked)
    tucked = [under - FACE_DOWN for _, under in pairs if under > FACE_DOWN]
    if not tucked:
        return player
    named = {step.card for step in stack if isinstance(step, (steps.Play, steps.Sale, steps.TakenCard))}
    sure = [card for card in player.hand if card in named or card in player.shown]
    pool = sorted([*(card for card in player.hand if card not in sure), *tucked])
    pool = dice.draw(pool, len(pool))
    laws = sum(step.n for step in stack if isinstance(step, steps.LawsToReturn) and step.seat == owner)
    held = sorted(pool, key=lambda card: not is_law(card))[:laws] if laws else []
    pool = [*held, *(card for card in pool if card not in held)]
    under = iter(pool[len(player.hand) - len(sure) :])
    return replace(
        player,
        hand=bytes(sorted((*sure, *pool[: len(player.hand) - len(sure)]))),
        tucked=tokens.flat((over, next(under) + FACE_DOWN if was > FACE_DOWN else was) for over, was in pairs),
    )


def _renamed_step(step: Step, names: bytearray) -> Step:
    if isinstance(step, steps.TakenCard) and step.hidden:
        return replace(step, card=names[step.card])
    return step


# -- screens ----------------------------------------------------------------------------------------------------


def _screens_again(state: State, seat: int, dice: Dice) -> State:
    """Return the state with the gems and attack tokens of the other players dealt again.

    Each keeps what public bids and waiting steps prove to be behind the screen.
    """
    others = [other for other in range(len(state.players)) if other != seat]
    if not others:
        return state
    players = list(state.players)
    loose = [sum(column) for column in zip(*(players[other].gems for other in others), strict=True)]
    some = {}
    for other in others:
        gems, some[other], attacks = _proved(state, other)
        players[other] = replace(players[other], gems=gems, attacks=attacks)
        loose = [n - kept for n, kept in zip(loose, gems, strict=True)]
    for other, n in some.items():
        drawn = dice.draw_counts(loose, n)
        players[other] = replace(players[other], gems=plus(players[other].gems, bytes(drawn)))
        loose = [n - taken for n, taken in zip(loose, drawn, strict=True)]
    for gem, n in zip(ONE, loose, strict=True):
        for _ in range(n):
            lucky = dice.choice(others)
            players[lucky] = replace(players[lucky], gems=plus(players[lucky].gems, gem))
    for _ in range(sum(state.players[other].attacks - players[other].attacks for other in others)):
        lucky = dice.choice(others)
        players[lucky] = replace(players[lucky], attacks=players[lucky].attacks + 1)
    return replace(state, players=tuple(players))


def _proved(state: State, seat: int) -> tuple[bytes, int, int]:
    """Return what must be behind a screen, as waiting steps and public bids prove.

    It is the gems of a known colour, the number of further gems of any colour, and the number of attack tokens.
    """
    player = state.players[seat]
    kept = [0, 0, 0, 0]
    some = attacks = 0
    bids_out = any(isinstance(step, steps.BidsReturn) for step in state.stack)
    if bids_out and 0 < player.sealed < BID_ATTACK:
        kept[player.sealed - 1] = 1
    for step in state.stack:
        if getattr(step, "seat", None) != seat:
            continue
        if isinstance(step, steps.AttackPick):
            attacks = 1
        elif isinstance(step, steps.Play) and step.card <= LAST_CHARACTER and not _may_be_either(state, step):
            colour = FIRST_GEM[step.card]
            kept[colour] = max(kept[colour], 0 if unused_infinite(player)[colour] else 1)
        elif isinstance(step, steps.GemToLay):
            kept[tokens.gem_colour(step.token)] = 1
        elif isinstance(step, steps.SwapPartner | steps.SwapPrice):
            some = PRICE
        elif isinstance(step, steps.GemsOnLaw):
            some = 1
    proved = bytes(min(n, there) for n, there in zip(kept, player.gems, strict=True))
    return proved, max(0, min(some, sum(player.gems)) - sum(proved)), attacks


# -- secret choices ---------------------------------------------------------------------------------------------


def _choices_again(state: State, seat: int, dice: Dice) -> State:
    """Return the state with the secret choices of the other players made again.

    These are sealed choices, the claims for a lane, and whether a shown card is played or sold.
    """
    state = replace(state, stack=tuple(_use_again(state, step, seat, dice) for step in state.stack))
    top = state.stack[-1] if state.stack else None
    if isinstance(top, steps.Split):
        return replace(state, stack=(*state.stack[:-1], _claims_again(top, seat, dice)))
    # Bids are still sealed when gems are drawn for virtual opponents.
    phase = BID if state.phase == FROM_BOX else state.phase
    if state.stack or phase not in SEALED:
        return state
    players = list(state.players)
    for other, player in enumerate(players):
        if other != seat and player.sealed:
            players[other] = replace(player, sealed=SEALED[phase](BY_PHASE[phase].choose(state, None, other, dice)))
    return replace(state, players=tuple(players))


def _may_be_either(state: State, step: Step) -> bool:
    """Whether the other players do not know yet if a shown card is played or sold, which its turn reveals (VC-6.8)."""
    shown = isinstance(step, (steps.Play, steps.Sale))
    return shown and state.options.second_edition and step is not state.stack[-1]


def _use_again(state: State, step: Step, seat: int, dice: Dice) -> Step:
    if not isinstance(step, (steps.Play, steps.Sale)) or step.seat == seat or not _may_be_either(state, step):
        return step
    played = playable(state.players[step.seat], step.card) and dice.below(2)
    return steps.Play(step.seat, step.card) if played else steps.Sale(step.seat, step.card)


def _claims_again(step: steps.Split, seat: int, dice: Dice) -> steps.Split:
    def again(owner: int, claim: int) -> int:
        return 1 + dice.below(len(CLAIMS) - 1) if claim and owner != seat else claim

    return replace(
        step, first_claim=again(step.first, step.first_claim), second_claim=again(step.second, step.second_claim)
    )
