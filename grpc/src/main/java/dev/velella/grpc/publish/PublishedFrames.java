package dev.velella.grpc.publish;

import dev.velella.graph.ElementException;
import dev.velella.graph.KeyRule;
import dev.velella.grpc.protocol.CallMetadata;
import dev.velella.grpc.protocol.CallProblem;
import dev.velella.grpc.protocol.FrameExtras;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one call to publish. Owns the state of the stream. A frame that is refused ends the stream. Not
 * thread-safe.
 */
final class PublishedFrames {
    private final JellyGraphDecoder decoder;
    private final boolean rdfStar;
    private final boolean numbered;
    private final byte @Nullable [] callKey;
    private final KeyRule keys;
    private boolean begun;
    private long last;
    private long count;

    /**
     * @param limits of the frames
     * @param rdfStar whether the topic takes quoted triples
     * @param numbered whether the publisher numbers its frames over several calls
     * @param callKey key of the frames that do not say theirs; null if the rule tells it
     */
    PublishedFrames(Limits limits, boolean rdfStar, boolean numbered, byte @Nullable [] callKey, KeyRule keys) {
        decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), limits);
        this.rdfStar = rdfStar;
        this.numbered = numbered;
        this.callKey = callKey;
        this.keys = keys;
    }

    /**
     * Reads the next frame.
     *
     * @throws io.grpc.StatusRuntimeException with INVALID_ARGUMENT if the frame is malformed or above the limits, has no
     *     key or a wrong number, or if the options of the stream do not go with the topic. The description names frame and
     *     row, counted from 0
     */
    Publication next(byte[] frame) {
        try {
            if (!begun) {
                checkKind(frame);
            }
            RdfGraph graph = decoder.decodeNext(frame);
            if (!begun) {
                options().ifPresent(this::check);
                begun = true;
            }
            Map<String, byte[]> metadata = JellyFrames.metadata(frame);
            long number = number(metadata);
            boolean tombstone = isTombstone(metadata, graph);
            Publication read = new Publication(
                    number,
                    key(metadata, graph),
                    FrameExtras.number(metadata, CallMetadata.FRAME_TIME),
                    tombstone ? null : graph);
            last = number;
            count++;
            return read;
        } catch (MalformedJellyException e) {
            throw CallProblem.of(Status.Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        } catch (ElementException | IllegalArgumentException e) {
            throw CallProblem.of(Status.Code.INVALID_ARGUMENT, "frame " + count + ": " + e.getMessage());
        }
    }

    private static void checkKind(byte[] frame) {
        if (JellyFrames.kindOf(frame) != ElementKind.GRAPH) {
            throw new IllegalArgumentException("is Jelly-Patch, and this service takes Jelly-RDF");
        }
    }

    private void check(JellyOptions options) {
        if (options.generalized()) {
            throw new IllegalArgumentException(
                    "generalized_statements is true, and records hold no generalized statements");
        } else if (options.rdfStar() && !rdfStar) {
            throw new IllegalArgumentException(
                    "rdf_star is true, and the server takes quoted triples only with jelly.rdf.star=true");
        } else if (options.logicalType().isFlat()) {
            throw new IllegalArgumentException("logical_type is " + options.logicalType()
                    + ", so a frame has no meaning; each frame must be one graph or dataset");
        }
    }

    private boolean isTombstone(Map<String, byte[]> metadata, RdfGraph graph) {
        boolean tombstone = metadata.containsKey(CallMetadata.FRAME_TOMBSTONE);
        if (tombstone && !graph.statements().isEmpty()) {
            throw new IllegalArgumentException("has " + CallMetadata.FRAME_TOMBSTONE + " and statements");
        }
        return tombstone;
    }

    private long number(Map<String, byte[]> metadata) {
        Long said = FrameExtras.number(metadata, CallMetadata.FRAME_NUMBER);
        long expected = last + 1;
        if (said == null || !numbered) {
            return expected;
        } else if (said < 1 || (count > 0 && said != expected)) {
            throw new IllegalArgumentException(CallMetadata.FRAME_NUMBER + " is " + said + " after " + last
                    + "; frames are counted from 1, by ones");
        }
        return said;
    }

    private byte[] key(Map<String, byte[]> metadata, RdfGraph graph) {
        byte[] said = metadata.getOrDefault(CallMetadata.FRAME_KEY, callKey);
        if (said != null) {
            return said;
        }
        String key = keys.keyOf(graph, graph.graphName().orElse(null));
        if (key.isEmpty()) {
            throw new ElementException("no key: the frame is no named graph; send its key in the metadata "
                    + CallMetadata.FRAME_KEY + " of the frame or " + CallMetadata.KEY.name()
                    + " of the call, or set key.constant on the server");
        }
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** The options of the stream; empty before the first frame. */
    Optional<JellyOptions> options() {
        return decoder.options();
    }

    /** Number of frames that were read. */
    long count() {
        return count;
    }

    /** Number of the last frame that was read; 0 before the first one. */
    long last() {
        return last;
    }
}
