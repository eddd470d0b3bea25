package dev.velella.quickstart;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import dev.velella.failure.Causes;
import dev.velella.kit.thread.Daemon;
import dev.velella.source.simulator.SimulatedReading;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulated stations that publish their readings as JSON, with QoS 1, on a thread of their own. Readings that are
 * already in the topic of graphs are not sent again. Two facts make that possible: the broker forgets its messages when
 * it ends, and it delivers messages in order.
 */
final class WeatherDevices implements AutoCloseable {
    private static final int UNDER_WAY = 200;

    /** Most messages that the broker holds for the source. Above its own limit, the broker would discard messages. */
    private static final int AHEAD = 5_000;

    private static final long RETRY_MS = 100;

    private final WeatherSimulator simulator;
    private final Mqtt5AsyncClient client;
    private final Semaphore underWay = new Semaphore(UNDER_WAY);
    private final Map<String, String> last = new LinkedHashMap<>();
    private final Thread thread;

    private LongSupplier received = () -> 0;
    private volatile boolean done;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /** @param port port of the broker on this machine */
    WeatherDevices(QuickstartOptions options, int port) {
        simulator = new WeatherSimulator(new WeatherOptions(options.seed(), options.stations(), options.graphs()));
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("stations")
                .serverHost("localhost")
                .serverPort(port)
                .buildAsync();
        thread = Daemon.of("stations", this::run);
    }

    /** @param received gives the number of messages in the topic of graphs, including messages of earlier runs */
    void start(LongSupplier received) {
        this.received = received;
        thread.start();
    }

    /** Whether the broker has all messages. */
    boolean isDone() {
        return done;
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure).map(e -> "the stations cannot send: " + Causes.rootMessage(e));
    }

    /** The last reading of each station. Call this only when all messages are sent. */
    Map<String, String> last() {
        return Map.copyOf(last);
    }

    private void run() {
        try {
            client.connect().join();
            long sent = 0;
            boolean subscribed = false;
            for (SimulatedReading r = simulator.nextReading(); r != null && !closed; r = simulator.nextReading()) {
                last.put(r.key(), r.json());
                if (++sent <= received.getAsLong()) {
                    continue;
                }
                if (subscribed) {
                    publish(r, sent);
                } else {
                    publishFirst(r);
                    subscribed = true;
                }
            }
            underWay.acquire(UNDER_WAY);
            done = failure == null && !closed;
        } catch (InterruptedException | RuntimeException e) {
            failure = e;
        }
    }

    /**
     * Publishes the first reading again and again until the source has subscribed. The broker tells when there is a
     * subscriber, and discards messages without one.
     */
    private void publishFirst(SimulatedReading reading) throws InterruptedException {
        while (!closed && isUnheard(client.publish(message(reading)).join())) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        }
    }

    private void publish(SimulatedReading reading, long number) throws InterruptedException {
        underWay.acquire();
        while (!closed && failure == null && number - received.getAsLong() > AHEAD) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        }
        CompletableFuture<Mqtt5PublishResult> unused = client.publish(message(reading))
                .whenComplete((result, exception) -> {
                    if (exception != null) {
                        failure = exception;
                    } else if (isUnheard(result)) {
                        failure = new IllegalStateException("the source is no longer subscribed");
                    }
                    underWay.release();
                });
    }

    private static boolean isUnheard(Mqtt5PublishResult result) {
        return result instanceof Mqtt5PublishResult.Mqtt5Qos1Result acknowledged
                && acknowledged.getPubAck().getReasonCode() == Mqtt5PubAckReasonCode.NO_MATCHING_SUBSCRIBERS;
    }

    private static Mqtt5Publish message(SimulatedReading reading) {
        return Mqtt5Publish.builder()
                .topic("site/" + reading.key() + "/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType("application/json")
                .payload(reading.json().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        // The client is disconnected already, or the broker ends at this moment. Neither matters.
        client.disconnect()
                .orTimeout(1, TimeUnit.SECONDS)
                .exceptionally(e -> null)
                .join();
    }
}
