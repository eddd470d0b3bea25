package dev.velella.jelly.transcode;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.TableText;
import dev.velella.rdf.ElementKind;

/**
 * Reads terms of a stream that is transcoded. Owns its lookup tables, and the running prefix and name (Jelly specification,
 * IRIs).
 */
final class InputTerms {
    /** Tags of the IRI form of each position of a statement. */
    static final int[] TAGS = {0x0A, 0x2A, 0x4A, 0x6A};

    private static final RowTags ROW_TAGS = RowTags.of(ElementKind.GRAPH);
    private static final int NAME = ROW_TAGS.name();
    private static final int PREFIX = ROW_TAGS.prefix();
    private static final int DATATYPE = ROW_TAGS.datatype();
    private static final String[] POSITIONS = {"subject", "predicate", "object", "graph"};
    private static final int GRAPH = 3;

    private final WireReader in;
    private final Limits limits;
    private final EntryTexts names = new EntryTexts("name");
    private final EntryTexts prefixes = new EntryTexts("prefix");
    private final EntryTexts datatypes = new EntryTexts("datatype");
    /** The prefix of IRIs before any other; of its own, because a text serves one writer. */
    private final TableText noPrefix = new TableText("");

    private byte[] frame = new byte[0];
    private boolean generalized;
    private boolean rdfStar;
    private int lastPrefix;
    private int lastName;

    InputTerms(WireReader in, Limits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Begins a stream. */
    void begin(OptionsRow options) {
        names.begin(options.names());
        prefixes.begin(options.prefixes());
        datatypes.begin(options.datatypes());
        generalized = options.generalized();
        rdfStar = options.rdfStar();
        lastPrefix = 0;
        lastName = 0;
    }

    /** Takes the bytes in which the cursor is. */
    void open(byte[] bytes) {
        frame = bytes;
    }

    void readName(int end) {
        read(names, end);
    }

    void readPrefix(int end) {
        read(prefixes, end);
    }

    void readDatatype(int end) {
        read(datatypes, end);
    }

    private void read(EntryTexts table, int end) {
        table.read(in, frame, end);
        checkHeld();
    }

    private void checkHeld() {
        if (held() > limits.maxTableBytes()) {
            names.forgetOthers();
            prefixes.forgetOthers();
            datatypes.forgetOthers();
            if (held() > limits.maxTableBytes()) {
                throw in.failLimit(
                        "the lookup tables hold more than the limit of " + limits.maxTableBytes() + " bytes");
            }
        }
    }

    /** Reads the body of an entry row, if it has the usual form. */
    boolean quickEntry(int tag, byte[] a, int begin, int end) {
        EntryTexts table = tag == NAME ? names : tag == PREFIX ? prefixes : tag == DATATYPE ? datatypes : null;
        if (table == null || !table.quick(in, a, begin, end)) {
            return false;
        }
        checkHeld();
        return true;
    }

    /**
     * Looks up an IRI in the usual form in the joined stream, and moves the running prefix and name.
     *
     * @return whether it was read; if not, the running prefix and name are as before
     */
    boolean quickIri(TermSlot slot, byte[] a, int begin, int end) {
        int p = begin;
        int prefix = lastPrefix;
        int name = lastName + 1;
        if (p < end && a[p] == 0x08) {
            if (end - p >= 2 && a[p + 1] > 0) {
                prefix = a[p + 1];
                p += 2;
            } else if (end - p >= 3 && a[p + 1] < 0 && a[p + 2] > 0) {
                prefix = WireReader.twoBytes(a[p + 1], a[p + 2]);
                p += 3;
            }
        }
        if (p < end && a[p] == 0x10) {
            if (end - p >= 2 && a[p + 1] > 0) {
                name = a[p + 1];
                p += 2;
            } else if (end - p >= 3 && a[p + 1] < 0 && a[p + 2] > 0) {
                name = WireReader.twoBytes(a[p + 1], a[p + 2]);
                p += 3;
            }
        }
        TableText ofPrefix = prefix == 0 ? noPrefix : prefixes.find(prefix);
        TableText ofName = names.find(name);
        // Fields in another order than usual give other running ids.
        if (p != end || ofPrefix == null || ofName == null) {
            return false;
        }
        lastPrefix = prefix;
        lastName = name;
        slot.setIri(ofPrefix, ofName);
        return true;
    }

    /** The running prefix and name, for {@link #goBack}. */
    long running() {
        return (long) lastPrefix << 32 | lastName;
    }

    void goBack(long running) {
        lastPrefix = (int) (running >>> 32);
        lastName = (int) running;
    }

    EntryTexts datatypes() {
        return datatypes;
    }

    private long held() {
        return names.held() + prefixes.held() + datatypes.held();
    }

    /**
     * Reads a term of a statement into its slot.
     *
     * @param position 0 subject, 1 predicate, 2 object, 3 graph
     * @param tag of its field; the cursor is behind it
     * @param end of the statement
     * @param depth number of quoted triples around it
     */
    void read(TermSlot slot, int position, int tag, int end, int depth) {
        int start = in.position();
        int kind = (tag >>> 3) - 1 & 3;
        if (position == GRAPH) {
            kind = kind == 2 ? TermSlot.DEFAULT_GRAPH : kind == 3 ? TermSlot.LITERAL : kind;
        }
        check(kind, position, start);
        if (kind == TermSlot.BLANK_NODE) {
            slot.readBlankNode(in, frame, end);
            return;
        }
        int termEnd = in.bodyEnd(end);
        switch (kind) {
            case TermSlot.IRI -> readIri(slot, termEnd);
            case TermSlot.LITERAL -> slot.readLiteral(in, frame, termEnd, datatypes);
            case TermSlot.DEFAULT_GRAPH -> slot.setDefaultGraph();
            default -> {
                if (depth >= limits.maxNesting()) {
                    throw in.failLimit("a quoted triple is nested deeper than the limit of " + limits.maxNesting());
                }
                slot.readQuoted(in, termEnd, this, depth + 1);
            }
        }
        in.seek(termEnd);
    }

    private void check(int kind, int position, int start) {
        if (kind == TermSlot.QUOTED && !rdfStar) {
            throw in.failAt(start, "a quoted triple in a stream whose options do not declare RDF-star");
        }
        boolean allowed =
                switch (kind) {
                    case TermSlot.IRI, TermSlot.DEFAULT_GRAPH -> true;
                    case TermSlot.LITERAL -> position == 2;
                    default -> position != 1;
                };
        if (!allowed && !generalized) {
            throw in.failAt(
                    start,
                    "a " + POSITIONS[position] + " of a kind that only streams of generalized statements may have");
        }
    }

    /** Reads an IRI between the cursor and the end, and moves the running prefix and name. */
    void readIri(TermSlot slot, int end) {
        int prefix = 0;
        int name = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x08) {
                prefix = in.varint(end);
            } else if (tag == 0x10) {
                name = in.varint(end);
            } else {
                in.skip(tag, end);
            }
        }
        lastPrefix = prefix == 0 ? lastPrefix : prefix;
        lastName = name == 0 ? lastName + 1 : name;
        slot.setIri(lastPrefix == 0 ? noPrefix : prefixes.get(in, lastPrefix), names.get(in, lastName));
    }
}
