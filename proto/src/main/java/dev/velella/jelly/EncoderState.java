package dev.velella.jelly;

/**
 * State of an encoder between two frames: lookup tables, running references, last terms. Opaque and immutable, so safe
 * to keep and to share between threads; belongs to encoders of the same options and limits.
 */
public final class EncoderState {
    EncoderState() {}
}
