package dev.velella.bench.grpc;

import dev.velella.bench.data.Readings;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.ChildJvm;
import dev.velella.bench.process.EdgeBroker;
import dev.velella.bench.process.FreePort;
import dev.velella.bench.process.NarrowLink;
import dev.velella.bench.process.StoreProgress;
import dev.velella.bench.process.WorkFolder;
import dev.velella.rdf.RdfGraph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What {@code tests/bench/run grpc} does: graphs from a publisher to a subscriber of a topic, through Velella's gRPC server,
 * through Kafka's own clients, and through an MQTT broker. Publisher and subscriber are on one side of a link, brokers and gRPC server
 * on the other side. The ways take turns within a round.
 */
public final class GrpcSuite {
    /** Statements of a graph. */
    static final List<Integer> SIZES = List.of(5, 50, 200);

    static final List<String> WAYS = List.of("grpc", "grpc-numbered", "kafka", "kafka-dictionary", "mqtt");

    private static final List<String> JVM_OPTIONS =
            List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    /** A link between clients and servers; each connection has its bandwidth. */
    private record Link(String name, int delayMs, double megabits) {}

    private static final List<Link> LINKS =
            List.of(new Link("unlimited", 0, 0), new Link("10ms-100Mbit", 10, 100), new Link("15ms-50Mbit", 15, 50));

    private final GrpcScale scale;
    private final Path log;
    private final Figures figures;
    private final PrintStream progress;
    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();
    private int passes;

