package dev.velella.bench.diff;

import com.sun.management.ThreadMXBean;
import dev.velella.bench.codec.PatchText;
import dev.velella.bench.data.Terms;
import dev.velella.bench.data.Workload;
import dev.velella.bench.diff.DiffContender.OwnPipeline;
import dev.velella.bench.diff.DiffInput.Message;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.record.JellyRecords;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordHeaderNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.rdfpatch.changes.RDFChangesBase;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/** What {@code tests/bench/run diff} does: speed against a plain implementation, size of graphs, full length, many keys. */
public final class DiffSuite {
    /** Warm-up is long, for both sides, because the code that is measured is large, and compiled late. */
    public static final Scale FULL = new Scale(2_000, 0, 0, 701_278, 5, 14, 6, 500, true);

    /** Whether everything works. */
    public static final Scale QUICK = new Scale(300, 0, 0, 5_000, 1, 2, 2, 150, true);

    static final String SPEED = "weather-speed";
    static final String LINEAR = "graph-size";
    static final String FULL_LENGTH = "full-length";
    static final String KEYS = "keys";
    static final String CHANGELOG = "changelog";
    static final String BROKER = "through-broker";

    private final Scale scale;
    private final Path jmhLog;
    private final Figures figures;
    private final PrintStream progress;
    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** @param jmhLog takes the output of JMH, of the last fork only */
    public DiffSuite(Scale scale, Path jmhLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.jmhLog = jmhLog;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the scenarios. */
    public static List<String> names() {
        return List.of(SPEED, CHANGELOG, LINEAR, KEYS, BROKER, FULL_LENGTH);
    }

    /** Whether this is what is published. */
    private boolean isFull() {
        return scale.sizeElements() >= FULL.sizeElements();
    }

    /**
     * Verifies, then measures.
     *
     * @param selected of {@link #names}
     */
    public void run(List<String> selected) throws IOException {
        verify(2, 300);
        for (String name : selected) {
            progress.println(name);
            switch (name) {
                case SPEED -> speed();
                case CHANGELOG -> changelog();
                case LINEAR -> linear();
                case KEYS -> keys();
                case BROKER -> throughBroker();
                default -> fullLength();
            }
        }
    }

    /** The contenders of this project; the last of all contenders is their peer. */
    private static final List<DiffContender> OWN = List.of(DiffContender.VELELLA, DiffContender.VELELLA_DICTIONARY);

    /** All give the same changes. */
    static void verify(int stations, int elements) throws IOException {
        for (boolean keeps : new boolean[] {true, false}) {
            DiffContender.Pipeline peer = DiffContender.RDF4J.pipeline(keeps);
            List<Set<String>> expected = new ArrayList<>();
            for (Message message : DiffInput.weather(stations, elements, DiffContender.RDF4J.form())) {
                expected.add(changes(RDFPatchOps.read(new ByteArrayInputStream(peer.take(message)))));
            }
            for (DiffContender contender : OWN) {
                OwnPipeline own = (OwnPipeline) contender.pipeline(keeps);
                Iterator<Set<String>> changes = expected.iterator();
                for (Message message : DiffInput.weather(stations, elements, contender.form())) {
                    own.take(message);
                    RdfPatch ours = own.last().diff().toPatch();
                    if (!changes(RDFPatchOps.read(new ByteArrayInputStream(PatchText.write(ours))))
                            .equals(changes.next())) {
                        throw new BenchmarkException("the contenders give different patches");
                    }
                }
            }
        }
    }

    /** Deletes and adds, as text, without their order. */
    private static Set<String> changes(RDFPatch patch) {
        Set<String> changes = new HashSet<>();
        patch.apply(new RDFChangesBase() {
            @Override
            public void add(Node g, Node s, Node p, Node o) {
                changes.add("A " + s + p + o + g);
            }

            @Override
            public void delete(Node g, Node s, Node p, Node o) {
                changes.add("D " + s + p + o + g);
            }
        });
        return changes;
    }

    private void speed() {
        InterleavedForks forks = new InterleavedForks(scale, jmhLog, progress);
        for (boolean keeps : new boolean[] {true, false}) {
            for (int stations : new int[] {1, 100}) {
                // Enough that the first graphs, which are whole patches, and the first dictionaries do not decide.
                int elements = scale.weatherGraphs() * (stations == 1 ? 1 : 10);
                Scenario scenario = new Scenario(
                        SPEED + "-" + (keeps ? "keep" : "drop") + "-" + stations,
                        DiffStreams.class.getName() + ".diff",
                        Map.of(
                                "keepsTemporal", Boolean.toString(keeps),
                                "stations", Integer.toString(stations),
                                "elements", Integer.toString(elements)),
                        Stream.of(DiffContender.values())
                                .map(one -> new Scenario.Contender(one.name(), one.label()))
                                .toList(),
                        116L * elements,
                        "triple");
                Comparison comparison = forks.measure(scenario);
                for (Comparison.Entry entry : comparison.entries()) {
                    String name = scenario.name() + "/" + entry.label();
                    figures.add("time/" + name, entry.medianNanos(), "ns/triple");
                    figures.add("cpu/" + name, entry.medianCpuNanos(), "ns/triple");
                    figures.add("rate/" + name, 1e9 / entry.medianNanos(), "triples/s");
                    figures.add("alloc/" + name, entry.medianBytes(), "B/triple");
                }
                Comparison.Entry peer =
                        comparison.entries().get(comparison.entries().size() - 1);
                for (Comparison.Entry own : comparison.entries().subList(0, OWN.size())) {
                    String name = scenario.name() + "/" + own.label();
                    Comparison.Ratio ratio = Comparison.ratio(own, peer);
                    figures.add("ratio/" + name, ratio.median(), ratio.lowest(), ratio.highest(), "x");
                    figures.add(
                            "ratio-cpu/" + name, Comparison.cpuRatio(own, peer).median(), "x");
                }
            }
        }
    }

    private void changelog() {
        for (int stations : new int[] {1, 100}) {
            CountedStore store = new CountedStore();
            OwnPipeline pipeline = new OwnPipeline(DiffContender.config(true), store);
            Traffic traffic = new Traffic();
            int elements = 10_000;
            DiffInput input = new DiffInput(stations, elements);
            for (int i = 0; i < elements; i++) {
                traffic.add(pipeline, input.next());
            }
            String name = CHANGELOG + "-" + stations;
            figures.add("state/" + name, (double) store.bytes() / traffic.patches, "B/patch");
            figures.add("puts/" + name, (double) store.puts() / traffic.patches, "puts/patch");
            figures.add("value/" + name, (double) traffic.patchBytes / traffic.patches, "B/patch");
            figures.add("headers/" + name, (double) traffic.headerBytes / traffic.patches, "B/patch");
            figures.add("ratio/" + name, (double) store.bytes() / traffic.patchBytes, "x");
        }
    }

    /** What went through a pipeline. */
    private static final class Traffic {
        private long patches;
        private long adds;
        private long deletes;
        private long input;
        private long inputHeaders;
        private long patchBytes;
        private long headerBytes;

        void add(OwnPipeline pipeline, Message message) {
            byte[] patch = pipeline.take(message);
            input += message.value().length;
            inputHeaders += headers(message.headers());
            StreamDiff.Step step = pipeline.last();
            if (step.outcome() == StreamDiff.Outcome.PATCH) {
                RollingDiff diff = step.diff();
                patches++;
                adds += diff.adds().size();
                deletes += diff.deletes().size();
                patchBytes += patch.length;
                headerBytes += header(RecordHeaderNames.CONTENT_TYPE, RecordHeaderNames.JELLY_PATCH.length())
                        + header(
                                RecordHeaderNames.JELLY,
                                step.frame().isStateful()
                                        ? step.frame().header().toBytes().length
                                        : 0)
                        + header(
                                RecordHeaderNames.PATCH,
                                step.position().format().length())
                        + header(RecordHeaderNames.EVENT_TIME, 13);
            }
        }

        private static long headers(Headers headers) {
            long sum = 0;
            for (Header header : headers) {
                sum += header(header.key(), header.value().length);
            }
            return sum;
        }

        /** Name and value and the length of each, as in a record. */
        private static long header(String name, int length) {
            return name.length() + length + 2L;
        }
    }

    private void linear() {
        int[] sizes = isFull() ? new int[] {1_000, 10_000, 100_000, 1_000_000} : new int[] {1_000, 10_000};
        for (int size : sizes) {
            List<RdfGraph> variants = List.of(items(size, 0), items(size, 1));
            DiffInput input = new DiffInput();
            // A graph of 100,000 statements is larger than a producer sends by default.
            OwnPipeline pipeline = new OwnPipeline(
                    DiffContender.config(
                            true, "velella.cache.max.statements", "4000000", "producer.max.request.size", "100000000"),
                    new CountedStore());
            int turns = Math.max(4, 3_000_000 / size);
            List<Double> nanos = new ArrayList<>();
            List<Double> bytes = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                Message message = input.message("k", variants.get(turn % 2), turn);
                long cpu = thread.getCurrentThreadCpuTime();
                long allocated = thread.getCurrentThreadAllocatedBytes();
                pipeline.take(message);
                if (turn >= turns / 2) {
                    nanos.add((double) (thread.getCurrentThreadCpuTime() - cpu) / size);
                    bytes.add((double) (thread.getCurrentThreadAllocatedBytes() - allocated) / size);
                }
            }
            figures.add("cpu/" + LINEAR + "-" + size, median(nanos), "ns/statement");
            figures.add("alloc/" + LINEAR + "-" + size, median(bytes), "B/statement");
            long with = live();
            if (pipeline.last().position().number() != turns) {
                throw new BenchmarkException("a change was not seen");
            }
            pipeline = null;
            figures.add("memory/" + LINEAR + "-" + size, (double) (with - live()) / size, "B/statement");
        }
    }

