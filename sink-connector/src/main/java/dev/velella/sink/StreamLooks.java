package dev.velella.sink;

import dev.velella.graph.GraphPolicy;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.util.ArrayDeque;
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
    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkTask.class);

    private final Target target;
    private final SinkCounts counts;
    private final LongSupplier clockMs;
    private final @Nullable TargetGraph naming;

    /** Whether the options themselves say which graph a stream has, so that it need not have the default name. */
    private final boolean areNamed;

    private final Deque<StreamId> streams = new ArrayDeque<>();
    private long lookedAtMs;

    /** @param clockMs any steadily growing count of ms */
    StreamLooks(Target target, RdfSinkConfig config, SinkCounts counts, LongSupplier clockMs) {
        this.target = target;
        this.counts = counts;
        this.clockMs = clockMs;
        naming = config.graphSettings().policy() == GraphPolicy.PER_STREAM
                ? TargetGraph.of(config.graphSettings())
                : null;
        areNamed = config.originals().containsKey(POLICY) || config.originals().containsKey(TEMPLATE);
        lookedAtMs = clockMs.getAsLong();
    }

    /** Notes one of the streams of a batch that was applied. */
    void applied(Set<StreamId> changed, NetEffect effect) {
        if (naming == null || changed.isEmpty()) {
            return;
        }
        StreamId stream = changed.iterator().next();
        IRI graph = naming.graphName(stream.key());
        if (!stream.equals(streams.peekLast())
                && (areNamed || ReservedGraphs.isOwned(graph))
                && effect.concerns(graph)) {
            if (streams.size() == MOST_STREAMS) {
                streams.removeFirst();
            }
            streams.addLast(stream);
        }
    }

    /** Looks at the next stream, if a minute is over. No batch may be under way. */
    void lookWhenDue() {
        long now = clockMs.getAsLong();
        StreamId stream = streams.peekFirst();
        if (stream == null || naming == null || now - lookedAtMs < INTERVAL_MS) {
            return;
        }
        lookedAtMs = now;
        streams.addLast(streams.removeFirst());
        try {
            look(stream, naming.graphName(stream.key()));
        } catch (StoreFailedException | StoreUnavailableException e) {
            LOG.debug("The graph of stream {} cannot be looked at", stream, e); // the next batch will tell
        }
    }

    private void look(StreamId stream, IRI graph) {
        Optional<StreamState> before = target.storedChain(stream);
        long hash = GraphHash.EMPTY;
        for (Statement statement : target.statements(graph)) {
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
        LOG.warn(
                "The graph <{}> of stream '{}' has the hash {}, and its last patch led to {}: somebody else has changed the"
                        + " graph in the store. Nothing was changed now. Take the right to write away from the other program,"
                        + " then compare and repair: velella verify --full",
                graph,
                ErrorText.name(stream.key()),
                GraphHash.format(hash),
                GraphHash.format(before.get().hash()));
    }
}
