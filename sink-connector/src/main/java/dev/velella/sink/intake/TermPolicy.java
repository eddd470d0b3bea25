package dev.velella.sink.intake;

import dev.velella.graph.TargetGraph;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.PatchOperation;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.InputOptions.BlankNodes;
import dev.velella.sink.store.Capabilities;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Converts statements so that the target can store them, or refuses them before a transaction begins. The same
 * statement is always converted in the same way, so that an added statement can later be deleted. Immutable.
 */
public final class TermPolicy {
    /** Prefix of skolem IRIs. The percent-encoded label follows. */
    public static final String SKOLEM = "urn:velella:genid:";

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final boolean tripleTerms;
    private final BlankNodes blankNodes;

    /**
     * @param target the kinds of terms that the target can store
     * @param blankNodes option {@code blank.nodes}
     * @throws ConfigException if blank nodes are to be kept, but the target cannot delete them
     */
    public TermPolicy(Capabilities target, BlankNodes blankNodes) {
        if (blankNodes == BlankNodes.KEEP && !target.blankNodes()) {
            throw new ConfigException(
                    InputOptions.BLANK_NODES.name(),
                    "keep",
                    "this target cannot delete blank nodes; use auto, skolem or refuse");
        }
        tripleTerms = target.tripleTerms();
        if (blankNodes == BlankNodes.AUTO) {
            this.blankNodes = target.blankNodes() ? BlankNodes.KEEP : BlankNodes.SKOLEM;
        } else {
            this.blankNodes = blankNodes;
        }
    }

    /**
     * Converts rows so that the target can store them.
     *
     * @throws PatchRefusedException if the target cannot store them
     */
    public List<PatchOperation> admit(List<PatchOperation> rows) {
        if (tripleTerms && blankNodes == BlankNodes.KEEP) {
            return rows;
        }
        List<PatchOperation> admitted = new ArrayList<>(rows.size());
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                admitted.add(new PatchOperation.Add(admit(add.statement())));
            } else if (row instanceof PatchOperation.Delete delete) {
                admitted.add(new PatchOperation.Delete(admit(delete.statement())));
            } else {
                admitted.add(row);
            }
        }
        return admitted;
    }

    /** Like {@link #admit(List)}, for one statement. */
    public Statement admit(Statement statement) {
        Resource subject = resource(statement.getSubject());
        Value object = value(statement.getObject());
        Resource graph = statement.getContext() == null ? null : resource(statement.getContext());
        return isSame(statement, subject, object, graph)
                ? statement
                : VALUES.createStatement(subject, statement.getPredicate(), object, graph);
    }

    /** A statement of a store with blank nodes in place of skolem IRIs. */
    public static Statement asItCame(Statement stored) {
        Resource subject = (Resource) asItCame(stored.getSubject());
        Value object = asItCame(stored.getObject());
        return isSame(stored, subject, object, stored.getContext())
                ? stored
                : VALUES.createStatement(subject, stored.getPredicate(), object, stored.getContext());
    }

    private static Value asItCame(Value value) {
        if (!(value instanceof IRI iri) || !iri.stringValue().startsWith(SKOLEM)) {
            return value;
        }
        String label = iri.stringValue().substring(SKOLEM.length());
        return VALUES.createBNode(URLDecoder.decode(label.replace("+", "%2B"), StandardCharsets.UTF_8));
    }

    @SuppressWarnings("ReferenceEquality") // what was not changed is the same object
    private static boolean isSame(Statement statement, Resource subject, Value object, @Nullable Resource graph) {
        return statement.getSubject() == subject && statement.getObject() == object && statement.getContext() == graph;
    }

    private Resource resource(Resource resource) {
        return (Resource) value(resource);
    }

    private Value value(Value value) {
        if (value instanceof BNode node) {
            return switch (blankNodes) {
                case AUTO, KEEP -> node;
                case SKOLEM -> VALUES.createIRI(SKOLEM + TargetGraph.percentEncoded(node.getID()));
                case REFUSE ->
                    throw new PatchRefusedException(
                            RefusalReason.BLANK_NODES,
                            "the record holds the blank node _:" + node.getID() + ", and "
                                    + InputOptions.BLANK_NODES.name()
                                    + " is refuse; set it to keep, where the target can"
                                    + " delete blank nodes, or to skolem");
            };
        }
        if (value instanceof Triple triple) {
            if (!tripleTerms) {
                throw new PatchRefusedException(
                        RefusalReason.TRIPLE_TERMS,
                        "the record holds a quoted triple (RDF-star), which this target cannot hold; use a target that"
                                + " can, or keep quoted triples out of the topic (jelly.rdf.star=false at its writers)");
            }
            return blankNodes == BlankNodes.KEEP
                    ? triple
                    : VALUES.createTriple(
                            resource(triple.getSubject()), triple.getPredicate(), value(triple.getObject()));
        }
        return value;
    }
}
