package dev.velella.serve.intake;

import dev.velella.kit.retry.LogAllowance;
import dev.velella.log.Begin;
import dev.velella.log.LogException;
import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.log.TopicReader;
import dev.velella.record.LookBack;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.serve.options.ServeConfig;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.GraphStore;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreBatch;
import dev.velella.serve.state.StoreView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the store equal to the committed patches of its partitions. Owns the consumer, and writes the store as the only one.
 *
 * <pre>
 *   gained ─▶ has the store the partition? ──no──▶ snapshots, then patches from the first ─┐
 *                     └──yes──▶ patches from its offset ───────────────────────────────────┴▶ loading
 *   loading ─▶ all patches applied that were committed when it was gained ─▶ ready ─▶ lost
 * </pre>
 *
 * <p>Only a ready partition is served. So no client sees an older graph than it saw before, from whichever instance. A
 * record that cannot be applied breaks its stream, which is not served until a snapshot mends it; all others go on.
 *
 * <p>{@link #run} is called by one thread; the other methods by any.
 */
public final class LogFollower implements AutoCloseable, PartitionSource.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_RECORDS = 1000;
    private static final int MOST_BYTES = 8 << 20;
    private static final long MOST_STATEMENTS = 100_000;
    private static final long DICTIONARY_PAUSE_NS = 2_000_000_000L;
    private static final int MOST_TRIMMED = 2 * MOST_RECORDS;

    private final ServeConfig config;
    private final GraphStore store;
    private final PartitionSource source;
    private final TopicAccess access;
    private final Consumer<byte[], byte[]> consumer;
    private final LookBack lookBack;
    private final TopicDictionarySource dictionaries;
    private final RecordInterpreter interpreter;
    private final GraphFrames frames;
    private final History history;
    private final FollowerCounts counts = new FollowerCounts();
    private final RefusedRecords refused = new RefusedRecords(counts);
    private final @Nullable SnapshotWatch snapshots;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Partitions whose place in the store is to be found; the thread of {@link #run} alone uses it. */
    private final Set<TopicPartition> gained = new HashSet<>();

    /** Partitions that are loading, and the end of the committed records when they were gained. */
    private final Map<TopicPartition, Long> targets = new HashMap<>();

    private final Set<TopicPartition> ready = new HashSet<>();

    /** Partitions that wait for a dictionary, and the time of the next try, as {@link System#nanoTime} tells it. */
    private final Map<TopicPartition, Long> waiting = new HashMap<>();

    private final LogAllowance waits = LogAllowance.everyTenSeconds(LOG, () -> System.nanoTime() / 1_000_000);
    private int count;

    /** Whether broken streams, or the partitions of this instance, may be others than before. */
    private boolean breaks = true;

    private volatile Served served = Served.NOTHING;
    private volatile boolean stopped;
    private final AtomicLong changes = new AtomicLong();

    /** Opens the clients. Sends no request to a broker yet. */
    public LogFollower(ServeConfig config, GraphStore store, PartitionSource source) {
        this.config = config;
        this.store = store;
        frames = new GraphFrames(store.storedDictionaries());
        this.source = source;
        access = config.patches();
        Map<String, Object> client = new HashMap<>(access.consumerConfig());
        client.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        client.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_BYTES);
        client.put(ConsumerConfig.CLIENT_ID_CONFIG, "velella-serve");
        client.putAll(source.consumerConfig());
        consumer = new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        lookBack = new LookBack(access.consumerConfig(), config.decoding().lookBack());
        dictionaries = new TopicDictionarySource(access.consumerConfig(), config.dictionariesTopic());
        interpreter = new RecordInterpreter(
                new RecordDecoder(config.decoding().frames(), config.decoding().streams(), lookBack, dictionaries));
        TopicAccess snapshotAccess = config.snapshots();
        snapshots = snapshotAccess == null ? null : new SnapshotWatch(config, snapshotAccess, store, frames, counts);
        history = new History(ServeConfig.HISTORY_MS.of(config), ServeConfig.HISTORY_PATCHES.of(config));
    }

    /** The partitions that are served. */
    public Served served() {
        Served now = served;
        return source.isHeld() ? now : new Served(now.count(), Set.of(), now.ready(), now.others());
    }

    /** Has an action run after each change of the store or of the served partitions. It must be quick. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** An action that {@link #onChange} got is not run any more. */
    public void remove(Runnable listener) {
        listeners.remove(listener);
    }

    /**
     * Follows the log until {@link #stop}.
     *
     * @param partitions number of partitions of the topic
     * @throws LogException if records are gone that were not applied yet
     * @throws org.apache.kafka.common.KafkaException if the topic cannot be read
     */
    public void run(int partitions) throws IOException {
        count = partitions;
        Set<TopicPartition> all = new HashSet<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(access.topic(), partition));
        }
        try {
            source.begin(consumer, all, this);
            publish();
            while (!stopped) {
                goOn();
                ConsumerRecords<byte[], byte[]> records = poll();
                apply(records);
                place();
                mend();
                arrive();
            }
        } catch (WakeupException e) {
            if (!stopped) {
                throw e;
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            throw new LogException(
                    "retention has deleted patches that were not applied yet, at "
                            + e.offsetOutOfRangePartitions() + ". Start the service again: it then begins with the"
                            + " snapshots, if " + ServeConfig.SNAPSHOT_TOPIC + " names them",
                    e);
        }
    }

    @Override
    public void gained(Set<TopicPartition> partitions) {
        gained.addAll(partitions);
        consumer.pause(partitions);
        partitions.forEach(partition -> consumer.seek(partition, 0)); // nothing is read before the place is known
        publish();
    }

    @Override
    public void lost(Set<TopicPartition> partitions) {
        gained.removeAll(partitions);
        targets.keySet().removeAll(partitions);
        ready.removeAll(partitions);
        waiting.keySet().removeAll(partitions);
        publish();
    }

    /** Finds the places of gained partitions, and begins to read there. */
    private void place() throws IOException {
        List<TopicPartition> todo = new ArrayList<>(gained);
        if (todo.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(todo, access.timeout());
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(todo, access.timeout());
        for (TopicPartition partition : todo) {
            long start = starts.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, 0L);
            long next = store.nextOffset(partition.partition());
            if (next > end) {
                throw new LogException(partition + "@" + next + ": the log ends before this offset, at " + end
                        + ": committed patches are gone. If the topic is right, remove " + ServeConfig.STATE_DIR
                        + ", and the service builds it again");
            }
            if (next < start) {
                next = rebuild(partition, next, start);
            }
            consumer.seek(partition, next);
            consumer.resume(List.of(partition));
            targets.put(partition, end);
            gained.remove(partition);
            LOG.info("{}: reading from offset {}, served from offset {} on", partition, next, end);
        }
    }

    /**
     * Builds a partition from the snapshots; the patches follow from the first. A graph of the store stays if no snapshot is
     * newer: no client sees an older graph than before. If a patch of such a graph was removed, the next one does not follow.
     *
     * @param next next offset of the store; -1 if it has nothing of the partition
     * @param start offset of the first record that is left
     */
    private long rebuild(TopicPartition partition, long next, long start) throws IOException {
        TopicAccess access = config.snapshots();
        if (access == null && start > 0) {
            throw new LogException(partition + "@" + Math.max(0, next) + ": retention, or a person, has removed patches"
                    + " that were not applied yet; the log begins at offset " + start
                    + ". Let the diff app write snapshots"
                    + " (velella.snapshot.topic), and name their topic in " + ServeConfig.SNAPSHOT_TOPIC
                    + ": the service then begins with them");
        }
        if (next >= 0) {
            LOG.warn(
                    "{}: the patches from offset {} to {} were removed before they were applied; the snapshots take"
                            + " their place, and clients that want patches from before get status 410",
                    partition,
                    next,
                    start - 1);
            try (StoreBatch batch = store.batch()) {
                batch.forgetPatches(partition.partition());
                batch.commit();
            }
        }
        if (access != null) {
            try (TopicLog log = new TopicLog(access, config.dictionariesTopic(), config.decoding(), Long.MAX_VALUE)) {
                for (Span span : log.reader().spans(Set.of(partition.partition()), new Begin.Earliest())) {
                    load(log, span, Math.max(0, start - 1));
                }
            }
        }
        try (PatchBatch batch = new PatchBatch(store, frames)) {
            batch.begin(partition.partition(), start);
            batch.commit();
        }
        return start;
    }

    private void load(TopicLog log, Span span, long offset) throws IOException {
        List<Reading> pending = new ArrayList<>();
        log.reader().read(span, new TopicReader.Records() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) {
                pending.add(log.interpreter().read(record));
                if (pending.size() == MOST_RECORDS) {
                    load(pending, offset);
                }
            }

            @Override
            public void deleted(int partition, long from, long to) {
                throw new LogException("partition " + partition + " of the snapshots: the offsets " + from + " to "
                        + (to - 1) + " were deleted before they were read; start the service again");
            }
        });
        load(pending, offset);
    }

    private void load(List<Reading> read, long offset) {
        try (PatchBatch batch = new PatchBatch(store, frames)) {
            read.forEach(snapshot -> refused.snapshot(batch, snapshot, offset));
            batch.commit();
        }
        read.clear();
    }

    /** Counts the broken streams, and looks for their snapshots. */
    private void watch() {
        Map<Integer, Set<String>> broken = new HashMap<>();
        long streams = 0;
        Set<Integer> own = new HashSet<>();
        ready.forEach(partition -> own.add(partition.partition()));
        targets.keySet().forEach(partition -> own.add(partition.partition()));
        try (StoreView view = store.view();
                Rows<BrokenStream> rows = view.broken("", own)) {
            for (BrokenStream each = rows.next(); each != null; each = rows.next()) {
                streams++;
                broken.computeIfAbsent(each.partition(), partition -> new HashSet<>())
                        .add(each.key());
            }
        }
        counts.broken(streams);
        if (snapshots != null) {
            snapshots.watch(broken);
        }
    }

    private void mend() {
        if (breaks) {
            breaks = false;
            watch();
        }
        if (snapshots != null && snapshots.mend()) {
            breaks = true;
            changed();
        }
    }

    private void apply(ConsumerRecords<byte[], byte[]> records) {
        if (records.isEmpty()) {
            passMarkers();
            return;
        }
        PatchBatch batch = new PatchBatch(store, frames);
        Map<TopicPartition, Long> awaited = new HashMap<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                TopicPartition place = new TopicPartition(record.topic(), record.partition());
                if (awaited.containsKey(place)) {
                    continue;
                }
                Reading reading = interpreter.read(record);
                if (isAwaited(reading)) {
                    awaited.put(place, record.offset());
                    continue;
                }
                refused.patch(batch, reading);
                if (batch.statements() > MOST_STATEMENTS) {
                    batch.commit();
                    breaks |= batch.breaks();
                    batch.close();
                    batch = new PatchBatch(store, frames);
                }
            }
            long now = System.currentTimeMillis();
            for (TopicPartition partition : records.partitions()) {
                long next = awaited.containsKey(partition)
                        ? awaited.get(partition)
                        : consumer.position(partition, access.timeout());
                batch.nextOffset(partition.partition(), next);
                batch.trim(partition.partition(), history.keptFrom(partition.partition(), next, now), MOST_TRIMMED);
            }
            batch.commit();
            breaks |= batch.breaks();
        } finally {
            batch.close();
        }
        awaited.forEach((partition, offset) -> {
            consumer.seek(partition, offset);
            consumer.pause(List.of(partition));
            waiting.put(partition, System.nanoTime() + DICTIONARY_PAUSE_NS);
        });
        changed();
    }

    /**
     * Whether the partition waits at a record: its dictionary cannot be read now. One that is missing is waited for only if no
     * snapshot can take the place of the patch.
     */
    private boolean isAwaited(Reading reading) {
        if (!(reading.outcome() instanceof Reading.Unavailable unavailable)
                || (unavailable.isMissing() && snapshots != null)) {
            return false;
        }
        waits.warn(reading.place() + ": the partition waits: " + unavailable.reason()
                + (unavailable.isMissing()
                        ? ". Or let the diff app write snapshots (velella.snapshot.topic), and name their topic in "
                                + ServeConfig.SNAPSHOT_TOPIC + ": the service then goes on with them"
                        : ""));
        return true;
    }

    /** Reads on where the time of the next try has come. */
    private void goOn() {
        long now = System.nanoTime();
        waiting.entrySet().removeIf(wait -> {
            boolean isDue = now - wait.getValue() >= 0;
            if (isDue) {
                consumer.resume(List.of(wait.getKey()));
            }
            return isDue;
        });
    }

    /** Marks of transactions are no records, so nothing is missing if they are removed before a restart. */
    private void passMarkers() {
        try (StoreBatch batch = store.batch()) {
            boolean passed = false;
            for (TopicPartition partition : ready) {
                long position = consumer.position(partition, access.timeout());
                if (position > store.nextOffset(partition.partition())) {
                    batch.nextOffset(partition.partition(), position);
                    passed = true;
                }
            }
            if (passed) {
                batch.commit();
            }
        }
    }

    /** Serves partitions that have come to their targets. */
    private void arrive() {
        Map<TopicPartition, Long> positions = new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
        Set<TopicPartition> reading = new HashSet<>(ready);
        reading.addAll(targets.keySet());
        for (TopicPartition partition : reading) {
            positions.put(partition, consumer.position(partition, access.timeout()));
        }
        boolean arrived = false;
        for (TopicPartition partition : List.copyOf(targets.keySet())) {
            if (positions.getOrDefault(partition, -1L) >= targets.getOrDefault(partition, Long.MAX_VALUE)) {
                targets.remove(partition);
                ready.add(partition);
                arrived = true;
            }
        }
        source.applied(consumer, positions);
        if (arrived || !served.others().equals(source.others())) {
            publish();
        }
    }

    private void publish() {
        Set<Integer> loading = new HashSet<>();
        gained.forEach(partition -> loading.add(partition.partition()));
        targets.keySet().forEach(partition -> loading.add(partition.partition()));
        Set<Integer> served = new HashSet<>();
        ready.forEach(partition -> served.add(partition.partition()));
        this.served = new Served(count, served, loading, source.others());
        breaks = true;
        changed();
    }

    /** Number of changes of the store and of the served partitions. Any thread may call this. */
    public long changes() {
        return changes.get();
    }

    /** Streams of this instance that are broken. Any thread may call this. */
    public long broken() {
        return counts.brokenStreams();
    }

    /** The counts of this follower. Any thread may use them. */
    public FollowerCounts counts() {
        return counts;
    }

    private void changed() {
        changes.incrementAndGet();
        listeners.forEach(Runnable::run);
    }

    /** Ends {@link #run}. */
    public void stop() {
        stopped = true;
        consumer.wakeup();
    }

    /** Closes the clients; the thread of {@link #run} has ended, or calls this. */
    @Override
    public void close() {
        served = Served.NOTHING;
        try {
            consumer.close();
        } catch (WakeupException e) {
            // stopped meanwhile
        }
        if (snapshots != null) {
            snapshots.close();
        }
        dictionaries.close();
        lookBack.close();
    }
}
