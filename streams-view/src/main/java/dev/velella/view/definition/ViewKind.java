package dev.velella.view.definition;

import java.util.Locale;

/** What a view is defined by. The name in lower case is the value of {@code kind} in a definition. */
public enum ViewKind {
    /** A CONSTRUCT query. Its answer is a graph. */
    CONSTRUCT,
    /** A SELECT query. Its answer is rows with a key. */
    SELECT,
    /** A graph of SHACL shapes. Its answer is the violations, as a graph and as rows. */
    SHACL,
    /** Rules. Its answer is the graph of the statements that follow. */
    RULES;

    /** The name as definitions write it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the answer is a graph. */
    public boolean hasGraph() {
        return this != SELECT;
    }

    /** Whether the answer has rows. */
    public boolean hasRows() {
        return this == SELECT || this == SHACL;
    }
}
