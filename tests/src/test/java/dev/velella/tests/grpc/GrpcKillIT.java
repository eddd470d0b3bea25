package dev.velella.tests.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.grpc.client.IncomingFrames;
import dev.velella.grpc.client.OutgoingFrames;
import dev.velella.grpc.client.RdfStreamClient;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.FrameExtras;
import dev.velella.grpc.protocol.Positions;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.proto.v1.RdfStreamSubscribe;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.access.Authentication;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.ChildJvm;
import dev.velella.tests.Topics;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A publisher that numbers its frames and a subscriber that goes on where it was, while the connection of the publisher, the
 * server's process and the broker's process are killed in turn. Each graph comes once, in the order of its key.
 *
 * <p>The property {@code velella.grpc.statements} is the number of statements; the short run has 20,000.
 */
class GrpcKillIT {
    private static final int STATEMENTS_OF_A_GRAPH = 50;
    private static final int STATIONS = 7;
    private static final int PARTITIONS = 3;
    private static final String TOPIC = "g-kills";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int GRAPHS = Integer.getInteger("velella.grpc.statements", 20_000) / STATEMENTS_OF_A_GRAPH;
    private static final int KILLS = Integer.getInteger("velella.grpc.kills", 3);

    @TempDir
    Path directory;

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<OutgoingFrames> call = new AtomicReference<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<RdfGraph> received = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong reconnects = new AtomicLong();

    /** Graphs that the publisher may send: the next kill waits until the subscriber has half of them. */
    private final AtomicLong allowed = new AtomicLong();

    private BrokerProcess broker;
    private Process server;
    private Path config;
    private int port;

