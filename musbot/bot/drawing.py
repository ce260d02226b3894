"""Where pictures are drawn: beside the event loop, one at a time.

One thread is enough, since drawing holds the interpreter's lock for most of its time; more of them would only
keep the event loop waiting longer for its turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_room = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")


async def draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do some drawing in its own thread, after what was asked for before."""
    return await asyncio.get_running_loop().run_in_executor(_room, partial(work, *args, **kwargs))
