package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.frame.PartitionStamp;
import dev.velella.frame.PartitionStamps;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.JellyHeader;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderReader;
import dev.velella.serde.JellyGraphDeserializer;
import dev.velella.serde.JellyGraphSerde;
import dev.velella.serde.JellyGraphSerializer;
import dev.velella.serde.JellyLossInterceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueStore;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Producers, consumers and a Kafka Streams app that are configured with the serializers by name. */
class PlainClientIT {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private static EmbeddedBroker broker;

    @BeforeAll
    static void startBroker(@TempDir Path directory) throws Exception {
        broker = new EmbeddedBroker(directory, Ports.free(), Map.of("auto.create.topics.enable", "true"));
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    private static RdfGraph graph(int number, int statements) {
        List<Statement> all = new ArrayList<>();
        for (int i = 0; i < statements; i++) {
            all.add(VALUES.createStatement(
                    VALUES.createIRI("http://example.org/station/" + number % 11),
                    VALUES.createIRI("http://example.org/v#value" + i),
                    VALUES.createLiteral("reading " + number + " of sensor " + i)));
        }
        return RdfGraph.of(all);
    }

    private static Map<String, Object> producer() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("key.serializer", StringSerializer.class.getName());
        config.put("value.serializer", JellyGraphSerializer.class.getName());
        return config;
    }

