package dev.velella.bench.source;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.ChildJvm;
import dev.velella.bench.process.EdgeBroker;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * Messages per second from MQTT to Kafka: the task of the source with the converter, against the same client and producer
 * with the same rule of acknowledgement, which passes payloads on as they are.
 *
 * <p>In each round all take the same messages, which wait in a session of each, one directly after the other, in JVMs of
 * their own and in turned order: as often as it takes to warm up, and then three times more. The ratio is taken within a
 * round. Mosquitto and Kafka's broker run beside them.
 */
final class SourceRates {
    /** Passes whose mean is a figure: single ones differ by a third. */
    private static final int MEASURED = 3;

    private final int messages;
    private final int warmUps;
    private final int rounds;
    private final Path log;
    private final PrintStream progress;

    /**
     * @param messages in a pass; fewer than a client may have unacknowledged
     * @param warmUps passes before those that are measured
     * @param log takes what Kafka's broker says
     */
    SourceRates(int messages, int warmUps, int rounds, Path log, PrintStream progress) {
        this.messages = messages;
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.log = log;
        this.progress = progress;
    }

    /** @throws BenchmarkException if a JVM fails */
    Comparison measure(SourcePayload payload, SourceProducer producer) throws IOException {
        Path folder = Files.createTempDirectory("velella-source-bench");
        List<SourceWay> ways = SourceWay.with(producer);
        double[][] nanos = new double[ways.size()][rounds];
        double[][] cpu = new double[ways.size()][rounds];
        try (BenchmarkBroker kafka = new BenchmarkBroker(log);
                EdgeBroker mqtt = new EdgeBroker(folder)) {
            List<byte[]> payloads = payload.payloads(Math.min(messages, 2_000));
            for (int round = 0; round < rounds; round++) {
                for (int turn = 0; turn < ways.size(); turn++) {
                    int way = (turn + round) % ways.size();
                    String session = ways.get(way).label() + round;
                    String topic = payload.label() + producer.suffix() + "-" + session;
                    kafka.createTopic(topic);
                    subscribe(mqtt, session);
                    double[] figures = fork(
                            new SourceFork.Task(
                                    ways.get(way),
                                    kafka.bootstrapServers(),
                                    topic,
                                    mqtt.port(),
                                    session,
                                    payload,
                                    producer,
                                    messages),
                            () -> publish(mqtt, session, payloads));
                    kafka.deleteTopic(topic);
                    nanos[way][round] = figures[0];
                    cpu[way][round] = figures[1];
                    progress.printf(
                            Locale.ROOT,
                            "  %s: %.0f messages/s, %.1f us of processors%n",
                            session,
                            1e9 / figures[0],
                            figures[1] / 1000);
                }
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
        List<Comparison.Entry> entries = new ArrayList<>();
        for (int way = 0; way < ways.size(); way++) {
            entries.add(new Comparison.Entry(ways.get(way).label(), nanos[way], cpu[way], new double[0]));
        }
        return new Comparison(SourceSuite.throughBrokers(payload, producer), "message", entries);
    }

    private static Mqtt5AsyncClient client(EdgeBroker broker, String session) {
        Mqtt5AsyncClient client = MqttClient.builder()
                .useMqttVersion5()
                .identifier(session)
                .serverHost("127.0.0.1")
                .serverPort(broker.port())
                .buildAsync();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
        return client;
    }

    private static void subscribe(EdgeBroker broker, String session) {
        Mqtt5AsyncClient client = client(broker, session);
        client.subscribeWith()
                .topicFilter(SourceFork.topic(session))
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
        client.disconnect().join();
    }

    private void publish(EdgeBroker broker, String session, List<byte[]> payloads) {
        Mqtt5AsyncClient device = client(broker, "device");
        Semaphore underWay = new Semaphore(500);
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            underWay.acquireUninterruptibly();
            device.publish(Mqtt5Publish.builder()
                            .topic(SourceFork.topic(session))
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .payload(payloads.get(i % payloads.size()))
                            .build())
                    .whenComplete((done, failure) -> {
                        if (failure != null) {
                            failures.add(failure);
                        }
                        underWay.release();
                    });
        }
        underWay.acquireUninterruptibly(500);
        device.disconnect().join();
        if (!failures.isEmpty()) {
            throw new BenchmarkException("a message was not published: " + failures.get(0));
        }
    }

    /**
     * Means of the passes after those that warm up.
     *
     * @param filling puts the messages of a pass into the session
     */
    private double[] fork(SourceFork.Task task, Runnable filling) throws IOException {
        Process process =
                ChildJvm.start(SourceFork.class, InterleavedForks.JVM_OPTIONS, task.arguments(), Redirect.INHERIT);
        double[] means = new double[2];
        try (BufferedReader lines = process.inputReader();
                BufferedWriter commands = process.outputWriter()) {
            for (int pass = 0; pass < warmUps + MEASURED; pass++) {
                filling.run();
                commands.write("go\n");
                commands.flush();
                String line = lines.readLine();
                if (line == null) {
                    throw new BenchmarkException("the JVM of " + task.session() + " failed");
                }
                if (pass >= warmUps) {
                    String[] words = line.split(" ");
                    means[0] += Double.parseDouble(words[0]) / MEASURED;
                    means[1] += Double.parseDouble(words[1]) / MEASURED;
                }
            }
            return means;
        } finally {
            process.destroy();
        }
    }
}
