package dev.velella.jelly.transcode;

import dev.velella.jelly.read.StatementFields;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.jelly.wire.WireReader;
import dev.velella.jelly.write.ReferenceFrameWriter;
import dev.velella.jelly.write.TableText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last term of one position of a stream, in parts: entries of tables, and bytes of the frame. It stays when its entries
 * are overwritten and its frame is gone, because a later statement may repeat it.
 */
final class TermSlot {
    /** Kinds of terms, in the order of their fields in a statement. */
    static final int IRI = 0;

    static final int BLANK_NODE = 1;
    static final int LITERAL = 2;
    static final int QUOTED = 3;
    /** Only in the position of the graph. */
    static final int DEFAULT_GRAPH = 4;

    private static final int NONE = -1;
    private static final TableText NOTHING = new TableText("");
    private static final byte[] NO_BYTES = {};

    /** About the length of a quoted triple, in bytes. */
    private static final int QUOTED_ESTIMATE = 100;

    private int kind = NONE;
    private TableText prefix = NOTHING;
    private TableText name = NOTHING;
    private @Nullable TableText datatype;
    private byte[] frame = NO_BYTES;

    /** The label, or the lexical form, in the frame. */
    private int from;

    private int length;

    /** The language tag in the frame; without one the length is 0. */
    private int languageFrom;

    private int languageLength;
    private TermSlot @Nullable [] inner;
    private long reference;
    private int datatypeId;

    void forget() {
        kind = NONE;
    }

    boolean isSet() {
        return kind != NONE;
    }

    /** Takes an IRI. */
    void setIri(TableText ofPrefix, TableText ofName) {
        kind = IRI;
        prefix = ofPrefix;
        name = ofName;
    }

    void setDefaultGraph() {
        kind = DEFAULT_GRAPH;
    }

    /** Takes a blank node whose label is at the cursor, with its length before it. */
    void readBlankNode(WireReader in, byte[] bytes, int end) {
        length = in.length(end);
        from = in.position();
        check(in, from, length);
        in.seek(from + length);
        languageFrom = 0;
        languageLength = 0;
        frame = bytes;
        kind = BLANK_NODE;
    }

