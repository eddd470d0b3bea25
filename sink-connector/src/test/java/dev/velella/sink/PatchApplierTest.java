package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class PatchApplierTest {
    private static final PartitionId P0 = new PartitionId(Records.TOPIC, 0);

    private final BatchList target = new BatchList();

    private static List<SinkRecord> records(int count) {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Records.next(0, i, stream));
        }
        return records;
    }

    private List<Long> batchEnds(int maxRecords, int maxOperations) {
        RdfSinkConfig config = new RdfSinkConfig(Map.of(
                "target.dir",
                "unused",
                "batch.max.records",
                Integer.toString(maxRecords),
                "batch.max.operations",
                Integer.toString(maxOperations)));
        SinkCounts counts = new SinkCounts(() -> 0);
        PatchApplier applier =
                new PatchApplier(target, config, new DeadLetters(false, "sink", null, counts), counts, () -> 0);
        applier.open(List.of(P0));
        applier.apply(records(7));
        return target.ends;
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

    /** Remembers where batches end. */
    private static final class BatchList implements Target {
        private final List<Long> ends = new ArrayList<>();
        private final Map<StreamId, StreamState> chains = new HashMap<>();

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
            return Map.of(P0, new Claim(1, new PartitionOffsets(0, 0)));
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
