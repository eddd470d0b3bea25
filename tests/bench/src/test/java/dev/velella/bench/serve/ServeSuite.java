package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.WorkFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The suite {@code serve}: all graphs in one merged answer, beside TriG and beside one request for each graph, in turns; then
 * the merged answer while patches come in, with each graph checked.
 */
public final class ServeSuite {
    private static final String TOPIC = "patches";

    /** Patches that come in under load, in a second and in a transaction. */
    private static final int RATE = 1000;

    private static final int TRANSACTION = 100;
    private static final byte[] TRIG = ServeClient.request("/graphs", "application/trig");

    private final ServeScale scale;
    private final Path home;
    private final Figures figures;
    private final PrintStream progress;

    /** @param home the distribution, built */
    public ServeSuite(ServeScale scale, Path home, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.home = home.toAbsolutePath().normalize();
        this.figures = figures;
        this.progress = progress;
    }

    /** Measures, and checks the answers. */
    public void run() throws IOException {
        Path folder = Files.createTempDirectory("velella-serve");
        ExecutorService threads = Executors.newCachedThreadPool();
        try (BenchmarkBroker broker = new BenchmarkBroker(folder.resolve("broker.log"))) {
            broker.createTopic(TOPIC);
            try (ServeTopic topic = new ServeTopic(broker.bootstrapServers(), TOPIC, scale.streams())) {
                progress.println("writing the patches of " + scale.streams() + " streams");
                topic.begin();
                try (ServeProcess service = new ServeProcess(home, folder, broker.bootstrapServers(), TOPIC)) {
                    run(service, topic, threads);
                }
            }
            new ServePublications(scale, figures, progress).run(broker, home, folder, threads);
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
        WorkFolder.delete(folder);
    }

    private void run(ServeProcess service, ServeTopic topic, ExecutorService threads)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        service.awaitReady();
        figures.add("load", scale.streams() / ServeRates.seconds(began), "graphs/s");
        ServeCheck check = new ServeCheck(topic, scale.streams());
        try (ServeClient client = new ServeClient(service.port())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(32 << 20);
            figures.add("bytes/merged", (double) client.get(ServeRates.JELLY, body) / scale.streams(), "B/graph");
            whole(check.check(body.toByteArray()));
            progress.println("warming up");
            ServeRates.merged(client, ServeRates.JELLY, scale.merged(), scale.streams(), new ArrayList<>());
            ServeRates.merged(client, TRIG, 1, scale.streams(), new ArrayList<>());
            ServeRates.single(service.port(), ServeStreams::key, scale.streams(), scale.requests(), threads);
            rounds(service, client, threads);
        }
        figures.add("heap/quiet", service.liveMegabytes(), "MiB");
        load(service, topic, check, threads);
        figures.add("heap/load", service.liveMegabytes(), "MiB");
        figures.add("heap/limit", ServeProcess.HEAP_MIB, "MiB");
        figures.add("resident", service.residentMegabytes(), "MiB");
    }

    private void whole(int graphs) {
        if (graphs != scale.streams()) {
            throw new BenchmarkException("an answer has " + graphs + " graphs, and not " + scale.streams());
        }
    }

