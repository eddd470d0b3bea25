package dev.velella.document;

import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.json.JsonProviderImpl;

/** The library of JSON that tests find; counts how often it is looked up. */
public final class CountedJsonProvider extends JsonProviderImpl {
    private static final AtomicInteger MADE = new AtomicInteger();

    public CountedJsonProvider() {
        MADE.incrementAndGet();
    }

    static int made() {
        return MADE.get();
    }
}
