package dev.velella.sink.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The places of the stores in a directory: the store in use, a store that is built beside it, and old stores that were
 * replaced and kept. If a process ends between two steps, {@link #settle} later completes an exchange that had begun,
 * and deletes a store that was not finished. All places are in one directory, so files are renamed and never copied.
 *
 * <pre>
 *   directory/FILES                 in use
 *   directory/rebuild/FILES         is being built
 *   directory/rebuilt/FILES         is built, and takes the place of the one in use
 *   directory/kept-TIME/FILES       was in use before
 * </pre>
 *
 * <p>The journal of a history moves with the store that it belongs to. A store whose journal is another one begins a
 * new history, so a process may end between the two moves.
 */
public final class StorePlaces {
    /** Maximum number of old stores that are kept. When there are more, the oldest store is deleted. */
    public static final int MOST_KEPT = 3;

    private static final String KEPT = "kept-";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS");

    /** Name of the journal of a history, beside the files of a store that has one. */
    public static final String JOURNAL = "history.journal";

    private final Path directory;
    private final String files;

    /** @param files name of the file or folder that holds a store */
    public StorePlaces(Path directory, String files) {
        this.directory = directory;
        this.files = files;
    }

    /** The file or folder of the store in use. */
    public Path used() {
        return directory.resolve(files);
    }

    /** The place of a store that is being built. */
    public Path beside() {
        return directory.resolve("rebuild");
    }

    private Path rebuilt() {
        return directory.resolve("rebuilt");
    }

    /** Whether there is a store in use, or a complete store that will be in use. */
    public boolean holdsStore() {
        return Files.exists(used()) || Files.exists(rebuilt());
    }

    /** Completes or cleans up the work of an earlier process. Called after the start of a process. */
    public void settle() throws IOException {
        delete(beside());
        if (Files.exists(rebuilt())) {
            moveRebuilt();
        }
    }

    /** Makes an empty place for a store beside the one in use. */
    public Path clearBeside() throws IOException {
        delete(beside());
        OwnerOnly.directory(beside());
        return beside();
    }

    /**
     * Replaces the store in use with the new store. Neither of them may be open.
     *
     * @return new place of the store that was in use; empty if there was none
     */
    public Optional<Path> exchange() throws IOException {
        Files.move(beside(), rebuilt(), StandardCopyOption.ATOMIC_MOVE);
        return moveRebuilt();
    }

    private Optional<Path> moveRebuilt() throws IOException {
        Optional<Path> kept = Optional.empty();
        if (Files.exists(rebuilt().resolve(files))) {
            kept = keep();
            moveJournal(rebuilt(), directory);
            Files.move(rebuilt().resolve(files), used(), StandardCopyOption.ATOMIC_MOVE);
        }
        delete(rebuilt());
        return kept;
    }

    /**
     * Moves the store in use to a place for old stores. The store must not be open.
     *
     * @return new place of the store; empty if there was none
     */
    public Optional<Path> keep() throws IOException {
        if (!Files.exists(used())) {
            return Optional.empty();
        }
        Path kept = fresh();
        OwnerOnly.directory(kept);
        moveJournal(directory, kept);
        Files.move(used(), kept.resolve(files), StandardCopyOption.ATOMIC_MOVE);
        List<Path> all = kept();
        for (Path oldest : all.subList(0, Math.max(0, all.size() - MOST_KEPT))) {
            delete(oldest);
        }
        return Optional.of(kept);
    }

    private static void moveJournal(Path from, Path to) throws IOException {
        if (Files.exists(from.resolve(JOURNAL))) {
            Files.move(from.resolve(JOURNAL), to.resolve(JOURNAL), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private Path fresh() {
        LocalDateTime time = LocalDateTime.now(ZoneOffset.UTC);
        while (Files.exists(directory.resolve(KEPT + TIME.format(time)))) {
            time = time.plusNanos(1_000_000);
        }
        return directory.resolve(KEPT + TIME.format(time));
    }

    /** Places of the old stores that are kept, the oldest first. */
    List<Path> kept() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(KEPT))
                    .sorted()
                    .toList();
        }
    }

    /** Deletes a file, or a folder with all its content, if it exists. */
    public static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            List<Path> deepestFirst;
            try (Stream<Path> entries = Files.walk(tree)) {
                deepestFirst = entries.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path entry : deepestFirst) {
                Files.delete(entry);
            }
        }
    }
}
