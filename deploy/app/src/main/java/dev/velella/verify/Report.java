package dev.velella.verify;

import dev.velella.topic.Shown;
import java.io.PrintWriter;

/**
 * What a verification says, line by line: facts, and problems up to a bound. Problems are what makes a store differ, or
 * leaves it undecided. Not thread-safe.
 */
public final class Report {
    private final PrintWriter out;
    private final String prefix;
    private final long maxProblems;
    private long problems;

    /**
     * @param prefix of every line, such as that of a comment
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

    /** Tells how many problems were not written, and gives everything out. */
    public void end() {
        if (problems > maxProblems) {
            say("... and " + (problems - maxProblems) + " more problems (--max-problems)");
        }
        out.flush();
    }
}
