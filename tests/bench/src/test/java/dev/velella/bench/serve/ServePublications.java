package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.fixture.Nanopublications;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.eclipse.rdf4j.model.Statement;

/**
 * Made-up nanopublications, each a stream with one version: all in one merged answer, beside one request for each. The graphs of
 * the first answer are compared with those that were written.
 */
final class ServePublications {
    private static final String TOPIC = "nanopublications";

    private final ServeScale scale;
    private final Figures figures;
    private final PrintStream progress;
    private final List<String> keys = new ArrayList<>();
    private final Map<String, Long> hashes = new HashMap<>();

    ServePublications(ServeScale scale, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.figures = figures;
        this.progress = progress;
    }

    void run(BenchmarkBroker broker, Path home, Path parent, ExecutorService threads)
            throws IOException, InterruptedException {
        progress.println("writing " + scale.publications() + " nanopublications");
        Path folder = Files.createDirectory(parent.resolve(TOPIC));
        broker.createTopic(TOPIC);
        write(broker.bootstrapServers());
        try (ServeProcess service = new ServeProcess(home, folder, broker.bootstrapServers(), TOPIC)) {
            service.awaitReady();
            try (ServeClient client = new ServeClient(service.port())) {
                ByteArrayOutputStream body = new ByteArrayOutputStream(32 << 20);
                figures.add(
                        "publications/bytes",
                        (double) client.get(ServeRates.JELLY, body) / keys.size(),
                        "B/publication");
                check(body.toByteArray());
                rounds(service, client, threads);
            }
        }
    }

    private void write(String bootstrapServers) {
        try (PatchWriter writer = new PatchWriter(bootstrapServers, TOPIC)) {
            writer.begin();
            for (int number = 0; number < scale.publications(); number++) {
                List<Statement> publication = Nanopublications.of(number);
                String name = Nanopublications.nameOf(publication).stringValue();
                String key = name.substring(name.lastIndexOf('/') + 1);
                long hash = GraphHash.ofSet(new HashSet<>(publication));
                keys.add(key);
                hashes.put(key, hash);
                writer.send(key, RdfPatch.change(List.of(), publication), new PatchPosition(1, hash, false));
            }
            writer.commit();
        }
    }

    private void check(byte[] answer) throws IOException {
        int read = 0;
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(answer), LightValueFactory.getInstance(), Limits.DEFAULT)) {
            for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
                String key = new String(reader.metadata().get("key"), StandardCharsets.UTF_8);
                long hash = GraphHash.ofSet(new HashSet<>(graph.statements()));
                if (!Long.valueOf(hash).equals(hashes.get(key))) {
                    throw new BenchmarkException(key + " is not the nanopublication that was written");
                }
                read++;
            }
        }
        if (read != keys.size()) {
            throw new BenchmarkException("an answer has " + read + " nanopublications, and not " + keys.size());
        }
    }

    private void rounds(ServeProcess service, ServeClient client, ExecutorService threads)
            throws IOException, InterruptedException {
        double[] merged = new double[scale.rounds()];
        double[] single = new double[scale.rounds()];
        double[] ratio = new double[scale.rounds()];
        for (int round = -1; round < scale.rounds(); round++) { // the first one warms up
            double all = ServeRates.merged(client, ServeRates.JELLY, scale.merged(), keys.size(), new ArrayList<>());
            double each = ServeRates.single(service.port(), keys::get, keys.size(), scale.requests(), threads);
            if (round >= 0) {
                merged[round] = all;
                single[round] = each;
                ratio[round] = all / each;
            }
        }
        figures.add("publications/count", keys.size(), "publications");
        figures.add("publications/merged", Comparison.median(merged), "publications/s");
        figures.add("publications/single", Comparison.median(single), "publications/s");
        figures.addRounds("publications/ratio", ratio, "x");
    }
}
