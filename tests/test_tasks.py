"""Waiting for tasks in the background."""

from __future__ import annotations

import asyncio

from musbot.tasks import finished


async def test_tasks_that_are_done_but_not_yet_taken_out_are_waited_for_only_once() -> None:
    """As of Python 3.12, a loop with `asyncio.gather` alone would go round for ever here."""
    left: set[asyncio.Task[None]] = set()

    async def work() -> None:
        pass

    task = asyncio.create_task(work())
    left.add(task)
    await task
    # The loop has no turn between this and the wait.
    task.add_done_callback(left.discard)
    async with asyncio.timeout(5):
        await finished(lambda: left)
    assert not left


async def test_what_begins_meanwhile_and_what_fails_is_waited_for() -> None:
    left: dict[str, asyncio.Task[None]] = {}
    ended: list[str] = []

    def begin(name: str, *more: str) -> None:
        async def work() -> None:
            try:
                await asyncio.sleep(0.01)
                for each in more:
                    begin(each)
                if name == "fails":
                    raise ValueError
            finally:
                ended.append(name)
                del left[name]

        left[name] = asyncio.create_task(work())

    begin("first", "second", "fails")
    await finished(left.values)
    assert sorted(ended) == ["fails", "first", "second"]


async def test_whoever_gives_up_waiting_takes_the_tasks_along() -> None:
    endless = asyncio.create_task(asyncio.sleep(60))
    try:
        async with asyncio.timeout(0.01):
            await finished(lambda: [endless])
    except TimeoutError:
        pass
    assert endless.cancelled()
