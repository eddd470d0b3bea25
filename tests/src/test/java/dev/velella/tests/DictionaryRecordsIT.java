package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.cli.VelellaRun;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.PartitionStamps;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.VelellaHeader;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.record.dictionary.TopicDictionaryStore;
import dev.velella.serde.JellyGraphDeserializer;
import dev.velella.serde.JellyGraphSerializer;
import dev.velella.tests.containers.HostPipeline;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that build on dictionaries, through a real broker. */
class DictionaryRecordsIT {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int PARTITIONS = 3;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void startBroker(@TempDir Path directory) throws Exception {
        broker = new EmbeddedBroker(directory, Ports.free(), Map.of("auto.create.topics.enable", "true"));
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    private static Map<String, Object> client() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static Map<String, Object> producer(String dictionaries) {
        Map<String, Object> config = new HashMap<>(client());
        config.put("key.serializer", StringSerializer.class.getName());
        config.put("value.serializer", JellyGraphSerializer.class.getName());
        config.put("jelly.mode", "dictionary");
        config.put("jelly.dictionaries.topic", dictionaries);
        return config;
    }

    private static RdfGraph graph(int number) {
        return RdfGraph.of(List.of(
                VALUES.createStatement(
                        VALUES.createIRI("http://example.org/station/" + number % 11),
                        VALUES.createIRI("http://example.org/v#temperature"),
                        VALUES.createLiteral(number)),
                VALUES.createStatement(
                        VALUES.createIRI("http://example.org/station/" + number % 11),
                        VALUES.createIRI("http://example.org/v#state"),
                        VALUES.createIRI("http://example.org/state/" + number % 3))));
    }

