package dev.velella.diff.options;

/**
 * When a stream counts as silent, and how the app then handles it. Immutable.
 *
 * @param ttlMs time without input after which a stream counts as silent, in ms; below 1: never
 */
public record SilenceSettings(long ttlMs, SilenceAction action) {
    public boolean isEnabled() {
        return ttlMs > 0;
    }
}
