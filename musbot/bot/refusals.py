"""What people are told when a table refuses something: one friendly sentence, for them alone."""

from __future__ import annotations

from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, button, rows, text
from musbot.bot.links import table_url
from musbot.bot.names import shown
from musbot.bot.words import N_, Words
from musbot.table import PublicTable, Refusal, Refused

_SENTENCES = {
    Refusal.NO_TABLE: N_("There is no such table any more. Open one with `/mus open`."),
    Refusal.CLOSED: N_("This table is over. Open a new one with `/mus open`."),
    Refusal.FULL: N_("All four seats are taken. Open another table with `/mus open`."),
    Refusal.STARTED: N_("The game has begun, so the seats are taken."),
    Refusal.NOT_STARTED: N_("The game has not begun yet."),
    Refusal.NOT_OVER: N_("The match is still being played."),
    Refusal.NOT_INVITED: N_("This table is for people who were invited. Ask its players to invite you."),
    Refusal.NO_ROLE: N_("This table is for members of a role that you do not have."),
    Refusal.NO_FRIEND: N_("This table is for friends of the player who opened it. Ask to be invited."),
    Refusal.OTHER_RATING: N_("This table is for players of other ratings; its message says which."),
    Refusal.BLOCKED: N_("You cannot sit at this table. There are others: `/mus tables`."),
    Refusal.SEAT_TAKEN: N_("Somebody sits there already."),
    Refusal.NOT_SEATED: N_("You have no seat at this table."),
    Refusal.AT_NO_TABLE: N_("You sit at no table. `/mus open` opens one, `/mus tables` shows free seats."),
    Refusal.NOT_HOST: N_("Only the person who opened the table, or a moderator, may close it."),
    Refusal.NOT_MODERATOR: N_(
        "That is for moderators: who may manage messages in the table's channel, or the server."
    ),
    Refusal.NOT_YOUR_TURN: N_("It is not your turn yet."),
    Refusal.STALE: N_("That moment has passed: the table has moved on."),
    Refusal.ALREADY_DROPPED: N_("You have chosen already. The others are still choosing."),
    Refusal.ALREADY_CUT: N_("You have cut that deck already: once for each deal is enough."),
    Refusal.ILLEGAL: N_("The rules do not allow that now."),
    Refusal.UNREADABLE: N_(
        "I cannot read that table any more, so it does not go on. `/mus leave` gives you your seat back."
    ),
    Refusal.PUT_ASIDE: N_(
        "I cannot read that table any more. It counts for nothing, and keeps nobody's seat."
    ),
    Refusal.BUSY: N_("You sit at another table already, where others wait for you."),
    Refusal.SEAT_KEPT: N_("That seat is kept for its owner, who may be back in some minutes."),
    Refusal.OTHER_SEAT: N_(
        "You have seen the cards of another seat of this game. Only that one can be yours."
    ),
    Refusal.REMOVED: N_("The others have removed you from this game."),
    Refusal.NOT_AWAY: N_("Nobody plays in your place here. `/mus join` takes a seat, if one is free."),
    Refusal.NOT_AT_TABLE: N_("That person has no seat at the table."),
    Refusal.TOURNAMENT: N_(
        "This table is played for a tournament: its four seats are kept for those who meet here."
    ),
    Refusal.OWN_VOTE: N_("To go, press *Leave* or use `/mus leave`."),
}


def refusal_letter(refused: Refused, words: Words, table: PublicTable | None = None) -> Letter:
    """Return why something was refused, and how the table stands, where it is known."""
    sentence = _too_many(refused, words) or words(_SENTENCES[refused.reason])
    if refused.reason is Refusal.NOT_YOUR_TURN and refused.seat and table is not None:
        sentence = words("It is {name}'s turn, not yours yet.", name=shown(table.name(refused.seat)))
    row = refused.elsewhere
    if row is not None:
        sentence = words(
            "You sit at [table {table}]({url}) already, where others wait for you. Play there, or give up that seat.",
            table=row.table_id,
            url=table_url(row),
        )
        return Letter((text(sentence), *rows([button(ClickId(row.table_id, 0, "leave"), words("Leave it"))])))
    return Letter((text(sentence),))


def _too_many(refused: Refused, words: Words) -> str:
    """Return how many tables there are where there may be no more; "" for any other reason."""
    match refused.reason:
        case Refusal.CHANNEL_FULL:
            return words.n(
                "{count} table is live in this channel: there may be no more. `/mus tables` shows free seats.",
                "{count} tables are live in this channel: there may be no more. `/mus tables` shows free seats.",
                refused.most,
            )
        case Refusal.SERVER_FULL:
            return words.n(
                "{count} table is live on this server: there may be no more. `/mus tables` shows free seats.",
                "{count} tables are live on this server: there may be no more. `/mus tables` shows free seats.",
                refused.most,
            )
        case Refusal.PERSON_FULL:
            return words.n(
                "You sit at {count} table: nobody may sit at more. `/mus leave` gives a seat up.",
                "You sit at {count} tables: nobody may sit at more. `/mus leave` gives a seat up.",
                refused.most,
            )
        case _:
            return ""


def sentence(words: Words, message: str) -> Letter:
    """Return a translated sentence as a message."""
    return Letter((text(words(message)),))
