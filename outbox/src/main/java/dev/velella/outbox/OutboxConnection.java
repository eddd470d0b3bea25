package dev.velella.outbox;

import dev.velella.capture.OutboxTerms;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevel;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Namespace;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailConnectionListener;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.UpdateContext;
import org.jspecify.annotations.Nullable;

/**
 * A connection that remembers the changes of its transaction, and hands them to the {@link CommitLog} at the commit. Removals
 * by pattern are made statement by statement, so that it knows them; transactions have isolation SNAPSHOT at least, so that
 * nothing else is removed. The reserved graph takes no statements.
 *
 * <p>The connection inside gets the changes when the transaction reads, because the commit writes them by another connection:
 * a transaction that only writes costs the store no more than its commit. The changes of a SPARQL update stay out of it until the
 * update has ended, as nothing in an update reads them. A listener hears of each change at once.
 *
 * <p>Owned by its user, and as thread-safe as the connection inside.
 */
final class OutboxConnection extends OutboxReader {
    private final CommitLog commits;
    private final IsolationLevel defaultLevel;
    private final TransactionChanges changes = new TransactionChanges();
    private boolean isSerializable;
    private boolean isUpdating;
    private boolean isHeard;

    OutboxConnection(NotifyingSailConnection connection, NotifyingSail store, CommitLog commits) {
        super(connection, new OutboxGraph(store, commits));
        this.commits = commits;
        defaultLevel = store.getDefaultIsolationLevel();
    }

    @Override
    public void begin() {
        begin(defaultLevel);
    }

    @Override
    public void begin(@Nullable IsolationLevel level) {
        forget();
        IsolationLevel wanted = level == null ? defaultLevel : level;
        super.begin(wanted.isCompatibleWith(IsolationLevels.SNAPSHOT) ? wanted : IsolationLevels.SNAPSHOT);
        isSerializable = wanted.isCompatibleWith(IsolationLevels.SERIALIZABLE);
    }

    /** Does nothing: the commit prepares, because only one transaction at a time may be between the two. */
    @Override
    public void prepare() {
        super.flush();
    }

    @Override
    public void commit() {
        super.flush();
        if (changes.isEmpty()) {
            super.prepare();
            super.commit();
        } else {
            commits.commit(getWrappedConnection(), changes, isSerializable);
        }
        forget();
    }

    @Override
    public void rollback() {
        super.rollback();
        forget();
    }

    @Override
    public void close() {
        super.close();
        forget();
    }

    private void forget() {
        changes.clear();
        isUpdating = false;
    }

    @Override
    public void addConnectionListener(SailConnectionListener listener) {
        show();
        isHeard = true;
        super.addConnectionListener(listener);
    }

    @Override
    public void startUpdate(@Nullable UpdateContext update) {
        show();
        super.startUpdate(update);
        isUpdating = update != null;
    }

    @Override
    public void endUpdate(@Nullable UpdateContext update) {
        super.endUpdate(update);
        isUpdating = false;
    }

    @Override
    void show() {
        if (!isUpdating) {
            changes.takeUnseen((statement, isAdd) -> {
                if (isAdd) {
                    super.addStatement(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext());
                } else {
                    super.removeStatements(
                            statement.getSubject(),
                            statement.getPredicate(),
                            statement.getObject(),
                            statement.getContext());
                }
            });
        }
    }

    /** Whether the connection inside gets each change at once; without a transaction, so that it refuses the change. */
    private boolean isSeen() {
        return isHeard || !isActive();
    }

    @Override
    public void addStatement(Resource subject, IRI predicate, Value object, @Nullable Resource... contexts) {
        boolean isSeen = isSeen() || isUpdating;
        noteAdd(isSeen, subject, predicate, object, contexts);
        if (isSeen) {
            super.addStatement(subject, predicate, object, contexts);
        }
    }

    @Override
    public void addStatement(
            UpdateContext update, Resource subject, IRI predicate, Value object, @Nullable Resource... contexts) {
        boolean isSeen = isSeen();
        noteAdd(isSeen, subject, predicate, object, contexts);
        if (isSeen) {
            super.addStatement(update, subject, predicate, object, contexts);
        }
    }

    private void noteAdd(
            boolean isSeen, Resource subject, IRI predicate, Value object, @Nullable Resource... contexts) {
        commits.storable().check(VALUES.createStatement(subject, predicate, object));
        if (contexts.length == 0) {
            changes.statement(VALUES.createStatement(subject, predicate, object), true, isSeen);
        }
        for (Resource context : contexts) {
            if (OutboxTerms.GRAPH.equals(context)) {
                throw new SailException("graph " + OutboxTerms.GRAPH + " is reserved for the outbox; use another one");
            }
            changes.statement(VALUES.createStatement(subject, predicate, object, context), true, isSeen);
        }
    }

    @Override
    public void removeStatements(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        if (isReserved(contexts)) {
            graph().remove(subject);
            return;
        }
        boolean isSeen = isSeen() || isUpdating;
        for (Statement statement : removed(subject, predicate, object, contexts)) {
            changes.statement(statement, false, isSeen);
            if (isSeen) {
                super.removeStatements(
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        statement.getContext());
            }
        }
    }

    @Override
    public void removeStatement(
            UpdateContext update,
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        if (isReserved(contexts)) {
            graph().remove(subject);
            return;
        }
        boolean isSeen = isSeen();
        for (Statement statement : removed(subject, predicate, object, contexts)) {
            changes.statement(statement, false, isSeen);
            if (isSeen) {
                super.removeStatement(
                        update,
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        statement.getContext());
            }
        }
    }

    /** The statements that a removal may remove. A single statement need not be there: the commit looks for it. */
    private List<Statement> removed(
            @Nullable Resource subject,
            @Nullable IRI predicate,
            @Nullable Value object,
            @Nullable Resource... contexts) {
        if (subject == null || predicate == null || object == null || contexts.length != 1) {
            return matching(subject, predicate, object, contexts);
        }
        return List.of(VALUES.createStatement(subject, predicate, object, contexts[0]));
    }

    @Override
    public void clear(@Nullable Resource... contexts) {
        removeStatements(null, null, null, contexts);
    }

    @Override
    public void setNamespace(String prefix, String name) {
        changes.namespace(prefix, name);
        super.setNamespace(prefix, name);
    }

    @Override
    public void removeNamespace(String prefix) {
        changes.namespace(prefix, null);
        super.removeNamespace(prefix);
    }

    @Override
    public void clearNamespaces() {
        List<String> prefixes = new ArrayList<>();
        try (CloseableIteration<? extends Namespace> all = super.getNamespaces()) {
            while (all.hasNext()) {
                prefixes.add(all.next().getPrefix());
            }
        }
        prefixes.forEach(this::removeNamespace);
    }
}
