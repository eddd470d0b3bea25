package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackCounts;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.LookBackResult;
import dev.velella.record.RecordDecoder;
import dev.velella.record.partition.LookBackLimits;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Look-back on a real broker: what it restores, what it does not, and what that costs. */
class LookBackIT {
    private static EmbeddedBroker broker;

    @BeforeAll
    static void startBroker(@TempDir Path directory) throws Exception {
        broker = new EmbeddedBroker(directory, Ports.free(), Map.of("auto.create.topics.enable", "true"));
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    private static final LookBackLimits LIMITS = new LookBackLimits(20_000, 8 << 20, 180_000, 1000);

    /** What became of the records of a partition. */
    private static final class Reading {
        final Map<Long, RdfPatch> patches = new TreeMap<>();
        final Map<Long, LookBackOutcome> undecoded = new TreeMap<>();
        long lost;
        LookBackCounts counts;

        void take(long offset, FrameResult result, RecordDecoder decoder) {
            if (result instanceof FrameResult.Decoded decoded) {
                patches.put(offset, (RdfPatch) decoded.element());
                lost += decoded.continuity().kind() == Continuity.Kind.AFTER_LOSS
                        ? decoded.continuity().lost()
                        : 0;
            } else {
                undecoded.put(
                        offset,
                        decoder.lastLookBack().map(LookBackResult::outcome).orElseThrow());
            }
        }
    }

    private static Map<String, Object> client(String isolation) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("isolation.level", isolation);
        // What a consumer in a group has, and look-back must not use.
        config.put("group.id", "g");
        config.put("group.instance.id", "g1");
        config.put("enable.auto.commit", true);
        config.put("auto.offset.reset", "latest");
        config.put("fetch.min.bytes", 50_000_000);
        config.put("key.deserializer", "no.such.Class");
        config.put("value.deserializer", "no.such.Class");
        config.put("interceptor.classes", "no.such.Interceptor");
        return config;
    }

