package org.eclipse.rdf4j.sail.lmdb;

import dev.velella.sink.versions.TermIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbValue;

/**
 * The numbers that an {@link LmdbStore} gives to its terms. They are good for a history only if the store does not use
 * the number of a term that no present statement has for another term.
 *
 * <p>This class is in RDF4J's package because the numbers are not accessible from outside.
 */
public final class StoreTerms implements TermIds {
    private final ValueStore values;

    /** @param opened an initialised store */
    public StoreTerms(LmdbStore opened) {
        values = (ValueStore) opened.getBackingStore().getValueFactory();
    }

    @Override
    public long find(Value term) {
        try {
            long id = values.getId(term);
            return id == LmdbValue.UNKNOWN_ID ? UNKNOWN : id;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Value term(long id) {
        try {
            return values.getLazyValue(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ValueFactory values() {
        return values;
    }

    /** The four numbers of a statement whose terms the store has. */
    public long[] numbers(Statement statement) {
        Resource graph = statement.getContext();
        return new long[] {
            known(statement.getSubject()),
            known(statement.getPredicate()),
            known(statement.getObject()),
            graph == null ? DEFAULT_GRAPH : known(graph)
        };
    }

    private long known(Value term) {
        long id = find(term);
        if (id == UNKNOWN) {
            throw new IllegalStateException("the store lacks a term of its statements");
        }
        return id;
    }
}
