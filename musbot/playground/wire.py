"""JSON as it goes over the wire, with orjson where it is installed.

Discord's payloads are open-ended, so they stay what they are on the wire: dictionaries of JSON values.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = ["Json", "decode", "encode", "encode_text"]

Json = dict[str, Any]

try:
    import orjson
except ModuleNotFoundError:  # an optional extra: `pip install musbot[fast]`

    def encode(value: object) -> bytes:
        """The JSON text of `value` as UTF-8 bytes."""
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def decode(text: str | bytes) -> Any:
        """The value of a JSON text. Raises `ValueError` when it is none."""
        return json.loads(text)

else:

    def encode(value: object) -> bytes:
        """The JSON text of `value` as UTF-8 bytes."""
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)

    def decode(text: str | bytes) -> Any:
        """The value of a JSON text. Raises `ValueError` when it is none."""
        return orjson.loads(text)


def encode_text(value: object) -> str:
    """The JSON text of `value`."""
    return encode(value).decode()
