package dev.velella.source.file;

import dev.velella.document.VerifiedTerms;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;

/**
 * Makes the terms of elements by the rule of all readers ({@link VerifiedTerms}), and makes each IRI once: the elements of
 * a stream repeat most of theirs. Forgets all when it knows too many. Not thread-safe.
 */
final class VerifiedIris extends VerifiedTerms {
    private static final int MOST = 10_000;

    private final Map<String, IRI> known = new HashMap<>();

    @Override
    public IRI createIRI(String text) {
        IRI iri = known.get(text);
        if (iri == null) {
            iri = super.createIRI(text);
            if (known.size() == MOST) {
                known.clear();
            }
            known.put(text, iri);
        }
        return iri;
    }
}
