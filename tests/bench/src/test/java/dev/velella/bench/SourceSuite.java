package dev.velella.bench;

import dev.velella.rdf.RdfGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.rdf4j.model.util.Models;

/**
 * What {@code tests/bench/run source} does: how fast JSON becomes graphs in process, and how many messages one task takes
 * from MQTT to Kafka, against a relay that makes no RDF.
 */
final class SourceSuite {
    static final String TEMPLATE = "weather-template";
    static final String MQTT = "weather-mqtt";
    static final String VELELLA = "velella";
    static final String RELAY = "relay";

    private final SourceScale scale;
    private final Path jmhLog;
    private final Figures figures;
    private final PrintStream progress;

    SourceSuite(SourceScale scale, Path jmhLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.jmhLog = jmhLog;
        this.figures = figures;
        this.progress = progress;
    }

    static List<String> names() {
        return List.of(TEMPLATE, MQTT);
    }

    /**
     * @param selected of {@link #names}
     * @throws BenchmarkException if a graph is not what it must be, or a fork fails
     */
    void run(List<String> selected) throws IOException {
        verify(200);
        if (selected.contains(TEMPLATE)) {
            template();
        }
        if (selected.contains(MQTT)) {
            mqtt();
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
        int messages = scale.payloads().weatherGraphs();
        Comparison comparison = new InterleavedForks(scale.payloads(), jmhLog, progress)
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

    private void mqtt() throws IOException {
        double[] own = new double[scale.rounds()];
        double[] relay = new double[scale.rounds()];
        double[] share = new double[scale.rounds()];
        Path folder = Files.createTempDirectory("velella-source-bench");
        try (BenchmarkBroker kafka = new BenchmarkBroker(jmhLog.resolveSibling("broker.log"))) {
            for (int round = 0; round < scale.rounds(); round++) {
                boolean ownFirst = round % 2 == 0;
                if (ownFirst) {
                    own[round] = fork(kafka, folder, VELELLA, round);
                }
                relay[round] = fork(kafka, folder, RELAY, round);
                if (!ownFirst) {
                    own[round] = fork(kafka, folder, VELELLA, round);
                }
                share[round] = 100 * own[round] / relay[round];
            }
        } finally {
            SinkSuite.delete(folder);
        }
        figures.add("rate/" + MQTT + "/" + VELELLA, Comparison.median(own), "messages/s");
        figures.add("rate/" + MQTT + "/" + RELAY, Comparison.median(relay), "messages/s");
        figures.add("share/" + MQTT, Comparison.median(share), "%");
        figures.add("share-low/" + MQTT, Arrays.stream(share).min().orElse(Double.NaN), "%");
        figures.add("share-high/" + MQTT, Arrays.stream(share).max().orElse(Double.NaN), "%");
    }

    private double fork(BenchmarkBroker kafka, Path folder, String contender, int round) throws IOException {
        String topic = "source-" + contender + "-" + round;
        kafka.createTopic(topic);
        try (MosquittoProcess mosquitto = new MosquittoProcess(folder)) {
            SourceFork.Task task =
                    new SourceFork.Task(contender, kafka.bootstrapServers(), mosquitto.port(), topic, scale.messages());
            Process process =
                    ChildJvm.start(SourceFork.class, InterleavedForks.JVM_OPTIONS, task.arguments(), Redirect.INHERIT);
            try (BufferedReader lines = process.inputReader()) {
                String line = lines.readLine();
                if (process.waitFor() != 0 || line == null) {
                    throw new BenchmarkException(MQTT + ": the JVM for " + contender + " failed");
                }
                double rate = Double.parseDouble(line);
                progress.printf(Locale.ROOT, "%s %s: %.0f messages/s%n", MQTT, contender, rate);
                return rate;
            } catch (InterruptedException e) {
                throw new BenchmarkException("interrupted", e);
            } finally {
                process.destroy();
            }
        } finally {
            kafka.deleteTopic(topic);
        }
    }
}
