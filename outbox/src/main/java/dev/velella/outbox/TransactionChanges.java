package dev.velella.outbox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The last thing that a transaction did to each statement and to each prefix. Whether that changes the repository is decided
 * when the transaction commits. Remembers too which statements the transaction's own connection does not have yet. Owned by a
 * connection; not thread-safe.
 */
final class TransactionChanges {
    private final Map<Statement, Boolean> statements = new LinkedHashMap<>();

    /** Prefix to namespace; the value is empty for a prefix that was removed. */
    private final Map<String, String> namespaces = new LinkedHashMap<>();

    /** Changed since {@link #takeUnseen}; may have a statement twice. */
    private final List<Statement> unseen = new ArrayList<>();

    /**
     * Notes what happens to a statement.
     *
     * @param isAdd whether it is added; else it is removed
     * @param isSeen whether the transaction's own connection has the change already
     */
    void statement(Statement statement, boolean isAdd, boolean isSeen) {
        statements.put(statement, isAdd);
        if (!isSeen) {
            unseen.add(statement);
        }
    }

    /** Gives the statements that the connection does not have yet, each with whether it was added or removed. */
    void takeUnseen(BiConsumer<Statement, Boolean> taker) {
        for (Statement statement : unseen) {
            taker.accept(statement, statements.get(statement));
        }
        unseen.clear();
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
        unseen.clear();
        namespaces.clear();
    }
}
