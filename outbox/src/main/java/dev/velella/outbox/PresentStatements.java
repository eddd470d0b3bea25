package dev.velella.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.SailConnection;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of many statements a store has. Statements with the same subject and graph cost one reading, unless the store has
 * many more of that subject. Used once.
 */
final class PresentStatements {
    /** So few statements are looked up one by one. */
    private static final int FEW = 2;

    /** A subject is read up to so many statements for each one that is looked for. */
    private static final int MOST_READ = 4;

    private record Node(Resource subject, @Nullable Resource graph) {}

    private record Edge(IRI predicate, Value object) {}

    private final SailConnection store;
    private final Set<Statement> present = new HashSet<>();

    private PresentStatements(SailConnection store) {
        this.store = store;
    }

    /** The statements, among the given ones, that the connection sees. */
    static Set<Statement> of(Collection<Statement> statements, SailConnection store) {
        PresentStatements found = new PresentStatements(store);
        Map<Node, List<Statement>> groups = new LinkedHashMap<>();
        for (Statement statement : statements) {
            groups.computeIfAbsent(
                            new Node(statement.getSubject(), statement.getContext()), unknown -> new ArrayList<>())
                    .add(statement);
        }
        groups.forEach(found::look);
        return found.present;
    }

    private void look(Node node, List<Statement> group) {
        if (group.size() <= FEW || !read(node, group)) {
            for (Statement statement : group) {
                if (store.hasStatement(
                        node.subject(), statement.getPredicate(), statement.getObject(), false, node.graph())) {
                    present.add(statement);
                }
            }
        }
    }

    /** Reads the statements of a subject; false if they are too many, and the rest was not read. */
    private boolean read(Node node, List<Statement> group) {
        Map<Edge, Statement> wanted = new HashMap<>();
        group.forEach(each -> wanted.put(new Edge(each.getPredicate(), each.getObject()), each));
        try (CloseableIteration<? extends Statement> all =
                store.getStatements(node.subject(), null, null, false, node.graph())) {
            for (int left = MOST_READ * group.size(); all.hasNext(); left--) {
                if (left == 0) {
                    return false;
                }
                Statement each = all.next();
                Statement found = wanted.get(new Edge(each.getPredicate(), each.getObject()));
                if (found != null) {
                    present.add(found);
                }
            }
        }
        return true;
    }
}