    @Test
    void nothingIsLostAndNothingComesTwice() throws Exception {
        broker = new BrokerProcess(directory.resolve("kafka"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(
                    admin,
                    List.of(
                            new NewTopic(TOPIC, PARTITIONS, (short) 1),
                            new NewTopic("velella-dictionaries", 1, (short) 1)
                                    .configs(Map.of("cleanup.policy", "compact"))));
            startServer();
            Thread publisher = started("publisher", this::publish);
            Thread subscriber = started("subscriber", this::subscribe);
            for (int kill = 0; kill < KILLS; kill++) {
                long share = (long) GRAPHS * (kill + 1) / (KILLS + 1);
                allowed.set(share);
                int wanted = (int) (share * 9 / 10);
                Await.until("graphs before kill " + kill, PATIENCE, () -> {
                    check();
                    return received.size() >= wanted;
                });
                kill(kill % 3);
            }
            allowed.set(GRAPHS);
            Await.until("all graphs", PATIENCE, () -> {
                check();
                return received.size() >= GRAPHS && acknowledged.get() == GRAPHS;
            });
            publisher.join();
            subscriber.interrupt();
            subscriber.join();
            assertThat(Topics.committed(broker.bootstrapServers(), TOPIC, PARTITIONS))
                    .hasSize(GRAPHS);
        } finally {
            if (server != null) {
                server.destroyForcibly().onExit().join();
            }
            broker.close();
        }
        assertThat(received).hasSize(GRAPHS);
        assertThat(byStation(received))
                .isEqualTo(byStation(GrpcFixture.graphs(GRAPHS, STATIONS, STATEMENTS_OF_A_GRAPH)));
        if (KILLS >= 2) {
            assertThat(reconnects.get()).as("the subscriber was cut off").isPositive();
        }
    }

    private static Map<String, List<RdfGraph>> byStation(List<RdfGraph> graphs) {
        Map<String, List<RdfGraph>> stations = new TreeMap<>();
        for (RdfGraph graph : graphs) {
            String name = graph.graphName().orElseThrow().stringValue();
            stations.computeIfAbsent(name.substring(0, name.lastIndexOf('/')), unknown -> new ArrayList<>())
                    .add(graph);
        }
        return stations;
    }

    private void check() {
        if (failure.get() != null) {
            throw new AssertionError("a client has failed", failure.get());
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private Thread started(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        // the test is over
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void kill(int whom) throws Exception {
        switch (whom) {
            case 0 -> {
                server.destroyForcibly().onExit().join();
                startServer();
            }
            case 1 -> {
                broker.kill();
                broker.start();
            }
            default -> {
                OutgoingFrames open = call.get();
                if (open != null) {
                    open.close(); // the server sees a reset stream, as when the process of the client dies
                }
            }
        }
    }

    private void startServer() throws Exception {
        if (config == null) {
            port = Ports.free();
            Properties properties = new Properties();
            properties.putAll(
                    GrpcFixture.properties(broker.bootstrapServers(), Map.of("listener", "localhost:" + port)));
            config = directory.resolve("grpc.properties");
            try (OutputStream out = Files.newOutputStream(config)) {
                properties.store(out, null);
            }
        }
        List<String> command = ChildJvm.ofDistribution(256, List.of());
        command.addAll(List.of("dev.velella.cli.Main", "grpc", "serve", "--config", config.toString()));
        server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "grpc-server.log").toFile()))
                .start();
        Await.until("the server listens", PATIENCE, () -> {
            if (!server.isAlive()) {
                throw new AssertionError(
                        "the server has ended: " + Files.readString(Path.of("target", "grpc-server.log")));
            }
            return serverListens();
        });
    }

    private boolean serverListens() {
        try (Socket connected = new Socket("localhost", port)) {
            return connected.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private RdfStreamClient client() {
        return new RdfStreamClient("localhost:" + port, null, Authentication.NONE);
    }

    /** Sends graphs by their numbers; after each failure it asks which one is next. */
    private void publish() throws Exception {
        while (acknowledged.get() < GRAPHS) {
            Metadata headers = CallMetadata.of(CallMetadata.TOPIC, TOPIC);
            headers.put(CallMetadata.PRODUCER, "station-hub");
            try (RdfStreamClient client = client();
                    OutgoingFrames open = client.publish(headers)) {
                call.set(open);
                long first = open.awaitNext();
                JellyGraphEncoder encoder = new JellyGraphEncoder(GrpcFixture.OPTIONS, Limits.DEFAULT);
                for (long number = first; number <= GRAPHS; number++) {
                    if (number > allowed.get()) { // the test decides how far the stream comes before a kill
                        long awaited = number;
                        Await.until("graph " + number + " may be sent", PATIENCE, () -> awaited <= allowed.get());
                    }
                    byte[] frame = encoder.encodeNext(GrpcFixture.graph(
                            (int) ((number - 1) % STATIONS), (int) number - 1, STATEMENTS_OF_A_GRAPH));
                    open.send(
                            number == first
                                    ? FrameExtras.append(
                                            frame, Map.of(CallMetadata.FRAME_NUMBER, FrameExtras.text(number)))
                                    : frame);
                }
                open.finish();
                acknowledged.set(GRAPHS);
            } catch (StatusRuntimeException e) {
                checkExpected(e);
            }
        }
    }

    /** Reads on at the place behind the last frame that came. */
    private void subscribe() throws Exception {
        Map<Integer, Long> next = new TreeMap<>();
        while (true) {
            Metadata headers =
                    CallMetadata.of(CallMetadata.FROM, next.isEmpty() ? "beginning" : "offsets:" + text(next));
            try (RdfStreamClient client = client();
                    IncomingFrames frames = client.subscribe(
                            RdfStreamSubscribe.newBuilder().setTopic(TOPIC).build(), headers)) {
                JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
                while (true) {
                    byte[] frame = frames.take();
                    RdfGraph graph = decoder.decodeNext(frame);
                    String place = new String(
                            JellyFrames.metadata(frame).get(CallMetadata.FRAME_PLACE), StandardCharsets.UTF_8);
                    int sign = place.indexOf('@');
                    next.put(Integer.parseInt(place.substring(0, sign)), Long.parseLong(place.substring(sign + 1)) + 1);
                    received.add(graph);
                }
            } catch (StatusRuntimeException e) {
                checkExpected(e);
                reconnects.incrementAndGet();
            }
        }
    }

    private static String text(Map<Integer, Long> next) {
        return new Positions(next).toString();
    }

    /** Fails unless the call was cut off. Waits for the server; the server itself waits for the broker. */
    private void checkExpected(StatusRuntimeException e) throws Exception {
        Status.Code code = e.getStatus().getCode();
        if (code != Status.Code.UNAVAILABLE && code != Status.Code.CANCELLED && code != Status.Code.ABORTED) {
            throw e;
        }
        Await.until("a server to go on with", PATIENCE, this::serverListens);
    }
}
