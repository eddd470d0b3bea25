package dev.velella.bench.edge;

/**
 * How much the suite {@code edge} sends.
 *
 * @param messages of a format in a round
 * @param rounds in which the formats take turns; the first is left out
 */
public record EdgeScale(int messages, int rounds) {
    /** The scale of published figures. */
    public static final EdgeScale FULL = new EdgeScale(3_000, 6);

    /** Whether everything works; the figures say little. */
    public static final EdgeScale QUICK = new EdgeScale(300, 2);

    /** The same with so many rounds. */
    public EdgeScale withRounds(int number) {
        return new EdgeScale(messages, number + 1);
    }
}
