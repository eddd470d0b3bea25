package dev.velella.tests.chaos;

import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.record.RecordDecoder;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.tests.chaos.plugin.ChaosSink;
import dev.velella.tests.chaos.plugin.ChaosSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A worker, sources and sinks in it and readers in this process, all on the same topics. Sources run up to a
 * gate; it is opened step by step, and in the middle of every step something happens to the worker.
 */
final class ChaosRun implements AutoCloseable {
    private final Path scratch;
    private final Path gate;
    private final String bootstrapServers;
    private final ChaosTopics topics;
    private final ChaosWorker worker;
    private final SourceOffsets offsets;

    /** Number of writers of each source. */
    private final Map<String, Integer> sources = new LinkedHashMap<>();

    private final Map<String, TaskLogs> sinks = new LinkedHashMap<>();
    private final List<TaskLogs> sourceLogs = new ArrayList<>();
    private final List<PlainReader> readers = new ArrayList<>();
    private int writers;

    /**
     * Starts a worker without connectors.
     *
     * @param name what names of topics and groups begin with
     * @param exactlyOnce whether sources write in transactions
     * @param jvmOptions for the worker's process
     */
    ChaosRun(String name, Path scratch, String bootstrapServers, boolean exactlyOnce, List<String> jvmOptions)
            throws Exception {
        this.bootstrapServers = bootstrapServers;
        this.scratch = scratch;
        gate = scratch.resolve("gate");
        openGate(0);
        topics = new ChaosTopics(bootstrapServers, name);
        Path plugins = ChaosPlugin.install(scratch);
        worker = new ChaosWorker(name, scratch, bootstrapServers, plugins, exactlyOnce, jvmOptions);
        offsets = new SourceOffsets(bootstrapServers, worker.offsetsTopic());
    }

    /** Adds a source with writers of its own and one task. */
    void source(String name, int ownWriters, Map<String, String> changes) throws Exception {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", ChaosSource.class.getName());
        config.put("tasks.max", "1");
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "dev.velella.converter.JellyConverter");
        config.put("value.converter.jelly.mode", "stateful");
        putAccessToDictionaries(config);
        config.put("value.converter.jelly.key.frame.interval.records", "25");
        // Small tables, so that entries are overwritten all the time and old state would give wrong terms.
        config.put("value.converter.jelly.preset", "small");
        config.put("producer.override.transaction.timeout.ms", "8000");
        config.put("producer.override.max.request.size", "200000");
        config.put(
                "producer.override.compression.type", "none"); // else the records that the broker must refuse are small
        config.put("producer.override.value.serializer", "dev.velella.tests.chaos.plugin.StubbornSerializer");
        config.put("producer.override.chaos.retry.every", "97");
        config.put("producer.override.chaos.log", log(name).toString());
        config.put(ChaosSource.LOG, log(name).toString());
        config.put(ChaosSource.GATE, gate.toString());
        config.put(
                ChaosSource.WRITERS,
                IntStream.range(writers, writers + ownWriters)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")));
        config.put(ChaosSource.GRAPHS, topics.graphs());
        config.put(ChaosSource.PATCHES, topics.patches());
        config.put(ChaosSource.PARTITIONS, Integer.toString(ChaosTopics.PARTITIONS));
        config.put(ChaosSource.PAUSE_MS, "50");
        config.put(ChaosSource.LOSSES, "false");
        config.put(ChaosSource.CRASHES, "15");
        config.put(ChaosSource.ABORTS, "0");
        config.put(ChaosSource.RESET_AFTER_ABORT, "true");
        config.putAll(changes);
        sources.put(name, ownWriters);
        writers += ownWriters;
        sourceLogs.add(new TaskLogs(log(name), null));
        worker.configure(name, config);
    }

    private void putAccessToDictionaries(Map<String, String> config) {
        config.put("value.converter.kafka.bootstrap.servers", bootstrapServers);
        config.put("value.converter.jelly.dictionaries.topic", topics.dictionaries());
    }

