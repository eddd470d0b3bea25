package dev.velella.frame;

import dev.velella.rdf.BoundedMap;
import java.util.Collections;
import java.util.Set;

/**
 * Streams of this process that have lost a record: a record that was not sent, or was sent and not acknowledged. A
 * producer's callback reports the loss. The encoder asks before the next record of the stream, and then begins another
 * stream.
 *
 * <p>All encoders and producers of a class loader share one object, because Kafka makes them independently of each
 * other. Thread-safe. Holds the latest 10000 reports for which no encoder has asked.
 */
public final class LossReports {
    private static final int MOST = 10_000;

    private static final LossReports SHARED = new LossReports();

    private final Set<Long> streams = Collections.newSetFromMap(new BoundedMap<>(MOST));

    private volatile long reported;

    /** A separate object without reports, for tests and for programs with several independent pipelines. */
    public LossReports() {}

    /** The shared object of this class loader. */
    public static LossReports shared() {
        return SHARED;
    }

    /** Reports that a record of a stream did not reach its topic. */
    public void report(long stream) {
        synchronized (streams) {
            streams.add(stream);
            reported++;
        }
    }

    /** Number of reports so far; reading it is cheap. */
    public long count() {
        return reported;
    }

    /** Whether a record of a stream was reported as lost. If so, the report is removed. */
    public boolean take(long stream) {
        synchronized (streams) {
            return streams.remove(stream);
        }
    }
}
