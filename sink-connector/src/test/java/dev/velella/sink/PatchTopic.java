package dev.velella.sink;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.sink.store.Stream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/** A topic of patches as bytes, written by real encoders. */
final class PatchTopic {
    /** What every writer of a test has. */
    static final KeyFrameInterval INTERVAL = new KeyFrameInterval(5, 60_000);

    private final AtomicLong clockMs;
    private final Map<TopicPartition, NavigableMap<Long, Entry>> partitions = new HashMap<>();
    private final Map<TopicPartition, Long> begins = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    /** @param clockMs of the writers */
    PatchTopic(AtomicLong clockMs) {
        this.clockMs = clockMs;
    }

    /** A record as Kafka has it. */
    record Entry(long offset, String key, String patchHeader, JellyHeader jelly, byte[] value) {}

    /** One writer's way into one partition, with a device whose patches it writes. */
    final class Writer {
        private final TopicPartition partition;
        private final PartitionEncoder encoder;
        private final Stream device;

        private Writer(TopicPartition partition, String device) {
            this.partition = partition;
            this.encoder = new PartitionEncoder(
                    new EncoderSettings(
                            JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                    INTERVAL,
                    () -> clockMs.get() * 1_000_000);
            this.device = new Stream(device, 2);
        }

        Stream device() {
            return device;
        }

        /** Appends so many patches. */
        void write(int count) {
            for (int i = 0; i < count; i++) {
                Stream.Numbered patch = device.next();
                StatefulFrame frame = encoder.encode(patch.patch());
                append(partition, device.key(), patch.position().format(), frame.header(), frame.value());
            }
        }

        /** As a restart of the writer. */
        void restart() {
            encoder.newStream();
        }
    }

    Writer writer(TopicPartition partition, String device) {
        return new Writer(partition, device);
    }

    /** Appends a record; returns its offset. */
    long append(TopicPartition partition, String key, String patchHeader, JellyHeader jelly, byte[] value) {
        long offset = end(partition);
        log(partition).put(offset, new Entry(offset, key, patchHeader, jelly, value));
        ends.put(partition, offset + 1);
        return offset;
    }

    /** Leaves offsets out, as markers of transactions do. */
    void skip(TopicPartition partition, int offsets) {
        ends.put(partition, end(partition) + offsets);
    }

    Entry entry(TopicPartition partition, long offset) {
        return log(partition).get(offset);
    }

    /** A record that never reached the topic. */
    void lose(TopicPartition partition, long offset) {
        log(partition).remove(offset);
    }

    /** The value of a record is not what its writer wrote. */
    void damage(TopicPartition partition, long offset) {
        Entry whole = entry(partition, offset);
        log(partition)
                .put(offset, new Entry(offset, whole.key(), whole.patchHeader(), whole.jelly(), new byte[] {1, 2}));
    }

    /** Retention removes what is below an offset. */
    void removeBelow(TopicPartition partition, long offset) {
        log(partition).headMap(offset).clear();
        begins.put(partition, offset);
    }

    /** Offset of the first record that retention has not removed. */
    long begin(TopicPartition partition) {
        return begins.getOrDefault(partition, 0L);
    }

    /** Offset after the last record. */
    long end(TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    /** At most so many records from an offset on. */
    List<Entry> read(TopicPartition partition, long from, int most) {
        return log(partition).tailMap(from).values().stream().limit(most).toList();
    }

    private NavigableMap<Long, Entry> log(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, unknown -> new TreeMap<>());
    }
}
