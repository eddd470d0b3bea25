package dev.velella.source.patchlog;

import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.task.PollingSession;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the patches of a log: first those that it has, then new ones as they are appended. Owns its elements. A log that
 * does not continue what was read ends the task.
 */
final class PatchLogPoll implements PollingSession.Poll {
    private static final Logger log = LoggerFactory.getLogger(PatchLogPoll.class);

    /** Longest time for which patches are gathered before those that are there are handed out. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final RdfSourceConfig config;
    private final PatchLogClient client;
    private final PatchLogCounts counts;
    private final PatchLogRecords records;
    private final Elements elements;

    /** Whether the patch at the stored offset was compared, without a graph. */
    private boolean isCompared;

    /** The extent of the log as far as it has to be read; null to ask for it. */
    private @Nullable LogState known;

    private PatchLogPoll(RdfSourceConfig config, Elements elements, PatchLogCounts counts, PatchLogRecords records) {
        this.config = config;
        this.elements = elements;
        this.counts = counts;
        this.records = records;
        client = new PatchLogClient(config);
        isCompared = records.emitted() == 0 || PatchLogOptions.ROWS.of(config) == RowsMode.EFFECTIVE;
    }

    /**
     * Looks up the stored offset. The server is asked by {@link #ask}.
     *
     * @throws ConnectException if the stored offset has another form
     */
    static SourceSession open(TaskStart start) {
        RdfSourceConfig config = start.config();
        Map<String, Object> stored = start.offset(PatchLogSource.partition(config));
        PatchLogOffset offset =
                stored == null ? PatchLogOffset.start(PatchLogOptions.ROWS.of(config)) : PatchLogOffset.fromMap(stored);
        log.info("Reading {} after version {}", PatchLogSource.partition(config), offset.version());
        PatchLogCounts counts = new PatchLogCounts();
        Elements elements = start.elements(new ElementCounts());
        PatchLogPoll poll =
                new PatchLogPoll(config, elements, counts, new PatchLogRecords(config, elements, counts, offset));
        counts.register(start.context());
        return new PollingSession(poll, PatchLogOptions.ACCESS.attempts(config, log, counts.failures));
    }

    @Override
    public long ask(Batch batch, BooleanSupplier isClosed) throws IOException, InterruptedException {
        try {
            return gather(batch, isClosed);
        } catch (LostLogException e) {
            throw lost(e);
        } catch (IOException e) {
            known = null;
            throw e;
        }
    }

    /** Reads the next patches, and returns the ms to wait for others. */
    private long gather(Batch batch, BooleanSupplier isClosed)
            throws IOException, InterruptedException, LostLogException {
        LogState state = known;
        if (state == null || records.version() >= state.last()) {
            state = client.describe();
            records.check(state);
            known = state;
        }
        compareStored(state);
        long end = System.nanoTime() + GATHER_NANOS;
        boolean wasRestored = records.isRestored();
        long next = records.version() == 0 ? Math.max(1, state.first()) : records.version() + 1;
        while (next <= state.last()
                && batch.size() < batch.mostRecords()
                && System.nanoTime() - end < 0
                && !isClosed.getAsBoolean()) {
            records.take(batch, client.fetch(next));
            next++;
        }
        if (!wasRestored && records.isRestored()) {
            log.info("{} was read again up to version {}", PatchLogOptions.URL.of(config), records.emitted());
        }
        counts.lag.set(Math.max(0, state.last() - records.emitted()));
        if (!state.isEmpty() && records.version() < state.last()) {
            return 0;
        }
        records.check(state);
        known = null;
        return batch.isEmpty() ? PatchLogOptions.POLL_INTERVAL_MS.of(config) : 0;
    }

    /** If the patch at the offset was removed, the next one tells whether it was the one before. */
    private void compareStored(LogState state) throws IOException, InterruptedException, LostLogException {
        if (!isCompared && state.first() <= records.emitted()) {
            records.checkStored(client.fetch(records.emitted()));
            isCompared = true;
        }
    }

    private ConnectException lost(LostLogException e) {
        counts.lost.incrementAndGet();
        return new ConnectException(
                "the log " + PatchLogOptions.URL.of(config) + " does not continue what was read: " + e.getMessage()
                        + ". It was deleted, replaced, restored from a backup or trimmed. Nothing was skipped. Give the sink"
                        + " an empty store and a new topic, and reset the connector's offsets",
                e);
    }

    @Override
    public void close() {
        elements.close();
    }
}
