package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A client of one connection that stays open, until the service closes it because it was idle for long. It costs less than a common client, so that the machine's processors are left
 * to the service. Not thread-safe.
 */
final class ServeClient implements AutoCloseable {
    private static final long IDLE_NANOS = 1_000_000_000L;

    private final int port;
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long firstByteNanos;
    private long last = System.nanoTime();

    ServeClient(int port) throws IOException {
        this.port = port;
        socket = open();
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    private Socket open() throws IOException {
        Socket opened = new Socket("localhost", port);
        opened.setTcpNoDelay(true);
        return opened;
    }

    /** A request for a path. */
    static byte[] request(String path, String accept) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + accept + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Sends a request, and reads the whole answer.
     *
     * @param body takes the body; null if only its length is wanted
     * @return bytes of the body
     */
    long get(byte[] request, @Nullable ByteArrayOutputStream body) throws IOException {
        if (System.nanoTime() - last > IDLE_NANOS) {
            socket.close();
            socket = open();
            in = socket.getInputStream();
            out = socket.getOutputStream();
        }
        try {
            return send(request, body);
        } finally {
            last = System.nanoTime();
        }
    }

    private long send(byte[] request, @Nullable ByteArrayOutputStream body) throws IOException {
        long began = System.nanoTime();
        out.write(request);
        String status = line();
        long length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(
                        lower.substring("content-length:".length()).strip());
            }
        }
        if (length != 0) {
            fill();
        }
        firstByteNanos = System.nanoTime() - began;
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new BenchmarkException("the service answered " + status);
        }
        if (length >= 0) {
            read(length, body);
            return length;
        }
        long total = 0;
        while (true) {
            long chunk = Long.parseLong(line(), 16);
            read(chunk, body);
            line();
            if (chunk == 0) {
                return total;
            }
            total += chunk;
        }
    }

    /** Time from the last request to the first byte of its body, in ns. */
    long firstByteNanos() {
        return firstByteNanos;
    }

    private void fill() throws IOException {
        if (position == limit) {
            limit = in.read(buffer);
            position = 0;
            if (limit <= 0) {
                throw new EOFException("the service closed the connection");
            }
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            fill();
            byte next = buffer[position++];
            if (next == '\n') {
                line.setLength(line.length() - 1);
                return line.toString();
            }
            line.append((char) next);
        }
    }

    private void read(long length, @Nullable ByteArrayOutputStream body) throws IOException {
        long left = length;
        while (left > 0) {
            fill();
            int taken = (int) Math.min(left, limit - position);
            if (body != null) {
                body.write(buffer, position, taken);
            }
            position += taken;
            left -= taken;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
