package org.eclipse.rdf4j.sail.lmdb;

import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.field;
import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.read;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Set;
import java.util.zip.CRC32;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.util.lmdb.LMDB;
import org.lwjgl.util.lmdb.MDBVal;

/**
 * Values of an {@link LmdbStore} that share a hash of 32 bits. RDF4J 5.2.0 finds longer values by such a hash. When it frees one of two
 * values of one hash, it also takes away the way from the other value to its number: no look-up finds the statements of that value
 * any more, and they cannot be deleted. Among a million values there are about a hundred such pairs. Therefore values that have a
 * twin are never freed.
 */
final class HashTwins {
    private static final Field ENTRIES = field(ValueStore.class, "dbi");
    private static final Field TRANSACTION = field(ValueStore.class, "writeTxn");
    /** Longest value that is found by itself. */
    private static final int SHORT = 16;
    /** Begin of the keys of the second and further values of a hash. */
    private static final byte FURTHER = 6;

    private HashTwins() {}

    /** Takes the values that have a twin out of a set of values that are to be freed. The store is in a transaction. */
    static void keep(ValueStore values, Set<Long> unused) throws IOException {
        for (Iterator<Long> ids = unused.iterator(); ids.hasNext(); ) {
            byte[] data = values.getData(ids.next());
            if (data != null && data.length > SHORT && hasTwin(values, data)) {
                ids.remove();
            }
        }
    }

    private static boolean hasTwin(ValueStore values, byte[] data) throws IOException {
        CRC32 hash = new CRC32();
        hash.update(data);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            ByteBuffer prefix = stack.malloc(1 + Long.BYTES + 1);
            prefix.put(FURTHER);
            Varint.writeUnsigned(prefix, hash.getValue());
            prefix.flip();
            PointerBuffer opened = stack.mallocPointer(1);
            LmdbUtil.E(LMDB.mdb_cursor_open((Long) read(TRANSACTION, values), (Integer) read(ENTRIES, values), opened));
            long cursor = opened.get(0);
            try {
                MDBVal key = MDBVal.calloc(stack).mv_data(prefix);
                MDBVal entry = MDBVal.calloc(stack);
                if (LMDB.mdb_cursor_get(cursor, key, entry, LMDB.MDB_SET_RANGE) != LMDB.MDB_SUCCESS) {
                    return false;
                }
                ByteBuffer found = key.mv_data();
                return found.remaining() >= prefix.remaining()
                        && found.slice().limit(prefix.remaining()).equals(prefix);
            } finally {
                LMDB.mdb_cursor_close(cursor);
            }
        }
    }
}
