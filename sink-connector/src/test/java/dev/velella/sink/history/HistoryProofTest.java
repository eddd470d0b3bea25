package dev.velella.sink.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.record.PatchPosition;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Whether headers of records prove that a store can be built from them. */
class HistoryProofTest {
    private static final PartitionId PATCHES = new PartitionId("patches", 0);
    private static final PartitionId SNAPSHOTS = new PartitionId("snapshots", 0);
    private static final StreamId A = new StreamId("patches", "a");

    private final Map<String, List<ConsumerRecord<byte[], byte[]>>> topics = new HashMap<>();

    private final HistoryProof.Log log = new HistoryProof.Log() {
        @Override
        public long begin(TopicPartition partition) {
            List<ConsumerRecord<byte[], byte[]>> records = topics.getOrDefault(partition.topic(), List.of());
            return records.isEmpty() ? 0 : records.get(0).offset();
        }

        @Override
        public void read(TopicPartition partition, Consumer<ConsumerRecord<byte[], byte[]>> take) {
            topics.getOrDefault(partition.topic(), List.of()).forEach(take);
        }
    };

    private ConsumerRecord<byte[], byte[]> add(String topic, String key, PatchPosition position, byte[] value) {
        List<ConsumerRecord<byte[], byte[]>> records = topics.computeIfAbsent(topic, unknown -> new ArrayList<>());
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(topic, 0, 100 + records.size(), key.getBytes(StandardCharsets.UTF_8), value);
        if (position != null) {
            record.headers().add("patch", position.format().getBytes(StandardCharsets.US_ASCII));
        }
        records.add(record);
        return record;
    }

    private void patch(String key, long number) {
        add("patches", key, new PatchPosition(number, 7, false), new byte[1]);
    }

    /** A patch in a stateful frame. */
    private void patch(String key, long number, long seq, long dist) {
        ConsumerRecord<byte[], byte[]> record = add("patches", key, new PatchPosition(number, 7, false), new byte[1]);
        record.headers().add("jelly", new JellyHeader(ElementKind.PATCH, 5, 0, seq, dist).toBytes());
    }

    private void snapshot(String key, long number) {
        add("snapshots", key, new PatchPosition(number, 7, true), new byte[1]);
    }

    private Optional<String> fault(boolean resyncs, Map<StreamId, StreamState> stored) {
        HistoryProof proof = new HistoryProof(log, resyncs);
        proof.snapshots(List.of(SNAPSHOTS), "patches");
        return proof.fault(List.of(PATCHES), stored);
    }

    private Optional<String> fault() {
        return fault(false, Map.of());
    }

    private static Map<StreamId, StreamState> stored(long number) {
        return Map.of(A, StreamState.at(new PatchPosition(number, 7, false)));
    }

    @Test
    void aPartitionIsTrimmedWhereItsFirstRecordsAreGone() {
        assertThat(new HistoryProof(log, false).isTrimmed(List.of(PATCHES))).isFalse();
        patch("a", 1);
        assertThat(new HistoryProof(log, false).isTrimmed(List.of(PATCHES))).isTrue();
    }

    @Test
    void streamsThatBeginWithTheirFirstPatchAreProven() {
        patch("a", 1);
        patch("b", 1);
        patch("a", 2);
        patch("a", 2);
        assertThat(fault(false, stored(2))).isEmpty();
    }

    @Test
    void aPatchThatIsGoneIsAFault() {
        patch("a", 4);
        assertThat(fault()).hasValueSatisfying(said -> assertThat(said)
                .contains("patches-0@100", "the first patch of stream 'a' that is left is number 4"));
    }

    @Test
    void aPatchThatIsMissingBetweenIsAFault() {
        patch("a", 1);
        patch("a", 3);
        assertThat(fault()).hasValueSatisfying(said -> assertThat(said)
                .contains("patches-0@101", "goes on with patch 3 after patch 1"));
    }

    @Test
    void snapshotsCoverWhatIsGone() {
        patch("a", 3);
        patch("a", 4);
        patch("a", 5);
        snapshot("a", 4);
        assertThat(fault(false, stored(5))).isEmpty();
    }

    @Test
    void aSnapshotThatIsTooOldCoversNothing() {
        patch("a", 6);
        snapshot("a", 4);
        assertThat(fault()).hasValueSatisfying(said -> assertThat(said).contains("no snapshot covers"));
    }

    @Test
    void aSnapshotThatWasDeletedCoversNothing() {
        patch("a", 5);
        snapshot("a", 4);
        add("snapshots", "a", null, null);
        assertThat(fault()).isPresent();
    }

    @Test
    void aStreamOfTheStoreOfWhichNothingIsLeftIsAFault() {
        patch("b", 1);
        assertThat(fault(false, stored(9))).hasValueSatisfying(said -> assertThat(said)
                .contains("stream 'a'", "up to patch 9", "neither a patch nor a snapshot"));
        snapshot("a", 8);
        assertThat(fault(false, stored(9)))
                .hasValueSatisfying(said -> assertThat(said).contains("only up to patch 8"));
    }

    @Test
    void aKeyFrameThatIsGoneIsAFaultWhereThePatchIsNeeded() {
        patch("a", 1, 13, 3);
        patch("a", 2, 20, 0);
        assertThat(fault()).hasValueSatisfying(said -> assertThat(said).contains("its key frame was deleted"));
        snapshot("a", 1);
        assertThat(fault()).isEmpty();
    }

    @Test
    void aRecordWithoutNumberIsAFault() {
        add("patches", "a", null, new byte[1]);
        assertThat(fault()).hasValueSatisfying(said -> assertThat(said).contains("no key and number"));
    }

    @Test
    void withResyncASnapshotAmongThePatchesMendsABreak() {
        patch("a", 3);
        assertThat(fault(true, Map.of())).isPresent();
        patch("a", 4);
        add("patches", "a", new PatchPosition(4, 7, true), new byte[1]);
        patch("a", 5);
        assertThat(fault(true, stored(5))).isEmpty();
        assertThat(fault(false, stored(5))).isPresent();
    }
}
