"""The lists of friends and blocked people, as they are shown."""

from __future__ import annotations

from musbot.bot.club.friends import ON_PAGE, friends_letter
from musbot.bot.words import ENGLISH
from musbot.store.friends import MOST, FriendKind, FriendRow
from tests.bot.reading import HOSTILE, components, fits_discord


def people(kind: FriendKind, first: int) -> list[FriendRow]:
    """As many as somebody may have."""
    return [FriendRow(first + number, kind, HOSTILE[number % 4], 0.0) for number in range(MOST)]


def test_everybody_on_long_lists_can_be_taken_off() -> None:
    lists = [*people("blocked", 1_000), *people("friend", 1)]
    offered: list[str] = []
    invited: list[str] = []
    for page in range(len(lists) // ON_PAGE):
        letter = friends_letter(lists, True, "", ENGLISH, page)
        fits_discord(letter)
        menus = {each["custom_id"]: each["options"] for each in components(letter) if each["type"] == 3}
        offered += [option["value"] for option in menus["club:forget"]]
        invited += [option["value"] for option in menus.get("club:invite", [])]

    assert sorted(map(int, offered)) == sorted(each.other_id for each in lists)
    assert sorted(map(int, invited)) == sorted(each.other_id for each in lists if each.kind == "friend")


def test_a_page_beyond_the_last_is_the_last() -> None:
    lists = people("friend", 1)
    last = friends_letter(lists, False, "", ENGLISH, len(lists) // ON_PAGE - 1)

    assert components(friends_letter(lists, False, "", ENGLISH, 10**9)) == components(last)
