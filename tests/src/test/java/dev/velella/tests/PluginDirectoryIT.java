package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.converter.JellyConverter;
import dev.velella.converter.VelellaVersion;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.frame.PartitionStamps;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Lift;
import dev.velella.lift.LiftOptions;
import dev.velella.lift.LiftRecord;
import dev.velella.lift.Lifted;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.foreign.ForeignSinkConnector;
import dev.velella.tests.versions.OtherWorker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.runtime.isolation.PluginClassLoader;
import org.apache.kafka.connect.storage.Converter;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin directory as it ships, in a real worker. */
class PluginDirectoryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final TopicPartition STREAM = new TopicPartition("stream", 0);
    private static final int RECORDS = 20;
    private static final int MIDDLE = 12;

    @Test
    void aWorkerListsConvertersConnectorsAndCompanionsWithTheirVersion(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker = new ConnectWorker(
                        broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free())) {
            JsonNode plugins = new ConnectRest(worker.restUrl()).plugins();
            TreeMap<String, String> found = new TreeMap<>();
            for (JsonNode plugin : plugins) {
                String name = plugin.path("class").asText();
                if (name.startsWith("dev.velella")) {
                    found.put(name, plugin.path("version").asText());
                }
            }
            assertThat(found)
                    .containsOnlyKeys(
                            "dev.velella.converter.JellyConverter",
                            "dev.velella.converter.JellyLookBack",
                            "dev.velella.converter.JellyLossReporter",
                            "dev.velella.sink.RdfSinkConnector",
                            "dev.velella.source.RdfSourceConnector",
                            "dev.velella.transform.Lift$Value")
                    .allSatisfy((name, version) -> assertThat(version).isEqualTo(VelellaVersion.get()));
            assertThat(Runtime.getRuntime().removeShutdownHook(ShutdownThread.getInstance()))
                    .as("Jetty stops the REST server too when the JVM ends, while Connect stops it")
                    .isFalse();
        }
    }

    /** One class loader has to have converter and companion, though the connector is of another plugin. */
    @Test
    void aSinkOfAnotherPluginThatBeginsInTheMiddleDecodesEverythingWithTheCompanion(@TempDir Path scratch)
            throws Exception {
        Path plugins = ForeignPlugin.pluginPath(scratch);
        Path file = Files.createFile(scratch.resolve("read.txt"));
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker = new ConnectWorker(broker.bootstrapServers(), plugins, Ports.free())) {
            writeStream(broker.bootstrapServers());
            ConnectRest rest = new ConnectRest(worker.restUrl());
            rest.create(connector(
                    "foreign",
                    Map.of(
                            "connector.class",
                            ForeignSinkConnector.class.getName(),
                            "topics",
                            STREAM.topic(),
                            "value.converter",
                            "dev.velella.converter.JellyConverter",
                            "file",
                            file.toString(),
                            "consumer.override.isolation.level",
                            "read_committed",
                            "consumer.override.interceptor.classes",
                            "dev.velella.converter.JellyLookBack")));
            Await.until("all records decoded, " + rest.failure("foreign"), PATIENCE, () -> {
                assertThat(rest.failure("foreign")).isEmpty();
                return Files.readAllLines(file).size() >= RECORDS - MIDDLE;
            });
        }
    }

    @Test
    void aSourceRunsWithTheReporterOfLossesAndWithMetrics(@TempDir Path scratch) throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                ConnectWorker worker = new ConnectWorker(
                        broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "weather", 1);
            }
            ConnectRest rest = new ConnectRest(worker.restUrl());
            rest.create(connector(
                    "source",
                    Map.of(
                            "connector.class", "dev.velella.source.RdfSourceConnector",
                            "source.type", "simulator",
                            "simulator.elements", "5",
                            "topic", "weather",
                            "topic.partitions", "1",
                            "value.converter", "dev.velella.converter.MeteredJellyConverter",
                            "producer.override.interceptor.classes", "dev.velella.converter.JellyLossReporter")));
            Await.until("records written", PATIENCE, () -> {
                assertThat(rest.failure("source")).isEmpty();
                return metric("source", "kind=graph,mode=stateful", "records-encoded-total") == 5;
            });
        }
    }

    /** The file source of Kafka, and its own transformations before ours. */
    @Test
    void linesOfAFileBecomeTheGraphsThatTheDiffAppWouldMake(@TempDir Path scratch) throws Exception {
        String template = "<urn:s:{/id}> <urn:v> {/v} ; <urn:in> \"{topic}\" .";
        Path file = scratch.resolve("rows.jsonl");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add("{\"id\":" + i + ",\"v\":" + i + ".50}");
        }
        List<String> withBad = new ArrayList<>(lines);
        withBad.add(MIDDLE, "{\"id\":true,");
        Files.write(file, withBad);
        ObjectNode connector = connector(
                "file",
                Map.of(
                        "connector.class", "org.apache.kafka.connect.file.FileStreamSourceConnector",
                        "file", file.toString(),
                        "topic", "plant.rows",
                        "errors.tolerance", "all",
                        "transforms", "route,hoist,key,extract,lift"));
        Map<String, String> chain = Map.of(
                "route.type", "org.apache.kafka.connect.transforms.RegexRouter",
                "route.regex", "plant\\.(.*)",
                "route.replacement", "$1",
                "hoist.type", "org.apache.kafka.connect.transforms.HoistField$Value",
                "hoist.field", "line",
                "key.type", "org.apache.kafka.connect.transforms.ValueToKey",
                "key.fields", "line",
                "extract.type", "org.apache.kafka.connect.transforms.ExtractField$Value",
                "extract.field", "line",
                "lift.type", "dev.velella.transform.Lift$Value");
        ObjectNode options = (ObjectNode) connector.get("config");
        chain.forEach((option, value) -> options.put("transforms." + option, value));
        options.put("transforms.lift.template", template.replace(" .", ""));
        options.put("transforms.lift.key.template", "row/{key/line}");
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                OtherWorker worker = OtherWorker.withKafkasConnectors(scratch, broker.bootstrapServers())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, "rows", 1);
            }
            ConnectRest rest = worker.rest();
            assertThatThrownBy(() -> rest.create(connector)).hasMessageContaining("template is no TriG");
            options.put("transforms.lift.template", template);
            rest.create(connector);
            Await.until("all lines but the bad one", PATIENCE, () -> {
                assertThat(rest.failure("file")).isEmpty();
                return Topics.committed(broker.bootstrapServers(), "rows", 1).size() >= RECORDS;
            });
            Map<String, RdfGraph> graphs = new TreeMap<>();
            try (RecordValues values = new RecordValues(broker.bootstrapServers())) {
                for (ConsumerRecord<String, byte[]> record : Topics.committed(broker.bootstrapServers(), "rows", 1)) {
                    graphs.put(record.key(), values.read(record, RdfGraph.class));
                }
            }
            assertThat(graphs).isEqualTo(byTheEngine(template, "row/{key/line}", lines));

            connector.put("name", "strict");
            options.put("errors.tolerance", "none");
            rest.create(connector);
            Await.until("the bad line ends the task", PATIENCE, () -> rest.failure("strict")
                    .isPresent());
            assertThat(rest.failure("strict").orElseThrow())
                    .contains("topic rows, from {filename=" + file + "} at {position=", "not JSON");
        }
    }

    /** What the engine of the diff app makes of keys {@code {"line":LINE}} and values LINE. */
    private static Map<String, RdfGraph> byTheEngine(String template, String keyTemplate, List<String> lines) {
        LiftOptions known = new LiftOptions("velella.");
        ConfigDef def = new ConfigDef();
        known.define(new OptionGroup(def, "Input"));
        AbstractConfig config = new AbstractConfig(
                def, Map.of("velella.template", template, "velella.key.template", keyTemplate), false);
        Lift lift = known.read(config, ReadingLimits.ofElement(1 << 20, 1000), null, null);
        Map<String, RdfGraph> graphs = new TreeMap<>();
        for (String line : lines) {
            Lifted lifted = lift.lift(new LiftRecord(
                    "rows",
                    0,
                    0,
                    name -> null,
                    new SchemaAndValue(null, Map.of("line", line)),
                    new SchemaAndValue(null, line.getBytes(StandardCharsets.UTF_8)),
                    Instant.EPOCH));
            graphs.put(lifted.key(), lifted.graph());
        }
        return graphs;
    }

    /** JSON-LD has the longest tail of libraries, and these look for each other by the thread's class loader. */
    @Test
    void theConverterReadsJsonLdWithTheJarsOfTheDirectoryAlone() throws Exception {
        List<URL> jars = new ArrayList<>();
        Path directory = Installation.home().resolve("plugins/velella-connect/lib");
        for (String jar : jars(directory)) {
            jars.add(directory.resolve(jar).toUri().toURL());
        }
        URL[] urls = jars.toArray(URL[]::new);
        try (PluginClassLoader loader = new PluginClassLoader(urls[0], urls, new WorkerOnly())) {
            Converter converter = (Converter) loader.loadClass("dev.velella.converter.JellyConverter")
                    .getConstructor()
                    .newInstance();
            assertThat(converter.getClass().getClassLoader()).isSameAs(loader);
            converter.configure(Map.of("rdf.input.format", "json-ld"), false);
            byte[] frame = converter.fromConnectData(
                    "topic", null, "{\"@id\":\"http://x/s\",\"http://x/p\":{\"@id\":\"http://x/o\"}}");
            ValueFactory values = SimpleValueFactory.getInstance();
            try (JellyConverter reader = new JellyConverter()) {
                reader.configure(Map.of(), false);
                assertThat(RdfStructs.toElement(
                                reader.toConnectData("topic", frame).value()))
                        .isEqualTo(RdfGraph.of(List.of(values.createStatement(
                                values.createIRI("http://x/s"),
                                values.createIRI("http://x/p"),
                                values.createIRI("http://x/o")))));
            }
            converter.close();
        }
    }

    @Test
    void holdsNoJarThatTheWorkerBrings() throws IOException {
        assertThat(jars(Installation.home().resolve("plugins/velella-connect/lib")))
                .isNotEmpty()
                .noneMatch(jar -> jar.startsWith("kafka")
                        || jar.startsWith("connect-")
                        || jar.startsWith("slf4j-")
                        || jar.startsWith("log4j-")
                        || jar.startsWith("logback"));
    }

    /** What a worker has in common with its plugins; nothing that a plugin has to bring itself. */
    private static final class WorkerOnly extends ClassLoader {
        WorkerOnly() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.apache.kafka.") || name.startsWith("org.slf4j.")) {
                return PluginDirectoryIT.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static List<String> jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** A stream of one key frame and many records after it; the sink's group begins in the middle. */
    private static void writeStream(String bootstrapServers) throws Exception {
        Map<String, Object> client = Map.of("bootstrap.servers", bootstrapServers);
        try (Admin admin = Admin.create(client);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
                JellyConverter writer = new JellyConverter()) {
            Topics.create(admin, STREAM.topic(), 1);
            writer.configure(Map.of("jelly.mode", "stateful"), false);
            PartitionStamps stamps = new PartitionStamps();
            for (int i = 0; i < RECORDS; i++) {
                RecordHeaders headers = new RecordHeaders();
                headers.add("velella.partition", stamps.next(STREAM.topic(), 0).toBytes());
                byte[] value = writer.fromConnectData(STREAM.topic(), headers, null, RdfStructs.of(graph(i)));
                producer.send(new ProducerRecord<>(STREAM.topic(), 0, (byte[]) null, value, headers))
                        .get();
            }
            admin.alterConsumerGroupOffsets("connect-foreign", Map.of(STREAM, new OffsetAndMetadata(MIDDLE)))
                    .all()
                    .get();
        }
    }

    private static RdfGraph graph(int number) {
        ValueFactory values = SimpleValueFactory.getInstance();
        return RdfGraph.of(List.of(values.createStatement(
                values.createIRI("http://x/s"), values.createIRI("http://x/p"), values.createLiteral(number))));
    }

    private static ObjectNode connector(String name, Map<String, String> config) {
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        ObjectNode options = connector.putObject("config").put("tasks.max", "1");
        config.forEach(options::put);
        return connector;
    }

    /** A metric of the plugins of a connector, summed over its tasks; the worker is in this process. */
    private static long metric(String connector, String tags, String name) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long sum = 0;
        for (ObjectName bean : beans.queryNames(
                new ObjectName("kafka.connect:type=plugins,connector=" + connector + "," + tags + ",*"), null)) {
            sum += ((Number) beans.getAttribute(bean, name)).longValue();
        }
        return sum;
    }
}
