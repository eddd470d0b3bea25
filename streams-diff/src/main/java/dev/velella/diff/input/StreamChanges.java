package dev.velella.diff.input;

import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.state.ChangeLog;
import dev.velella.diff.state.ChangeLogs;
import dev.velella.diff.state.StreamState;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.UnfitElementException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.ChangeVersion;
import dev.velella.record.RecordHeaderNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finds the graph that a change leads to. A change is a patch, a whole graph, or the end of the stream, with a
 * {@link ChangeVersion}. The graph is the one that all changes of the stream lead to in the order of their versions, however
 * they come: a change that comes late changes only statements that no later change touches, and a repeated change nothing.
 * This holds as long as the change is among those that the log remembers; an older one is behind the log, and left out.
 *
 * <p>Belongs to one processor, which saves the log together with the graph. Not thread-safe.
 */
public final class StreamChanges {
    private static final ValueFactory VALUES = LightValueFactory.getInstance();
    private static final long WHOLE = 0x9E3779B97F4A7C15L;

    private final ChangeLogs logs;
    private final int remembered;
    private final boolean keepsGraphs;

    /** @param remembered number of changes of each stream whose order is known; 0 if the input has graphs only */
    public StreamChanges(ChangeLogs logs, int remembered, GraphPolicy policy) {
        this.logs = logs;
        this.remembered = remembered;
        keepsGraphs = policy == GraphPolicy.KEEP;
    }

    /** How a change fits into its stream. */
    public enum Fit {
        /** It is taken. */
        TAKEN,
        /** It was taken before. */
        REPEATED,
        /** It is older than all changes that the log remembers. */
        BEHIND
    }

    /**
     * A change in its place.
     *
     * @param graph the next graph; null if the stream ends, or the change is not taken
     * @param log the log to be saved with the graph
     */
    public record Placed(Fit fit, @Nullable RdfGraph graph, ChangeLog log) {}

    /**
     * Finds the place of a change. Changes nothing.
     *
     * @param element null ends the stream
     * @param present the state of the stream
     * @throws UnfitElementException if it is a patch without version, with blank nodes, or with an open transaction
     */
    public Placed place(
            Bytes stream, @Nullable StreamElement element, @Nullable ChangeVersion version, StreamState present) {
        if (version == null) {
            throw new RefusedElementException(
                    RefusalReason.HEADER, "the record holds a patch without the header " + RecordHeaderNames.CHANGE);
        }
        ChangeLog log = logs.load(stream);
        return element instanceof RdfPatch patch
                ? patched(log, version, patch, present)
                : replaced(log, version, (RdfGraph) element, present);
    }

    /** Saves a log that {@link #place} has made. */
    public void save(Bytes stream, ChangeLog log) {
        logs.save(stream, log);
    }

    private Placed patched(ChangeLog log, ChangeVersion version, RdfPatch patch, StreamState present) {
        List<PatchOperation> rows = rows(patch);
        Set<Statement> touched = new LinkedHashSet<>();
        long print = 0;
        for (PatchOperation row : rows) {
            Statement statement = statement(row);
            if (statement != null) {
                refuseBlankNodes(statement);
                Statement own = own(statement);
                touched.add(own);
                print = 31 * print + GraphHash.of(own) + (row instanceof PatchOperation.Add ? 1 : 0);
            }
        }
        ChangeLog.Entry change = new ChangeLog.Entry(
                version, print, touched.stream().mapToLong(GraphHash::of).toArray());
        if (isLeftOut(log, change)) {
            return leftOut(log, change);
        }
        Set<Long> later = log.touchedAfter(version);
        Set<Statement> next = statements(present.statements());
        for (PatchOperation row : rows) {
            Statement statement = statement(row);
            if (statement != null && !later.contains(GraphHash.of(own(statement)))) {
                if (row instanceof PatchOperation.Add) {
                    next.add(own(statement));
                } else {
                    next.remove(own(statement));
                }
            }
        }
        return new Placed(Fit.TAKEN, graph(next), log.with(change, remembered));
    }

    private Placed replaced(ChangeLog log, ChangeVersion version, @Nullable RdfGraph whole, StreamState present) {
        long print = whole == null ? WHOLE : WHOLE ^ GraphHash.ofSet(statements(whole.statements()));
        ChangeLog.Entry change = new ChangeLog.Entry(version, print, new long[0]);
        if (isLeftOut(log, change)) {
            return leftOut(log, change);
        }
        ChangeLog after = log.replacedBy(change);
        if (after.entries().isEmpty()) {
            return new Placed(Fit.TAKEN, whole, after);
        }
        Set<Long> later = log.touchedAfter(version);
        Set<Statement> next = new LinkedHashSet<>();
        for (Statement statement : statements(present.statements())) {
            if (later.contains(GraphHash.of(statement))) {
                next.add(statement);
            }
        }
        if (whole != null) {
            for (Statement statement : statements(whole.statements())) {
                if (!later.contains(GraphHash.of(statement))) {
                    next.add(statement);
                }
            }
        }
        return new Placed(Fit.TAKEN, whole == null && next.isEmpty() ? null : graph(next), after);
    }

    private static boolean isLeftOut(ChangeLog log, ChangeLog.Entry change) {
        return log.isBehind(change) || log.has(change);
    }

    private static Placed leftOut(ChangeLog log, ChangeLog.Entry change) {
        return new Placed(log.has(change) ? Fit.REPEATED : Fit.BEHIND, null, log);
    }

    private static List<PatchOperation> rows(RdfPatch patch) {
        try {
            return patch.effectiveOperations();
        } catch (IllegalArgumentException e) {
            throw new RefusedElementException(
                    RefusalReason.UNFIT, "the transactions of the patch do not fit: " + e.getMessage(), e);
        }
    }

    private static @Nullable Statement statement(PatchOperation row) {
        if (row instanceof PatchOperation.Add add) {
            return add.statement();
        }
        return row instanceof PatchOperation.Delete delete ? delete.statement() : null;
    }

    private static void refuseBlankNodes(Statement statement) {
        if (statement.getSubject().isBNode() || statement.getObject().isBNode()) {
            throw new UnfitElementException(
                    "the patch has a blank node, which names nothing in the graph of the stream;"
                            + " the sender must give it an IRI (skolemization)");
        }
    }

    private Set<Statement> statements(Collection<Statement> all) {
        Set<Statement> own = new LinkedHashSet<>(all.size() * 4 / 3 + 1);
        for (Statement statement : all) {
            own.add(own(statement));
        }
        return own;
    }

    /** The statement as the input has it: without the graph of its stream, unless statements keep their graphs. */
    private Statement own(Statement statement) {
        return keepsGraphs || statement.getContext() == null
                ? statement
                : VALUES.createStatement(statement.getSubject(), statement.getPredicate(), statement.getObject());
    }

    private static RdfGraph graph(Set<Statement> statements) {
        return RdfGraph.of(new ArrayList<>(statements));
    }
}
