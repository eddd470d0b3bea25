package dev.velella.edge;

/** The basis on which the messages of a device build. The receiver gets the same graphs with both. */
public enum EdgeBasis {
    /**
     * A message builds on a dictionary, which the broker retains. A lost message costs only itself, and nobody asks the
     * device for anything.
     */
    DICTIONARY,
    /**
     * A message builds on the message before it, back to a key frame. A receiver that misses a message asks the device for
     * it. Needs no retained messages.
     */
    KEY_FRAMES
}
