package dev.velella.bench.serve;

/**
 * How much the suite {@code serve} does.
 *
 * @param streams streams of the topic
 * @param publications nanopublications of another topic
 * @param rounds of which each has all kinds of requests
 * @param merged answers of all graphs in a round
 * @param requests requests for one graph in a round
 * @param loadMs time in which patches come in, in ms
 */
public record ServeScale(int streams, int publications, int rounds, int merged, int requests, int loadMs) {
    /** The published scale. */
    public static final ServeScale FULL = new ServeScale(100_000, 20_000, 5, 6, 20_000, 60_000);

    /** Whether everything works; the figures say little. */
    public static final ServeScale QUICK = new ServeScale(5_000, 500, 1, 2, 1_000, 5_000);

    /** The same with so many rounds. */
    public ServeScale withRounds(int number) {
        return new ServeScale(streams, publications, number, merged, requests, loadMs);
    }
}
