package dev.velella.bench.edge;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.bench.edge.EdgeFormat.Sent;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.EdgeBroker;
import dev.velella.bench.process.NarrowLink;
import dev.velella.bench.process.WorkFolder;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeHeader;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeTopics;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * What {@code tests/bench/run edge} does: weather graphs as triples from a device over a link to an MQTT broker and on to a
 * receiver that reads them. The formats take turns.
 */
public final class EdgeSuite {
    private static final String TOPIC = "site/ibs_1/weather";

    /** Messages that the broker has not acknowledged. */
    private static final int UNDER_WAY = 500;

    /**
     * A link between device and broker.
     *
     * @param part of the messages that are sent over it, one in so many
     */
    private record Link(String name, int delayMs, double megabits, int part) {}

    private static final List<Link> LINKS = List.of(
            new Link("unlimited", 0, 0, 1), new Link("15ms-50Mbit", 15, 50, 1), new Link("15ms-1Mbit", 15, 1, 20));

    private final EdgeScale scale;
    private final Figures figures;
    private final PrintStream progress;

    /** A suite of that scale. */
    public EdgeSuite(EdgeScale scale, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the links. */
    public static List<String> names() {
        return LINKS.stream().map(Link::name).toList();
    }

    /**
     * Verifies, then measures.
     *
     * @param names of {@link #names}
     */
    public void run(List<String> names) throws IOException {
        List<RdfGraph> graphs = graphs(scale.messages());
        verify(graphs.subList(0, Math.min(250, graphs.size())));
        Path folder = Files.createTempDirectory("velella-edge-bench");
        try (EdgeBroker broker = new EdgeBroker(folder)) {
            for (Link link : LINKS) {
                if (names.contains(link.name())) {
                    progress.println(link.name());
                    run(link, broker, graphs.subList(0, Math.max(10, graphs.size() / link.part())));
                }
            }
        } finally {
            WorkFolder.delete(folder);
        }
    }

    /** The elements without their graph name, which N-Triples cannot have. */
    private static List<RdfGraph> graphs(int count) {
        ValueFactory values = SimpleValueFactory.getInstance();
        WeatherSimulator weather = new WeatherSimulator(WeatherOptions.of(1, 0));
        List<RdfGraph> graphs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Statement> triples = new ArrayList<>();
            for (Statement s : weather.next().graph().statements()) {
                triples.add(values.createStatement(s.getSubject(), s.getPredicate(), s.getObject()));
            }
            graphs.add(RdfGraph.of(triples));
        }
        return graphs;
    }

    private static void verify(List<RdfGraph> graphs) {
        for (EdgeFormat format : EdgeFormat.all()) {
            EdgeFormat.Writer writer = format.writer().get();
            EdgeFormat.Reader reader = format.reader().get();
            for (RdfGraph graph : graphs) {
                Sent sent = next(writer, reader, graph);
                RdfGraph read = reader.read(sent).get(0);
                if (!new HashSet<>(read.statements()).equals(new HashSet<>(graph.statements()))) {
                    throw new BenchmarkException(format.name() + " does not give back what was sent");
                }
            }
        }
    }

    /** The next message; a dictionary reaches the receiver at once. */
    private static Sent next(EdgeFormat.Writer writer, EdgeFormat.Reader reader, RdfGraph graph) {
        Sent sent = writer.next(graph);
        byte[] dictionary = writer.dictionary();
        if (dictionary != null) {
            reader.dictionary(dictionary);
        }
        return sent;
    }

    private void run(Link link, EdgeBroker broker, List<RdfGraph> graphs) throws IOException {
        Map<String, double[]> rates = new LinkedHashMap<>();
        List<EdgeFormat> formats = new ArrayList<>(EdgeFormat.all());
        for (int round = 0; round < scale.rounds(); round++) {
            for (EdgeFormat format : formats) {
                Pass pass = pass(link, broker, format, graphs);
                rates.computeIfAbsent(format.name(), f -> new double[scale.rounds()])[round] = pass.rate();
                if (round == 0 && link == LINKS.get(0)) {
                    figures.add("payload/" + format.name(), pass.payload(), "B/message");
                    figures.add("wire/" + format.name(), pass.wire(), "B/message");
                }
            }
            formats.add(formats.remove(0));
        }
        rates.forEach((format, each) -> figures.add("rate/" + link.name() + "/" + format, median(each), "messages/s"));
    }

