package dev.velella.source.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.net.ServerSocketFactory;

/** A server of HTTP/1.1 that answers as it is told, and ends connections where it is told. */
public final class TestServer implements AutoCloseable {
    /**
     * A request.
     *
     * @param headers by name in lower case
     * @param body in ISO 8859-1, one character for each byte
     */
    public record Request(String method, String target, Map<String, String> headers, String body) {}

    /** How the end of a body is told. */
    public enum Framing {
        LENGTH,
        CHUNKED,
        /** By the end of the connection, as in HTTP/1.0. */
        CLOSE
    }

    /**
     * An answer.
     *
     * @param cutAfter bytes of the body after which the connection ends; -1 for all of it
     * @param holdAfter whether the connection is then held open in silence, instead
     */
    public record Response(
            int status, Map<String, String> headers, byte[] body, Framing framing, int cutAfter, boolean holdAfter) {
        public static Response ok(byte[] body) {
            return new Response(200, Map.of(), body, Framing.LENGTH, -1, false);
        }

        public static Response status(int status) {
            return new Response(status, Map.of(), new byte[0], Framing.LENGTH, -1, false);
        }

        public Response with(String header, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Response(status, more, body, framing, cutAfter, holdAfter);
        }

        public Response cut(Framing by, int after) {
            return new Response(status, headers, body, by, after, false);
        }

        public Response hold(int after) {
            return new Response(status, headers, body, Framing.CHUNKED, after, true);
        }
    }

    private final ServerSocket server;
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<Socket> held = Collections.synchronizedList(new ArrayList<>());
    private volatile Function<Request, Response> handler;

    public TestServer(Function<Request, Response> handler) {
        this(ServerSocketFactory.getDefault(), handler);
    }

    public TestServer(ServerSocketFactory sockets, Function<Request, Response> handler) {
        this.handler = handler;
        try {
            server = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "test-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            String line = in.readLine();
            if (line == null) {
                socket.close();
                return;
            }
            Map<String, String> headers = new LinkedHashMap<>();
            for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
                int colon = header.indexOf(':');
                headers.put(
                        header.substring(0, colon).toLowerCase(Locale.ROOT),
                        header.substring(colon + 1).strip());
            }
            String[] asked = line.split(" ");
            Request request = new Request(asked[0], asked[1], headers, body(in, headers));
            requests.add(request);
            Response response = handler.apply(request);
            send(socket, response);
            if (response.holdAfter()) {
                held.add(socket);
            } else {
                socket.close();
            }
        } catch (IOException e) {
            // the client has gone
        }
    }

    /** A connection that is closed with bytes of its request unread is reset, and the answer may be lost. */
    private static String body(BufferedReader in, Map<String, String> headers) throws IOException {
        char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        int read = 0;
        for (int count = 0; read < body.length && count >= 0; read += Math.max(0, count)) {
            count = in.read(body, read, body.length - read);
        }
        return new String(body, 0, read);
    }

    private static void send(Socket socket, Response response) throws IOException {
        OutputStream out = socket.getOutputStream();
        StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " -\r\nConnection: close\r\n");
        response.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        byte[] body = response.body();
        switch (response.framing()) {
            case LENGTH -> head.append("Content-Length: " + body.length + "\r\n");
            case CHUNKED -> head.append("Transfer-Encoding: chunked\r\n");
            case CLOSE -> {}
        }
        out.write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        int count = response.cutAfter() < 0 ? body.length : Math.min(body.length, response.cutAfter());
        boolean chunked = response.framing() == Framing.CHUNKED;
        if (chunked && count > 0) {
            out.write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        }
        out.write(body, 0, count);
        if (chunked && count > 0) {
            out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        if (chunked && response.cutAfter() < 0) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        out.flush();
    }

    /** All requests so far. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Answers otherwise from now on. */
    public void answer(Function<Request, Response> other) {
        handler = other;
    }

    public int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : List.copyOf(held)) {
            socket.close();
        }
    }
}
