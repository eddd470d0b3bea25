package dev.velella.source.fetch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The body of an answer. It is closed if a read gets no bytes for too long; that read then fails. So a server that falls silent
 * in the middle of an answer does not hold its reader for ever. Used by one thread.
 */
public final class WatchedStream extends FilterInputStream {
    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "velella-http-watch");
        thread.setDaemon(true);
        return thread;
    });

    private final Duration longest;
    private final AtomicLong counted;
    private volatile boolean tooLong;

    /** @param longest longest wait for bytes */
    public WatchedStream(InputStream body, Duration longest) {
        this(body, longest, new AtomicLong());
    }

    /**
     * @param longest longest wait for bytes
     * @param counted counter to which the number of bytes read is added
     */
    WatchedStream(InputStream body, Duration longest, AtomicLong counted) {
        super(body);
        this.counted = counted;
        this.longest = longest;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        ScheduledFuture<?> limit = WATCH.schedule(this::giveUp, longest.toMillis(), TimeUnit.MILLISECONDS);
        try {
            int count = super.read(bytes, from, length);
            if (count < 0 && tooLong) {
                throw new IOException("no bytes arrived in time, so the connection was closed");
            }
            counted.addAndGet(Math.max(0, count));
            return count;
        } catch (IOException e) {
            throw tooLong ? new IOException("no bytes arrived for " + longest.toMillis() + " ms", e) : e;
        } finally {
            limit.cancel(false);
        }
    }

    private void giveUp() {
        tooLong = true;
        try {
            close();
        } catch (IOException e) {
            // the blocked read fails with an error of its own
        }
    }
}
