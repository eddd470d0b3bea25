package dev.velella.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code tests/bench/run kafka} does: bytes and verification, then rates, through one broker. */
final class KafkaSuite {
    private final KafkaScale scale;
    private final Path brokerLog;
    private final Figures figures;
    private final PrintStream progress;

    /** @param brokerLog takes what the broker says */
    KafkaSuite(KafkaScale scale, Path brokerLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.brokerLog = brokerLog;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the streams, {@code weather-graphs} and so on. */
    static List<String> streams() {
        List<String> streams = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (StreamKind kind : StreamKind.values()) {
                streams.add(workload.label() + "-" + kind.label());
            }
        }
        return streams;
    }

    /**
     * @param selected of {@link #streams}
     * @throws BenchmarkException if something fails, or is not read as it was written
     */
    void run(List<String> selected) throws IOException {
        try (BenchmarkBroker broker = new BenchmarkBroker(brokerLog, scale.brokerOptions())) {
            progress.println("the broker keeps its log in " + broker.directory());
            KafkaSizes sizes = new KafkaSizes(broker, scale, figures, progress);
            KafkaRates rates = new KafkaRates(broker, scale, progress);
            for (Workload workload : Workload.values()) {
                for (StreamKind kind : StreamKind.values()) {
                    if (selected.contains(workload.label() + "-" + kind.label())) {
                        sizes.count(workload, kind);
                        rates.measure(workload, kind).forEach(figures::addRates);
                    }
                }
            }
        }
    }
}
