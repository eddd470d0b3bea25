package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfPatch;
import dev.velella.record.KeyFrameSeek;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.LookBackResult;
import dev.velella.record.MissingStateException;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.serde.JellyGraphDeserializer;
import dev.velella.serde.JellyPatchDeserializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain consumers with a deserializer that keeps state, of both group protocols, and the helper that seeks key frames. */
class KeyFrameSeekIT {
    private static final int RECORDS = 300;

    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private static BrokerProcess broker;

    @BeforeAll
    static void startBroker(@TempDir Path directory) throws Exception {
        broker = new BrokerProcess(directory);
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    private static Map<String, Object> client(String protocol, String group) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("group.id", group);
        config.put("group.protocol", protocol);
        config.put("enable.auto.commit", false);
        config.put("auto.offset.reset", "earliest");
        config.put("fetch.max.wait.ms", 20); // a fetch at the end of the topic holds up what comes after a seek
        config.put("isolation.level", "read_committed");
        config.put("key.deserializer", StringDeserializer.class.getName());
        config.put("value.deserializer", JellyPatchDeserializer.class.getName());
        return config;
    }

    /** Three writers in each of two partitions, one of them quiet since long; all that was written, by place. */
    private static Map<TopicPartition, Map<Long, RdfPatch>> fill(String topic) throws Exception {
        Map<TopicPartition, Map<Long, RdfPatch>> all = new HashMap<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            Topics.create(admin, topic, 2);
            for (int partition = 0; partition < 2; partition++) {
                List<StreamWriter> writers = List.of(
                        new StreamWriter(producer, topic, partition, 40),
                        new StreamWriter(producer, topic, partition, 25),
                        new StreamWriter(producer, topic, partition, 1000));
                for (int i = 0; i < RECORDS; i++) {
                    writers.get(i % 40 == 5 ? 2 : i / 3 % 2).send(i);
                }
                Map<Long, RdfPatch> written = new TreeMap<>();
                writers.forEach(writer -> written.putAll(writer.written()));
                all.put(new TopicPartition(topic, partition), written);
            }
        }
        return all;
    }

    /** What the loop in the documentation of the helper does, until everything was read; no record may be left out. */
    private static Map<TopicPartition, Map<Long, RdfPatch>> readAll(
            KafkaConsumer<String, RdfPatch> consumer, KeyFrameSeek keyFrames, Collection<TopicPartition> places)
            throws Exception {
        Map<TopicPartition, Map<Long, RdfPatch>> read = new HashMap<>();
        places.forEach(place -> read.put(place, new TreeMap<>()));
        Await.until("all is read", PATIENCE, () -> {
            try {
                for (ConsumerRecord<String, RdfPatch> record : consumer.poll(Duration.ofMillis(200))) {
                    if (!keyFrames.isReplayed(record)) {
                        read.get(new TopicPartition(record.topic(), record.partition()))
                                .put(record.offset(), record.value());
                    }
                }
            } catch (RecordDeserializationException e) {
                LookBackResult result = keyFrames.recover(consumer, e);
                assertThat(result.isRestored()).as(result.message()).isTrue();
            }
            return read.values().stream().allMatch(of -> of.containsKey(RECORDS - 1L));
        });
        return read;
    }

    private static Map<TopicPartition, Map<Long, RdfPatch>> from(
            long offset, Map<TopicPartition, Map<Long, RdfPatch>> all) {
        Map<TopicPartition, Map<Long, RdfPatch>> rest = new HashMap<>();
        all.forEach((place, written) -> rest.put(place, new TreeMap<>(written).tailMap(offset)));
        return rest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void aGroupThatGoesOnInTheMiddleReadsEverythingFromThereOn(String protocol) throws Exception {
        String topic = "seek-" + UUID.randomUUID();
        Map<TopicPartition, Map<Long, RdfPatch>> all = fill(topic);
        Map<String, Object> config = client(protocol, topic);
        try (KafkaConsumer<String, RdfPatch> consumer = new KafkaConsumer<>(config);
                KeyFrameSeek keyFrames = new KeyFrameSeek(config, LookBackLimits.DEFAULT)) {
            Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
            all.keySet().forEach(place -> done.put(place, new OffsetAndMetadata(170)));
            consumer.assign(all.keySet());
            consumer.commitSync(done);
            consumer.unsubscribe();

            List<Long> positions = new ArrayList<>();
            consumer.subscribe(List.of(topic), new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> places) {
                    for (TopicPartition place : places) {
                        positions.add(keyFrames.seek(consumer, place, consumer.position(place)));
                    }
                }

                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> places) {}
            });
            assertThat(readAll(consumer, keyFrames, all.keySet())).isEqualTo(from(170, all));
            assertThat(positions)
                    .as("first records of the writer that is quiet")
                    .containsOnly(5L);
            assertThat(keyFrames.counts().outcomes().values())
                    .as("nothing was left to recover")
                    .containsOnly(0L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void aConsumerThatDidNotSeekRecoversRecordByRecord(String protocol) throws Exception {
        String topic = "recover-" + UUID.randomUUID();
        Map<TopicPartition, Map<Long, RdfPatch>> all = fill(topic);
        Map<String, Object> config = client(protocol, topic);
        try (KafkaConsumer<String, RdfPatch> consumer = new KafkaConsumer<>(config);
                KeyFrameSeek keyFrames = new KeyFrameSeek(config, LookBackLimits.DEFAULT)) {
            consumer.assign(all.keySet());
            all.keySet().forEach(place -> consumer.seek(place, 170));
            assertThat(readAll(consumer, keyFrames, all.keySet())).isEqualTo(from(170, all));
            assertThat(keyFrames.counts().of(LookBackOutcome.RESTORED)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void aLostRecordIsToldOnceAndTheConsumerMayGoOnBehindIt(String protocol) throws Exception {
        String topic = "lost-" + UUID.randomUUID();
        TopicPartition place = new TopicPartition(topic, 0);
        StreamWriter writer;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                KafkaProducer<String, byte[]> producer = StreamWriter.producer(broker.bootstrapServers())) {
            Topics.create(admin, topic, 1);
            writer = new StreamWriter(producer, topic, 0, 50);
            for (int i = 0; i < 120; i++) {
                if (i == 60) {
                    writer.encode(i); // lost
                } else {
                    writer.send(i);
                }
            }
        }
        Map<String, Object> config = client(protocol, topic);
        Map<Long, RdfPatch> read = new TreeMap<>();
        List<Long> leftOut = new ArrayList<>();
        try (KafkaConsumer<String, RdfPatch> consumer = new KafkaConsumer<>(config);
                KeyFrameSeek keyFrames = new KeyFrameSeek(config, LookBackLimits.DEFAULT)) {
            consumer.assign(List.of(place));
            keyFrames.seek(consumer, place, 55);
            Await.until("all is read", PATIENCE, () -> {
                try {
                    for (ConsumerRecord<String, RdfPatch> record : consumer.poll(Duration.ofMillis(200))) {
                        if (!keyFrames.isReplayed(record)) {
                            assertThat(read.put(record.offset(), record.value()))
                                    .isNull();
                        }
                    }
                } catch (RecordDeserializationException e) {
                    assertThat(e).hasCauseInstanceOf(MissingStateException.class);
                    LookBackResult result = keyFrames.recover(consumer, e);
                    assertThat(result.outcome()).isEqualTo(LookBackOutcome.LOST);
                    leftOut.add(e.offset());
                    consumer.seek(place, e.offset() + 1);
                }
                return read.containsKey(118L);
            });
            assertThat(keyFrames.counts().remembered()).isEqualTo(38);
        }
        assertThat(leftOut).hasSize(39).first().isEqualTo(60L);
        TreeMap<Long, RdfPatch> expected = new TreeMap<>(writer.written());
        expected.headMap(55L).clear();
        leftOut.forEach(expected::remove);
        assertThat(read).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void anotherFailureIsNotRecoveredAndAnUnreachableClusterIsAnError(String protocol) throws Exception {
        String topic = "other-" + UUID.randomUUID();
        TopicPartition place = new TopicPartition(topic, 0);
        fill(topic);
        Map<String, Object> config = client(protocol, topic);
        config.put("value.deserializer", JellyGraphDeserializer.class.getName());
        Map<String, Object> wrong = new HashMap<>(config);
        wrong.put("bootstrap.servers", "localhost:1");
        try (Consumer<String, Object> consumer = new KafkaConsumer<>(config);
                KeyFrameSeek keyFrames = new KeyFrameSeek(config, LookBackLimits.DEFAULT);
                KeyFrameSeek lost = new KeyFrameSeek(wrong, new LookBackLimits(1000, 1000, 500, 10))) {
            consumer.assign(List.of(place));
            consumer.seek(place, 17);
            assertThatThrownBy(() -> lost.seek(consumer, place, 17)).isInstanceOf(KafkaException.class);
            assertThat(consumer.position(place)).isEqualTo(17);

            List<RecordDeserializationException> failures = new ArrayList<>();
            Await.until("a patch is refused", PATIENCE, () -> {
                try {
                    consumer.poll(Duration.ofMillis(200));
                } catch (RecordDeserializationException e) {
                    failures.add(e);
                }
                return !failures.isEmpty();
            });
            assertThat(keyFrames.recover(consumer, failures.get(0)).isRestored())
                    .isFalse();
            assertThat(consumer.position(place)).isEqualTo(17);
        }
    }
}
