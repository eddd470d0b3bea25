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
 * Ports of the loopback interface for the parts of this process, which bind them seconds later.
 *
 * <p>Each port that is given out is claimed: this process holds the UDP port of the same number as long as it lives, and no
 * other process that asks this class gets the port meanwhile. The kernel gives the claim to one process and takes it back
 * when that process ends, however it ends. Programs that do not ask this class may still take the port. Thread-safe.
 */
public final class Ports {
    private static final int FIRST = 16_384;
    private static final int END = 32_768;
    private static final int ATTEMPTS = 1000;

    /** Held so that they are not closed. */
    private static final Set<DatagramSocket> CLAIMS = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /**
     * Any free port, claimed; of those that no outgoing connection gets on Linux, so that it stays free until it is used.
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

    /** The preferred port if it is free, else any free one; claimed. */
    public static int preferring(int port) throws IOException {
        return claim(port) ? port : free();
    }

    /**
     * The port the user asked for, claimed.
     *
     * @throws UserException if it is taken
     */
    public static int demanding(int port, String option) {
        if (!claim(port)) {
            throw new UserException("port " + port + " (" + option + ") is taken: stop what uses it or choose another");
        }
        return port;
    }

    /** Whether the port was free and is claimed now. */
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
