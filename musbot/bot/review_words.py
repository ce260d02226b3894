"""A review in words: where a decision was, what was done, what would have been better, and why."""

from __future__ import annotations

from musbot.ai.odds import percent
from musbot.ai.review import Decision, SeatReview
from musbot.bot import phrases
from musbot.bot.words import N_, Words
from musbot.game import Action, Phase, Word
from musbot.game.hands import ranks_text

BASIS = N_("It counts what you could know at that time: your cards, what was said, your partner's signals.")


def summary(found: SeatReview, words: Words) -> str:
    """Return how well a seat played, in a line."""
    # A sum of chances, which in a long game may well be more than one whole game.
    lost = words("all slips together **−{loss}\u00a0%**", loss=f"{100 * found.loss:.0f}")
    if found.accuracy is None:
        return lost
    return words("accuracy **{accuracy} %** · {lost}", accuracy=f"{100 * found.accuracy:.0f}", lost=lost)


def where(decision: Decision, words: Words) -> str:
    """Return where a decision was, ``Deal 5 · Pares``."""
    return words("Deal {deal} · {part}", deal=decision.deal, part=part_of(decision, words))


def part_of(decision: Decision, words: Words) -> str:
    """Return the part of a deal, a lance or what comes before them."""
    match decision.phase:
        case Phase.MUS:
            return words("Mus")
        case Phase.DISCARD:
            return words("Discard")
        case _:
            assert decision.lance is not None
            return words(phrases.LANCES[decision.lance])


def action_words(decision: Decision, action: Action, words: Words) -> str:
    """Return what an action is called at a decision, ``pass`` or ``keep R R``."""
    match action.word:
        case Word.DROP:
            kept = [card for card in decision.cards if card not in action.cards]
            return words("keep {cards}", cards=ranks_text(kept)) if kept else words("keep nothing")
        case Word.AGREE if decision.proposal is not None:
            return words("agree: {word}", word=action_words(decision, decision.proposal, words))
        case Word.BET if decision.bet:
            return words("raise to {stones}", stones=action.amount)
        case Word.BET:
            return words("bet {stones}", stones=action.amount)
        case Word.ORDAGO:
            return words("órdago")
        case _:
            return words(phrases.LABELS[action.word]).lower()


def loss_words(decision: Decision) -> str:
    """Return what a decision lost of the chance to win, ``−6 %``: at least 1, since less is no swing."""
    return f"−{max(1, round(100 * decision.loss))}\u00a0%"


def why(decision: Decision, words: Words) -> str:
    """Return why the best action is better than what was done, in a sentence; "" where nothing is known of it."""
    reason = decision.reason
    if reason.wins is not None:
        return _why_in_lance(decision, reason.wins, words)
    if reason.better_than is not None:
        share = words.number(f"{100 * reason.better_than:.0f} %")
        if decision.best.word is Word.CUT:
            return words("This hand is worth more than {share} of all hands here: play it.", share=share)
        return words(
            "This hand is worth more than {share} of all hands here; an exchange promises more.", share=share
        )
    if reason.kept is not None and reason.could_keep is not None:
        fields = {
            "pares": words.number(percent(reason.could_keep[0])),
            "juego": words.number(percent(reason.could_keep[1])),
            "pares_kept": words.number(percent(reason.kept[0])),
            "juego_kept": words.number(percent(reason.kept[1])),
        }
        return words(
            "It promises pares {pares} and juego {juego}; yours {pares_kept} and {juego_kept}.", **fields
        )
    return ""


_STRONG = 0.5


def _why_in_lance(decision: Decision, wins: float, words: Words) -> str:
    done, best = _meant(decision, decision.done), _meant(decision, decision.best)
    # It comes from a sample: nothing is quite certain.
    fields = {"wins": words.number(f"{min(99, max(1, round(100 * wins)))}\u00a0%")}
    bets = (Word.BET, Word.ORDAGO)
    if best.word is Word.FOLD:
        return words(
            "Your pair has the best hand in only {wins} of such deals: passing loses less.", **fields
        )
    if done.word in bets and best.word in bets:
        more = best.word is Word.ORDAGO or (done.word is Word.BET and best.amount > done.amount)
        if more:
            return words(
                "Your pair has the best hand in {wins} of such deals: a higher bet brings more.", **fields
            )
        return words("Your pair has the best hand in {wins} of such deals: a lower bet risks less.", **fields)
    if best.word in bets:
        if wins < _STRONG:
            return words(
                "Your pair has the best hand in only {wins} of such deals, but a bet is often passed.",
                **fields,
            )
        return words("Your pair has the best hand in {wins} of such deals: it is worth a bet.", **fields)
    if done.word is Word.FOLD:
        if wins < _STRONG:
            return words(
                "Your pair has the best hand in {wins} of such deals: at this score that is enough.", **fields
            )
        return words("Your pair has the best hand in {wins} of such deals: too good to pass.", **fields)
    if done.word in bets:
        return words(
            "Your pair has the best hand in {wins} of such deals: better hands answer a bet.", **fields
        )
    return words("Your pair has the best hand in {wins} of such deals.", **fields)


def _meant(decision: Decision, action: Action) -> Action:
    """Return what an action says: to agree is to say what the partner has proposed."""
    if action.word is Word.AGREE and decision.proposal is not None:
        return decision.proposal
    return action
