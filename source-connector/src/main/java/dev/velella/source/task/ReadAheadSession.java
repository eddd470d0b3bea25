package dev.velella.source.task;

import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * The session of a source that reads on a thread of its own, and whose elements can be left out one by one. Owns reader and
 * elements.
 *
 * @param <T> what is read
 */
public final class ReadAheadSession<T> implements SourceSession {
    /** Longest time of a call of poll that finds nothing. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final BackgroundReader<T> reader;
    private final Elements elements;
    private final BiConsumer<Batch, T> adding;

    /**
     * Creates a session, and starts its reader.
     *
     * @param adding adds the record of what was read
     */
    public ReadAheadSession(BackgroundReader<T> reader, Elements elements, BiConsumer<Batch, T> adding) {
        this.reader = reader;
        this.elements = elements;
        this.adding = adding;
        reader.start();
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        elements.sayLeftOut();
        for (T read : reader.take(batch.mostRecords(), WAIT)) {
            adding.accept(batch, read);
        }
    }

    /** Ends a request that is under way. Does not wait. */
    @Override
    public void close() {
        reader.close();
        elements.close();
    }
}
