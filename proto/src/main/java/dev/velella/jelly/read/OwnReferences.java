package dev.velella.jelly.read;

import dev.velella.jelly.wire.WireReader;

/**
 * Finds the entries outside of the dictionary to which a statement row refers.
 *
 * <p>Only {@link RecurringRows} needs them, if frames build on a dictionary and a row comes again. Therefore they are read
 * from the bytes of such a row, for a second time, so that they cost nothing elsewhere. Reads only rows that a quick
 * method has read before: such a row has terms in order, and lengths and ids of one or two bytes.
 */
final class OwnReferences {
    /** The bits of a tag that tell the kind of a term, whatever its position. */
    private static final int KIND = 0x1F;

    private static final int IRI = 0x0A;
    private static final int IRI_PREFIX = 0x08;
    private static final int LITERAL = 0x5A;
    private static final int LITERAL_DATATYPE = 0x18;

    private final TermDecoder terms;
    private int prefix;
    private int name;

    OwnReferences(TermDecoder terms) {
        this.terms = terms;
    }

    /** Entries that this frame has set beside those of the dictionary. */
    OwnEntries entries() {
        return terms.own();
    }

    /**
     * Reads a row.
     *
     * @param start position of the row in the frame
     * @param prefixBefore the running prefix before the row
     * @param nameBefore the running name before the row
     * @return the entries, as bits of {@link OwnEntries}
     */
    int read(byte[] a, int start, int end, int prefixBefore, int nameBefore) {
        prefix = prefixBefore;
        name = nameBefore;
        int own = 0;
        int q = afterNumber(a, afterNumber(a, start + 1) + 1); // the lengths of the row and of its message
        while (q < end) {
            int tag = a[q];
            int body = afterNumber(a, q + 1);
            int bodyEnd = body + number(a, q + 1);
            if ((tag & KIND) == IRI) {
                moveReference(a, body, bodyEnd);
                own |= terms.ownEntries(prefix, name);
            } else if (tag == LITERAL) {
                own |= ofLiteral(a, body, bodyEnd);
            }
            q = bodyEnd;
        }
        return own;
    }

    /** Moves the running prefix and name as an IRI says. */
    private void moveReference(byte[] a, int start, int end) {
        name++;
        int q = start;
        while (q < end) {
            int id = number(a, q + 1);
            if (a[q] == IRI_PREFIX) {
                prefix = id;
            } else {
                name = id;
            }
            q = afterNumber(a, q + 1);
        }
    }

    /** A literal begins with its text. A datatype or a language may follow. */
    private int ofLiteral(byte[] a, int start, int end) {
        int q = afterNumber(a, start + 1) + number(a, start + 1);
        return q < end && a[q] == LITERAL_DATATYPE ? terms.ownDatatype(a[q + 1]) : 0;
    }

    /** A number of one or two bytes. */
    private static int number(byte[] a, int at) {
        return a[at] < 0 ? WireReader.twoBytes(a[at], a[at + 1]) : a[at];
    }

    /** The position after such a number. */
    private static int afterNumber(byte[] a, int at) {
        return a[at] < 0 ? at + 2 : at + 1;
    }
}
