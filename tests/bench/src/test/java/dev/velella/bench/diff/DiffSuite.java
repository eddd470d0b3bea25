package dev.velella.bench.diff;

import dev.velella.bench.codec.PatchText;
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
import dev.velella.rdf.RdfPatch;
import dev.velella.record.RecordHeaderNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
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

/** What {@code tests/bench/run diff} does: speed against a plain implementation, through a broker, and a stream of full length. */
public final class DiffSuite {
    /** Warm-up is long, for both sides, because the code that is measured is large, and compiled late. */
    public static final Scale FULL = new Scale(2_000, 0, 0, 701_278, 3, 14, 6, 500, true);

    /** Whether everything works. */
    public static final Scale QUICK = new Scale(300, 0, 0, 5_000, 1, 2, 2, 150, true);

    static final String SPEED = "weather-speed";
    static final String FULL_LENGTH = "full-length";
    static final String BROKER = "through-broker";
    static final String LIFT = "lift";

    private final Scale scale;
    private final Path jmhLog;
    private final Figures figures;
    private final PrintStream progress;

    /** @param jmhLog takes the output of JMH, of the last fork only */
    public DiffSuite(Scale scale, Path jmhLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.jmhLog = jmhLog;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the scenarios. */
    public static List<String> names() {
        return List.of(SPEED, BROKER, LIFT, FULL_LENGTH);
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
                case BROKER -> throughBroker();
                case LIFT -> lift();
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

    private void throughBroker() throws IOException {
        int graphs = isFull() ? 600_000 : 2_000;
        try (BenchmarkBroker broker = new BenchmarkBroker(jmhLog.resolveSibling("broker.log"))) {
            new DiffThroughBroker(broker, graphs, Math.min(3, scale.rounds()), progress).run(figures);
        }
    }

    private void lift() throws IOException {
        try (BenchmarkBroker broker = new BenchmarkBroker(jmhLog.resolveSibling("broker.log"))) {
            new LiftThroughBroker(broker, isFull() ? 300_000 : 2_000, Math.min(3, scale.rounds()), progress)
                    .run(figures);
        }
    }

    private void fullLength() throws IOException {
        int elements = scale.sizeElements();
        for (boolean keeps : new boolean[] {true, false}) {
            String name = FULL_LENGTH + (keeps ? "-keep" : "-drop");
            DiffInput input = new DiffInput(1, elements);
            CountedStore store = new CountedStore();
            OwnPipeline pipeline = new OwnPipeline(DiffContender.config(keeps), store);
            PartitionEncoder given = JellyRecords.stateful(100, StatementOrder.GIVEN);
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
