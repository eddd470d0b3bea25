package dev.velella.dictionary;

import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.StreamElement;
import java.util.Map;
import org.eclipse.rdf4j.model.ValueFactory;

/**
 * Decodes frames that build on dictionaries. Keeps a decoder for each of the dictionaries used last; a frame changes
 * nothing in it, so frames are decoded in any order. Not thread-safe: each thread has decoders of its own, and all may
 * share the dictionaries.
 */
public final class DictionaryDecoders {
    private final ValueFactory values;
    private final Limits limits;

    /** A dictionary is equal to another one if their whole hashes are. Its name alone could be forged. */
    private final Map<Dictionary, JellyDecoder<?>> decoders;

    /**
     * Decoders without dictionaries.
     *
     * @param values creates terms, as for {@link dev.velella.jelly.JellyGraphDecoder}
     * @param most number of dictionaries whose decoder is kept, at least 1
     */
    public DictionaryDecoders(ValueFactory values, Limits limits, int most) {
        this.values = values;
        this.limits = limits;
        decoders = new BoundedMap<>(most);
    }

    /**
     * Decodes a frame.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the dictionary or the frame is malformed, above the
     *     limits, or the frame refers to anything but the dictionary and itself; nothing has changed
     */
    public StreamElement decode(Dictionary dictionary, byte[] frame) {
        return decoder(dictionary).decodeOnDictionary(frame);
    }

    /**
     * Decodes a frame, like {@link #decode(Dictionary, byte[])}.
     *
     * @param rows rows of the last graph of the same stream, as for {@link JellyGraphDecoder}; a patch does not use them
     */
    public StreamElement decode(Dictionary dictionary, byte[] frame, RecurringRows rows) {
        return decoder(dictionary) instanceof JellyGraphDecoder graphs
                ? graphs.decodeOnDictionary(frame, rows)
                : decode(dictionary, frame);
    }

    private JellyDecoder<?> decoder(Dictionary dictionary) {
        JellyDecoder<?> decoder = decoders.get(dictionary);
        if (decoder == null) {
            decoder = JellyDecoder.of(dictionary.kind(), values, limits);
            decoder.readDictionary(dictionary.frame());
            decoders.put(dictionary, decoder);
        }
        return decoder;
    }
}
