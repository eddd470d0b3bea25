package dev.velella.quickstart.part;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports of the loopback interface for the parts of this process, which bind them seconds later.
 *
 * <p>Each port that it gives out is claimed: this process holds the UDP port of the same number as long as it lives,
 * and no other process that uses this class gets the port meanwhile. The kernel gives the claim to one process only,
 * and takes it back when that process ends for whatever reason. Programs that do not use this class may still take the
 * port. Thread-safe.
 */
public final class Ports {
    private static final int FIRST = 16_384;
    private static final int END = 32_768;
    private static final int ATTEMPTS = 1000;

    /** The claims. The set keeps the sockets from being garbage-collected and closed. */
    private static final Set<DatagramSocket> CLAIMS = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /**
     * Claims any free port. The port is outside the range that Linux uses for outgoing connections, so that it stays
     * free until it is used.
     *
     * @throws IOException if there is none
     */
    public static int free() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (claim(port)) {
                return port;
            }
        }
        throw new IOException("no free port found between " + FIRST + " and " + END);
    }

    /** Claims the preferred port if it is free, else any free port. */
    public static int preferring(int port) throws IOException {
        return claim(port) ? port : free();
    }

    /**
     * Claims the port that the user demands.
     *
     * @throws UserException if the port is taken
     */
    public static int demanding(int port, String option) {
        if (!claim(port)) {
            throw new UserException("port " + port + " (" + option
                    + ") is taken: stop the program that uses it, or choose another" + " port");
        }
        return port;
    }

    /** Claims a port; false if it is not free. */
    private static boolean claim(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        DatagramSocket claim;
        try {
            claim = new DatagramSocket(address);
        } catch (IOException e) {
            return false;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address, 1);
            CLAIMS.add(claim);
            return true;
        } catch (IOException e) {
            claim.close();
            return false;
        }
    }
}
