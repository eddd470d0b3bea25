package dev.velella.tests.mqtt;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Devices that count, each with a connection of its own: the temperature in reading n of a device is n and a half. */
final class HonestDevices implements AutoCloseable {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SOSA = "http://www.w3.org/ns/sosa/";

    private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(12, ChronoUnit.HOURS);
    private final List<String> names;
    private final List<MqttUser> users = new ArrayList<>();
    private final int[] readings;
    private final Map<String, Long> sentAt = new ConcurrentHashMap<>();

    HonestDevices(MosquittoProcess broker, int count) throws Exception {
        names = names(count);
        readings = new int[count];
        for (String name : names) {
            users.add(new MqttUser(broker, name));
        }
    }

    static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "d" + i).toList();
    }

    List<String> names() {
        return names;
    }

    /** Readings of a device so far. */
    int readings(int device) {
        return readings[device];
    }

    /** The next reading of a device; completes when the broker has it. */
    CompletableFuture<?> publish(int device) {
        int number = readings[device]++;
        String reading = "{\"temperature\": " + number + ".5, \"time\": \"" + time(number) + "\"}";
        sentAt.put(names.get(device) + " " + number, System.nanoTime());
        return users.get(device).publish(null, null, reading.getBytes(StandardCharsets.UTF_8), message -> message);
    }

    /** When a reading was sent, by the clock of {@link System#nanoTime}. */
    long sentAt(String device, int number) {
        return sentAt.get(device + " " + number);
    }

    private String time(int number) {
        return begin.plusSeconds(number).toString();
    }

    /** What the template of the sample makes of a reading. */
    Set<Statement> graph(String device, int number) {
        var sensor = VALUES.createIRI("https://example.org/devices/" + device);
        var subject = VALUES.createIRI("https://example.org/devices/" + device + "/temperature");
        Set<Statement> graph = new HashSet<>();
        graph.add(VALUES.createStatement(subject, RDF.TYPE, VALUES.createIRI(SOSA + "Observation")));
        graph.add(VALUES.createStatement(subject, VALUES.createIRI(SOSA + "madeBySensor"), sensor));
        graph.add(VALUES.createStatement(
                subject, VALUES.createIRI(SOSA + "hasSimpleResult"), VALUES.createLiteral(number + ".5", XSD.DECIMAL)));
        graph.add(VALUES.createStatement(
                subject, VALUES.createIRI(SOSA + "resultTime"), VALUES.createLiteral(time(number), XSD.DATETIME)));
        return graph;
    }

    @Override
    public void close() {
        users.forEach(MqttUser::close);
    }
}
