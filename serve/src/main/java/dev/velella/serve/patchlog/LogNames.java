package dev.velella.serve.patchlog;

import dev.velella.rdf.BoundedMap;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The streams behind the names of logs. A name is the key of a stream, or the id of its log. Ids that were told are
 * remembered, and others are looked for among the streams of this instance. Thread-safe.
 */
public final class LogNames {
    private static final int MOST_REMEMBERED = 10_000;
    private static final Pattern ID = Pattern.compile("(?:id:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})");

    private final LogFollower follower;
    private final LocalGraphs local;
    private final Map<String, String> keys = Collections.synchronizedMap(new BoundedMap<>(MOST_REMEMBERED));

    public LogNames(LogFollower follower, LocalGraphs local) {
        this.follower = follower;
        this.local = local;
    }

    /** The id of the topic, on which the ids of logs depend. */
    public String topic() {
        return Objects.requireNonNullElse(local.topic(), "");
    }

    /** The id of the log of a stream; it is remembered. */
    public String id(String key) {
        String id = ServedLog.id(topic(), key);
        keys.put(id, key);
        return id;
    }

    /** The key that a name stands for; the name itself if no stream of this instance has this id. */
    public String key(String name) {
        var id = ID.matcher(name);
        if (!id.matches()) {
            return name;
        }
        String known = keys.get(id.group(1));
        return known == null ? search(name, id.group(1)) : known;
    }

    private String search(String name, String id) {
        Served served = follower.served();
        try (StoreView view = local.view(served.ready())) {
            if (view.graph(name) != null) {
                return name;
            }
            String topic = topic();
            try (Rows<StoredGraph> graphs = view.graphs("", served.ready())) {
                for (StoredGraph graph = graphs.next(); graph != null; graph = graphs.next()) {
                    if (ServedLog.id(topic, graph.key()).equals(id)) {
                        keys.put(id, graph.key());
                        return graph.key();
                    }
                }
            }
        }
        return name;
    }
}
