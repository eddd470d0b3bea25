package dev.velella.serve.select;

import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.GraphStore;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The graphs that this instance has. Thread-safe. */
public final class LocalGraphs {
    private final GraphStore store;
    private final LogFollower follower;

    public LocalGraphs(GraphStore store, LogFollower follower) {
        this.store = store;
        this.follower = follower;
    }

    /** The id of the topic; null before it is known. */
    public @Nullable String topic() {
        return store.topic();
    }

    /**
     * The state now, in which these partitions are served.
     *
     * @throws UnavailableException if one of them is not
     */
    public StoreView view(Set<Integer> partitions) {
        StoreView view = store.view();
        // The view first: if a partition is ready after it, the view has all that its clients saw before.
        Set<Integer> missing = new TreeSet<>(partitions);
        missing.removeAll(follower.served().ready());
        if (!missing.isEmpty()) {
            view.close();
            throw new UnavailableException("this instance does not serve partition "
                    + missing.iterator().next() + " at the moment");
        }
        return view;
    }

    /**
     * Selects graphs.
     *
     * @param partitions only streams of these partitions
     * @throws UnavailableException if one of the partitions is not served
     */
    public Selected select(Selection selection, Set<Integer> partitions) {
        StoreView view = view(partitions);
        try {
            SortedMap<Integer, Long> offsets = view.nextOffsets();
            offsets.keySet().retainAll(partitions);
            Counter counter = Counter.before(offsets);
            Set<String> broken =
                    broken(view, selection instanceof Selection.Prefix prefix ? prefix.prefix() : "", partitions);
            if (selection instanceof Selection.Keys keys) {
                BitSet found = new BitSet();
                List<String> left = new ArrayList<>();
                for (int i = 0; i < keys.keys().size(); i++) {
                    if (broken.contains(keys.keys().get(i))) {
                        left.add(keys.keys().get(i));
                        continue;
                    }
                    StoredGraph graph = view.graph(keys.keys().get(i));
                    found.set(i, graph != null && partitions.contains(graph.partition()));
                }
                return new Selected(
                        new KeyRows(view, keys.keys(), found), counter, new LeftOut(left.size(), left), found);
            }
            Rows<StoredGraph> rows = selection instanceof Selection.After after
                    ? new ChangedRows(view, after.counter(), partitions)
                    : view.graphs(((Selection.Prefix) selection).prefix(), partitions);
            return new Selected(
                    new ViewRows(view, rows, broken),
                    counter,
                    new LeftOut(broken.size(), List.copyOf(broken)),
                    new BitSet());
        } catch (RuntimeException e) {
            view.close();
            throw e;
        }
    }

    /** The keys of the broken streams. */
    private static Set<String> broken(StoreView view, String prefix, Set<Integer> partitions) {
        Set<String> keys = new LinkedHashSet<>();
        try (Rows<BrokenStream> rows = view.broken(prefix, partitions)) {
            for (BrokenStream each = rows.next(); each != null; each = rows.next()) {
                keys.add(each.key());
            }
        }
        return keys;
    }

    /** Rows without broken streams, which close their view. */
    private record ViewRows(StoreView view, Rows<StoredGraph> rows, Set<String> broken) implements Rows<StoredGraph> {
        @Override
        public @Nullable StoredGraph next() {
            StoredGraph graph = rows.next();
            while (graph != null && broken.contains(graph.key())) {
                graph = rows.next();
            }
            return graph;
        }

        @Override
        public void close() {
            rows.close();
            view.close();
        }
    }

    /** The graphs of some keys that there are. */
    private static final class KeyRows implements Rows<StoredGraph> {
        private final StoreView view;
        private final List<String> keys;
        private final BitSet found;
        private int next;

        KeyRows(StoreView view, List<String> keys, BitSet found) {
            this.view = view;
            this.keys = keys;
            this.found = found;
        }

        @Override
        public @Nullable StoredGraph next() {
            int at = found.nextSetBit(next);
            if (at < 0) {
                return null;
            }
            next = at + 1;
            return view.graph(keys.get(at));
        }

        @Override
        public void close() {
            view.close();
        }
    }

    /** The changed graphs of one partition after the other. */
    private static final class ChangedRows implements Rows<StoredGraph> {
        private final StoreView view;
        private final Counter counter;
        private final Iterator<Integer> partitions;
        private @Nullable Rows<StoredGraph> current;

        ChangedRows(StoreView view, Counter counter, Set<Integer> partitions) {
            this.view = view;
            this.counter = counter;
            this.partitions = new ArrayList<>(new TreeSet<>(partitions)).iterator();
        }

        @Override
        public @Nullable StoredGraph next() {
            while (true) {
                StoredGraph graph = current == null ? null : current.next();
                if (graph != null) {
                    return graph;
                }
                close();
                if (!partitions.hasNext()) {
                    return null;
                }
                int partition = partitions.next();
                current = view.changedAfter(partition, counter.offset(partition));
            }
        }

        @Override
        public void close() {
            if (current != null) {
                current.close();
                current = null;
            }
        }
    }
}
