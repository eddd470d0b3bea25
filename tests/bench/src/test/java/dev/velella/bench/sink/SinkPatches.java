package dev.velella.bench.sink;

import dev.velella.bench.codec.PatchCodec;
import dev.velella.bench.diff.DiffContender;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** The patches between the readings of 100 weather stations in turn, in batches; the same for every contender. */
public final class SinkPatches {
    /** Patches in a batch. */
    public static final int BATCH = 1_000;

    private static final int STATIONS = 100;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final TargetGraph graphs = TargetGraph.of(DiffContender.config(true).graphSettings());
    private final WeatherSimulator weather;
    private final PatchCodec.Writing writing = PatchCodec.VELELLA_STATEFUL.writing();
    private final PatchCodec.Reading reading = PatchCodec.VELELLA_STATEFUL.reading();
    private final String prefix;
    private final Map<String, Set<Statement>> states = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    /** @param prefix what the keys, and so the graphs, of these streams begin with */
    SinkPatches(String prefix) {
        this(prefix, STATIONS);
    }

    /**
     * @param prefix what the keys, and so the graphs, of these streams begin with
     * @param stations how many, each with a stream of its own
     */
    public SinkPatches(String prefix, int stations) {
        this.prefix = prefix;
        this.weather = new WeatherSimulator(new WeatherOptions(1, stations, Long.MAX_VALUE));
    }

    /**
     * A patch of a stream.
     *
     * @param key of the record, which names the stream
     * @param position number and hash in the header of the record
     * @param patch all rows
     * @param deletes statements of its deletes
     * @param adds statements of its adds
     */
    public record Numbered(
            String key, PatchPosition position, RdfPatch patch, List<Statement> deletes, List<Statement> adds) {}

    /** What a batch comes to, last operation first come: no statement is in both. */
    record Net(List<Statement> removes, List<Statement> adds) {}

    /** The next patches. */
    public List<Numbered> next(int count) {
        List<Numbered> patches = new ArrayList<>(count);
        while (patches.size() < count) {
            SimulatedElement element = Objects.requireNonNull(weather.next());
            String key = prefix + element.key();
            Set<Statement> before = states.getOrDefault(key, Set.of());
            Set<Statement> after = new LinkedHashSet<>(graphs.statements(key, element.graph()));
            List<Statement> deletes = before.stream()
                    .filter(statement -> !after.contains(statement))
                    .toList();
            List<Statement> adds = after.stream()
                    .filter(statement -> !before.contains(statement))
                    .toList();
            states.put(key, after);
            long number = numbers.merge(key, 1L, Long::sum);
            PatchPosition position = new PatchPosition(number, GraphHash.ofSet(after), false);
            patches.add(numbered(key, position, decoded(RdfPatch.change(deletes, adds))));
        }
        return patches;
    }

    /** With the terms that a reader of the topic gets. */
    private RdfPatch decoded(RdfPatch patch) {
        try {
            return (RdfPatch) reading.read(writing.write(patch));
        } catch (IOException e) {
            throw new BenchmarkException("a patch cannot be written and read", e);
        }
    }

    /** The texts of terms, which are made when they are first asked for, are there for every contender. */
    private static Numbered numbered(String key, PatchPosition position, RdfPatch patch) {
        List<Statement> deletes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Delete delete) {
                makeTexts(delete.statement());
                deletes.add(delete.statement());
            } else if (row instanceof PatchOperation.Add add) {
                makeTexts(add.statement());
                adds.add(add.statement());
            }
        }
        return new Numbered(key, position, patch, deletes, adds);
    }

    private static void makeTexts(Statement statement) {
        for (Value term : new Value[] {
            statement.getSubject(), statement.getPredicate(), statement.getObject(), statement.getContext()
        }) {
            if (term.stringValue().isEmpty()) {
                throw new BenchmarkException("a term without text: " + statement);
            }
        }
    }

    /** @param differences whether only what differs before and after: nothing that one patch takes back of another */
    static Net net(List<Numbered> patches, boolean differences) {
        Map<Statement, Boolean> last = new LinkedHashMap<>();
        for (Numbered patch : patches) {
            patch.deletes().forEach(statement -> take(last, statement, false, differences));
            patch.adds().forEach(statement -> take(last, statement, true, differences));
        }
        List<Statement> removes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        last.forEach((statement, present) -> (present ? adds : removes).add(statement));
        return new Net(removes, adds);
    }

    private static void take(Map<Statement, Boolean> last, Statement statement, boolean present, boolean differences) {
        last.compute(statement, (unused, before) -> before != null && differences ? null : (Boolean) present);
    }

    /** Statements that are in the store besides, 20 to a graph. */
    public static List<Statement> filling(int from, int to) {
        List<Statement> statements = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://example.org/filling/device" + i / 4),
                    VALUES.createIRI("http://example.org/filling/property" + i % 4),
                    VALUES.createLiteral(i / 2),
                    VALUES.createIRI("http://example.org/filling/graph" + i / 20)));
        }
        return statements;
    }
}