    /** @param log takes the log of the broker; the gRPC server's goes beside it */
    public GrpcSuite(GrpcScale scale, Path log, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.log = log;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the links. */
    public static List<String> names() {
        return LINKS.stream().map(Link::name).toList();
    }

    /**
     * Measures.
     *
     * @param names of {@link #names}
     */
    public void run(List<String> names) throws IOException {
        for (Link link : LINKS) {
            if (names.contains(link.name())) {
                int listener = FreePort.next();
                Path mqttFolder = Files.createTempDirectory("velella-mqtt-bench");
                try (NarrowLink toBroker = new NarrowLink(listener, link.delayMs(), link.megabits());
                        BenchmarkBroker broker = new BenchmarkBroker(
                                log, BenchmarkBroker.JVM_OPTIONS, List.of(listener + ":" + toBroker.port()));
                        EdgeBroker mqtt = new EdgeBroker(mqttFolder);
                        NarrowLink toMqtt = new NarrowLink(mqtt.port(), link.delayMs(), link.megabits())) {
                    run(link, broker, toBroker, toMqtt);
                } catch (InterruptedException e) {
                    throw new BenchmarkException("interrupted", e);
                } finally {
                    WorkFolder.delete(mqttFolder);
                }
            }
        }
    }

    private void run(Link link, BenchmarkBroker broker, NarrowLink toBroker, NarrowLink toMqtt)
            throws IOException, InterruptedException {
        Path serverLog = log.resolveSibling("grpc-server.log");
        Process server = ChildJvm.start(
                GrpcServerProcess.class,
                JVM_OPTIONS,
                List.of(broker.bootstrapServers()),
                Redirect.to(serverLog.toFile()));
        BufferedReader said = server.inputReader();
        String line = said.readLine();
        if (line == null) {
            throw new BenchmarkException("the gRPC server did not start; " + Files.readString(serverLog));
        }
        int port = Integer.parseInt(line.substring(GrpcServerProcess.READY.length()));
        try (NarrowLink toServer = new NarrowLink(port, link.delayMs(), link.megabits())) {
            for (int round = 0; round < scale.rounds(); round++) {
                progress.println(link.name() + ", round " + (round + 1) + " of " + scale.rounds());
                List<String> turned = new ArrayList<>(WAYS);
                Collections.rotate(turned, -round);
                for (String way : turned) {
                    String topic = "pass-" + passes++;
                    broker.createTopic(topic);
                    NarrowLink used = way.startsWith("grpc") ? toServer : way.equals("mqtt") ? toMqtt : toBroker;
                    try (GraphWay opened = open(way, used, topic)) {
                        measure(link.name() + "/" + way + "/", opened, used, round > 0);
                    }
                    broker.deleteTopic(topic);
                }
            }
        } finally {
            server.getOutputStream().close();
            server.waitFor();
        }
        rounds.forEach((name, each) -> figures.add(name, median(each), unit(name)));
        rounds.clear();
    }

    private static GraphWay open(String way, NarrowLink link, String topic) throws InterruptedException {
        String address = "localhost:" + link.port();
        return switch (way) {
            case "grpc" -> new GrpcWay(link.port(), topic, null);
            case "grpc-numbered" -> new GrpcWay(link.port(), topic, "bench");
            case "mqtt" -> new MqttWay(link.port(), topic);
            case "kafka" -> new KafkaWay(address, topic, Map.of());
            default -> new KafkaWay(address, topic, Map.of("jelly.mode", "dictionary", "compression.type", "zstd"));
        };
    }

    private void measure(String name, GraphWay way, NarrowLink link, boolean counts) throws InterruptedException {
        Readings readings = new Readings();
        for (int size : SIZES) {
            long[] nanos = oneAtATime(way, readings.next(size, scale.graphs()));
            List<RdfGraph> graphs = readings.next(size, Math.max(1, scale.statements() / size));
            long up = link.carried();
            long down = link.returned();
            double seconds = asFastAsPossible(way, graphs) / 1e9;
            double statements = (double) size * graphs.size();
            if (counts) {
                add("latency/" + name + size + "/p50", StoreProgress.percentile(nanos, 0.5) / 1e6);
                add("latency/" + name + size + "/p99", StoreProgress.percentile(nanos, 0.99) / 1e6);
                add("rate/" + name + size, statements / seconds);
                add("up/" + name + size, (link.carried() - up) / statements);
                add("down/" + name + size, (link.returned() - down) / statements);
            }
            for (int interval : PacedGraphs.INTERVALS) {
                int count = Math.min(PacedGraphs.count(interval), scale.paced());
                long[] ages = PacedGraphs.latencies(way, readings.next(size, count), interval);
                if (counts) {
                    add("paced/" + name + size + "/" + interval + "us/p50", StoreProgress.percentile(ages, 0.5) / 1e6);
                    add("paced/" + name + size + "/" + interval + "us/p99", StoreProgress.percentile(ages, 0.99) / 1e6);
                }
            }
        }
    }

    private void add(String name, double value) {
        rounds.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
    }

    /** Nanoseconds from the call that sends a graph until the subscriber has its statements; ascending. */
    private static long[] oneAtATime(GraphWay way, List<RdfGraph> graphs) throws InterruptedException {
        long[] nanos = new long[graphs.size()];
        for (int i = 0; i < nanos.length; i++) {
            long begin = System.nanoTime();
            way.send(graphs.get(i));
            RdfGraph taken = way.take();
            nanos[i] = System.nanoTime() - begin;
            check(graphs.get(i), taken);
        }
        Arrays.sort(nanos);
        return nanos;
    }

    /** Nanoseconds from the first graph that is sent to the last one that the subscriber has. */
    private static long asFastAsPossible(GraphWay way, List<RdfGraph> graphs) throws InterruptedException {
        CompletableFuture<Long> end = CompletableFuture.supplyAsync(() -> {
            RdfGraph last = null;
            for (RdfGraph expected : graphs) {
                last = taken(way);
                if (last.statements().size() != expected.statements().size()) {
                    throw new BenchmarkException("a graph is not that which was sent");
                }
            }
            long nanos = System.nanoTime();
            check(graphs.get(graphs.size() - 1), last);
            return nanos;
        });
        long begin = System.nanoTime();
        for (RdfGraph graph : graphs) {
            way.send(graph);
        }
        try {
            return end.join() - begin;
        } catch (CompletionException e) {
            throw new BenchmarkException("graphs did not come", e);
        }
    }

    private static RdfGraph taken(GraphWay way) {
        try {
            return way.take();
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
    }

    private static void check(RdfGraph sent, @Nullable RdfGraph taken) {
        if (!sent.equals(taken)) {
            throw new BenchmarkException("a graph is not that which was sent");
        }
    }

    private static double median(List<Double> each) {
        return Comparison.median(each.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String unit(String name) {
        return switch (name.substring(0, name.indexOf('/'))) {
            case "latency", "paced" -> "ms";
            case "rate" -> "statements/s";
            default -> "B/statement";
        };
    }
}
