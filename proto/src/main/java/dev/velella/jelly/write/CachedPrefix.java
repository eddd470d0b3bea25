package dev.velella.jelly.write;

/** A prefix, and a hint at its id in the table. The hint counts only if the serial is still the same. */
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
