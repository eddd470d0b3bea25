package dev.velella.sink.targets.rdf4j;

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
 * Runs transactions that read rows of the system graph and change them. Of two concurrent transactions on the same row,
 * only one is committed.
 *
 * <p>A memory store refuses one of them if the isolation is SERIALIZABLE. LmdbStore and NativeStore do so too. But
 * after the first such transaction they observe the reads of all clients until the server is restarted, and almost stop
 * when a long query runs beside writers. So for these stores, and if the kind of store is unknown, transactions have
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

    /** The way in which one of two concurrent changes of a row is prevented. */
    private enum Isolation {
        /** The store prevents it. */
        SERIALIZABLE(IsolationLevels.SERIALIZABLE),
        /** Entries of writers prevent it. */
        ENTRIES(IsolationLevels.SNAPSHOT_READ);

        private final IsolationLevels level;

        Isolation(IsolationLevels level) {
            this.level = level;
        }
    }

    /** @param updates sends the updates that write entries, each in a request of its own */
    RowTransactions(Rdf4jTransaction.Server repository, URI url, Requests requests, SparqlProtocol updates) {
        this.repository = repository;
        this.url = url;
        this.requests = requests;
        this.rivals = new WriterEntry.Rivals(updates, repository::end);
    }

    /** The work of a transaction. */
    interface Work {
        /**
         * Does the work.
         *
         * @param rows statements of the rows, without entries of writers
         * @return whether to commit it
         */
        boolean run(Rdf4jTransaction transaction, Map<IRI, List<Statement>> rows);
    }

    /**
     * Runs work in a transaction. It is committed only if nobody else changes the rows meanwhile; otherwise it is
     * rolled back.
     *
     * @param takesOver whether the work changes the owner of the rows
     * @return false if the transaction was rolled back, because the work decided so or because another transaction has
     *     priority
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
                } catch (RDF4JException e) { // now, because the rollback has an answer of its own
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

    /** Removes an entry. If this fails, the next writer that takes over the rows removes it. */
    private static void withdraw(WriterEntry entry) {
        try {
            entry.withdraw();
        } catch (StoreUnavailableException | StoreFailedException e) {
            // the failure that made this necessary is reported
        }
    }

    /** Reads the rows and removes the entries of writers. Empty if another transaction on the rows has priority. */
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
     * Whether the store itself commits only one of two concurrent transactions. If not, the server may report a commit
     * for a transaction that another writer has ended. Asks the server if it was not asked before.
     */
    boolean areIsolatedByStore() {
        return isolation() == Isolation.SERIALIZABLE;
    }

    /** Like {@link #areIsolatedByStore}, without a request to the server: false if it was not asked before. */
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
