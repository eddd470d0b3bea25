package dev.velella.diff;

/**
 * When a stream counts as silent, and what then. Immutable.
 *
 * @param ttlMs time without input in ms; below 1: never
 */
record SilenceSettings(long ttlMs, SilenceAction action) {
    boolean isEnabled() {
        return ttlMs > 0;
    }
}
