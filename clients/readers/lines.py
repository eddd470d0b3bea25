"""The output of the readers in Python: one object of JSON a line, with bytes in hexadecimal."""

import json
from collections.abc import Iterable


def show(offset: int, key: bytes | None, value: bytes | None, headers: Iterable[tuple[str, bytes | None]]) -> None:
    names = [[name, None if data is None else data.hex()] for name, data in headers]
    record = {
        "offset": offset,
        "key": None if key is None else key.hex(),
        "value": None if value is None else value.hex(),
        "headers": names,
    }
    print(json.dumps(record), flush=True)
