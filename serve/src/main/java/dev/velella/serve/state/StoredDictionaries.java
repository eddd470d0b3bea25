package dev.velella.serve.state;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryStore;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.RocksIterator;

/**
 * The dictionaries on which the stored graphs build. A dictionary is on disk before a graph names it. There are few: when the
 * store is opened, those that no graph names are removed, and beyond a bound no more are taken. Thread-safe.
 */
public final class StoredDictionaries implements DictionaryStore, StoredGraph.Dictionaries {
    private static final int MOST = 64;
    private static final int KEPT_UNUSED = 8;

    private final GraphStore store;
    private final Map<Long, Dictionary> known = new ConcurrentHashMap<>();

    StoredDictionaries(GraphStore store) {
        this.store = store;
    }

    /** Reads the dictionaries. */
    void load() {
        store.read(() -> {
            try (RocksIterator rows = store.db().newIterator(store.dictionaries())) {
                for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                    Dictionary dictionary = Dictionary.of(rows.value());
                    known.put(dictionary.name(), dictionary);
                }
                rows.status();
            }
            if (known.size() > KEPT_UNUSED) {
                removeUnused();
            }
            return true;
        });
    }

    private void removeUnused() throws org.rocksdb.RocksDBException {
        Set<Long> used = new HashSet<>();
        try (RocksIterator rows = store.db().newIterator(store.graphs())) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                Dictionary dictionary = StoredGraph.of("", rows.value(), this).dictionary();
                if (dictionary != null) {
                    used.add(dictionary.name());
                }
            }
            rows.status();
        }
        for (Long name : Set.copyOf(known.keySet())) {
            if (!used.contains(name)) {
                store.db().delete(store.dictionaries(), key(name));
                known.remove(name);
            }
        }
    }

    void clear() {
        known.clear();
    }

    @Override
    public boolean store(Dictionary dictionary) {
        Dictionary there = known.get(dictionary.name());
        if (there != null) {
            return there.equals(dictionary);
        }
        if (known.size() >= MOST) {
            return false;
        }
        store.read(() -> {
            store.db().put(store.dictionaries(), key(dictionary.name()), dictionary.frame());
            return true;
        });
        known.put(dictionary.name(), dictionary);
        return true;
    }

    @Override
    public Dictionary get(long name) {
        Dictionary found = known.get(name);
        if (found == null) {
            throw new StoreException(
                    "a stored graph builds on dictionary " + Dictionary.text(name)
                            + ", which is not there; remove the directory of the state, and the service builds it again",
                    null);
        }
        return found;
    }

    private static byte[] key(long name) {
        return ByteBuffer.allocate(8).putLong(name).array();
    }
}
