package dev.velella.bench.converter;

import dev.velella.bench.codec.Verification;
import dev.velella.bench.converter.ConvertRecords.Message;
import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.bench.record.RecordStream;
import dev.velella.rdf.RdfGraph;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What {@code tests/bench/run converter} does: how much longer a record takes through each layer than through the codec. */
public final class ConverterSuite {
    /** The scale of published figures. */
    public static final Scale FULL = new Scale(1_000, 2_000, 2_000, 0, 5, 10, 10, 500, true);

    /** Whether everything works. */
    public static final Scale QUICK = new Scale(100, 200, 200, 0, 1, 2, 2, 100, true);

    /** In the order in which they are measured in the first round. */
    static final List<ConverterLayer> LAYERS =
            List.of(ConverterLayer.CONVERTER, ConverterLayer.PROTOCOL, ConverterLayer.CODEC);

    private static final String ENCODE = "encode";
    private static final String DECODE = "decode";

    private final Scale scale;
    private final Path jmhLog;
    private final Figures figures;
    private final PrintStream progress;

    /** @param jmhLog takes the output of JMH, of the last fork only */
    public ConverterSuite(Scale scale, Path jmhLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.jmhLog = jmhLog;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the scenarios, {@code weather-graphs-encode} and so on. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String stream : RecordStream.labels()) {
            names.add(stream + "-" + ENCODE);
            names.add(stream + "-" + DECODE);
        }
        return names;
    }

    /**
     * @param selected of {@link #names}
     * @throws BenchmarkException if a layer reads something else than was written, or a fork fails
     */
    public void run(List<String> selected) {
        InterleavedForks forks = new InterleavedForks(scale, jmhLog, progress);
        for (Workload workload : Workload.values()) {
            for (StreamKind kind : StreamKind.values()) {
                int elements = kind == StreamKind.PATCHES && workload == Workload.WEATHER
                        ? scale.weatherPatches()
                        : workload.length(scale);
                verify(RecordStream.of(workload, kind, Math.min(elements, 300)));
                for (String direction : List.of(ENCODE, DECODE)) {
                    Scenario scenario = scenario(workload, kind, direction, elements);
                    if (selected.contains(scenario.name())) {
                        add(forks.measureTogether(scenario));
                    }
                }
            }
        }
    }

    private static Scenario scenario(Workload workload, StreamKind kind, String direction, int elements) {
        return new Scenario(
                workload.label() + "-" + kind.label() + "-" + direction,
                ConvertRecords.class.getName() + (direction.equals(ENCODE) ? ".write" : ".read"),
                Map.of("workload", workload.name(), "kind", kind.name(), "elements", Integer.toString(elements)),
                LAYERS.stream()
                        .map(layer -> new Scenario.Contender(layer.name(), layer.label()))
                        .toList(),
                elements,
                "record");
    }

    private void add(Comparison comparison) {
        Comparison.Entry codec = comparison.entries().get(LAYERS.indexOf(ConverterLayer.CODEC));
        for (Comparison.Entry entry : comparison.entries()) {
            String name = comparison.scenario() + "/" + entry.label();
            figures.add("time/" + name, entry.medianNanos(), "ns/record");
            figures.add("cpu/" + name, entry.medianCpuNanos(), "ns/record");
            figures.add("alloc/" + name, entry.medianBytes(), "B/record");
            if (entry != codec) {
                Comparison.Ratio ratio = Comparison.ratio(codec, entry);
                figures.add(
                        "overhead/" + name,
                        percent(ratio.median()),
                        percent(ratio.lowest()),
                        percent(ratio.highest()),
                        "%");
                figures.add(
                        "overhead-cpu/" + name,
                        percent(Comparison.cpuRatio(codec, entry).median()),
                        "%");
            }
        }
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    /** Every layer reads what each layer wrote. */
    static void verify(RecordStream stream) {
        for (ConverterLayer writer : LAYERS) {
            List<Message> messages = ConvertRecords.messages(writer, stream);
            for (ConverterLayer reader : LAYERS) {
                // What the codec writes alone has no header that says where it belongs.
                if (writer != ConverterLayer.CODEC || reader == ConverterLayer.CODEC) {
                    verify(stream, messages, writer, reader);
                }
            }
        }
        byte[][] protocol = values(ConverterLayer.PROTOCOL, stream);
        for (ConverterLayer layer : LAYERS) {
            if (!Arrays.deepEquals(values(layer, stream), protocol)) {
                throw new BenchmarkException(stream.label() + ": " + layer.label() + " writes other frames");
            }
        }
    }

    private static byte[][] values(ConverterLayer layer, RecordStream stream) {
        return ConvertRecords.messages(layer, stream).stream()
                .map(Message::value)
                .toArray(byte[][]::new);
    }

    private static void verify(
            RecordStream stream, List<Message> messages, ConverterLayer writer, ConverterLayer reader) {
        ConverterLayer.Reading reading = reader.reading(stream.kind());
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            Object read = reading.read(i, new RecordHeaders(message.headers()), message.value());
            Object content = read instanceof RdfGraph graph ? graph.statements() : read;
            if (!Verification.same(stream.elements().get(i).value(), content, false)) {
                throw new BenchmarkException(stream.label() + " of " + writer.label() + " read by " + reader.label()
                        + ": element " + i + " is not what was written");
            }
        }
    }
}
