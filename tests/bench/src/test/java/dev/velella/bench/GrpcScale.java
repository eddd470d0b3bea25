package dev.velella.bench;

/**
 * How much the suite {@code grpc} sends.
 *
 * @param graphs of each size that are sent one at a time in a round
 * @param statements of each size that are sent as fast as possible in a round
 * @param rounds in which the ways take turns; the first is left out
 */
record GrpcScale(int graphs, int statements, int rounds) {
    /** What is published. */
    static final GrpcScale FULL = new GrpcScale(40, 20_000, 4);

    /** Whether everything works; the figures say little. */
    static final GrpcScale QUICK = new GrpcScale(5, 2_000, 2);

    GrpcScale withRounds(int number) {
        return new GrpcScale(graphs, statements, number + 1);
    }
}
