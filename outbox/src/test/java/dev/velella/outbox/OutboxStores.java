package dev.velella.outbox;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.fixture.ShortLivedJvm;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.eclipse.rdf4j.sail.nativerdf.NativeStore;

/** Stores with outboxes, and readers of them. */
final class OutboxStores {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private OutboxStores() {}

    static NotifyingSail store(String kind, Path directory) {
        return switch (kind) {
            case "memory" -> {
                MemoryStore memory = new MemoryStore(directory.toFile());
                memory.setPersist(true);
                memory.setSyncDelay(0);
                yield memory;
            }
            case "native" -> new NativeStore(directory.toFile());
            case "lmdb" -> new LmdbStore(directory.toFile(), new LmdbStoreConfig());
            default -> throw new IllegalArgumentException(kind);
        };
    }

    static SailRepository repository(String kind, Path scratch, OutboxSettings settings) {
        SailRepository repository = new SailRepository(
                new OutboxSail(store(kind, scratch.resolve("store")), settings.in(scratch.resolve("outbox"))));
        repository.init();
        return repository;
    }

    /**
     * Opens a store that was not closed, as an operator does. RDF4J's NativeStore may be damaged by a kill or a full disk: then it is
     * refused, and its backup takes its place.
     */
    static SailRepository restart(String kind, Path scratch) throws IOException {
        try {
            return repository(kind, scratch, OutboxSettings.DEFAULT);
        } catch (RepositoryException | SailException e) {
            if (!kind.equals("native")) {
                throw e;
            }
            Path store = scratch.resolve("store").toRealPath();
            delete(store);
            copy(scratch.resolve("backup"), store);
            return repository(kind, scratch, OutboxSettings.DEFAULT);
        }
    }

    /** Makes the backup of a store that is closed. */
    static void backUp(Path scratch) throws IOException {
        copy(scratch.resolve("store").toRealPath(), scratch.resolve("backup"));
    }

    /** A process of tests, with the class path of this one; its errors are in its output. */
    static Process start(Class<?> main, List<String> arguments) throws IOException {
        List<String> options =
                List.of("-XX:ErrorFile=/dev/null", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", main.getName());
        return ShortLivedJvm.process(
                        256, Stream.concat(options.stream(), arguments.stream()).toArray(String[]::new))
                .redirectErrorStream(true)
                .start();
    }

    static OutboxPosition position(RepositoryConnection connection) {
        return OutboxPosition.parse(
                ask(connection, OutboxTerms.GRAPH, OutboxTerms.STATE).get(0));
    }

    static List<String> ask(RepositoryConnection connection, IRI request, IRI predicate) {
        List<String> found = new ArrayList<>();
        connection.getStatements(request, null, null, false, OutboxTerms.GRAPH).forEach(statement -> {
            if (statement.getPredicate().equals(predicate)) {
                found.add(statement.getObject().stringValue());
            }
        });
        return found;
    }

    /** Statements that are in one of two sets alone, with the name of the set. */
    static List<String> differences(Set<Statement> replica, Set<Statement> store) {
        List<String> differences = new ArrayList<>();
        replica.stream().filter(each -> !store.contains(each)).forEach(each -> differences.add("replica " + each));
        store.stream().filter(each -> !replica.contains(each)).forEach(each -> differences.add("store " + each));
        return differences;
    }

    /** Reads what a reader at a number has not yet read, and applies it to its statements; returns the new number. */
    static long follow(RepositoryConnection connection, long from, Set<Statement> replica) {
        long number = from;
        long hash = GraphHash.ofSet(replica);
        while (true) {
            List<String> parts = ask(connection, OutboxTerms.after(number), OutboxTerms.PART);
            if (parts.isEmpty()) {
                return number;
            }
            for (String text : parts) {
                CommittedPart part = CommittedPart.parse(text);
                if (part.part() == 1 && (part.number() != number + 1 || part.before() != hash)) {
                    throw new AssertionError("commit " + part.number() + " does not follow " + number);
                }
                hash += apply(part.frame(), replica);
                number = part.number();
                if (part.part() == part.parts() && part.after() != hash) {
                    throw new AssertionError("commit " + number + " does not lead to its hash");
                }
            }
        }
    }

    /** Applies a patch, each of whose rows must change something. */
    static long apply(byte[] frame, Set<Statement> replica) {
        long change = 0;
        for (PatchOperation row :
                new JellyPatchDecoder(VALUES, Limits.DEFAULT).decode(frame).operations()) {
            if (row instanceof PatchOperation.Add add) {
                if (!replica.add(plain(add.statement()))) {
                    throw new AssertionError("added twice: " + add);
                }
                change += GraphHash.of(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                if (!replica.remove(plain(delete.statement()))) {
                    throw new AssertionError("deleted twice: " + delete);
                }
                change -= GraphHash.of(delete.statement());
            }
        }
        return change;
    }

    static Set<Statement> contents(RepositoryConnection connection) {
        Set<Statement> all = new HashSet<>();
        connection.getStatements(null, null, null, false).forEach(statement -> all.add(plain(statement)));
        return all;
    }

    /** A statement whose equality regards the graph. */
    private static Statement plain(Statement statement) {
        return VALUES.createStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), statement.getContext());
    }

    static void copy(Path from, Path to) throws IOException {
        delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
