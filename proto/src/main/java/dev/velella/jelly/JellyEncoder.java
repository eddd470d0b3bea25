package dev.velella.jelly;

import dev.velella.jelly.write.DictionaryTerms;
import dev.velella.jelly.write.EncoderState;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.StreamElement;

/**
 * Writes elements of one kind as bare Jelly frames: the value of a message, without a length in front. A frame is a
 * stream of its own ({@link #encode}), or the next one of a running stream ({@link #encodeNext},
 * {@link #encodeKeyFrame}).
 *
 * <p>The same element with the same state always gives the same bytes. An element that cannot be written changes
 * nothing. Not thread-safe.
 *
 * @param <E> kind of element in a frame
 */
public sealed interface JellyEncoder<E extends StreamElement> permits JellyGraphEncoder, JellyPatchEncoder {
    /**
     * Writes one self-contained bare frame. It resets the state first, and the frame begins with the options row. Ends
     * the running stream, also if the element is refused.
     *
     * @return a new array
     * @throws dev.velella.jelly.format.MalformedJellyException if the options or limits cannot carry the element. The
     *     encoder stays usable
     */
    byte[] encode(E element);

    /**
     * Writes the next bare frame of the running stream. The first frame begins the stream.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the
     *     call
     * @throws IllegalStateException if the options make a stream of one frame
     */
    byte[] encodeNext(E element);

    /**
     * Writes the next bare frame of the running stream as a key frame: a reader can begin with it, without the frames
     * before. The frame begins with the options row, and its tables are empty. A field that could refer to an earlier
     * one is written explicitly on its first use. A reader that has read the frames before understands the key frame
     * too.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the
     *     call
     * @throws IllegalStateException if the options make a stream of one frame
     */
    byte[] encodeKeyFrame(E element);

    /** Counts the terms of an element in the order in which this encoder writes them. */
    void count(E element, TermCounts counts);

    /**
     * Makes a dictionary: a frame with options and the entries of terms, and no statement. Ends the running stream. From
     * now on {@link #encodeOnDictionary} writes frames that build on this dictionary.
     *
     * @param terms to be in the dictionary, as far as the tables have room; a quarter of each table stays free for the
     *     entries of the frames
     * @return a new array; equal for equal terms, options and limits
     * @throws dev.velella.jelly.format.MalformedJellyException if limits cannot carry a term; no dictionary is there then
     * @throws IllegalStateException if the options make a stream of one frame
     */
    byte[] makeDictionary(DictionaryTerms terms);

    /**
     * Takes over a dictionary that was made before, perhaps by another encoder with the same options and limits. Ends the
     * running stream. From now on {@link #encodeOnDictionary} writes the same frames as after {@link #makeDictionary}.
     *
     * @param dictionary bytes that {@link #makeDictionary} has returned
     * @throws dev.velella.jelly.format.MalformedJellyException if this encoder would write another dictionary with the
     *     same entries, because its options differ or the bytes are damaged; no dictionary is there then
     * @throws IllegalStateException if the options make a stream of one frame
     */
    void takeDictionary(byte[] dictionary);

    /**
     * Writes a bare frame that builds on the last dictionary and on no other frame. It can be read after the dictionary
     * alone, and also after other frames that build on the same dictionary. The same element always gives the same
     * bytes.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; also if the tables have no room for
     *     the element beside the dictionary. The encoder is as it was before the call
     * @throws IllegalStateException if there is no dictionary
     */
    byte[] encodeOnDictionary(E element);

    /** Forgets the running stream: the next frame begins another one. */
    void reset();

    /** The state between the last frame and the next one. */
    EncoderState snapshot();

    /**
     * Continues from a state.
     *
     * @throws IllegalArgumentException if the state belongs to an encoder of other options or limits
     */
    void restore(EncoderState state);
}
