package dev.velella.jelly.read;

import dev.velella.jelly.wire.WireReader;

/**
 * Finds the places of the terms of one RdfTriple or RdfQuad. Protocol Buffers fields may come in any order, but
 * references count on from term to term. Therefore the terms are first found, and then read in the order subject,
 * predicate, object, graph.
 */
public final class StatementFields {
    private final int[] tags = new int[4];
    private final int[] starts = new int[4];

    /** Finds the terms of the message between the cursor and the end. */
    public void scan(WireReader in, int end, boolean quad) {
        tags[0] = 0;
        tags[1] = 0;
        tags[2] = 0;
        tags[3] = 0;
        int fields = quad ? 16 : 12;
        while (in.position() < end) {
            int tag = in.tag(end);
            int field = tag >>> 3;
            if (field > fields || (tag & 7) != WireReader.LENGTH_DELIMITED) {
                in.skip(tag, end);
                continue;
            }
            int position = (field - 1) >> 2;
            if (tags[position] != 0) {
                throw in.fail("a term of a statement is given twice");
            }
            tags[position] = tag;
            starts[position] = in.position();
            in.seek(in.bodyEnd(end));
        }
    }

    /** Whether there is a term at a position (0 subject, 1 predicate, 2 object, 3 graph). */
    public boolean has(int position) {
        return tags[position] != 0;
    }

    /** Moves the cursor to the length of a term, and returns the tag before the length. */
    public int open(int position, WireReader in) {
        in.seek(starts[position]);
        return tags[position];
    }
}
