package dev.velella.bench.kafka;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.record.RecordStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** What {@code tests/bench/run kafka} does: bytes and verification, then rates, through one broker. */
public final class KafkaSuite {
    private final KafkaScale scale;
    private final Path brokerLog;
    private final Figures figures;
    private final PrintStream progress;

    /** @param brokerLog takes what the broker says */
    public KafkaSuite(KafkaScale scale, Path brokerLog, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.brokerLog = brokerLog;
        this.figures = figures;
        this.progress = progress;
    }

    /**
     * @param selected of {@link RecordStream#labels}
     * @throws BenchmarkException if something fails, or is not read as it was written
     */
    public void run(List<String> selected) throws IOException {
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
