package dev.velella.source;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the log says meanwhile: the log of the tests goes to the standard error stream. */
public final class Logged implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Begins to listen; what is logged is not shown until this is closed. */
    public Logged() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    /** What an action logs. */
    public static String by(Runnable action) {
        try (Logged logged = new Logged()) {
            action.run();
            return logged.text();
        }
    }

    /** All lines so far. */
    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** How often a text stands in them. */
    public int count(String text) {
        return text().split(java.util.regex.Pattern.quote(text), -1).length - 1;
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
