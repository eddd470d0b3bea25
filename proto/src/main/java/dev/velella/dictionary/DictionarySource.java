package dev.velella.dictionary;

import org.jspecify.annotations.Nullable;

/** The place where a reader finds the dictionaries that records name. */
public interface DictionarySource {
    /**
     * The dictionary of a name.
     *
     * @param name from 0 to 2^48 - 1
     * @return null if there is no dictionary of this name, or there are several
     * @throws DictionaryUnavailableException if the place cannot be read at the moment
     */
    @Nullable
    Dictionary find(long name);
}
