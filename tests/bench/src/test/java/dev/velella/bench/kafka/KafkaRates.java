package dev.velella.bench.kafka;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.ChildJvm;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordVariant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Records per second from an encoder through the broker to a decoder.
 *
 * <p>A round is one JVM of every format, directly one after the other, and the order is turned by one place from round to
 * round, as with {@link InterleavedForks}; within a JVM the order of the variants is turned likewise. Ratios are taken
 * within a round.
 */
final class KafkaRates {
    private final BenchmarkBroker broker;
    private final KafkaScale scale;
    private final PrintStream progress;
    private int topics;

    KafkaRates(BenchmarkBroker broker, KafkaScale scale, PrintStream progress) {
        this.broker = broker;
        this.scale = scale;
        this.progress = progress;
    }

    /** Nanoseconds per record, one figure a round. */
    private record Times(List<Double> nanos, List<Double> cpuNanos) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * One comparison for each compression, named {@code weather-graphs-zstd}.
     *
     * @throws BenchmarkException if a fork fails
     */
    List<Comparison> measure(Workload workload, StreamKind kind) throws IOException {
        List<RecordFormat> formats = scale.rateFormats().stream()
                .filter(format -> format.holds(kind))
                .toList();
        Map<Compression, Map<String, Times>> times = new LinkedHashMap<>();
        for (int round = 0; round < scale.rounds(); round++) {
            List<RecordFormat> turned = new ArrayList<>(formats);
            Collections.rotate(turned, -round);
            for (RecordFormat format : turned) {
                fork(workload, kind, format, round, times);
            }
            progress.printf(
                    Locale.ROOT, "%s-%s round %d of %d%n", workload.label(), kind.label(), round + 1, scale.rounds());
        }
        List<Comparison> comparisons = new ArrayList<>();
        times.forEach((compression, variants) -> comparisons.add(
                comparison(workload.label() + "-" + kind.label() + "-" + compression.label(), kind, variants)));
        return comparisons;
    }

    private static Comparison comparison(String name, StreamKind kind, Map<String, Times> variants) {
        List<Comparison.Entry> entries = RecordVariant.of(kind).stream()
                .map(RecordVariant::label)
                .filter(variants::containsKey)
                .map(label -> {
                    Times times = variants.get(label);
                    return new Comparison.Entry(label, array(times.nanos()), array(times.cpuNanos()), new double[0]);
                })
                .toList();
        return new Comparison(name, "record", entries);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void fork(
            Workload workload,
            StreamKind kind,
            RecordFormat format,
            int round,
            Map<Compression, Map<String, Times>> times)
            throws IOException {
        String topic = "rates-" + topics++;
        broker.createTopic(topic);
        KafkaFork.Task task = new KafkaFork.Task(
                broker.bootstrapServers(),
                topic,
                workload,
                kind,
                format,
                scale.rateElements(),
                scale.warmUpMillis(),
                scale.passMillis(),
                round);
        Process process = ChildJvm.start(KafkaFork.class, scale.forkOptions(), task.arguments(), Redirect.INHERIT);
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line.split(" "), times);
            }
            if (process.waitFor() != 0) {
                throw new BenchmarkException(
                        workload.label() + "-" + kind.label() + ": a JVM for " + format.label() + " failed");
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            process.destroy();
        }
        broker.deleteTopic(topic);
    }

    private void take(String[] words, Map<Compression, Map<String, Times>> times) {
        Compression compression = Compression.valueOf(words[1].toUpperCase(Locale.ROOT));
        Times taken = times.computeIfAbsent(compression, none -> new LinkedHashMap<>())
                .computeIfAbsent(words[0], none -> new Times());
        double records = Double.parseDouble(words[2]);
        taken.nanos().add(Double.parseDouble(words[3]) / records);
        taken.cpuNanos().add(Double.parseDouble(words[4]) / records);
        progress.printf(
                Locale.ROOT,
                "  %s %s: %.0f records/s%n",
                words[0],
                words[1],
                1e9 * records / Double.parseDouble(words[3]));
    }
}
