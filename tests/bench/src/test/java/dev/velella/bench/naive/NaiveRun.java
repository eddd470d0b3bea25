package dev.velella.bench.naive;

import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.StoreProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.eclipse.rdf4j.model.Statement;

/** One contender with one store: at full speed, at a tenth of it, and under kills. */
final class NaiveRun {
    /** Between two looks at a tenth of the load; ages are too high by as much. */
    private static final long LOOK_MS = 5;

    /** Between two looks at full speed: a query takes processor time, and a store in the contender's process takes it from the contender. */
    private static final long RARE_LOOK_MS = 100;

    private static final long CHECK_MS = 10_000;

    /** In which something new must be in the store. */
    private static final long PATIENCE_MS = 180_000;

    /** Part of the full speed at which ages are measured. */
    private static final double LOAD = 0.1;

    /** Part of the processor time that compilers use at most in a contender that is warm. */
    private static final double WARM = 0.1;

    /** Statements of each message. */
    private static final int TRIPLES = WeatherMessages.TRIPLES + 1;

    private final Task task;
    private final Contender contender;
    private final Stations stations;
    private final Arrivals arrivals;
    private final StoreLook store;
    private final BenchmarkBroker broker;
    private final Collection<Long> servers;

    /**
     * At full speed.
     *
     * @param triples a second
     * @param own seconds of processors of the contender's processes, a million triples
     * @param compiler the part of {@code own} that the compilers of the JVMs have used
     * @param all the same with the brokers and the store's server
     * @param graphBytes in the log, a record
     * @param patchBytes in the log, a record
     */
    record Speed(double triples, double own, double compiler, double all, double graphBytes, double patchBytes) {}

    /** Messages in a topic against messages that were published. */
    record Missed(int lost, int doubled) {}

    /**
     * After kills.
     *
     * @param wrong number of stations whose last message is not in the store as it was sent
     */
    record Faults(int kills, int messages, Missed graphs, Missed patches, int wrong) {}

    /** @param servers processes that are no part of the contender */
    NaiveRun(Task task, Contender contender, Stations stations, BenchmarkBroker broker, Collection<Long> servers) {
        this.task = task;
        this.contender = contender;
        this.stations = stations;
        this.arrivals = new Arrivals(stations::since);
        this.store = new StoreLook(contender.queryUrl());
        this.broker = broker;
        this.servers = servers;
    }

    void start() throws IOException, InterruptedException {
        contender.start();
        stations.publishFirst(contender::check);
        awaitAll();
    }

    /** Warms up in passes of so many messages until the compilers have little to do, at most so often, and measures one more pass. */
    Speed speed(int warmUps, int messages) throws IOException, InterruptedException {
        Speed warm = pass(messages);
        for (int i = 1; i < warmUps && warm.compiler() > WARM * warm.own(); i++) {
            warm = pass(messages);
        }
        return pass(messages);
    }

    private Speed pass(int messages) throws IOException, InterruptedException {
        long graphs = broker.logBytes(task.graphs());
        long patches = broker.logBytes(task.patches());
        double own = ProcessorTime.seconds(contender.pids());
        double compiler = ProcessorTime.compilerSeconds(contender.pids());
        double all = own + ProcessorTime.seconds(servers);
        long begin = System.nanoTime();
        publish(messages, 0);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double ownAfter = ProcessorTime.seconds(contender.pids());
        double compilerAfter = ProcessorTime.compilerSeconds(contender.pids());
        double allAfter = ownAfter + ProcessorTime.seconds(servers);
        double triples = (double) messages * TRIPLES;
        return new Speed(
                triples / seconds,
                (ownAfter - own) * 1e6 / triples,
                (compilerAfter - compiler) * 1e6 / triples,
                (allAfter - all) * 1e6 / triples,
                (double) (broker.logBytes(task.graphs()) - graphs) / messages,
                (double) (broker.logBytes(task.patches()) - patches) / messages);
    }

    /** Ages of messages in the store at a tenth of a speed, in ascending order. */
    long[] ages(double triplesPerSecond, int ms) throws IOException, InterruptedException {
        double rate = Math.max(Stations.COUNT, triplesPerSecond / TRIPLES * LOAD);
        int first = stations.published();
        publish((int) (rate * ms / 1000), rate);
        return arrivals.ages(first, stations.published());
    }

