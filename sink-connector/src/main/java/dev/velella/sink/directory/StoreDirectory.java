package dev.velella.sink.directory;

import dev.velella.sink.error.StoreFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the directory of an embedded store without opening the store. Stateless. */
public final class StoreDirectory {
    /** Name of a file that contains the name of the connector which used the directory last. */
    private static final String CONNECTOR_FILE = "velella.connector";

    private StoreDirectory() {}

    /**
     * Says why the store of a connector cannot be in a directory; empty if it can. Makes and changes nothing.
     *
     * @param directory directory in the configuration
     * @param target kind of the wanted store
     * @param files for each kind of store, the name of the file or folder that holds such a store in a directory
     * @param connector name of the connector; a running task of this connector is no obstacle
     */
    public static Optional<String> fault(String directory, String target, Map<String, String> files, String connector) {
        Path path;
        try {
            path = Path.of(directory).toAbsolutePath();
        } catch (InvalidPathException e) {
            return Optional.of("not a path: " + e.getMessage());
        }
        return notWritable(path, files.values())
                .or(() -> otherKind(path, target, files))
                .or(() -> inUse(path, connector));
    }

    private static Optional<String> notWritable(Path path, Collection<String> files) {
        Path existing = path;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing)) {
            return Optional.of(
                    existing == null ? "no part of the path exists" : existing + " exists and is not a directory");
        }
        List<Path> places = new ArrayList<>(List.of(existing));
        files.forEach(name -> places.add(path.resolve(name)));
        for (Path place : places) {
            if (Files.exists(place) && !Files.isWritable(place)) {
                return Optional.of(place + " is not writable for the worker's user");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> otherKind(Path path, String target, Map<String, String> files) {
        return files.keySet().stream()
                .filter(kind -> !kind.equals(target) && Files.exists(path.resolve(files.get(kind))))
                .findFirst()
                .map(kind -> path + " holds a store of target=" + kind + "; give target=" + target
                        + " a directory of its own, in which the store is built from the beginning of the topics");
    }

    private static Optional<String> inUse(Path path, String connector) {
        try {
            if (!DirectoryLock.isHeld(path)) {
                return Optional.empty();
            }
            String holder = connector(path);
            return holder.isEmpty() || holder.equals(connector)
                    ? Optional.empty() // an older store without this file, or the connector's own store
                    : Optional.of(path + " is in use by connector " + holder
                            + "; one directory serves one running connector. Give this one a directory of its own");
        } catch (IOException e) {
            return Optional.of(path + " cannot be read: " + e);
        }
    }

    /** Whether a task of a connector uses the directory at the moment, as far as this process can see. */
    public static boolean isInUseBy(String directory, String connector) {
        try {
            Path path = Path.of(directory).toAbsolutePath();
            return DirectoryLock.isHeld(path) && connector(path).equals(connector);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /**
     * Notes the connector that uses the directory, for {@link #fault}. The caller must have opened the store.
     *
     * @throws StoreFailedException if the directory cannot be written
     */
    public static void note(Path directory, String connector) {
        try {
            if (!connector(directory).equals(connector)) {
                Files.writeString(directory.resolve(CONNECTOR_FILE), connector, StandardCharsets.UTF_8);
                OwnerOnly.file(directory.resolve(CONNECTOR_FILE));
            }
        } catch (IOException e) {
            throw new StoreFailedException("cannot write into " + directory + ": " + e, e);
        }
    }

    private static String connector(Path directory) throws IOException {
        Path file = directory.resolve(CONNECTOR_FILE);
        return Files.exists(file)
                ? Files.readString(file, StandardCharsets.UTF_8).strip()
                : "";
    }
}
