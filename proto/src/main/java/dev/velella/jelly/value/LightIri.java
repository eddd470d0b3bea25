package dev.velella.jelly.value;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.HashedIri;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * An IRI with its text, or with a head and a tail, which are joined when the text is first read. If two threads join
 * them at the same time, both get equal texts.
 */
final class LightIri extends HashedIri {
    private static final long serialVersionUID = 1L;

    private final transient String head;
    private final transient String tail;
    private transient @Nullable String text;

    /** 0 until the hash is first read. */
    private transient long hash;

    LightIri(String text) {
        this.text = text;
        head = text;
        tail = "";
    }

    LightIri(String head, String tail) {
        this.head = head;
        this.tail = tail;
    }

    @Override
    public String stringValue() {
        String known = text;
        if (known == null) {
            known = head.concat(tail);
            text = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return stringValue();
    }

    @Override
    public String getNamespace() {
        String whole = stringValue();
        return whole.substring(0, URIUtil.getLocalNameIndex(whole));
    }

    @Override
    public String getLocalName() {
        String whole = stringValue();
        return whole.substring(URIUtil.getLocalNameIndex(whole));
    }

    @Override
    public long termHash() {
        long known = hash;
        if (known == 0) {
            known = GraphHash.ofIri(stringValue());
            hash = known;
        }
        return known;
    }

    /** Compares two IRIs. If both were split at the same place, their parts are compared without joining them. */
    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (o instanceof LightIri other) {
            return head.length() == other.head.length()
                    ? tail.equals(other.tail) && head.equals(other.head)
                    : stringValue().equals(other.stringValue());
        }
        return o instanceof IRI other && stringValue().equals(other.stringValue());
    }

    @Override
    public int hashCode() {
        return stringValue().hashCode();
    }

    /** Serializes this IRI as an IRI of RDF4J itself. */
    private Object writeReplace() {
        return SimpleValueFactory.getInstance().createIRI(stringValue());
    }
}
