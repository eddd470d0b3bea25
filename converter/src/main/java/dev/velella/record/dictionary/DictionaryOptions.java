package dev.velella.record.dictionary;

import dev.velella.kit.options.Option;

/** The options of the topic of dictionaries. Stateless and thread-safe. */
public final class DictionaryOptions {
    /** Name of the topic unless the options say another. */
    public static final String DEFAULT_TOPIC = "velella-dictionaries";

    /** Topic of the dictionaries on which records build. */
    public static final Option<String> TOPIC = topic("jelly.dictionaries.topic");

    private DictionaryOptions() {}

    /** The option under another name. */
    public static Option<String> topic(String name) {
        return Option.text(name)
                .byDefault(DEFAULT_TOPIC)
                .medium()
                .doc(
                        "Topic of the dictionaries on which records of jelly.mode=dictionary build. Writers and readers of a"
                                + " topic must name the same one; any number of topics may share it. A writer creates it if it is"
                                + " missing, with one partition and cleanup.policy=compact. If a dictionary is deleted, the"
                                + " records that build on it cannot be read any more.");
    }
}
