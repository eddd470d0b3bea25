package dev.velella.sink.versions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows on a disk, sorted by their keys byte by byte, as one transaction sees them. Closing the rows ends a transaction
 * that only reads. Used by one thread.
 */
public interface KeyedRows extends AutoCloseable {
    /** The value of a key; null if there is none. */
    byte @Nullable [] get(byte[] key);

    /** The first keys that are not below one key and below another one, in order. */
    List<byte[]> keys(byte[] from, byte[] before, int most);

    /** Sets the value of a key. */
    void put(byte[] key, byte[] value);

    /** Deletes a key, if it is there. */
    void delete(byte[] key);

    @Override
    void close();
}
