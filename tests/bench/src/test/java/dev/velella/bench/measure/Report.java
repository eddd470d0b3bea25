package dev.velella.bench.measure;

/** Tables of one suite. An implementation gets the suite's {@link Figures} when it is made, and shows each that is there. */
@FunctionalInterface
public interface Report {
    /** Adds its tables, in the order of the page. A figure that is missing is a dash. */
    void addTo(MarkdownTables tables);
}
