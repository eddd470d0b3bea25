package dev.velella.jelly.read;

import dev.velella.jelly.value.LightLiteral;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.wire.WireReader;
import java.util.Arrays;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Reads the literals of rows. Their datatypes are in a table that belongs to the {@link TermDecoder}.
 *
 * <p>A datatype that was made is kept together with the string object of the table from which it was made. It is only
 * used while the table holds this same object.
 */
final class LiteralDecoder {
    private final ValueFactory values;

    /** The value factory, if it is one of this project; else null. */
    private final @Nullable LightValueFactory light;

    private final WireReader in;
    private final EntryTable datatypes;
    private @Nullable Datatype[] built = new Datatype[32];

    /** A datatype, and the string from which it was made. */
    private record Datatype(String text, IRI iri, CoreDatatype core, LightLiteral.Datatype light) {}

    LiteralDecoder(ValueFactory values, WireReader in, EntryTable datatypes) {
        this.values = values;
        light = values instanceof LightValueFactory factory ? factory : null;
        this.in = in;
        this.datatypes = datatypes;
    }

    /** Reads the length and the body of an RdfLiteral. */
    Literal read(int outer) {
        int start = in.position();
        int end = in.bodyEnd(outer);
        String label = "";
        String language = null;
        int datatype = 0;
        boolean isTyped = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            switch (tag) {
                case 0x0A -> label = in.string(end);
                case 0x12 -> language = in.string(end);
                case 0x18 -> {
                    datatype = in.varint(end);
                    isTyped = true;
                }
                default -> in.skip(tag, end);
            }
        }
        if (isTyped) {
            if (language != null) {
                throw in.failAt(start, "a literal has both a language tag and a datatype");
            }
            return typed(label, datatype, start);
        }
        if (language == null) {
            return values.createLiteral(label);
        }
        if (language.isEmpty()) {
            throw in.failAt(start, "the language tag of a literal is empty");
        }
        return values.createLiteral(label, language);
    }

    private Literal typed(String label, int id, int start) {
        String text = datatypes.get(id);
        if (text == null) {
            throw in.failAt(start, datatypes.unset(id));
        }
        Datatype datatype = knownDatatype(id, text);
        if (datatype == null) {
            datatype = makeDatatype(id, text, start);
        }
        return values.createLiteral(label, datatype.iri, datatype.core);
    }

    @SuppressWarnings("ReferenceEquality") // only the same string object of the table counts
    private @Nullable Datatype knownDatatype(int id, String text) {
        Datatype known = id < built.length ? built[id] : null;
        return known != null && known.text == text ? known : null;
    }

    private Datatype makeDatatype(int id, String text, int start) {
        try {
            IRI made = values.createIRI(text);
            CoreDatatype core = CoreDatatype.from(made);
            if (core == CoreDatatype.RDF.LANGSTRING) {
                throw in.failAt(start, "a literal of type rdf:langString has no language tag");
            }
            IRI iri = core == CoreDatatype.NONE ? made : core.getIri();
            Datatype datatype = new Datatype(text, iri, core, new LightLiteral.Datatype(iri, core));
            if (id >= built.length) {
                built = Arrays.copyOf(built, Math.max(id + 1, id * 2));
            }
            built[id] = datatype;
            return datatype;
        } catch (IllegalArgumentException e) {
            throw in.invalidTerm(start, e);
        }
    }

    /**
     * Reads the body of an RdfLiteral in the form {@code 0A length text [18 datatype | 12 length language]}, with a
     * text of less than 16 KiB, a datatype id below 128 and a language tag of less than 128 bytes. Returns null for
     * other forms.
     *
     * @param length length of the body; the caller has checked that the body is in the frame
     */
    @Nullable
    Literal quick(byte[] a, int start, int length) {
        int end = start + length;
        if (length < 3 || a[start] != 0x0A) {
            return null;
        }
        int size = a[start + 1];
        int text = start + 2;
        if (size < 0) {
            int high = a[text++];
            if (high < 0) {
                return null;
            }
            size = WireReader.twoBytes(size, high);
        }
        int q = text + size;
        if (q == end) {
            return make(a, text, size, LightLiteral.Datatype.STRING);
        }
        if (end - q < 2 || a[q + 1] <= 0) {
            return null;
        }
        if (a[q] == 0x18 && q + 2 == end) {
            int id = a[q + 1];
            String datatypeText = datatypes.get(id);
            Datatype datatype = datatypeText == null ? null : knownDatatype(id, datatypeText);
            return datatype == null ? null : make(a, text, size, datatype.light);
        }
        if (a[q] == 0x12 && q + 2 + a[q + 1] == end) {
            return values.createLiteral(in.text(text, size), in.text(q + 2, a[q + 1]));
        }
        return null;
    }

    private Literal make(byte[] a, int text, int size, LightLiteral.Datatype datatype) {
        if (light != null && light.isLazy() && in.isAscii(text, size)) {
            return light.createLiteral(a, text, size, datatype);
        }
        String label = in.text(text, size);
        if (light != null) {
            return new LightLiteral(label, datatype);
        }
        return datatype == LightLiteral.Datatype.STRING
                ? values.createLiteral(label)
                : values.createLiteral(label, datatype.iri(), datatype.core());
    }
}
