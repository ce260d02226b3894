"""What several processes send to one person: each hand once, whoever comes to it first, and each face."""

from __future__ import annotations

import asyncio

from musbot.store import NewEvent, Store, TableStatus, letters
from musbot.store.letters import CLAIMED_FOR, HandClaim

ANE = 10**17
SAID = NewEvent("said", {}, at=0.0)


async def table(store: Store) -> int:
    return await store.create_table(1, 2, [NewEvent("opened", {}, at=0.0)])


async def claim(store: Store, table_id: int, seq: int, shows: str, now: float = 0.0) -> HandClaim:
    return await store.letter(lambda c: letters.claim(c, table_id, ANE, seq, shows, now))


async def test_one_of_many_sends_a_hand(store: Store) -> None:
    table_id = await table(store)

    claims = await asyncio.gather(*(claim(store, table_id, 5, "first") for _ in range(10)))

    assert sorted(each.mine for each in claims) == [False] * 9 + [True]
    assert not any(each.sent for each in claims)
    await store.letter(lambda c: letters.note(c, table_id, ANE, 7, 8, 1))
    assert await claim(store, table_id, 6, "first") == HandClaim(False, True)


async def test_the_next_hand_goes_into_the_message_of_the_one_before(store: Store) -> None:
    table_id = await table(store)
    await claim(store, table_id, 5, "first")
    await store.letter(lambda c: letters.note(c, table_id, ANE, 7, 8, 1))

    assert await claim(store, table_id, 9, "second") == HandClaim(True, False, 7, 8, 1)
    assert not (await claim(store, table_id, 5, "first")).mine, "whoever is late does not show an older one"


async def test_a_sender_who_dies_is_replaced_and_one_who_fails_says_so(store: Store) -> None:
    table_id = await table(store)
    await claim(store, table_id, 5, "first", now=0.0)

    assert not (await claim(store, table_id, 6, "first", now=CLAIMED_FOR)).mine
    assert (await claim(store, table_id, 6, "first", now=CLAIMED_FOR + 1)).mine
    await store.letter(lambda c: letters.release(c, table_id, ANE, 6))
    assert await claim(store, table_id, 6, "first", now=CLAIMED_FOR + 1) == HandClaim(True)


async def test_a_message_that_was_answered_shows_what_it_was_answered_with(store: Store) -> None:
    table_id = await table(store)
    await claim(store, table_id, 5, "choosing")
    await store.letter(lambda c: letters.note(c, table_id, ANE, 7, 8, 1))

    await store.letter(lambda c: letters.seen(c, table_id, ANE, 99, 6, "other"))
    assert not (await claim(store, table_id, 6, "choosing")).mine, "that was another message"
    await store.letter(lambda c: letters.seen(c, table_id, ANE, 8, 6, "chosen"))
    assert await claim(store, table_id, 6, "chosen") == HandClaim(False, True)


async def test_faces_are_counted_for_the_hands_they_are_about(store: Store) -> None:
    table_id = await table(store)

    async def told(hands: str, count: int) -> int:
        return await store.write(lambda c: letters.claim_faces(c, table_id, ANE, hands, count, 0.0))

    assert sorted(await asyncio.gather(*(told("one", 2) for _ in range(5)))) == [0, 2, 2, 2, 2]
    assert await told("one", 3) == 2
    assert await told("one", 1) == 3
    assert await told("two", 1) == 0


async def test_nothing_is_kept_of_a_table_that_is_over(store: Store) -> None:
    table_id = await table(store)
    await claim(store, table_id, 5, "first")
    await store.append(table_id, 1, [SAID], status=TableStatus.FINISHED)
    if store.is_shared:
        assert (await store.find_person(ANE))["hand_letters"] == []
