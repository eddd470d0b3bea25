package dev.velella.jelly.value;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.HashedLiteral;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * A literal without language tag. Its label is a string, or ASCII bytes of a frame. The bytes become a string when the
 * label is first read, and the literal then drops the frame. If two threads make the string at the same time, both get
 * equal strings.
 */
public final class LightLiteral extends HashedLiteral {
    private static final long serialVersionUID = 1L;

    private final Datatype datatype;

    /** The label: a string, or the frame that holds it. Any thread may see either of them at any time. */
    private Object text;

    private final transient int start;
    private final transient int length;

    /** 0 until the hash is first read. */
    private transient long hash;

    /** A datatype as an IRI and as RDF4J's core datatype. Many literals share it. */
    public static final class Datatype implements Serializable {
        private static final long serialVersionUID = 1L;

        public static final Datatype STRING = new Datatype(CoreDatatype.XSD.STRING.getIri(), CoreDatatype.XSD.STRING);

        private final IRI iri;
        private final CoreDatatype core;

        /** 0 until the hash is first read. */
        private transient long hash;

        public Datatype(IRI iri, CoreDatatype core) {
            this.iri = iri;
            this.core = core;
        }

        private long hash() {
            long known = hash;
            if (known == 0) {
                known = GraphHash.ofDatatype(iri.stringValue());
                hash = known;
            }
            return known;
        }

        private boolean isSame(Datatype other) {
            return this == other || (core == other.core && (core != CoreDatatype.NONE || iri.equals(other.iri)));
        }

        public IRI iri() {
            return iri;
        }

        public CoreDatatype core() {
            return core;
        }
    }

    public LightLiteral(String label, Datatype datatype) {
        if (label == null) {
            throw new NullPointerException("a literal has a label");
        }
        text = label;
        this.datatype = datatype;
        start = 0;
        length = 0;
    }

    public LightLiteral(byte[] frame, int start, int length, Datatype datatype) {
        text = frame;
        this.start = start;
        this.length = length;
        this.datatype = datatype;
    }

    @Override
    public String getLabel() {
        Object known = text;
        if (known instanceof String label) {
            return label;
        }
        String label = new String((byte[]) known, start, length, StandardCharsets.ISO_8859_1);
        text = label;
        return label;
    }

    @Override
    public long termHash() {
        long known = hash;
        if (known == 0) {
            known = GraphHash.ofLiteral(getLabel(), datatype.core == CoreDatatype.XSD.STRING, datatype.hash());
            hash = known;
        }
        return known;
    }

    /** Compares by the rules of RDF4J, but does not make a label only for the comparison. */
    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        return o instanceof LightLiteral other ? datatype.isSame(other.datatype) && hasLabelOf(other) : super.equals(o);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    private boolean hasLabelOf(LightLiteral other) {
        Object own = text;
        Object others = other.text;
        if (own instanceof String label) {
            return others instanceof String otherLabel
                    ? label.equals(otherLabel)
                    : other.isText((byte[]) others, label);
        }
        byte[] bytes = (byte[]) own;
        return others instanceof String otherLabel
                ? isText(bytes, otherLabel)
                : Arrays.equals(bytes, start, start + length, (byte[]) others, other.start, other.start + other.length);
    }

    private boolean isText(byte[] bytes, String text) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != bytes[start + i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Optional<String> getLanguage() {
        return Optional.empty();
    }

    @Override
    public IRI getDatatype() {
        return datatype.iri;
    }

    @Override
    public CoreDatatype getCoreDatatype() {
        return datatype.core;
    }

    /** Serializes this literal as a literal that holds no frame. */
    private Object writeReplace() {
        return SimpleValueFactory.getInstance().createLiteral(getLabel(), datatype.iri, datatype.core);
    }
}
