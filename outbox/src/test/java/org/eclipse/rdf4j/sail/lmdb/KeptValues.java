package org.eclipse.rdf4j.sail.lmdb;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Keeps the file of values as it is when an LmdbStore is about to commit statements: RDF4J writes its prefixes at that moment. A kill
 * after the commit of the statements would leave this file of values.
 */
public final class KeptValues extends NamespaceStore {
    private final Path file;
    private final Path copy;

    private KeptValues(File store, Path copy) throws IOException {
        super(store);
        file = store.toPath().resolve("values").resolve("data.mdb");
        this.copy = copy;
    }

    /** Lets an open store write copies of its file of values; the last one stays. */
    public static KeptValues of(LmdbStore open, Path copy) throws IOException {
        KeptValues kept = new KeptValues(open.getDataDir(), copy);
        try {
            Field prefixes = LmdbSailStore.class.getDeclaredField("namespaceStore");
            prefixes.setAccessible(true);
            prefixes.set(open.getBackingStore(), kept);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return kept;
    }

    @Override
    public void sync() throws IOException {
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        super.sync();
    }

    /** Puts the copy in the place of the values of the store, which is closed: it is as after a kill. */
    public void restore() {
        try {
            Files.copy(copy, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
