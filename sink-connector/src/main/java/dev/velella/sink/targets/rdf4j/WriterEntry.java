package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.SparqlProtocol;
import dev.velella.sink.store.SystemGraph;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;

/**
 * The entry of a transaction in the rows that it will change. With entries, only one of two transactions on the same
 * row wins, although the store would commit both.
 *
 * <p>An entry is written by a request of its own, before the transaction reads. So of two transactions, the transaction
 * that wrote its entry later always finds the entry of the earlier transaction. The two transactions follow these
 * rules:
 * <ul>
 * <li>A transaction that takes over the row has priority over a transaction of the present owner. Otherwise the order
 *     of the entries decides.
 * <li>The transaction with the lower priority gives up, and the transaction with priority waits until this has
 *     happened.
 * <li>If an entry does not disappear, its transaction is slow or dead, and the server is asked to end this transaction.
 *     After that it cannot be committed, even if its commit request arrives later. Whether it was committed before is
 *     then read from the rows.
 * </ul>
 *
 * <p>Together with its changes, a transaction removes all entries that it found, including its own entry. Not
 * thread-safe.
 */
final class WriterEntry {
    private static final String OWNER = "owner ";
    private static final String TAKE_OVER = "take-over ";
    private static final Pattern TRANSACTION_ID = Pattern.compile("[0-9A-Za-z_.-]+");
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    /** Wait after a failed attempt to take over. All attempts together take longer than {@link #PATIENCE}. */
    private static final Duration ATTEMPT = Duration.ofMillis(300);

    private final Rivals rivals;
    private final Collection<IRI> rows;
    private final boolean takesOver;
    private final String entry;

    /** The knowledge of a writer about other writers, kept from transaction to transaction. Thread-safe. */
    static final class Rivals {
        private static final int REMEMBERED = 1_000;

        private final SparqlProtocol updates;
        private final Consumer<String> ending;
        private final Map<String, Long> firstSeen = new ConcurrentHashMap<>();

        /**
         * Knows no other writers at first.
         *
         * @param updates sends updates outside of transactions
         * @param ending asks the server to end the transaction with an id; returns when the transaction is committed or
         *     will never be
         */
        Rivals(SparqlProtocol updates, Consumer<String> ending) {
            this.updates = updates;
            this.ending = ending;
        }

        private boolean isSlow(String rival) {
            long now = System.nanoTime();
            if (firstSeen.size() > REMEMBERED) {
                firstSeen.clear();
            }
            return now - firstSeen.computeIfAbsent(rival, unknown -> now) > PATIENCE.toNanos();
        }

        private void end(String rival) {
            ending.accept(rival.substring(rival.indexOf(' ') + 1));
        }
    }

    /**
     * Makes an entry, but does not write it yet.
     *
     * @param rows rows that the transaction reads and changes
     * @param takesOver whether the transaction changes the owner of the rows
     * @throws IllegalArgumentException if the id is not an id of RDF4J server
     */
    WriterEntry(Rivals rivals, String transactionId, Collection<IRI> rows, boolean takesOver) {
        if (!TRANSACTION_ID.matcher(transactionId).matches()) {
            throw new IllegalArgumentException("not an id of a transaction: " + transactionId);
        }
        this.rivals = rivals;
        this.rows = List.copyOf(rows);
        this.takesOver = takesOver;
        this.entry = (takesOver ? TAKE_OVER : OWNER) + transactionId;
    }

    /** Writes the entry into every row. */
    void write() {
        update("announce a transaction", "INSERT DATA");
    }

    /** Removes the entry of a transaction that is rolled back. */
    void withdraw() {
        update("withdraw a transaction", "DELETE DATA");
    }

    private void update(String purpose, String operation) {
        String triples = rows.stream()
                .map(row -> "<" + row + "> <" + SystemGraph.WRITER + "> \"" + entry + "\"")
                .collect(Collectors.joining(" . "));
        String update = operation + " { GRAPH <" + SystemGraph.GRAPH + "> { " + triples + " } }";
        rivals.updates.update(purpose, update.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes sure that no other transaction on the rows is committed beside this transaction.
     *
     * @param reading reads the present statements of each row, including statements that were committed since its last
     *     call
     * @return the statements of the rows, which nobody else can change any more; empty if this transaction must not be
     *     committed
     */
    Optional<Map<IRI, List<Statement>>> prevails(Supplier<Map<IRI, List<Statement>>> reading) {
        Set<String> ended = new HashSet<>();
        while (true) {
            Map<IRI, List<Statement>> found = reading.get();
            Set<String> others = new HashSet<>();
            for (List<Statement> row : found.values()) {
                Set<String> entries = row.stream()
                        .filter(WriterEntry::isOne)
                        .map(statement -> statement.getObject().stringValue())
                        .collect(Collectors.toSet());
                if (!entries.remove(entry)) {
                    return Optional.empty(); // the writer that removed the entry has ended this transaction
                }
                others.addAll(entries);
            }
            others.removeAll(ended);
            if (others.isEmpty()) {
                return Optional.of(found);
            }
            Map<Boolean, List<String>> slow = others.stream().collect(Collectors.partitioningBy(rivals::isSlow));
            slow.getOrDefault(true, List.of()).forEach(rivals::end);
            ended.addAll(slow.getOrDefault(true, List.of()));
            if (slow.getOrDefault(false, List.of()).stream().anyMatch(this::isAfter)) {
                if (takesOver) {
                    pause(ATTEMPT);
                }
                return Optional.empty();
            }
            pause(LOOK_AGAIN);
        }
    }

    /** Whether a statement of the system graph is the entry of a transaction. */
    static boolean isOne(Statement statement) {
        return SystemGraph.WRITER.equals(statement.getPredicate());
    }

    /** Whether another transaction has priority over this transaction. */
    private boolean isAfter(String other) {
        boolean otherTakesOver = other.startsWith(TAKE_OVER);
        return takesOver == otherTakesOver ? other.compareTo(entry) < 0 : otherTakesOver;
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while another transaction was to end", e, Duration.ZERO);
        }
    }
}
