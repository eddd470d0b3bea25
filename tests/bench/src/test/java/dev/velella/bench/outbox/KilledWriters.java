package dev.velella.bench.outbox;

import dev.velella.bench.data.Terms;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;

/** A process with eight writers that prints each commit when the store has acknowledged it, until it is killed. */
public final class KilledWriters {
    private static final int WRITERS = 8;
    private static final int STATEMENTS = 10;

    private KilledWriters() {}

    /**
     * Kills such a process, and opens its store again.
     *
     * @param kind of {@link OutboxSuite#names}
     * @param each {@code plain} or {@code outbox}
     * @param acknowledged after so many commits the process is killed
     * @return how many acknowledged commits the store lacks
     */
    static int lost(String kind, String each, Path directory, int acknowledged) throws IOException {
        List<String> commits = new ArrayList<>();
        Files.createDirectories(directory);
        Process process = ChildJvm.start(
                KilledWriters.class, List.of("-Xmx1g"), List.of(kind, each, directory.toString()), Redirect.DISCARD);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null) {
                commits.add(line);
                if (commits.size() == acknowledged) {
                    process.destroyForcibly();
                }
                line = output.readLine();
            }
        } catch (IOException e) {
            if (commits.size() < acknowledged) {
                throw e;
            } // else the pipe broke in the kill
        } finally {
            process.destroyForcibly().onExit().join();
        }
        if (commits.size() < acknowledged) {
            throw new BenchmarkException("the writers ended by themselves after " + commits.size() + " commits");
        }
        int lost = 0;
        SailRepository store = open(kind, each, directory);
        try (RepositoryConnection connection = store.getConnection()) {
            for (String commit : commits) {
                if (commit.endsWith(";") && !connection.hasStatement(statement(commit, STATEMENTS - 1), false)) {
                    lost++;
                }
            }
        } finally {
            store.shutDown();
        }
        return lost;
    }

    /** Arguments: kind of the store, {@code plain} or {@code outbox}, directory. */
    public static void main(String[] arguments) {
        SailRepository store = open(arguments[0], arguments[1], Path.of(arguments[2]));
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            new Thread(() -> write(store, writer)).start();
        }
    }

    private static void write(SailRepository store, int writer) {
        try (RepositoryConnection connection = store.getConnection()) {
            for (int number = 0; ; number++) {
                String commit = writer + "-" + number + ";";
                connection.begin();
                if (number >= 20) {
                    connection.remove(statement(writer + "-" + (number - 20) + ";", 0));
                }
                for (int i = 0; i < STATEMENTS; i++) {
                    connection.add(statement(commit, i));
                }
                connection.commit();
                System.out.println(commit);
            }
        }
    }

    private static SailRepository open(String kind, String each, Path directory) {
        SailRepository store = each.equals("plain")
                ? new SailRepository(OutboxSuite.store(kind, directory.resolve("plain")))
                : OutboxSuite.outbox(kind, directory, each, true);
        store.init();
        return store;
    }

    private static Statement statement(String commit, int number) {
        return Terms.VALUES.createStatement(
                Terms.VALUES.createIRI("http://example.org/commit/" + commit),
                Terms.VALUES.createIRI("http://example.org/value"),
                Terms.VALUES.createLiteral(commit + number));
    }
}