    private static void create(String topic, int partitions, String policy) throws Exception {
        try (Admin admin = Admin.create(client())) {
            Topics.create(
                    admin,
                    List.of(new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", policy))));
        }
    }

    /** Sends graphs from two writers, with stamps, so that their records are counted. */
    private static Map<String, RdfGraph> send(String topic, int count, String dictionaries) throws Exception {
        Map<String, RdfGraph> sent = new HashMap<>();
        PartitionStamps stamps = new PartitionStamps();
        try (KafkaProducer<String, RdfGraph> first = new KafkaProducer<>(producer(dictionaries));
                KafkaProducer<String, RdfGraph> second = new KafkaProducer<>(producer(dictionaries))) {
            for (int i = 0; i < count; i++) {
                String key = "k" + i;
                sent.put(key, graph(i));
                if (i % 2 == 0) {
                    ProducerRecord<String, RdfGraph> record =
                            new ProducerRecord<>(topic, i % PARTITIONS, key, graph(i));
                    record.headers()
                            .add(
                                    PartitionStamp.HEADER,
                                    stamps.next(topic, i % PARTITIONS).toBytes());
                    first.send(record).get();
                } else {
                    second.send(new ProducerRecord<>(topic, key, graph(i))).get();
                }
            }
        }
        return sent;
    }

    private static RecordDecoder decoder(TopicDictionarySource dictionaries) {
        return new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, dictionaries);
    }

    private static StreamElement element(FrameResult result) {
        return ((FrameResult.Decoded) result).element();
    }

    /** A plain copy: the partition follows from the key. */
    private static void copy(List<ConsumerRecord<String, byte[]>> records, String topic) throws Exception {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(client(), new StringSerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (ConsumerRecord<String, byte[]> record : records) {
                sent.add(producer.send(
                        new ProducerRecord<>(topic, null, record.key(), record.value(), record.headers())));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        }
    }

    @Test
    void recordsOfACompactedTopicAreReadInAnyOrderByManyThreads() throws Exception {
        create("any-order", PARTITIONS, "compact");
        Map<String, RdfGraph> sent = send("any-order", 600, "any-order-dictionaries");
        List<ConsumerRecord<String, byte[]>> written =
                Topics.committed(broker.bootstrapServers(), "any-order", PARTITIONS);
        create("repartitioned", PARTITIONS + 2, "compact");
        copy(written, "repartitioned");
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>(written);
        records.addAll(Topics.committed(broker.bootstrapServers(), "repartitioned", PARTITIONS + 2));
        assertThat(records).hasSize(1200);
        assertThat(records).allSatisfy(record -> {
            VelellaHeader header = RecordHeaderReader.velella(record.headers());
            assertThat(header).isNotNull();
            assertThat(header.dictionary()).isNotNull();
            assertThat(record.headers().lastHeader(RecordHeaderNames.CONTENT_TYPE))
                    .isNull();
        });
        Collections.shuffle(records, new Random(1));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> readers = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int turn = thread;
                readers.add(() -> {
                    int right = 0;
                    try (TopicDictionarySource source = new TopicDictionarySource(client(), "any-order-dictionaries")) {
                        RecordDecoder decoder = decoder(source);
                        for (int i = turn; i < records.size(); i += 4) {
                            ConsumerRecord<String, byte[]> record = records.get(i);
                            right += element(decoder.decode(record)).equals(sent.get(record.key())) ? 1 : 0;
                        }
                    }
                    return right;
                });
            }
            int right = 0;
            for (Future<Integer> reader : threads.invokeAll(readers)) {
                right += reader.get();
            }
            assertThat(right).isEqualTo(1200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void consumersReadThemAndASkippedRecordCostsItself() throws Exception {
        create("skipped", PARTITIONS, "delete");
        Map<String, RdfGraph> sent = send("skipped", 120, "skipped-dictionaries");
        try (JellyGraphDeserializer deserializer = new JellyGraphDeserializer()) {
            Map<String, Object> config = new HashMap<>(client());
            config.put("jelly.dictionaries.topic", "skipped-dictionaries");
            deserializer.configure(config, false);
            for (ConsumerRecord<String, byte[]> record :
                    Topics.committed(broker.bootstrapServers(), "skipped", PARTITIONS)) {
                assertThat(deserializer.deserialize("skipped", record.headers(), record.value()))
                        .isEqualTo(sent.get(record.key()));
            }
        }
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "skipped-dictionaries")) {
            RecordDecoder decoder = decoder(source);
            List<ConsumerRecord<String, byte[]>> counted =
                    Topics.committed(broker.bootstrapServers(), "skipped", PARTITIONS).stream()
                            .filter(record -> record.partition() == 0
                                    && RecordHeaderReader.velella(record.headers())
                                                    .place()
                                            != null)
                            .toList();
            assertThat(counted).hasSize(20);
            assertThat(continuity(decoder, counted.get(0))).isEqualTo(Continuity.Kind.FIRST);
            assertThat(continuity(decoder, counted.get(1))).isEqualTo(Continuity.Kind.NEXT);
            assertThat(continuity(decoder, counted.get(1))).isEqualTo(Continuity.Kind.DUPLICATE);
            FrameResult.Decoded after = (FrameResult.Decoded) decoder.decode(counted.get(4));
            assertThat(after.continuity()).isEqualTo(new Continuity(Continuity.Kind.AFTER_LOSS, 2));
            assertThat(continuity(decoder, counted.get(2))).isEqualTo(Continuity.Kind.REWOUND);
        }
    }

    private static Continuity.Kind continuity(RecordDecoder decoder, ConsumerRecord<String, byte[]> record) {
        return ((FrameResult.Decoded) decoder.decode(record)).continuity().kind();
    }

    /** Dictionaries that are forged or cannot be found are never guessed. */
    @Test
    void aDictionaryThatIsNotThereIsSaidToBeMissing() throws Exception {
        create("lonely", PARTITIONS, "delete");
        send("lonely", 3, "lonely-dictionaries");
        create("forged", 1, "compact");
        Dictionary right;
        ConsumerRecord<String, byte[]> record = Topics.committed(broker.bootstrapServers(), "lonely", PARTITIONS)
                .get(0);
        long name = RecordHeaderReader.velella(record.headers()).dictionary().name();
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "lonely-dictionaries")) {
            right = source.find(name);
        }
        Map<String, Object> bytes = new HashMap<>(client());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(bytes, new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] other = right.frame().clone();
            other[other.length - 1]++;
            producer.send(new ProducerRecord<>("forged", right.digest(), other)).get();
        }
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "forged")) {
            assertThatThrownBy(() -> decoder(source).decode(record))
                    .isInstanceOf(MissingDictionaryException.class)
                    .hasMessageContaining(Dictionary.text(name))
                    .hasMessageContaining("topic forged");
        }
        assertThatThrownBy(() -> new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null).decode(record))
                .isInstanceOf(MissingDictionaryException.class)
                .hasMessageContaining("no access");
        // A copy of the topic that comes late is found by the same reader.
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "forged")) {
            assertThat(new TopicDictionaryStore(TopicDictionaryStore.access(client()), "forged", "").store(right))
                    .isTrue();
            assertThat(element(decoder(source).decode(record))).isEqualTo(graph(number(record)));
        }
    }

    /** Two dictionaries whose hashes begin with the same 48 bits, which took ten million attempts. */
    @Test
    void aNameThatTwoDictionariesHaveIsUsedByNobody() throws Exception {
        create("namesakes", 1, "compact");
        List<Dictionary> namesakes = new ArrayList<>();
        for (String digits : List.of("00323860", "009edb52")) {
            namesakes.add(Dictionary.of(HexFormat.of()
                    .parseHex("0a0f0a0d100248800150105810700478020a19521708011213687474703a2f2f6578616d706c652e6f7267"
                            + "2f0a0e4a0c08011208"
                            + HexFormat.of().formatHex(digits.getBytes(StandardCharsets.US_ASCII)))));
        }
        long name = namesakes.get(0).name();
        assertThat(namesakes.get(1).name()).isEqualTo(name);
        assertThat(namesakes.get(1)).isNotEqualTo(namesakes.get(0));
        TopicDictionaryStore store = new TopicDictionaryStore(TopicDictionaryStore.access(client()), "namesakes", "");
        assertThat(store.store(namesakes.get(0))).isTrue();
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "namesakes")) {
            assertThat(source.find(name)).isEqualTo(namesakes.get(0));
        }
        assertThat(store.store(namesakes.get(1))).isTrue();
        VelellaHeader header = new VelellaHeader(ElementKind.GRAPH, new VelellaHeader.Base(name, 0), null, null, null);
        Headers headers = new RecordHeaders().add(VelellaHeader.NAME, header.toBytes());
        try (TopicDictionarySource source = new TopicDictionarySource(client(), "namesakes")) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> decoder(source).decode("t", headers, new byte[0]))
                        .isInstanceOf(MissingDictionaryException.class)
                        .hasMessageContaining(Dictionary.text(name));
            }
        }
    }

    /** A topic into which all records but one were copied as they are. */
    @Test
    void theCommandLineReadsACopyAndNamesTheRecordThatIsNotThere() throws Exception {
        create("copied", 1, "delete");
        create("gapped", 1, "delete");
        PartitionStamps stamps = new PartitionStamps();
        try (KafkaProducer<String, RdfGraph> producer = new KafkaProducer<>(producer("copied-dictionaries"))) {
            for (int i = 0; i < 5; i++) {
                ProducerRecord<String, RdfGraph> record = new ProducerRecord<>("copied", 0, "k" + i, graph(i));
                record.headers()
                        .add(PartitionStamp.HEADER, stamps.next("copied", 0).toBytes());
                producer.send(record).get();
            }
        }
        List<ConsumerRecord<String, byte[]>> records = Topics.committed(broker.bootstrapServers(), "copied", 1);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(client(), new StringSerializer(), new ByteArraySerializer())) {
            for (ConsumerRecord<String, byte[]> record : records) {
                if (record.offset() != 3) {
                    producer.send(new ProducerRecord<>(
                                    "gapped", 0, record.timestamp(), record.key(), record.value(), record.headers()))
                            .get();
                }
            }
        }
        VelellaHeader header = RecordHeaderReader.velella(records.get(0).headers());
        VelellaRun cat = command("cat", "copied");
        assertThat(cat.status()).as(cat.err()).isZero();
        assertThat(cat.out())
                .contains(" dictionary=" + Dictionary.text(header.dictionary().name()))
                .contains(" writer=" + header.place().name() + " seq=0 ")
                .contains("http://example.org/v#temperature")
                .doesNotContain("header velella");
        assertThat(command("verify", "copied").status()).isZero();
        VelellaRun verify = command("verify", "gapped");
        assertThat(verify.status()).isEqualTo(1);
        assertThat(verify.out())
                .contains("gapped-0@3: 1 record of stream " + header.place().name()
                        + " lost between offset 2 and this record");
        assertThat(command("stats", "gapped").out()).contains("dictionary");
    }

    private static VelellaRun command(String command, String topic) {
        return VelellaRun.of(
                "topic",
                command,
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                topic,
                "--dictionaries-topic",
                "copied-dictionaries",
                "--timeout-ms",
                "120000");
    }

    private static int number(ConsumerRecord<String, byte[]> record) {
        return Integer.parseInt(record.key().substring(1));
    }

    /** Kafka would delete dictionaries there, so records are written without one. */
    @Test
    void noDictionaryIsWrittenToATopicThatForgets() throws Exception {
        create("forgets", 1, "delete");
        create("whole", PARTITIONS, "delete");
        send("whole", 5, "forgets");
        assertThat(Topics.committed(broker.bootstrapServers(), "forgets", 1)).isEmpty();
        assertThat(Topics.committed(broker.bootstrapServers(), "whole", PARTITIONS))
                .hasSize(5)
                .allSatisfy(record -> assertThat(
                                RecordHeaderReader.velella(record.headers()).dictionary())
                        .isNull());
    }

    private static Dictionary dictionary(String digits) {
        return Dictionary.of(HexFormat.of()
                .parseHex("0a0f0a0d100248800150105810700478020a19521708011213687474703a2f2f6578616d706c652e6f7267"
                        + "2f0a0e4a0c08011208"
                        + HexFormat.of().formatHex(digits.getBytes(StandardCharsets.US_ASCII))));
    }

    private static void policy(Admin admin, String topic, String policy) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    /** A reader that knew the topic before reads it anew, also if it is as long as it was. */
    @ParameterizedTest
    @ValueSource(strings = {"deleted", "made-anew", "emptied"})
    void aTopicThatLostItsDictionariesGetsThemBackFromTheirWriter(String accident) throws Exception {
        String topic = "lost-by-" + accident;
        List<Dictionary> dictionaries = List.of(dictionary("00000001"), dictionary("00000002"), dictionary("00000003"));
        TopicDictionaryStore store = new TopicDictionaryStore(TopicDictionaryStore.access(client()), topic, "");
        try (Admin admin = Admin.create(client());
                TopicDictionarySource source = new TopicDictionarySource(client(), topic);
                LoggedMessages log = LoggedMessages.of(TopicDictionaryStore.class.getName())) {
            assertThat(dictionaries).allMatch(store::store);
            assertThat(source.find(dictionaries.get(0).name())).isEqualTo(dictionaries.get(0));
            store.look();
            assertThat(log.messages()).noneMatch(line -> line.contains("once more"));
            if (accident.equals("emptied")) {
                policy(admin, topic, "compact,delete"); // Kafka deletes records of no other topic
                Await.until("the records are deleted", Duration.ofSeconds(120), () -> {
                    try {
                        admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(2)))
                                .all()
                                .get();
                        return true;
                    } catch (ExecutionException e) {
                        return false; // the broker has not heard of the policy yet
                    }
                });
                policy(admin, topic, "compact");
            } else {
                admin.deleteTopics(List.of(topic)).all().get();
            }
            if (accident.equals("made-anew")) {
                create(topic, 1, "compact");
            }
            assertThat(dictionaries).as("nobody has looked").allMatch(store::holds);
            store.look();
            assertThat(dictionaries).allMatch(store::holds);
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("does not keep what records need"))
                    .anyMatch(line -> line.contains(
                            "Wrote " + (accident.equals("emptied") ? 2 : 3) + " dictionaries to topic " + topic));
            try (TopicDictionarySource fresh = new TopicDictionarySource(client(), topic)) {
                for (Dictionary dictionary : dictionaries) {
                    assertThat(fresh.find(dictionary.name())).isEqualTo(dictionary);
                    assertThat(source.find(dictionary.name())).isEqualTo(dictionary);
                }
            }
            assertThat(admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.TOPIC, topic)))
                            .all()
                            .get()
                            .values())
                    .allMatch(config -> config.get("cleanup.policy").value().equals("compact"));
        }
    }

    @Test
    void aStoreHoldsNothingWhileKafkaWouldDeleteIt() throws Exception {
        String topic = "forgets-later";
        Dictionary first = dictionary("00000001");
        Dictionary second = dictionary("00000002");
        TopicDictionaryStore store = new TopicDictionaryStore(TopicDictionaryStore.access(client()), topic, "");
        try (Admin admin = Admin.create(client())) {
            assertThat(store.store(first)).isTrue();
            policy(admin, topic, "compact,delete");
            store.look();
            assertThat(store.holds(first)).isFalse();
            assertThat(store.store(first)).isFalse();
            assertThat(store.store(second)).isFalse();
            policy(admin, topic, "compact");
            store.look();
            assertThat(store.holds(first)).isTrue();
            assertThat(store.store(second)).isTrue();
        }
    }

    /** From simulated stations to the store, with dictionaries at every step. */
    @Test
    void theStoreEqualsTheStream(@TempDir Path scratch) throws Exception {
        Map<String, String> converter =
                Map.of("jelly.mode", "dictionary", "kafka.bootstrap.servers", broker.bootstrapServers());
        try (HostPipeline pipeline = new HostPipeline(
                broker.bootstrapServers(), scratch, Map.of("velella.jelly.mode", "dictionary"), converter)) {
            pipeline.start(400, 3, 0);
            assertThat(pipeline.awaitStoreEqualsStream(400, 3).graphs()).isEqualTo(3);
        }
        Set<String> kinds = new TreeSet<>();
        for (String topic : List.of(HostPipeline.GRAPHS, HostPipeline.PATCHES)) {
            List<ConsumerRecord<String, byte[]>> records =
                    Topics.committed(broker.bootstrapServers(), topic, HostPipeline.PARTITIONS);
            assertThat(records).allSatisfy(record -> {
                VelellaHeader header = RecordHeaderReader.velella(record.headers());
                assertThat(header.dictionary()).isNotNull();
                assertThat(header.place()).isNotNull();
                assertThat(record.headers().toArray()).as("headers").hasSize(1);
                kinds.add(header.kind() + (header.position() == null ? "" : " numbered"));
            });
        }
        assertThat(kinds).containsExactly("GRAPH", "PATCH numbered");
        assertThat(Topics.committed(broker.bootstrapServers(), DictionaryOptions.DEFAULT_TOPIC, 1))
                .isNotEmpty();
    }
}
