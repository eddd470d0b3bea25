package dev.velella.tests.chaos.plugin;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/**
 * Writes a line for every record that it hands over: {@code record}, topic, partition, offset, key, {@code decoded} and
 * the digest of the content, or {@code missing} and the reason. Commits only what it wrote.
 */
public final class ChaosSinkTask extends SinkTask {
    private static final String UNDECODED = "dev.velella.UndecodedFrame";
    private static final String UNREADABLE = "dev.velella.RawValue";

    /** Of one partition. */
    private static final int LONGEST_STEP_BACK = 60;

    /** Of all partitions; about what a step back costs, so that reading gets on however small the batches are. */
    private static final int SHORTEST_WAY = 200;

    /** After a start, so that tasks that are often started again step back too. */
    private static final int LONGEST_WAY_TO_FIRST = 50;

    private static final int RECORDS_BETWEEN_CRASHES = 300;

    private final Random random = new Random();
    private final Map<TopicPartition, PartitionReading> readings = new HashMap<>();

    /** For each partition the highest offset that was given to Connect to be stored, or with which reading began. */
    private final Map<TopicPartition, Long> stored = new HashMap<>();

    /** Whether a crash now leaves more behind it than the one before: else tasks that crash could go on for ever. */
    private boolean hasAdvanced;

    /** Records handed over for the first time. */
    private long sinceStart;

    /** At which number of these the next step back comes. */
    private long nextStepBack;

    private Map<String, String> config;
    private EventLog log;

    @Override
    public void start(Map<String, String> props) {
        config = props;
        log = new EventLog(Path.of(props.get(ChaosSink.LOG)));
        nextStepBack = 1 + random.nextInt(LONGEST_WAY_TO_FIRST);
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        event("open");
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        partitions.forEach(readings::remove);
        partitions.forEach(stored::remove);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        if (records.isEmpty()) {
            return;
        }
        if (hasAdvanced && sinceStart >= RECORDS_BETWEEN_CRASHES && happens(ChaosSink.CRASHES)) {
            event("crash");
            throw new ConnectException("an exception of the chaos test");
        } else if (happens(ChaosSink.CRASHES)) {
            event("retry");
            context.timeout(20);
            throw new RetriableException("once more");
        }
        Set<TopicPartition> rewound = new HashSet<>();
        for (SinkRecord record : records) {
            TopicPartition place = new TopicPartition(record.topic(), record.kafkaPartition());
            if (!rewound.contains(place) && !take(place, record)) {
                rewound.add(place);
            }
        }
        log.flush();
        if (sinceStart >= nextStepBack) {
            planStepBack();
            stepBack();
        }
    }

    /** Whether reading goes on; if not, the partition is read from elsewhere. */
    private boolean take(TopicPartition place, SinkRecord record) {
        long offset = record.kafkaOffset();
        PartitionReading reading = readings.computeIfAbsent(place, any -> new PartitionReading(offset));
        stored.putIfAbsent(place, offset);
        if (record.value() instanceof Struct struct && struct.schema().name().equals(UNDECODED)) {
            return takeUndecoded(place, reading, record, struct);
        }
        if (record.value() instanceof Struct struct && struct.schema().name().equals(UNREADABLE)) {
            return report(place, reading, record, struct.getString("message").replaceAll("\\s", " "));
        }
        String content = record.value() == null
                ? Row.digest(List.of())
                : Row.digest(ElementStructs.rows((Struct) record.value()));
        log.add("record", place.topic(), place.partition(), offset, record.key(), "decoded", content);
        count(reading, offset);
        reading.decoded(offset, frameHeader(record));
        return true;
    }

    private boolean takeUndecoded(TopicPartition place, PartitionReading reading, SinkRecord record, Struct struct) {
        long offset = record.kafkaOffset();
        if (offset < reading.frontier()) {
            return true; // read again for the state of others only
        }
        if (Boolean.parseBoolean(config.get(ChaosSink.REWIND))) {
            OptionalLong from = reading.rewindFor(offset, FrameHeader.parse(struct.getString("jelly")));
            if (from.isPresent()) {
                context.offset(place, from.getAsLong());
                log.add("rewind");
                return false;
            }
        }
        return report(place, reading, record, struct.getString("reason"));
    }

    private boolean report(TopicPartition place, PartitionReading reading, SinkRecord record, String reason) {
        long offset = record.kafkaOffset();
        log.add("record", place.topic(), place.partition(), offset, record.key(), "missing", reason);
        count(reading, offset);
        reading.handedOver(offset);
        return true;
    }

    private void count(PartitionReading reading, long offset) {
        if (offset >= reading.frontier()) {
            sinceStart++;
        }
    }

    private void planStepBack() {
        nextStepBack = sinceStart + SHORTEST_WAY + random.nextInt(Integer.parseInt(config.get(ChaosSink.STEPS_BACK)));
    }

    private void stepBack() {
        readings.forEach((place, reading) -> {
            long to = Math.max(0, reading.frontier() - 1 - random.nextInt(LONGEST_STEP_BACK));
            reading.stepBackTo(to);
            context.offset(place, to);
        });
        event("step back");
    }

    private static FrameHeader frameHeader(SinkRecord record) {
        Header header = record.headers().lastWithName(FrameHeader.NAME);
        return header == null ? null : FrameHeader.parse(header.value().toString());
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        Map<TopicPartition, OffsetAndMetadata> written = new HashMap<>();
        // Connect takes no offset beyond the position, which is behind the frontier after a rewind, perhaps far.
        readings.forEach((place, reading) -> {
            OffsetAndMetadata current = currentOffsets.get(place);
            long next = current == null ? 0 : Math.min(reading.frontier(), current.offset());
            if (next > stored.getOrDefault(place, 0L)) {
                stored.put(place, next);
                written.put(place, new OffsetAndMetadata(next));
                hasAdvanced = true;
            }
        });
        return written;
    }

    private boolean happens(String option) {
        return random.nextInt(1000) < Integer.parseInt(config.get(option));
    }

    private void event(String what) {
        log.add(what);
        log.flush();
    }

    @Override
    public void stop() {
        if (log != null) {
            log.close();
        }
    }

    @Override
    public String version() {
        return "1";
    }
}
