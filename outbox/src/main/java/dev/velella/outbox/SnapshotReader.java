package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.capture.SnapshotPart;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Namespace;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailConnection;

/**
 * Reads a store as one commit has left it, while others commit. It goes over all statements and keeps those of the range with
 * the smallest hashes; so a snapshot in several ranges needs no order in the store. Owns a connection.
 */
final class SnapshotReader implements AutoCloseable {
    private static final int PART = 5_000;

    private final SailConnection connection;
    private final CloseableIteration<? extends Statement> all;
    private final OutboxPosition position;

    private record Hashed(long hash, Statement statement) {}

    private SnapshotReader(
            SailConnection connection, CloseableIteration<? extends Statement> all, OutboxPosition position) {
        this.connection = connection;
        this.all = all;
        this.position = position;
    }

    /** Begins between two commits. */
    static SnapshotReader open(NotifyingSail store, CommitLog commits) {
        SailConnection connection = commits.connect(store);
        try {
            return commits.between(() -> {
                connection.begin(IsolationLevels.SNAPSHOT);
                return new SnapshotReader(
                        connection, connection.getStatements(null, null, null, false), commits.position());
            });
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    OutboxPosition position() {
        return position;
    }

    /** The statements of a range, in the order of their hashes; the first range has the prefixes too. */
    List<SnapshotPart> read(SnapshotRange range) {
        PriorityQueue<Hashed> smallest = new PriorityQueue<>((a, b) -> Long.compareUnsigned(b.hash(), a.hash()));
        boolean isLast = true;
        while (all.hasNext()) {
            Statement statement = all.next();
            if (OutboxTerms.GRAPH.equals(statement.getContext())) {
                continue;
            }
            long hash = GraphHash.of(statement);
            if (!range.has(hash)) {
                continue;
            }
            if (smallest.size() < range.most()) {
                smallest.add(new Hashed(hash, statement));
            } else {
                isLast = false;
                if (Long.compareUnsigned(hash, smallest.element().hash()) < 0) {
                    smallest.remove();
                    smallest.add(new Hashed(hash, statement));
                }
            }
        }
        WholeReading.check();
        List<Hashed> ordered = new ArrayList<>(smallest);
        ordered.sort((a, b) -> Long.compareUnsigned(a.hash(), b.hash()));
        return parts(ordered, range.frontier() == null ? prefixes() : new ArrayList<>(), isLast);
    }

    private static List<SnapshotPart> parts(List<Hashed> ordered, List<PatchOperation> first, boolean isLast) {
        CommitFrames frames = new CommitFrames();
        List<SnapshotPart> parts = new ArrayList<>();
        List<PatchOperation> rows = first;
        for (int i = 0; i < ordered.size(); i++) {
            rows.add(new PatchOperation.Add(ordered.get(i).statement()));
            if (rows.size() >= PART || i == ordered.size() - 1) {
                for (byte[] frame : frames.of(rows)) {
                    parts.add(new SnapshotPart(ordered.get(i).hash(), isLast && i == ordered.size() - 1, frame));
                }
                rows = new ArrayList<>();
            }
        }
        if (ordered.isEmpty()) {
            for (byte[] frame : frames.of(rows)) {
                parts.add(new SnapshotPart(-1L, true, frame));
            }
        }
        return parts;
    }

    private List<PatchOperation> prefixes() {
        List<PatchOperation> rows = new ArrayList<>();
        try (CloseableIteration<? extends Namespace> namespaces = connection.getNamespaces()) {
            while (namespaces.hasNext()) {
                Namespace namespace = namespaces.next();
                rows.add(new PatchOperation.AddNamespace(
                        namespace.getPrefix(), SimpleValueFactory.getInstance().createIRI(namespace.getName()), null));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        try (SailConnection closing = connection) {
            all.close();
            closing.rollback();
        }
    }
}
