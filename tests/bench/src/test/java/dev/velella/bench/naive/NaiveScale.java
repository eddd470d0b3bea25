package dev.velella.bench.naive;

/**
 * How long the suite {@code naive} runs.
 *
 * @param rounds of all contenders for each kind of store
 * @param warmUps passes at full speed, at most, before the one that is measured; they end with the first one in which the compilers of
 *     the contender's JVMs have used at most a tenth of its processor time
 * @param measured messages of a pass of Velella at full speed
 * @param measuredPeers messages of a pass of the others at full speed, which need many times as long for each
 * @param pacedMs time at a tenth of the load
 * @param kills of each part
 * @param everyPart whether all parts are killed with all stores; else only the source, with the store in the process
 * @param burst messages in the midst of which a part is killed: fewer than the source knows after a restart
 */
public record NaiveScale(
        int rounds,
        int warmUps,
        int measured,
        int measuredPeers,
        int pacedMs,
        int kills,
        boolean everyPart,
        int burst) {
    /** For figures that are published. */
    public static final NaiveScale FULL = new NaiveScale(3, 15, 20_000, 5_000, 10_000, 2, true, 600);

    /** Whether everything works; the figures say little. */
    public static final NaiveScale QUICK = new NaiveScale(1, 1, 300, 300, 1_000, 1, false, 200);

    /** The same with another number of rounds. */
    public NaiveScale withRounds(int count) {
        return new NaiveScale(count, warmUps, measured, measuredPeers, pacedMs, kills, everyPart, burst);
    }
}
