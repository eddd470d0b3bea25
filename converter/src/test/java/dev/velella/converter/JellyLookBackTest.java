package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.Records.Sent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.Test;

class JellyLookBackTest {
    private static final Map<String, Object> CONSUMER = Map.of("bootstrap.servers", "localhost:9", "group.id", "g");

    /** The headers of a record after the companion has seen it at a place. */
    static Headers placed(JellyLookBack<?> companion, Sent sent, int partition, long offset) {
        Headers headers = new RecordHeaders(sent.headers().toArray());
        companion.onConsume(records(partition, offset, headers, sent.value()));
        return headers;
    }

    private static ConsumerRecords<byte[], byte[]> records(int partition, long offset, Headers headers, byte[] value) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                TOPIC, partition, offset, 0, TimestampType.CREATE_TIME, 0, 0, null, value, headers, Optional.empty());
        return new ConsumerRecords<>(Map.of(new TopicPartition(TOPIC, partition), List.of(record)), Map.of());
    }

    @Test
    void tellsThePlaceOfStatefulRecordsAndNothingElse() {
        JellyLookBack<?> companion = new JellyLookBack<>();
        companion.configure(CONSUMER);
        try {
            Sent stateful = send(converter(), 0, 0, 0);
            RecordPlace place = RecordPlace.parse(placed(companion, stateful, 3, 57)
                    .lastHeader("velella.place")
                    .value());
            assertThat(place).isNotNull();
            assertThat(place.partition()).isEqualTo(3);
            assertThat(place.offset()).isEqualTo(57);
            assertThat(ConsumerConfigs.find(place.token())).containsEntry("group.id", "g");
            Headers alone = headers("content-type", "application/x-jelly-rdf");
            companion.onConsume(records(3, 58, alone, new byte[0]));
            assertThat(alone.toArray()).hasSize(1);
        } finally {
            companion.close();
        }
    }

    @Test
    void removesAHeaderOfThatNameThatCameWithTheRecord() {
        JellyLookBack<?> companion = new JellyLookBack<>();
        companion.configure(CONSUMER);
        try {
            Headers forged = headers("velella.place", "AAAAAAAAAAAAAAAA.0.3", "velella.place", "x");
            companion.onConsume(records(3, 58, forged, new byte[0]));
            assertThat(forged.toArray()).isEmpty();
            Headers stateful = headers("velella.place", "AAAAAAAAAAAAAAAA.0.3", "jelly", "g1Zk3_Q1aXoT0w4f.1");
            companion.onConsume(records(3, 58, stateful, new byte[0]));
            assertThat(stateful.headers("velella.place")).hasSize(1);
            assertThat(RecordPlace.parse(stateful.lastHeader("velella.place").value())
                            .offset())
                    .isEqualTo(58);
        } finally {
            companion.close();
        }
    }

    @Test
    void everyInstanceHasATokenOfItsOwnUntilItIsClosed() {
        int before = ConsumerConfigs.size();
        JellyLookBack<?> one = new JellyLookBack<>();
        JellyLookBack<?> two = new JellyLookBack<>();
        one.configure(CONSUMER);
        two.configure(CONSUMER);
        assertThat(ConsumerConfigs.size()).isEqualTo(before + 2);
        one.configure(CONSUMER);
        assertThat(ConsumerConfigs.size()).isEqualTo(before + 2);
        one.close();
        one.close();
        two.close();
        assertThat(ConsumerConfigs.size()).isEqualTo(before);
    }

    @Test
    void asAPredicateItRegistersNothingAndTellsStatefulRecords() {
        int before = ConsumerConfigs.size();
        try (JellyLookBack<SinkRecord> predicate = new JellyLookBack<>()) {
            predicate.configure(Map.of());
            assertThat(ConsumerConfigs.size()).isEqualTo(before);
            SinkRecord record = new SinkRecord(TOPIC, 0, null, null, Schema.BYTES_SCHEMA, new byte[0], 0);
            assertThat(predicate.test(record)).isFalse();
            record.headers().addString("jelly", "g1Zk3_Q1aXoT0w4f.1");
            assertThat(predicate.test(record)).isTrue();
        }
        assertThat(ConsumerConfigs.size()).isEqualTo(before);
    }

    @Test
    void theRegistryIsBounded() {
        String first = ConsumerConfigs.register(CONSUMER);
        List<String> others = java.util.stream.IntStream.range(0, 10_000)
                .mapToObj(i -> ConsumerConfigs.register(CONSUMER))
                .toList();
        assertThat(ConsumerConfigs.size()).isEqualTo(10_000);
        assertThat(ConsumerConfigs.find(first)).isNull();
        assertThat(others).doesNotHaveDuplicates().allMatch(token -> token.matches("[A-Za-z0-9_-]{16}"));
        others.forEach(ConsumerConfigs::unregister);
    }

    @Test
    void placesOfAnotherFormAreNone() {
        assertThat(RecordPlace.parse(new RecordPlace("AAAAAAAAAAAAAAA-", 7, 1L << 40).toBytes()))
                .isEqualTo(new RecordPlace("AAAAAAAAAAAAAAA-", 7, 1L << 40));
        for (String other : List.of(
                "",
                "AAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAA.1",
                "AAAAAAAAAAAAAAAA.-1.2",
                "AAAAAAAAAAAAAAAA.1.2.3",
                "AAAAAAAAAAAAAAAA.99999999999.2",
                "ÄAAAAAAAAAAAAAAA.1.2")) {
            assertThat(RecordPlace.parse(other.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                    .as(other)
                    .isNull();
        }
        assertThat(RecordPlace.parse(null)).isNull();
    }

    @Test
    void bothCompanionsAreFoundAsPredicates() {
        List<Predicate<?>> found = new java.util.ArrayList<>();
        for (Predicate<?> predicate : ServiceLoader.load(Predicate.class)) {
            found.add(predicate);
        }
        assertThat(found)
                .filteredOn(predicate -> predicate.getClass().getName().startsWith("dev.velella"))
                .hasSize(2)
                .allSatisfy(predicate -> assertThat(predicate.version()).isEqualTo(VelellaVersion.get()))
                .allSatisfy(Predicate::close);
    }
}