    /**
     * One format over the link once.
     *
     * @param payload bytes of payload a message
     * @param wire bytes from the device to the broker a message, all of MQTT
     */
    private record Pass(double rate, double payload, double wire) {}

    private static Pass pass(Link link, EdgeBroker broker, EdgeFormat format, List<RdfGraph> graphs)
            throws IOException {
        try (NarrowLink narrow = new NarrowLink(broker.port(), link.delayMs(), link.megabits())) {
            Mqtt5AsyncClient receiver = client("receiver", broker.port());
            Mqtt5AsyncClient device = client("device", narrow.port());
            CompletableFuture<Long> end = new CompletableFuture<>();
            receive(receiver, format.reader().get(), graphs.size(), end);
            EdgeFormat.Writer writer = format.writer().get();
            Semaphore window = new Semaphore(UNDER_WAY);
            long before = narrow.carried();
            long payload = 0;
            long begin = System.nanoTime();
            for (RdfGraph graph : graphs) {
                Sent sent = writer.next(graph);
                payload += sent.payload().length;
                publish(device, message(sent), window, end);
                byte[] dictionary = writer.dictionary();
                if (dictionary != null) {
                    payload += dictionary.length;
                    publish(device, dictionary(dictionary), window, end);
                }
            }
            long nanos = end.join() - begin;
            double wire = narrow.carried() - before;
            device.disconnect().join();
            receiver.disconnect().join();
            return new Pass(graphs.size() * 1e9 / nanos, (double) payload / graphs.size(), wire / graphs.size());
        }
    }

    private static void publish(
            Mqtt5AsyncClient device, Mqtt5Publish message, Semaphore window, CompletableFuture<Long> end) {
        window.acquireUninterruptibly();
        device.publish(message).whenComplete((done, failure) -> {
            window.release();
            if (failure != null) {
                end.completeExceptionally(failure);
            }
        });
    }

    private static Mqtt5Publish dictionary(byte[] payload) {
        return Mqtt5Publish.builder()
                .topic(EdgeTopics.dictionary(EdgeTopics.DEFAULT_PREFIX, TOPIC, EdgeDictionary.nameOf(payload)))
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .messageExpiryInterval(EdgeSettings.DEFAULT.dictionaryExpiry().toSeconds())
                .payload(payload)
                .build();
    }

    private static void receive(
            Mqtt5AsyncClient receiver, EdgeFormat.Reader reader, int count, CompletableFuture<Long> end) {
        int[] left = {count};
        receiver.publishes(MqttGlobalPublishFilter.ALL, message -> {
            try {
                if (message.getTopic().toString().startsWith(EdgeTopics.DEFAULT_PREFIX)) {
                    reader.dictionary(message.getPayloadAsBytes());
                    return;
                }
                String header = message.getUserProperties().asList().isEmpty()
                        ? null
                        : message.getUserProperties().asList().get(0).getValue().toString();
                reader.read(new Sent(
                        message.getPayloadAsBytes(),
                        String.valueOf(message.getContentType().orElse(null)),
                        header));
                if (--left[0] == 0) {
                    end.complete(System.nanoTime());
                }
            } catch (RuntimeException e) {
                end.completeExceptionally(e);
            }
        });
        receiver.subscribeWith()
                .topicFilter(TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
        receiver.subscribeWith()
                .topicFilter(EdgeTopics.DEFAULT_PREFIX + "dictionary/#")
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
    }

    private static Mqtt5Publish message(Sent sent) {
        var message = Mqtt5Publish.builder()
                .topic(TOPIC)
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType(sent.mediaType())
                .payload(sent.payload());
        String header = sent.header();
        return (header == null
                        ? message
                        : message.userProperties(Mqtt5UserProperties.of(Mqtt5UserProperty.of(EdgeHeader.NAME, header))))
                .build();
    }

    private static Mqtt5AsyncClient client(String name, int port) {
        Mqtt5AsyncClient client = MqttClient.builder()
                .useMqttVersion5()
                .identifier(name)
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        client.connect().join();
        return client;
    }

    /** Of all rounds but the first, in which the compiler was at work. */
    private static double median(double[] rounds) {
        return Comparison.median(Arrays.copyOfRange(rounds, 1, rounds.length));
    }
}
