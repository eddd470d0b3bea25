package dev.velella.quickstart;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows the progress. On a terminal it redraws one line; elsewhere it prints a line every few seconds. Used by one
 * thread.
 */
final class Progress {
    private static final int BAR = 20;
    private static final long PLAIN_PERIOD_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private long lastPlain = System.nanoTime();
    private int drawn;

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * State of the pipeline.
     *
     * @param graphs number of graphs read from the topic of graphs
     * @param total total number of graphs; 0 while it is not known
     * @param patches number of patches read from the topic of patches
     * @param statements number of statements in the store
     * @param lag number of waiting records: graphs that are not yet compared and patches that are not yet applied
     */
    record State(long graphs, long total, long patches, long statements, long lag) {}

    void show(State state) {
        if (terminal) {
            String line = line(state);
            out.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
            out.flush();
            drawn = line.length();
        } else if (System.nanoTime() - lastPlain >= PLAIN_PERIOD_NANOS) {
            lastPlain = System.nanoTime();
            out.println(line(state));
        }
    }

    /** Shows the last state, and ends the line. */
    void done(State state) {
        if (terminal) {
            show(state);
            out.println();
        } else {
            out.println(line(state));
        }
    }

    private static String line(State state) {
        StringBuilder line = new StringBuilder();
        if (state.total() > 0) {
            int full = (int) Math.min(BAR, BAR * state.graphs() / state.total());
            line.append('[')
                    .append("#".repeat(full))
                    .append("-".repeat(BAR - full))
                    .append("] ");
        }
        return line.append(String.format(
                        Locale.ROOT,
                        "graphs %,d  patches %,d  statements in store %,d  lag %,d",
                        state.graphs(),
                        state.patches(),
                        state.statements(),
                        state.lag()))
                .toString();
    }
}
