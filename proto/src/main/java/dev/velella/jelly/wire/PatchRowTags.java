package dev.velella.jelly.wire;

/** Tags of the rows of a Jelly-Patch frame, except entry rows. */
public final class PatchRowTags {
    public static final int ADD = 0x12;
    public static final int DELETE = 0x1A;
    public static final int NAMESPACE_ADD = 0x22;
    public static final int NAMESPACE_DELETE = 0x2A;
    public static final int TRANSACTION_START = 0x32;
    public static final int TRANSACTION_COMMIT = 0x3A;
    public static final int TRANSACTION_ABORT = 0x42;
    public static final int HEADER = 0x72;
    public static final int PUNCTUATION = 0x7A;

    private PatchRowTags() {}
}
