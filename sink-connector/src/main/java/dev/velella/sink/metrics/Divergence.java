package dev.velella.sink.metrics;

import dev.velella.kit.retry.LogAllowance;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.GraphHash;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Changes;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log why the metric {@code divergence-total} rises: connector, store, partitions, streams, what differs, and
 * what to do. A line every ten seconds at most. Nothing is changed. Thread-safe.
 */
public final class Divergence {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");
    private static final int MOST_NAMED = 5;

    private final String place;
    private final LogAllowance warnings;

    /**
     * A log of one store.
     *
     * @param store name of its type, and its address
     * @param clockMs any steadily growing count of ms
     */
    public Divergence(RdfSinkConfig config, String store, LongSupplier clockMs) {
        place = "Sink " + config.connectorName() + ", store " + store + ": ";
        warnings = LogAllowance.everyTenSeconds(LOG, clockMs);
    }

    /** The real changes of a batch are not those of its patches. */
    public void ofBatch(Batch batch, Changes real) {
        Changes expected = batch.effect().expected();
        String records = batch.partitions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(PartitionId.ORDER))
                .limit(MOST_NAMED)
                .map(entry -> entry.getKey() + " from offset "
                        + entry.getValue().claim().nextOffset() + " to "
                        + (entry.getValue().nextOffset() - 1))
                .collect(Collectors.joining(", "));
        String streams = batch.chains().keySet().stream()
                .sorted(Comparator.comparing(StreamId::key))
                .limit(MOST_NAMED)
                .map(stream -> "'" + ErrorText.name(stream.key()) + "'")
                .collect(Collectors.joining(", "));
        warnings.warn(
                place + "the records of " + records + more(batch.partitions().size())
                        + (streams.isEmpty()
                                ? ""
                                : " (streams " + streams + more(batch.chains().size()) + ")")
                        + " removed " + real.removed() + " statements where their patches remove " + expected.removed()
                        + ", and added " + real.added() + " where they add " + expected.added()
                        + ". Somebody else has changed the graphs in the store, or patches without numbers add statements that are"
                        + " there or delete statements that are not there. Take the right to write away from other programs, then"
                        + " compare and repair: velella verify --full");
    }

    private static String more(int size) {
        return size > MOST_NAMED ? " and " + (size - MOST_NAMED) + " more" : "";
    }

    /**
     * The graph of a stream is not the one to which its last patch led.
     *
     * @param from partitions of the last batch that changed the graph
     * @param hash hash of the graph in the store
     * @param statements number of statements in it
     */
    public void ofGraph(
            IRI graph, StreamId stream, Collection<PartitionId> from, StreamState last, long hash, int statements) {
        String partitions = from.stream()
                .sorted(PartitionId.ORDER)
                .limit(MOST_NAMED)
                .map(PartitionId::toString)
                .collect(Collectors.joining(" or "));
        warnings.warn(place + "the graph <" + graph + "> of stream '" + ErrorText.name(stream.key()) + "' ("
                + partitions + more(from.size()) + ") has " + statements + " statements with the hash "
                + GraphHash.format(hash) + ", and its last patch, number " + last.number() + ", led to "
                + GraphHash.format(last.hash())
                + ": somebody else has changed the graph in the store, or the store does not keep literals as they are written. Nothing was changed now. Take the right to write away"
                + " from the other program, then compare and repair: velella verify --full");
    }
}
