package dev.velella.serve.intake;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.ReplayedGraph;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.GraphStore;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreBatch;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies records to the store. The graph of a stream is read when its first record comes, and written when the batch is
 * complete, together with the patches and the next offsets. Each patch is checked against the chain of its stream, and the
 * graph that was read against its hash.
 *
 * <p>A record that cannot be applied breaks its stream, and no other one: the graph of the stream stays as it was, its later
 * patches are held, and {@link #mend} begins it anew. Not thread-safe.
 */
final class PatchBatch implements AutoCloseable {
    private final StoreBatch batch;
    private final StoreView view;
    private final GraphFrames frames;
    private final Map<String, Stream> streams = new HashMap<>();
    private final boolean hasBroken;
    private long statements;
    private boolean breaks;

    /** A stream of the batch. */
    private static final class Stream {
        private final ReplayedGraph graph = new ReplayedGraph();
        private final @Nullable StoredGraph before;
        private final int partition;
        private long offset;
        private long time = -1;
        private boolean changed;
        private @Nullable BrokenStream broken;

        Stream(int partition, @Nullable StoredGraph before) {
            this.partition = partition;
            this.before = before;
        }
    }

    PatchBatch(GraphStore store, GraphFrames frames) {
        this.frames = frames;
        batch = store.batch();
        view = store.view();
        try (Rows<BrokenStream> rows = view.allBroken()) {
            hasBroken = rows.next() != null;
        }
    }

    /** Statements of the graphs that are in memory. */
    long statements() {
        return statements;
    }

    /**
     * Applies a patch, or holds it if its stream is broken. The next offset of the partition is the one after it.
     *
     * @throws LogException if the record is no numbered patch of a stream, or does not follow the last one; nothing has
     *     changed then
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
        if (stream.broken != null) {
            batch.hold(frames.patch(record, key, position));
            batch.nextOffset(record.partition(), record.offset() + 1);
            return;
        }
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

    /**
     * Breaks the stream of a record that cannot be applied. The next offset of the partition is the one after it.
     *
     * @param record the record, if it could be decoded
     * @param number number that the record announces; {@link BrokenStream#UNKNOWN} if it tells none
     * @return whether the stream was not broken before
     */
    boolean refuse(int partition, long offset, String key, long number, @Nullable LogRecord record, String reason) {
        boolean isNew = breakStream(partition, offset, key, number, reason);
        if (isNew) {
            batch.put(StoredPatch.gap(key, partition, offset, -1));
        }
        PatchPosition position = record == null ? null : record.position();
        if (record != null && position != null && isPatch(record)) {
            batch.hold(frames.patch(record, key, position));
        }
        batch.nextOffset(partition, offset + 1);
        return isNew;
    }

    private static boolean isPatch(LogRecord record) {
        try {
            return record.element() instanceof RdfPatch patch && patch.effectiveOperations() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Breaks a stream; returns whether it was not broken before. */
    boolean breakStream(int partition, long offset, String key, long number, String reason) {
        Stream stream = streams.get(key);
        if (stream == null) {
            StoredGraph stored = view.graph(key);
            stream = new Stream(stored == null ? partition : stored.partition(), stored);
            stream.broken = hasBroken ? view.broken(key) : null;
            streams.put(key, stream);
        }
        BrokenStream before = stream.broken;
        if (stream.partition != partition) {
            // Another partition has a part of the stream: no snapshot can be known to have both.
            offset = Long.MAX_VALUE;
            number = BrokenStream.UNKNOWN;
        }
        stream.broken = before == null
                ? new BrokenStream(key, stream.partition, offset, number, reason)
                : new BrokenStream(
                        key,
                        stream.partition,
                        Math.max(before.offset(), offset),
                        Math.max(before.number(), number),
                        before.reason());
        batch.put(stream.broken);
        breaks |= before == null;
        return before == null;
    }

    /** A record that belongs to no stream changes nothing. */
    void skip(int partition, long offset) {
        batch.nextOffset(partition, offset + 1);
    }

    /** Whether a stream was broken or mended. */
    boolean breaks() {
        return breaks;
    }

    /**
     * Begins a broken stream anew with a snapshot, and applies the held patches after it. The batch has nothing else.
     *
     * @param bound all patches after the snapshot have this offset or a higher one; -1 if the snapshot does not tell
     * @param nextOffset next offset of the partition: clients that go on after their counter get the graph
     * @return whether the stream is served again; if not, the snapshot does not lead over the record that broke it
     * @throws LogException if the snapshot or a patch after it cannot be applied; nothing has changed then
     */
    boolean mend(LogRecord snapshot, long bound, long nextOffset) {
        String key = String.valueOf(snapshot.key());
        PatchPosition begin = snapshot.position();
        BrokenStream broken = view.broken(key);
        if (broken == null || begin == null || broken.partition() != snapshot.partition()) {
            return false;
        }
        ReplayedGraph graph = new ReplayedGraph();
        graph.begin(snapshot);
        long time = snapshot.eventTime();
        try (Rows<StoredPatch> held = view.held(key, begin.number() + 1)) {
            for (StoredPatch patch = held.next(); patch != null; patch = held.next()) {
                if (patch.offset() >= bound) {
                    graph.apply(frames.record(snapshot.topic(), patch));
                    time = patch.time();
                }
            }
        }
        StoredGraph before = view.graph(key);
        PatchPosition reached = graph.position();
        boolean leadsOver = reached != null
                && reached.number() >= broken.number()
                && (before == null || begin.number() > before.number());
        if (reached == null || !(leadsOver || bound > broken.offset())) {
            return false;
        }
        StoredGraph latest =
                frames.graph(key, broken.partition(), Math.max(0, nextOffset - 1), reached, time, graph.statements());
        batch.mend(key);
        batch.put(latest.movedTo(nextOffset), before);
        breaks = true;
        return true;
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
        if (stream.broken != null) {
            return; // the snapshots are read again for broken streams
        }
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
        stream.broken = hasBroken ? view.broken(key) : null;
        if (stored != null && stream.broken == null) {
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
