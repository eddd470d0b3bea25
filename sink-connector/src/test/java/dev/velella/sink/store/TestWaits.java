package dev.velella.sink.store;

import java.util.function.LongSupplier;

/** Waits by a clock of a test. */
public final class TestWaits {
    private TestWaits() {}

    /** @param clockMs any steadily growing count of ms */
    public static StoreWaits of(LongSupplier clockMs) {
        return new StoreWaits(clockMs);
    }
}
