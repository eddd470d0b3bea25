package dev.velella.document.budget;

import dev.velella.document.budget.DocumentLimitException.Limit;

/**
 * The rest of the {@link ReadingLimits limits} while one document is read. Every method that counts throws a
 * {@link DocumentLimitException} at the limit. The budget belongs to the thread that made it, and counts the processor
 * time of this thread.
 */
public final class ReadingBudget {
    /** Number of steps after which {@link #step} looks at the clock. */
    private static final int STEPS = 64;

    /**
     * Statements that a parser can make of input that it has read and not yet used. This is more than a block of input
     * holds.
     */
    private static final int MOST_WITHOUT_READING = 1 << 16;

    private static final long MEBIBYTE = 1 << 20;

    private final ReadingLimits limits;
    private long start = ProcessorTime.nanos();
    private long bytes;
    private long statements;
    private long characters;
    private long values;
    private long statementsAtRead;
    private int depth;
    private int steps;

    /** A budget of which nothing is used. The time begins now. */
    public ReadingBudget(ReadingLimits limits) {
        this.limits = limits;
    }

    /** Begins anew: of the next part of a text, nothing is used yet. Its time begins now. */
    public void begin() {
        start = ProcessorTime.nanos();
        bytes = 0;
        statements = 0;
        characters = 0;
        values = 0;
        statementsAtRead = 0;
    }

    /** The limits. */
    public ReadingLimits limits() {
        return limits;
    }

    /** Counts a step of work that takes little time. */
    public void step() {
        if (++steps >= STEPS) {
            checkTime();
        }
    }

    /** Looks at the clock, after work that may have taken long. */
    public void checkTime() {
        steps = 0;
        long parts = limits.isPerMebibyte() ? 1 + bytes / MEBIBYTE : 1;
        if ((ProcessorTime.nanos() - start) / parts > limits.time().toNanos()) {
            throw new DocumentLimitException(
                    Limit.TIME,
                    "it takes more processor time than the limit of "
                            + limits.time().toMillis() + " ms" + (limits.isPerMebibyte() ? " for each MiB" : ""));
        }
    }

    /** Counts bytes of the input, before they are used. */
    public void bytes(long read) {
        bytes += read;
        statementsAtRead = statements;
        if (bytes > limits.bytes()) {
            throw new DocumentLimitException(Limit.BYTES, "more than the limit of " + limits.bytes() + " bytes");
        }
        step();
    }

    /** Counts a statement, before it is kept. */
    public void statement() {
        statements(1);
    }

    /** Counts statements that were made in one step. */
    public void statements(int count) {
        statements += count;
        if (statements > limits.statements()) {
            throw new DocumentLimitException(
                    Limit.STATEMENTS, "more than the limit of " + limits.statements() + " statements");
        }
        step();
    }

    /**
     * Counts a statement of a parser that reads its input between statements.
     *
     * @throws DocumentLimitException also if the parser makes more and more statements and reads nothing
     */
    public void statementOfReading() {
        statement();
        if (statements - statementsAtRead > MOST_WITHOUT_READING) {
            throw new DocumentLimitException(
                    Limit.STATEMENTS,
                    "more than " + MOST_WITHOUT_READING
                            + " statements of a few characters: its parser does not come to an end");
        }
    }

    /**
     * Counts a JSON value, before it is kept. A document may have four values for each statement of the limit. Values
     * are counted because they take memory, also if no statement is made of them.
     */
    public void value() {
        if (++values > limits.statements() && (values - 1) / 4 >= limits.statements()) {
            throw new DocumentLimitException(
                    Limit.STATEMENTS,
                    "more than four values of JSON for each of the " + limits.statements()
                            + " statements of the limit");
        }
        step();
    }

    /** Counts the text of a term. */
    public void characters(long length) {
        characters += length;
        if (characters > limits.characters()) {
            throw new DocumentLimitException(Limit.CHARACTERS, tooLong(limits.characters()));
        }
        step();
    }

    public static String tooLong(long mostCharacters) {
        return "its terms have more than the limit of " + mostCharacters + " characters together";
    }

    /** Enters a nested level. */
    public void enter() {
        if (++depth > limits.depth()) {
            throw new DocumentLimitException(
                    Limit.DEPTH, "it is nested deeper than the limit of " + limits.depth() + " levels");
        }
        step();
    }

    /** Leaves a nested level. */
    public void leave() {
        depth--;
    }

    /** Checks a JSON number by its text, before anything is calculated with it. */
    public void number(String text) {
        int most = limits.digits();
        if (text.length() > most) {
            throw new DocumentLimitException(
                    Limit.DIGITS, "a number is longer than the limit of " + most + " characters");
        }
        int exponent = Math.max(text.indexOf('e'), text.indexOf('E')) + 1;
        if (exponent > 0) {
            String digits = text.substring(exponent).replaceFirst("^[+-]?0*", "");
            if (digits.length() > 9 || (!digits.isEmpty() && Integer.parseInt(digits) > most)) {
                throw new DocumentLimitException(Limit.DIGITS, "a number has an exponent beyond the limit of " + most);
            }
        }
        step();
    }
}
