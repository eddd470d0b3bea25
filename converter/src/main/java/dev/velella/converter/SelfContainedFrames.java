package dev.velella.converter;

import dev.velella.converter.struct.RdfElement;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.keyframe.EncoderSettings;

/**
 * Frames that are a whole Jelly stream each: nothing is kept from one to the next. Malformed frames, and what cannot be
 * written, are a {@link dev.velella.jelly.format.MalformedJellyException}. Thread-safe; calls wait for each other.
 */
final class SelfContainedFrames {
    private final JellyGraphEncoder graphEncoder;
    private final JellyPatchEncoder patchEncoder;
    private final JellyGraphDecoder graphDecoder;
    private final JellyPatchDecoder patchDecoder;

    SelfContainedFrames(EncoderSettings settings) {
        graphEncoder = new JellyGraphEncoder(settings.graphs(), settings.order(), settings.limits());
        patchEncoder = new JellyPatchEncoder(settings.patches(), settings.order(), settings.limits());
        graphDecoder = new JellyGraphDecoder(LightValueFactory.getInstance(), settings.limits());
        patchDecoder = new JellyPatchDecoder(LightValueFactory.getInstance(), settings.limits());
    }

    synchronized byte[] write(RdfElement element) {
        return element instanceof RdfElement.Graph graph
                ? graphEncoder.encode(graph.graph())
                : patchEncoder.encode(((RdfElement.Patch) element).patch());
    }

    synchronized RdfElement read(JellyFrames.Kind kind, byte[] frame) {
        return kind == JellyFrames.Kind.RDF
                ? new RdfElement.Graph(graphDecoder.decode(frame))
                : new RdfElement.Patch(patchDecoder.decode(frame));
    }
}