    private static double median(List<Double> values) {
        return Comparison.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static long live() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Ten statements an item; every hundredth value depends on the variant. */
    private static RdfGraph items(int size, int variant) {
        List<Statement> statements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            IRI item = Terms.VALUES.createIRI("https://example.org/item/" + i / 10);
            IRI property = Terms.VALUES.createIRI("https://example.org/property/" + i % 10);
            int value = i % 100 == 7 ? i + variant : i;
            statements.add(Terms.VALUES.createStatement(item, property, Terms.VALUES.createLiteral(value)));
        }
        return RdfGraph.of(statements);
    }

    private void keys() {
        int streams = isFull() ? 100_000 : 2_000;
        int rounds = 3;
        for (int cached : new int[] {20 * streams, 120 * streams}) {
            long before = live();
            CountedStore store = new CountedStore();
            OwnPipeline pipeline = new OwnPipeline(
                    DiffContender.config(true, "velella.cache.max.statements", Integer.toString(cached)), store);
            DiffInput input = new DiffInput(1, 50);
            List<RdfGraph> graphs = new ArrayList<>();
            Workload.WEATHER.elements(50).forEach(graphs::add);
            long cpu = 0;
            long elements = 0;
            for (int round = 0; round < rounds; round++) {
                for (int stream = 0; stream < streams; stream++) {
                    Message message = input.message("key" + stream, graphs.get((stream + round) % 50), round);
                    long start = thread.getCurrentThreadCpuTime();
                    pipeline.take(message);
                    if (round > 0) {
                        cpu += thread.getCurrentThreadCpuTime() - start;
                        elements++;
                    }
                }
            }
            String name = KEYS + "-" + streams + "-cache-" + cached;
            figures.add("rate/" + name, elements * 1e9 / cpu, "elements/s");
            figures.add("memory/" + name, (live() - before) / 1048576.0, "MiB");
            figures.add("state/" + name, (double) store.bytes() / (streams * (long) rounds), "B/patch");
            if (pipeline.last() == null) {
                throw new BenchmarkException("nothing was taken");
            }
        }
    }

