package dev.velella.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.data.BsbmProducts;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.ChildJvm;
import dev.velella.bench.process.FreePort;
import dev.velella.bench.process.InstalledPipeline;
import dev.velella.bench.process.WorkFolder;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.ntriples.NTriplesWriter;

/**
 * What {@code tests/bench/run load} does: a dump of products ({@link BsbmProducts}) as {@code .nt.gz} goes into a topic, and
 * into a topic and from there into an LMDB store at the same time, exactly once, on a worker with a small heap, as it is
 * installed. By turns RDF4J's own loader adds the same file to an LMDB store with the same indexes. The live heap of the
 * worker is read, after a collection, each time another tenth of the dump is in the topic.
 */
public final class LoadSuite {
    private static final int WORKER_MEGABYTES = 256;
    private static final int LOADER_MEGABYTES = 1024;
    private static final int SAMPLES = 10;
    private static final long LOOK_MS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final long statements;
    private final int rounds;
    private final Path home;
    private final Figures figures;
    private final PrintStream progress;

    /** @param home the distribution */
    public LoadSuite(long statements, int rounds, Path home, Figures figures, PrintStream progress) {
        this.statements = statements;
        this.rounds = rounds;
        this.home = home;
        this.figures = figures;
        this.progress = progress;
    }

    /** Loads, and checks the store. */
    public void run() throws IOException {
        Path folder = Files.createTempDirectory("velella-load");
        try {
            Path dump = folder.resolve("products.nt.gz");
            long written = write(dump);
            figures.add("dump/statements", written, "statements");
            figures.add("dump/bytes", Files.size(dump), "bytes");
            for (int round = 1; round <= rounds; round++) {
                run(folder.resolve("round-" + round), dump, written, rounds == 1 ? "" : "/" + round);
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
        WorkFolder.delete(folder);
    }

    private void run(Path folder, Path dump, long written, String round) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        long[] own = own(dump, folder.resolve("own"));
        double ownRate = written * 1e9 / own[1];
        figures.add("rate/own" + round, ownRate, "statements/s");
        figures.add("store/statements" + round, own[0], "statements");
        try (BenchmarkBroker broker = new BenchmarkBroker(folder.resolve("broker.log"));
                InstalledPipeline pipeline =
                        new InstalledPipeline(home, folder, broker.bootstrapServers(), WORKER_MEGABYTES)) {
            broker.createTopic("topic-only");
            double topic = topic(pipeline, dump, written, "topic-only", round);
            figures.add("rate/topic" + round, topic, "statements/s");
            figures.add("topic/bytes" + round, broker.logBytes("topic-only"), "bytes");
            broker.createTopic("to-store");
            double store = store(pipeline, broker, dump, written, own[0], folder.resolve("store"));
            figures.add("rate/store" + round, store, "statements/s");
            figures.add("ratio/store/own" + round, store / ownRate, "x");
        }
    }

    private long write(Path dump) throws IOException {
        progress.println("bench: writing " + statements + " statements");
        long written = 0;
        try (OutputStream out = new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(dump)))) {
            NTriplesWriter writer = new NTriplesWriter(out);
            writer.startRDF();
            BsbmProducts products = new BsbmProducts(Integer.MAX_VALUE, 1);
            while (written < statements) {
                for (Statement statement : products.next().statements()) {
                    writer.handleStatement(statement);
                    written++;
                }
            }
            writer.endRDF();
        }
        return written;
    }

    /** Statements that the store of RDF4J's own loader has, which keeps each once, and the time of the load in ns. */
    private long[] own(Path dump, Path directory) throws IOException, InterruptedException {
        progress.println("bench: RDF4J's own loader");
        Process process = ChildJvm.start(
                OwnLoader.class,
                List.of("-Xmx" + LOADER_MEGABYTES + "m"),
                List.of(dump.toString(), directory.toString()),
                ProcessBuilder.Redirect.INHERIT);
        String[] said = firstLine(process).split(" ", 2);
        return new long[] {Long.parseLong(said[0]), Long.parseLong(said[1])};
    }

    private static String firstLine(Process process) throws IOException, InterruptedException {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            if (process.waitFor() != 0 || line == null) {
                throw new BenchmarkException("a process ended with status " + process.exitValue());
            }
            return line;
        }
    }

    private static void checkCount(String where, long found, long written) {
        if (found != written) {
            throw new BenchmarkException(where + " has " + found + " statements instead of " + written);
        }
    }

    /** Statements a second into a topic. */
    private double topic(InstalledPipeline pipeline, Path dump, long written, String topic, String round)
            throws IOException, InterruptedException {
        progress.println("bench: the dump into a topic, worker with " + WORKER_MEGABYTES + " MB");
        long begin = System.nanoTime();
        source(pipeline, dump, topic);
        int sample = 0;
        long samplesNanos = 0;
        while (!isLoaded(pipeline, topic, written)) {
            long loaded = loaded(pipeline, topic);
            if (loaded > written * sample / SAMPLES) {
                long before = System.nanoTime();
                figures.add(
                        "heap/live" + round + "/" + sample * 100 / SAMPLES, liveHeap(pipeline.workerPid()), "bytes");
                samplesNanos += System.nanoTime() - before;
                sample = (int) (loaded * SAMPLES / written) + 1;
            }
            Thread.sleep(LOOK_MS);
        }
        return written * 1e9 / (System.nanoTime() - begin - samplesNanos);
    }

    private static void source(InstalledPipeline pipeline, Path dump, String topic)
            throws IOException, InterruptedException {
        pipeline.create("dump-source.json", topic, Map.of("dump.paths", dump.toString(), "topic", topic));
    }

    private static long loaded(InstalledPipeline pipeline, String connector) throws IOException, InterruptedException {
        return offset(pipeline, connector).path("statements").asLong();
    }

    private static boolean isLoaded(InstalledPipeline pipeline, String connector, long written)
            throws IOException, InterruptedException {
        String failure = pipeline.failure(connector);
        if (!failure.isEmpty()) {
            throw new BenchmarkException(failure);
        }
        JsonNode offset = offset(pipeline, connector);
        if (offset.path("complete").asBoolean()) {
            checkCount("the topic", offset.path("statements").asLong(), written);
            return true;
        }
        return false;
    }

    private static JsonNode offset(InstalledPipeline pipeline, String connector)
            throws IOException, InterruptedException {
        return pipeline.offsets(connector).path(0).path("offset");
    }

    /** Bytes of all live objects of a process, after a collection. */
    private static long liveHeap(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder("jcmd", Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String last = "";
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(jcmd.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line.startsWith("Total") ? line : last;
            }
        }
        jcmd.waitFor();
        String[] words = last.strip().split("\\s+");
        return Long.parseLong(words[words.length - 1]);
    }

    /** Statements a second into a topic and from there into a store. */
    private double store(
            InstalledPipeline pipeline, BenchmarkBroker broker, Path dump, long written, long stored, Path directory)
            throws IOException, InterruptedException {
        progress.println("bench: the dump into a topic and a store");
        int port = FreePort.next();
        String endpoint = "http://localhost:" + port;
        pipeline.create(
                "lmdb-sink.json",
                "store",
                Map.of(
                        "topics",
                        "to-store",
                        "snapshot.topics",
                        "",
                        "target.dir",
                        directory.toString(),
                        "sparql.endpoint.port",
                        Integer.toString(port),
                        "sparql.endpoint.timeout.ms",
                        "600000"));
        pipeline.await("the store", () -> pipeline.get(endpoint + "/status").statusCode() == 200);
        long begin = System.nanoTime();
        source(pipeline, dump, "to-store");
        while (!isLoaded(pipeline, "to-store", written) || applied(pipeline, endpoint) < broker.end("to-store") - 1) {
            Thread.sleep(LOOK_MS);
        }
        long nanos = System.nanoTime() - begin;
        String query = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }";
        String count = pipeline.get(endpoint + "/sparql?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                .body();
        checkCount(
                "the store",
                JSON.readTree(count)
                        .path("results")
                        .path("bindings")
                        .path(0)
                        .path("n")
                        .path("value")
                        .asLong(),
                stored);
        return written * 1e9 / nanos;
    }

    /** The offset after the last record that the store has; behind the last record of a topic stands a marker. */
    private static long applied(InstalledPipeline pipeline, String endpoint) throws IOException, InterruptedException {
        String failure = pipeline.failure("store");
        if (!failure.isEmpty()) {
            throw new BenchmarkException(failure);
        }
        return JSON.readTree(pipeline.get(endpoint + "/status").body())
                .path("partitions")
                .path(0)
                .path("applied")
                .asLong();
    }
}
