package dev.velella.diff.input;

import dev.velella.jelly.read.RecurringRows;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;

/**
 * The rows of the last frame of each stream, for frames that build on dictionaries: rows that come again in the next
 * frame of the stream need not be read.
 *
 * <p>Bounded by the number of rows. A stream counts as one row more, and a stream with long rows as one row for every
 * {@value #BYTES_OF_A_ROW} bytes, so that a few long rows cannot fill the memory. The streams used longest ago are
 * forgotten first, which costs time and changes no result. Not thread-safe.
 */
public final class StreamRows {
    private static final int BYTES_OF_A_ROW = 256;

    private final long most;

    /** The stream used longest ago comes first. */
    private final Map<Bytes, Held> streams = new LinkedHashMap<>(16, 0.75f, true);

    private long held;

    /** The rows of a stream, and their number when they were counted. */
    private static final class Held {
        final RecurringRows rows = new RecurringRows();
        long counted;
    }

    /** @param most largest number of rows; 0 keeps none */
    public StreamRows(long most) {
        this.most = most;
    }

    /**
     * Reads a frame with the rows of its stream.
     *
     * @param reading reads the frame, and replaces the rows by the rows of the frame
     */
    public <T> T read(byte[] stream, Function<RecurringRows, T> reading) {
        Bytes key = Bytes.wrap(stream);
        Held of = streams.computeIfAbsent(key, unknown -> new Held());
        try {
            return reading.apply(of.rows);
        } finally {
            long now = 1L + Math.max(of.rows.size(), of.rows.stateBytes() / BYTES_OF_A_ROW);
            held += now - of.counted;
            of.counted = now;
            forgetOldest();
        }
    }

    private void forgetOldest() {
        Iterator<Held> oldest = streams.values().iterator();
        while (held > most && oldest.hasNext()) {
            held -= oldest.next().counted;
            oldest.remove();
        }
    }

    /** Number of rows that are kept, counted as for the bound. */
    public long size() {
        return held;
    }
}
