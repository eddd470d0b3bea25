package dev.velella.view.options;

/** What the records of the input topic hold. */
public enum InputKind {
    /** Whole graphs, or records that become graphs. */
    GRAPHS,
    /** Patches of the diff app. */
    PATCHES
}
