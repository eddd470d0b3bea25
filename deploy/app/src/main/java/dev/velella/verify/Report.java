package dev.velella.verify;

import dev.velella.topic.Shown;
import java.io.PrintWriter;

/**
 * The report of a verification, line by line: facts, and problems up to a limit. A problem is a difference of the
 * store, or a point that stays undecided. Not thread-safe.
 */
public final class Report {
    private final PrintWriter out;
    private final String prefix;
    private final long maxProblems;
    private long problems;

    /**
     * @param prefix prefix of every line, such as the start of a comment
     * @param maxProblems most problems that are written one by one
     */
    public Report(PrintWriter out, String prefix, long maxProblems) {
        this.out = out;
        this.prefix = prefix;
        this.maxProblems = maxProblems;
    }

    /** Writes a fact. */
    public void say(String line) {
        out.println(prefix + Shown.line(line));
    }

    /** Counts a problem, and writes it unless there were too many. */
    void problem(String line) {
        problems++;
        if (problems <= maxProblems) {
            say(line);
        }
    }

    /** Problems so far. */
    long problems() {
        return problems;
    }

    /** Writes the number of problems that were not written, and flushes the output. */
    public void end() {
        if (problems > maxProblems) {
            say("... and " + (problems - maxProblems) + " more problems (--max-problems)");
        }
        out.flush();
    }
}
