package dev.velella.bench.outbox;

import com.sun.management.OperatingSystemMXBean;
import dev.velella.bench.data.BsbmProducts;
import dev.velella.bench.data.Terms;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxTerms;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.outbox.OutboxSail;
import dev.velella.outbox.OutboxSettings;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.StackableSail;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * Commits of writers to a store with an outbox against the same store without one, and with an outbox that is not synced.
 * The stores get the same transactions by turns, in one process; of 19 changes one is a delete of a statement that the turn before has
 * added: RDF4J's stores never write a statement that is added and soon removed by writers who work side by side. A ratio is the
 * median of the ratios of the turns. Then the bytes of the outbox's patches beside RDF Patch text.
 */
public final class OutboxSuite {
    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final long MAP_BYTES = 4L << 30;

    private final Figures figures;
    private final PrintStream progress;
    private final int turns;
    private final boolean quick;

    /**
     * @param quick whether it only shows that everything works
     * @param turns of each store
     */
    public OutboxSuite(boolean quick, int turns, Figures figures, PrintStream progress) {
        this.quick = quick;
        this.turns = turns;
        this.figures = figures;
        this.progress = progress;
    }

    /** Kinds of stores: as RDF4J makes them by default, and synced before a commit returns, as an outbox is. */
    public static List<String> names() {
        return List.of("memory", "memory-synced", "lmdb", "lmdb-synced");
    }

