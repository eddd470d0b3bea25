package dev.velella.jelly.write;

/**
 * An IRI, its prefix, and a hint at the id of its name in the table. The hint counts only if the serial is still the
 * same.
 */
final class CachedIri {
    final String iri;
    final int hash;
    final TableText prefix;
    final int nameHash;
    int nameId;
    long nameSerial = -1;
    /** Position of this IRI in the history of {@link IriCache}; -1 if it has none. */
    long occurrence = -1;

    CachedIri(String iri, int hash, TableText prefix) {
        this.iri = iri;
        this.hash = hash;
        this.prefix = prefix;
        nameHash = StringTable.tailHash(hash, prefix.hash, iri.length() - prefix.text.length());
    }
}
