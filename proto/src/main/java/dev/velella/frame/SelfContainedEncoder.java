package dev.velella.frame;

import dev.velella.jelly.JellyEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.EnumMap;
import java.util.Map;

/** Writes every element as a whole Jelly stream, which every Jelly reader can read by itself. Not thread-safe. */
public final class SelfContainedEncoder implements FrameEncoder {
    private final EncoderSettings settings;
    private final Map<ElementKind, JellyEncoder<StreamElement>> encoders = new EnumMap<>(ElementKind.class);

    /** An encoder of both kinds of element. */
    public SelfContainedEncoder(EncoderSettings settings) {
        this.settings = settings;
    }

    @Override
    public EncodedFrame encode(StreamElement element) {
        ElementKind kind = element.kind();
        JellyEncoder<StreamElement> encoder = encoders.get(kind);
        if (encoder == null) {
            encoder = settings.encoder(kind);
            encoders.put(kind, encoder);
        }
        return new EncodedFrame(encoder.encode(element), kind);
    }

    /** Does nothing: no frame continues another. */
    @Override
    public void newStream() {}

    /** False: a lost frame is no matter for the others. */
    @Override
    public boolean takeLosses(LossReports losses) {
        return false;
    }
}
