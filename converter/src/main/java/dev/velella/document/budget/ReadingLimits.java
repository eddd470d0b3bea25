package dev.velella.document.budget;

import java.time.Duration;

/**
 * Limits of memory and time for reading one document from an untrusted sender. They hold while the document is read,
 * also inside of the libraries that read it.
 *
 * @param bytes most bytes, decompressed
 * @param statements most statements, or rows of a patch
 * @param characters most characters of all IRIs and literals together. A short name can stand for a long IRI; the IRI
 *     counts each time
 * @param depth deepest nesting of brackets, of JSON or of XML, in levels
 * @param digits longest number of JSON, in characters; its exponent may be at most the same number
 * @param time most processor time of the reading thread; the time in which the thread waits does not count
 * @param isPerMebibyte whether the time is for each mebibyte of the input that is begun; else it is for the whole input
 * @param mayWait whether the reading thread may wait for a server, as it does to load a context of JSON-LD. If not, a document
 *     that needs a context which is not in memory is above the limit of time
 */
public record ReadingLimits(
        long bytes,
        long statements,
        long characters,
        int depth,
        int digits,
        Duration time,
        boolean isPerMebibyte,
        boolean mayWait) {

    /** Deepest nesting by default. */
    public static final int DEFAULT_DEPTH = 200;

    /** Longest number by default. */
    public static final int DEFAULT_DIGITS = 1000;

    /** Time for a document that is read as one element by default. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(10);

    /** Statements of an element by default; two elements of this size fit into a heap of 1 GB. */
    public static final int DEFAULT_STATEMENTS = 250_000;

    /** Bytes of an element by default. */
    public static final int DEFAULT_BYTES = 16 << 20;

    /** For files of any size that are read statement by statement: a minute for each mebibyte. */
    public static final ReadingLimits OF_FILES = new ReadingLimits(
            Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, DEFAULT_DEPTH, DEFAULT_DIGITS, Duration.ofMinutes(1), true);

    /**
     * Checks all limits.
     *
     * @throws IllegalArgumentException if a limit is not positive
     */
    public ReadingLimits {
        if (bytes < 1
                || statements < 1
                || characters < 1
                || depth < 1
                || digits < 1
                || time.isNegative()
                || time.isZero()) {
            throw new IllegalArgumentException("limits of reading must be positive");
        }
    }

    /** Limits of a thread that may wait. */
    public ReadingLimits(
            long bytes, long statements, long characters, int depth, int digits, Duration time, boolean isPerMebibyte) {
        this(bytes, statements, characters, depth, digits, time, isPerMebibyte, true);
    }

    /** Limits for a document that becomes one graph in memory. Its terms may have four characters for each byte. */
    public static ReadingLimits ofElement(long bytes, long statements) {
        return new ReadingLimits(bytes, statements, 4 * bytes, DEFAULT_DEPTH, DEFAULT_DIGITS, DEFAULT_TIME, false);
    }
}
