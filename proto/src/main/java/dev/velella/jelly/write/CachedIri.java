package dev.velella.jelly.write;

/** An IRI, how it is split, and where its name was found in the table; a hint that is checked by its serial. */
final class CachedIri {
    final String iri;
    final int hash;
    final CachedPrefix prefix;
    final int nameHash;
    int nameId;
    long nameSerial = -1;
    /** Where {@link IriCache} has it in its history. */
    long occurrence = -1;

    CachedIri(String iri, int hash, CachedPrefix prefix) {
        this.iri = iri;
        this.hash = hash;
        this.prefix = prefix;
        nameHash = StringTable.tailHash(hash, prefix.hash, iri.length() - prefix.text.length());
    }
}
