package dev.velella.serve.select;

import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The graphs of all instances together. Each selection has every partition exactly once, or there is an exception. Thread-safe.
 */
public final class AllGraphs {
    private final LogFollower follower;
    private final LocalGraphs local;
    private final Peers peers;

    /** The other instances. */
    public interface Peers {
        /**
         * Selects graphs of another instance.
         *
         * @param address host:port
         * @throws UnavailableException if it does not answer, or does not serve one of the partitions
         */
        Selected select(String address, Selection selection, Set<Integer> partitions);
    }

    public AllGraphs(LogFollower follower, LocalGraphs local, Peers peers) {
        this.follower = follower;
        this.local = local;
        this.peers = peers;
    }

    /**
     * Selects graphs. When this returns, every instance has begun its part.
     *
     * @throws UnavailableException if a part cannot be had
     */
    public Selected select(Selection selection) {
        Served served = follower.served();
        if (!served.isComplete()) {
            throw new UnavailableException(
                    served.count() == 0
                            ? "the service has just begun and does not know its partitions yet"
                            : "partition " + served.missing().iterator().next()
                                    + " is not served at the moment: its instance reads what was committed before");
        }
        Map<String, Set<Integer>> others = new TreeMap<>();
        served.others().forEach((partition, address) -> {
            if (!served.ready().contains(partition)) {
                others.computeIfAbsent(address, at -> new TreeSet<>()).add(partition);
            }
        });
        List<Selected> parts = new ArrayList<>();
        try {
            parts.add(local.select(selection, served.ready()));
            others.forEach((address, partitions) -> parts.add(peers.select(address, selection, partitions)));
        } catch (RuntimeException e) {
            parts.forEach(Selected::close);
            throw e;
        }
        return parts.size() == 1 ? parts.get(0) : joined(parts);
    }

    private static Selected joined(List<Selected> parts) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        BitSet found = new BitSet();
        LeftOut leftOut = LeftOut.NOTHING;
        for (Selected part : parts) {
            offsets.putAll(part.counter().offsets());
            found.or(part.found());
            leftOut = leftOut.and(part.leftOut());
        }
        return new Selected(
                new JoinedRows(parts.stream().map(Selected::graphs).toList()), new Counter(offsets), leftOut, found);
    }

    /** Rows of one part after the other. */
    private static final class JoinedRows implements Rows<StoredGraph> {
        private final List<Rows<StoredGraph>> parts;
        private int at;

        JoinedRows(List<Rows<StoredGraph>> parts) {
            this.parts = parts;
        }

        @Override
        public @Nullable StoredGraph next() {
            while (at < parts.size()) {
                StoredGraph graph = parts.get(at).next();
                if (graph != null) {
                    return graph;
                }
                at++;
            }
            return null;
        }

        @Override
        public void close() {
            parts.forEach(Rows::close);
        }
    }
}
