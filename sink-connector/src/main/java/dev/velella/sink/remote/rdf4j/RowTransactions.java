package dev.velella.sink.remote.rdf4j;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.SparqlProtocol;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of a repository that read rows of the system graph and change them: of two on the same row, one is done.
 *
 * <p>A memory store refuses one where transactions are SERIALIZABLE. LmdbStore and NativeStore do too,
 * but observe all reads of everybody from the first such transaction on, until the server is started again, and all but stop
 * where a long query runs beside writers. So there, and where the kind of store is not known, transactions have
 * isolation SNAPSHOT_READ and a {@link WriterEntry}.
 *
 * <p>Thread-safe.
 */
final class RowTransactions {
    /** Stores that observe all reads once a transaction was SERIALIZABLE. */
    private static final Pattern OBSERVING = Pattern.compile("(Native|Lmdb)Store");

    private final Rdf4jTransaction.Server repository;
    private final URI url;
    private final Requests requests;
    private final WriterEntry.Rivals rivals;
    private volatile @Nullable Isolation isolation;

    /** How one of two changes of a row is kept from being done. */
    private enum Isolation {
        /** By the store. */
        SERIALIZABLE(IsolationLevels.SERIALIZABLE),
        /** By entries. */
        ENTRIES(IsolationLevels.SNAPSHOT_READ);

        private final IsolationLevels level;

        Isolation(IsolationLevels level) {
            this.level = level;
        }
    }

    /** @param updates where entries are written, each by a request of its own */
    RowTransactions(Rdf4jTransaction.Server repository, URI url, Requests requests, SparqlProtocol updates) {
        this.repository = repository;
        this.url = url;
        this.requests = requests;
        this.rivals = new WriterEntry.Rivals(updates, repository::end);
    }

    /** What is done in a transaction. */
    interface Work {
        /**
         * Does it.
         *
         * @param rows what stands in the rows, without entries of writers
         * @return whether to commit it
         */
        boolean run(Rdf4jTransaction transaction, Map<IRI, List<Statement>> rows);
    }

    /**
     * Does work that is committed only if nobody else changes the rows meanwhile; whatever comes in between is rolled back.
     *
     * @param takesOver whether the work changes who owns the rows
     * @return false if it was rolled back, by the work's own decision or because another goes before it
     */
    boolean run(String purpose, Collection<IRI> subjects, boolean takesOver, Work work) {
        Isolation chosen = isolation();
        return requests.attempt(purpose, () -> {
            WriterEntry entry = null;
            boolean committed = false;
            try (Rdf4jTransaction transaction = repository.begin(chosen.level)) {
                try {
                    if (chosen == Isolation.ENTRIES) {
                        entry = entry(purpose, transaction.id(), subjects, takesOver);
                        entry.write();
                    }
                    Optional<Map<IRI, List<Statement>>> rows = rows(transaction, subjects, entry);
                    if (rows.isPresent() && work.run(transaction, rows.get())) {
                        transaction.commit();
                        committed = true;
                    }
                    return committed;
                } catch (RDF4JException e) { // before the rollback, which has an answer of its own
                    throw entry == null ? requests.failure(purpose, e) : requests.failureAmongWriters(purpose, e);
                }
            } finally {
                if (entry != null && !committed) {
                    withdraw(entry);
                }
            }
        });
    }

    private WriterEntry entry(String purpose, String transactionId, Collection<IRI> subjects, boolean takesOver) {
        try {
            return new WriterEntry(rivals, transactionId, subjects, takesOver);
        } catch (IllegalArgumentException e) {
            throw RemoteFailure.notUnderstood(purpose, url, "it names no transaction: " + e.getMessage(), e);
        }
    }

    /** What stays behind is removed by the next that takes the rows over. */
    private static void withdraw(WriterEntry entry) {
        try {
            entry.withdraw();
        } catch (StoreUnavailableException | StoreFailedException e) {
            // what made it necessary is reported
        }
    }

    /** What stands in rows, where no other transaction is done on them; entries of writers are removed. */
    private Optional<Map<IRI, List<Statement>>> rows(
            Rdf4jTransaction transaction, Collection<IRI> subjects, @Nullable WriterEntry entry) {
        Supplier<Map<IRI, List<Statement>>> reading =
                () -> subjects.stream().collect(Collectors.toMap(subject -> subject, transaction::rows));
        Optional<Map<IRI, List<Statement>>> found =
                entry == null ? Optional.of(reading.get()) : entry.prevails(reading);
        if (found.isEmpty()) {
            return found;
        }
        List<Statement> entries = new ArrayList<>();
        Map<IRI, List<Statement>> rows = new HashMap<>();
        found.get().forEach((subject, statements) -> {
            Map<Boolean, List<Statement>> parts =
                    statements.stream().collect(Collectors.partitioningBy(WriterEntry::isOne));
            entries.addAll(parts.getOrDefault(true, List.of()));
            rows.put(subject, parts.getOrDefault(false, List.of()));
        });
        transaction.remove(new Upload(entries));
        return Optional.of(rows);
    }

    /**
     * Whether the store itself does only one of two transactions. If not, a commit that the server reports may be of a
     * transaction that another writer has had ended. Asks the server where it was not asked before.
     */
    boolean areIsolatedByStore() {
        return isolation() == Isolation.SERIALIZABLE;
    }

    /** As {@link #areIsolatedByStore}, without a question to the server: false where it was not asked before. */
    boolean areKnownToBeIsolatedByStore() {
        return isolation == Isolation.SERIALIZABLE;
    }

    private Isolation isolation() {
        Isolation known = isolation;
        if (known == null) {
            boolean byEntries = repository
                    .configuration()
                    .map(configuration -> OBSERVING.matcher(configuration).find())
                    .orElse(true);
            known = byEntries ? Isolation.ENTRIES : Isolation.SERIALIZABLE;
            isolation = known;
        }
        return known;
    }
}
