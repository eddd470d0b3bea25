package dev.velella.quickstart;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. A port found free may be taken a moment later. */
public final class Ports {
    private static final int FIRST = 16_384;
    private static final int END = 32_768;
    private static final int ATTEMPTS = 100;

    private Ports() {}

    /**
     * Any free port; one that no outgoing connection gets on Linux, if there is one, so that it stays free until it is
     * used.
     */
    public static int free() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The preferred port if it is free, else any free one. */
    static int preferring(int port) throws IOException {
        return isFree(port) ? port : free();
    }

    /**
     * The port the user asked for.
     *
     * @throws UserException if it is taken
     */
    static int demanding(int port, String option) {
        if (!isFree(port)) {
            throw new UserException("port " + port + " (" + option + ") is taken: stop what uses it or choose another");
        }
        return port;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
