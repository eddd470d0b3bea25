package dev.velella.bench.data;

import java.util.Locale;

/** What the records of a topic hold. */
public enum StreamKind {
    /** As the source connector writes them: named graphs of weather, plain graphs of BSBM. */
    GRAPHS,
    /** As the diff app writes them: what changes in the stream's graph, one transaction a patch. */
    PATCHES;

    /** As it stands in the names of figures. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
