package dev.velella.source.file.format;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Makes the terms of elements by the rule of all readers ({@link VerifiedTerms}), and makes each IRI once: the elements of
 * a stream repeat most of theirs. Forgets all when it knows too many. Not thread-safe.
 */
final class VerifiedIris extends VerifiedTerms {
    private static final int MOST = 10_000;

    /** Characters of an IRI that is made once only; longer ones would take much memory together. */
    private static final int LONGEST_KEPT = 1000;

    private final Map<String, IRI> known = new HashMap<>();
    private @Nullable ReadingBudget budget;

    /** What is made from now on is of another document, and within its budget: a prefix of any length is put before names. */
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
