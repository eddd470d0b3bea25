package dev.velella.bench;

/**
 * How much the suite {@code edge} sends.
 *
 * @param messages of a format in a round
 * @param rounds in which the formats take turns; the first is left out
 */
record EdgeScale(int messages, int rounds) {
    /** What is published. */
    static final EdgeScale FULL = new EdgeScale(3_000, 6);

    /** Whether everything works; the figures say little. */
    static final EdgeScale QUICK = new EdgeScale(300, 2);

    EdgeScale withRounds(int number) {
        return new EdgeScale(messages, number + 1);
    }
}
