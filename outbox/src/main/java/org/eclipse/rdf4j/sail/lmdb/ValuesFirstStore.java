package org.eclipse.rdf4j.sail.lmdb;

import java.io.File;
import java.io.IOException;
import org.eclipse.rdf4j.common.transaction.IsolationLevel;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.sail.base.BackingSailSource;
import org.eclipse.rdf4j.sail.base.PrivateField;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.base.SailSource;
import org.eclipse.rdf4j.sail.base.SailStore;
import org.eclipse.rdf4j.sail.base.SnapshotSailStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;

/**
 * Makes an {@link LmdbStore} safe against kills: the new values of each transaction are committed before the statements that use
 * them.
 *
 * <p>An LmdbStore has two LMDB environments: one holds statements as numbers, the other one holds the values of these numbers.
 * RDF4J commits the statements before the values, so a process that is killed in between leaves statements whose values do not
 * exist. Every sink of this store is a {@link ValuesFirstSink}.
 *
 * <p>It stands below RDF4J's isolation, because RDF4J may keep a committed transaction in memory until a reader has ended, and
 * then writes it in the thread of that reader. It is in RDF4J's package because the order cannot be changed from outside. As
 * thread-safe as the store inside.
 */
public final class ValuesFirstStore implements SailStore {
    private final LmdbSailStore store;
    private final ValuesTransaction values;

    private ValuesFirstStore(LmdbSailStore store) {
        this.store = store;
        values = new ValuesTransaction(store);
    }

    /**
     * Changes the order of the commits of a store. Call it when the store is initialised and has no connection.
     *
     * @throws IllegalStateException if RDF4J's classes are not as in versions 5.0 and 5.2; the store is as it was
     */
    public static void install(LmdbStore opened) {
        LmdbStoreConfig config =
                (LmdbStoreConfig) PrivateField.of(LmdbStore.class, "config").read(opened);
        ValuesFirstStore safe = new ValuesFirstStore(opened.getBackingStore());
        PrivateField.of(LmdbStore.class, "store").write(opened, safe.isolated(opened, config));
    }

    /** The isolation that an LmdbStore has, above this store. */
    private SailStore isolated(LmdbStore opened, LmdbStoreConfig config) {
        return new SnapshotSailStore(this, () -> new LargeTransaction(config)) {
            @Override
            public SailSource getExplicitSailSource() {
                return opened.isIsolationDisabled()
                        ? ValuesFirstStore.this.getExplicitSailSource()
                        : super.getExplicitSailSource();
            }

            @Override
            public SailSource getInferredSailSource() {
                return opened.isIsolationDisabled()
                        ? ValuesFirstStore.this.getInferredSailSource()
                        : super.getInferredSailSource();
            }
        };
    }

    @Override
    public ValueFactory getValueFactory() {
        return store.getValueFactory();
    }

    @Override
    public EvaluationStatistics getEvaluationStatistics() {
        return store.getEvaluationStatistics();
    }

    @Override
    public SailSource getExplicitSailSource() {
        return new Source(store.getExplicitSailSource(), values);
    }

    @Override
    public SailSource getInferredSailSource() {
        return new Source(store.getInferredSailSource(), values);
    }

    @Override
    public void close() {
        store.close();
    }

    private static final class Source extends BackingSailSource {
        private final SailSource source;
        private final ValuesTransaction values;

        Source(SailSource source, ValuesTransaction values) {
            this.source = source;
            this.values = values;
        }

        @Override
        public SailSink sink(IsolationLevel level) {
            return new ValuesFirstSink(source.sink(level), values);
        }

        @Override
        public SailDataset dataset(IsolationLevel level) {
            return source.dataset(level);
        }
    }

    /** The changes of a transaction that is not yet flushed; on the disk, in a store of its own, if memory is short. */
    private static final class LargeTransaction extends MemoryOverflowModel {
        private static final long serialVersionUID = 1;

        private final transient LmdbStoreConfig config;

        LargeTransaction(LmdbStoreConfig config) {
            super(false);
            this.config = config;
        }

        @Override
        protected LmdbSailStore createSailStore(File directory) throws IOException {
            LmdbSailStore scratch = new LmdbSailStore(directory, config);
            scratch.enableMultiThreading = false;
            return scratch;
        }
    }
}
