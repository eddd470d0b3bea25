package dev.velella.serve.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The answer of another instance. If the instance sends nothing for too long while this one reads, the stream is closed, and
 * reading ends with an exception. One thread reads.
 */
final class WatchedInput extends FilterInputStream {
    private static final long LOOK_MS = 1_000;

    private final long patienceNanos;
    private final Runnable onClose;
    private final Future<?> watch;
    private volatile long readingSince = -1;
    private volatile boolean reading;
    private volatile boolean givenUp;
    private boolean closed;

    /** @param onClose is run once, when the stream is closed */
    WatchedInput(InputStream in, long patienceMs, ScheduledExecutorService watcher, Runnable onClose) {
        super(in);
        patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMs);
        this.onClose = onClose;
        watch = watcher.scheduleWithFixedDelay(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        if (reading && System.nanoTime() - readingSince > patienceNanos) {
            givenUp = true;
            try {
                in.close();
            } catch (IOException e) {
                // it is given up anyway
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        readingSince = System.nanoTime();
        reading = true;
        try {
            int read = super.read(bytes, offset, length);
            if (givenUp) {
                throw new IOException("the other instance sends nothing");
            }
            return read;
        } finally {
            reading = false;
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            watch.cancel(false);
            onClose.run();
            super.close();
        }
    }
}
