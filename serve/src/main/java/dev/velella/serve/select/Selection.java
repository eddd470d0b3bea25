package dev.velella.serve.select;

import java.util.List;

/** Which graphs are asked for. */
public sealed interface Selection {
    /**
     * Those of some streams, in this order.
     *
     * @param keys names of streams
     */
    record Keys(List<String> keys) implements Selection {
        public Keys {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Those of all streams whose key begins so, in the order of the keys for each instance.
     *
     * @param prefix empty for all
     */
    record Prefix(String prefix) implements Selection {}

    /** Those that changed after a counter, in the order of the changes for each partition. */
    record After(Counter counter) implements Selection {}
}
