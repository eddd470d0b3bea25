package dev.velella.convert;

import dev.velella.diff.blank.BlankNodeMatching;
import dev.velella.diff.blank.StableIds;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.RdfGraph;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/** Turns the elements of streams into changes. Holds the last graph of every stream. Not thread-safe. */
final class ElementChanges {
    private final TargetGraph target;
    private final boolean matching;
    private final Map<String, Stream> streams = new HashMap<>();

    /**
     * @param matching whether blank nodes are matched with the blank nodes of the previous element; if not, labels are
     *     compared
     */
    ElementChanges(TargetGraph target, boolean matching) {
        this.target = target;
        this.matching = matching;
    }

    /**
     * The change that an element makes to its stream. Before its first element, a stream has no statements.
     *
     * @param key identity of the stream
     * @throws dev.velella.graph.UnfitElementException if the element cannot be the state of a stream
     */
    RollingDiff next(String key, RdfGraph element) {
        Set<Statement> next = target.statements(key, element);
        Stream stream = streams.computeIfAbsent(key, Stream::new);
        if (matching) {
            next = BlankNodeMatching.align(stream.statements, next, stream.ids, BlankNodeMatching.DEFAULT_WORK_LIMIT)
                    .statementSet();
        }
        RollingDiff change = RollingDiff.between(stream.statements, next);
        stream.statements = next;
        return change;
    }

    private static final class Stream {
        private final StableIds ids;
        private Set<Statement> statements = Set.of();

        Stream(String key) {
            ids = new StableIds(key, 0);
        }
    }
}
