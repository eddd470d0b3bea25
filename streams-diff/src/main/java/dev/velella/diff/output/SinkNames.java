package dev.velella.diff.output;

/** Names of the sinks of the topology. */
public final class SinkNames {
    public static final String PATCHES = "patches";
    public static final String DEAD_LETTERS = "dead-letters";
    public static final String LATE = "late-elements";
    public static final String SNAPSHOTS = "snapshots";

    private SinkNames() {}
}
