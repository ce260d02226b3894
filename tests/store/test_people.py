from musbot.store import PersonRow, Store

ANE, BEÑAT, NOBODY = 2**62, 102, 103


async def test_a_person_is_remembered_piece_by_piece(store: Store) -> None:
    await store.remember_person(ANE, "Ane")
    await store.set_dm(ANE, 55)
    await store.set_language(ANE, "eu")
    await store.remember_person(ANE, "Ane M.")
    await store.set_dm(ANE, 55, closed_at=1000.0)
    assert await store.person(ANE) == PersonRow(ANE, "Ane M.", 55, 1000.0, "eu", True)

    await store.set_dm(ANE, 55)
    await store.set_language(ANE, None)
    await store.set_pings(ANE, False)
    assert await store.person(ANE) == PersonRow(ANE, "Ane M.", 55, None, None, False)


async def test_people_never_seen_are_left_out(store: Store) -> None:
    await store.set_language(BEÑAT, "es")
    assert await store.people([ANE, BEÑAT, NOBODY]) == {BEÑAT: PersonRow(BEÑAT, "", None, None, "es", True)}
    assert await store.person(NOBODY) is None
    assert await store.people([]) == {}
