package dev.velella.sink.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;

/** The option of the sink for the case that the store and the topics no longer fit. */
public final class HistoryOptions {
    /** How the sink reacts if the store and the topics no longer fit. */
    public static final Option<OnLostHistory> ON_LOST_HISTORY = Option.choice("on.lost.history", OnLostHistory.FAIL)
            .medium()
            .label("On lost history")
            .doc(
                    "What to do when the store cannot go on from where it stands. In each case the task first proves whether the topics can"
                            + " build the store again: they have their beginning, or snapshots cover what retention has removed (snapshot.topics)."
                            + " If they cannot, the task fails, changes nothing, and says the way out. If they can, 'fail' lets the task fail too, and"
                            + " 'rebuild' builds a new store in a directory beside this one, which takes its place when it is complete; this one is kept."
                            + " A store on a server is never emptied. An embedded store that knows nothing of a partition is filled in both cases."
                            + " Cases: the store is damaged (embedded targets); it knows nothing of a partition that the consumer group has committed;"
                            + " records that it needs are not in the partition any more; the partition ends before them; or the topic was deleted and"
                            + " created again. They are seen only with access to the cluster (kafka.bootstrap.servers), whose principal needs Describe"
                            + " on topics and group, and Read on topics that retention has cut.");

    /** Name of the connector in whose place this one goes on. */
    public static final Option<String> TAKE_OVER = Option.text("take.over")
            .medium()
            .label("Take over from")
            .doc("Name of another connector in whose place this one goes on, such as the name that this connector had"
                    + " before. The rows that the store keeps of that connector, for the topics of this one, become rows of"
                    + " this connector, in one transaction: this connector goes on where the other stopped, and nothing is applied"
                    + " twice. The other connector must be gone; if it still runs, it fails. Where the store has no rows of"
                    + " that connector any more, the option has no effect. Without this option, a connector fails if another"
                    + " one has applied the same partition to the same store.");

    /** The reactions of the sink. */
    enum OnLostHistory {
        FAIL,
        REBUILD
    }

    private HistoryOptions() {}

    /** Adds the option with its default and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "History").add(ON_LOST_HISTORY, TAKE_OVER);
    }
}
