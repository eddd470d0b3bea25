package dev.velella.source.dump;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.source.format.InputFormatException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A dump of N-Triples or N-Quads. A chunk is whole lines, so reading goes on at any chunk without parsing what is before
 * it; only the checksum of those bytes is compared. Not thread-safe.
 */
final class LinesDump implements DumpReader {
    private final DumpFile file;
    private final DumpRules rules;
    private final RdfTextReader reader;
    private final DumpTerms.Names names;

    LinesDump(DumpFile file, DocumentFormat format, DumpRules rules, DumpTerms.Names names) {
        this.file = file;
        this.rules = rules;
        this.names = names;
        reader = RdfTextReader.withTerms(format, budget -> new DumpTerms(budget, names));
    }

    @Override
    public void read(InputStream in, DumpFile.Progress progress, DumpOffset from, ChunkSink chunks)
            throws IOException, InterruptedException {
        ByteLines lines = new ByteLines(
                in, rules.statements(), rules.bytes(), rules.limits().bytes());
        skip(lines, from);
        ChunkRows rows = new ChunkRows(rules);
        long statements = from.statements();
        long linesBefore = lines.lines();
        for (ByteArrayInputStream block = lines.next(); block != null; block = lines.next()) {
            parse(block, rows, linesBefore);
            if (lines.hasDelimiter() && names.sharesLabels()) {
                throw new IOException(
                        "is a log of RDF Messages with blank nodes, whose labels name another node in each"
                                + " message: join the messages before (velella convert --no-messages), or set"
                                + " dump.blank.node.labels.keep=true if they are one dataset");
            }
            linesBefore = lines.lines();
            if (!rows.isEmpty()) {
                statements += rows.statements();
                chunks.put(rows.take(
                        new DumpOffset(statements, lines.bytes(), lines.lines(), lines.check(), false),
                        progress.bytes()));
            }
        }
    }

    private void skip(ByteLines lines, DumpOffset from) throws IOException {
        try {
            lines.skip(from.bytes(), from.lines());
        } catch (EOFException e) {
            throw changed(from, e);
        }
        if (from.bytes() > 0 && !lines.check().equals(from.check())) {
            throw changed(from, null);
        }
    }

    private InputFormatException changed(DumpOffset from, @Nullable EOFException cause) {
        return DumpReader.changed(file, "line " + from.lines(), from, cause);
    }

    private void parse(ByteArrayInputStream block, ChunkRows rows, long before) throws IOException {
        try {
            reader.read(block, rows);
        } catch (MalformedDocumentException e) {
            throw e.after(before);
        }
    }
}
