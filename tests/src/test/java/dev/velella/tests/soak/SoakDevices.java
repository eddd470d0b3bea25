package dev.velella.tests.soak;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.rdf.RdfGraph;
import dev.velella.tests.Await;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/**
 * Devices that send their readings at a steady rate with QoS 1, each numbered from 1. While they are held, the broker has all
 * that they have sent, so that it can be restarted without that a device must send anything again.
 */
final class SoakDevices implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Sends the same reading until it has come: what is published before the first subscription is nobody's. */
    static final String FIRST = "first";

    private static final int COUNT = 6;

    private final Mqtt5AsyncClient client;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, List<Instant>> sent = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean held = true;
    private int next;

    SoakDevices(int port, int perSecond) {
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("devices")
                .serverHost("127.0.0.1")
                .serverPort(port)
                .automaticReconnect()
                .initialDelay(50, TimeUnit.MILLISECONDS)
                .maxDelay(500, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .buildAsync();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
        clock.scheduleAtFixedRate(this::tick, 0, 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
    }

    private synchronized void tick() {
        if (!held) {
            publishNext("d" + next++ % COUNT);
        }
    }

    /** Sends the one reading of {@link #FIRST} once more. */
    void publishFirst() {
        sent.computeIfAbsent(FIRST, device -> List.of(Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        publish(FIRST, 1);
    }

    private void publishNext(String device) {
        List<Instant> times = sent.computeIfAbsent(device, key -> new ArrayList<>());
        int number;
        synchronized (times) {
            times.add(Instant.now().truncatedTo(ChronoUnit.SECONDS));
            number = times.size();
        }
        publish(device, number);
    }

    private void publish(String device, int number) {
        StringWriter turtle = new StringWriter();
        Rio.write(graph(device, number).statements(), turtle, RDFFormat.TURTLE);
        underWay.incrementAndGet();
        client.publish(Mqtt5Publish.builder()
                        .topic("site/" + device + "/reading")
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .contentType("text/turtle")
                        .payload(turtle.toString().getBytes(StandardCharsets.UTF_8))
                        .build())
                .whenComplete((done, why) -> {
                    if (why != null) {
                        failure.compareAndSet(null, why);
                    }
                    underWay.decrementAndGet();
                });
    }

    /** The graph that a device sent. */
    RdfGraph graph(String device, long number) {
        return RdfGraph.of(SoakReading.statements(device, number, time(device, number), null));
    }

    /** The statements that a store must have of it. */
    Set<Statement> stored(String device, long number) {
        return Set.copyOf(
                SoakReading.statements(device, number, time(device, number), SoakReading.graphOfStream(device)));
    }

    private Instant time(String device, long number) {
        List<Instant> times = sent.getOrDefault(device, List.of());
        synchronized (times) {
            // A number that nobody sent has a time that nobody sent.
            return number > 0 && number <= times.size() ? times.get((int) number - 1) : Instant.EPOCH;
        }
    }

    /** Number of the last reading of each device but {@link #FIRST}. */
    Map<String, Long> last() {
        Map<String, Long> last = new TreeMap<>();
        sent.forEach((device, times) -> {
            if (!device.equals(FIRST)) {
                synchronized (times) {
                    last.put(device, (long) times.size());
                }
            }
        });
        return last;
    }

    /** Sends on. */
    void go() {
        held = false;
    }

    /** Sends nothing more; returns when the broker has acknowledged all. */
    void hold() throws Exception {
        synchronized (this) {
            held = true;
        }
        Await.until("the broker of MQTT has all messages", PATIENCE, () -> underWay.get() == 0);
        if (failure.get() != null) {
            throw new AssertionError("a message was not published", failure.get());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        client.disconnect();
    }
}
