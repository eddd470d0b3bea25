package dev.velella.keyframe;

import dev.velella.bounded.BoundedMap;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.dictionary.DictionaryStore;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.Map;

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
        DictionaryFrame frame = encoders.computeIfAbsent(
                        new Use(topic, element.kind()),
                        use -> new DictionaryEncoder(use.kind(), settings::encoder, store, System::nanoTime))
                .encode(element);
        return new EncodedFrame(
                frame.value(), element.kind(), new DictionaryPlace(frame.dictionary(), writer, sequence));
    }
}
