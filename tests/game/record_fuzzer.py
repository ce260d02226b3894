"""Sends the reader of records what atheris finds by watching which branches were taken; `test_record_fuzzer` runs it.

``python -m tests.game.record_fuzzer [options of libFuzzer] FOLDER``. A text is read, or refused by a `RecordError`;
what was read is written and read again as the same match. Anything else ends it with a status that is not 0.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["musbot.game", "tomllib"]):
    from musbot.game.record import RecordError, read_record, write_record


def send(data: bytes) -> None:
    """Let the reader read some bytes."""
    try:
        record = read_record(data.decode(errors="replace"))
    except RecordError:
        return
    written = write_record(record.match, record.players)
    again = read_record(written)
    assert again.match.scores == record.match.scores
    assert again.players == record.players
    assert write_record(again.match, again.players) == written


if __name__ == "__main__":
    atheris.Setup(sys.argv, send)
    atheris.Fuzz()