    private void publish(int messages, double rate) throws InterruptedException {
        int turns = (messages + Stations.COUNT - 1) / Stations.COUNT;
        CompletableFuture<Void> published = stations.publish(stations.published() + turns * Stations.COUNT, rate);
        await(() -> published.isDone() && arrivals.all() >= stations.published(), rate > 0 ? LOOK_MS : RARE_LOOK_MS);
        published.join();
    }

    private void awaitAll() throws InterruptedException {
        await(() -> arrivals.all() >= stations.published(), RARE_LOOK_MS);
    }

    private void await(BooleanSupplier condition, long lookMs) throws InterruptedException {
        long checked = System.currentTimeMillis();
        long progressed = checked;
        while (!condition.getAsBoolean()) {
            Map<String, String> latest = store.latest();
            long now = System.currentTimeMillis();
            int before = arrivals.all();
            arrivals.see(now, latest);
            progressed = arrivals.all() > before ? now : progressed;
            if (now - checked > CHECK_MS) {
                contender.check();
                checked = now;
            }
            if (now - progressed > PATIENCE_MS) {
                throw new BenchmarkException(task.name() + ": " + arrivals.all() + " of " + stations.published()
                        + " messages are in the store; the logs are in " + task.folder());
            }
            Thread.sleep(lookMs);
        }
    }

    /**
     * Kills parts so many times each in the midst of its work: when half of a burst of messages is in the topic or the store that
     * the part writes to. Then messages come without kills, until the store has them.
     */
    Faults faults(List<String> parts, int kills, int burst, boolean jelly) throws IOException, InterruptedException {
        int first = stations.published();
        for (int i = 0; i < kills; i++) {
            for (String part : parts) {
                long half = written(part) + burst / 2;
                CompletableFuture<Void> published = stations.publish(stations.published() + burst, 0);
                await(() -> written(part) >= half, LOOK_MS);
                contender.kill(part);
                published.join();
                publish(2 * Stations.COUNT, 0);
            }
        }
        TopicReadings topics = new TopicReadings(task.bootstrapServers());
        List<Stations.Message> messages = stations.since(first);
        return new Faults(
                kills * parts.size(),
                messages.size(),
                missed(messages, jelly ? topics.ofJelly(task.graphs()) : topics.ofText(task.graphs())),
                missed(messages, jelly ? topics.ofJelly(task.patches()) : topics.ofText(task.patches())),
                wrong().size());
    }

    private long written(String part) {
        return switch (part) {
            case "source" -> broker.end(task.graphs());
            case "diff" -> broker.end(task.patches());
            default -> arrivals.all();
        };
    }

    private static Missed missed(List<Stations.Message> messages, Map<String, Integer> counts) {
        int lost = 0;
        int doubled = 0;
        for (Stations.Message message : messages) {
            int count = counts.getOrDefault(message.id(), 0);
            lost += count == 0 ? 1 : 0;
            doubled += Math.max(0, count - 1);
        }
        return new Missed(lost, doubled);
    }

    /** Stations whose last message is not in the store as it was sent. */
    List<String> wrong() throws IOException, InterruptedException {
        Map<String, Set<String>> graphs = store.graphs();
        List<String> wrong = new ArrayList<>();
        for (Stations.Message message : stations.since(stations.published() - Stations.COUNT)) {
            if (!expected(message).equals(graphs.getOrDefault(message.station(), Set.of()))) {
                wrong.add(message.station());
            }
        }
        return wrong;
    }

    /** The statements that the store is to have of a message, spelled as {@link StoreLook#graphs} does. */
    static Set<String> expected(Stations.Message message) {
        Set<String> statements = new TreeSet<>();
        for (Statement s : WeatherMessages.reader()
                .read(WeatherMessages.payload(message.json()))
                .statements()) {
            String subject = s.getPredicate().stringValue().equals(StoreLook.AT_TIME)
                    ? StoreLook.GRAPHS + message.station()
                    : s.getSubject().stringValue();
            statements.add(subject + " " + s.getPredicate().stringValue() + " "
                    + s.getObject().stringValue());
        }
        return statements;
    }

    /** Median and 99th percentile of ascending ages. */
    static Map<String, Double> percentiles(long[] ages) {
        Map<String, Double> percentiles = new HashMap<>();
        percentiles.put("p50", (double) StoreProgress.percentile(ages, 0.5));
        percentiles.put("p99", (double) StoreProgress.percentile(ages, 0.99));
        return percentiles;
    }
}
