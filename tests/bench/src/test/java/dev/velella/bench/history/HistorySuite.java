package dev.velella.bench.history;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.rdf.PatchOperation;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.HistorySettings;
import dev.velella.sink.versions.StoreHistory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/**
 * Stores with a history against the same stores without one: writes, queries of the present and of the past. Devices
 * send readings; each patch replaces the last observation of a device. Both stores get the same transactions and the
 * same queries by turns, in one process. A ratio is the median of the ratios of the turns.
 *
 * <p>A query of the past is compared with the same query in a store without a history that stopped at that commit.
 */
public final class HistorySuite {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NS = "http://example.org/";
    private static final PartitionId PARTITION = new PartitionId("patches", 0);
    private static final int FIELDS = 10;

    /** Number of transactions that are timed together. */
    private static final int COMMITS_OF_BLOCK = 10;

    private static final com.sun.management.OperatingSystemMXBean PROCESS = (com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean();

    private final Figures figures;
    private final PrintStream progress;
    private final int devices;
    private final int statementsOfDevice = 100;
    private final int commits;
    private final int patchesOfCommit = 100;
    private final int turns;

    /**
     * @param quick whether it only shows that everything works
     * @param turns of each store
     */
    public HistorySuite(boolean quick, int turns, Figures figures, PrintStream progress) {
        this.figures = figures;
        this.progress = progress;
        devices = quick ? 50 : 1_000;
        commits = quick ? 20 : 400;
        this.turns = turns;
    }

    /** Kinds of stores. */
    public static List<String> names() {
        return List.of("memory", "lmdb");
    }

    /**
     * Measures stores.
     *
     * @param kinds of {@link #names}
     */
    public void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            Path directory = Files.createTempDirectory("velella-history");
            try {
                measure(kind, directory);
            } finally {
                try (Stream<Path> entries = Files.walk(directory)) {
                    for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(entry);
                    }
                }
            }
        }
    }

    /** One store with what is applied to it. */
    private final class Store implements AutoCloseable {
        private final EmbeddedTarget target;
        private Claim claim;

        Store(String kind, Path directory, HistorySettings history) {
            target = kind.equals("memory")
                    ? MemoryTarget.open(directory, "bench", Duration.ZERO, false, history)
                    : LmdbTarget.open(
                            directory,
                            "bench",
                            Duration.ZERO,
                            new LmdbSettings(LmdbSettings.DEFAULT.indexes(), 16L << 30, 60_000),
                            false,
                            history);
            claim = target.claim(List.of(PARTITION)).get(PARTITION);
        }

        /**
         * Applies transactions, and waits until the last one can be asked for. Returns the time, and the processor time
         * of all threads, in ns.
         */
        long[] apply(List<List<PatchOperation>> transactions) {
            long began = System.nanoTime();
            long processor = PROCESS.getProcessCpuTime();
            transactions.forEach(this::applyOne);
            target.history().map(StoreHistory::commits).ifPresent(table -> target.connect(table.last())
                    .orElseThrow()
                    .close());
            return new long[] {System.nanoTime() - began, PROCESS.getProcessCpuTime() - processor};
        }

        private void applyOne(List<PatchOperation> rows) {
            BatchBuilder batch = new BatchBuilder(target);
            batch.apply(PARTITION, claim, claim.nextOffset(), null, rows, null, null);
            claim = target.apply(batch.build()).get(PARTITION);
        }

        @Override
        public void close() {
            target.close();
        }
    }

    private void measure(String kind, Path directory) throws IOException {
        Workload workload = new Workload();
        Path kept = Files.createDirectories(directory.resolve("history"));
        try (Store plain = new Store(kind, Files.createDirectories(directory.resolve("plain")), HistorySettings.NONE);
                Store middle =
                        new Store(kind, Files.createDirectories(directory.resolve("middle")), HistorySettings.NONE);
                Store history = new Store(kind, kept, HistorySettings.FOR_EVER)) {
            List<Store> stores = List.of(plain, middle, history);
            List<PatchOperation> base = workload.base();
            for (int from = 0; from < base.size(); from += 10_000) {
                List<PatchOperation> part = base.subList(from, Math.min(base.size(), from + 10_000));
                stores.forEach(store -> store.apply(List.of(part)));
            }
            history.target.checkpoint();
            long before = size(kept);
            progress.println("bench: " + kind + " holds " + base.size() + " statements");
            int blocks = commits / COMMITS_OF_BLOCK;
            double[] writes = new double[blocks];
            double[] processor = new double[blocks];
            for (int block = 0; block < blocks; block++) {
                List<List<PatchOperation>> rows = new ArrayList<>();
                for (int commit = 0; commit < COMMITS_OF_BLOCK; commit++) {
                    rows.add(workload.commit());
                }
                long[] first = (block % 2 == 0 ? history : plain).apply(rows);
                long[] second = (block % 2 == 0 ? plain : history).apply(rows);
                writes[block] = (double) (block % 2 == 0 ? first : second)[0] / (block % 2 == 0 ? second : first)[0];
                processor[block] = (double) (block % 2 == 0 ? first : second)[1] / (block % 2 == 0 ? second : first)[1];
                if (block < blocks / 2) {
                    middle.apply(rows);
                }
            }
            history.target.checkpoint();
            figures.add("ratio/" + kind + "-write/history/plain", Comparison.median(writes), "x");
            figures.add("ratio/" + kind + "-write-processor/history/plain", Comparison.median(processor), "x");
            long versions = (long) commits * patchesOfCommit * FIELDS;
            figures.add("disk/" + kind + "/version", (double) (size(kept) - before) / versions, "B");
            CommitTable table =
                    history.target.history().map(StoreHistory::commits).orElseThrow();
            long past = table.last() - (blocks - blocks / 2) * COMMITS_OF_BLOCK;
            for (Query query : Query.values()) {
                compare(kind + "-present-" + query, workload, query, history.target::connect, plain.target::connect);
                compare(
                        kind + "-past-" + query,
                        workload,
                        query,
                        () -> history.target.connect(past).orElseThrow(),
                        middle.target::connect);
            }
        }
    }

    private static long size(Path directory) throws IOException {
        long size = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                size += (Long) Files.getAttribute(file, "size");
            }
        }
        return size;
    }

    /** Opens a connection. */
    private interface Opening {
        RepositoryConnection open();
    }

    private void compare(String name, Workload workload, Query query, Opening own, Opening other) {
        double[] ratios = new double[turns];
        double[] nanos = new double[turns];
        for (int turn = -turns / 3; turn < turns; turn++) { // first turns warm up
            List<String> texts = workload.queries(query, turn);
            long[] first = time(texts, turn % 2 == 0 ? own : other);
            long[] second = time(texts, turn % 2 == 0 ? other : own);
            if (first[1] != second[1]) {
                throw new BenchmarkException(name + ": " + first[1] + " rows, and " + second[1]);
            }
            if (turn >= 0) {
                long ownNanos = turn % 2 == 0 ? first[0] : second[0];
                long otherNanos = turn % 2 == 0 ? second[0] : first[0];
                ratios[turn] = (double) ownNanos / otherNanos;
                nanos[turn] = (double) otherNanos / texts.size();
            }
        }
        figures.add("time/" + name + "/plain", Comparison.median(nanos), "ns/query");
        figures.add("ratio/" + name + "/history/plain", Comparison.median(ratios), "x");
    }

    private static long[] time(List<String> texts, Opening opening) {
        long rows = 0;
        long began = System.nanoTime();
        for (String text : texts) {
            try (RepositoryConnection connection = opening.open();
                    TupleQueryResult result = connection.prepareTupleQuery(text).evaluate()) {
                while (result.hasNext()) {
                    result.next().forEach(binding -> binding.getValue().stringValue());
                    rows++;
                }
            }
        }
        return new long[] {System.nanoTime() - began, rows};
    }

    enum Query {
        /** All statements of a subject. */
        LOOKUP,
        /** The subjects that have an object. */
        REVERSE,
        /** Three patterns from a device to its last values. */
        JOIN,
        /** The values of all devices. */
        SCAN;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final class Workload {
        private final Random random = new Random(7);
        private final int[] observations = new int[devices];
        private final Map<String, IRI> iris = new HashMap<>();
        private int next;

        /** An IRI, which is the same object whenever a patch has it again, as a reader of frames gives it. */
        private IRI iri(String name) {
            return iris.computeIfAbsent(name, unknown -> VALUES.createIRI(NS + name));
        }

        /** With its label as text, as a reader of frames gives it. */
        private static Literal literal(double value) {
            return VALUES.createLiteral(Double.toString(value), XSD.DOUBLE);
        }

        private Statement statement(int device, String subject, String predicate, Object object) {
            return VALUES.createStatement(
                    iri(subject),
                    iri(predicate),
                    object instanceof String name ? iri(name) : literal(((Number) object).doubleValue()),
                    iri("graph/" + device));
        }

        /** What does not change: the description of a device, and its first observation. */
        List<PatchOperation> base() {
            List<PatchOperation> rows = new ArrayList<>();
            for (int device = 0; device < devices; device++) {
                for (int i = 0; i < statementsOfDevice - FIELDS - 1; i++) {
                    rows.add(new PatchOperation.Add(statement(
                            device, "device/" + device, "fact" + i % 20, "thing/" + (device * 7 + i * 13) % 5_000)));
                }
                for (Statement added : observation(device)) {
                    rows.add(new PatchOperation.Add(added));
                }
            }
            return rows;
        }

        private List<Statement> observation(int device) {
            observations[device] = next;
            return fields(device, next++);
        }

        /** An observation links the device, and has values that follow from its number. */
        private List<Statement> fields(int device, int number) {
            List<Statement> fields = new ArrayList<>();
            String subject = "observation/" + number;
            fields.add(statement(device, "device/" + device, "last", subject));
            for (int i = 1; i < FIELDS; i++) {
                fields.add(statement(device, subject, "value" + i, number * 10 + i));
            }
            return fields;
        }

        List<PatchOperation> commit() {
            List<PatchOperation> rows = new ArrayList<>();
            for (int i = 0; i < patchesOfCommit; i++) {
                int device = random.nextInt(devices);
                if (observations[device] >= 0) {
                    fields(device, observations[device]).forEach(old -> rows.add(new PatchOperation.Delete(old)));
                    observation(device).forEach(added -> rows.add(new PatchOperation.Add(added)));
                }
            }
            return rows;
        }

        List<String> queries(Query query, int turn) {
            Random choice = new Random(turn);
            List<String> texts = new ArrayList<>();
            int many = query == Query.SCAN ? 1 : 100;
            for (int i = 0; i < many; i++) {
                int device = choice.nextInt(devices);
                texts.add(
                        switch (query) {
                            case LOOKUP -> "SELECT * { <" + NS + "device/" + device + "> ?p ?o }";
                            case REVERSE -> "SELECT * { ?s ?p <" + NS + "thing/" + choice.nextInt(5_000) + "> }";
                            case JOIN ->
                                "SELECT * { GRAPH <" + NS + "graph/" + device + "> { ?d <" + NS + "last> ?o . ?o <" + NS
                                        + "value1> ?v . ?o <" + NS + "value2> ?w } }";
                            case SCAN -> "SELECT * { ?d <" + NS + "last> ?o . ?o <" + NS + "value3> ?v }";
                        });
            }
            return texts;
        }
    }
}
