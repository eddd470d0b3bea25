package dev.velella.kit.http.client;

import dev.velella.kit.thread.Daemon;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer. It is closed if a read gets no bytes for too long, or the whole takes too long; that read then fails.
 * So a server that falls silent in the middle of an answer does not hold its reader for ever. Used by one thread.
 */
final class WatchedStream extends FilterInputStream {
    private static final ScheduledExecutorService WATCH =
            Executors.newSingleThreadScheduledExecutor(Daemon.named("velella-http-watch"));

    private final BoundedHttp.Bounds bounds;
    private final long end;
    private final AtomicLong counted;
    private volatile boolean tooLong;

    /**
     * @param end value of {@link System#nanoTime} at which the body must have ended
     * @param counted counter to which the number of bytes read is added
     */
    WatchedStream(InputStream body, BoundedHttp.Bounds bounds, long end, AtomicLong counted) {
        super(body);
        this.bounds = bounds;
        this.end = end;
        this.counted = counted;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        long rest = end - System.nanoTime();
        if (rest <= 0) {
            throw late(null); // a server that goes on sending
        }
        long wait = Math.min(bounds.silence().toNanos(), rest);
        ScheduledFuture<?> limit = WATCH.schedule(this::giveUp, wait, TimeUnit.NANOSECONDS);
        try {
            int count = super.read(bytes, from, length);
            if (count < 0 && tooLong) {
                throw late(null);
            }
            counted.addAndGet(Math.max(0, count));
            return count;
        } catch (IOException e) {
            throw tooLong ? late(e) : e;
        } finally {
            limit.cancel(false);
        }
    }

    private IOException late(@Nullable IOException cause) {
        return new IOException("the rest did not arrive in time (" + bounds.names() + ")", cause);
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
