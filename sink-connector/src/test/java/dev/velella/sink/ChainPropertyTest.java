package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.apply.PatchApplier;
import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Patches are lost, repeated and forged, in header or content, and snapshots, some of them forged, come at any time: the store always holds a state that the stream
 * really had, and says which; and a snapshot of the last state brings it there.
 */
class ChainPropertyTest {
    private static final String SNAPSHOTS = "snapshots";
    private static final PartitionId PATCH_PARTITION = new PartitionId(Records.TOPIC, 0);
    private static final PartitionId SNAPSHOT_PARTITION = new PartitionId(SNAPSHOTS, 0);
    private static final List<String> KEYS = List.of("a", "b");

    /** What one stream was after each of its patches; the first state is the empty one. */
    private static final class History {
        final List<Stream.Numbered> patches = new ArrayList<>();
        final List<Set<Statement>> states = new ArrayList<>(List.of(Set.of()));

        History(String key, int length) {
            Stream stream = new Stream(key, 2);
            for (int i = 0; i < length; i++) {
                patches.add(stream.next());
                states.add(stream.state());
            }
        }
    }

    private final Map<String, Long> ends = new HashMap<>();
    private final Map<String, Integer> reached = new HashMap<>();

    private SinkRecord record(String topic, String key, Schema schema, Object value, String position) {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("patch", position);
        long offset = ends.merge(topic, 1L, Long::sum) - 1;
        return new SinkRecord(
                topic, 0, Schema.STRING_SCHEMA, key, schema, value, offset, 1L, TimestampType.CREATE_TIME, headers);
    }

    private SinkRecord patch(String key, RdfPatch patch, PatchPosition position) {
        return record(Records.TOPIC, key, RdfStructs.PATCH_SCHEMA, RdfStructs.of(patch), position.format());
    }

    private SinkRecord snapshot(String key, History history, int number) {
        return snapshot(key, history, number, history.states.get(number));
    }

    /** A snapshot that announces a state of the stream, and holds some statements. */
    private SinkRecord snapshot(String key, History history, int number, Set<Statement> statements) {
        PatchPosition position = new PatchPosition(number, GraphHash.ofSet(history.states.get(number)), true);
        Object value = RdfStructs.of(RdfGraph.of(List.copyOf(statements)));
        return record(SNAPSHOTS, key, RdfStructs.GRAPH_SCHEMA, value, position.format());
    }

    /** One statement more or less, or another one. */
    private static Set<Statement> forged(Random random, String key, Collection<Statement> statements) {
        Set<Statement> forged = new LinkedHashSet<>(statements);
        int way = random.nextInt(3);
        if (way > 0 && !forged.isEmpty()) {
            forged.remove(forged.iterator().next());
        }
        if (way < 2 || forged.size() == statements.size()) {
            forged.add(Stream.statement("forged", random.nextInt(), "urn:velella:stream:" + key));
        }
        return forged;
    }

