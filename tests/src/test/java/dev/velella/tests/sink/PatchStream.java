package dev.velella.tests.sink;

import dev.velella.diff.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.serde.JellyPatchSerializer;
import dev.velella.sink.store.PartitionId;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Weather;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;

/** The numbered patches between the elements of simulated stations, and what every prefix of a partition leads to. */
final class PatchStream {
    private final List<Change> changes = new ArrayList<>();
    private final Map<PartitionId, List<Change>> written = new HashMap<>();

    private boolean held;

    /** A patch, and the graph of its stream after it. */
    record Change(String key, PatchPosition position, RdfPatch patch, Set<Statement> after) {}

    PatchStream(int elements, int stations) {
        TargetGraph graphs = TargetGraph.of(new DiffConfig(Map.of(
                        "bootstrap.servers", "none:1", "velella.input.topic", "in", "velella.output.topic", "out"))
                .graphSettings());
        Map<String, Change> last = new HashMap<>();
        for (SimulatedElement element : Weather.elements(elements, stations)) {
            Change before = last.get(element.key());
            Set<Statement> old = before == null ? Set.of() : before.after();
            Set<Statement> next = new LinkedHashSet<>(graphs.statements(element.key(), element.graph()));
            List<Statement> deletes = new ArrayList<>(old);
            deletes.removeAll(next);
            List<Statement> adds = new ArrayList<>(next);
            adds.removeAll(old);
            PatchPosition position = new PatchPosition(
                    before == null ? 1 : before.position().number() + 1, GraphHash.ofSet(next), false);
            Change change = new Change(element.key(), position, RdfPatch.change(deletes, adds), next);
            changes.add(change);
            last.put(element.key(), change);
        }
    }

    /** Writes all patches, at a rate; returns when the broker has them. */
    void write(String bootstrapServers, String topic, int perSecond) throws Exception {
        write(bootstrapServers, topic, perSecond, 0, changes.size());
    }

    /** Writes some of the patches, see the other. */
    void write(String bootstrapServers, String topic, int perSecond, int from, int to) throws Exception {
        try (KafkaProducer<String, RdfPatch> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new JellyPatchSerializer())) {
            for (Change change : changes.subList(from, to)) {
                TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(1) / perSecond);
                awaitFlow();
                ProducerRecord<String, RdfPatch> record = new ProducerRecord<>(topic, change.key(), change.patch());
                record.headers()
                        .add(RecordHeaderNames.PATCH, change.position().format().getBytes(StandardCharsets.US_ASCII));
                RecordMetadata place = producer.send(record).get();
                synchronized (written) {
                    List<Change> partition =
                            written.computeIfAbsent(new PartitionId(topic, place.partition()), id -> new ArrayList<>());
                    if (place.offset() != partition.size()) {
                        throw new IllegalStateException(place + " where " + partition.size() + " was next");
                    }
                    partition.add(change);
                }
            }
        }
    }

    private synchronized void awaitFlow() throws InterruptedException {
        while (held) {
            wait();
        }
    }

    /** Lets the writer wait, or go on. */
    synchronized void hold(boolean wait) {
        held = wait;
        notifyAll();
    }

    int size() {
        return changes.size();
    }

    /** Each stream's last patch below some offsets, by key. */
    Map<String, Change> at(Map<PartitionId, Long> offsets) {
        Map<String, Change> last = new HashMap<>();
        synchronized (written) {
            offsets.forEach((partition, offset) -> {
                for (Change change : written.get(partition).subList(0, offset.intValue())) {
                    last.put(change.key(), change);
                }
            });
        }
        return last;
    }

    /** All statements of some streams. */
    static Set<Statement> statements(Map<String, Change> streams) {
        Set<Statement> all = new HashSet<>();
        streams.values().forEach(change -> all.addAll(change.after()));
        return all;
    }
}
