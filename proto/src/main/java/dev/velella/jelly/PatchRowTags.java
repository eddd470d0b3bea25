package dev.velella.jelly;

/** Tags of the rows of a Jelly-Patch frame, entry rows apart. */
final class PatchRowTags {
    static final int ADD = 0x12;
    static final int DELETE = 0x1A;
    static final int NAMESPACE_ADD = 0x22;
    static final int NAMESPACE_DELETE = 0x2A;
    static final int TRANSACTION_START = 0x32;
    static final int TRANSACTION_COMMIT = 0x3A;
    static final int TRANSACTION_ABORT = 0x42;
    static final int HEADER = 0x72;
    static final int PUNCTUATION = 0x7A;

    private PatchRowTags() {}
}
