package dev.velella.bench.naive;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult.Mqtt5Qos1Result;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.source.simulator.SimulatedReading;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulated weather stations that take turns and publish their readings with QoS 1. Message number n is of station n modulo
 * their number. One thread publishes; others may read the times.
 */
final class Stations implements AutoCloseable {
    static final int COUNT = 20;

    private static final int UNDER_WAY = 500;
    private static final long RETRY_MS = 50;

    private final Mqtt5AsyncClient client;
    private final WeatherSimulator simulator = new WeatherSimulator(new WeatherOptions(1, COUNT, 0));
    private final Semaphore underWay = new Semaphore(UNDER_WAY);
    private final AtomicInteger failures = new AtomicInteger();
    private final List<Message> messages = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * One message.
     *
     * @param time of the reading as it stands in the message; no two of a station are equal
     * @param publishedMs when it was published
     */
    record Message(String station, String time, String json, long publishedMs) {
        String id() {
            return station + " " + time;
        }
    }

    Stations(int port, String name) {
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("stations-" + name)
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        client.connect().join();
    }

    /** Publishes a reading of every station; the first one again and again until somebody has subscribed. */
    void publishFirst(Runnable check) throws InterruptedException {
        Message first = next();
        while (client.publish(mqtt(first)).join() instanceof Mqtt5Qos1Result done
                && done.getPubAck().getReasonCode() == Mqtt5PubAckReasonCode.NO_MATCHING_SUBSCRIBERS) {
            check.run();
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        }
        publishUntil(COUNT, 0);
    }

    /** Publishes in a thread of its own until so many messages have been published in all, or until {@link #stop}. */
    CompletableFuture<Void> publish(int total, double perSecond) {
        stopped = false;
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        publishUntil(total, perSecond);
                        done.complete(null);
                    } catch (InterruptedException | RuntimeException e) {
                        done.completeExceptionally(e);
                    }
                },
                "stations");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    /** Ends what {@link #publish} has begun, after a whole turn of the stations. */
    void stop() {
        stopped = true;
    }

    /** @param perSecond 0 for as fast as the broker takes them */
    private void publishUntil(int total, double perSecond) throws InterruptedException {
        long begin = System.nanoTime();
        int first = published();
        while (published() < total && !(stopped && published() % COUNT == 0)) {
            if (perSecond > 0) {
                long due = begin + (long) ((published() - first) * 1e9 / perSecond);
                while (due - System.nanoTime() > 0) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
            underWay.acquire();
            client.publish(mqtt(next())).whenComplete((result, failure) -> {
                if (failure != null) {
                    failures.incrementAndGet();
                }
                underWay.release();
            });
        }
        underWay.acquire(UNDER_WAY);
        underWay.release(UNDER_WAY);
        if (failures.get() > 0) {
            throw new BenchmarkException(failures + " messages were not published");
        }
    }

    private Message next() {
        SimulatedReading reading = Objects.requireNonNull(simulator.nextReading());
        Message message = new Message(reading.key(), time(reading), reading.json(), System.currentTimeMillis());
        synchronized (messages) {
            messages.add(message);
        }
        return message;
    }

    /** The time as it stands in the JSON. */
    static String time(SimulatedReading reading) {
        return reading.json().replaceFirst(".*\"time\": \"([^\"]*)\".*", "$1");
    }

    private static Mqtt5Publish mqtt(Message message) {
        return Mqtt5Publish.builder()
                .topic("site/" + message.station() + "/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType(WeatherMessages.CONTENT_TYPE)
                .payload(message.json().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    /** How many messages there are; all of them are at the broker when nothing is being published. */
    int published() {
        synchronized (messages) {
            return messages.size();
        }
    }

    /** Those from a number on. */
    List<Message> since(int first) {
        synchronized (messages) {
            return List.copyOf(messages.subList(first, messages.size()));
        }
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
