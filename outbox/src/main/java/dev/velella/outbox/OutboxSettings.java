package dev.velella.outbox;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an outbox. Immutable.
 *
 * @param directory of the outbox; null for the folder {@code outbox} in the directory of the repository
 * @param maxBytes most bytes of commits that nobody has fetched
 * @param fullWait how long a commit waits for room before it is refused
 * @param sync whether a commit is on the disk of the outbox before it returns
 * @param checkAtStart whether the start compares all statements with the position
 */
public record OutboxSettings(
        @Nullable Path directory, long maxBytes, Duration fullWait, boolean sync, boolean checkAtStart) {
    /** 1 GiB, a minute, synced, checked. */
    public static final OutboxSettings DEFAULT = new OutboxSettings(null, 1L << 30, Duration.ofMinutes(1), true, true);

    public OutboxSettings {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("outbox.max.bytes must be positive, not " + maxBytes);
        }
    }

    /** These settings with another directory. */
    public OutboxSettings in(Path other) {
        return new OutboxSettings(other, maxBytes, fullWait, sync, checkAtStart);
    }
}
