package dev.velella.jelly;

import org.eclipse.rdf4j.model.base.AbstractIRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * An IRI that is its text, or a head and a tail that are joined when the text is first asked for. Two threads may both
 * join them; they get the same.
 */
final class LightIri extends AbstractIRI {
    private static final long serialVersionUID = 1L;

    private final transient String head;
    private final transient String tail;
    private transient @Nullable String text;

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

    /** Serialized as an IRI of RDF4J's own. */
    private Object writeReplace() {
        return SimpleValueFactory.getInstance().createIRI(stringValue());
    }
}
