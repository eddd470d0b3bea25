package dev.velella.jelly;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.base.AbstractLiteral;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A literal without language tag. Its label is given, or ASCII bytes of a frame that become a string when it is first
 * asked for. Two threads may both make the string; they make the same.
 */
final class LightLiteral extends AbstractLiteral {
    private static final long serialVersionUID = 1L;

    private final Datatype datatype;
    private final transient byte @Nullable [] frame;
    private final transient int start;
    private final transient int length;
    private @Nullable String label;

    /** A datatype in both of its forms, shared by many literals. */
    static final class Datatype implements Serializable {
        private static final long serialVersionUID = 1L;

        static final Datatype STRING = new Datatype(CoreDatatype.XSD.STRING.getIri(), CoreDatatype.XSD.STRING);

        private final IRI iri;
        private final CoreDatatype core;

        Datatype(IRI iri, CoreDatatype core) {
            this.iri = iri;
            this.core = core;
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
        if (known == null) {
            known = frame == null ? "" : new String(frame, start, length, StandardCharsets.ISO_8859_1);
            label = known;
        }
        return known;
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
