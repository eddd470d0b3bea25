package dev.velella.source.record;

import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.ErrorText;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.payload.RefusalHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the dead letters of each stream in a minute. A device that sends only bad messages can then not fill the topic
 * or the log. Dead letters above the limit are left out and counted: in a metric, in a log line each minute, and in the
 * next dead letter of the stream. If there are too many streams, the stream that was silent longest is forgotten. Not
 * thread-safe.
 */
public final class DeadLetterLimit {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterLimit.class);
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int STREAMS = 10_000;

    private final int most;
    private final AtomicLong total;
    private final LongSupplier nanoTime;
    private final Map<String, Stream> streams = new BoundedMap<>(STREAMS);
    private long unsaid;
    private String example = "";
    private long saidAt;

    private static final class Stream {
        private long begin;
        private int letters;
        private long leftOut;
    }

    /**
     * Creates a limit without dead letters.
     *
     * @param most most dead letters of a stream in a minute; 0 for no limit
     * @param total counter of the dead letters that are left out
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    public DeadLetterLimit(int most, AtomicLong total, LongSupplier nanoTime) {
        this.most = most;
        this.total = total;
        this.nanoTime = nanoTime;
        saidAt = nanoTime.getAsLong() - MINUTE_NANOS;
    }

    /** Whether a message of a stream may become a dead letter. If not, it is counted. */
    public boolean admit(String name) {
        if (most == 0) {
            return true;
        }
        long now = nanoTime.getAsLong();
        Stream stream = streams.computeIfAbsent(name, unknown -> {
            Stream created = new Stream();
            created.begin = now;
            return created;
        });
        if (now - stream.begin >= MINUTE_NANOS) {
            stream.begin = now;
            stream.letters = 0;
        }
        if (stream.letters < most) {
            stream.letters++;
            return true;
        }
        stream.leftOut++;
        unsaid++;
        example = name;
        total.incrementAndGet();
        return false;
    }

    /** Adds to a dead letter how many of its stream were left out since the last one. Call this for each dead letter. */
    public void addLeftOut(String name, ConnectHeaders headers) {
        long leftOut = takeLeftOut(name);
        if (leftOut > 0) {
            RefusalHeaders.addLeftOut(headers, leftOut);
        }
    }

    /**
     * The number of dead letters of a stream that were left out since its last dead letter. Call this for each dead
     * letter.
     */
    public long takeLeftOut(String name) {
        Stream stream = streams.get(name);
        if (stream == null) {
            return 0;
        }
        long leftOut = stream.leftOut;
        stream.leftOut = 0;
        return leftOut;
    }

    /** Logs the number of dead letters that were left out, once a minute at most. */
    public void say() {
        long now = nanoTime.getAsLong();
        if (unsaid > 0 && now - saidAt >= MINUTE_NANOS) {
            log.warn(
                    "{} messages that cannot be read were left behind and are no dead letters, because their topics or URLs have"
                            + " more than {} in a minute ({}), such as {}",
                    unsaid,
                    most,
                    ErrorOptions.DEAD_LETTER_MAX_PER_MINUTE.name(),
                    ErrorText.name(example));
            unsaid = 0;
            saidAt = now;
        }
    }
}
