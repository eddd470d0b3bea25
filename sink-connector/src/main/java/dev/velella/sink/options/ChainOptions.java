package dev.velella.sink.options;

import dev.velella.options.OptionGroup;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The options of the sink about the chain of a stream's patches: breaks, snapshots, repeats. */
public final class ChainOptions {
    /** What to do with a patch that does not follow. */
    public static final String ON_CHAIN_BREAK_CONFIG = "on.chain.break";

    private static final String ON_CHAIN_BREAK_DOC =
            "What the sink does with a patch that does not follow the last patch of its stream, or does not lead to"
                    + " the graph whose hash it announces. fail: the task fails; earlier records stay applied. resync: this"
                    + " patch and the later patches of the stream are left out and counted, until a snapshot of the stream"
                    + " comes. dead-letter: this patch and the later patches of the stream become dead letters, and the graph"
                    + " of the stream stays as it was; needs errors.tolerance=all.";

    /** Topics of snapshots. */
    public static final String SNAPSHOT_TOPICS_CONFIG = "snapshot.topics";

    private static final String SNAPSHOT_TOPICS_DOC =
            "Topics of snapshots among those that the connector reads, each as SNAPSHOTS:PATCHES, the names of the topic of"
                    + " snapshots and of the topic of the patches of the same streams. Patches are not read before the"
                    + " snapshots that were there when the task got its partitions. Needs kafka.bootstrap.servers.";

    /** Patches by which repeats are known. */
    static final String REPEATS_REMEMBERED_CONFIG = "repeats.remembered";

    private static final String REPEATS_REMEMBERED_DOC =
            "Number of applied patches that the task remembers, over all streams, to recognise a repeated patch and"
                    + " leave it out. Repeats come for example from MirrorMaker, which copies the last records again when it"
                    + " is restarted.";

    /** What to do with a patch that does not follow: option {@code on.chain.break}. */
    public enum OnChainBreak {
        FAIL,
        RESYNC,
        DEAD_LETTER
    }

    private ChainOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Patch chain")
                .choice(
                        ON_CHAIN_BREAK_CONFIG,
                        OnChainBreak.FAIL,
                        Importance.MEDIUM,
                        ON_CHAIN_BREAK_DOC,
                        "On chain break")
                .add(
                        SNAPSHOT_TOPICS_CONFIG,
                        Type.LIST,
                        "",
                        null,
                        Importance.MEDIUM,
                        SNAPSHOT_TOPICS_DOC,
                        "Snapshot topics")
                .number(
                        REPEATS_REMEMBERED_CONFIG,
                        100_000,
                        Range.atLeast(0),
                        Importance.LOW,
                        REPEATS_REMEMBERED_DOC,
                        "Remembered patches");
    }
}
