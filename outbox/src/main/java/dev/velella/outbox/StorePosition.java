package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;

/**
 * The position in the store: a statement of the reserved graph that each commit adds. Of several statements the one with the
 * highest number counts. A transaction cannot remove the statement of the one before it, which it may not see, so they are
 * removed from time to time. Stateless.
 */
final class StorePosition {
    private StorePosition() {}

    /** The position that a connection sees; empty if the store has none. */
    static Optional<OutboxPosition> read(SailConnection connection) {
        OutboxPosition found = null;
        for (Value value : values(connection)) {
            OutboxPosition position;
            if (value.stringValue() == null) { // an LmdbStore has statements before their values
                throw new DamagedStoreException("it has lost a value in a crash", null);
            }
            try {
                position = OutboxPosition.parse(value.stringValue());
            } catch (IllegalArgumentException e) {
                throw new SailException(
                        "graph " + OutboxTerms.GRAPH + " is reserved, but has other statements: " + e.getMessage()
                                + "; remove them without the outbox",
                        e);
            }
            if (found == null || position.number() > found.number()) {
                found = position;
            }
        }
        return Optional.ofNullable(found);
    }

    private static List<Value> values(SailConnection connection) {
        List<Value> values = new ArrayList<>();
        try (CloseableIteration<? extends Statement> found =
                connection.getStatements(OutboxTerms.GRAPH, OutboxTerms.STATE, null, false, OutboxTerms.GRAPH)) {
            while (found.hasNext()) {
                values.add(found.next().getObject());
            }
        } catch (RuntimeException e) { // a damaged store may give any
            throw new DamagedStoreException("its position cannot be read (" + e + ")", e);
        }
        return values;
    }

    /** Whether the position is among those that a connection sees. */
    static boolean is(SailConnection connection, OutboxPosition position) {
        return connection.hasStatement(
                OutboxTerms.GRAPH, OutboxTerms.STATE, literal(position), false, OutboxTerms.GRAPH);
    }

    /** Adds the position within the transaction of a connection. */
    static void add(SailConnection connection, OutboxPosition position) {
        connection.addStatement(OutboxTerms.GRAPH, OutboxTerms.STATE, literal(position), OutboxTerms.GRAPH);
    }

    /** Makes a position the only one, in a transaction of its own. */
    static void set(SailConnection connection, OutboxPosition position) {
        connection.begin(IsolationLevels.SNAPSHOT);
        try {
            List<Value> all = values(connection);
            for (Value value : all) {
                if (!value.equals(literal(position))) {
                    connection.removeStatements(OutboxTerms.GRAPH, OutboxTerms.STATE, value, OutboxTerms.GRAPH);
                }
            }
            if (!all.contains(literal(position))) {
                add(connection, position);
            }
            connection.flush();
            connection.prepare();
            connection.commit();
        } catch (RuntimeException e) {
            connection.rollback();
            throw e;
        }
    }

    private static Value literal(OutboxPosition position) {
        return SimpleValueFactory.getInstance().createLiteral(position.format());
    }
}
