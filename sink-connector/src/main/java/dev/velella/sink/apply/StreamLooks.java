package dev.velella.sink.apply;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.Divergence;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a minute whether the graph of one stream has the hash of its chain. A difference means that somebody else
 * has changed the graph. It is counted and logged, and nothing is changed. Streams are looked at in turn, a stream of a
 * batch at a time; only those with a graph of their own, which a patch has just changed. Used by the task's thread only.
 */
final class StreamLooks {
    /** Time between two looks, in ms. */
    static final long INTERVAL_MS = 60_000;

    private static final String POLICY = "graph.policy";
    private static final String TEMPLATE = "graph.template";
    private static final int MOST_STREAMS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    /** A stream, and the partitions of the batch from which it came. */
    private record Seen(StreamId stream, Set<PartitionId> from) {}

    private final Target target;
    private final SinkCounts counts;
    private final Divergence divergence;
    private final LongSupplier clockMs;
    private final @Nullable TargetGraph naming;

    /** Whether the options themselves say which graph a stream has, so that it need not have the default name. */
    private final boolean areNamed;

    private final Deque<Seen> streams = new ArrayDeque<>();
    private long lookedAtMs;

    /** @param clockMs any steadily growing count of ms */
    StreamLooks(Target target, RdfSinkConfig config, SinkCounts counts, Divergence divergence, LongSupplier clockMs) {
        this.target = target;
        this.divergence = divergence;
        this.counts = counts;
        this.clockMs = clockMs;
        naming = config.graphSettings().policy() == GraphPolicy.PER_STREAM
                ? TargetGraph.of(config.graphSettings())
                : null;
        areNamed = config.originals().containsKey(POLICY) || config.originals().containsKey(TEMPLATE);
        lookedAtMs = clockMs.getAsLong();
    }

    /** Notes one of the streams of a batch that was applied. */
    void applied(Batch batch) {
        if (naming == null || batch.chains().isEmpty()) {
            return;
        }
        StreamId stream = batch.chains().keySet().iterator().next();
        IRI graph = naming.graphName(stream.key());
        Seen newest = streams.peekLast();
        if ((newest == null || !stream.equals(newest.stream()))
                && (areNamed || ReservedGraphs.isOwned(graph))
                && batch.effect().concerns(graph)) {
            if (streams.size() == MOST_STREAMS) {
                streams.removeFirst();
            }
            streams.addLast(new Seen(stream, batch.partitions().keySet()));
        }
    }

    /** Looks at the next stream, if a minute is over. No batch may be under way. */
    void lookWhenDue() {
        long now = clockMs.getAsLong();
        Seen seen = streams.peekFirst();
        if (seen == null || naming == null || now - lookedAtMs < INTERVAL_MS) {
            return;
        }
        lookedAtMs = now;
        streams.addLast(streams.removeFirst());
        try {
            look(seen, naming.graphName(seen.stream().key()));
        } catch (StoreFailedException | StoreUnavailableException e) {
            LOG.debug("The graph of stream {} cannot be looked at", seen.stream(), e); // the next batch will tell
        }
    }

    private void look(Seen seen, IRI graph) {
        StreamId stream = seen.stream();
        Optional<StreamState> before = target.storedChain(stream);
        long hash = GraphHash.EMPTY;
        Collection<Statement> statements = target.statements(graph);
        for (Statement statement : statements) {
            hash += GraphHash.of(TermPolicy.asItCame(statement));
        }
        // If another task has taken the partition and goes on, the look says nothing.
        if (before.isEmpty()
                || before.get().isBroken()
                || before.get().hash() == hash
                || !target.storedChain(stream).equals(before)
                || target.isKeyShared(stream)) {
            return;
        }
        counts.diverged();
        divergence.ofGraph(graph, stream, seen.from(), before.get(), hash, statements.size());
    }
}
