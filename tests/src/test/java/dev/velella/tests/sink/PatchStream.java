package dev.velella.tests.sink;

import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.EncoderSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.store.PartitionId;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Weather;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;

/**
 * The numbered patches between the elements of simulated stations, and what every prefix of a partition leads to. Written as
 * stateful records; a partition holds the interleaved codec streams of several writers, each of some of its stations.
 */
public final class PatchStream {
    /** So often that a task that starts has begun some streams anew since the begin of the topic. */
    private static final KeyFrameInterval KEY_FRAMES = new KeyFrameInterval(10, 600_000);

    private final String name;
    private final int partitions;
    private final int writers;
    private final TargetGraph graphs;
    private final int elements;
    private final Iterator<SimulatedElement> simulated;
    private final Map<String, Change> last = new HashMap<>();

    /** Made when they are wanted first, for most runs end before the stream does. */
    private final List<Change> changes = new ArrayList<>();

    private final Map<String, Integer> stations = new HashMap<>();
    private final Map<Integer, PartitionEncoder> encoders = new HashMap<>();
    private final Map<PartitionId, List<Change>> written = new HashMap<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** How many patches may be written now. */
    private int most = Integer.MAX_VALUE;

    private boolean ended;

    /** A patch, and the graph of its stream after it. */
    public record Change(String key, PatchPosition position, RdfPatch patch, Set<Statement> after) {}

    /**
     * Writes nothing yet.
     *
     * @param name begin of the keys, since streams of one name share graphs
     * @param elements of all stations together
     * @param writers of each partition
     */
    public PatchStream(String name, int elements, int stations, int partitions, int writers) {
        this.name = name;
        this.partitions = partitions;
        this.writers = writers;
        graphs = TargetGraph.of(new DiffConfig(Map.of(
                        "bootstrap.servers", "none:1", "velella.input.topic", "in", "velella.output.topic", "out"))
                .graphSettings());
        this.elements = elements;
        simulated = Weather.iterator(elements, stations);
    }

    /** The patch at a place in the order of writing. */
    private Change change(int index) {
        synchronized (changes) {
            while (changes.size() <= index) {
                changes.add(next(simulated.next()));
            }
            return changes.get(index);
        }
    }

    private Change next(SimulatedElement element) {
        String key = name + "_" + element.key();
        stations.putIfAbsent(key, stations.size());
        Change before = last.get(key);
        Set<Statement> old = before == null ? Set.of() : before.after();
        Set<Statement> next = new LinkedHashSet<>(graphs.statements(key, element.graph()));
        List<Statement> deletes = new ArrayList<>(old);
        deletes.removeAll(next);
        List<Statement> adds = new ArrayList<>(next);
        adds.removeAll(old);
        PatchPosition position =
                new PatchPosition(before == null ? 1 : before.position().number() + 1, GraphHash.ofSet(next), false);
        Change change = new Change(key, position, RdfPatch.change(deletes, adds), next);
        last.put(key, change);
        return change;
    }

    /** Writes patches, at a rate, until none is left or {@link #end} is called; returns when the broker has them. */
    public void write(String bootstrapServers, String topic, int perSecond) throws Exception {
        write(bootstrapServers, topic, perSecond, 0, elements);
    }

    /** Writes some of the patches, see the other. */
    public void write(String bootstrapServers, String topic, int perSecond, int from, int to) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (int index = from; index < to; index++) {
                Change change = change(index);
                TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(1) / perSecond);
                if (!awaitFlow()) {
                    break;
                }
                send(producer, topic, change);
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /** What is sent counts as written at once: a reader may have it before this one hears that it is. */
    private void send(KafkaProducer<String, byte[]> producer, String topic, Change change) {
        int station = stations.get(change.key());
        int partition = station % partitions;
        int writer = station % (partitions * writers);
        StatefulFrame frame = encoders.computeIfAbsent(
                        writer,
                        unknown -> new PartitionEncoder(
                                new EncoderSettings(
                                        JellyOptions.TOPIC,
                                        JellyPatchOptions.TOPIC,
                                        StatementOrder.GIVEN,
                                        Limits.DEFAULT),
                                KEY_FRAMES))
                .encode(change.patch());
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, change.key(), frame.value());
        record.headers().add(JellyHeader.NAME, frame.header().toBytes());
        record.headers().add(RecordHeaderNames.PATCH, change.position().format().getBytes(StandardCharsets.US_ASCII));
        int offset;
        synchronized (written) {
            List<Change> all = written.computeIfAbsent(new PartitionId(topic, partition), id -> new ArrayList<>());
            offset = all.size();
            all.add(change);
        }
        producer.send(record, (place, error) -> {
            if (error != null || place.offset() != offset) {
                failure.compareAndSet(null, new IllegalStateException(place + " where " + offset + " was next", error));
            }
        });
    }

    private synchronized boolean awaitFlow() throws InterruptedException {
        while (size() >= most && !ended) {
            wait();
        }
        return !ended;
    }

    /** Lets the writer wait, or go on. */
    public synchronized void hold(boolean wait) {
        most = wait ? 0 : Integer.MAX_VALUE;
        notifyAll();
    }

    /** Lets the writer go on for some patches only. */
    public synchronized void goOnFor(int patches) {
        most = size() + patches;
        notifyAll();
    }

    /** Lets the writer return after the patch that it is at. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Begin of the names of all its graphs. */
    public String graphs() {
        return "urn:velella:stream:" + name + "_";
    }

    /** Number of patches that were written. */
    public int size() {
        synchronized (written) {
            return written.values().stream().mapToInt(List::size).sum();
        }
    }

    /** Each stream's last patch below some offsets, by key. */
    public Map<String, Change> at(Map<PartitionId, Long> offsets) {
        Map<String, Change> last = new HashMap<>();
        synchronized (written) {
            offsets.forEach((partition, offset) -> {
                for (Change change : written.getOrDefault(partition, List.of()).subList(0, offset.intValue())) {
                    last.put(change.key(), change);
                }
            });
        }
        return last;
    }

    /** All statements of some streams. */
    public static Set<Statement> statements(Map<String, Change> streams) {
        Set<Statement> all = new HashSet<>();
        streams.values().forEach(change -> all.addAll(change.after()));
        return all;
    }
}
