"""What was noted lately, so that what a process remembers does not grow for ever."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Noted = TypeVar("Noted")


class Lately(OrderedDict[Key, Noted]):
    """Notes by key, of which the oldest go when there are too many: only for what can be found out again.

    :param most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, noted: Noted) -> None:
        super().__setitem__(key, noted)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
