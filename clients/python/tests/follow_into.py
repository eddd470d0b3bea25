"""Keeps a store on disk equal to a topic of patches; a test of the Java side kills it.

python tests/follow_into.py SERVERS TOPIC STORE [FILE]      (with pyoxigraph and one of the Kafka clients installed)

Prints ``reading`` before it reads the topic, ``equal`` when the store is equal to it, and the number of the records that
it has taken since then, every ten. With FILE it ends at the end of the topic, and writes the store into the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pyoxigraph  # noqa: E402

import velella  # noqa: E402


def main(servers: str, topic: str, folder: str, file: str | None = None) -> None:
    store = pyoxigraph.Store(folder)
    print("reading", flush=True)
    with velella.follow(servers, topic, store, until_end=file is not None) as follower:
        print("equal", flush=True)
        for taken, change in enumerate(follower, 1):
            if change.broken:
                sys.exit(f"a stream is broken: {change.broken}")
            if taken % 10 == 0:
                print(taken, flush=True)
        follower.check()
    if file is not None:
        store.dump(file, format=pyoxigraph.RdfFormat.N_QUADS)


if __name__ == "__main__":
    main(*sys.argv[1:])
