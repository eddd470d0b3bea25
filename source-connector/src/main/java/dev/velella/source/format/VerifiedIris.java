package dev.velella.source.format;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Creates the terms of elements by the rule of all readers ({@link VerifiedTerms}). Each IRI is created once and
 * reused, because the elements of a stream repeat most of their IRIs. Forgets all IRIs when there are too many. Not
 * thread-safe.
 */
final class VerifiedIris extends VerifiedTerms {
    private static final int MOST = 10_000;

    /** Most characters of an IRI that is kept for reuse. Many longer ones together would take too much memory. */
    private static final int LONGEST_KEPT = 1000;

    private final Map<String, IRI> known = new HashMap<>();
    private @Nullable ReadingBudget budget;

    /**
     * Begins a document: the terms that are created from now on count against its budget, because a prefix of any
     * length can be put before names.
     */
    void within(ReadingBudget ofDocument) {
        budget = ofDocument;
    }

    @Override
    public IRI createIRI(String text) {
        IRI iri = known.get(text);
        if (iri == null) {
            if (budget != null) {
                budget.characters(text.length());
            }
            iri = super.createIRI(text);
            if (text.length() <= LONGEST_KEPT) {
                if (known.size() == MOST) {
                    known.clear();
                }
                known.put(text, iri);
            }
        }
        return iri;
    }
}
