package dev.velella.sink.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that only the user of this process can read or write a store. Folders get mode 700 and files mode 600,
 * whatever the umask. If the file system has no such modes, nothing is done. If a mode may not be changed, the log has
 * a warning. Stateless.
 */
public final class OwnerOnly {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private OwnerOnly() {}

    /** Makes a folder if it does not exist. At no moment can another user read the folder. */
    public static void directory(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent == null || view(Files.createDirectories(parent)) == null) {
                Files.createDirectories(folder);
                return;
            }
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        }
        set(folder, FOLDER);
    }

    /** Sets the mode of an existing file. */
    public static void file(Path file) throws IOException {
        set(file, FILE);
    }

    /** Sets the modes of an existing folder and of everything in it. */
    public static void tree(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> entries = Files.walk(folder)) {
            all = entries.toList();
        }
        for (Path entry : all) {
            if (!Files.isSymbolicLink(entry)) {
                set(entry, Files.isDirectory(entry) ? FOLDER : FILE);
            }
        }
    }

    private static void set(Path path, Set<PosixFilePermission> wanted) throws IOException {
        PosixFileAttributeView view = view(path);
        try {
            if (view != null && !view.readAttributes().permissions().equals(wanted)) {
                view.setPermissions(wanted);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} is gone", path); // such as a set that the store has just deleted
        } catch (IOException e) {
            LOG.warn("Others may be able to read or write {}: its mode cannot be changed: {}", path, e.toString());
        }
    }

    @SuppressWarnings("NullAway") // null where the file system has no such view
    private static PosixFileAttributeView view(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }
}
