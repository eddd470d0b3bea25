package dev.velella.jelly.write;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
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
 * Counts how many elements use each term, to choose the terms of a dictionary: the terms that more than one element has
 * used, those of most elements first. After a single element, all its terms in their order.
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

        int elements() {
            return elements;
        }
    }

    /** Number of elements that were counted. */
    public int elements() {
        return elements;
    }

    /** Counts the terms of an element. Namespaces and headers of patches do not count. */
    public void add(StreamElement element) {
        elements++;
        if (element instanceof RdfGraph graph) {
            graph.statements().forEach(this::add);
        } else if (element instanceof RdfPatch patch) {
            for (PatchOperation operation : patch.operations()) {
                if (operation instanceof PatchOperation.Add add) {
                    add(add.statement());
                } else if (operation instanceof PatchOperation.Delete delete) {
                    add(delete.statement());
                }
            }
        }
    }

    private void add(Statement statement) {
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
                    .sorted(Comparator.comparingInt(Use::elements).reversed());
        }
        return chosen.map(use -> use.term).toList();
    }
}
