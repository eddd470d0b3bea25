package dev.velella.tests;

import java.io.IOException;

/** Signals to processes that tests started. */
public final class Signals {
    private Signals() {}

    /**
     * Sends a signal.
     *
     * @param pid number of a process of this test
     * @param name such as STOP or CONT
     */
    public static void send(long pid, String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("no signal " + name + " to process " + pid);
        }
    }
}
