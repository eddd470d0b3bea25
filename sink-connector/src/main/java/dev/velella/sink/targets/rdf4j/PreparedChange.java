package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.remote.Change;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.RDF4J;

/**
 * A change in the form in which it is sent: statements of data and of the system graph in RDF4J's binary format.
 * Immutable.
 *
 * @param rows expected rows of partitions, which the change removes
 * @param commit name of the change in its rows, by which it is read back
 */
record PreparedChange(Change change, Set<Statement> rows, Upload removes, Upload adds, String commit) {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** @param named whether the rows contain the name of the change */
    static PreparedChange of(Change change, SystemGraph system, boolean named) {
        List<Statement> removes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        String commit = UUID.randomUUID().toString();
        change.rows().forEach((id, swap) -> {
            IRI row = system.partition(id);
            if (named) {
                adds.add(row(row, SystemGraph.COMMIT, commit));
            }
            if (swap.expected() != null) {
                addRow(removes, row, swap.expected());
            }
            addRow(adds, row, swap.next());
        });
        Set<Statement> rows = Set.copyOf(removes);
        change.chains().forEach((stream, step) -> {
            if (step.from() != null) {
                removes.add(chain(system, stream, step.from()));
            }
            adds.add(chain(system, stream, step.to()));
        });
        change.removes()
                .forEach(statement -> removes.add(statement.getContext() == null ? inNil(statement) : statement));
        adds.addAll(change.adds());
        return new PreparedChange(change, rows, new Upload(removes), new Upload(adds), commit);
    }

    /** A statement of the system graph. */
    static Statement row(IRI subject, IRI predicate, Object value) {
        return VALUES.createStatement(subject, predicate, Values.literal(value), SystemGraph.GRAPH);
    }

    private static void addRow(List<Statement> adds, IRI row, Claim claim) {
        adds.add(row(row, SystemGraph.EPOCH, claim.epoch()));
        adds.add(row(row, SystemGraph.NEXT_OFFSET, claim.nextOffset()));
    }

    private static Statement chain(SystemGraph system, StreamId stream, StreamState state) {
        return row(system.stream(stream), SystemGraph.PATCH_POSITION, state.format());
    }

    /**
     * A statement of the default graph in the form that the protocol needs to remove it. Without a graph it would match
     * any graph.
     */
    private static Statement inNil(Statement statement) {
        return VALUES.createStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), RDF4J.NIL);
    }
}
