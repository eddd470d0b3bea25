package dev.velella.source.mqtt.link;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a frame, in the order of its topic.
 *
 * @param topic it came on
 * @param frame itself
 * @param carrier what it came with; null where the device sent it again on request
 * @param graph it stands for; null where there is none
 * @param refusal why it has none; null where it has, and where it was an element before
 * @param <C> what frames come with
 */
public record LinkOutcome<C>(
        String topic,
        LinkFrame frame,
        @Nullable C carrier,
        @Nullable RdfGraph graph,
        @Nullable PayloadException refusal) {
    /** The element; empty where there is none. */
    public Optional<RdfGraph> element() {
        return Optional.ofNullable(graph);
    }
}
