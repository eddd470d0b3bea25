package dev.velella.rdf;

import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * One row of an RDF patch, by the codes of the RDF Patch format: H, A, D, PA, PD, TX, TC, TA.
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

    /** A: adds a statement; has no effect if it is there. A statement without context is in the default graph. */
    record Add(Statement statement) implements PatchOperation {
        public Add {
            Objects.requireNonNull(statement, "statement");
        }
    }

    /** D: deletes a statement; has no effect if it is not there. */
    record Delete(Statement statement) implements PatchOperation {
        public Delete {
            Objects.requireNonNull(statement, "statement");
        }
    }

    /**
     * PA: binds a prefix in a graph.
     *
     * @param prefix without colon, may be empty
     * @param namespace the IRI that the prefix stands for
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
     * @param namespace the IRI that the prefix stood for, if the writer gave one (RDF Patch text never does)
     * @param graph the graph whose prefixes change; null is the default graph
     */
    record DeleteNamespace(String prefix, @Nullable IRI namespace, @Nullable Resource graph) implements PatchOperation {
        public DeleteNamespace {
            Objects.requireNonNull(prefix, "prefix");
        }
    }

    /** Borders of a transaction. TX begins a transaction. TC applies the rows since TX, and TA discards them. */
    enum Transaction implements PatchOperation {
        /** TX. */
        START,
        /** TC. */
        COMMIT,
        /** TA. */
        ABORT
    }
}
