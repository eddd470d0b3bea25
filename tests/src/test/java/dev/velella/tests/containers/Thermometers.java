package dev.velella.tests.containers;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Devices that count: the temperature in reading n of a device is n and a half. They publish one after the other, each when
 * the broker has the one before, so that at most one message is under way when a connection ends; that one may be there
 * twice, as QoS 1 has it. Sent from one thread at a time.
 */
final class Thermometers implements AutoCloseable {
    private static final String SOSA = "http://www.w3.org/ns/sosa/";

    /** In the past for as many seconds as there will be readings, and younger than what counts as old. */
    private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(6, ChronoUnit.HOURS);

    private final Map<String, Integer> readings = new TreeMap<>();
    private final Set<String> unsure = new TreeSet<>();
    private final AtomicInteger disconnects = new AtomicInteger();
    private final Mqtt5AsyncClient client;

    /** Null until it publishes on and on. */
    private @Nullable ScheduledExecutorService executor;

    private @Nullable ScheduledFuture<?> loop;

    Thermometers(int port, String password) {
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("thermometers")
                .serverHost("127.0.0.1")
                .serverPort(port)
                .simpleAuth()
                .username("gateway")
                .password(password.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .automaticReconnect()
                .initialDelay(50, TimeUnit.MILLISECONDS)
                .maxDelay(500, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addDisconnectedListener(context -> disconnects.incrementAndGet())
                .buildAsync();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
    }

    static String topic(String device) {
        return "devices/" + device + "/reading";
    }

    /** The device's next reading, which the caller publishes. */
    synchronized String next(String device) {
        int number = readings.merge(device, 1, Integer::sum) - 1;
        return "{\"temperature\": " + number + ".5, \"time\": \"" + time(number) + "\"}";
    }

    /** Publishes the device's next reading; returns when the broker has it. */
    void publish(String device) {
        String reading = next(device);
        int before = disconnects.get();
        client.publish(Mqtt5Publish.builder()
                        .topic(topic(device))
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(reading.getBytes(StandardCharsets.UTF_8))
                        .build())
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        if (disconnects.get() != before) {
            synchronized (this) {
                unsure.add(device + " " + (readings.get(device) - 1));
            }
        }
    }

    /** Publishes readings of the devices in turn, some hundred a second, until {@link #pause}. */
    void publishOnAndOn(List<String> devices) {
        executor = Executors.newSingleThreadScheduledExecutor();
        AtomicInteger turn = new AtomicInteger();
        loop = executor.scheduleWithFixedDelay(
                () -> publish(devices.get(turn.getAndIncrement() % devices.size())), 0, 5, TimeUnit.MILLISECONDS);
    }

    /** Returns when the broker has the last reading, or throws why publishing ended before. */
    void pause() throws Exception {
        if (Objects.requireNonNull(loop).isDone()) {
            loop.get(); // an exception has ended it
        }
        Objects.requireNonNull(executor).shutdown();
        if (!executor.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the last reading was not published");
        }
    }

    synchronized Map<String, Integer> readings() {
        return new TreeMap<>(readings);
    }

    synchronized int total() {
        return readings.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** What is there of a device without those that may be there twice, the second time. */
    synchronized List<Integer> withoutRepeats(String device, List<Integer> found) {
        List<Integer> once = new ArrayList<>();
        for (Integer number : found) {
            boolean repeat = !once.isEmpty() && once.get(once.size() - 1).equals(number);
            if (!repeat || !unsure.contains(device + " " + number)) {
                once.add(number);
            }
        }
        return once;
    }

    /** The graph that the last reading of each device must become, by the name that it has in the store. */
    synchronized Map<String, Model> graphs() {
        Map<String, Model> graphs = new TreeMap<>();
        readings.forEach((device, count) -> graphs.put("urn:velella:stream:" + device, graph(device, count - 1)));
        return graphs;
    }

    private Model graph(String device, int number) {
        var subject = Values.iri("https://example.org/devices/" + device + "/temperature");
        Model graph = new LinkedHashModel();
        graph.add(subject, RDF.TYPE, Values.iri(SOSA + "Observation"));
        graph.add(subject, Values.iri(SOSA + "madeBySensor"), Values.iri("https://example.org/devices/" + device));
        graph.add(subject, Values.iri(SOSA + "hasSimpleResult"), Values.literal(number + ".5", XSD.DECIMAL));
        graph.add(subject, Values.iri(SOSA + "resultTime"), Values.literal(time(number), XSD.DATETIME));
        return graph;
    }

    private String time(int number) {
        return begin.plusSeconds(number).toString();
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.shutdownNow();
        }
        client.disconnect().join();
    }
}
