package dev.velella.source.rdf4j;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.SnapshotPart;
import dev.velella.rdf.GraphHash;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.rdf4j.CaptureOffset.Frontier;
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
 * Reads a repository from the stored offset on: commits, and a snapshot in chunks between them. Each record has the offset
 * after it, so if offset and record are stored together (exactly-once support of the worker), no change is emitted twice or
 * left out. Owns client, records and signals.
 *
 * <p>An outbox that does not continue what was read fails the task, or begins anew with {@code snapshot.mode=when_needed}.
 */
final class Rdf4jPoll implements PollingSession.Poll {
    private static final Logger log = LoggerFactory.getLogger(Rdf4jPoll.class);

    private final RdfSourceConfig config;
    private final SnapshotMode mode;
    private final OutboxClient client;
    private final CaptureCounts counts;
    private final OutboxTrim trim;
    private final Elements elements;
    private @Nullable CaptureRecords records;
    private @Nullable CaptureSignals signals;
    private long heartbeatAt = System.nanoTime();

    private Rdf4jPoll(
            RdfSourceConfig config, Elements elements, CaptureCounts counts, OutboxClient client, OutboxTrim trim) {
        this.config = config;
        this.elements = elements;
        this.counts = counts;
        this.client = client;
        this.trim = trim;
        mode = CaptureOptions.SNAPSHOT_MODE.of(config);
    }

    /**
     * Looks up the stored offset. The server is asked by {@link #ask}.
     *
     * @throws ConnectException if the stored offset has another form
     */
    static SourceSession open(TaskStart start) {
        RdfSourceConfig config = start.config();
        OutboxClient client = new OutboxClient(config);
        CaptureCounts counts = new CaptureCounts();
        Elements elements = start.elements(new ElementCounts());
        Rdf4jPoll poll =
                new Rdf4jPoll(config, elements, counts, client, new OutboxTrim(config, client, start.offsets()));
        Map<String, Object> stored = start.offset(Rdf4jSource.partition(config));
        if (stored != null) {
            CaptureOffset offset = CaptureOffset.fromMap(stored);
            log.info("Reading {} after {}", Rdf4jSource.partition(config), stored);
            poll.records = new CaptureRecords(config, elements, counts, offset);
        }
        poll.signals = CaptureSignals.open(
                config, poll.records == null ? -1 : poll.records.offset().signal());
        counts.register(start.context());
        return new PollingSession(poll, CaptureOptions.ACCESS.attempts(config, log, counts.failures));
    }

    @Override
    public long ask(Batch batch, BooleanSupplier isClosed) throws IOException, InterruptedException {
        try {
            return fetch(batch);
        } catch (LostHistoryException e) {
            lost(e);
            return 0;
        }
    }

    /** Asks the server once, or as often as a chunk of a snapshot needs, and returns the ms to wait for more. */
    private long fetch(Batch batch) throws IOException, InterruptedException, LostHistoryException {
        CaptureRecords known = records;
        CaptureRecords made = known == null ? start() : known;
        signal(made);
        CaptureOffset offset = made.offset();
        boolean isSnapshot = offset.snapshot().isRunning() || offset.again().isRunning();
        counts.snapshotRunning.set(isSnapshot ? 1 : 0);
        long wait = 0;
        if (isSnapshot) {
            chunk(batch, made);
        } else {
            OutboxAnswer answer = client.after(offset.position().number());
            commits(batch, made, answer, Long.MAX_VALUE);
            if (answer.commits().isEmpty()) {
                wait = CaptureOptions.POLL_INTERVAL_MS.of(config);
            }
        }
        heartbeat(batch, made);
        trim.look();
        return wait;
    }

    private CaptureRecords start() throws IOException, InterruptedException {
        OutboxAnswer answer = client.after(0);
        OutboxPosition position = answer.position();
        CaptureOffset offset =
                switch (mode) {
                    case INITIAL, WHEN_NEEDED -> CaptureOffset.start(position, GraphHash.EMPTY, Frontier.BEGIN);
                    case NO_DATA -> CaptureOffset.start(position, GraphHash.EMPTY, Frontier.NONE);
                    case NEVER -> CaptureOffset.start(beginning(answer), GraphHash.EMPTY, Frontier.END);
                };
        log.info("Reading {} from {} on, snapshot.mode={}", CaptureOptions.URL.of(config), position.format(), mode);
        CaptureRecords made = new CaptureRecords(config, elements, counts, offset);
        records = made;
        return made;
    }

    /** The position of an empty repository, if the outbox has everything since. */
    private static OutboxPosition beginning(OutboxAnswer answer) {
        OutboxPosition position = answer.position();
        long begin = answer.commits().isEmpty()
                ? position.hash()
                : answer.commits().get(0).before();
        if (answer.forgotten() > 0 || begin != GraphHash.EMPTY) {
            throw new ConnectException(
                    "snapshot.mode=never: the outbox does not have every commit since the repository was"
                            + " empty; use snapshot.mode=initial");
        }
        return new OutboxPosition(position.store(), 0, GraphHash.EMPTY);
    }

