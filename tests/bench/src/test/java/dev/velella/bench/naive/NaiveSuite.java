package dev.velella.bench.naive;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.EdgeBroker;
import dev.velella.bench.process.StoreProcess;
import dev.velella.bench.process.WorkFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The suite {@code naive}: messages of weather stations over MQTT through Kafka into a store, by a pipeline made by
 * hand, by a better one, and by Velella as it is installed. The three take turns, each with new processes, topics and an empty store.
 */
public final class NaiveSuite {
    static final String NAIVE = "naive";
    static final String BETTER = "better-naive";
    static final String VELELLA = "velella";
    static final List<String> CONTENDERS = List.of(NAIVE, BETTER, VELELLA);

    private static final String MEMORY = "memory";
    private static final String HTTP = "http";

    private final NaiveScale scale;
    private final Path home;
    private final Path servers;
    private final Figures figures;
    private final PrintStream progress;
    private final Map<String, List<Double>> rounds = new HashMap<>();

    /**
     * @param home the distribution
     * @param servers the folder {@code tests/servers}, built
     */
    public NaiveSuite(NaiveScale scale, Path home, Path servers, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.home = home;
        this.servers = servers;
        this.figures = figures;
        this.progress = progress;
    }

    /** Stores: in the process of the pipeline, and an RDF4J server. */
    static List<String> kinds() {
        return List.of(MEMORY, HTTP);
    }

    /** Each pipeline with each store. */
    public static List<String> names() {
        return kinds().stream()
                .flatMap(kind -> CONTENDERS.stream().map(name -> kind + "/" + name))
                .toList();
    }

