package dev.velella.source.mqtt.link;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a frame. Outcomes come in the order of the topic's frames.
 *
 * @param topic topic of the frame
 * @param frame the frame itself
 * @param carrier the object that the frame came with; null if the device sent the frame again on request
 * @param graph graph of the frame; null if there is none
 * @param refusal reason of a missing graph; null if there is a graph, or if the frame was an element before
 * @param <C> type of the objects that frames come with
 */
public record LinkOutcome<C>(
        String topic,
        LinkFrame frame,
        @Nullable C carrier,
        @Nullable RdfGraph graph,
        @Nullable PayloadException refusal) {
    /** The graph of the frame; empty if there is none. */
    public Optional<RdfGraph> element() {
        return Optional.ofNullable(graph);
    }
}