    /** The patch with other adds or deletes under the same header. */
    private static RdfPatch forged(Random random, String key, RdfPatch patch) {
        List<Statement> deletes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Add add) {
                adds.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                deletes.add(delete.statement());
            }
        }
        return random.nextBoolean()
                ? RdfPatch.change(deletes, List.copyOf(forged(random, key, adds)))
                : RdfPatch.change(List.copyOf(forged(random, key, deletes)), adds);
    }

    /**
     * Patches of both streams: some lost, some sent again, some with a false state or false content; snapshots between them, some
     * with false content.
     */
    private List<SinkRecord> topic(Random random, Map<String, History> histories, int length) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            for (String key : KEYS) {
                History history = histories.get(key);
                Stream.Numbered patch = history.patches.get(i);
                switch (random.nextInt(13)) {
                    case 0 -> {}
                    case 1 -> {
                        PatchPosition forged = new PatchPosition(
                                patch.position().number(), patch.position().hash() + 1, false);
                        records.add(patch(key, patch.patch(), forged));
                    }
                    case 2 -> {
                        for (int j = Math.max(0, i - random.nextInt(4)); j <= i; j++) {
                            Stream.Numbered again = history.patches.get(j);
                            records.add(patch(key, again.patch(), again.position()));
                        }
                    }
                    case 3 -> records.add(patch(key, forged(random, key, patch.patch()), patch.position()));
                    default -> records.add(patch(key, patch.patch(), patch.position()));
                }
                if (random.nextInt(15) == 0) {
                    int number = 1 + random.nextInt(i + 1);
                    records.add(snapshot(key, history, number, forged(random, key, history.states.get(number))));
                }
                if (random.nextInt(10) == 0) {
                    records.add(snapshot(key, history, 1 + random.nextInt(i + 1)));
                }
            }
        }
        return records;
    }

    @Property(tries = 150)
    void theStoreAlwaysHoldsAStateThatTheStreamHad(@ForAll long seed, @ForAll @IntRange(min = 1, max = 25) int length)
            throws IOException {
        Random random = new Random(seed);
        ends.clear();
        reached.clear();
        Map<String, History> histories = new HashMap<>();
        KEYS.forEach(key -> histories.put(key, new History(key, length)));
        List<SinkRecord> records = topic(random, histories, length);
        Path directory = Files.createTempDirectory("velella-chain");
        RdfSinkConfig config = new RdfSinkConfig(Map.of(
                "name",
                "sink",
                "target.dir",
                directory.toString(),
                "on.chain.break",
                "resync",
                "snapshot.topics",
                SNAPSHOTS + ":" + Records.TOPIC,
                "kafka.bootstrap.servers",
                "unused:1",
                "batch.max.records",
                Integer.toString(1 + random.nextInt(6))));
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            SinkCounts counts = new SinkCounts(() -> 0);
            PatchApplier applier = applier(target, config, counts);
            for (int at = 0; at < records.size(); ) {
                int to = Math.min(records.size(), at + 1 + random.nextInt(10));
                applier.apply(
                        records.subList(at, to).stream().map(InputRecord::of).toList(), false);
                at = to;
                if (random.nextInt(8) == 0) {
                    applier = applier(target, config, counts); // another task: what is remembered is gone
                }
                checkStates(target, histories);
            }
            for (String key : KEYS) {
                applier.apply(List.of(InputRecord.of(snapshot(key, histories.get(key), length))), false);
                StreamState state =
                        target.chain(new StreamId(Records.TOPIC, key)).orElseThrow();
                assertThat(state.number()).isEqualTo(length);
                assertThat(state.isBroken() && state.hash() != hash(histories.get(key), length))
                        .isFalse();
            }
            checkStates(target, histories);
        } finally {
            delete(directory);
        }
    }

    /** What a stream has in a graph that it shares cannot be told from what others have there. */
    @Test
    void whereStreamsShareTheirGraphASnapshotIsTakenForANewStreamOnly(@TempDir Path directory) throws IOException {
        History history = new History("a", 7);
        RdfSinkConfig config = new RdfSinkConfig(Map.of(
                "name", "sink",
                "target.dir", directory.toString(),
                "on.chain.break", "resync",
                "graph.policy", "fixed",
                "graph.fixed", "urn:velella:stream:a",
                "snapshot.topics", SNAPSHOTS + ":" + Records.TOPIC,
                "kafka.bootstrap.servers", "unused:1"));
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            SinkCounts counts = new SinkCounts(() -> 0);
            PatchApplier applier = applier(target, config, counts);
            List<SinkRecord> records = new ArrayList<>(List.of(snapshot("a", history, 2), snapshot("a", history, 4)));
            history.patches.subList(0, 5).forEach(patch -> records.add(patch("a", patch.patch(), patch.position())));
            applier.apply(records.stream().map(InputRecord::of).toList(), false);
            assertThat(target.chain(new StreamId(Records.TOPIC, "a")).orElseThrow())
                    .satisfies(state -> assertThat(state.number()).isEqualTo(5))
                    .satisfies(state -> assertThat(state.isBroken()).isFalse());
            checkStates(target, Map.of("a", history));

            Stream.Numbered behindAGap = history.patches.get(6);
            applier.apply(
                    List.of(patch("a", behindAGap.patch(), behindAGap.position()), snapshot("a", history, 7)).stream()
                            .map(InputRecord::of)
                            .toList(),
                    false);
            assertThat(target.chain(new StreamId(Records.TOPIC, "a"))
                            .orElseThrow()
                            .isBroken())
                    .isTrue();
            checkStates(target, Map.of("a", history));
        }
    }

    private static PatchApplier applier(MemoryTarget target, RdfSinkConfig config, SinkCounts counts) {
        DeadLetters letters = new DeadLetters(true, "sink", null, Map.of(), counts);
        StoreWriter writer = new StoreWriter(target, null, config, letters, counts, () -> 0);
        writer.claim(List.of(PATCH_PARTITION, SNAPSHOT_PARTITION));
        return new PatchApplier(writer, config, new ClusterReads(null, null), new PartitionEnds(), counts);
    }

    private static long hash(History history, int number) {
        return GraphHash.ofSet(history.states.get(number));
    }

    private void checkStates(MemoryTarget target, Map<String, History> histories) {
        histories.forEach((key, history) -> {
            int number = target.chain(new StreamId(Records.TOPIC, key))
                    .map(state -> (int) state.number())
                    .orElse(0);
            assertThat(number).as("never goes back").isGreaterThanOrEqualTo(reached.getOrDefault(key, 0));
            reached.put(key, number);
            assertThat(new HashSet<>(target.statements(Stream.iri("urn:velella:stream:" + key))))
                    .isEqualTo(history.states.get(number));
        });
    }

    private static void delete(Path directory) throws IOException {
        try (java.util.stream.Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
