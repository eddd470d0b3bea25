package dev.velella.status.state;

import java.util.List;

/**
 * Counts of the records that the page has read. Immutable.
 *
 * @param since time in ms since 1970 of the first count
 * @param graphs graphs read
 * @param triples statements of these graphs
 * @param graphBytes bytes of their record values
 * @param textBytes bytes of the same graphs as N-Quads
 * @param patches patches read
 * @param adds statements that they add
 * @param deletes statements that they delete
 * @param patchBytes bytes of their record values
 * @param unreadable records that could not be decoded
 * @param streams streams seen
 * @param compared graphs and patches of the same elements, so that their bytes can be compared
 * @param seconds the last seconds, the oldest first
 */
public record TrafficState(
        long since,
        long graphs,
        long triples,
        long graphBytes,
        long textBytes,
        long patches,
        long adds,
        long deletes,
        long patchBytes,
        long unreadable,
        int streams,
        Compared compared,
        List<Second> seconds) {
    public TrafficState {
        seconds = List.copyOf(seconds);
    }

    /**
     * Graphs, and the patches that they became.
     *
     * @param graphs graphs
     * @param graphBytes bytes of their record values
     * @param textBytes bytes of the same graphs as N-Quads
     * @param patches patches that these graphs became; fewer if graphs changed nothing
     * @param patchBytes bytes of their record values
     */
    public record Compared(long graphs, long graphBytes, long textBytes, long patches, long patchBytes) {
        /** Nothing was compared. */
        public static final Compared NONE = new Compared(0, 0, 0, 0, 0);

        /** These and others. */
        public Compared plus(Compared more) {
            return new Compared(
                    graphs + more.graphs,
                    graphBytes + more.graphBytes,
                    textBytes + more.textBytes,
                    patches + more.patches,
                    patchBytes + more.patchBytes);
        }
    }

    /**
     * One second.
     *
     * @param time its begin, in ms since 1970
     * @param graphs graphs read in it
     * @param patches patches read in it
     * @param adds statements that these patches add
     * @param deletes statements that they delete
     */
    public record Second(long time, long graphs, long patches, long adds, long deletes) {}
}
