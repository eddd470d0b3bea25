package dev.velella.source.mqtt.link;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.FrameResult.Decoded;
import dev.velella.keyframe.FrameResult.MissingState;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.source.payload.PayloadException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The state after the last frame of one topic: the codec's state, and the current graph if frames hold changes. Holds
 * one stream at a time. Not thread-safe.
 */
final class FrameState {
    /** Stands for a missing frame number. */
    static final long NONE = -1;

    private static final StreamLimits ONE_STREAM = new StreamLimits(1, Integer.MAX_VALUE);

    private final String topic;
    private final Limits limits;
    private DecoderStreams streams;
    private Set<Statement> graph = new LinkedHashSet<>();
    private @Nullable JellyHeader last;

    FrameState(String topic, Limits limits) {
        this.topic = topic;
        this.limits = limits;
        streams = fresh();
    }

    private DecoderStreams fresh() {
        return new DecoderStreams(new VerifiedTerms(), limits, ONE_STREAM);
    }

    /**
     * Number of the next readable frame in the stream of a place; {@link #NONE} if no frame of this stream was read.
     */
    long next(JellyHeader place) {
        JellyHeader read = last;
        return read != null && isSameStream(read, place) ? read.seq() + 1 : NONE;
    }

    /** Whether two places belong to the same stream. */
    static boolean isSameStream(JellyHeader one, JellyHeader other) {
        return one.stream() == other.stream() && one.kind() == other.kind();
    }

    /**
     * The graph of a frame. Empty if the state that the frame builds on is missing; the state is then unchanged.
     *
     * @throws PayloadException if the frame is malformed or above the limits; the state is then lost
     */
    Optional<RdfGraph> read(LinkFrame frame) {
        try {
            FrameResult result = streams.decode(topic, frame.place(), frame.value());
            if (result instanceof MissingState) {
                return Optional.empty();
            }
            StreamElement element = ((Decoded) result).element();
            RdfGraph read = element instanceof RdfGraph whole
                    ? whole
                    : changed(frame.place().isKeyFrame(), (RdfPatch) element);
            last = frame.place();
            return Optional.of(read);
        } catch (RuntimeException e) {
            forget();
            throw LinkErrors.refusal("", e);
        }
    }

    private RdfGraph changed(boolean fromNothing, RdfPatch patch) {
        if (fromNothing) {
            graph = new LinkedHashSet<>();
        }
        return GraphChanges.apply(patch, graph, limits);
    }

    private void forget() {
        streams = fresh();
        graph = new LinkedHashSet<>();
        last = null;
    }
}
