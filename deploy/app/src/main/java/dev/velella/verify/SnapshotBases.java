package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemRows;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;

/**
 * Collects the last snapshot of every stream, from the diff app's topic of snapshots. Holds the graphs of all streams
 * in memory until they are handed over. Not thread-safe.
 */
final class SnapshotBases implements SinkTopics.Reading {
    private final String topicOfPatches;
    private final Map<StreamId, Base> bases = new HashMap<>();

    private record Base(PatchPosition position, Set<Statement> statements, String place) {}

    /** @param topicOfPatches topic of patches of the same streams */
    SnapshotBases(String topicOfPatches) {
        this.topicOfPatches = topicOfPatches;
    }

    @Override
    public void record(RecordInterpreter interpreter, ConsumerRecord<byte[], byte[]> record) {
        Reading reading = interpreter.read(record);
        if (record.key() == null) {
            throw new UserException(reading.place() + ": the snapshot has no key");
        }
        StreamId stream = new StreamId(topicOfPatches, new String(record.key(), StandardCharsets.UTF_8));
        if (reading.outcome() instanceof Reading.Tombstone) {
            bases.remove(stream);
        } else if (reading.outcome() instanceof Reading.Data data
                && data.decoded().element() instanceof RdfGraph graph
                && reading.patchHeader() != null) {
            bases.put(stream, new Base(position(reading), new HashSet<>(graph.statements()), reading.place()));
        } else {
            String problem = reading.problem();
            throw new UserException(reading.place() + ": is no snapshot of a graph"
                    + (problem == null ? "" : ": " + problem) + "; is this the diff app's velella.snapshot.topic?");
        }
    }

    private static PatchPosition position(Reading reading) {
        try {
            return PatchPosition.parse(String.valueOf(reading.patchHeader()));
        } catch (IllegalArgumentException e) {
            throw new UserException(reading.place() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Lets the streams of a rebuild begin with their snapshots.
     *
     * @param stored the streams' state in the store
     * @throws UserException if the store is behind a snapshot, or a snapshot is damaged
     */
    void handOver(Rebuild rebuild, SystemRows stored) {
        bases.forEach((stream, base) -> {
            Optional<StreamState> chain = stored.chain(stream);
            if (chain.isEmpty() || chain.get().number() < base.position().number()) {
                throw new UserException(base.place() + ": the snapshot of stream " + stream.key() + " is of patch "
                        + base.position().number() + ", and the store has only "
                        + chain.map(at -> "patch " + at.number()).orElse("none") + ": let the connector catch up, then"
                        + " verify again");
            }
            try {
                rebuild.begin(stream, base.position(), base.statements());
            } catch (PatchRefusedException e) {
                throw new UserException(base.place() + ": " + e.getMessage(), e);
            }
        });
        bases.clear();
    }
}
