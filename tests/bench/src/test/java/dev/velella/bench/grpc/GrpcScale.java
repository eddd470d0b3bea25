package dev.velella.bench.grpc;

/**
 * How much the suite {@code grpc} sends.
 *
 * @param graphs of each size that are sent one at a time in a round
 * @param statements of each size that are sent as fast as possible in a round
 * @param paced of each size and interval that are sent at fixed times in a round, at most
 * @param rounds in which the ways take turns; the first is left out
 */
public record GrpcScale(int graphs, int statements, int paced, int rounds) {
    /** The scale of published figures. */
    public static final GrpcScale FULL = new GrpcScale(40, 20_000, 1_000, 4);

    /** Whether everything works; the figures say little. */
    public static final GrpcScale QUICK = new GrpcScale(5, 2_000, 20, 2);

    /** The same with so many rounds. */
    public GrpcScale withRounds(int number) {
        return new GrpcScale(graphs, statements, paced, number + 1);
    }
}
