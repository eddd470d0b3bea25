package org.eclipse.rdf4j.sail.lmdb;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.util.lmdb.LMDB;
import org.lwjgl.util.lmdb.MDBEnvInfo;

/** Counts the places for readers of the values of a store. LMDB has 126 of them, and gives away the lowest free one. */
public final class ReaderPlaces {
    private ReaderPlaces() {}

    /** The number of places that were ever in use at the same time, since the store was opened. */
    public static int most(LmdbStore opened) {
        ValueStore values = (ValueStore) opened.getBackingStore().getValueFactory();
        long environment = (Long) PrivateFields.read(PrivateFields.field(ValueStore.class, "env"), values);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            MDBEnvInfo info = MDBEnvInfo.malloc(stack);
            LMDB.mdb_env_info(environment, info);
            return info.me_numreaders();
        }
    }
}
