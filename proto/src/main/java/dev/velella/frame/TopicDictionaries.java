package dev.velella.frame;

import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.dictionary.DictionaryStore;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as frames that build on dictionaries. Each topic has one dictionary for each kind of element; all
 * partitions share it. If there are more topics than the limit, the topic used longest ago chooses its dictionaries
 * anew when it is used again. Not thread-safe.
 */
public final class TopicDictionaries {
    private static final int MOST = 1000;

    private final EncoderSettings settings;
    private final DictionaryStore store;
    private final Map<Use, DictionaryEncoder> encoders = new BoundedMap<>(MOST);

    private record Use(String topic, ElementKind kind) {}

    /** The use of the last element, which mostly is the next one's too; null before the first element. */
    private @Nullable Use lastUse;

    private @Nullable DictionaryEncoder lastEncoder;

    /** @param store where dictionaries become durable before a frame names them */
    public TopicDictionaries(EncoderSettings settings, DictionaryStore store) {
        this.settings = settings;
        this.store = store;
    }

    /**
     * Writes a frame whose place among other frames is not known.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element
     */
    public EncodedFrame encode(String topic, StreamElement element) {
        return encode(topic, element, 0, DictionaryPlace.NOT_COUNTED);
    }

    /** An encoder for one partition of a topic, which counts the frames. */
    public FrameEncoder encoder(String topic) {
        return new DictionaryFrameEncoder(this, topic);
    }

    EncodedFrame encode(String topic, StreamElement element, int writer, long sequence) {
        DictionaryFrame frame = encoder(topic, element.kind()).encode(element);
        return new EncodedFrame(
                frame.value(), element.kind(), new DictionaryPlace(frame.dictionary(), writer, sequence));
    }

    private DictionaryEncoder encoder(String topic, ElementKind kind) {
        DictionaryEncoder last = lastEncoder;
        if (last != null && lastUse != null && lastUse.kind == kind && lastUse.topic.equals(topic)) {
            return last;
        }
        Use use = new Use(topic, kind);
        DictionaryEncoder encoder = encoders.computeIfAbsent(
                use, unknown -> new DictionaryEncoder(kind, settings::encoder, store, System::nanoTime));
        lastUse = use;
        lastEncoder = encoder;
        return encoder;
    }
}