    /** Takes the literal between the cursor and the end. */
    void readLiteral(WireReader in, byte[] bytes, int end, EntryTexts datatypes) {
        int start = in.position();
        from = start;
        length = 0;
        languageFrom = start;
        languageLength = 0;
        boolean tagged = false;
        int id = 0;
        boolean typed = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                length = in.length(end);
                from = in.position();
                in.seek(from + length);
            } else if (tag == 0x12) {
                languageLength = in.length(end);
                languageFrom = in.position();
                in.seek(languageFrom + languageLength);
                tagged = true;
                typed = false;
            } else if (tag == 0x18) {
                id = in.varint(end);
                typed = true;
                tagged = false;
            } else {
                in.skip(tag, end);
            }
        }
        check(in, from, length);
        if (tagged && languageLength == 0) {
            throw in.failAt(start, "the language tag of a literal is empty");
        }
        languageLength = tagged ? languageLength : 0;
        check(in, languageFrom, languageLength);
        datatype = typed ? datatypes.get(in, id) : null;
        frame = bytes;
        kind = LITERAL;
    }

    /**
     * Takes a literal or blank node in the usual form.
     *
     * @return whether it was read
     */
    boolean quickText(WireReader in, byte[] a, int begin, int end, int ofKind, EntryTexts datatypes) {
        if (ofKind == BLANK_NODE) {
            if (!in.isAscii(begin, end - begin)) {
                return false;
            }
            from = begin;
            length = end - begin;
        } else {
            if (end - begin < 2 || a[begin] != 0x0A) {
                return false;
            }
            int textFrom = begin + 2;
            int textLength = a[begin + 1];
            if (textLength < 0 && textFrom < end) {
                textLength = WireReader.twoBytes(textLength, a[textFrom++]);
            }
            int textEnd = textFrom + textLength;
            if (textLength < 0 || textEnd > end || !in.isAscii(textFrom, textLength)) {
                return false;
            }
            TableText type = null;
            if (textEnd != end) {
                if (end - textEnd != 2 || a[textEnd] != 0x18 || a[textEnd + 1] <= 0) {
                    return false;
                }
                type = datatypes.get(in, a[textEnd + 1]);
            }
            datatype = type;
            from = textFrom;
            length = textLength;
        }
        languageFrom = from;
        languageLength = 0;
        frame = a;
        kind = ofKind;
        return true;
    }

    /** Takes the quoted triple between the cursor and the end. */
    void readQuoted(WireReader in, int end, InputTerms terms, int depth) {
        int start = in.position();
        StatementFields fields = new StatementFields();
        fields.scan(in, end, false);
        TermSlot[] parts = {new TermSlot(), new TermSlot(), new TermSlot()};
        for (int position = 0; position < parts.length; position++) {
            if (!fields.has(position)) {
                throw in.failAt(start, "a quoted triple lacks a term");
            }
            terms.read(parts[position], position, fields.open(position, in), end, depth);
        }
        inner = parts;
        kind = QUOTED;
    }

    private static void check(WireReader in, int from, int length) {
        if (!in.isAscii(from, length)) {
            in.text(from, length); // refuses a long one, and one that is not UTF-8
        }
    }

    /** Copies the bytes of a frame that will be gone. */
    void detach() {
        if (kind == BLANK_NODE || kind == LITERAL) {
            byte[] kept = Arrays.copyOf(Arrays.copyOfRange(frame, from, from + length), length + languageLength);
            System.arraycopy(frame, languageFrom, kept, length, languageLength);
            frame = kept;
            from = 0;
            languageFrom = length;
        } else if (kind == QUOTED && inner != null) {
            for (TermSlot part : inner) {
                part.detach();
            }
        }
    }

    /** Looks its references up in the joined stream, which writes the entries that are missing. */
    void resolve(ReferenceFrameWriter out) {
        if (kind == IRI) {
            reference = out.reference(prefix, name);
        } else if (kind == LITERAL && datatype != null) {
            datatypeId = out.datatype(datatype);
        } else if (kind == QUOTED && inner != null) {
            for (TermSlot part : inner) {
                part.resolve(out);
            }
        }
    }

    /**
     * Writes the term, if it is no quoted triple, and the joined stream has its entries.
     *
     * @return whether it was written; if not, nothing has changed
     */
    boolean copy(ReferenceFrameWriter out, int base, boolean isGraph, byte[] labelPrefix) {
        TableText type = datatype;
        if (kind == IRI) {
            reference = out.known(prefix, name);
            if (reference < 0) {
                return false;
            }
        } else if (kind == LITERAL && type != null) {
            datatypeId = out.known(type);
            if (datatypeId < 0) {
                return false;
            }
        }
        write(out, base, isGraph, labelPrefix);
        return true;
    }

    /**
     * Writes the term. It must have been resolved in this row.
     *
     * @param base tag of an IRI in this position
     * @param isGraph whether it is the position of the graph, in which the default graph stands where the others have literals
     */
    void write(ReferenceFrameWriter out, int base, boolean isGraph, byte[] labelPrefix) {
        ByteSink bytes = out.bytes();
        switch (kind) {
            case IRI -> out.iri(base, reference);
            case BLANK_NODE -> writeBlankNode(bytes, base + 8, labelPrefix);
            case LITERAL -> writeLiteral(bytes, isGraph ? base + 24 : base + 16);
            case DEFAULT_GRAPH -> bytes.emptyField(base + 16);
            default -> writeQuoted(out, base + 24, labelPrefix);
        }
    }

    private void writeBlankNode(ByteSink bytes, int tag, byte[] labelPrefix) {
        if (labelPrefix.length == 0) {
            bytes.bytesField(tag, frame, from, length);
        } else {
            byte[] label = Arrays.copyOf(labelPrefix, labelPrefix.length + length);
            System.arraycopy(frame, from, label, labelPrefix.length, length);
            bytes.bytesField(tag, label, 0, label.length);
        }
    }

    private void writeLiteral(ByteSink bytes, int tag) {
        int estimate = length + languageLength + (datatype == null ? 2 : 4);
        int message = bytes.beginMessage(tag, estimate);
        if (length > 0) {
            bytes.bytesField(0x0A, frame, from, length);
        }
        if (datatype != null) {
            bytes.numberField(0x18, datatypeId);
        } else if (languageLength > 0) {
            bytes.bytesField(0x12, frame, languageFrom, languageLength);
        }
        bytes.endMessage(message, estimate);
    }

    private void writeQuoted(ReferenceFrameWriter out, int tag, byte[] labelPrefix) {
        TermSlot[] parts = inner;
        if (parts == null) {
            throw new IllegalStateException("a term that was not set");
        }
        int message = out.bytes().beginMessage(tag, QUOTED_ESTIMATE);
        for (int position = 0; position < parts.length; position++) {
            parts[position].write(out, InputTerms.TAGS[position], false, labelPrefix);
        }
        out.bytes().endMessage(message, QUOTED_ESTIMATE);
    }
}
