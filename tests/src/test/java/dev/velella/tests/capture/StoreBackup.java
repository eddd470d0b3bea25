package dev.velella.tests.capture;

import dev.velella.tests.remote.ServedRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the files of a captured repository, without its outbox. Its server must not run while it is made or restored. */
final class StoreBackup {
    private final Path repository;
    private final Path copy;

    private StoreBackup(Path repository, Path copy) {
        this.repository = repository;
        this.copy = copy;
    }

    /** Makes a copy of a repository that is somewhere in the directory of its server. */
    static StoreBackup make(Path server, ServedRepository repository, Path copy) throws IOException {
        try (Stream<Path> all = Files.walk(server)) {
            Path found = all.filter(path -> path.endsWith(repository.toString()))
                    .findFirst()
                    .orElseThrow();
            copy(found, copy);
            return new StoreBackup(found, copy);
        }
    }

    /** Puts the copy in the place of the store, and leaves the outbox as it is. */
    void restore() throws IOException {
        try (Stream<Path> all = Files.walk(repository)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (isStore(repository, path)) {
                    Files.delete(path);
                }
            }
        }
        copy(copy, repository);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> all = Files.walk(from)) {
            List<Path> files = all.filter(path -> isStore(from, path)).toList();
            for (Path path : files) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    private static boolean isStore(Path directory, Path path) {
        return !path.equals(directory)
                && !directory.relativize(path).startsWith("outbox")
                && !path.endsWith("config.ttl");
    }
}
