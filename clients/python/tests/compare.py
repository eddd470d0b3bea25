"""Compares records of a file with what the Java side makes of them: the same element, or refused on both sides.

python tests/compare.py FILE...        (without installing anything; the Java build runs it)
"""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import corpus  # noqa: E402


def main(file: str) -> int:
    logging.disable(logging.WARNING)
    known = corpus.dictionaries()
    counts: Counter[str] = Counter()
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            expected = record["expect"]
            found = corpus.expectation(record, known)
            counts["records"] += 1
            if found.get("refused") != expected.get("refused") or ("refused" not in found and found != expected):
                counts["other meaning"] += 1
                print(line, found)
            elif "refused" not in found:
                counts["decoded alike"] += 1
            elif found == expected or "message" not in expected:
                counts["refused in the same words"] += 1
            else:
                counts["refused for another fault"] += 1
    print(dict(counts))
    return 1 if counts["other meaning"] else 0


if __name__ == "__main__":
    sys.exit(max(main(file) for file in sys.argv[1:]))
