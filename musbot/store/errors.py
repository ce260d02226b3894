"""What can go wrong with the store, each with one line that says what to do about it."""

from typing import Literal


class StoreError(Exception):
    """The root of everything the store raises by itself."""


class UnusableDatabase(StoreError):
    """The database cannot be opened. The text is one line for the person who hosts the bot."""


class UnwritableDatabase(UnusableDatabase):
    """The database, or the folder that holds it, may not be written to."""


class NewerDatabase(UnusableDatabase):
    """The database was written by a later musbot than this one."""


class ServerLost(StoreError):
    """The database's server went away. Whether the work was done, only it knows; connect again and look."""


class NoSuchTable(StoreError):
    """No table has this number."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class SequenceTaken(StoreError):
    """Another writer has already appended an event at this place: load the table and try again.

    Nothing of the refused append was written.
    """

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(f"event {seq} of table {table_id} is already written")
        self.table_id = table_id
        self.seq = seq


class SeatedElsewhere(StoreError):
    """Somebody has a seat at another live table that takes them by the minute. Nothing was written."""

    def __init__(self, person_id: int, elsewhere: int) -> None:
        super().__init__(f"person {person_id} already sits at table {elsewhere}")
        self.person_id = person_id
        self.elsewhere = elsewhere


class TooManyTables(StoreError):
    """A channel, a server or a person has as many live tables as may be. Nothing was written."""

    def __init__(self, whose: Literal["channel", "server", "person"], most: int) -> None:
        super().__init__(f"{most} tables is all that a {whose} may have")
        self.whose = whose
        self.most = most


class StillSeated(StoreError):
    """A person who is to be erased sits at live tables, which they must leave first. Nothing was erased."""

    def __init__(self, person_id: int, table_ids: list[int]) -> None:
        super().__init__(f"person {person_id} still sits at {table_ids}")
        self.table_ids = table_ids
