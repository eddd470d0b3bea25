package dev.velella.sink.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.lwjgl.system.Configuration;

/**
 * Where LWJGL unpacks the libraries of LMDB before it loads them. By itself it takes a folder of a known name in
 * {@code java.io.tmpdir}, which anybody may make, and loads what it finds there if a check sum fits that anybody can
 * make fit. So it gets a folder of the store, made anew and for its owner alone; and for places that it may try next, where
 * libraries cannot be loaded from there, a name that nobody knows before.
 *
 * <p>LWJGL is asked for its first library once in a class loader, after the directory of its first store was locked.
 */
public final class NativeFolder {
    private static boolean used;

    private NativeFolder() {}

    public static Path of(Path directory) {
        return directory.resolve("natives");
    }

    /** To be called before any other class of LWJGL or of LMDB is used. */
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
