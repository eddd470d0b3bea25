package dev.velella.outbox;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.rdf4j.common.transaction.IsolationLevel;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;

/** Transactions of all kinds over so few terms that writers meet. */
final class RandomTransactions {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final List<IsolationLevel> ISOLATED = List.of(
            IsolationLevels.READ_COMMITTED,
            IsolationLevels.SNAPSHOT_READ,
            IsolationLevels.SNAPSHOT,
            IsolationLevels.SERIALIZABLE);

    private final SplittableRandom random;
    private final List<IsolationLevel> levels;

    /** Of all levels of isolation. */
    RandomTransactions(long seed) {
        this(
                seed,
                Stream.concat(Stream.of(IsolationLevels.NONE), ISOLATED.stream())
                        .toList());
    }

    private RandomTransactions(long seed, List<IsolationLevel> levels) {
        random = new SplittableRandom(seed);
        this.levels = levels;
    }

    /** Of the levels that can be rolled back in every store. */
    static RandomTransactions isolated(long seed) {
        return new RandomTransactions(seed, ISOLATED);
    }

    /** One transaction, which may be rolled back. */
    void run(RepositoryConnection connection) {
        run(connection, reading -> {});
    }

    /**
     * One transaction, which may be rolled back.
     *
     * @param reader is called now and then in the transaction
     */
    void run(RepositoryConnection connection, Consumer<RepositoryConnection> reader) {
        IsolationLevel level = levels.get(random.nextInt(levels.size()));
        connection.begin(level);
        try {
            for (int left = 1 + random.nextInt(6); left > 0; left--) {
                step(connection);
                if (random.nextBoolean()) {
                    reader.accept(connection);
                }
            }
            if (random.nextInt(10) == 0) {
                connection.rollback();
            } else {
                connection.commit();
            }
        } catch (RepositoryException e) {
            connection.rollback();
            if (level != IsolationLevels.SERIALIZABLE) {
                throw e; // only these conflict
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            // RDF4J 5.2's MemoryStore has read beside a writer: it gets a list of statements before the list's length.
            connection.rollback();
        }
    }

    private void step(RepositoryConnection connection) {
        switch (random.nextInt(14)) {
            case 0, 1 -> connection.remove(subject(), predicate(), object(), graph());
            case 2 -> connection.remove(subject(), null, null);
            case 3 -> connection.remove((Resource) null, predicate(), object(), graph());
            case 4 ->
                connection
                        .prepareUpdate("DELETE WHERE { ?s <" + predicate() + "> <" + object() + "> }")
                        .execute();
            case 5 ->
                connection
                        .prepareUpdate("DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?g { ?s ?p <" + object()
                                + "> } } WHERE { GRAPH ?g { ?s ?p ?o FILTER(?o = <" + object() + ">) } }")
                        .execute();
            case 6 -> {
                if (random.nextInt(5) == 0) {
                    connection.clear(graph());
                }
            }
            case 7 -> connection.setNamespace("p" + random.nextInt(3), "urn:n" + random.nextInt(3));
            case 8 -> connection.removeNamespace("p" + random.nextInt(3));
            case 9 -> {
                Resource subject = subject();
                connection.add(subject, predicate(), object(), graph());
                connection.remove(subject, null, null);
            }
            default -> connection.add(subject(), predicate(), object(), graph());
        }
    }

    private Resource subject() {
        return VALUES.createIRI("urn:s" + random.nextInt(6));
    }

    private IRI predicate() {
        return VALUES.createIRI("urn:p" + random.nextInt(3));
    }

    private Value object() {
        return VALUES.createIRI("urn:o" + random.nextInt(4));
    }

    private Resource[] graph() {
        int n = random.nextInt(3);
        return n == 0 ? new Resource[] {null} : new Resource[] {VALUES.createIRI("urn:g" + n)};
    }
}
