package dev.velella.verify;

import dev.velella.failure.UserException;
import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.PatchReplay;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState.Standing;
import dev.velella.sink.store.SystemRows;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Builds the state that a store should have from the patches of its topics, by the rules of the sink. It fails at a
 * record that cannot be decoded, or that the sink would refuse. Not thread-safe.
 *
 * <p>The topics do not tell the order of patches in different partitions. If streams of several partitions do not agree
 * on a statement, the statement is contested, and the result says nothing about it.
 */
final class Rebuild implements SinkTopics.Reading {
    private final StateDifference state;
    private final boolean ordered;
    private final PatchReplay replay;
    private final Map<String, Long> trimmed = new TreeMap<>();
    private long patches;

    /**
     * @param state receives the statements that the store should hold
     * @param ordered whether there is only one partition, so that the order of all patches is known
     * @param remembered number of patches that the sink remembers to recognise repeats
     */
    public Rebuild(StateDifference state, boolean ordered, int remembered) {
        replay = new PatchReplay(remembered);
        this.state = state;
        this.ordered = ordered;
    }

    /**
     * Lets a stream begin with a snapshot.
     *
     * @throws PatchRefusedException if the snapshot contradicts its own position
     */
    void begin(StreamId stream, PatchPosition position, Set<Statement> statements) {
        replay.begin(stream, position, statements);
        statements.forEach(this::expect);
    }

    @Override
    public void begin(String topic, Span there) {
        if (there.logStart() > 0) {
            trimmed.putIfAbsent(topic, there.logStart());
        }
    }

    @Override
    public void record(RecordInterpreter interpreter, ConsumerRecord<byte[], byte[]> record) {
        Reading reading = interpreter.read(record);
        try {
            PatchPosition position = position(reading.patchHeader());
            StreamId stream = record.key() == null
                    ? null
                    : new StreamId(record.topic(), new String(record.key(), StandardCharsets.UTF_8));
            if (stream == null || !replay.passes(stream, position)) {
                apply(stream, position, patch(reading));
            }
            patches++;
        } catch (PatchRefusedException e) {
            throw new UserException(
                    reading.place() + ": " + e.getMessage() + "; the state cannot be rebuilt from the topic", e);
        }
    }

    private RdfPatch patch(Reading reading) {
        String problem = reading.problem();
        if (problem != null) {
            String gone = trimmed.containsKey(reading.record().topic())
                    ? "; retention has deleted the first records of the topic: name the topic of snapshots of the diff"
                            + " app (--snapshot-topic), or verify without --full"
                    : "";
            throw new PatchRefusedException("cannot be decoded: " + problem + gone);
        }
        if (reading.outcome() instanceof Reading.Data data && data.decoded().element() instanceof RdfPatch patch) {
            return patch;
        }
        throw new PatchRefusedException("the value is not a patch, and only patches are replayed");
    }

    private void apply(@Nullable StreamId stream, @Nullable PatchPosition position, RdfPatch patch) {
        boolean whole = stream == null || !trimmed.containsKey(stream.topic());
        if (stream != null && !whole) {
            requireBegin(stream, position, patch);
        }
        for (PatchOperation row : replay.next(stream, position, patch, whole)) {
            if (row instanceof PatchOperation.Add add) {
                expect(add.statement());
            } else if (row instanceof PatchOperation.Delete delete && !state.unexpect(delete.statement()) && !ordered) {
                state.contest(delete.statement());
            }
        }
    }

    private void expect(Statement statement) {
        if (!state.expect(statement) && !ordered) {
            state.contest(statement);
        }
    }

    /** Checks, for a topic without its first records, that a stream can begin with this patch. */
    private void requireBegin(StreamId stream, @Nullable PatchPosition position, RdfPatch patch) {
        if (position == null) {
            throw new PatchRefusedException("the patch has no number, and retention has deleted patches before it");
        }
        if (position.number() > 1 && !replay.knows(stream)) {
            try {
                new PatchReplay(0).next(stream, position, patch, false);
            } catch (PatchRefusedException e) {
                throw new PatchRefusedException("the first patch of stream " + stream.key() + " that is left is number "
                        + position.number() + ": retention has deleted the patches before it, and no snapshot covers"
                        + " them. Name the topic of snapshots of the diff app (--snapshot-topic), or verify without"
                        + " --full");
            }
        }
    }

    private static @Nullable PatchPosition position(@Nullable String header) {
        if (header == null) {
            return null;
        }
        try {
            return PatchPosition.parse(header);
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The positions that the streams should have in the store. Call this after all records were read.
     *
     * @param stored the positions of the streams in the store
     * @throws UserException if the topics cannot show the position of a stream in the store: retention has deleted all
     *     patches of the stream and no snapshot covers them, or a snapshot has brought the store ahead of the patches
     *     that were read
     */
    Map<StreamId, PatchPosition> chains(SystemRows stored) {
        Map<StreamId, PatchPosition> chains = replay.chains();
        for (StreamId stream : stored.chains().keySet()) {
            PatchPosition reached = chains.get(stream);
            if (reached == null && trimmed.containsKey(stream.topic())) {
                throw new UserException("stream " + stream.key() + " of " + stream.topic()
                        + ": retention has deleted all its patches, and no snapshot covers them. Name the topic of"
                        + " snapshots of the diff app (--snapshot-topic), or verify without --full");
            }
            long number = reached == null ? 0 : reached.number();
            if (stored.chain(stream)
                    .filter(state -> state.standing() == Standing.SNAPSHOT && state.number() > number)
                    .isPresent()) {
                throw new UserException("stream " + stream.key() + " of " + stream.topic()
                        + ": a snapshot has brought the store ahead of the patches that it has read (to " + number
                        + "): let the connector catch up, then verify again");
            }
        }
        return chains;
    }

    /** Number of patches read. */
    long patches() {
        return patches;
    }
}
