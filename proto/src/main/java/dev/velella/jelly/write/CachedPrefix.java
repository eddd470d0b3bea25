package dev.velella.jelly.write;

/** A prefix and where it was found in the table; a hint that is checked by its serial. */
final class CachedPrefix {
    final String text;
    final int hash;
    int id;
    long serial = -1;

    CachedPrefix(String text) {
        this.text = text;
        hash = text.hashCode();
    }
}
