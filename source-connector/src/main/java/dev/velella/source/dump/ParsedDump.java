package dev.velella.source.dump;

import dev.velella.document.budget.CountedInputStream;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.InputFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CancellationException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;

/**
 * A dump in a format in which statements build on what stands before them: Turtle, TriG, RDF/XML, Jelly. To go on at a
 * chunk it is parsed from its start, and the hash of the statements before is compared. Not thread-safe.
 */
final class ParsedDump implements DumpReader {
    private final DumpFile file;
    private final DumpRules rules;
    private final DumpTerms.Names names;

    ParsedDump(DumpFile file, DumpRules rules, DumpTerms.Names names) {
        this.file = file;
        this.rules = rules;
        this.names = names;
    }

    @Override
    public void read(InputStream in, DumpFile.Progress progress, DumpOffset from, ChunkSink chunks)
            throws IOException, InterruptedException {
        Cutter cutter = new Cutter(progress, from, chunks);
        if (file.format() == null) {
            readJelly(in, cutter);
        } else {
            RdfTextReader.withTerms(file.format(), budget -> new DumpTerms(budget, names))
                    .read(in, cutter);
        }
        cutter.end();
    }

    private void readJelly(InputStream in, Cutter cutter) throws IOException {
        ReadingBudget budget = new ReadingBudget(ReadingLimits.OF_FILES);
        DumpTerms terms = new DumpTerms(budget, names);
        InputStream counted = new CountedInputStream(in) {
            @Override
            protected void count(long n) {
                budget.bytes(n);
            }
        };
        long frame = 0;
        try (JellyStreamReader frames =
                new JellyStreamReader(counted, terms, rules.limits().frames())) {
            for (RdfGraph graph = frames.next(); graph != null; graph = frames.next()) {
                frame++;
                graph.namespaces().forEach(cutter::handleNamespace);
                graph.statements().forEach(cutter::handleStatement);
            }
        } catch (MalformedJellyException e) {
            String row = e.row() < 0 ? "" : "row " + e.row() + ", ";
            throw new InputFormatException(
                    file.path(), "frame " + (frame + 1) + ": " + row + "byte " + e.offset(), e.reason(), e);
        }
    }

    /** Leaves out the statements that were emitted before, and cuts the others into chunks. */
    private final class Cutter extends AbstractRDFHandler {
        private final DumpFile.Progress progress;
        private final DumpOffset from;
        private final ChunkSink chunks;
        private final ChunkRows rows = new ChunkRows(rules);
        private long statements;
        private long hash = GraphHash.EMPTY;

        Cutter(DumpFile.Progress progress, DumpOffset from, ChunkSink chunks) {
            this.progress = progress;
            this.from = from;
            this.chunks = chunks;
        }

        private boolean isSkipping() {
            return statements < from.statements();
        }

        @Override
        public void handleNamespace(String prefix, String iri) {
            if (!isSkipping()) {
                rows.handleNamespace(prefix, iri);
            }
        }

        @Override
        public void handleStatement(Statement given) {
            Statement statement = rows.placed(given);
            boolean isSkipped = isSkipping();
            statements++;
            hash += GraphHash.of(statement);
            if (!isSkipped) {
                rows.add(statement);
                cutIfFull();
            } else if (!isSkipping()) {
                check();
            } else if (chunks.isClosed()) {
                throw new CancellationException();
            }
        }

        private void check() {
            if (!GraphHash.format(hash).equals(from.check())) {
                throw DumpReader.changed(file, "statement " + statements, from, null);
            }
        }

        private void cutIfFull() {
            if (rows.isFull()) {
                try {
                    cut();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new CancellationException();
                }
            }
        }

        private void cut() throws InterruptedException {
            chunks.put(rows.take(new DumpOffset(statements, 0, 0, GraphHash.format(hash), false), progress.bytes()));
        }

        void end() throws InterruptedException {
            if (isSkipping()) {
                throw DumpReader.changed(file, "statement " + statements, from, null);
            }
            if (!rows.isEmpty()) {
                cut();
            }
        }
    }
}
