from musbot.store import PersonRow, Store

ANE, BEÑAT, NOBODY = 2**62, 102, 103


async def test_a_person_is_remembered_piece_by_piece(store: Store) -> None:
    await store.people.set_dm(ANE, 55)
    await store.people.set_language(ANE, "eu")
    await store.people.set_dm(ANE, 55, closed_at=1000.0)
    assert await store.people.get(ANE) == PersonRow(ANE, "", 55, 1000.0, "eu", True)

    await store.people.set_dm(ANE, 55)
    await store.people.set_language(ANE, None)
    await store.people.set_pings(ANE, False)
    assert await store.people.get(ANE) == PersonRow(ANE, "", 55, None, None, False)


async def test_people_never_seen_are_left_out(store: Store) -> None:
    await store.people.set_language(BEÑAT, "es")
    assert await store.people.several([ANE, BEÑAT, NOBODY]) == {
        BEÑAT: PersonRow(BEÑAT, "", None, None, "es", True)
    }
    assert await store.people.get(NOBODY) is None
    assert await store.people.several([]) == {}
