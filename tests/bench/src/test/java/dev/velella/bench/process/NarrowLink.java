package dev.velella.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Hands TCP connections on to a port, late and no faster than a link of its bandwidth would; counts what it carries. */
public final class NarrowLink implements AutoCloseable {
    private static final int CHUNK = 16 << 10;

    private final ServerSocket server;
    private final int target;
    private final long delayNanos;
    private final double nanosPerByte;
    private final AtomicLong carried = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();

    /**
     * @param delayMs one way
     * @param megabits a second, each way; 0 for no limit
     */
    public NarrowLink(int target, int delayMs, double megabits) throws IOException {
        this.target = target;
        delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMs);
        nanosPerByte = megabits == 0 ? 0 : 8_000 / megabits;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    /** Where clients connect, on the loopback interface. */
    public int port() {
        return server.getLocalPort();
    }

    /** Bytes of TCP payload from clients to the target so far. */
    public long carried() {
        return carried.get();
    }

    /** Bytes of TCP payload from the target to clients so far. */
    public long returned() {
        return returned.get();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "narrow-link");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                broker.setTcpNoDelay(true);
                direction(client, broker, carried);
                direction(broker, client, returned);
            } catch (IOException e) {
                // closed
            }
        }
    }

    private record Chunk(byte[] bytes, long dueNanos) {}

    private void direction(Socket from, Socket to, AtomicLong count) {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>(4096);
        daemon(() -> {
            long free = System.nanoTime();
            try (InputStream in = from.getInputStream()) {
                byte[] buffer = new byte[CHUNK];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    count.addAndGet(n);
                    free = Math.max(free, System.nanoTime()) + (long) (n * nanosPerByte);
                    underWay.put(new Chunk(java.util.Arrays.copyOf(buffer, n), free + delayNanos));
                    // No more is taken than the link would have sent, so that the sender feels it.
                    LockSupport.parkNanos(free - System.nanoTime());
                }
                underWay.put(new Chunk(new byte[0], 0));
            } catch (IOException | InterruptedException e) {
                // the connection is over
            }
        });
        daemon(() -> {
            try (to) {
                OutputStream out = to.getOutputStream();
                for (Chunk chunk = underWay.take(); chunk.bytes().length > 0; chunk = underWay.take()) {
                    for (long left = chunk.dueNanos() - System.nanoTime();
                            left > 0;
                            left = chunk.dueNanos() - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    out.write(chunk.bytes());
                }
            } catch (IOException | InterruptedException e) {
                // the connection is over
            }
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
