package dev.velella.tests.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads events of the service from a socket. */
final class EventClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    EventClient(int port, String path, String last) throws Exception {
        socket = new Socket("localhost", port);
        socket.setSoTimeout(300_000);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                                + (last == null ? "" : "Last-Event-ID: " + last + "\r\n") + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits for the comment with which the events begin; returns the lines before it: the head of the answer. */
    List<String> awaitComment() throws Exception {
        List<String> head = new ArrayList<>();
        String line = in.readLine();
        while (!line.equals(":")) {
            head.add(line);
            line = in.readLine();
        }
        return head;
    }

    List<String> next() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("id: ")) {
                lines.add(line);
            } else if (!lines.isEmpty() && line.isEmpty()) {
                return lines;
            } else if (!lines.isEmpty()) {
                lines.add(line);
            }
        }
        throw new AssertionError("the events ended: " + lines);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
