package dev.velella.bench.source;

import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.util.Models;

/**
 * What {@code tests/bench/run source} does: how fast JSON becomes graphs in process, and messages of MQTT become records.
 */
public final class SourceSuite {
    static final String TEMPLATE = "weather-template";

    /** Messages of published figures: long enough for the compiler on a machine that is not quiet. */
    public static final Scale FULL = new Scale(1_000, 0, 0, 0, 5, 10, 4, 1_000, true);

    /** Messages in a pass through brokers. */
    public static final int MESSAGES = 40_000;

    /** The compiler is at work for six or seven passes. */
    private static final int WARM_UPS = 8;

    private final Scale scale;
    private final int messages;
    private final Path jmhLog;
    private final Figures figures;
    private final PrintStream progress;

    /** @param messages in a pass through brokers */
    public SourceSuite(Scale scale, int messages, Path jmhLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.messages = messages;
        this.jmhLog = jmhLog;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the scenarios. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of(TEMPLATE),
                        Arrays.stream(SourcePayload.values()).flatMap(payload -> SourceProducer.of(payload).stream()
                                .map(producer -> throughBrokers(payload, producer))))
                .toList();
    }

    static String throughBrokers(SourcePayload payload, SourceProducer producer) {
        return "mqtt-to-kafka-" + payload.label() + producer.suffix();
    }

    /**
     * @param selected of {@link #names}
     * @throws BenchmarkException if a graph is not what it must be, or a fork fails
     */
    public void run(List<String> selected) throws IOException {
        verify(200);
        if (selected.contains(TEMPLATE)) {
            template();
        }
        for (SourcePayload payload : SourcePayload.values()) {
            for (SourceProducer producer : SourceProducer.of(payload)) {
                throughBrokers(payload, producer, selected);
            }
        }
    }

    private void throughBrokers(SourcePayload payload, SourceProducer producer, List<String> selected)
            throws IOException {
        String name = throughBrokers(payload, producer);
        if (selected.contains(name)) {
            progress.println(name);
            figures.addRates(
                    new SourceRates(messages, WARM_UPS, scale.rounds(), jmhLog.resolveSibling("broker.log"), progress)
                            .measure(payload, producer));
        }
    }

    /** Both ways lead to the same graphs of 115 triples. */
    static void verify(int messages) throws IOException {
        PayloadWay.Reading own = PayloadWay.VELELLA.reading();
        PayloadWay.Reading other = PayloadWay.RIO.reading();
        for (String json : WeatherMessages.json(messages)) {
            RdfGraph graph = own.read(json);
            boolean same = Models.isomorphic(
                    new HashSet<>(graph.statements()),
                    new HashSet<>(other.read(json).statements()));
            if (!same || graph.statements().size() != WeatherMessages.TRIPLES + 1) {
                throw new BenchmarkException("not the graph of " + json + ": " + graph);
            }
        }
    }

    private void template() {
        int messages = scale.weatherGraphs();
        Comparison comparison = new InterleavedForks(scale, jmhLog, progress)
                .measure(new Scenario(
                        TEMPLATE,
                        ReadPayloads.class.getName() + ".read",
                        Map.of("elements", Integer.toString(messages)),
                        Arrays.stream(PayloadWay.values())
                                .map(way -> new Scenario.Contender(way.name(), way.label()))
                                .toList(),
                        messages,
                        "message"));
        figures.add(comparison);
        for (Comparison.Entry entry : comparison.entries()) {
            figures.add("rate/" + TEMPLATE + "/" + entry.label(), 1e9 / entry.medianNanos(), "messages/s");
            figures.add("rate-cpu/" + TEMPLATE + "/" + entry.label(), 1e9 / entry.medianCpuNanos(), "messages/s");
            figures.add(
                    "triple-cpu/" + TEMPLATE + "/" + entry.label(),
                    entry.medianCpuNanos() / WeatherMessages.TRIPLES,
                    "ns/triple");
        }
    }
}
