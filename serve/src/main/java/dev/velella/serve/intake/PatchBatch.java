package dev.velella.serve.intake;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.ReplayedGraph;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.GraphStore;
import dev.velella.serve.state.StoreBatch;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies records to the store. The graph of a stream is read when its first record comes, and written when the batch is
 * complete, together with the patches and the next offsets. Each patch is checked against the chain of its stream, and the
 * graph that was read against its hash.
 *
 * <p>After an exception nothing of the batch is in the store. Not thread-safe.
 */
final class PatchBatch implements AutoCloseable {
    private final StoreBatch batch;
    private final StoreView view;
    private final GraphFrames frames;
    private final Map<String, Stream> streams = new HashMap<>();
    private long statements;

    /** A stream of the batch. */
    private static final class Stream {
        private final ReplayedGraph graph = new ReplayedGraph();
        private final @Nullable StoredGraph before;
        private final int partition;
        private long offset;
        private long time = -1;
        private boolean changed;

        Stream(int partition, @Nullable StoredGraph before) {
            this.partition = partition;
            this.before = before;
        }
    }

    PatchBatch(GraphStore store, GraphFrames frames) {
        this.frames = frames;
        batch = store.batch();
        view = store.view();
    }

    /** Statements of the graphs that are in memory. */
    long statements() {
        return statements;
    }

    /**
     * Applies a patch. The next offset of the partition is the one after it.
     *
     * @throws LogException if the record is no numbered patch of a stream, or does not follow the last one
     */
    void patch(LogRecord record) {
        String key = record.key();
        PatchPosition position = record.position();
        if (key == null || position == null) {
            throw new LogException(
                    record.place() + ": the record has no " + (key == null ? "key" : "number in the header patch")
                            + "; is this the output topic of the diff app?");
        }
        Stream stream = stream(record, key);
        long before = stream.graph.statements().size();
        ReplayedGraph.Effect effect = stream.graph.apply(record);
        if (effect == ReplayedGraph.Effect.APPLIED) {
            batch.put(frames.patch(record, key, position));
            move(stream, record, record.offset());
        } else if (effect == ReplayedGraph.Effect.COVERED && !view.hasPatch(key, position.number())) {
            batch.put(frames.patch(record, key, position));
            if (isPlaceOf(stream, record, position)) {
                move(stream, record, record.offset());
            }
        }
        statements += stream.graph.statements().size() - before;
        batch.nextOffset(record.partition(), record.offset() + 1);
    }

    /** Whether a covered patch is the one of the snapshot, whose offset was not known. */
    private static boolean isPlaceOf(Stream stream, LogRecord record, PatchPosition position) {
        PatchPosition at = stream.graph.position();
        return at != null
                && at.number() == position.number()
                && at.hash() == position.hash()
                && stream.offset < record.offset();
    }

    private static void move(Stream stream, LogRecord record, long offset) {
        stream.offset = offset;
        stream.time = record.eventTime();
        stream.changed = true;
    }

    /**
     * Begins a stream with a snapshot.
     *
     * @param offset offset for the stream until its last patch is read
     * @throws LogException if the record is no snapshot, or has not the hash that it announces
     */
    void snapshot(LogRecord record, long offset) {
        String key = record.key();
        if (key == null || record.position() == null) {
            throw new LogException(record.place() + ": the snapshot has no " + (key == null ? "key" : "header patch"));
        }
        Stream stream = stream(record, key);
        PatchPosition at = stream.graph.position();
        if (at != null && at.number() >= record.position().number()) {
            return;
        }
        statements -= stream.graph.statements().size();
        stream.graph.begin(record);
        statements += stream.graph.statements().size();
        move(stream, record, offset);
    }

    private Stream stream(LogRecord record, String key) {
        Stream known = streams.get(key);
        if (known != null) {
            return known;
        }
        StoredGraph stored = view.graph(key);
        if (stored != null && stored.partition() != record.partition()) {
            throw new LogException(record.place() + ": stream " + key + " has records in partition "
                    + stored.partition() + " too; all records of a stream must be in one partition");
        }
        Stream stream = new Stream(record.partition(), stored);
        if (stored != null) {
            stream.offset = stored.offset();
            stream.time = stored.time();
            stream.graph.begin(restored(stored));
            statements += stream.graph.statements().size();
        }
        streams.put(key, stream);
        return stream;
    }

    /** The stored graph as the snapshot that it is; its hash is checked like the hash of every snapshot. */
    private LogRecord restored(StoredGraph stored) {
        return new LogRecord(
                "stored graph of " + stored.key(),
                stored.partition(),
                stored.offset(),
                stored.time(),
                stored.time(),
                stored.key(),
                new PatchPosition(stored.number(), stored.hash(), true),
                RdfGraph.of(frames.statements(stored)));
    }

    /** Begins a partition at an offset. */
    void begin(int partition, long offset) {
        batch.nextOffset(partition, offset);
        batch.keptFrom(partition, offset);
    }

    /** Sets the next offset of a partition. */
    void nextOffset(int partition, long offset) {
        batch.nextOffset(partition, offset);
    }

    /** Removes the patches of a partition below an offset from the store, some of them. */
    void trim(int partition, long before, int most) {
        batch.trim(partition, before, most);
    }

    /** Writes all. */
    void commit() {
        streams.forEach((key, stream) -> {
            PatchPosition position = stream.graph.position();
            if (stream.changed && position != null) {
                batch.put(
                        frames.graph(
                                key, stream.partition, stream.offset, position, stream.time, stream.graph.statements()),
                        stream.before);
            }
        });
        batch.commit();
    }

    @Override
    public void close() {
        view.close();
        batch.close();
    }
}
