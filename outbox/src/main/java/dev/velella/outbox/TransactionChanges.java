package dev.velella.outbox;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The last thing that a transaction did to each statement and to each prefix. Whether that changes the repository is decided
 * when the transaction commits. Owned by a connection; not thread-safe.
 */
final class TransactionChanges {
    private final Map<Statement, Boolean> statements = new LinkedHashMap<>();

    /** Prefix to namespace; the value is empty for a prefix that was removed. */
    private final Map<String, String> namespaces = new LinkedHashMap<>();

    void added(Statement statement) {
        statements.put(statement, true);
    }

    void removed(Statement statement) {
        statements.put(statement, false);
    }

    void namespace(String prefix, @Nullable String name) {
        namespaces.put(prefix, name == null ? "" : name);
    }

    boolean isEmpty() {
        return statements.isEmpty() && namespaces.isEmpty();
    }

    Map<Statement, Boolean> statements() {
        return statements;
    }

    Map<String, String> namespaces() {
        return namespaces;
    }

    void clear() {
        statements.clear();
        namespaces.clear();
    }
}
