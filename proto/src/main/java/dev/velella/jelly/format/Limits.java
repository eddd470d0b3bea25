package dev.velella.jelly.format;

/**
 * Limits for frames. A decoder accepts nothing above them from an untrusted sender, and an encoder refuses to write it.
 * Nothing is allocated for an announced length that is above its limit.
 *
 * <p>A decoder builds IRIs from prefix and name. These IRIs take more memory than the frame. Therefore one IRI may have
 * at most {@code maxStringBytes}, and all IRIs that are built in one frame together four times {@code maxFrameBytes},
 * counted in characters. A row of a few bytes can repeat terms of any length. Therefore repetitions of terms of more
 * than 256 characters may stand for at most 64 times {@code maxFrameBytes} of text in one frame.
 *
 * @param maxNames largest name table, in entries
 * @param maxPrefixes largest prefix table, in entries
 * @param maxDatatypes largest datatype table, in entries
 * @param maxFrameBytes largest frame, in bytes
 * @param maxRows most rows in one frame
 * @param maxStringBytes longest single string, in bytes of UTF-8
 * @param maxTableBytes most bytes of UTF-8 in the three tables together
 * @param maxNesting deepest quoted triple, in levels, at most 1000; 0 allows none
 * @param maxStatements most statements in one frame of graphs that is read, whatever its other rows are; a decoder
 *     stops at the limit with a {@link JellyLimitException}
 */
public record Limits(
        int maxNames,
        int maxPrefixes,
        int maxDatatypes,
        int maxFrameBytes,
        int maxRows,
        int maxStringBytes,
        int maxTableBytes,
        int maxNesting,
        int maxStatements) {

    /** Table limits of the reference implementation; frames up to 64 MiB; as many statements as rows. */
    public static final Limits DEFAULT =
            new Limits(4096, 1024, 256, 64 << 20, 10_000_000, 16 << 20, 64 << 20, 32, Integer.MAX_VALUE);

    public Limits {
        if (maxNames < 8
                || maxPrefixes < 0
                || maxDatatypes < 0
                || maxFrameBytes < 1
                || maxRows < 1
                || maxStringBytes < 1
                || maxTableBytes < 1
                || maxStatements < 1
                || maxNesting < 0
                || maxNesting > 1000) {
            throw new IllegalArgumentException(
                    "limits must be positive, maxNames at least 8, and maxNesting at most 1000");
        }
    }

    /** These limits with another limit for the bytes of a frame. */
    public Limits withMaxFrameBytes(int bytes) {
        return new Limits(
                maxNames,
                maxPrefixes,
                maxDatatypes,
                bytes,
                maxRows,
                maxStringBytes,
                maxTableBytes,
                maxNesting,
                maxStatements);
    }

    /** These limits with another limit for the rows of a frame. */
    public Limits withMaxRows(int rows) {
        return new Limits(
                maxNames,
                maxPrefixes,
                maxDatatypes,
                maxFrameBytes,
                rows,
                maxStringBytes,
                maxTableBytes,
                maxNesting,
                maxStatements);
    }

    /** These limits with another limit for the bytes of a string. */
    public Limits withMaxStringBytes(int bytes) {
        return new Limits(
                maxNames,
                maxPrefixes,
                maxDatatypes,
                maxFrameBytes,
                maxRows,
                bytes,
                maxTableBytes,
                maxNesting,
                maxStatements);
    }

    /** These limits with another limit for the statements of a frame. */
    public Limits withMaxStatements(int statements) {
        return new Limits(
                maxNames,
                maxPrefixes,
                maxDatatypes,
                maxFrameBytes,
                maxRows,
                maxStringBytes,
                maxTableBytes,
                maxNesting,
                statements);
    }
}