    /** Emits the commits of an answer, up to a number. */
    private void commits(Batch batch, CaptureRecords made, OutboxAnswer answer, long through)
            throws LostHistoryException {
        check(made.offset(), answer);
        for (CommittedPart part : answer.commits()) {
            CaptureOffset offset = made.offset();
            boolean isEmitted = part.number() == offset.position().number() + 1 && part.part() <= offset.part();
            if (!isEmitted && part.number() <= through) {
                made.commit(batch, part);
            }
        }
        counts.commit.set(made.offset().position().number());
        counts.lag.set(answer.position().number() - made.offset().position().number());
        counts.outboxBytes.set(answer.bytes());
    }

    private static void check(CaptureOffset offset, OutboxAnswer answer) throws LostHistoryException {
        OutboxPosition read = offset.position();
        OutboxPosition now = answer.position();
        if (!now.store().equals(read.store())) {
            throw new LostHistoryException("it has another history, " + now.format() + " instead of " + read.format());
        } else if (now.number() < read.number()) {
            throw new LostHistoryException("it is at commit " + now.number() + ", but commit " + read.number()
                    + " was read: the store is older");
        } else if (answer.forgotten() > read.number()) {
            throw new LostHistoryException("it has forgotten commits up to " + answer.forgotten() + ", but only "
                    + read.number() + " was read");
        } else if (now.number() == read.number() && now.hash() != read.hash()) {
            throw new LostHistoryException("commit " + now.number() + " is another one than the one that was read");
        }
    }

    /** Emits the commits before a chunk, and the chunk. */
    private void chunk(Batch batch, CaptureRecords made)
            throws IOException, InterruptedException, LostHistoryException {
        boolean isFirst = made.offset().snapshot().isRunning();
        Frontier frontier = isFirst ? made.offset().snapshot() : made.offset().again();
        OutboxAnswer answer = client.snapshot(frontier.text(), CaptureOptions.CHUNK.of(config));
        long number = answer.position().number();
        check(made.offset(), answer);
        while (made.offset().position().number() < number) {
            commits(batch, made, client.after(made.offset().position().number()), number);
        }
        check(made.offset(), answer);
        for (SnapshotPart part : answer.chunk()) {
            if (isFirst) {
                made.first(batch, part);
            } else {
                made.again(batch, part);
            }
        }
        CaptureOffset offset = made.offset();
        if (isFirst && !offset.snapshot().isRunning()) {
            if (offset.chain() != offset.position().hash()) {
                throw new ConnectException(
                        "the snapshot is not the repository: it leads to " + GraphHash.format(offset.chain())
                                + ", and commit " + number + " to "
                                + GraphHash.format(offset.position().hash())
                                + "; the store did not read one state");
            }
            log.info("The snapshot of {} is complete at commit {}", CaptureOptions.URL.of(config), number);
        }
    }

    private void signal(CaptureRecords made) {
        CaptureSignals open = signals;
        CaptureSignals.Signal signal = open == null ? null : open.poll();
        if (signal != null) {
            CaptureOffset offset = made.offset();
            boolean begins = signal.kind() == CaptureSignals.Kind.EXECUTE_SNAPSHOT
                    && !offset.snapshot().isRunning();
            made.offset(offset.withSignal(begins ? Frontier.BEGIN : Frontier.END, signal.next()));
        }
    }

    private void heartbeat(Batch batch, CaptureRecords made) {
        String topic = CaptureOptions.HEARTBEAT_TOPIC.orNull(config);
        long now = System.nanoTime();
        if (topic != null && now - heartbeatAt >= 0) {
            made.heartbeat(batch, topic, System.currentTimeMillis());
            heartbeatAt = now + TimeUnit.MILLISECONDS.toNanos(CaptureOptions.HEARTBEAT_INTERVAL_MS.of(config));
        }
    }

    private void lost(LostHistoryException e) {
        counts.historyLost.incrementAndGet();
        String what = "the outbox of " + CaptureOptions.URL.of(config) + " does not continue what was read: "
                + e.getMessage();
        if (mode != SnapshotMode.WHEN_NEEDED) {
            throw new ConnectException(
                    what
                            + ". Its history was deleted, restored from a backup or replaced, or somebody else trims it. Nothing"
                            + " was skipped. Give the sink an empty store and a new topic, and reset the connector's offsets;"
                            + " or set snapshot.mode=when_needed",
                    e);
        }
        log.warn("{}. A new snapshot begins, with patch 1 (snapshot.mode=when_needed)", what);
        records = null;
    }

    @Override
    public void close() {
        CaptureSignals open = signals;
        if (open != null) {
            open.close();
        }
        elements.close();
    }
}
