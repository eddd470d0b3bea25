package dev.velella.sink.remote.rdf4j;

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
 * The entry of a transaction in the rows that it is about to change: by entries, one of two transactions on the same row wins
 * though the store would commit both.
 *
 * <p>An entry is written by a request of its own, before the transaction reads. So of two transactions the one that wrote
 * its entry later always finds the other's. Then one of both gives way, and the other waits until it has: one that takes the row
 * over goes before one that goes on as the owner, else the order of the entries decides. An entry that does not go away is of a
 * transaction that is slow or dead, and the server is told to end that. It cannot be committed then, however late the request
 * comes. Whether it was committed before is read afterwards.
 *
 * <p>With its changes, a transaction removes the entries that it found, its own too. Not thread-safe.
 */
final class WriterEntry {
    private static final String OWNER = "owner ";
    private static final String TAKE_OVER = "take-over ";
    private static final Pattern TRANSACTION_ID = Pattern.compile("[0-9A-Za-z_.-]+");
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    /** Attempts of one that takes over come to more than the patience. */
    private static final Duration ATTEMPT = Duration.ofMillis(300);

    private final Rivals rivals;
    private final Collection<IRI> rows;
    private final boolean takesOver;
    private final String entry;

    /** What one writer knows of the others, from transaction to transaction. Thread-safe. */
    static final class Rivals {
        private static final int REMEMBERED = 1_000;

        private final SparqlProtocol updates;
        private final Consumer<String> ending;
        private final Map<String, Long> firstSeen = new ConcurrentHashMap<>();

        /**
         * Knows nobody.
         *
         * @param updates where updates go that are no part of a transaction
         * @param ending has the server end the transaction of an id; returns when it is committed or will never be
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
     * Not written yet.
     *
     * @param rows that the transaction reads and changes
     * @param takesOver whether it changes who owns the rows
     * @throws IllegalArgumentException if the id is not one of RDF4J server
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

    /** Takes the entry out again, of a transaction that is rolled back. */
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
     * Sees to it that no other transaction is done on the rows beside this one.
     *
     * @param reading gives what is in each row now, also what was committed since it was called last
     * @return what is in the rows, which nobody else changes any more; empty if the transaction must not be committed
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
                    return Optional.empty(); // whoever took it out has ended this transaction
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

    /** Whether another one goes before this one. */
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
