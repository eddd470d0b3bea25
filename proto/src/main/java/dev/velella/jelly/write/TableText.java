package dev.velella.jelly.write;

/**
 * A text for a lookup table, and a hint at its id in the table of one writer. The hint counts only if the serial is still
 * the same, so it is never wrong, whatever happens to the table. One object serves one table of one writer.
 */
public final class TableText {
    final String text;
    final int hash;
    int id;
    long serial = -1;

    /** A text without a hint. */
    public TableText(String text) {
        this.text = text;
        hash = text.hashCode();
    }
}
