package dev.velella.bench;

/**
 * How much the suite {@code source} measures.
 *
 * @param payloads how messages are read in process
 * @param messages through the brokers in one fork, of which the second half is measured
 * @param rounds of forks through the brokers
 */
record SourceScale(Scale payloads, int messages, int rounds) {
    /** What is published. */
    static final SourceScale FULL =
            new SourceScale(new Scale(1_000, 0, 0, 0, 5, 10, 4, 1_000, true), 200_000, 5);

    /** Whether everything works. */
    static final SourceScale QUICK = new SourceScale(Scale.QUICK, 40_000, 1);

    /** Whether it runs at all, in seconds. */
    static final SourceScale SMOKE = new SourceScale(Scale.SMOKE, 400, 1);

    SourceScale withRounds(int number) {
        return new SourceScale(payloads.withRounds(number), messages, number);
    }
}