    /**
     * Measures stores.
     *
     * @param kinds of {@link #names}
     */
    public void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            for (int statements : new int[] {10, 1000}) {
                for (int writers : new int[] {1, 8}) {
                    in(directory -> measure(kind, statements, writers, directory));
                }
            }
            if (kind.equals("lmdb-synced")) {
                in(directory -> kill(kind, directory));
            }
        }
    }

    /** A measurement that needs a directory of its own. */
    private interface Measurement {
        void in(Path directory) throws IOException;
    }

    /** Does something in a directory of its own, which is deleted at the end. */
    private static void in(Measurement measurement) throws IOException {
        Path directory = Files.createTempDirectory("velella-outbox");
        try {
            measurement.in(directory);
        } finally {
            try (Stream<Path> entries = Files.walk(directory)) {
                for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(entry);
                }
            }
        }
    }

    private void kill(String kind, Path directory) throws IOException {
        for (String each : List.of("plain", "outbox")) {
            progress.println("bench: " + kind + ", kills, " + each);
            double[] lost = new double[quick ? 1 : 5];
            for (int kill = 0; kill < lost.length; kill++) {
                lost[kill] = KilledWriters.lost(kind, each, directory.resolve(each + kill), quick ? 200 : 2_000);
            }
            figures.addRounds("lost/" + kind + "/" + each, lost, "commits");
        }
    }

    private void measure(String kind, int statements, int writers, Path directory) throws IOException {
        String name = kind + "-" + statements + "-statements-" + writers + "-writers";
        progress.println("bench: " + name);
        int commits = Math.max(writers, (quick ? 1_000 : 20_000) / Math.max(10, statements / 4));
        if (kind.equals("memory-synced")) {
            commits = Math.max(writers, commits / 50); // it writes all of its file in every commit
        } else if (kind.startsWith("lmdb")) {
            commits = Math.max(
                    writers, commits / (writers == 1 ? 8 : 2)); // it looks for other uses of each term that is removed
        }
        Map<String, SailRepository> stores = new TreeMap<>();
        stores.put("plain", new SailRepository(store(kind, directory.resolve("plain"))));
        stores.put("outbox", outbox(kind, directory, "outbox", true));
        stores.put("unsynced", outbox(kind, directory, "unsynced", false));
        try {
            Map<String, double[]> nanos = new TreeMap<>();
            Map<String, double[]> processor = new TreeMap<>();
            for (int turn = -turns / 2; turn < turns; turn++) { // first turns warm up
                List<String> order = new ArrayList<>(stores.keySet());
                Collections.rotate(order, turn);
                for (String each : order) {
                    long processorBefore = MACHINE.getProcessCpuTime();
                    double time = time(stores.get(each), commits, statements, writers, turn + turns);
                    if (turn >= 0) {
                        nanos.computeIfAbsent(each, unknown -> new double[turns])[turn] = time;
                        processor.computeIfAbsent(each, unknown -> new double[turns])[turn] =
                                (double) (MACHINE.getProcessCpuTime() - processorBefore) / commits;
                    }
                }
            }
            for (String each : stores.keySet()) {
                figures.add("time/" + name + "/" + each, Comparison.median(nanos.get(each)), "ns/commit");
            }
            for (String each : List.of("outbox", "unsynced")) {
                String pair = name + "/" + each + "/plain";
                figures.addRounds("ratio/" + pair, ratios(nanos, each), "x");
                figures.add("ratio-cpu/" + pair, Comparison.median(ratios(processor, each)), "x");
            }
            sizes(name, stores.get("outbox"));
        } finally {
            stores.values().forEach(SailRepository::shutDown);
        }
    }

    private double[] ratios(Map<String, double[]> figuresOf, String each) {
        double[] ratios = new double[turns];
        Arrays.setAll(ratios, turn -> figuresOf.get(each)[turn] / figuresOf.get("plain")[turn]);
        return ratios;
    }

    static SailRepository outbox(String kind, Path directory, String name, boolean sync) {
        OutboxSettings settings =
                new OutboxSettings(directory.resolve(name + "-journal"), 8L << 30, Duration.ofMinutes(1), sync, true);
        return new SailRepository(new OutboxSail(store(kind, directory.resolve(name)), settings));
    }

    static NotifyingSail store(String kind, Path directory) {
        return switch (kind) {
            case "memory" -> new MemoryStore();
            case "memory-synced" -> {
                MemoryStore store = new MemoryStore(directory.toFile());
                store.setPersist(true);
                store.setSyncDelay(0);
                yield store;
            }
            default -> {
                LmdbStoreConfig config = new LmdbStoreConfig();
                // RDF4J does not enlarge a map that becomes full while values are freed.
                config.setTripleDBSize(MAP_BYTES);
                config.setValueDBSize(MAP_BYTES);
                config.setForceSync(kind.equals("lmdb-synced"));
                yield new LmdbStore(directory.toFile(), config);
            }
        };
    }

    /** Time of a commit, in ns. It ends when the store has no commits in memory alone. */
    private static double time(SailRepository store, int commits, int statements, int writers, int turn) {
        List<List<List<Statement>>> before = work(commits / writers, statements, writers, turn - 1);
        List<List<List<Statement>>> work = work(commits / writers, statements, writers, turn);
        long began = System.nanoTime();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            List<List<Statement>> old = before.get(writer);
            List<List<Statement>> transactions = work.get(writer);
            Runnable writing = () -> write(store, old, transactions);
            if (writers == 1) {
                writing.run();
            } else {
                running.add(CompletableFuture.runAsync(writing, command -> new Thread(command).start()));
            }
        }
        running.forEach(CompletableFuture::join);
        awaitWritten(store.getSail());
        return (double) (System.nanoTime() - began) / (commits / writers * writers);
    }

    private static void awaitWritten(Sail sail) {
        Sail store = sail instanceof StackableSail stacked ? stacked.getBaseSail() : sail;
        if (!(store instanceof MemoryStore)) {
            WaitingChanges changes = WaitingChanges.of(store);
            while (changes.exist()) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private static List<List<List<Statement>>> work(int commits, int statements, int writers, int turn) {
        List<List<List<Statement>>> work = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            work.add(transactions(commits, statements, turn * 100L + writer));
        }
        return work;
    }

    private static void write(SailRepository store, List<List<Statement>> before, List<List<Statement>> transactions) {
        try (RepositoryConnection connection = store.getConnection()) {
            for (int each = 0; each < transactions.size(); each++) {
                connection.begin();
                List<Statement> old = before.get(each);
                for (int i = 0; i < old.size(); i += 19) {
                    connection.remove(old.get(i));
                }
                connection.add(transactions.get(each));
                connection.commit();
            }
        }
    }

    private static List<List<Statement>> transactions(int commits, int statements, long seed) {
        BsbmProducts products = new BsbmProducts(Integer.MAX_VALUE, seed);
        IRI graph = Terms.VALUES.createIRI("http://example.org/graph/" + seed);
        List<Statement> pool = new ArrayList<>();
        List<List<Statement>> transactions = new ArrayList<>();
        for (int i = 0; i < commits; i++) {
            while (pool.size() < statements) {
                for (Statement statement : products.next().statements()) {
                    pool.add(Terms.VALUES.createStatement(
                            statement.getSubject(), statement.getPredicate(), statement.getObject(), graph));
                }
            }
            transactions.add(List.copyOf(pool.subList(0, statements)));
            pool.subList(0, statements).clear();
        }
        return transactions;
    }

    private void sizes(String name, SailRepository store) throws IOException {
        long frames = 0;
        long text = 0;
        long number = 0;
        JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        try (RepositoryConnection connection = store.getConnection()) {
            List<CommittedPart> parts = new ArrayList<>();
            connection
                    .getStatements(OutboxTerms.after(number), null, null, false, OutboxTerms.GRAPH)
                    .forEach(statement -> {
                        if (statement.getPredicate().equals(OutboxTerms.PART)) {
                            parts.add(CommittedPart.parse(statement.getObject().stringValue()));
                        }
                    });
            for (CommittedPart part : parts) {
                frames += part.frame().length;
                text += text(decoder.decode(part.frame()));
            }
        }
        figures.add("size/" + name + "/text/frame", (double) text / frames, "x");
    }

    private static int text(RdfPatch patch) throws IOException {
        StringBuilder out = new StringBuilder();
        new RdfPatchTextWriter(out).write(patch);
        return out.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
