package dev.velella.bench.record;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionarySource;
import dev.velella.dictionary.DictionaryStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All dictionaries of this process, in the place of their topic. Thread-safe. */
public final class DictionaryShelf implements DictionaryStore, DictionarySource {
    /** The only one. */
    public static final DictionaryShelf SHELF = new DictionaryShelf();

    private final Map<Long, Dictionary> dictionaries = new ConcurrentHashMap<>();

    private DictionaryShelf() {}

    @Override
    public boolean store(Dictionary dictionary) {
        dictionaries.put(dictionary.name(), dictionary);
        return true;
    }

    @Override
    public @Nullable Dictionary find(long name) {
        return dictionaries.get(name);
    }
}