    /** All kinds of requests in turns; a ratio is taken within a round. */
    private void rounds(ServeProcess service, ServeClient client, ExecutorService threads)
            throws IOException, InterruptedException {
        List<Double> merged = new ArrayList<>();
        List<Double> perCpu = new ArrayList<>();
        List<Double> trig = new ArrayList<>();
        List<Double> single = new ArrayList<>();
        List<Double> toTrig = new ArrayList<>();
        List<Double> toSingle = new ArrayList<>();
        List<Double> cpuToTrig = new ArrayList<>();
        List<Double> cpuToSingle = new ArrayList<>();
        List<Double> firstBytes = new ArrayList<>();
        for (int round = 0; round < scale.rounds(); round++) {
            progress.println("round " + (round + 1) + " of " + scale.rounds());
            long begun = service.cpuNanos();
            merged.add(ServeRates.merged(client, ServeRates.JELLY, scale.merged(), scale.streams(), firstBytes));
            long afterMerged = service.cpuNanos();
            trig.add(ServeRates.merged(client, TRIG, 1, scale.streams(), new ArrayList<>()));
            long afterTrig = service.cpuNanos();
            single.add(
                    ServeRates.single(service.port(), ServeStreams::key, scale.streams(), scale.requests(), threads));
            double ofMerged = (afterMerged - begun) / ((double) scale.merged() * scale.streams());
            double ofTrig = (afterTrig - afterMerged) / (double) scale.streams();
            double ofSingle = (service.cpuNanos() - afterTrig) / (double) scale.requests();
            if (ofMerged > 0) { // the clock of a process has steps of 10 ms
                perCpu.add(1e9 / ofMerged);
                cpuToTrig.add(ofTrig / ofMerged);
                cpuToSingle.add(ofSingle / ofMerged);
            }
            toTrig.add(merged.get(round) / trig.get(round));
            toSingle.add(merged.get(round) / single.get(round));
        }
        figures.add("rate/merged", median(merged), "graphs/s");
        figures.add("quads/merged", median(merged) * ServeStreams.STATEMENTS, "quads/s");
        if (!perCpu.isEmpty()) {
            figures.add("quads/merged/cpu", median(perCpu) * ServeStreams.STATEMENTS, "quads/cpu-s");
            spread("ratio-cpu/merged/trig", cpuToTrig, "x");
            spread("ratio-cpu/merged/single", cpuToSingle, "x");
        }
        figures.add("rate/trig", median(trig), "graphs/s");
        figures.add("rate/single", median(single), "graphs/s");
        spread("ratio/merged/trig", toTrig, "x");
        spread("ratio/merged/single", toSingle, "x");
        spread("first-byte/quiet", firstBytes, "ms");
    }

    /** Merged answers, checked graph by graph, while patches come in. */
    private void load(ServeProcess service, ServeTopic topic, ServeCheck check, ExecutorService threads)
            throws IOException, InterruptedException {
        progress.println(RATE + " patches a second for " + scale.loadMs() / 1000 + " s");
        AtomicBoolean over = new AtomicBoolean();
        Future<Double> writer = threads.submit(() -> write(topic, over));
        List<Double> firstBytes = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        long until = System.nanoTime() + scale.loadMs() * 1_000_000L;
        try (ServeClient client = new ServeClient(service.port())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(32 << 20);
            do {
                body.reset();
                long began = System.nanoTime();
                client.get(ServeRates.JELLY, body);
                rates.add(scale.streams() / ServeRates.seconds(began));
                firstBytes.add(client.firstByteNanos() / 1e6);
                whole(check.check(body.toByteArray()));
                for (int i = 0; i < 20; i++) {
                    body.reset();
                    int stream = i * 331 % scale.streams();
                    client.get(ServeClient.request("/graphs/" + ServeStreams.key(stream), "*/*"), body);
                    check.check(body.toByteArray());
                }
            } while (System.nanoTime() < until);
            over.set(true);
            figures.add("load/patches", ServeRates.get(writer), "patches/s");
            long began = System.nanoTime();
            awaitAll(client, topic, body);
            figures.add("load/behind", ServeRates.seconds(began) * 1000, "ms");
            whole(check.check(body.toByteArray()));
        }
        figures.add("load/merged", median(rates), "graphs/s");
        figures.add("load/checked", check.graphs(), "graphs");
        spread("first-byte/load", firstBytes, "ms");
    }

    /** Waits until the last patch is in the answer, whose graphs are in the body then. */
    private static void awaitAll(ServeClient client, ServeTopic topic, ByteArrayOutputStream body) throws IOException {
        byte[] last = ServeClient.request("/graphs?after=0-" + (topic.lastOffset() - 1), "*/*");
        long until = System.nanoTime() + 60_000_000_000L;
        do {
            if (System.nanoTime() > until) {
                throw new BenchmarkException("the last patch is not served after a minute");
            }
        } while (client.get(last, null) == 0);
        body.reset();
        client.get(ServeRates.JELLY, body);
    }

    /** Writes patches at the rate; returns the rate that was kept. */
    private double write(ServeTopic topic, AtomicBoolean over) throws InterruptedException {
        long began = System.nanoTime();
        int sent = 0;
        while (!over.get()) {
            topic.change(sent, TRANSACTION);
            sent += TRANSACTION;
            long due = began + sent * 1_000_000_000L / RATE;
            long wait = due - System.nanoTime();
            if (wait > 0) {
                Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
            }
        }
        return sent / ServeRates.seconds(began);
    }

    private void spread(String name, List<Double> values, String unit) {
        figures.addRounds(name, numbers(values), unit);
    }

    private static double median(List<Double> values) {
        return Comparison.median(numbers(values));
    }

    private static double[] numbers(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
