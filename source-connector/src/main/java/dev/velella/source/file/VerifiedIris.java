package dev.velella.source.file;

import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Makes IRIs that follow the syntax of IRIs, and makes each once: the elements of a stream repeat most of their IRIs,
 * and checking one costs many times more than reading it. Forgets all when it knows too many. Not thread-safe.
 */
final class VerifiedIris extends SimpleValueFactory {
    private static final int MOST = 10_000;

    private final Map<String, IRI> known = new HashMap<>();

    /** @throws IllegalArgumentException if the text is not an absolute IRI */
    @Override
    public IRI createIRI(String text) {
        IRI iri = known.get(text);
        if (iri == null) {
            iri = super.createIRI(verified(text));
            if (known.size() == MOST) {
                known.clear();
            }
            known.put(text, iri);
        }
        return iri;
    }

    private static String verified(String text) {
        try {
            if (new ParsedIRI(text).isAbsolute()) {
                return text;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not an IRI: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("not an absolute IRI: " + text);
    }
}
