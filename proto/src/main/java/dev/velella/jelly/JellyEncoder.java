package dev.velella.jelly;

import dev.velella.jelly.write.EncoderState;
import dev.velella.rdf.StreamElement;

/**
 * Writes elements of one kind as bare Jelly frames: the value of a message, without a length in front. A frame is a stream of
 * its own ({@link #encode}), or the next one of a running stream ({@link #encodeNext}, {@link #encodeKeyFrame}).
 *
 * <p>The same element on the same state always gives the same bytes. An element that cannot be written changes nothing. Not
 * thread-safe.
 *
 * @param <E> what a frame holds
 */
public sealed interface JellyEncoder<E extends StreamElement> permits JellyGraphEncoder, JellyPatchEncoder {
    /**
     * One self-contained bare frame: options row first, state reset before. Ends the running stream, also when the
     * element is refused.
     *
     * @return a new array
     * @throws dev.velella.jelly.format.MalformedJellyException if the options or limits cannot carry the element. The
     *     encoder stays usable
     */
    byte[] encode(E element);

    /**
     * The next bare frame of the running stream; the first one begins it.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     * @throws IllegalStateException if the options make a stream of one frame
     */
    byte[] encodeNext(E element);

    /**
     * The next bare frame of the running stream, from which on it can be read without what came before: options row
     * first, tables empty, and everything that refers to something before is written explicitly on its first use. A
     * reader that reads straight on understands it too.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     * @throws IllegalStateException if the options make a stream of one frame
     */
    byte[] encodeKeyFrame(E element);

    /** Forgets the running stream: the next frame begins another one. */
    void reset();

    /** The state between the last frame and the next one. */
    EncoderState snapshot();

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to an encoder of other options or limits
     */
    void restore(EncoderState state);
}
