"""What people are told when a tournament refuses something: one friendly sentence, for them alone."""

from __future__ import annotations

from musbot.bot.layout import Letter, text
from musbot.bot.words import N_, Words
from musbot.club.tournament import Reason, Refused

SENTENCES = {
    Reason.NOT_HOST: N_("That is for the hosts of the tournament."),
    Reason.ENTERED: N_("You, or whoever you chose, are in this tournament already."),
    Reason.NOT_ENTERED: N_("You are not in this tournament. *Enter* lets you in, as long as it is open."),
    Reason.NOT_ASKED: N_("Nobody waits for that answer any more."),
    Reason.YOURSELF: N_("Your partner must be somebody else."),
    Reason.ALONE_ONLY: N_("Here everybody enters alone, and partners are drawn."),
    Reason.NO_ROLE: N_("This tournament is for members of a role that you do not have."),
    Reason.RATING: N_("This tournament is for players of other ratings; its message says which."),
    Reason.TOO_LATE: N_("It is too late to enter: the tournament is under way."),
    Reason.NO_CHECK_IN: N_("There is nothing to check in for at this moment."),
    Reason.STARTED: N_("The tournament has begun already."),
    Reason.NOT_STARTED: N_("The tournament has not begun yet."),
    Reason.OVER: N_("This tournament is over."),
    Reason.PAUSED: N_("The tournament is paused."),
    Reason.NOT_PAUSED: N_("The tournament is not paused."),
    Reason.TOO_FEW: N_("Too few have entered. *Fill with AI* adds pairs of AI players."),
    Reason.UNFINISHED: N_("Tables of this round still play."),
    Reason.ROUND_BEGUN: N_("Tables of this round are open already, so its pairs stay as they are."),
    Reason.NO_MEETING: N_("There is no such meeting any more."),
    Reason.PAIRED_ON: N_("The next round is paired already, so that result stays as it is."),
    Reason.REMOVED: N_("A host has taken you out of this tournament."),
}


def refusal_letter(refused: Refused, words: Words) -> Letter:
    """Return why something was refused."""
    return Letter((text(words(SENTENCES[refused.reason])),))