    /**
     * Measures some pipelines.
     *
     * @param names of {@link #names}
     */
    public void run(List<String> names) throws IOException {
        Path folder = Files.createTempDirectory("velella-naive");
        try (BenchmarkBroker broker = new BenchmarkBroker(folder.resolve("broker.log"))) {
            for (String kind : kinds()) {
                List<String> contenders = CONTENDERS.stream()
                        .filter(name -> names.contains(kind + "/" + name))
                        .toList();
                if (!contenders.isEmpty()) {
                    run(kind, contenders, broker, folder);
                }
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
        WorkFolder.delete(folder);
    }

    private void run(String kind, List<String> contenders, BenchmarkBroker broker, Path folder)
            throws IOException, InterruptedException {
        try (StoreProcess server = kind.equals(MEMORY)
                ? null
                : new StoreProcess(StoreProcess.Kind.RDF4J, servers, folder.resolve("server"))) {
            List<String> order = new ArrayList<>(contenders);
            for (int round = 0; round < scale.rounds(); round++) {
                for (String name : order) {
                    String run = kind + "-" + name + "-" + round;
                    try (EdgeBroker mqtt = new EdgeBroker(folder)) {
                        Task task = new Task(run, folder, broker.bootstrapServers(), mqtt.port(), server);
                        run(kind + "/" + name, task, broker, mqtt, round == scale.rounds() - 1);
                    }
                }
                Collections.rotate(order, -1);
            }
        }
        for (String name : contenders) {
            for (String what : List.of("triples", "own", "compiler", "all", "cores-own", "cores-all")) {
                report(what, kind + "/" + name);
            }
            report("log-graphs", kind + "/" + name);
            report("log-patches", kind + "/" + name);
            report("age-p50", kind + "/" + name);
            report("age-p99", kind + "/" + name);
        }
        for (String peer : List.of(NAIVE, BETTER)) {
            ratios("triples", kind, peer);
            ratios("cores-own", kind, peer);
            ratios("cores-all", kind, peer);
        }
    }

    private Contender contender(String name, Task task) throws IOException {
        return name.endsWith(VELELLA)
                ? new VelellaContender(task, home)
                : new NaiveContender(task, name.endsWith(BETTER));
    }

    private void run(String name, Task task, BenchmarkBroker broker, EdgeBroker mqtt, boolean kills)
            throws IOException, InterruptedException {
        StoreProcess server = task.server();
        if (server != null) {
            server.update("CLEAR ALL");
        }
        broker.createTopic(task.graphs());
        broker.createTopic(task.patches());
        broker.createTopic(task.deadLetters());
        Collection<Long> others =
                server == null ? List.of(broker.pid(), mqtt.pid()) : List.of(broker.pid(), mqtt.pid(), server.pid());
        try (Contender contender = contender(name, task);
                Stations stations = new Stations(mqtt.port(), task.name())) {
            NaiveRun run = new NaiveRun(task, contender, stations, broker, others);
            run.start();
            boolean own = name.endsWith("/" + VELELLA);
            NaiveRun.Speed speed = run.speed(scale.warmUps(), own ? scale.measured() : scale.measuredPeers());
            add("triples/" + name, speed.triples());
            add("own/" + name, speed.own());
            add("compiler/" + name, speed.compiler());
            add("all/" + name, speed.all());
            add("cores-own/" + name, 1e6 / speed.own());
            add("cores-all/" + name, 1e6 / speed.all());
            add("log-graphs/" + name, speed.graphBytes());
            add("log-patches/" + name, speed.patchBytes());
            NaiveRun.percentiles(run.ages(speed.triples(), scale.pacedMs()))
                    .forEach((percentile, age) -> add("age-" + percentile + "/" + name, age));
            progress.printf(
                    Locale.ROOT,
                    "%s: %.0f triples/s, %.2f s of processors a million triples%n",
                    task.name(),
                    speed.triples(),
                    speed.own());
            List<String> wrong = run.wrong();
            if (!wrong.isEmpty()) {
                throw new BenchmarkException(
                        task.name() + ": the store lacks the last message of the stations " + wrong);
            }
            if (kills && (scale.everyPart() || name.startsWith(MEMORY))) {
                List<String> parts = scale.everyPart() ? Contender.PARTS : Contender.PARTS.subList(0, 1);
                report(name, run.faults(parts, scale.kills(), scale.burst(), own));
            }
        }
        broker.deleteTopic(task.graphs());
        broker.deleteTopic(task.patches());
        broker.deleteTopic(task.deadLetters());
    }

    private void add(String figure, double value) {
        rounds.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    /** Median, lowest and highest of the rounds. */
    private void report(String what, String name) {
        report(what + "/" + name, rounds.getOrDefault(what + "/" + name, List.of()), unit(what));
    }

    private void ratios(String what, String kind, String peer) {
        List<Double> own = rounds.getOrDefault(what + "/" + kind + "/" + VELELLA, List.of());
        List<Double> others = rounds.getOrDefault(what + "/" + kind + "/" + peer, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(own.size(), others.size()); i++) {
            ratios.add(own.get(i) / others.get(i));
        }
        report("ratio-" + what + "/" + kind + "/" + peer, ratios, "x");
    }

    private void report(String name, List<Double> values, String unit) {
        figures.addRounds(name, values.stream().mapToDouble(Double::doubleValue).toArray(), unit);
    }

    private static String unit(String what) {
        return switch (what) {
            case "triples" -> "triples/s";
            case "own", "compiler", "all" -> "s/Mtriples";
            case "cores-own", "cores-all" -> "triples/s/core";
            case "log-graphs", "log-patches" -> "B/record";
            default -> "ms";
        };
    }

    private void report(String name, NaiveRun.Faults faults) {
        figures.add("kills/" + name, faults.kills(), "kills");
        figures.add("messages/" + name, faults.messages(), "messages");
        figures.add("lost-graphs/" + name, faults.graphs().lost(), "messages");
        figures.add("doubled-graphs/" + name, faults.graphs().doubled(), "messages");
        figures.add("lost-patches/" + name, faults.patches().lost(), "messages");
        figures.add("doubled-patches/" + name, faults.patches().doubled(), "messages");
        figures.add("wrong/" + name, faults.wrong(), "streams");
    }
}
