package dev.velella.rdf;

import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * One row of an RDF patch, in the words of the RDF Patch format: H, A, D, PA, PD, TX, TC, TA.
 *
 * <p>Every operation is an immutable value.
 */
public sealed interface PatchOperation {

    /**
     * H: metadata of the patch, such as {@code id} and {@code prev}.
     *
     * @param key any text, may be empty
     * @param value any term
     */
    record Header(String key, Value value) implements PatchOperation {
        public Header {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
        }
    }

    /** A: adds a statement; without effect when it is there. A statement without context is in the default graph. */
    record Add(Statement statement) implements PatchOperation {
        public Add {
            Objects.requireNonNull(statement, "statement");
        }
    }

    /** D: deletes a statement; without effect when it is not there. */
    record Delete(Statement statement) implements PatchOperation {
        public Delete {
            Objects.requireNonNull(statement, "statement");
        }
    }

    /**
     * PA: binds a prefix in a graph.
     *
     * @param prefix without colon, may be empty
     * @param namespace the IRI it stands for
     * @param graph the graph whose prefixes change; null is the default graph
     */
    record AddNamespace(String prefix, IRI namespace, @Nullable Resource graph) implements PatchOperation {
        public AddNamespace {
            Objects.requireNonNull(prefix, "prefix");
            Objects.requireNonNull(namespace, "namespace");
        }
    }

    /**
     * PD: removes a prefix from a graph.
     *
     * @param prefix without colon, may be empty
     * @param namespace the IRI it stood for, where the writer gave one (RDF Patch text never does)
     * @param graph the graph whose prefixes change; null is the default graph
     */
    record DeleteNamespace(String prefix, @Nullable IRI namespace, @Nullable Resource graph) implements PatchOperation {
        public DeleteNamespace {
            Objects.requireNonNull(prefix, "prefix");
        }
    }

    /** Borders of a transaction. TX begins one; TC applies and TA discards what stands since TX. */
    enum Transaction implements PatchOperation {
        /** TX. */
        START,
        /** TC. */
        COMMIT,
        /** TA. */
        ABORT
    }
}
