package dev.velella.page;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The memory of one stream. Guarded by its book. */
final class StreamEntry {
    final String key;
    final Deque<PatchNote> patches = new ArrayDeque<>();

    @Nullable
    RdfGraph graph;

    @Nullable
    Place graphPlace;

    final ElementPairs pairs = new ElementPairs();
    long graphs;
    long patchCount;
    long lastTime;

    StreamEntry(String key) {
        this.key = key;
    }

    int graphStatements() {
        return graph == null ? 0 : graph.statements().size();
    }
}