    private static void createTopic(String topic, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            Topics.create(admin, topic, partitions);
        }
    }

    private static <V> List<ConsumerRecord<String, V>> read(
            String topic, int partitions, KafkaConsumer<String, V> from) {
        List<ConsumerRecord<String, V>> records = new ArrayList<>();
        try (KafkaConsumer<String, V> consumer = from) {
            List<TopicPartition> places = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                places.add(new TopicPartition(topic, partition));
            }
            consumer.assign(places);
            consumer.seekToBeginning(places);
            Map<TopicPartition, Long> ends = consumer.endOffsets(places);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private static KafkaConsumer<String, RdfGraph> graphs() {
        return new KafkaConsumer<>(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "key.deserializer",
                StringDeserializer.class.getName(),
                "value.deserializer",
                JellyGraphDeserializer.class.getName()));
    }

    @Test
    void withoutStampsEveryRecordCanBeReadAlone() throws Exception {
        createTopic("self-contained", 3);
        try (KafkaProducer<String, RdfGraph> producer = new KafkaProducer<>(producer())) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>("self-contained", "k" + i % 7, graph(i, 3)));
            }
        }
        Map<String, Object> bytes = Map.of("bootstrap.servers", broker.bootstrapServers());
        JellyGraphDecoder plain = new JellyGraphDecoder(VALUES, Limits.DEFAULT);
        List<RdfGraph> read = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : read(
                "self-contained",
                3,
                new KafkaConsumer<>(bytes, new StringDeserializer(), new ByteArrayDeserializer()))) {
            assertThat(RecordHeaderReader.jelly(record.headers())).isNull();
            assertThat(RecordHeaderReader.mediaType(record.headers())).isEqualTo("application/x-jelly-rdf");
            read.add(plain.decode(record.value()));
        }
        assertThat(read).hasSize(100).contains(graph(0, 3), graph(99, 3));
    }

    @Test
    void withStampsNothingIsLostWhereTheProducerRefusesRecordsAndTheInterceptorReportsThem() throws Exception {
        createTopic("stateful", 2);
        Map<String, Object> config = producer();
        config.put("interceptor.classes", JellyLossInterceptor.class.getName());
        config.put("max.request.size", 2000);
        config.put("jelly.mode", "stateful");
        Map<Integer, List<RdfGraph>> sent = Map.of(0, new ArrayList<>(), 1, new ArrayList<>());
        int refused = 0;
        PartitionStamps stamps = new PartitionStamps();
        try (KafkaProducer<String, RdfGraph> producer = new KafkaProducer<>(config)) {
            for (int i = 0; i < 400; i++) {
                int partition = i / 3 % 2;
                RdfGraph graph = graph(i, i % 50 == 17 ? 100 : 3);
                ProducerRecord<String, RdfGraph> record = new ProducerRecord<>("stateful", partition, "k", graph);
                record.headers()
                        .add(
                                PartitionStamp.HEADER,
                                stamps.next("stateful", partition).toBytes());
                try {
                    producer.send(record).get();
                    sent.get(partition).add(graph);
                } catch (ExecutionException e) {
                    assertThat(e).hasCauseInstanceOf(RecordTooLargeException.class);
                    refused++;
                }
            }
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("stateful", "k", graph(1, 1))))
                    .hasMessageContaining(PartitionStamp.HEADER);
        }
        assertThat(refused).isEqualTo(8);
        Map<Integer, List<RdfGraph>> read = Map.of(0, new ArrayList<>(), 1, new ArrayList<>());
        Set<Long> streams = new HashSet<>();
        int keyFrames = 0;
        for (ConsumerRecord<String, RdfGraph> record : read("stateful", 2, graphs())) {
            read.get(record.partition()).add(record.value());
            JellyHeader header = RecordHeaderReader.jelly(record.headers());
            assertThat(header).isNotNull();
            assertThat(record.headers().lastHeader(PartitionStamp.HEADER)).isNull();
            streams.add(header.stream());
            keyFrames += header.isKeyFrame() ? 1 : 0;
        }
        assertThat(read).isEqualTo(sent);
        assertThat(streams).as("one more for every refused record").hasSize(10);
        assertThat(keyFrames).isEqualTo(10);
    }

    @Test
    void aStreamsAppKeepsGraphsInItsStoreAndRestoresThem(@TempDir Path state) throws Exception {
        createTopic("elements", 1);
        createTopic("latest", 1);
        try (KafkaProducer<String, RdfGraph> producer = new KafkaProducer<>(producer())) {
            for (int run = 0; run < 2; run++) {
                for (int i = 0; i < 20; i++) {
                    producer.send(new ProducerRecord<>("elements", 0, "k" + i % 4, graph(100 * run + i, 2)))
                            .get();
                }
                long expected = 20L * (run + 1);
                // The second run has an empty directory: it restores its store from the changelog.
                try (KafkaStreams streams = app(state.resolve("run" + run))) {
                    streams.start();
                    Await.until("all is processed", PATIENCE, () -> end("latest") >= expected);
                }
            }
        }
        List<ConsumerRecord<String, RdfGraph>> latest = read("latest", 1, graphs());
        assertThat(latest).hasSize(40);
        // Each record holds what was stored before and the new graph.
        assertThat(latest.get(20).value().statements())
                .containsExactlyInAnyOrderElementsOf(
                        merged(graph(16, 2), graph(100, 2)).statements());
    }

    private static long end(String topic) {
        TopicPartition place = new TopicPartition(topic, 0);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()))) {
            return admin.listOffsets(Map.of(place, OffsetSpec.latest()))
                    .partitionResult(place)
                    .get()
                    .offset();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static RdfGraph merged(RdfGraph one, RdfGraph other) {
        List<Statement> all = new ArrayList<>(one.statements());
        all.addAll(other.statements());
        return RdfGraph.of(all);
    }

    /** Sends each graph together with the one before it of the same key. */
    private static KafkaStreams app(Path state) {
        JellyGraphSerde serde = new JellyGraphSerde();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("elements", Consumed.with(Serdes.String(), serde))
                .groupByKey()
                .aggregate(
                        () -> RdfGraph.of(List.of()),
                        (key, graph, before) -> {
                            // The last two statements stored are the graph before.
                            int from = Math.max(0, before.statements().size() - 2);
                            return merged(
                                    RdfGraph.of(before.statements()
                                            .subList(from, before.statements().size())),
                                    graph);
                        },
                        Materialized.<String, RdfGraph, KeyValueStore<Bytes, byte[]>>with(Serdes.String(), serde)
                                .withCachingDisabled())
                .toStream()
                .to("latest", Produced.with(Serdes.String(), serde));
        Properties config = new Properties();
        config.put("application.id", "keeps-graphs");
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("state.dir", state.toString());
        config.put("auto.offset.reset", "earliest");
        config.put("num.stream.threads", 1);
        config.put("consumer.session.timeout.ms", 6000); // how long the next run waits for the one that was closed
        return new KafkaStreams(builder.build(), config);
    }
}
