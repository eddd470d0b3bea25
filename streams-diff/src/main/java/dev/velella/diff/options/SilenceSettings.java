package dev.velella.diff.options;

/**
 * When a stream counts as silent, and what then. Immutable.
 *
 * @param ttlMs time without input in ms; below 1: never
 */
public record SilenceSettings(long ttlMs, SilenceAction action) {
    public boolean isEnabled() {
        return ttlMs > 0;
    }
}
