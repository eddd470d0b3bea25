package dev.velella.tests.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import dev.velella.edge.EdgeHeader;
import dev.velella.rdf.ElementKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** A device that has a login, and sends what it can to stop others: twenty ways, one after the other. */
final class HostileDevice implements AutoCloseable {
    static final String NAME = "evil";

    /** Messages of its flood. */
    static final int FLOOD = 300;

    private final MqttUser user;
    private final List<Runnable> ways = new ArrayList<>();
    private int dictionary;

    HostileDevice(MosquittoProcess broker, String victim) throws Exception {
        user = new MqttUser(broker, NAME);
        // Half a surrogate pair, in values and in an IRI.
        way("application/json", "{\"temperature\":\"\\ud800\",\"time\":\"\\udc00\"}");
        // What the converter does not write.
        way("application/n-quads", "<< <urn:a> <urn:b> <urn:c> >> <urn:p> <urn:o> .");
        // Numbers that are calculated with.
        way("application/ld+json", "{\"@id\":\"urn:a\",\"urn:p\":1e-1000000000}");
        way("application/json", "{\"temperature\":" + "9".repeat(1_000_000) + "}");
        // More than the producer sends.
        way("application/trig", "<urn:g> { <urn:s> <urn:p> \"" + "x".repeat(1_500_000) + "\" }");
        // Parsers that loop, or that call themselves.
        way("text/turtle", "<n:><n:>(. ");
        way("application/json", "[".repeat(100_000));
        way("text/turtle", "<urn:a> <urn:b> " + "( ".repeat(100_000));
        // A few bytes that become many.
        way("application/json", "[" + "{\"temperature\":1,\"time\":\"2026-01-01T00:00:00Z\"},".repeat(30_000) + "{}]");
        way("application/ld+json", contexts());
        way(
                "application/rdf+xml",
                "<!DOCTYPE r [<!ENTITY a '" + "x".repeat(50) + "'><!ENTITY b '" + "&a;".repeat(50) + "'><!ENTITY c '"
                        + "&b;".repeat(50) + "'><!ENTITY d '" + "&c;".repeat(50) + "'>]><r>&d;</r>");
        // What the worker could be made to fetch.
        way("application/rdf+xml", "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><r>&x;</r>");
        way("application/ld+json", "{\"@context\":\"http://127.0.0.1:1/" + "x".repeat(10_000) + "\",\"name\":\"x\"}");
        // Messages on dictionaries, which there are none of, and one that says nothing.
        ways.add(() -> send(
                "application/x-jelly-rdf",
                "x",
                forged(new EdgeHeader(ElementKind.GRAPH, ++dictionary, 1, dictionary).text())));
        ways.add(() -> send("application/x-jelly-rdf", "x", forged("nonsense" + "x".repeat(60_000))));
        way("application/x-jelly-rdf", "x".repeat(100_000));
        // What the diff app refuses.
        way("application/trig", "<urn:g> {<urn:s> <urn:p> 1} <urn:h> {<urn:s> <urn:p> 2}");
        way("application/json", "{\"temperature\":1,\"time\":\"9999-01-01T00:00:00Z\"}");
        // Another device's topic, and a type that is none.
        ways.add(() -> {
            pose("devices/" + victim + "/reading");
            send("image/" + "x".repeat(60_000), "x", message -> message);
        });
        ways.add(this::flood);
    }

    private void way(String type, String payload) {
        ways.add(() -> send(type, payload, message -> message));
    }

    private void send(
            String type,
            String payload,
            UnaryOperator<com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder.Complete> more) {
        user.publish(null, type, payload.getBytes(StandardCharsets.UTF_8), more).join();
    }

    private static UnaryOperator<com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder.Complete> forged(
            String header) {
        return message -> message.userProperties(Mqtt5UserProperties.of(Mqtt5UserProperty.of(EdgeHeader.NAME, header)));
    }

    private static String contexts() {
        StringBuilder terms = new StringBuilder();
        for (int i = 0; i < 4_000; i++) {
            terms.append("\"t").append(i).append("\":\"urn:t").append(i).append("\",");
        }
        return "{\"@context\":{" + terms + "\"z\":\"urn:z\"},\"urn:p\":["
                + "{\"@context\":{\"a\":\"urn:a\"},\"a\":1},".repeat(4_000) + "{}]}";
    }

    /** The broker refuses it. */
    private void pose(String topic) {
        try {
            user.publish(topic, "application/json", "{\"temperature\":666.5}".getBytes(StandardCharsets.UTF_8), m -> m)
                    .join();
            throw new AssertionError("the broker takes a message for " + topic);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOfSatisfying(Mqtt5PubAckException.class, refusal -> assertThat(
                            refusal.getMqttMessage().getReasonCode())
                    .isEqualTo(Mqtt5PubAckReasonCode.NOT_AUTHORIZED));
        }
    }

    private void flood() {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            sent.add(user.publish(null, "text/turtle", "nonsense".getBytes(StandardCharsets.UTF_8), m -> m));
        }
        sent.forEach(CompletableFuture::join);
    }

    int ways() {
        return ways.size();
    }

    /** One of its ways; returns when the broker has what it sends. */
    void attack(int way) {
        ways.get(way).run();
    }

    @Override
    public void close() {
        user.close();
    }
}
