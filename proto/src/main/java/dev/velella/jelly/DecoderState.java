package dev.velella.jelly;

/**
 * State of a decoder between two frames: options, lookup tables, running references, last terms. Opaque and immutable,
 * so safe to keep and to share between threads; belongs to decoders of the same kind and limits.
 */
public final class DecoderState {
    DecoderState() {}
}
