package dev.velella.source.mqtt.link;

import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a message. Outcomes come in the order of the topic's messages.
 *
 * @param topic topic of the message
 * @param place place of the last processed message of the topic, as it is stored; null if it is not known, because several
 *     tasks share the topic
 * @param carrier the object that the message came with
 * @param graph graph of the message; null if there is none
 * @param refusal reason of a missing graph; null if there is a graph, or if the message was an element before
 * @param <C> type of the objects that messages come with
 */
public record LinkOutcome<C>(
        String topic,
        @Nullable String place,
        C carrier,
        @Nullable RdfGraph graph,
        @Nullable PayloadException refusal) {}
