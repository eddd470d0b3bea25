package org.eclipse.rdf4j.sail.lmdb;

import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.field;
import static org.eclipse.rdf4j.sail.lmdb.PrivateFields.read;

import dev.velella.sink.versions.KeyedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.lmdb.LMDB;
import org.lwjgl.util.lmdb.MDBVal;

/**
 * The rows of a history in a table of its own, in the LMDB environment that has the statements of an {@link LmdbStore}.
 * So a transaction of the store holds statements and history, and is there as a whole or not at all.
 *
 * <p>This class is in RDF4J's package because the environment is not accessible from outside. RDF4J 5.2 keeps it in
 * private fields, which are read by reflection. Rows that read may be used beside each other; the caller must make sure
 * that nobody uses rows after the store was closed.
 */
public final class HistoryRows {
    private static final String TABLE = "velella-history";

    private final TripleStore statements;
    private final Field writing;
    private final long environment;
    private final int table;

    /**
     * @param opened an initialised store
     * @throws IOException if the table cannot be opened
     */
    public HistoryRows(LmdbStore opened) throws IOException {
        statements = (TripleStore) read(field(LmdbSailStore.class, "tripleStore"), opened.getBackingStore());
        environment = (Long) read(field(TripleStore.class, "env"), statements);
        writing = field(TripleStore.class, "writeTxn");
        table = LmdbUtil.openDatabase(environment, TABLE, LMDB.MDB_CREATE, null);
    }

    /** Begins a transaction that reads. */
    public KeyedRows reading() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer pointer = stack.mallocPointer(1);
            check(LMDB.mdb_txn_begin(environment, MemoryUtil.NULL, LMDB.MDB_RDONLY, pointer));
            return new Rows(pointer.get(0), true);
        }
    }

    /** The rows in the transaction that the store has begun to write. */
    public KeyedRows writing() {
        return new Rows((Long) read(writing, statements), false);
    }

    private static void check(int status) {
        try {
            LmdbUtil.E(status);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Rows implements KeyedRows {
        private final boolean isOwn;
        private long transaction;

        Rows(long transaction, boolean isOwn) {
            this.transaction = transaction;
            this.isOwn = isOwn;
        }

        private long transaction() {
            if (transaction == MemoryUtil.NULL) {
                throw new IllegalStateException("the transaction has ended");
            }
            return transaction;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                MDBVal found = MDBVal.malloc(stack);
                int status = LMDB.mdb_get(transaction(), table, value(stack, key), found);
                if (status == LMDB.MDB_NOTFOUND) {
                    return null;
                }
                check(status);
                return bytes(found);
            }
        }

        @Override
        public List<byte[]> keys(byte[] from, byte[] before, int most) {
            List<byte[]> keys = new ArrayList<>();
            try (MemoryStack stack = MemoryStack.stackPush()) {
                PointerBuffer pointer = stack.mallocPointer(1);
                check(LMDB.mdb_cursor_open(transaction(), table, pointer));
                long cursor = pointer.get(0);
                try {
                    MDBVal key = value(stack, from);
                    MDBVal found = MDBVal.malloc(stack);
                    int status = LMDB.mdb_cursor_get(cursor, key, found, LMDB.MDB_SET_RANGE);
                    while (status != LMDB.MDB_NOTFOUND && keys.size() < most) {
                        check(status);
                        byte[] at = bytes(key);
                        if (Arrays.compareUnsigned(at, before) >= 0) {
                            break;
                        }
                        keys.add(at);
                        status = LMDB.mdb_cursor_get(cursor, key, found, LMDB.MDB_NEXT);
                    }
                } finally {
                    LMDB.mdb_cursor_close(cursor);
                }
            }
            return keys;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                MDBVal room = MDBVal.calloc(stack).mv_size(value.length);
                check(LMDB.mdb_put(transaction(), table, value(stack, key), room, LMDB.MDB_RESERVE));
                ByteBuffer bytes = room.mv_data();
                if (bytes != null) {
                    bytes.put(value);
                }
            }
        }

        @Override
        public void delete(byte[] key) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                int status = LMDB.mdb_del(transaction(), table, value(stack, key), null);
                if (status != LMDB.MDB_NOTFOUND) {
                    check(status);
                }
            }
        }

        private static MDBVal value(MemoryStack stack, byte[] bytes) {
            return MDBVal.malloc(stack).mv_data(stack.bytes(bytes));
        }

        private static byte[] bytes(MDBVal found) {
            ByteBuffer data = found.mv_data();
            byte[] bytes = new byte[data == null ? 0 : data.remaining()];
            if (data != null) {
                data.get(bytes);
            }
            return bytes;
        }

        @Override
        public void close() {
            if (isOwn && transaction != MemoryUtil.NULL) {
                LMDB.mdb_txn_abort(transaction);
                transaction = MemoryUtil.NULL;
            }
        }
    }
}
