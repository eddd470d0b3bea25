package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class PatchApplierTest {
    private static final PartitionId P0 = new PartitionId(Records.TOPIC, 0);

    private final BatchList target = new BatchList();
    private final AtomicLong clock = new AtomicLong(1_000);
    private SinkCounts counts;

    private static List<InputRecord> records(int count) {
        Stream stream = new Stream("ibs_1", 3);
        List<InputRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(InputRecord.of(Records.next(0, i, stream)));
        }
        return records;
    }

    private List<Long> batchEnds(int maxRecords, int maxOperations) {
        PatchApplier applier = applier(
                "batch.max.records", Integer.toString(maxRecords),
                "batch.max.operations", Integer.toString(maxOperations),
                "bulk.max.bytes", "0");
        applier.apply(records(7), false);
        return target.ends;
    }

    private PatchApplier applier(String... options) {
        Map<String, String> props = new HashMap<>(Map.of("target.dir", "unused"));
        for (int i = 0; i < options.length; i += 2) {
            props.put(options[i], options[i + 1]);
        }
        counts = new SinkCounts(clock::get);
        PatchApplier applier = new PatchApplier(
                target,
                new RdfSinkConfig(props),
                null,
                new DeadLetters(false, "sink", null, Map.of(), counts),
                counts,
                clock::get);
        applier.open(List.of(P0));
        return applier;
    }

    @Test
    void whatComesAtOnceSharesATransactionOverSeveralPolls() {
        PatchApplier applier = applier("batch.max.records", "5", "bulk.max.bytes", "0");
        List<InputRecord> records = records(9);
        applier.apply(records.subList(0, 3), true);
        assertThat(target.ends).isEmpty();
        applier.apply(records.subList(3, 6), true);
        assertThat(target.ends).containsExactly(5L);
        applier.apply(records.subList(6, 8), false);
        assertThat(target.ends).containsExactly(5L, 8L);
        applier.apply(records.subList(8, 9), true);
        applier.settle();
        assertThat(target.ends).containsExactly(5L, 8L, 9L);
        assertThat(applier.isWaiting()).isFalse();
    }

    @Test
    void recordsWaitNoLongerThanAllowed() {
        PatchApplier applier = applier("batch.max.ms", "100", "bulk.max.bytes", "0");
        List<InputRecord> records = records(6);
        applier.apply(records.subList(0, 2), true);
        clock.addAndGet(99);
        applier.apply(records.subList(2, 4), true);
        assertThat(target.ends).isEmpty();
        clock.addAndGet(1);
        applier.apply(records.subList(4, 6), true);
        assertThat(target.ends).containsExactly(6L);
    }

    @Test
    void aBatchEndsWithTheRecordThatReachesTheMostBytes() {
        applier("batch.max.bytes", Integer.toString(16 * 200), "bulk.max.bytes", "0")
                .apply(records(7), false);
        assertThat(target.ends).hasSizeBetween(2, 3);
    }

    @Test
    void anEmptyStoreIsFilledInLargeTransactionsUntilPollsAreNotFull() {
        PatchApplier applier = applier("batch.max.records", "2", "bulk.max.bytes", "1000000");
        List<InputRecord> records = records(8);
        applier.limits().polled(true);
        applier.apply(records.subList(0, 5), true);
        assertThat(target.ends).isEmpty();
        applier.settle();
        for (int i = 0; i < BatchLimits.POLLS_WHEN_FILLED; i++) {
            assertThat(applier.limits().isFilling()).isTrue();
            applier.limits().polled(false);
        }
        assertThat(applier.limits().isFilling()).isFalse();
        applier.apply(records.subList(5, 8), true);
        assertThat(target.ends).containsExactly(5L, 7L);
    }

    @Test
    void aStoreThatHasSomethingIsNotFilled() {
        target.nextOffset = 1;
        PatchApplier applier = applier();
        applier.limits().polled(true);
        assertThat(applier.limits().isFilling()).isFalse();
    }

    @Test
    void aBatchTakesAsMuchAsThereIs() {
        assertThat(batchEnds(1_000, 100_000)).containsExactly(7L);
    }

    @Test
    void aBatchEndsAtTheMostRecords() {
        assertThat(batchEnds(3, 100_000)).containsExactly(3L, 6L, 7L);
    }

    @Test
    void aBatchEndsWithTheRecordThatReachesTheMostOperations() {
        // 4 adds, then 3 deletes and 3 adds in each
        assertThat(batchEnds(1_000, 16)).containsExactly(3L, 6L, 7L);
    }

    @Test
    void markersBehindTheLastRecordAreAppliedWhenItIsKnownThatTheyAreNoRecords() {
        PatchApplier applier = applier();
        applier.apply(records(7), false);
        applier.passMarkers();
        assertThat(applier.isWaiting()).as("nobody has looked").isFalse();
        counts.partition(P0).noRecords(0, 9);
        applier.passMarkers();
        assertThat(applier.isWaiting())
                .as("no record is left, so some may have been removed")
                .isFalse();
        counts.partition(P0).noRecords(8, 9);
        applier.passMarkers();
        assertThat(applier.isWaiting()).as("a record is not applied").isFalse();
        counts.partition(P0).noRecords(7, 9);
        applier.passMarkers();
        applier.settle();
        assertThat(target.ends).containsExactly(7L, 9L);
        assertThat(counts.records.get()).isEqualTo(7);
        assertThat(counts.batches.get()).isEqualTo(1);
        applier.passMarkers();
        assertThat(applier.isWaiting()).as("once").isFalse();
    }

    @Test
    void markersWaitUntilWhatRunningStreamsBuildOnWasReadAgain() {
        target.nextOffset = 7;
        target.replayFrom = 2;
        PatchApplier applier = applier();
        counts.partition(P0).noRecords(7, 9);
        List<InputRecord> again = records(7).subList(2, 7);
        applier.apply(again.subList(0, 4), false);
        applier.passMarkers();
        assertThat(applier.isWaiting()).isFalse();
        applier.apply(again.subList(4, 5), false);
        applier.passMarkers();
        applier.settle();
        assertThat(target.ends).containsExactly(9L);
    }

    /** Remembers where batches end. */
    private static final class BatchList implements Target {
        private final List<Long> ends = new ArrayList<>();
        private final Map<StreamId, StreamState> chains = new HashMap<>();
        private long nextOffset;
        private long replayFrom = -1;

        @Override
        public String storeId() {
            return "test";
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.ALL;
        }

        @Override
        public Collection<Statement> statements(IRI graph) {
            return List.of();
        }

        @Override
        public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
            return Map.of(P0, new Claim(1, new PartitionOffsets(nextOffset, replayFrom < 0 ? nextOffset : replayFrom)));
        }

        @Override
        public Map<PartitionId, PartitionOffsets> appliedOffsets(Collection<PartitionId> partitions) {
            return Map.of();
        }

        @Override
        public Optional<StreamState> chain(StreamId stream) {
            return Optional.ofNullable(chains.get(stream));
        }

        @Override
        public Map<PartitionId, Claim> apply(Batch batch) {
            PartitionOffsets offsets = batch.partitions().get(P0).offsets();
            ends.add(offsets.nextOffset());
            chains.putAll(batch.chains());
            return Map.of(P0, new Claim(1, offsets));
        }

        @Override
        public boolean isCheckpointNeeded() {
            return false;
        }

        @Override
        public void checkpoint() {}

        @Override
        public Map<PartitionId, PartitionOffsets> durableOffsets() {
            return Map.of();
        }

        @Override
        public void reopen() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
