package dev.velella.outbox;

import dev.velella.fixture.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;

/**
 * A process that commits until its disk is full. It prints the number of each acknowledged commit, why the next one is refused, why the
 * one after that, and how a third one goes when there is room again.
 */
final class OutboxFullDiskWriter {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int STATEMENTS = 150;
    private static final int COMMITS_BESIDE_READER = 40;

    private OutboxFullDiskWriter() {}

    /** Arguments: kind of the store, directory, small disk, bytes that are free on it, whether commits are made beside a reader. */
    public static void main(String[] arguments) throws IOException {
        SailRepository repository =
                OutboxStores.repository(arguments[0], Path.of(arguments[1]), OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = repository.getConnection()) {
            long number = OutboxStores.position(connection).number() + 1;
            write(connection, number);
            SmallDisk.fill(Path.of(arguments[2]), Long.parseLong(arguments[3]));
            if (Boolean.parseBoolean(arguments[4])) {
                number = writeBesideReader(repository, connection, number);
                SmallDisk.empty(Path.of(arguments[2]));
            }
            try {
                while (true) {
                    number++;
                    write(connection, number);
                }
            } catch (RepositoryException e) {
                System.out.println("refused: " + e.getMessage());
            }
            tryOnce(connection, number + 1, "and then: ");
            SmallDisk.empty(Path.of(arguments[2]));
            tryOnce(connection, number + 2, "with room: ");
        }
        Runtime.getRuntime().halt(0); // as a server that is killed: closing the store is another story
    }

    /** The store keeps these commits in memory; it cannot write them when the reader ends, and tells only the reader. */
    private static long writeBesideReader(SailRepository repository, RepositoryConnection connection, long last) {
        long number = last;
        try (RepositoryConnection reading = repository.getConnection()) {
            RepositoryResult<Statement> reader = reading.getStatements(null, null, null);
            System.out.println("reading: " + reader.next());
            for (int i = 0; i < COMMITS_BESIDE_READER; i++) {
                number++;
                write(connection, number);
            }
            reader.close();
        } catch (RepositoryException e) {
            System.out.println("reader: " + e.getMessage());
        }
        return number;
    }

    private static void tryOnce(RepositoryConnection connection, long number, String prefix) {
        try {
            write(connection, number);
        } catch (RepositoryException e) {
            System.out.println(prefix + e.getMessage());
        }
    }

    /** Adds new statements, and removes some of older ones. */
    static void write(RepositoryConnection connection, long number) {
        if (connection.isActive()) {
            connection.rollback();
        }
        connection.begin();
        for (int i = 0; i < STATEMENTS; i++) {
            if (i % 19 == 0) {
                connection.remove(statement(number - 3, i));
            }
            connection.add(statement(number, i));
        }
        connection.commit();
        System.out.println(OutboxStores.position(connection).number());
    }

    private static Statement statement(long commit, int number) {
        return VALUES.createStatement(
                VALUES.createIRI("http://example.org/commit/" + commit),
                VALUES.createIRI("http://example.org/value"),
                VALUES.createLiteral("value " + number + " of commit " + commit));
    }
}
