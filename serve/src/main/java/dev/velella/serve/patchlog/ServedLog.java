package dev.velella.serve.patchlog;

import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.record.PatchChain;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kept patches of a stream as an RDF Patch log at one moment. The version of a patch is its number. A patch that has a
 * header {@code H id}, because it came from a log, keeps it; other patches get an id. {@code H prev} is the id of the patch
 * before. The view belongs to the caller. Not thread-safe.
 */
public final class ServedLog {
    /** Patches that a search for an id of another log looks at, the newest first. */
    private static final int MOST_SEARCHED = 10_000;

    private final StoreView view;
    private final StoredGraph graph;
    private final PatchIds ids;
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    /** @param topic id of the topic of patches */
    public ServedLog(StoreView view, StoredGraph graph, String topic) {
        this.view = view;
        this.graph = graph;
        ids = new PatchIds(topic, graph.key());
    }

    /** The id of a log. */
    public static String id(String topic, String key) {
        return new PatchIds(topic, key).stream();
    }

    /** Version of the first patch that is kept; the next version if none is. */
    public long first() {
        try (Rows<StoredPatch> kept = view.patches(graph.key(), 1)) {
            StoredPatch first = kept.next();
            return first == null ? graph.number() + 1 : first.number();
        }
    }

    /** The description of the log, with the names that RDF Delta uses. */
    public Map<String, Object> description() {
        Map<String, Object> description = described(ids.stream(), graph.key());
        description.put("min_version", first());
        description.put("max_version", graph.number());
        description.put(
                "latest", stored(graph.number()).map(last -> "id:" + idOf(last)).orElse(""));
        return description;
    }

    /** The part of a description that needs no patches. */
    public static Map<String, Object> described(String id, String key) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("id", "id:" + id);
        description.put("name", key);
        description.put("uri", "");
        return description;
    }

    /** A patch with the headers of a log; empty if it is not kept, or not there yet. */
    public Optional<RdfPatch> patch(long version) {
        return stored(version).map(this::logged);
    }

    /** The patch with an id; empty if no patch that is searched has it. */
    public Optional<RdfPatch> patch(String id) {
        Optional<StoredPatch> named =
                stored(PatchIds.number(id)).filter(patch -> idOf(patch).equals(id));
        if (named.isPresent()) {
            return named.map(this::logged);
        }
        try (Rows<StoredPatch> newest = view.patchesDown(graph.key(), graph.number())) {
            for (int i = 0; i < MOST_SEARCHED; i++) {
                StoredPatch patch = newest.next();
                if (patch == null) {
                    return Optional.empty();
                } else if (id.equals(LogHeaders.idOf(decode(patch)))) {
                    return Optional.of(logged(patch));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<StoredPatch> stored(long version) {
        if (version < 1 || version > graph.number()) {
            return Optional.empty();
        }
        try (Rows<StoredPatch> kept = view.patchesDown(graph.key(), version)) {
            return Optional.ofNullable(kept.next());
        }
    }

    private RdfPatch decode(StoredPatch patch) {
        return decoder.decode(patch.frame());
    }

    private String idOf(StoredPatch stored) {
        String own = LogHeaders.idOf(decode(stored));
        return own == null ? ids.patch(stored.number(), stored.hash()) : own;
    }

    private RdfPatch logged(StoredPatch stored) {
        RdfPatch patch = decode(stored);
        return new LogHeaders(idOf(stored), previous(stored, patch)).on(patch);
    }

    private @Nullable String previous(StoredPatch stored, RdfPatch patch) {
        if (stored.number() == 1) {
            return null;
        }
        return stored(stored.number() - 1).map(this::idOf).orElseGet(() -> {
            String own = LogHeaders.previousOf(patch);
            return own == null
                    ? ids.patch(stored.number() - 1, stored.hash() - PatchChain.change(patch.operations()))
                    : own;
        });
    }
}