    /** Reads a partition from an offset to the end that is there now. */
    private static List<ConsumerRecord<String, byte[]>> records(TopicPartition place, long from, String isolation) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        Map<String, Object> config = Map.of(
                "bootstrap.servers", broker.bootstrapServers(), "isolation.level", isolation, "fetch.max.wait.ms", 50);
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(place));
            long end = consumer.endOffsets(List.of(place)).get(place);
            consumer.seek(place, from);
            while (consumer.position(place) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private static Reading read(TopicPartition place, long from, String isolation, LookBackLimits limits) {
        Reading reading = new Reading();
        try (LookBack lookBack = new LookBack(client(isolation), limits)) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack);
            for (ConsumerRecord<String, byte[]> record : records(place, from, isolation)) {
                reading.take(record.offset(), decoder.decode(record), decoder);
            }
            reading.counts = lookBack.counts();
        }
        return reading;
    }

    private static String topic(int partitions) throws Exception {
        String topic = "look-back-" + UUID.randomUUID();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, topic, partitions);
        }
        return topic;
    }

    @Test
    void aReaderThatBeginsInTheMiddleOfThreePartitionsWithSeveralWritersMissesNothing() throws Exception {
        String topic = topic(3);
        Map<Integer, Map<Long, RdfPatch>> expected = new HashMap<>();
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            for (int partition = 0; partition < 3; partition++) {
                List<StreamWriter> writers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    writers.add(new StreamWriter(producer, topic, partition, 20 + 7 * i));
                }
                for (int i = 0; i < 300; i++) {
                    writers.get(i * i % 3 == 0 ? 0 : i % 2 + 1).send(1000 * partition + i);
                }
                Map<Long, RdfPatch> all = new TreeMap<>();
                writers.forEach(writer -> all.putAll(writer.written()));
                expected.put(partition, all);
            }
        }
        for (int partition = 0; partition < 3; partition++) {
            long from = 137 + 31 * partition;
            Reading reading = read(new TopicPartition(topic, partition), from, "read_committed", LIMITS);
            assertThat(reading.undecoded).isEmpty();
            assertThat(reading.patches).isEqualTo(new TreeMap<>(expected.get(partition)).tailMap(from));
            assertThat(reading.counts.of(LookBackOutcome.RESTORED)).isBetween(1L, 3L);
            assertThat(reading.counts.records()).isLessThan(1000);
        }
    }

    @Test
    void theKeyFrameIsFoundBehindManyRecordsOfOthersAtACostInProportion() throws Exception {
        String topic = topic(1);
        long wanted;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            StreamWriter quiet = new StreamWriter(producer, topic, 0, 100);
            StreamWriter busy = new StreamWriter(producer, topic, 0, 100);
            quiet.send(0);
            for (int i = 0; i < 600; i++) {
                busy.send(i);
            }
            wanted = quiet.send(1);
        }
        Reading reading = read(new TopicPartition(topic, 0), wanted, "read_committed", LIMITS);
        assertThat(reading.patches).containsOnly(Map.entry(wanted, StreamWriter.patch(1)));
        assertThat(reading.counts.records()).isBetween(601L, 4 * 601L);
        Reading bounded = read(
                new TopicPartition(topic, 0), wanted, "read_committed", new LookBackLimits(400, 8 << 20, 180_000, 9));
        assertThat(bounded.undecoded).containsOnly(Map.entry(wanted, LookBackOutcome.OUT_OF_REACH));
        assertThat(bounded.counts.records()).isLessThanOrEqualTo(400);
    }

    @Test
    void markersAndAbortedRecordsBetweenDoNotMatter() throws Exception {
        String topic = topic(1);
        TopicPartition place = new TopicPartition(topic, 0);
        Map<Long, RdfPatch> visible = new TreeMap<>();
        try (KafkaProducer<String, byte[]> steady = StreamWriter.transactional(broker.bootstrapServers(), topic + "a");
                KafkaProducer<String, byte[]> torn =
                        StreamWriter.transactional(broker.bootstrapServers(), topic + "b")) {
            StreamWriter first = new StreamWriter(steady, topic, 0, 30);
            StreamWriter second = new StreamWriter(torn, topic, 0, 30);
            for (int transaction = 0; transaction < 60; transaction++) {
                steady.beginTransaction();
                torn.beginTransaction();
                long begin = second.send(transaction);
                first.send(transaction);
                second.send(transaction + 1);
                if (transaction % 4 == 2) {
                    torn.abortTransaction();
                    second.aborted(begin);
                } else {
                    torn.commitTransaction();
                }
                steady.commitTransaction();
            }
            visible.putAll(first.written());
            visible.putAll(second.written());
        }
        for (String isolation : List.of("read_committed", "read_uncommitted")) {
            for (long from = 100; from < 140; from += 13) {
                Reading reading = read(place, from, isolation, LIMITS);
                assertThat(reading.undecoded).as(isolation).isEmpty();
                assertThat(reading.patches).as(isolation).containsAllEntriesOf(new TreeMap<>(visible).tailMap(from));
            }
        }
    }

    @Test
    void anOpenTransactionHoldsNoReaderUp() throws Exception {
        String topic = topic(1);
        TopicPartition place = new TopicPartition(topic, 0);
        try (KafkaProducer<String, byte[]> plain = StreamWriter.producer(broker.bootstrapServers());
                KafkaProducer<String, byte[]> open = StreamWriter.transactional(broker.bootstrapServers(), topic)) {
            StreamWriter committed = new StreamWriter(plain, topic, 0, 50);
            StreamWriter pending = new StreamWriter(open, topic, 0, 50);
            for (int i = 0; i < 10; i++) {
                committed.send(i);
            }
            open.beginTransaction();
            for (int i = 0; i < 10; i++) {
                pending.send(i);
            }
            long behind = committed.send(10);
            long inside = pending.send(10);

            Reading before = read(place, 5, "read_committed", LIMITS);
            assertThat(before.patches).isEqualTo(new TreeMap<>(committed.written()).subMap(5L, 10L));

            Reading uncommitted = read(place, behind, "read_uncommitted", LIMITS);
            assertThat(uncommitted.patches).containsOnlyKeys(behind, inside);

            // A reader of uncommitted records whose look-back reads committed ones only.
            try (LookBack lookBack = new LookBack(client("read_committed"), LIMITS)) {
                RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack);
                for (ConsumerRecord<String, byte[]> record : records(place, behind, "read_uncommitted")) {
                    FrameResult result = decoder.decode(record);
                    if (record.offset() == behind) {
                        assertThat(result)
                                .as("visible before the transaction")
                                .extracting("element")
                                .isInstanceOf(RdfPatch.class);
                    } else {
                        assertThat(decoder.lastLookBack()).get().satisfies(found -> {
                            assertThat(found.outcome()).isEqualTo(LookBackOutcome.FAILED);
                            assertThat(found.message()).contains("isolation.level=read_committed");
                        });
                    }
                }
                open.commitTransaction();
                for (ConsumerRecord<String, byte[]> record : records(place, inside, "read_committed")) {
                    assertThat(decoder.decode(record)).extracting("element").isInstanceOf(RdfPatch.class);
                }
            }
        }
    }

    @Test
    void aLostRecordIsProvenOnceAndNotLookedForAgainBeforeTheNextKeyFrame() throws Exception {
        String topic = topic(1);
        StreamWriter writer;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            writer = new StreamWriter(producer, topic, 0, 50);
            for (int i = 0; i < 120; i++) {
                if (i == 60) {
                    writer.encode(i); // lost
                } else {
                    writer.send(i);
                }
            }
        }
        // Record i stands at offset i, or i - 1 after the loss.
        for (long from : new long[] {0, 55, 70}) {
            Reading reading = read(new TopicPartition(topic, 0), from, "read_committed", LIMITS);
            assertThat(reading.undecoded.keySet()).allMatch(offset -> offset >= 60 && offset < 99);
            assertThat(reading.undecoded).hasSize((int) (99 - Math.max(60, from)));
            assertThat(reading.undecoded.values()).containsOnly(LookBackOutcome.LOST);
            TreeMap<Long, RdfPatch> decodable = new TreeMap<>(writer.written());
            decodable.headMap(from).clear();
            decodable.keySet().removeAll(reading.undecoded.keySet());
            assertThat(reading.patches).isEqualTo(decodable);
            assertThat(reading.counts.remembered()).isEqualTo(reading.undecoded.size() - 1);
            // From the beginning the decoder itself sees that exactly one record never came.
            assertThat(reading.lost).isEqualTo(from == 70 ? 0 : 1);
        }
    }

    @Test
    void aKeyFrameThatRetentionDeletedIsOutOfReachAndReadingGoesOnAtTheNextOne() throws Exception {
        String topic = topic(1);
        TopicPartition place = new TopicPartition(topic, 0);
        StreamWriter writer;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            writer = new StreamWriter(producer, topic, 0, 50);
            for (int i = 0; i < 120; i++) {
                writer.send(i);
            }
            admin.deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(20)))
                    .all()
                    .get();
        }
        Reading reading = read(place, 20, "read_committed", LIMITS);
        assertThat(reading.undecoded).hasSize(30).containsKeys(20L, 49L);
        assertThat(reading.undecoded.values()).containsOnly(LookBackOutcome.OUT_OF_REACH);
        assertThat(reading.patches).isEqualTo(new TreeMap<>(writer.written()).tailMap(50L));
        assertThat(reading.counts.remembered()).isEqualTo(29);
        assertThat(reading.counts.records()).isLessThan(50);
    }

    @Test
    void aKeyFrameThatWasLostIsNoKeyFrameThatRetentionDeleted() throws Exception {
        String topic = topic(1);
        JellyHeader trimmed;
        JellyHeader lost;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            StreamWriter writer = new StreamWriter(producer, topic, 0, 50);
            for (int i = 0; i < 30; i++) {
                writer.send(i);
            }
            StatefulFrame next = writer.encode(30);
            trimmed = next.header();
            writer.send(next);
            for (int i = 31; i < 50; i++) {
                writer.send(i);
            }
            assertThat(writer.encode(50).header().isKeyFrame()).isTrue(); // and never sent
            lost = writer.encode(51).header();
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(20)))
                    .all()
                    .get();
        }
        DecoderStreams streams = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
        try (LookBack lookBack = new LookBack(Map.of("bootstrap.servers", broker.bootstrapServers()), LIMITS)) {
            LookBackResult found = lookBack.lookBack(streams, topic, 0, 30, trimmed);
            assertThat(found.isTrimmed()).isTrue();
            assertThat(found.outcome()).isEqualTo(LookBackOutcome.OUT_OF_REACH);
            assertThat(found.message()).contains("retention has removed the records before offset 20");
            found = lookBack.lookBack(streams, topic, 0, 50, lost);
            assertThat(found.isTrimmed()).isFalse();
            assertThat(found.outcome()).isEqualTo(LookBackOutcome.LOST);
        }
    }

    @Test
    void aFloodOfUnknownStreamsCostsBoundedLookBacks() throws Exception {
        String topic = topic(1);
        TopicPartition place = new TopicPartition(topic, 0);
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            StreamWriter writer = new StreamWriter(producer, topic, 0, 50);
            writer.send(0);
            for (int i = 0; i < 400; i++) {
                writer.send(new JellyHeader(ElementKind.PATCH, i, 1, 9, 1), new byte[] {1});
            }
            long last = writer.send(1);
            long begin = System.nanoTime();
            Reading reading = read(place, 0, "read_committed", new LookBackLimits(500, 8 << 20, 180_000, 20));
            long minutes = Duration.ofNanos(System.nanoTime() - begin).toMinutes() + 1;
            assertThat(reading.patches).containsOnlyKeys(0L, last);
            long made = reading.counts.of(LookBackOutcome.LOST);
            assertThat(made).isBetween(20L, 20 * minutes);
            assertThat(reading.counts.of(LookBackOutcome.RATE_LIMITED)).isEqualTo(400 - made);
            assertThat(reading.counts.records()).isLessThanOrEqualTo(made * 500);
        }
    }

    @Test
    void notMoreBytesAreReadThanAllowed() throws Exception {
        String topic = topic(1);
        long last = 0;
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            StreamWriter writer = new StreamWriter(producer, topic, 0, 1000);
            for (int i = 0; i < 300; i++) {
                last = writer.send(i);
            }
        }
        Reading reading = read(
                new TopicPartition(topic, 0), last, "read_committed", new LookBackLimits(10_000, 1000, 180_000, 9));
        assertThat(reading.undecoded).containsOnly(Map.entry(last, LookBackOutcome.OUT_OF_REACH));
        assertThat(reading.counts.bytes()).isBetween(1000L, 1200L);
    }

    @Test
    void aForgedKeyFrameAndAForgedGapDoNotKeepTheStateFromBeingRestored() throws Exception {
        String topic = topic(1);
        try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            StreamWriter writer = new StreamWriter(producer, topic, 0, 50);
            StreamWriter forger = new StreamWriter(producer, topic, 0, 50);
            StatefulFrame other = forger.encode(900);
            JellyHeader stream = null;
            for (int i = 0; i < 10; i++) {
                StatefulFrame frame = writer.encode(i);
                stream = frame.header();
                writer.send(frame);
            }
            for (int i = 0; i < 30; i++) {
                // Claims to be the key frame: 30 of them, so that the true one is not in the first reading.
                forger.send(new JellyHeader(ElementKind.PATCH, stream.stream(), 0, 0, 0), other.value());
            }
            long gap = forger.send(new JellyHeader(ElementKind.PATCH, stream.stream(), 3, 30, 30), other.value());
            StatefulFrame next = writer.encode(10);
            long wanted = writer.send(next);

            Reading reading = read(new TopicPartition(topic, 0), gap, "read_committed", LIMITS);
            assertThat(reading.undecoded).containsOnly(Map.entry(gap, LookBackOutcome.LOST));
            assertThat(reading.patches).containsOnly(Map.entry(wanted, StreamWriter.patch(10)));
        }
    }

    @Test
    void aTopicThatIsNotThereIsToldAtOnceAndNotMade() throws Exception {
        String topic = "never-made-" + UUID.randomUUID();
        try (LookBack lookBack = new LookBack(client("read_committed"), LIMITS);
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            LookBackResult result = lookBack.lookBack(
                    new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT),
                    topic,
                    0,
                    50,
                    new JellyHeader(ElementKind.PATCH, 1, 1, 9, 1));
            assertThat(result.outcome()).isEqualTo(LookBackOutcome.FAILED);
            assertThat(result.message()).contains(topic);
            assertThat(admin.listTopics().names().get()).doesNotContain(topic);
            assertThat(admin.listGroups().all().get()).as("groups").noneMatch(group -> group.groupId()
                    .equals("g"));
        }
    }

    @Test
    void aBrokerThatIsGoneIsAFailureUntilItIsBack(@TempDir Path directory) throws Exception {
        try (BrokerProcess fragile = new BrokerProcess(directory)) {
            String topic = "t";
            List<ConsumerRecord<String, byte[]>> last = new ArrayList<>();
            try (KafkaProducer<String, byte[]> producer = StreamWriter.producer(fragile.bootstrapServers())) {
                StreamWriter writer = new StreamWriter(producer, topic, 0, 50);
                for (int i = 0; i < 20; i++) {
                    StatefulFrame frame = writer.encode(i);
                    long offset = writer.send(frame);
                    ConsumerRecord<String, byte[]> record = new ConsumerRecord<>(topic, 0, offset, "k", frame.value());
                    record.headers().add(JellyHeader.NAME, frame.header().toBytes());
                    last.add(record);
                }
            }
            Map<String, Object> config = Map.of("bootstrap.servers", fragile.bootstrapServers(), "client.id", "mine");
            try (LookBack lookBack = new LookBack(config, new LookBackLimits(1000, 1 << 20, 60_000, 100));
                    LookBack impatient = new LookBack(config, new LookBackLimits(1000, 1 << 20, 5000, 100))) {
                RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack);
                RecordDecoder other = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, impatient);
                assertThat(decoder.decode(last.get(10))).extracting("element").isInstanceOf(RdfPatch.class);
                assertThat(other.decode(last.get(10))).extracting("element").isInstanceOf(RdfPatch.class);
                assertThat(ManagementFactory.getPlatformMBeanServer()
                                .queryNames(
                                        new ObjectName(
                                                "kafka.consumer:type=consumer-metrics,client-id=mine-look-back-*"),
                                        null))
                        .hasSize(2);

                fragile.kill();
                assertThat(other.decode(last.get(15))).isInstanceOf(FrameResult.MissingState.class);
                assertThat(other.lastLookBack().orElseThrow().outcome()).isEqualTo(LookBackOutcome.FAILED);

                fragile.start();
                assertThat(other.decode(last.get(15))).extracting("element").isInstanceOf(RdfPatch.class);
                assertThat(decoder.decode(last.get(19))).extracting("element").isInstanceOf(RdfPatch.class);
            }
        }
    }
}