    private void throughBroker() throws IOException {
        int graphs = isFull() ? 600_000 : 2_000;
        try (BenchmarkBroker broker = new BenchmarkBroker(jmhLog.resolveSibling("broker.log"))) {
            new DiffThroughBroker(broker, graphs, Math.min(3, scale.rounds()), progress).run(figures);
        }
    }

    private void fullLength() throws IOException {
        int elements = scale.sizeElements();
        for (boolean keeps : new boolean[] {true, false}) {
            String name = FULL_LENGTH + (keeps ? "-keep" : "-drop");
            DiffInput input = new DiffInput(1, elements);
            CountedStore store = new CountedStore();
            OwnPipeline pipeline = new OwnPipeline(DiffContender.config(keeps), store);
            PartitionEncoder given = new PartitionEncoder(JellyRecords.settings(100, StatementOrder.GIVEN));
            Traffic traffic = new Traffic();
            long text = 0;
            long givenBytes = 0;
            for (int i = 0; i < elements; i++) {
                traffic.add(pipeline, input.next());
                RdfPatch patch = pipeline.last().diff().toPatch();
                givenBytes += given.encode(patch).value().length;
                text += PatchText.text(patch).length();
                if (i % 100_000 == 99_999) {
                    progress.println(name + ": " + (i + 1) + " elements");
                }
            }
            figures.add("elements/" + name, elements, "elements");
            figures.add("patches/" + name, traffic.patches, "patches");
            figures.add("adds/" + name, traffic.adds, "adds");
            figures.add("deletes/" + name, traffic.deletes, "deletes");
            figures.add("operations/" + name, traffic.adds + traffic.deletes + 2 * traffic.patches, "operations");
            figures.add("input/" + name, mebi(traffic.input), "MiB");
            figures.add("input-headers/" + name, mebi(traffic.inputHeaders), "MiB");
            figures.add("patch/" + name, mebi(traffic.patchBytes), "MiB");
            figures.add("patch-given/" + name, mebi(givenBytes), "MiB");
            figures.add("patch-headers/" + name, mebi(traffic.headerBytes), "MiB");
            figures.add("text/" + name, mebi(text), "MiB");
            figures.add("changelog/" + name, mebi(store.bytes()), "MiB");
            figures.add("ratio-text/" + name, (double) text / traffic.patchBytes, "x");
            figures.add("ratio-text-given/" + name, (double) text / givenBytes, "x");
            figures.add("ratio-input/" + name, (double) traffic.input / traffic.patchBytes, "x");
            figures.add("ratio-input-given/" + name, (double) traffic.input / givenBytes, "x");
            figures.add(
                    "ratio-input-with-headers/" + name,
                    (double) (traffic.input + traffic.inputHeaders) / (traffic.patchBytes + traffic.headerBytes),
                    "x");
        }
    }

    private static double mebi(long bytes) {
        return bytes / 1048576.0;
    }
}
