package dev.velella.source.dump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells in the log how far a dump is loaded: at its begin, every ten seconds, and at its end. Not thread-safe. */
final class LoadLog {
    private static final Logger log = LoggerFactory.getLogger(LoadLog.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path file;
    private final DumpOffset from;
    private final LongSupplier nanoTime;
    private final long size;
    private final long begin;
    private long next;

    /** @param from offset up to which the dump was loaded before */
    LoadLog(Path file, DumpOffset from, LongSupplier nanoTime) {
        this.file = file;
        this.from = from;
        this.nanoTime = nanoTime;
        try {
            size = Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        begin = nanoTime.getAsLong();
        next = begin + INTERVAL_NANOS;
    }

    /** Bytes of the file. */
    long size() {
        return size;
    }

    void wasComplete() {
        log.info("Nothing to load: all {} statements of {} were loaded before", from.statements(), file);
    }

    void begin() {
        log.info("Loading {} ({} bytes) after statement {}", file, size, from.statements());
    }

    /** Writes a line if it is time. */
    void look(DumpCounts counts) {
        long now = nanoTime.getAsLong();
        if (now - next >= 0) {
            next = now + INTERVAL_NANOS;
            log.info(
                    "Loading {}: {} statements, {} % of the file, {} statements/s",
                    file,
                    counts.statements.get(),
                    String.format(Locale.ROOT, "%.1f", 100.0 * counts.fileBytesRead.get() / Math.max(1, size)),
                    perSecond(counts, now));
        }
    }

    void end(DumpCounts counts) {
        log.info(
                "Loaded {}: {} statements, {} statements/s",
                file,
                counts.statements.get(),
                perSecond(counts, nanoTime.getAsLong()));
    }

    private long perSecond(DumpCounts counts, long now) {
        return Math.round((counts.statements.get() - from.statements()) * NANOS_PER_SECOND / Math.max(1, now - begin));
    }
}
