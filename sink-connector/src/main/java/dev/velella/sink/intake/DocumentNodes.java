package dev.velella.sink.intake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Gives the blank nodes of one graph labels that no other graph has. This is necessary because a label is only valid
 * within its graph, but a store takes two nodes with the same label for one node. The new labels depend only on the
 * scope and the order of the statements, so the same record always gives the same labels. An object is used for one
 * graph; not thread-safe.
 */
final class DocumentNodes {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int PREFIX_BYTES = 12;

    private final String prefix;
    private final Map<BNode, BNode> nodes = new HashMap<>();

    /** @param scope text that is different for every graph */
    DocumentNodes(String scope) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(scope.getBytes(StandardCharsets.UTF_8));
            prefix = "v" + HexFormat.of().formatHex(digest, 0, PREFIX_BYTES) + "n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns the statements with the new labels. */
    List<Statement> rename(Collection<Statement> statements) {
        List<Statement> renamed = new ArrayList<>(statements.size());
        for (Statement s : statements) {
            renamed.add(VALUES.createStatement(
                    (Resource) value(s.getSubject()),
                    s.getPredicate(),
                    value(s.getObject()),
                    s.getContext() == null ? null : (Resource) value(s.getContext())));
        }
        return renamed;
    }

    private Value value(Value value) {
        if (value instanceof BNode node) {
            return nodes.computeIfAbsent(node, unknown -> VALUES.createBNode(prefix + nodes.size()));
        }
        if (value instanceof Triple triple) {
            return VALUES.createTriple(
                    (Resource) value(triple.getSubject()), triple.getPredicate(), value(triple.getObject()));
        }
        return value;
    }
}
