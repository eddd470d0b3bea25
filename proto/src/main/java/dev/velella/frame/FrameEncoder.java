package dev.velella.frame;

import dev.velella.rdf.StreamElement;

/** Writes the elements of one sender as frames of records, in the order in which they are sent. Not thread-safe. */
public interface FrameEncoder {
    /**
     * Writes the frame of the next element.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element; the
     *     encoder stays usable
     */
    EncodedFrame encode(StreamElement element);

    /** Tells the encoder that a frame may not have been sent. The next frame then continues no frame before it. */
    void newStream();

    /** Whether one of the frames since the last {@link #newStream} was reported as lost; the report is used up. */
    boolean takeLosses(LossReports losses);
}
