"""Reads texts of Turtle and TriG, and compares each with N-Quads that another parser has made of it."""
import struct
import sys

from pyoxigraph import BlankNode, CanonicalizationAlgorithm, Dataset, RdfFormat, parse

source = sys.stdin.buffer


def number():
    return struct.unpack(">i", source.read(4))[0]


def has_blank_nodes(quads):
    return any(
        isinstance(term, BlankNode) for q in quads for term in (q.subject, q.object, q.graph_name)
    )


def canonical(quads):
    dataset = Dataset(quads)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return set(dataset)


def one_line(text):
    return " ".join(text.split())


def listed(quads):
    return one_line(" . ".join(sorted(map(str, quads))))


def compare(graphs, text, given):
    try:
        read = set(parse(text, format=RdfFormat.TRIG if graphs else RdfFormat.TURTLE))
    except SyntaxError as e:
        return ("refused " if given == b"refused" else "only-given ") + one_line(str(e))
    if given == b"refused":
        return "only-read " + listed(read)
    given = set(parse(given, format=RdfFormat.N_QUADS))
    if read == given:
        return "="
    if has_blank_nodes(read) or has_blank_nodes(given):
        read, given = canonical(read), canonical(given)
        if read == given:
            return "="
    return f"different {listed(read - given)} INSTEAD OF {listed(given - read)}"


while True:
    begin = source.read(4)
    if not begin:
        break
    answers = []
    for _ in range(struct.unpack(">i", begin)[0]):
        graphs = source.read(1) == b"\x01"
        text = source.read(number())
        answers.append(compare(graphs, text, source.read(number())))
    sys.stdout.buffer.write(("\n".join(answers) + "\n").encode())
    sys.stdout.buffer.flush()
