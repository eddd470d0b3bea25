package org.eclipse.rdf4j.sail.lmdb;

import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.field;
import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.read;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.model.LmdbValue;
import org.jspecify.annotations.Nullable;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.lmdb.LMDB;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to an {@link LmdbStore} in an order that is safe: a crash at any moment leaves the state before or after a
 * transaction.
 *
 * <p>An LmdbStore has two LMDB environments: the first holds statements as numbers, the second holds the values of
 * these numbers. RDF4J's transactions commit the first environment before the second. A process that ends in between
 * leaves statements whose values do not exist. Here the values are committed first, so the transaction takes effect
 * when the statements are committed. If that commit never comes, unused values stay in the store, which does no harm.
 *
 * <p>A commit that fails, for example because the disk is full, ends its transaction all the same. RDF4J then ends it once more, and
 * LMDB frees memory twice, so the process dies. Therefore each commit is made here, or the transaction is forgotten after it
 * has failed ({@link #abandon}): closing the store then finds nothing to end.
 *
 * <p>This class is in RDF4J's package because the order cannot be changed from outside. It writes to the environments
 * directly, without the branch in memory that RDF4J keeps for isolation, so that no open query delays a commit.
 * Therefore the caller must make sure that nobody reads during a write: RDF4J 5.2 moves open readers to the state after
 * a commit, and lets readers of values use the transaction of the writer. Only one thread at a time may use this
 * object.
 */
public final class ValuesFirstWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ValuesFirstWriter.class);
    private static final Field STATEMENTS = field(LmdbSailStore.class, "tripleStore");
    private static final Field STATEMENTS_TRANSACTION = field(TripleStore.class, "writeTxn");
    private static final Field VALUES_TRANSACTION = field(ValueStore.class, "writeTxn");
    private static final Field SETS = field(LmdbSailStore.class, "setFactory");
    private static final Field UNUSED = field(LmdbSailStore.class, "unusedIds");
    private static final Field NEXT_UNUSED = field(LmdbSailStore.class, "nextUnusedIds");

    private final LmdbSailStore store;
    private final TripleStore statements;
    private final ValueStore values;

    /** @param opened a store that is initialised */
    public ValuesFirstWriter(LmdbStore opened) {
        store = opened.getBackingStore();
        store.enableMultiThreading = false; // its second thread would wait by spinning
        statements = (TripleStore) read(STATEMENTS, store);
        values = (ValueStore) store.getValueFactory();
    }

    /**
     * Adds the values of statements to the store and makes them durable. A value that the store already knows costs one
     * look-up.
     *
     * @param wanted statements that will be written next
     * @throws IOException if the store is full or failed; the store must then be closed
     */
    public void storeValues(List<List<Statement>> wanted) throws IOException {
        values.startTransaction(false);
        boolean stored = false;
        try {
            for (List<Statement> statements : wanted) {
                for (Statement statement : statements) {
                    values.storeValue(statement.getSubject());
                    values.storeValue(statement.getPredicate());
                    values.storeValue(statement.getObject());
                    if (statement.getContext() != null) {
                        values.storeValue(statement.getContext());
                    }
                }
            }
            stored = true;
        } finally {
            if (stored) {
                commitValues();
            } else {
                values.rollback();
            }
        }
    }

    /** The present statements. The caller must close them before anything is written. */
    public SailDataset statements() {
        return store.getExplicitSailSource().dataset(IsolationLevels.NONE);
    }

    /**
     * The store's own copy of a term, which has its number; null if the store does not know the term. Valid until the
     * next {@link SailSink#flush}.
     */
    public @Nullable Value term(Value term) {
        try {
            LmdbValue own = values.getLmdbValue(term);
            return values.getId(own) == LmdbValue.UNKNOWN_ID ? null : own;
        } catch (IOException e) {
            throw new SailException(e);
        }
    }

    /** Statistics of the statements, by which queries are planned. */
    public EvaluationStatistics statistics() {
        return store.getEvaluationStatistics();
    }

    /** Begins one transaction. {@link #commit} ends it; {@link SailSink#flush} is not called. */
    public SailSink sink() {
        return store.getExplicitSailSource().sink(IsolationLevels.NONE);
    }

    /**
     * Ends the transaction of a sink: its statements are on the disk, and values that nothing uses any more are marked.
     *
     * @throws IOException if the store is full or failed; the store must then be closed
     */
    public void commit(SailSink sink) throws IOException {
        commitStatements();
        if (!set(UNUSED).isEmpty()) {
            markUnusedValues();
        }
        commitValues();
        sink.flush(); // both transactions have ended, so RDF4J writes only its file of prefixes
    }

    private void commitStatements() throws IOException {
        long transaction = (Long) read(STATEMENTS_TRANSACTION, statements);
        if (transaction != MemoryUtil.NULL) {
            PrivateFields.write(STATEMENTS_TRANSACTION, statements, MemoryUtil.NULL);
            LmdbUtil.E(LMDB.mdb_txn_commit(transaction));
            statements.getTxnManager().reset();
        }
    }

    /** As RDF4J does it between its two commits. A value that is marked may free others that it is made of. */
    private void markUnusedValues() throws IOException {
        PersistentSet<Long> unused = set(UNUSED);
        PersistentSet<Long> next = set(NEXT_UNUSED);
        do {
            statements.filterUsedIds(unused);
            HashTwins.keep(values, unused);
            values.gcIds(unused, next);
            unused.clear();
            PersistentSet<Long> marked = unused;
            unused = next;
            next = marked;
        } while (!unused.isEmpty());
    }

    @SuppressWarnings("unchecked")
    private PersistentSet<Long> set(Field field) {
        return (PersistentSet<Long>) read(field, store);
    }

    private void commitValues() throws IOException {
        boolean committed = false;
        try {
            values.commit();
            committed = true;
        } finally {
            if (!committed) {
                PrivateFields.write(VALUES_TRANSACTION, values, MemoryUtil.NULL);
            }
        }
    }

    /**
     * Ends the transactions after a step has failed, so that nobody reads in them. The store must then be closed: RDF4J 5.2 shows every
     * later transaction one transaction late, and loses the last one. The transaction in which RDF4J collects unused numbers in a temporary
     * file is forgotten, as LMDB may have ended it; if not, it keeps a few pages of memory.
     */
    public void abandon() {
        ((PersistentSetFactory<?>) read(SETS, store)).writeTxn = MemoryUtil.NULL;
        try {
            store.rollback();
        } catch (SailException e) {
            LOG.warn("A transaction was not ended: {}", e.toString()); // closing the store ends it
        }
    }
}
