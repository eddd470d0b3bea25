package dev.velella.verify;

/** What a comparison of a store with its topics has found. */
public enum Verdict {
    /** The store is what the topics say. */
    EQUAL("equal"),
    /** So it is, but the store gives some literals in a form of its own, with the same values. */
    EQUAL_BY_VALUE("equal by value"),
    /** The topics or the store do not tell all. */
    UNDECIDED("undecided"),
    /** The store holds something else. */
    DIFFERENT("different");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** As reports have it. */
    @Override
    public String toString() {
        return words;
    }
}
