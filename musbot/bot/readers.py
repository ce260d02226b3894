"""Who reads: in which language and how each person wants to be answered.

What somebody has chosen with ``/settings`` is looked up once for each click and command, before anything is made
of it, and stays with the interaction. Who has chosen nothing reads in the language of their Discord; that is
remembered of those who play, so that direct messages speak it too.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import discord

from musbot.bot.words import Words, language_of, words_for
from musbot.pictures.scene import Size
from musbot.store import PersonRow, Store, StoreError

log = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds that an answer waits for what is known of its reader; then it is made without."""
_KNOWN = "musbot.person"
MOST_SEEN = 10_000
_seen: dict[int, str] = {}
"""What the Discord of each person speaks, in this process: whoever sits down for the first time is in no row yet."""
_tips: dict[int, bool | None] = {}
"""Whether each person wants tips, None where they have chosen nothing."""
_looking: set[asyncio.Task[None]] = set()
"""What is being looked up; the event loop alone would not keep it."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How somebody wants to see their cards."""

    size: Size = "small"
    text_only: bool = False
    """Without a picture."""
    contrast: bool = False


USUAL_LOOKS = Looks()


async def know(interaction: discord.Interaction, store: Store) -> None:
    """Look up what is known of whoever clicked or gave a command, for `words_of` and `looks_of`."""
    if store.people.is_at_hand(interaction.user.id):
        await _look(interaction, store)
        return
    # Looking is not broken off, since the store is in the middle of it: the answer only waits no longer.
    looking = asyncio.create_task(_look(interaction, store))
    _looking.add(looking)
    looking.add_done_callback(_looking.discard)
    await asyncio.wait({looking}, timeout=PATIENCE)


async def _look(interaction: discord.Interaction, store: Store) -> None:
    try:
        known = await store.people.lately(interaction.user.id)
        interaction.extras[_KNOWN] = known
        locale = interaction.locale.value
        if len(_seen) >= MOST_SEEN:
            _seen.clear()
            _tips.clear()
        _seen[interaction.user.id] = locale
        _tips[interaction.user.id] = known.tips if known is not None else None
        if known is not None and known.locale != locale:
            await store.people.note_locale(interaction.user.id, locale)
    except (StoreError, OSError) as error:
        # Whoever asks is answered: by a refusal in the language of their Discord, if need be.
        log.warning("what %s has chosen is not known: %s", interaction.user.id, error)


def words_of(interaction: discord.Interaction) -> Words:
    """Return the texts in the language of whoever reads the answer."""
    return words_for(chosen_language(interaction) or interaction.locale.value)


def language_to(interaction: discord.Interaction) -> str:
    """Return the code of the language of whoever reads the answer."""
    return language_of(chosen_language(interaction) or interaction.locale.value)


def chosen_language(interaction: discord.Interaction) -> str | None:
    """Return the language that somebody has chosen; None to follow their Discord."""
    known: PersonRow | None = interaction.extras.get(_KNOWN)
    return known.language if known is not None else None


def looks_of(interaction: discord.Interaction) -> Looks:
    """Return how whoever reads the answer wants to see their cards."""
    return _looks(interaction.extras.get(_KNOWN))


async def by_mail(store: Store, person_id: int, otherwise: str) -> tuple[Words, Looks]:
    """Return in which language and how somebody reads direct messages.

    :param otherwise: the language for those of whom none is known.
    """
    known = await store.people.lately(person_id)
    language = (known.language or known.locale) if known is not None else None
    return words_for(language or _seen.get(person_id) or otherwise), _looks(known)


def tips_chosen(person_id: int) -> bool | None:
    """Return whether somebody wants tips at their turn, as it was known at their last click or command; None where they
    have chosen nothing."""
    return _tips.get(person_id)


def chose_tips(person_id: int, on: bool) -> None:
    """Note whether somebody wants tips from now on."""
    _tips[person_id] = on


def forget(person_id: int) -> None:
    """Forget what was seen of a person."""
    _seen.pop(person_id, None)
    _tips.pop(person_id, None)


def _looks(known: PersonRow | None) -> Looks:
    if known is None:
        return USUAL_LOOKS
    return Looks("large" if known.large_cards else "small", known.text_only, known.contrast)
