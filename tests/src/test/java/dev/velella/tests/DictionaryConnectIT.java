package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.cli.VelellaRun;
import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.VelellaHeader;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.serde.JellyGraphSerializer;
import dev.velella.serde.JellyPatchSerializer;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.foreign.EveryThird;
import dev.velella.tests.foreign.ForeignSinkConnector;
import dev.velella.tests.versions.OtherWorker;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What records that build on dictionaries may be put through in Kafka Connect, and records that build on each other may not:
 * tolerated errors, transformations that leave out and reroute, compaction, a trimmed topic, sinks that begin anywhere,
 * header converters, mirrors.
 */
class DictionaryConnectIT {
    private static final int PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String STORAGE = "org.apache.kafka.connect.storage.";
    private static final String METERED = "dev.velella.converter.MeteredJellyConverter";
    private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";
    private static final String JSON = "org.apache.kafka.connect.json.JsonConverter";

    @TempDir
    private static Path scratch;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;
    private static ConnectRest rest;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(
                scratch.resolve("kafka"),
                Ports.free(),
                Map.of(
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "allow.everyone.if.no.acl.found",
                        "true"));
        admin = Admin.create(client());
        worker = new ConnectWorker(broker.bootstrapServers(), ForeignPlugin.pluginPath(scratch), Ports.free());
        rest = new ConnectRest(worker.restUrl());
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
    }

    private static Map<String, Object> client() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static void create(String topic, int partitions, String policy) throws Exception {
        Topics.create(
                admin, List.of(new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", policy))));
    }

    private static void connector(String name, Map<String, String> config) throws Exception {
        connector(rest, name, config);
    }

    private static void connector(ConnectRest rest, String name, Map<String, String> config) throws Exception {
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        ObjectNode options = connector.putObject("config").put("name", name).put("tasks.max", "1");
        config.forEach(options::put);
        rest.create(connector);
    }

    private static Map<String, String> with(Map<String, String> config, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(config);
        all.putAll(more);
        return all;
    }

    private static Map<String, String> source(String topic, String dictionaries, int elements) {
        return with(
                converter(dictionaries),
                Map.of(
                        "connector.class", "dev.velella.source.RdfSourceConnector",
                        "source.type", "simulator",
                        "topic", topic,
                        "simulator.elements", Integer.toString(elements),
                        "simulator.stations", "5",
                        "batch.max.records", "20",
                        "kafka.bootstrap.servers", broker.bootstrapServers(),
                        "value.converter.kafka.bootstrap.servers", broker.bootstrapServers(),
                        "value.converter.jelly.mode", "dictionary",
                        "errors.tolerance", "all"));
    }

    private static Map<String, String> converter(String dictionaries) {
        return Map.of(
                "key.converter",
                STORAGE + "StringConverter",
                "value.converter",
                "dev.velella.converter.JellyConverter",
                "value.converter.jelly.dictionaries.topic",
                dictionaries);
    }

    /** Waits until a topic has so many records, and gives them partition by partition. */
    private static List<ConsumerRecord<String, byte[]>> await(String connector, String topic, int count)
            throws Exception {
        return await(rest, connector, topic, count);
    }

    private static List<ConsumerRecord<String, byte[]>> await(
            ConnectRest rest, String connector, String topic, int count) throws Exception {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        Await.until(count + " records of " + topic, PATIENCE, () -> {
            assertThat(rest.failure(connector)).isEmpty();
            records.clear();
            if (admin.listTopics().names().get().contains(topic)) {
                records.addAll(Topics.committed(broker.bootstrapServers(), topic, PARTITIONS));
            }
            return records.size() >= count;
        });
        assertThat(records).hasSize(count);
        return records;
    }

    /** The graphs of records by key, in order; no record says that one before it is lost. */
    private static Map<String, List<RdfGraph>> graphs(
            List<ConsumerRecord<String, byte[]>> records, String dictionaries) {
        Map<String, List<RdfGraph>> graphs = new HashMap<>();
        try (TopicDictionarySource source = new TopicDictionarySource(client(), dictionaries)) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, source);
            for (ConsumerRecord<String, byte[]> record : records) {
                FrameResult.Decoded decoded = (FrameResult.Decoded) decoder.decode(record);
                assertThat(decoded.continuity().lost()).isZero();
                graphs.computeIfAbsent(record.key(), key -> new ArrayList<>()).add((RdfGraph) decoded.element());
            }
        }
        return graphs;
    }

    private static Map<String, List<RdfGraph>> weather(int elements) {
        Map<String, List<RdfGraph>> graphs = new HashMap<>();
        Weather.elements(elements, 5).forEach(element -> graphs.computeIfAbsent(element.key(), key -> new ArrayList<>())
                .add(element.graph()));
        return graphs;
    }

    private static VelellaHeader header(ConsumerRecord<?, byte[]> record) {
        return RecordHeaderReader.velella(record.headers());
    }

    @Test
    void aTolerantSourceCountsRecordsThatTransformationsLeaveOutAndReroute() throws Exception {
        create("site", PARTITIONS, "delete");
        create("rerouted", PARTITIONS, "delete");
        connector(
                "tolerant",
                with(
                        source("site", "tolerant-dictionaries", 600),
                        Map.of(
                                "transforms",
                                "third,route",
                                "transforms.third.type",
                                EveryThird.class.getName(),
                                "transforms.route.type",
                                "org.apache.kafka.connect.transforms.RegexRouter",
                                "transforms.route.regex",
                                "site",
                                "transforms.route.replacement",
                                "rerouted")));
        List<ConsumerRecord<String, byte[]>> records = await("tolerant", "rerouted", 400);
        assertThat(records).allSatisfy(record -> {
            assertThat(header(record).dictionary()).isNotNull();
            assertThat(header(record).place()).isNotNull();
        });
        Map<String, List<RdfGraph>> sent = weather(600);
        graphs(records, "tolerant-dictionaries").forEach((key, graphs) -> {
            Iterator<RdfGraph> all = sent.get(key).iterator();
            for (RdfGraph graph : graphs) {
                boolean isFound = false;
                while (!isFound && all.hasNext()) {
                    isFound = all.next().equals(graph);
                }
                assertThat(isFound).as("a graph of " + key + " in its order").isTrue();
            }
        });
    }

    /** Compaction leaves records out, so a count would say that they are lost. */
    @Test
    void recordsOfACompactedTopicBuildOnDictionariesAndAreNotCounted() throws Exception {
        create("compacted", PARTITIONS, "compact");
        Map<String, String> source = new HashMap<>(source("compacted", "compacted-dictionaries", 300));
        source.put("value.converter.rdf.message.header", "true");
        connector("compacting", source);
        List<ConsumerRecord<String, byte[]>> records = await("compacting", "compacted", 300);
        assertThat(records).allSatisfy(record -> {
            assertThat(header(record).dictionary()).isNotNull();
            assertThat(header(record).place()).isNull();
            assertThat(headers(record.headers()))
                    .containsEntry(
                            "RDF-Message-Content-Type",
                            HexFormat.of().formatHex("application/x-velella-rdf".getBytes(StandardCharsets.UTF_8)));
        });
        assertThat(graphs(records, "compacted-dictionaries")).isEqualTo(weather(300));
    }

    private static Map<String, Object> serializer(String type, String dictionaries) {
        Map<String, Object> config = new HashMap<>(client());
        config.put("key.serializer", StringSerializer.class.getName());
        config.put("value.serializer", type);
        config.put("jelly.mode", "dictionary");
        config.put("jelly.dictionaries.topic", dictionaries);
        return config;
    }

    /** Sends graphs to all partitions in turn; gives what a sink has to make of each, by its place. */
    private static Map<String, String> send(String topic, int count, String dictionaries) throws Exception {
        Map<String, String> sent = new TreeMap<>();
        try (KafkaProducer<String, RdfGraph> producer =
                        new KafkaProducer<>(serializer(JellyGraphSerializer.class.getName(), dictionaries));
                JsonConverter json = new JsonConverter()) {
            json.configure(Map.of("schemas.enable", "false", "converter.type", "value"));
            List<RdfGraph> graphs = Weather.elements(count, 5).stream()
                    .map(element -> element.graph())
                    .toList();
            for (int i = 0; i < count; i++) {
                long offset = producer.send(new ProducerRecord<>(topic, i % PARTITIONS, "k" + i, graphs.get(i)))
                        .get()
                        .offset();
                byte[] text = json.fromConnectData(topic, RdfStructs.GRAPH_SCHEMA, RdfStructs.of(graphs.get(i)));
                sent.put(i % PARTITIONS + "@" + offset, new String(text, StandardCharsets.UTF_8));
            }
        }
        return sent;
    }

    private static Map<String, String> headers(Headers headers) {
        Map<String, String> all = new TreeMap<>();
        headers.forEach(header -> all.put(header.key(), HexFormat.of().formatHex(header.value())));
        return all;
    }

    /** A sink of others; its group begins at an offset of each partition. */
    private static Path foreignSink(String name, String topic, String headerConverter, long... offsets)
            throws Exception {
        Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            begin.put(new TopicPartition(topic, partition), new OffsetAndMetadata(offsets[partition]));
        }
        admin.alterConsumerGroupOffsets("connect-" + name, begin).all().get();
        Path file = scratch.resolve(name + ".txt");
        create(name + "-letters", PARTITIONS, "delete");
        Map<String, String> config = new HashMap<>(converter(topic + "-dictionaries"));
        config.put("connector.class", ForeignSinkConnector.class.getName());
        config.put("topics", topic);
        config.put("file", file.toString());
        config.put("header.converter", headerConverter);
        config.put("consumer.override.interceptor.classes", "dev.velella.converter.JellyLookBack");
        config.put("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", name + "-letters");
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        config.put("transforms", "route");
        config.put("transforms.route.type", "org.apache.kafka.connect.transforms.RegexRouter");
        config.put("transforms.route.regex", ".*");
        config.put("transforms.route.replacement", "elsewhere");
        connector(name, config);
        return file;
    }

    private static Map<String, String> received(String name, Path file, int count) throws Exception {
        Map<String, String> found = new TreeMap<>();
        Await.until(count + " records of " + name, PATIENCE, () -> {
            assertThat(rest.failure(name)).isEmpty();
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    found.put(line.substring(0, space), line.substring(space + 1));
                }
            }
            return found.size() >= count;
        });
        return found;
    }

    private static long offset(String place) {
        return Long.parseLong(place.substring(place.indexOf('@') + 1));
    }

    /**
     * Records are deleted before the one that the group wants next, one record is broken, and the header converters do what
     * they do with binary headers.
     */
    @Test
    void aSinkOfOthersThatBeginsAnywhereInATrimmedTopicGetsEveryRecordOrALetterOfIt() throws Exception {
        create("anywhere", PARTITIONS, "delete");
        Map<String, String> sent = send("anywhere", 240, "anywhere-dictionaries");
        ConsumerRecord<String, byte[]> whole = Topics.committed(broker.bootstrapServers(), "anywhere", PARTITIONS)
                .get(0);
        byte[] broken = whole.value().clone();
        broken[0] = 0x7F;
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(client(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("anywhere", 1, "broken", broken, whole.headers()))
                    .get();
        }
        admin.deleteRecords(Map.of(new TopicPartition("anywhere", 0), RecordsToDelete.beforeOffset(40)))
                .all()
                .get();
        Map<String, String> expected = new TreeMap<>(sent);
        expected.keySet()
                .removeIf(place -> (place.startsWith("0@") && offset(place) < 40)
                        || (place.startsWith("1@") && offset(place) < 25));
        Map<String, Path> files = new TreeMap<>();
        for (String converter : List.of(STORAGE + "SimpleHeaderConverter", STORAGE + "StringConverter", BYTES, JSON)) {
            String name = "anywhere-" + converter.substring(converter.lastIndexOf('.') + 1);
            files.put(name, foreignSink(name, "anywhere", converter, 10, 25, 0));
        }
        for (Map.Entry<String, Path> sink : files.entrySet()) {
            String name = sink.getKey();
            if (!name.endsWith("JsonConverter")) {
                assertThat(received(name, sink.getValue(), expected.size()))
                        .as(name)
                        .isEqualTo(expected);
                List<ConsumerRecord<String, byte[]>> letters = await(name, name + "-letters", 1);
                assertThat(letters.get(0).key()).isEqualTo("broken");
                assertThat(letters.get(0).value()).isEqualTo(broken);
                assertThat(headers(letters.get(0).headers())).isEqualTo(headers(whole.headers()));
            }
        }
        // It takes JSON only, so not one of the text headers, which records of version 1 have too. Nothing is lost by
        // it.
        String json = "anywhere-JsonConverter";
        List<ConsumerRecord<String, byte[]>> letters = await(json, json + "-letters", expected.size() + 1);
        letters.removeIf(letter -> letter.key().equals("broken"));
        Map<String, List<RdfGraph>> found = graphs(letters, "anywhere-dictionaries");
        assertThat(found.values().stream().mapToInt(List::size).sum()).isEqualTo(expected.size());
        List<RdfGraph> weather = Weather.elements(240, 5).stream()
                .map(element -> element.graph())
                .toList();
        found.forEach(
                (key, graphs) -> assertThat(graphs).containsExactly(weather.get(Integer.parseInt(key.substring(1)))));
    }

    /** MirrorMaker 2 renames topics; its documentation asks for ByteArrayConverter, and a worker's default is another. */
    @Test
    void recordsAndDictionariesThatMirrorMakerHasCopiedAreRead() throws Exception {
        create("mirrored", PARTITIONS, "delete");
        send("mirrored", 60, "mirrored-dictionaries");
        List<RdfGraph> weather =
                Weather.elements(60, 5).stream().map(element -> element.graph()).toList();
        Map<String, String> converters = Map.of("west", BYTES, "south", STORAGE + "SimpleHeaderConverter");
        try (OtherWorker old = OtherWorker.withKafkasConnectors(scratch, broker.bootstrapServers())) {
            for (Map.Entry<String, String> mirror : converters.entrySet()) {
                Map<String, String> config = new HashMap<>();
                config.put("connector.class", "org.apache.kafka.connect.mirror.MirrorSourceConnector");
                config.put("source.cluster.alias", mirror.getKey());
                config.put("target.cluster.alias", "east");
                config.put("source.cluster.bootstrap.servers", broker.bootstrapServers());
                config.put("target.cluster.bootstrap.servers", broker.bootstrapServers());
                config.put("topics", "mirrored,mirrored-dictionaries");
                config.put("replication.factor", "1");
                config.put("offset-syncs.topic.replication.factor", "1");
                config.put("sync.topic.acls.enabled", "false");
                config.put("key.converter", BYTES);
                config.put("value.converter", BYTES);
                config.put("header.converter", mirror.getValue());
                connector(old.rest(), "mirror-" + mirror.getKey(), config);
            }
            for (String alias : converters.keySet()) {
                List<ConsumerRecord<String, byte[]>> copies =
                        await(old.rest(), "mirror-" + alias, alias + ".mirrored", 60);
                graphs(copies, alias + ".mirrored-dictionaries").forEach((key, graphs) -> assertThat(graphs)
                        .containsExactly(weather.get(Integer.parseInt(key.substring(1)))));
            }
        }
    }

    /** Nobody knows then whether the record is right, so it is neither a broken record nor left out. */
    @Test
    void aRecordWhoseDictionaryCannotBeReadAtTheMomentIsToBeTriedAgain() throws Exception {
        create("locked", PARTITIONS, "delete");
        send("locked", 1, "locked-dictionaries");
        ConsumerRecord<String, byte[]> record = Topics.committed(broker.bootstrapServers(), "locked", PARTITIONS)
                .get(0);
        AclBinding lock = lock("locked-dictionaries");
        admin.createAcls(List.of(lock)).all().get();
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(
                    Map.of(
                            "kafka.bootstrap.servers",
                            broker.bootstrapServers(),
                            "jelly.dictionaries.topic",
                            "locked-dictionaries",
                            "jelly.on.unreadable",
                            "envelope"),
                    false);
            assertThatThrownBy(() -> converter.toConnectData("locked", record.headers(), record.value()))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("dictionaries of topic locked-dictionaries cannot be read");
            admin.deleteAcls(List.of(lock.toFilter())).all().get();
            Await.until("the record is read", PATIENCE, () -> {
                try {
                    Object value = converter
                            .toConnectData("locked", record.headers(), record.value())
                            .value();
                    return RdfStructs.toElement(value)
                            .equals(Weather.elements(1, 5).get(0).graph());
                } catch (RetriableException e) {
                    return false; // the broker has not heard of it yet
                }
            });
        }
    }

    /** It tells its converter how it reaches the cluster, or reads bytes itself, so that nobody has to say it twice. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void velellasSinkReadsDictionariesWithItsOwnAccessToTheCluster(boolean converts) throws Exception {
        String own = converts ? "own" : "own-bytes";
        create(own, 1, "delete");
        sendPatch(own, own + "-dictionaries");
        Map<String, String> config = sink(own, Ports.free());
        if (!converts) {
            config.put("value.converter", BYTES);
            config.put("header.converter", BYTES);
        }
        connector(own, config);
        awaitApplied(own, config.get("sparql.endpoint.port"));
    }

    /** Neither connector says anything about dictionaries but the topic, which is this test's own. */
    @Test
    void velellasSourceWritesDictionariesWithItsOwnAccessToTheClusterAndVelellasSinkReadsThem() throws Exception {
        int patches = 400;
        create("told", 1, "delete");
        StringBuilder log = new StringBuilder();
        for (int number = 0; number < patches; number++) {
            log.append("TX .\nA <urn:log> <urn:number> \"%d\" .\nTC .\nZ .\n".formatted(number));
        }
        Map<String, String> source = new HashMap<>(with(
                converter("told-dictionaries"),
                Map.of(
                        "connector.class", "dev.velella.source.RdfSourceConnector",
                        "source.type", "file",
                        "file.path",
                                Files.writeString(scratch.resolve("told.rdfp"), log)
                                        .toString(),
                        "key.constant", "k",
                        "topic", "told",
                        "batch.max.records", "1",
                        "file.rate.per.second", "100",
                        "kafka.bootstrap.servers", broker.bootstrapServers())));
        source.put("value.converter", METERED);
        connector("told-source", source);
        Map<String, String> sink = new HashMap<>(sink("told", Ports.free()));
        sink.put("value.converter", METERED);
        connector("told", sink);
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        Await.until("all patches are written", PATIENCE, () -> {
            assertThat(rest.failure("told-source")).isEmpty();
            records.clear();
            records.addAll(Topics.committed(broker.bootstrapServers(), "told", 1));
            return records.size() >= patches;
        });
        assertThat(records).hasSize(patches);
        long end = records.get(patches - 1).offset() + 1;
        awaitApplied("told", sink.get("sparql.endpoint.port"), end);
        List<Boolean> onDictionaries = records.stream()
                .map(record -> header(record).dictionary() != null)
                .toList();
        assertThat(onDictionaries.get(0))
                .as("before it is proven that this is the worker's cluster")
                .isFalse();
        assertThat(onDictionaries).contains(true);
        assertThat(onDictionaries.subList(onDictionaries.indexOf(true), patches))
                .doesNotContain(false);
        long built = onDictionaries.stream().filter(is -> is).count();
        assertThat(counted("told-source", "patch", "dictionary", "encoded")).isEqualTo(built);
        assertThat(counted("told-source", "patch", "self-contained", "encoded")).isEqualTo(patches - built);
        assertThat(counted("told", "patch", "dictionary", "decoded")).isGreaterThanOrEqualTo(built);
        assertThat(counted("told", "patch", "stateful", "decoded")).isZero();
        assertThat(records).allSatisfy(record -> {
            assertThat(record.headers().lastHeader("jelly")).isNull();
            assertThat(header(record).place()).isNotNull();
        });
    }

    /** The source goes on without the right to write dictionaries, and its log says the ways out. */
    @Test
    void aSourceThatMayNotWriteDictionariesLosesNothingAndSaysWhatIsMissing() throws Exception {
        create("refused", PARTITIONS, "delete");
        create("refused-dictionaries", 1, "compact");
        List<AclBinding> rights = Stream.of(AclOperation.READ, AclOperation.DESCRIBE_CONFIGS)
                .map(operation -> new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, "refused-dictionaries", PatternType.LITERAL),
                        new AccessControlEntry("User:*", "*", operation, AclPermissionType.ALLOW)))
                .toList();
        admin.createAcls(rights).all().get();
        List<String> lines;
        try (LoggedMessages log = LoggedMessages.of("dev.velella.record.dictionary")) {
            lines = log.messages();
            Map<String, String> options = new HashMap<>(source("refused", "refused-dictionaries", 600));
            options.remove("value.converter.jelly.mode");
            options.remove("value.converter.kafka.bootstrap.servers");
            options.put("simulator.rate.per.second", "200");
            options.put("value.converter", METERED);
            connector("refused", options);
            List<ConsumerRecord<String, byte[]>> records = await("refused", "refused", 600);
            assertThat(records).allSatisfy(record -> assertThat(header(record).dictionary())
                    .isNull());
            assertThat(graphs(records, "refused-dictionaries")).isEqualTo(weather(600));
            assertThat(counted("refused", "graph", "self-contained", "encoded")).isEqualTo(600);
            assertThat(counted("refused", "graph", "dictionary", "encoded")).isZero();
        }
        assertThat(lines).anySatisfy(line -> assertThat(line)
                .contains(
                        "topic refused-dictionaries",
                        "the right Write is missing",
                        "sets value.converter.jelly.mode=stateful"));
    }

    /** Records that the converter of a task has encoded or decoded. */
    private static long counted(String connector, String kind, String mode, String verb) throws Exception {
        ObjectName name = new ObjectName("kafka.connect:type=plugins,connector=" + connector
                + ",task=0,converter=value,kind=" + kind + ",mode=" + mode);
        return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "records-" + verb + "-total"))
                .longValue();
    }

    private static void sendPatch(String topic, String dictionaries) throws Exception {
        try (KafkaProducer<String, Object> producer =
                new KafkaProducer<>(serializer(JellyPatchSerializer.class.getName(), dictionaries))) {
            ProducerRecord<String, Object> record = new ProducerRecord<>(topic, 0, "k", StreamWriter.patch(7));
            producer.send(record).get();
        }
    }

    /** Velella's sink of a topic, whose converter has no access to the cluster. */
    private static Map<String, String> sink(String topic, int endpointPort) {
        return with(
                converter(topic + "-dictionaries"),
                Map.of(
                        "connector.class",
                        "dev.velella.sink.RdfSinkConnector",
                        "topics",
                        topic,
                        "target.dir",
                        scratch.resolve(topic + "-store").toString(),
                        "kafka.bootstrap.servers",
                        broker.bootstrapServers(),
                        "sparql.endpoint.port",
                        Integer.toString(endpointPort),
                        "consumer.override.isolation.level",
                        "read_committed"));
    }

    private static void awaitApplied(String connector, String endpointPort) throws Exception {
        awaitApplied(connector, endpointPort, 1);
    }

    private static void awaitApplied(String connector, String endpointPort, long offset) throws Exception {
        StoreClient store = new StoreClient("http://localhost:" + endpointPort);
        Await.until("the patches are applied", PATIENCE, () -> {
            assertThat(rest.failure(connector)).isEmpty();
            return store.status()
                    .filter(status -> status.findPath("applied").asLong() == offset)
                    .isPresent();
        });
    }

    private static AclBinding lock(String topic) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", AclOperation.READ, AclPermissionType.DENY));
    }

    /** It would be a dead letter in another sink with these options, and the store would differ from the stream. */
    @Test
    void velellasSinkWaitsForDictionariesThatCannotBeRead() throws Exception {
        create("waited", 1, "delete");
        create("waited-letters", 1, "delete");
        sendPatch("waited", "waited-dictionaries");
        AclBinding lock = lock("waited-dictionaries");
        admin.createAcls(List.of(lock)).all().get();
        Map<String, String> config = sink("waited", Ports.free());
        config.put("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", "waited-letters");
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        connector("waited", config);
        ObjectName reading = new ObjectName("kafka.connect:type=sink-task-metrics,connector=waited,task=0");
        MBeanServer metrics = ManagementFactory.getPlatformMBeanServer();
        Await.until(
                "the record has come",
                PATIENCE,
                () -> metrics.isRegistered(reading)
                        && ((Number) metrics.getAttribute(reading, "sink-record-read-total")).longValue() == 1);
        admin.deleteAcls(List.of(lock.toFilter())).all().get();
        awaitApplied("waited", config.get("sparql.endpoint.port"));
        assertThat(Topics.committed(broker.bootstrapServers(), "waited-letters", 1))
                .isEmpty();
    }

    /** It is told another topic of dictionaries. The command copies what is missing, as the message says. */
    @Test
    void velellasSinkWaitsForAMissingDictionaryUntilTheCommandBringsItBack() throws Exception {
        create("missing", 1, "delete");
        create("missing-letters", 1, "delete");
        create("another-dictionaries", 1, "compact");
        sendPatch("missing", "missing-dictionaries");
        Map<String, String> config = sink("missing", Ports.free());
        config.put("value.converter.jelly.dictionaries.topic", "another-dictionaries");
        config.put("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", "missing-letters");
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        try (LoggedMessages log = LoggedMessages.of("dev.velella.sink")) {
            connector("missing", config);
            Await.until("the log says it", PATIENCE, () -> log.messages().stream()
                    .anyMatch(line -> line.contains("missing-0@0")
                            && line.contains("the task waits for a dictionary")
                            && line.contains("velella topic dictionaries")));
        }
        ObjectName task = new ObjectName("kafka.connect:type=plugins,connector=missing,task=0");
        MBeanServer metrics = ManagementFactory.getPlatformMBeanServer();
        Await.until(
                "the metric says it",
                PATIENCE,
                () -> ((Number) metrics.getAttribute(task, "dictionary-waiting-ms")).longValue() > 0);
        assertThat(rest.isRunning("missing")).isTrue();
        assertThat(dictionaries("missing").status()).isEqualTo(1);
        VelellaRun restored = dictionaries("missing", "--from", "missing-dictionaries", "--restore");
        assertThat(restored.status()).as(restored.err()).isZero();
        assertThat(restored.out())
                .contains(" restored: missing-0@0..0 (1 records)")
                .contains("missing: 0");
        assertThat(dictionaries("missing").out()).contains(" there: ");
        awaitApplied("missing", config.get("sparql.endpoint.port"));
        Await.until(
                "it waits no more",
                PATIENCE,
                () -> ((Number) metrics.getAttribute(task, "dictionary-waiting-ms")).longValue() == 0);
        assertThat(Topics.committed(broker.bootstrapServers(), "missing-letters", 1))
                .isEmpty();
    }

    private static VelellaRun dictionaries(String topic, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "topic",
                "dictionaries",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                topic,
                "--dictionaries-topic",
                "another-dictionaries",
                "--timeout-ms",
                "120000"));
        args.addAll(List.of(more));
        return VelellaRun.of(args.toArray(String[]::new));
    }
}
