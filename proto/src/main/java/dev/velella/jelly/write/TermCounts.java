package dev.velella.jelly.write;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Counts how many elements use each term, to choose the terms of a dictionary. These are the terms that more than one
 * element has used; after a single element, all its terms.
 *
 * <p>Terms that many elements use come first, because ids below 128 are short. Terms that about the same number of
 * elements use (within a factor of two) stay in the order in which they were met, because an id that follows the last
 * one is shorter still.
 *
 * <p>Bounded: keeps {@value #MOST_TERMS} IRIs and as many datatypes, the first ones that it met. Not thread-safe.
 */
public final class TermCounts {
    private static final int MOST_TERMS = 1 << 14;

    /** In the order in which they were met. */
    private final Map<String, Use> iris = new LinkedHashMap<>();

    private final Map<String, Use> datatypes = new LinkedHashMap<>();
    private int elements;

    /** Use of one term. */
    private static final class Use {
        private final String term;
        private int elements;
        private int lastElement;

        Use(String term) {
            this.term = term;
        }
    }

    /** Number of elements that were counted. */
    public int elements() {
        return elements;
    }

    /** Begins an element. */
    public void beginElement() {
        elements++;
    }

    /** Counts the terms of a statement of the element. */
    public void add(Statement statement) {
        add(statement.getSubject());
        add(statement.getPredicate());
        add(statement.getObject());
        add(statement.getContext());
    }

    private void add(@Nullable Value term) {
        if (term == null) {
            return;
        }
        if (term.isIRI()) {
            count(iris, term.stringValue());
        } else if (term instanceof Literal literal) {
            CoreDatatype core = literal.getCoreDatatype();
            if (core != CoreDatatype.XSD.STRING && core != CoreDatatype.RDF.LANGSTRING) {
                count(datatypes, literal.getDatatype().stringValue());
            }
        } else if (term instanceof Triple triple) {
            add(triple.getSubject());
            add(triple.getPredicate());
            add(triple.getObject());
        }
    }

    private void count(Map<String, Use> uses, String term) {
        Use use = uses.get(term);
        if (use == null) {
            if (uses.size() == MOST_TERMS) {
                return;
            }
            use = new Use(term);
            uses.put(term, use);
        }
        if (use.lastElement != elements) {
            use.lastElement = elements;
            use.elements++;
        }
    }

    /** The terms for a dictionary. */
    public DictionaryTerms terms() {
        return new DictionaryTerms(chosen(iris.values()), chosen(datatypes.values()));
    }

    private List<String> chosen(Collection<Use> uses) {
        Stream<Use> chosen = uses.stream();
        if (elements > 1) {
            chosen = chosen.filter(use -> use.elements > 1)
                    .sorted(Comparator.comparingInt(use -> Integer.numberOfLeadingZeros(use.elements)));
        }
        return chosen.map(use -> use.term).toList();
    }
}