    /**
     * Adds a sink with one task. Only the companion of its converter tells where the dictionaries are, if there is one.
     */
    void sink(String name, Isolation isolation, Map<String, String> changes) throws Exception {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", ChaosSink.class.getName());
        config.put("tasks.max", "1");
        config.put("topics", String.join(",", topics.names()));
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "dev.velella.converter.JellyConverter");
        config.put("value.converter.jelly.on.missing.state", "envelope");
        config.put("value.converter.jelly.on.unreadable", "envelope");
        config.put("value.converter.jelly.dictionaries.topic", topics.dictionaries());
        config.put("consumer.override.isolation.level", isolation.level());
        config.put(ChaosSink.LOG, log(name).toString());
        config.put(ChaosSink.STEPS_BACK, "600");
        config.put(ChaosSink.CRASHES, "5");
        config.putAll(changes);
        if (!config.containsKey("consumer.override.interceptor.classes")) {
            putAccessToDictionaries(config);
        }
        sinks.put(name, new TaskLogs(log(name), new Deliveries(name, isolation)));
        worker.configure(name, config);
    }

    /** Adds a reader in this process. */
    void reader(String protocol, Isolation isolation) {
        Deliveries deliveries = new Deliveries(protocol + " reader, " + isolation.level(), isolation);
        readers.add(new PlainReader(bootstrapServers, protocol, topics.names(), topics.dictionaries(), deliveries));
    }

    private Path log(String connector) {
        return scratch.resolve("logs").resolve(connector);
    }

    /** Lets the sources write so many elements, and does something in the middle of each of so many steps. */
    void run(long elements, List<ChaosStep> steps) throws Exception {
        long written = 0;
        for (int i = 0; i < steps.size(); i++) {
            long open = elements * (i + 1) / steps.size() / writers;
            long third = (open - written) * writers / 3;
            long begin = topics.written();
            openGate(open);
            worker.awaitWhileHealing(
                    "a third of step " + i, () -> topics.written() >= begin + third || isWritten(open));
            steps.get(i).happenTo(this);
            worker.awaitWhileHealing("all of step " + i + " (" + steps.get(i) + ")", () -> isWritten(open));
            written = open;
        }
        worker.awaitWhileHealing("no transaction is open", topics::areSettled);
    }

    private void openGate(long open) throws Exception {
        Path next = Files.writeString(scratch.resolve("gate.next"), Long.toString(open));
        Files.move(next, gate, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private boolean isWritten(long open) throws Exception {
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            if (offsets.progress(source.getKey(), source.getValue()) < open) {
                return false;
            }
        }
        return true;
    }

    /** Gives every source so many tasks, or one for each of its writers if it has fewer. */
    void scaleSources(int tasks) throws Exception {
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            worker.scale(source.getKey(), Math.min(tasks, source.getValue()));
        }
    }

    void scaleSinks(int tasks) throws Exception {
        for (String sink : sinks.keySet()) {
            worker.scale(sink, tasks);
        }
    }

    void restartSources() throws Exception {
        for (String source : sources.keySet()) {
            worker.restart(source);
        }
    }

    void restartSinks() throws Exception {
        for (String sink : sinks.keySet()) {
            worker.restart(sink);
        }
    }

    void killWorker() throws Exception {
        worker.kill();
    }

    /** Waits until everybody has read everything, reads everything once more, and stops. */
    Verdict verdict() throws Exception {
        Map<Isolation, VisibleRecords> visible = new EnumMap<>(Isolation.class);
        List<Deliveries> deliveries = new ArrayList<>();
        Map<Isolation, Long> lost = new EnumMap<>(Isolation.class);
        for (Isolation isolation : Isolation.values()) {
            VisibleRecords records = VisibleRecords.read(bootstrapServers, isolation, topics.partitions());
            visible.put(isolation, records);
            Deliveries pass = new Deliveries("one pass, " + isolation.level(), isolation);
            lost.put(isolation, pass(records, pass));
            deliveries.add(pass);
        }
        for (PlainReader reader : readers) {
            Deliveries made = reader.deliveries();
            deliveries.add(made);
            worker.awaitNothingLeft("a reader has read everything", () -> {
                reader.check();
                return made.open(visible.get(made.isolation()));
            });
        }
        for (TaskLogs sink : sinks.values()) {
            Deliveries made = sink.deliveries();
            deliveries.add(made);
            worker.awaitNothingLeft(made + " has read everything", () -> {
                sink.read();
                return made.open(visible.get(made.isolation()));
            });
        }
        Map<String, Long> events = events();
        Set<String> aborted =
                sourceLogs.stream().flatMap(log -> log.named().stream()).collect(Collectors.toSet());
        return new Verdict(visible, deliveries, lost, topics.dictionaryTimes(bootstrapServers), aborted, events);
    }

    private long pass(VisibleRecords records, Deliveries deliveries) {
        try (TopicDictionarySource source =
                new TopicDictionarySource(Map.of("bootstrap.servers", bootstrapServers), topics.dictionaries())) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, source);
            long lost = 0;
            for (ConsumerRecord<String, byte[]> record : records.records()) {
                lost += PlainReader.take(decoder, record, deliveries);
            }
            return lost;
        }
    }

    /** Number of writers of all sources. */
    int writers() {
        return writers;
    }

    /** What happened, by name. */
    private Map<String, Long> events() throws Exception {
        Map<String, Long> events = new TreeMap<>();
        events.put("kills", worker.kills());
        events.put("task-restarts", worker.restarts());
        events.put("seeks", readers.stream().mapToLong(PlainReader::seeks).sum());
        events.put(
                "reader-restarts",
                readers.stream().mapToLong(PlainReader::restarts).sum());
        for (PlainReader reader : readers) {
            reader.lookBacks()
                    .outcomes()
                    .forEach((outcome, count) -> events.merge(
                            "reader-look-back-" + outcome.name().toLowerCase(Locale.ROOT), count, Long::sum));
        }
        for (TaskLogs log : sourceLogs) {
            log.events().forEach((event, count) -> events.merge("source-" + event.replace(' ', '-'), count, Long::sum));
        }
        for (TaskLogs log : sinks.values()) {
            log.events().forEach((event, count) -> events.merge("sink-" + event.replace(' ', '-'), count, Long::sum));
        }
        return events;
    }

    @Override
    public void close() throws IOException {
        try (topics;
                worker;
                offsets) {
            for (PlainReader reader : readers) {
                reader.close();
            }
        }
    }
}
