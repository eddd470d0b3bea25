package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.frame.StreamLimits;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.partition.PartitionReader;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.FailingStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.assertj.core.api.AbstractThrowableAssert;

/**
 * A task with its converter, fed with a topic in the way of a worker: a whole batch is converted before it is put, and
 * what the task asks for is done before the next batch is read.
 */
final class TaskRun {
    private final PatchTopic topic;
    private final Map<String, String> props;
    private final AtomicLong clockMs;
    private final AtomicBoolean crashing = new AtomicBoolean();
    private final Map<TopicPartition, Long> positions =
            new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    private JellyConverter converter = new JellyConverter();
    private RdfSinkTask task;
    private RecordingContext context;
    private int converterStreams = StreamLimits.DEFAULT.streams();
    private HeaderForm headerForm = HeaderForm.TEXT;
    private boolean converts = true;

    /** What the look-backs of the running task have come to; null before it starts. */
    private LookBack lookBack;

    private boolean reaches = true;
    private List<SinkRecord> last = List.of();

    /** Look-backs of the tasks that ended. */
    private long lookBacksBefore;

    /** What the header converter makes of the header {@code jelly}. */
    enum HeaderForm {
        TEXT,
        BYTES,
        QUOTED
    }

    TaskRun(PatchTopic topic, Path directory, AtomicLong clockMs, Map<String, String> options) {
        this.topic = topic;
        this.clockMs = clockMs;
        props = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                directory.toString()));
        props.putAll(options);
    }

    TaskRun headers(HeaderForm form) {
        headerForm = form;
        return this;
    }

    /** Hands over bytes, as ByteArrayConverter does. */
    TaskRun withoutConverter() {
        converts = false;
        return this;
    }

    /** The options name no cluster. */
    TaskRun withoutCluster() {
        reaches = false;
        return this;
    }

    /** How often the tasks looked back so far. */
    long lookBacks() {
        return lookBacksBefore + (lookBack == null ? 0 : made(lookBack));
    }

    private static long made(LookBack lookBack) {
        return Stream.of(LookBackOutcome.values())
                .mapToLong(lookBack.counts()::of)
                .sum();
    }

    /** Most streams whose state the converter keeps. */
    TaskRun converterStreams(int most) {
        converterStreams = most;
        return this;
    }

    /** Starts the task and gives it partitions. */
    TaskRun start(TopicPartition... partitions) {
        forgetState();
        task = new RdfSinkTask(
                clockMs::get,
                config -> FailingStore.open(Path.of(config.target().place(config)), config.connectorName(), crashing),
                config -> new ClusterReads(null, reaches ? newLookBack(config) : null));
        context = new RecordingContext();
        context.hasQueue = true;
        task.initialize(context);
        task.start(props);
        open(partitions);
        return this;
    }

    private LookBack newLookBack(RdfSinkConfig config) {
        lookBacksBefore = lookBacks();
        lookBack = new LookBack(
                new PartitionReader(() -> new PatchTopicConsumer(topic)),
                config.lookBackLimits(),
                () -> clockMs.get() * 1_000_000);
        return lookBack;
    }

    /** Gives the running task partitions. */
    void open(TopicPartition... partitions) {
        for (TopicPartition partition : partitions) {
            positions.put(partition, 0L);
        }
        task.open(List.of(partitions));
        seek();
    }

    /** Takes partitions from the running task. */
    void close(TopicPartition... partitions) {
        commit();
        task.close(List.of(partitions));
        positions.keySet().removeAll(List.of(partitions));
    }

    void stop() {
        if (task != null) {
            task.stop();
        }
    }

    /** Ends the task with its process: what no checkpoint wrote is gone. */
    void crash() {
        crashing.set(true);
        try {
            task.stop();
        } catch (ConnectException e) {
            assertThat(e).hasMessageContaining("crashed");
        } finally {
            crashing.set(false);
        }
    }

    /** Another task with another converter has the same partitions. */
    void restart() {
        stop();
        startAgain();
    }

    void crashAndRestart() {
        crash();
        startAgain();
    }

    /** Starts after {@link #crash} or {@link #stop}, with the partitions of before. */
    void startAgain() {
        TopicPartition[] partitions = positions.keySet().toArray(TopicPartition[]::new);
        positions.clear();
        start(partitions);
    }

    /** The converter knows nothing any more, and the task is not told. */
    void forgetState() {
        converter.close();
        converter = new JellyConverter();
        converter.configure(Map.of("limits.streams", Integer.toString(converterStreams)), false);
    }

    /** Why records were put aside, in order. */
    List<String> refusals() {
        return context.letters.stream().map(letter -> letter.header("reason")).toList();
    }

    long position(TopicPartition partition) {
        return positions.get(partition);
    }

    Collection<TopicPartition> partitions() {
        return List.copyOf(positions.keySet());
    }

    /** Where the worker would commit, as far as the task lets it. */
    Map<TopicPartition, Long> commit() {
        Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();
        positions.forEach((partition, offset) -> current.put(partition, new OffsetAndMetadata(offset)));
        Map<TopicPartition, Long> committed = new HashMap<>();
        task.preCommit(current).forEach((partition, offset) -> {
            assertThat(offset.offset()).isBetween(0L, positions.get(partition));
            committed.put(partition, offset.offset());
        });
        return committed;
    }

    /** Puts one batch; returns whether there was anything to read. */
    boolean poll(int mostPerPartition) {
        List<SinkRecord> batch = batch(mostPerPartition);
        last = batch;
        task.put(batch);
        assertThat(positions.keySet()).containsAll(context.offsets.keySet());
        seek();
        return !batch.isEmpty();
    }

    /** Converts one batch, as a worker does before it puts it. */
    List<SinkRecord> batch(int mostPerPartition) {
        List<SinkRecord> batch = new ArrayList<>();
        for (TopicPartition partition : List.copyOf(positions.keySet())) {
            for (PatchTopic.Entry entry : topic.read(partition, positions.get(partition), mostPerPartition)) {
                batch.add(convert(partition, entry));
                positions.put(partition, entry.offset() + 1);
            }
        }
        return batch;
    }

    /** Puts everything there is. */
    void drain() {
        int batches = 0;
        while (poll(50)) {
            assertThat(++batches).as("batches").isLessThan(2_000);
        }
    }

    /** Puts the records of the last batch once more, as a worker does after an exception that allows it. */
    void redeliver() {
        task.put(last);
        seek();
    }

    /** Puts everything there is, which the task refuses. */
    AbstractThrowableAssert<?, ?> drainFails() {
        return assertThatThrownBy(this::drain);
    }

    private void seek() {
        positions.putAll(context.offsets);
        context.offsets.clear();
    }

    private SinkRecord convert(TopicPartition partition, PatchTopic.Entry entry) {
        SchemaAndValue value =
                converts ? decode(entry) : new SchemaAndValue(Schema.OPTIONAL_BYTES_SCHEMA, entry.value());
        SinkRecord record = Records.of(
                partition.partition(), entry.offset(), entry.key(), value.schema(), value.value(), entry.patchHeader());
        if (entry.jelly() != null) {
            String text = entry.jelly().toString();
            switch (headerForm) {
                case TEXT -> record.headers().addString("jelly", text);
                case BYTES -> record.headers().addBytes("jelly", text.getBytes(StandardCharsets.US_ASCII));
                case QUOTED -> record.headers().addString("jelly", '"' + text + '"');
            }
        }
        return record;
    }

    private SchemaAndValue decode(PatchTopic.Entry entry) {
        RecordHeaders headers = new RecordHeaders();
        if (entry.jelly() != null) {
            headers.add("jelly", entry.jelly().toBytes());
        }
        return converter.toConnectData(Records.TOPIC, headers, entry.value());
    }
}
