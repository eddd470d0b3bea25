package dev.velella.sink.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionarySource;
import dev.velella.record.PatchPosition;
import dev.velella.sink.Records;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatchApplierTest {
    private static final PartitionId P0 = new PartitionId(Records.TOPIC, 0);

    private final BatchList target = new BatchList();
    private final AtomicLong clock = new AtomicLong(1_000);
    private final Map<Long, Dictionary> topicOfDictionaries = new HashMap<>();
    private @Nullable DictionarySource dictionaries;
    private final PartitionEnds ends = new PartitionEnds();
    private SinkCounts counts;
    private StoreWriter writer;
    private final List<Long> letterOffsets = new ArrayList<>();

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
        Map<String, String> props = new HashMap<>(Map.of("name", "sink", "target.dir", "unused"));
        for (int i = 0; i < options.length; i += 2) {
            props.put(options[i], options[i + 1]);
        }
        counts = new SinkCounts(clock::get);
        RdfSinkConfig config = new RdfSinkConfig(props);
        DeadLetters letters = new DeadLetters(
                props.containsKey("errors.tolerance"),
                "sink",
                (record, why) -> {
                    letterOffsets.add(record.kafkaOffset());
                    return CompletableFuture.completedFuture(null);
                },
                Map.of(),
                counts);
        writer = new StoreWriter(target, null, config, letters, counts, clock::get);
        writer.claim(List.of(P0));
        return new PatchApplier(writer, config, new ClusterReads(dictionaries, null), ends, counts);
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
        writer.settle();
        assertThat(target.ends).containsExactly(5L, 8L, 9L);
        assertThat(writer.isWaiting()).isFalse();
    }

    @Test
    void aRecordThatComesAgainWhileItWaitsIsTakenOnce() {
        PatchApplier applier = applier("bulk.max.bytes", "0");
        List<InputRecord> records = records(5);
        applier.apply(records.subList(0, 3), true);
        applier.apply(records.subList(1, 5), false);
        assertThat(target.ends).containsExactly(5L);
        assertThat(counts.records.get()).isEqualTo(5);
    }

    @Test
    void aBatchCountsWhenTheStoreSaysThatItIsApplied() {
        target.isSlow = true;
        PatchApplier applier = applier("batch.max.records", "3", "bulk.max.bytes", "0");
        List<InputRecord> records = records(6);
        applier.apply(records.subList(0, 3), true);
        assertThat(counts.batches.get()).isZero();
        applier.apply(records.subList(3, 6), true);
        assertThat(counts.batches.get()).as("the one before").isEqualTo(1);
        writer.settle();
        assertThat(writer.batches()).isEqualTo(2);
        assertThat(counts.records.get()).isEqualTo(6);
        assertThat(target.ends).containsExactly(3L, 6L);
    }

    @Test
    void aBatchUnderWayMayTakeItsTimeToo() {
        PatchApplier applier = applier("batch.max.records", "3", "batch.max.ms", "100", "bulk.max.bytes", "0");
        List<InputRecord> records = records(3);
        target.failure = new StoreUnavailableException("no answer", null, Duration.ZERO);
        applier.apply(records.subList(0, 2), true);
        clock.addAndGet(90);
        applier.apply(records.subList(2, 3), true);
        assertThat(writer.isWaiting()).isTrue();
        assertThat(writer.limits().patienceMs()).isEqualTo(100);
    }

    @Test
    void whatWaitsIsForgottenWhenTheStoreGoesBack() {
        PatchApplier applier = applier("bulk.max.bytes", "0");
        List<InputRecord> records = records(5);
        applier.apply(records.subList(0, 3), true);
        writer.reopen(List.of(P0));
        assertThat(writer.isWaiting()).isFalse();
        assertThat(writer.nextOffset(P0)).isZero();
        applier.apply(records, false);
        assertThat(target.ends).containsExactly(5L);
        assertThat(counts.records.get()).isEqualTo(5);
    }

    @Test
    void whileAStoreIsBuiltAgainNoNumberedRecordIsPutAside() {
        PatchApplier applier = applier("errors.tolerance", "all");
        SinkRecord whole = Records.next(0, 0, new Stream("k", 3));
        InputRecord numbered = InputRecord.of(
                whole.newRecord(Records.TOPIC, 0, null, "k", null, null, whole.timestamp(), whole.headers()));
        writer.refuseNumbered(true);
        assertThatThrownBy(() -> applier.apply(List.of(numbered), false))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the store cannot be built again without this record");
        assertThat(letterOffsets).isEmpty();
        assertThat(target.ends).isEmpty();
        writer.refuseNumbered(false);
        applier.apply(List.of(numbered), false);
        assertThat(letterOffsets).containsExactly(0L);
    }

    /** In a compacted topic the last record may be gone from where it stood. */
    @Test
    void nothingIsPassedInATopicOfSnapshots() {
        target.nextOffset = 7;
        PatchApplier applier =
                applier("snapshot.topics", Records.TOPIC + ":others", "kafka.bootstrap.servers", "unused:1");
        ends.noRecords(P0, 7, 9);
        applier.passMarkers();
        assertThat(writer.isWaiting()).isFalse();
    }

    /** For example because the store was emptied. */
    @Test
    void aRecordThatIsRefusedAnewGivesADeadLetterAnew() {
        PatchApplier applier = applier("errors.tolerance", "all");
        List<InputRecord> refused = List.of(InputRecord.of(new SinkRecord(Records.TOPIC, 0, null, "k", null, null, 3)));
        applier.apply(refused, false);
        applier.apply(refused, false);
        assertThat(letterOffsets).containsExactly(3L);
        writer.claim(List.of(P0)); // from 0 on
        applier.apply(refused, false);
        assertThat(letterOffsets).containsExactly(3L, 3L);
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
        writer.limits().polled(true);
        applier.apply(records.subList(0, 5), true);
        assertThat(target.ends).isEmpty();
        writer.settle();
        for (int i = 0; i < BatchLimits.POLLS_WHEN_FILLED; i++) {
            assertThat(writer.limits().isFilling()).isTrue();
            writer.limits().polled(false);
        }
        assertThat(writer.limits().isFilling()).isFalse();
        applier.apply(records.subList(5, 8), true);
        assertThat(target.ends).containsExactly(5L, 7L);
    }

    @Test
    void aStoreThatHasSomethingIsNotFilled() {
        target.nextOffset = 1;
        PatchApplier applier = applier();
        writer.limits().polled(true);
        assertThat(writer.limits().isFilling()).isFalse();
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
        assertThat(writer.isWaiting()).as("nobody has looked").isFalse();
        ends.noRecords(P0, 0, 9);
        applier.passMarkers();
        assertThat(writer.isWaiting())
                .as("no record is left, so some may have been removed")
                .isFalse();
        ends.noRecords(P0, 8, 9);
        applier.passMarkers();
        assertThat(writer.isWaiting()).as("a record is not applied").isFalse();
        ends.noRecords(P0, 7, 9);
        counts.partition(P0).closed();
        applier.passMarkers();
        writer.settle();
        assertThat(target.ends).containsExactly(7L, 9L);
        assertThat(counts.records.get()).isEqualTo(7);
        assertThat(counts.batches.get()).isEqualTo(1);
        applier.passMarkers();
        assertThat(writer.isWaiting()).as("once").isFalse();
    }

    @Test
    void whatTheMetricsSayMovesNoOffset() {
        PatchApplier applier = applier();
        applier.apply(records(7), false);
        counts.partition(P0).end(9);
        counts.partition(P0).noRecords(7, 9);
        applier.passMarkers();
        assertThat(writer.isWaiting()).isFalse();
        writer.settle();
        assertThat(target.ends).containsExactly(7L);
    }

    private List<InputRecord> onDictionary(int count) {
        return Records.onDictionary(topicOfDictionaries, count).stream()
                .map(InputRecord::of)
                .toList();
    }

    /** The records that can be read are applied; the others wait, whatever the option for broken chains says. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "resync"})
    void aPatchWhoseDictionaryIsMissingIsNeverRefused(String onChainBreak) {
        dictionaries = topicOfDictionaries::get;
        List<InputRecord> records = onDictionary(6);
        Map<Long, Dictionary> all = Map.copyOf(topicOfDictionaries);
        PatchApplier applier = applier("on.chain.break", onChainBreak, "errors.tolerance", "all");
        applier.apply(records.subList(0, 2), false);
        topicOfDictionaries.clear();
        if (onChainBreak.equals("resync")) {
            applier.apply(records.subList(2, 6), false);
            assertThat(target.chains.values()).singleElement().satisfies(chain -> assertThat(chain.isBroken())
                    .isTrue());
            assertThat(target.ends).containsExactly(2L, 6L);
        } else {
            assertThatThrownBy(() -> applier.apply(records.subList(1, 6), false))
                    .isInstanceOf(AwaitedBaseException.class)
                    .hasMessageContaining("patches-0@2")
                    .hasMessageContaining("velella topic dictionaries")
                    .hasMessageContaining("\"on.chain.break\": \"resync\"");
            topicOfDictionaries.putAll(all);
            applier.apply(records.subList(1, 6), false);
            assertThat(target.ends).containsExactly(2L, 6L);
            assertThat(target.chains.values()).singleElement().satisfies(chain -> assertThat(chain.number())
                    .isEqualTo(6));
        }
        assertThat(counts.records.get()).isEqualTo(6);
    }

    @Test
    void aPatchThatASnapshotCoversNeedsNoDictionary() {
        dictionaries = topicOfDictionaries::get;
        List<InputRecord> records = onDictionary(6);
        PatchPosition third = records.get(2).position();
        target.chains.put(
                new StreamId(Records.TOPIC, "k"),
                StreamState.at(new PatchPosition(third.number(), third.hash(), true)));
        Map<Long, Dictionary> all = Map.copyOf(topicOfDictionaries);
        topicOfDictionaries.clear();
        PatchApplier applier = applier("on.chain.break", "fail");
        applier.apply(records.subList(0, 3), false);
        assertThat(target.ends).containsExactly(3L);
        assertThatThrownBy(() -> applier.apply(records.subList(3, 6), false))
                .as("the next patch is needed")
                .isInstanceOf(AwaitedBaseException.class);
        topicOfDictionaries.putAll(all);
        applier.apply(records.subList(3, 6), false);
        assertThat(target.ends).containsExactly(3L, 6L);
    }

    @Test
    void aTaskWithoutAccessToDictionariesStops() {
        List<InputRecord> records = onDictionary(1);
        PatchApplier applier = applier();
        assertThatThrownBy(() -> applier.apply(records, false))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("set kafka.bootstrap.servers");
        assertThat(target.ends).isEmpty();
    }

    /** What was collected behind it builds on it. */
    @Test
    void nothingIsSentThatWasCollectedBehindABatchThatFailed() {
        PatchApplier applier = applier("batch.max.records", "3", "bulk.max.bytes", "0");
        List<InputRecord> records = new ArrayList<>(records(4));
        records.add(InputRecord.of(Records.next(0, 4, new Stream("other", 3))));
        target.failure = new StoreUnavailableException("no answer", null, Duration.ZERO);
        applier.apply(records.subList(0, 3), true);
        assertThatThrownBy(() -> applier.apply(records.subList(3, 5), true)).isSameAs(target.failure);
        assertThat(target.begun).isEqualTo(1);
        assertThat(writer.isWaiting()).isFalse();
        assertThatThrownBy(() -> applier.apply(records.subList(4, 5), false))
                .as("not before the partition is claimed again")
                .hasMessageContaining("which is not open");
        assertThat(target.begun).isEqualTo(1);
        assertThat(counts.batches.get()).isZero();
    }

    /** Remembers where batches end. */
    private static final class BatchList implements Target {
        private final List<Long> ends = new ArrayList<>();

        /** With this the next batch fails, when a stream "other" is asked for; null if it does not. */
        private @Nullable RuntimeException failure;

        private int begun;
        private boolean isAsked;

        /** With this a batch is applied when somebody waits for it. */
        private boolean isSlow;

        private final Map<StreamId, StreamState> chains = new HashMap<>();
        private long nextOffset;

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
            return Map.of(P0, new Claim(1, nextOffset));
        }

        @Override
        public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
            return Map.of();
        }

        @Override
        public Applying begin(Batch batch) {
            begun++;
            RuntimeException failing = failure;
            Applying done = failing == null ? Target.super.begin(batch) : null;
            if (done != null && !isSlow) {
                return done;
            }
            chains.putAll(batch.chains()); // as they will be
            return new Applying() {
                @Override
                public Map<PartitionId, Claim> claims() {
                    return Map.of(P0, new Claim(1, batch.partitions().get(P0).nextOffset()));
                }

                @Override
                public boolean isDone() {
                    return isAsked;
                }

                @Override
                public Applied await() {
                    if (done == null) {
                        throw failing;
                    }
                    return done.await();
                }
            };
        }

        @Override
        public Optional<StreamState> chain(StreamId stream) {
            if (failure != null && stream.key().equals("other")) {
                isAsked = true;
                throw failure;
            }
            return Optional.ofNullable(chains.get(stream));
        }

        @Override
        public Map<PartitionId, Claim> apply(Batch batch) {
            long next = batch.partitions().get(P0).nextOffset();
            ends.add(next);
            chains.putAll(batch.chains());
            return Map.of(P0, new Claim(1, next));
        }

        @Override
        public boolean isCheckpointNeeded() {
            return false;
        }

        @Override
        public void checkpoint() {}

        @Override
        public Map<PartitionId, Long> durableOffsets() {
            return Map.of();
        }

        @Override
        public void reopen() {
            // nothing is there that would not be durable
        }

        @Override
        public void close() {}
    }
}
