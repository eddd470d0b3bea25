package dev.velella.source.dump;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.source.element.ElementMemory;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Origin;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.BackgroundReader;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * Emits the chunks of dumps, one dump after the other. Each record has the offset after it, so if offset and record are
 * stored together (exactly-once support of the worker), no statement is emitted twice or left out. Memory is bounded: the
 * session hands out no more chunks than Kafka can have unacknowledged.
 *
 * <p>Owns the stamps and the reading of the open dump. One thread polls; any thread may close.
 */
final class DumpSession implements SourceSession {
    /** Longest time of a call of poll that finds no chunk. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Longest time in which chunks are collected for one batch, which is one transaction. */
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Most estimated memory of a batch, in bytes; its last chunk may exceed it. */
    private static final long BATCH_BYTES = ElementMemory.MOST_BYTES / 4;

    private static final int LEAST_CHUNKS = 4;

    private final RdfSourceConfig config;
    private final Elements elements;
    private final OffsetStorageReader offsets;
    private final DumpRules rules;
    private final DumpCounts counts = new DumpCounts();
    private final Deque<Path> files;

    /** Chunks that may be handed out before Kafka acknowledges others. */
    private final Semaphore room;

    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable OpenDump dump;

    private DumpSession(RdfSourceConfig config, Elements elements, OffsetStorageReader offsets) {
        this.config = config;
        this.elements = elements;
        this.offsets = offsets;
        rules = DumpOptions.rules(config);
        files = new ArrayDeque<>(DumpOptions.files(config));
        room = new Semaphore((int) Math.max(LEAST_CHUNKS, ElementMemory.MOST_BYTES / rules.mostMemory()));
    }

    /** A dump that is being loaded. */
    private record OpenDump(
            String key,
            DumpFile file,
            Map<String, Object> partition,
            BackgroundReader<DumpChunk> reading,
            LoadLog log) {}

    /**
     * Looks up how far the dumps were emitted before, and begins with the first that is not complete.
     *
     * @throws ConnectException if a file is not readable, or a stored offset has another form
     */
    static DumpSession open(TaskStart start) {
        DumpSession session = new DumpSession(start.config(), start.elements(new ElementCounts()), start.offsets());
        session.openNext();
        session.counts.register(start.context());
        return session;
    }

    private synchronized void openNext() {
        dump = null;
        while (dump == null && !files.isEmpty() && !isClosed()) {
            DumpFile file = DumpFile.of(files.remove());
            String input = DumpSource.input(file.path());
            DumpOffset stored = DumpOffset.fromMap(offsets.offset(SourcePartition.of(input)));
            LoadLog log = new LoadLog(file.path(), stored, System::nanoTime);
            if (stored.complete()) {
                log.wasComplete();
            } else {
                dump = open(file, input, stored, log);
                counts.fileBytes.set(log.size());
                counts.statements.set(stored.statements());
            }
        }
        counts.filesWaiting.set(files.size());
    }

    private OpenDump open(DumpFile file, String input, DumpOffset stored, LoadLog log) {
        log.begin();
        return new OpenDump(
                DumpOptions.key(config, file),
                file,
                SourcePartition.of(input),
                DumpReading.begin(file, input, rules, stored),
                log);
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        OpenDump open = dump;
        if (open == null) {
            closed.await(WAIT_NANOS, TimeUnit.NANOSECONDS);
            return;
        }
        collect(open, batch);
        if (batch.isEmpty() && open.reading.isDone()) {
            open.log.end(counts);
            openNext();
        }
        open.log.look(counts);
    }

    private void collect(OpenDump open, Batch batch) throws InterruptedException {
        long begin = System.nanoTime();
        long bytes = 0;
        while (!isClosed() && batch.size() < batch.mostRecords() && bytes < BATCH_BYTES) {
            long wait = Math.max(0, (batch.isEmpty() ? WAIT_NANOS : BATCH_NANOS) - (System.nanoTime() - begin));
            if (!room.tryAcquire(batch.isEmpty() ? wait : 0, TimeUnit.NANOSECONDS)) {
                return;
            }
            List<DumpChunk> next = open.reading.take(1, Duration.ofNanos(wait));
            if (next.isEmpty()) {
                room.release();
                return;
            }
            DumpChunk chunk = next.get(0);
            elements.add(
                    batch, new Chunk(open, chunk), new SourceElement(open.key, null, RdfStructs.of(chunk.patch())));
            bytes += ElementMemory.bytes(chunk.patch());
            counts.add(chunk);
        }
    }

    /** A chunk of the open dump. */
    private record Chunk(OpenDump open, DumpChunk chunk) implements Origin {
        @Override
        public Map<String, ?> partition() {
            return open.partition;
        }

        @Override
        public Map<String, ?> offset() {
            return chunk.after().toMap();
        }

        @Override
        public String name() {
            long through = chunk.after().statements();
            return open.file.path() + ": statements " + (through - chunk.statements() + 1) + " to " + through;
        }

        @Override
        public String advice() {
            return "; or lower dump.chunk.bytes or dump.chunk.statements";
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void acknowledged(SourceRecord record) {
        room.release();
    }

    /** Does not wait. */
    @Override
    public synchronized void close() {
        closed.countDown();
        if (dump != null) {
            dump.reading.close();
        }
        elements.close();
    }
}
