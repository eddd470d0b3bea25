package dev.velella.view.data;

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
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Labels of blank nodes that follow from a text, so that the same text gives the same node each time. */
public final class NodeLabels {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private NodeLabels() {}

    /** The label for a text: a letter and 32 hexadecimal digits of its SHA-256. */
    public static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "v" + HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The statements of a document of static data, with labels of its own: the same label in two documents, or in a stream, is
     * another node. The labels follow from the name and the order in the document.
     */
    public static List<Statement> ofDocument(String name, Collection<Statement> statements) {
        Map<BNode, BNode> nodes = new HashMap<>();
        List<Statement> own = new ArrayList<>(statements.size());
        for (Statement each : statements) {
            Resource graph = each.getContext();
            own.add(VALUES.createStatement(
                    (Resource) own(name, nodes, each.getSubject()),
                    each.getPredicate(),
                    own(name, nodes, each.getObject()),
                    graph == null ? null : (Resource) own(name, nodes, graph)));
        }
        return own;
    }

    private static Value own(String name, Map<BNode, BNode> nodes, Value term) {
        return term instanceof BNode node
                ? nodes.computeIfAbsent(node, none -> VALUES.createBNode(of(name + '\n' + nodes.size())))
                : term;
    }
}
