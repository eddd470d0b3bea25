package dev.velella.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port for a process that cannot choose one itself, because others are told of it before. */
public final class FreePort {
    private FreePort() {}

    /** One that the system gives to nobody else soon. */
    public static int next() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
