package dev.velella.jelly.write;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamOptions;

/**
 * State of an encoder between two frames: lookup tables, running references, last terms. Opaque and immutable, so that
 * it can be kept and shared between threads. It fits encoders with the same options and limits.
 */
public final class EncoderState {
    private final StreamOptions options;
    private final Limits limits;
    private final boolean started;
    private final long frame;
    private final StatementWriter.State rows;

    EncoderState(StreamOptions options, Limits limits, boolean started, long frame, StatementWriter.State rows) {
        this.options = options;
        this.limits = limits;
        this.started = started;
        this.frame = frame;
        this.rows = rows;
    }

    /**
     * Checks that an encoder can use this state.
     *
     * @throws IllegalArgumentException if this state belongs to an encoder with other options or limits
     */
    void checkFits(StreamOptions otherOptions, Limits otherLimits) {
        if (!options.equals(otherOptions) || !limits.equals(otherLimits)) {
            throw new IllegalArgumentException("the state belongs to an encoder with " + options + " and " + limits
                    + ", not " + otherOptions + " and " + otherLimits);
        }
    }

    boolean started() {
        return started;
    }

    long frame() {
        return frame;
    }

    StatementWriter.State rows() {
        return rows;
    }
}
