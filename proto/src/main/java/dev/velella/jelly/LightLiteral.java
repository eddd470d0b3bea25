package dev.velella.jelly;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.HashedTerm;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A literal without language tag. Its label is given, or ASCII bytes of a frame that become a string when it is first
 * asked for; the frame is let go then. Two threads may both make the string; they make the same.
 */
final class LightLiteral extends AbstractLiteral implements HashedTerm {
    private static final long serialVersionUID = 1L;

    private static final VarHandle FRAME;

    static {
        try {
            FRAME = MethodHandles.lookup().findVarHandle(LightLiteral.class, "frame", byte[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Datatype datatype;

    /** Null once the label is made, or where it was given. */
    @SuppressWarnings("UnusedVariable") // read by its handle
    private transient byte @Nullable [] frame;

    private final transient int start;
    private final transient int length;
    private @Nullable String label;

    /** 0 until it is first asked for. */
    private transient long hash;

    /** A datatype in both of its forms, shared by many literals. */
    static final class Datatype implements Serializable {
        private static final long serialVersionUID = 1L;

        static final Datatype STRING = new Datatype(CoreDatatype.XSD.STRING.getIri(), CoreDatatype.XSD.STRING);

        private final IRI iri;
        private final CoreDatatype core;

        /** 0 until it is first asked for. */
        private transient long hash;

        Datatype(IRI iri, CoreDatatype core) {
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

        IRI iri() {
            return iri;
        }

        CoreDatatype core() {
            return core;
        }
    }

    LightLiteral(String label, Datatype datatype) {
        if (label == null) {
            throw new NullPointerException("a literal has a label");
        }
        this.label = label;
        this.datatype = datatype;
        frame = null;
        start = 0;
        length = 0;
    }

    LightLiteral(byte[] frame, int start, int length, Datatype datatype) {
        this.frame = frame;
        this.start = start;
        this.length = length;
        this.datatype = datatype;
    }

    @Override
    public String getLabel() {
        String known = label;
        if (known != null) {
            return known;
        }
        // Whoever finds the frame gone finds the label too: it was set before.
        byte[] bytes = (byte[]) FRAME.getAcquire(this);
        if (bytes == null) {
            String made = label;
            return made == null ? "" : made;
        }
        known = new String(bytes, start, length, StandardCharsets.ISO_8859_1);
        label = known;
        FRAME.setRelease(this, null);
        return known;
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

    /** As RDF4J says, but without making a label just to compare it. */
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
        byte[] bytes = label == null ? (byte[]) FRAME.getAcquire(this) : null;
        byte[] otherBytes = other.label == null ? (byte[]) FRAME.getAcquire(other) : null;
        if (bytes != null) {
            return otherBytes != null
                    ? Arrays.equals(bytes, start, start + length, otherBytes, other.start, other.start + other.length)
                    : isText(bytes, other.getLabel());
        }
        return otherBytes != null
                ? other.isText(otherBytes, getLabel())
                : getLabel().equals(other.getLabel());
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

    /** Serialized as a literal that holds no frame. */
    private Object writeReplace() {
        return SimpleValueFactory.getInstance().createLiteral(getLabel(), datatype.iri, datatype.core);
    }
}
