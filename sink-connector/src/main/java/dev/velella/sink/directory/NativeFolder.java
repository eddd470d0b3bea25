package dev.velella.sink.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.lwjgl.system.Configuration;

/**
 * The folder in which LWJGL unpacks the libraries of LMDB before it loads them. The default of LWJGL is a folder with a
 * known name in {@code java.io.tmpdir}. Any user may make this folder, and LWJGL loads a library from it if a check sum
 * fits, which any user can forge. Therefore LWJGL gets a new folder in the directory of the store, which only its owner
 * may use. If libraries cannot be loaded from there, LWJGL tries other places; for these it gets a folder name that
 * nobody can guess.
 *
 * <p>LWJGL loads its first library once in a class loader, after the directory of the first store was locked.
 */
public final class NativeFolder {
    private static boolean used;

    private NativeFolder() {}

    public static Path of(Path directory) {
        return directory.resolve("natives");
    }

    /** Sets the folder. Must be called before any other class of LWJGL or LMDB is used. */
    public static synchronized void use(Path directory) throws IOException {
        if (used) {
            return;
        }
        Path folder = of(directory);
        StorePlaces.delete(folder);
        OwnerOnly.directory(folder);
        Configuration.SHARED_LIBRARY_EXTRACT_PATH.set(folder.toAbsolutePath().toString());
        Configuration.SHARED_LIBRARY_EXTRACT_DIRECTORY.set("velella-" + UUID.randomUUID());
        used = true;
    }
}
