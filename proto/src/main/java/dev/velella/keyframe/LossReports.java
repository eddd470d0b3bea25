package dev.velella.keyframe;

import dev.velella.bounded.BoundedMap;
import java.util.Collections;
import java.util.Set;

/**
 * Streams of this process of which a record was reported as lost: not sent, or sent and not acknowledged. A producer's
 * callback reports; the encoder of the stream asks before its next record and then begins another stream.
 *
 * <p>Shared by all encoders and producers of a class loader, because Kafka makes them apart from each other. Thread-safe;
 * holds the latest 10000 reports that no encoder has asked for.
 */
public final class LossReports {
    private static final int MOST = 10_000;

    private static final LossReports SHARED = new LossReports();

    private final Set<Long> streams = Collections.newSetFromMap(new BoundedMap<>(MOST));

    private volatile long reported;

    /** An empty one of its own, for tests and for programs with several independent pipelines. */
    public LossReports() {}

    /** The one of this class loader. */
    public static LossReports shared() {
        return SHARED;
    }

    /** Says that a record of a stream did not reach its topic. */
    public void report(long stream) {
        synchronized (streams) {
            streams.add(stream);
            reported++;
        }
    }

    /** Number of reports so far; costs nothing to ask. */
    public long count() {
        return reported;
    }

    /** Whether a stream was reported; if so, it is forgotten. */
    boolean take(long stream) {
        synchronized (streams) {
            return streams.remove(stream);
        }
    }
}
