package dev.velella.dictionary;

/** The place where readers find dictionaries. */
public interface DictionaryStore {
    /**
     * Stores a dictionary, and waits until it is durable. A dictionary that is there already changes nothing.
     *
     * @return whether it is durable; if not, no record may name it
     */
    boolean store(Dictionary dictionary);
}
