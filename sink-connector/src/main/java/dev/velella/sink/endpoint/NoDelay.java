package dev.velella.sink.endpoint;

import java.util.Optional;

/**
 * The system property that lets Java's HTTP server send an answer at once. That server sends the head of an answer and then its
 * body. Without the property the body waits until the head is acknowledged, and clients delay the acknowledgement by 40 ms.
 *
 * <p>Java reads the property once, with the first HTTP server of the process. So it has no effect if a Java agent that serves
 * metrics was first.
 */
final class NoDelay {
    private static final String PROPERTY = "sun.net.httpserver.nodelay";

    /** The name that Java gives to a thread of each of its HTTP servers. */
    private static final String SERVER_THREAD = "HTTP-Dispatcher";

    private NoDelay() {}

    /**
     * Sets the property if nobody has.
     *
     * @return why answers are late nevertheless, and what to do; empty if they are not
     */
    static Optional<String> set() {
        String value = System.getProperty(PROPERTY);
        if (value == null) {
            System.setProperty(PROPERTY, "true");
        }
        return lateness(value);
    }

    /** @param value the property before this class set it; null if nobody had */
    static Optional<String> lateness(String value) {
        if (value == null && serves()) {
            return Optional.of(
                    "Answers of the SPARQL endpoint can take 40 ms more: another HTTP server of this process was"
                            + " first, such as a Java agent for metrics. Start the worker with -D" + PROPERTY
                            + "=true");
        }
        return Optional.empty();
    }

    private static boolean serves() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(SERVER_THREAD));
    }
}
