package dev.velella.frame;

import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.rdf4j.model.ValueFactory;

/** Reads frames that are a whole Jelly stream each. It keeps no state from one frame to the next. Not thread-safe. */
public final class SelfContainedDecoder {
    private final ValueFactory values;
    private final Limits limits;
    private final Map<ElementKind, JellyDecoder<?>> decoders = new EnumMap<>(ElementKind.class);

    /**
     * A decoder of both kinds of frame.
     *
     * @param values creates terms and statements, as for {@link dev.velella.jelly.JellyGraphDecoder}
     */
    public SelfContainedDecoder(ValueFactory values, Limits limits) {
        this.values = values;
        this.limits = limits;
    }

    /**
     * Decodes the element of a frame.
     *
     * @param kind of the frame; {@link dev.velella.jelly.JellyFrames#kindOf} tells it if nothing else does
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not such a frame, or are above the
     *     limits
     */
    public StreamElement decode(ElementKind kind, byte[] frame) {
        JellyDecoder<?> decoder = decoders.get(kind);
        if (decoder == null) {
            decoder = JellyDecoder.of(kind, values, limits);
            decoders.put(kind, decoder);
        }
        return decoder.decode(frame);
    }
}
