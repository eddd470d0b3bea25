package dev.velella.outbox;

import dev.velella.capture.OutboxTerms;
import dev.velella.rdf.GraphHash;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.SailConnection;
import org.jspecify.annotations.Nullable;

/**
 * All explicit statements of a store but for its reserved graph, as one hash ({@link GraphHash}). A store that is damaged may give any
 * error when it is read; it becomes a {@link DamagedStoreException}. Owned by the thread that opens the store.
 */
final class StoredStatements {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private final SailConnection store;
    private final Set<IRI> predicates = new HashSet<>();

    StoredStatements(SailConnection store) {
        this.store = store;
    }

    /** The hash of the statements, read in the order of the store. */
    long hash() {
        return hash(null);
    }

    /** The hash of the statements that the store finds by their predicates, so by another index. Call {@link #hash()} before. */
    long hashByPredicate() {
        long hash = GraphHash.EMPTY;
        for (IRI predicate : Set.copyOf(predicates)) {
            hash += hash(predicate);
        }
        return hash;
    }

    /**
     * A statement that the store has, but does not find by its values; null if it finds all. A NativeStore finds the numbers of values
     * in a file of their own, which a kill or a full disk may damage.
     */
    @Nullable
    Statement notFoundByValues() {
        try (CloseableIteration<? extends Statement> all = store.getStatements(null, null, null, false)) {
            while (all.hasNext()) {
                Statement statement = all.next();
                if (!isFound(statement)) {
                    return statement;
                }
            }
        } catch (RuntimeException e) {
            throw new DamagedStoreException("its statements cannot be read (" + e + ")", e);
        }
        WholeReading.check();
        return null;
    }

    private boolean isFound(Statement statement) {
        Resource context = statement.getContext();
        return store.hasStatement(
                (Resource) copy(statement.getSubject()),
                (IRI) copy(statement.getPredicate()),
                copy(statement.getObject()),
                false,
                context == null ? null : (Resource) copy(context));
    }

    /** A value that the store must look for: its own ones carry their numbers. */
    private static Value copy(Value value) {
        if (value instanceof Literal literal) {
            String language = literal.getLanguage().orElse(null);
            return language == null
                    ? VALUES.createLiteral(literal.getLabel(), (IRI) copy(literal.getDatatype()))
                    : VALUES.createLiteral(literal.getLabel(), language);
        }
        if (value instanceof BNode node) {
            return VALUES.createBNode(node.getID());
        }
        return value instanceof IRI iri ? VALUES.createIRI(iri.stringValue()) : value;
    }

    private long hash(@Nullable IRI wanted) {
        long hash = GraphHash.EMPTY;
        try (CloseableIteration<? extends Statement> all = store.getStatements(null, wanted, null, false)) {
            while (all.hasNext()) {
                Statement statement = all.next();
                if (!OutboxTerms.GRAPH.equals(statement.getContext())) {
                    hash += GraphHash.of(statement);
                    predicates.add(statement.getPredicate());
                }
            }
        } catch (RuntimeException | OutOfMemoryError e) { // a damaged file names values that no memory can hold
            throw new DamagedStoreException("its statements cannot be read (" + e + ")", e);
        }
        WholeReading.check();
        return hash;
    }
}
