package dev.velella.sink.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** The options of the sink about the chain of a stream's patches: breaks, snapshots, repeats. */
public final class ChainOptions {
    /** How a patch that does not follow its chain is handled. */
    public static final Option<OnChainBreak> ON_CHAIN_BREAK = Option.choice("on.chain.break", OnChainBreak.FAIL)
            .medium()
            .label("On chain break")
            .doc(
                    "What the sink does with a patch that does not follow the last patch of its stream, or does not lead to"
                            + " the graph whose hash it announces. fail: the task fails; earlier records stay applied. resync: this"
                            + " patch and the later patches of the stream are left out and counted, until a snapshot of the stream"
                            + " comes. dead-letter: this patch and the later patches of the stream become dead letters, and the graph"
                            + " of the stream stays as it was; needs errors.tolerance=all.");

    /** Topics of snapshots. */
    public static final Option<List<String>> SNAPSHOT_TOPICS = Option.list("snapshot.topics")
            .medium()
            .label("Snapshot topics")
            .doc(
                    "Topics of snapshots among those that the connector reads, each as SNAPSHOTS:PATCHES, the names of the topic of"
                            + " snapshots and of the topic of the patches of the same streams. Patches are not read before the"
                            + " snapshots that were there when the task got its partitions. Needs kafka.bootstrap.servers. Default: by their"
                            + " names, as patches-snapshots:patches for topics=patches,patches-snapshots.");

    /** Number of recent patches that are remembered, to recognize repeats. */
    static final Option<Integer> REPEATS_REMEMBERED = Option.number("repeats.remembered", 100_000)
            .atLeast(0)
            .label("Remembered patches")
            .doc(
                    "Number of applied patches that the task remembers, over all streams, to recognise a repeated patch and"
                            + " leave it out. Repeats come for example from MirrorMaker, which copies the last records again when it"
                            + " is restarted.");

    /** How a patch that does not follow its chain is handled: option {@code on.chain.break}. */
    public enum OnChainBreak {
        FAIL,
        RESYNC,
        DEAD_LETTER
    }

    private ChainOptions() {}

    /** Adds the options with their types, defaults and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Patch chain").add(ON_CHAIN_BREAK, SNAPSHOT_TOPICS, REPEATS_REMEMBERED);
    }
}
