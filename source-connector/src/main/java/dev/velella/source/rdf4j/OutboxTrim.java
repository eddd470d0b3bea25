package dev.velella.source.rdf4j;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * Lets the outbox forget the commits that nobody will ask for again: those up to the offset that Connect has stored. What the
 * task has only handed out is never forgotten. Used by one thread.
 */
final class OutboxTrim {
    private final boolean isWanted;
    private final long intervalNanos;
    private final OutboxClient client;
    private final OffsetStorageReader offsets;
    private final Map<String, Object> partition;
    private long next = System.nanoTime();
    private long trimmed;

    OutboxTrim(AbstractConfig config, OutboxClient client, OffsetStorageReader offsets) {
        isWanted = CaptureOptions.TRIM.of(config);
        intervalNanos = TimeUnit.MILLISECONDS.toNanos(CaptureOptions.TRIM_INTERVAL_MS.of(config));
        partition = Rdf4jSource.partition(config);
        this.client = client;
        this.offsets = offsets;
    }

    /** Trims the outbox if it is time. */
    void look() throws IOException, InterruptedException {
        if (!isWanted || System.nanoTime() - next < 0) {
            return;
        }
        next = System.nanoTime() + intervalNanos;
        Map<String, Object> stored = offsets.offset(partition);
        if (stored != null) {
            long number = CaptureOffset.fromMap(stored).position().number();
            if (number != trimmed) {
                client.forget(number);
                trimmed = number;
            }
        }
    }
}
