package dev.velella.tests.mqtt;

import dev.velella.quickstart.RecordValues;
import dev.velella.rdf.RdfGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;

/** Reads the topic of graphs while it is written, compares each graph with its reading, and knows how old it was then. */
final class GraphWatch implements AutoCloseable {
    private final HonestDevices devices;
    private final KafkaConsumer<String, byte[]> consumer;
    private final String bootstrapServers;
    private final Map<String, List<Integer>> numbers = new ConcurrentHashMap<>();
    private final List<Long> agesMs = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "graph-watch");
    private volatile boolean closed;
    private volatile Throwable failure;

    GraphWatch(String bootstrapServers, String topic, int partitions, HonestDevices devices) {
        this.devices = devices;
        this.bootstrapServers = bootstrapServers;
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> assigned = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(assigned);
        consumer.seekToBeginning(assigned);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (RecordValues values = new RecordValues(bootstrapServers)) {
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    RdfGraph graph = values.read(record, RdfGraph.class);
                    if (!record.key()
                            .equals(HostileDevice.NAME)) { // its graphs are large, and would make the others seem old
                        take(record.key(), new HashSet<>(graph.statements()));
                    }
                }
            }
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    private void take(String device, Set<Statement> graph) {
        int number = graph.stream()
                .filter(statement -> statement.getPredicate().stringValue().endsWith("hasSimpleResult"))
                .map(statement ->
                        ((Literal) statement.getObject()).decimalValue().intValue())
                .findFirst()
                .orElse(-1);
        if (number < 0 || !graph.equals(devices.graph(device, number))) {
            throw new AssertionError("a graph of " + device + " is not what it sent: " + graph);
        }
        long ageMs = (System.nanoTime() - devices.sentAt(device, number)) / 1_000_000;
        synchronized (agesMs) {
            agesMs.add(ageMs);
        }
        numbers.computeIfAbsent(device, name -> java.util.Collections.synchronizedList(new ArrayList<>()))
                .add(number);
    }

    /** Numbers of the readings of a device in the topic, in order. */
    List<Integer> numbers(String device) {
        if (failure != null) {
            throw new AssertionError("the topic cannot be read", failure);
        }
        return List.copyOf(numbers.getOrDefault(device, List.of()));
    }

    /** How old graphs were when they came, in ms: half of them were no older, and 99 of 100. */
    record Freshness(long p50, long p99) {}

    /** Of the graphs since the last call. */
    Freshness takeFreshness() {
        synchronized (agesMs) {
            long[] sorted = agesMs.stream().mapToLong(Long::longValue).toArray();
            agesMs.clear();
            Arrays.sort(sorted);
            return new Freshness(percentile(sorted, 50), percentile(sorted, 99));
        }
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, (long) sorted.length * percent / 100)];
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
