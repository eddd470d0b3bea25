package dev.velella.dictionary;

/** The place where readers find dictionaries. */
public interface DictionaryStore {
    /** Whether dictionaries may be stored yet. Until they may, frames are self-contained. */
    default boolean isReady() {
        return true;
    }

    /**
     * Stores a dictionary, and waits until it is durable. A dictionary that is there already changes nothing.
     *
     * @return whether it is durable; if not, no record may name it
     */
    boolean store(Dictionary dictionary);

    /**
     * Whether readers still find a dictionary that was stored, as far as the store knows. A store that looks after its
     * place from time to time may begin to look now. Asked for each frame, so it answers at once.
     */
    default boolean holds(Dictionary dictionary) {
        return true;
    }
}
