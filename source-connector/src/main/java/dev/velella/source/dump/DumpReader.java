package dev.velella.source.dump;

import dev.velella.source.format.InputFormatException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements of a dump, in the order of the file, and cuts them into chunks. Besides its declared exceptions it
 * throws those of the parsers.
 */
interface DumpReader {
    /**
     * Reads to the end.
     *
     * @param in decompressed bytes
     * @param from offset up to which an earlier reading has come
     * @param chunks takes the chunks after that offset
     * @throws InputFormatException if the dump is not the one that was read up to the offset
     * @throws InterruptedException if nobody takes the chunks any more
     */
    void read(InputStream in, DumpFile.Progress progress, DumpOffset from, ChunkSink chunks)
            throws IOException, InterruptedException;

    /** The reader for a file. */
    static DumpReader of(DumpFile file, String input, DumpRules rules) {
        DumpTerms.Names names = new DumpTerms.Names(input, rules.keepsLabels());
        return file.lines()
                .<DumpReader>map(format -> new LinesDump(file, format, rules, names))
                .orElseGet(() -> new ParsedDump(file, rules, names));
    }

    /** The error for a dump that is not the one that was read before. */
    static InputFormatException changed(DumpFile file, String place, DumpOffset from, @Nullable Throwable cause) {
        String reason = "the dump is not the one of which " + from.statements()
                + " statements were loaded: the file, or an option that changes its statements, has changed. Restore it; or"
                + " reset the connector's offsets to load the dump from its start";
        return cause == null
                ? new InputFormatException(file.path(), place, reason)
                : new InputFormatException(file.path(), place, reason, cause);
    }
}
