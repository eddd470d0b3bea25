package dev.velella.record;

import dev.velella.dictionary.DictionaryUnavailableException;

/** A record names a dictionary that its reader does not find. The record itself may be right. */
public final class MissingDictionaryException extends DictionaryUnavailableException {
    private static final long serialVersionUID = 1L;

    /** What brings a dictionary back; for messages. */
    public static final String ADVICE =
            "a writer that still runs writes its dictionaries once more within a minute, and"
                    + " velella topic dictionaries copies them from another topic that has them";

    public MissingDictionaryException(String message) {
        super(message, null);
    }
}
