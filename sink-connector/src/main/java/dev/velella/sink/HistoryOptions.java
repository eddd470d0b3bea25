package dev.velella.sink;

import dev.velella.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The option of the sink for the case that store and topics do not fit each other any more. */
final class HistoryOptions {
    /** What to do then. */
    static final String ON_LOST_HISTORY_CONFIG = "on.lost.history";

    private static final String ON_LOST_HISTORY_DOC =
            "What to do when the store cannot go on from where it stands. 'fail': the task fails and says what is lost."
                    + " 'rebuild': an empty store takes the place of this one, and is built from the beginning of the"
                    + " topics as they are now. Cases: the store is damaged (embedded targets); it knows nothing of a"
                    + " partition that the consumer group has committed; records that it needs are not in the partition any"
                    + " more; the partition ends before them; or the topic was deleted and created again. All but the first"
                    + " are seen only with access to the cluster (kafka.bootstrap.servers), whose principal needs Describe"
                    + " on topics and group.";

    /** What to do. */
    enum OnLostHistory {
        FAIL,
        REBUILD
    }

    private HistoryOptions() {}

    /** Adds the option with its default and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "History")
                .choice(
                        ON_LOST_HISTORY_CONFIG,
                        OnLostHistory.FAIL,
                        Importance.MEDIUM,
                        ON_LOST_HISTORY_DOC,
                        "On lost history");
    }
}
