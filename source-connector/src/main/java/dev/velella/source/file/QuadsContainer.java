package dev.velella.source.file;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.jspecify.annotations.Nullable;

/**
 * Flat N-Quads: an element begins at each new graph name. A statement of the default graph belongs to the named graph
 * that is its subject, and must stand next to that graph's statements, before or after. Elements that follow each other
 * under the same name are one element. The VERSION and MESSAGE lines of an RDF message log mean nothing here.
 *
 * <p>Parses block by block. An error in a block is kept back until the statements before it are used up.
 */
final class QuadsContainer implements ElementContainer {
    /** A line of a message log that is no statement; a statement never begins with a letter. */
    private static final Pattern LOG_LINE = Pattern.compile("(?dm)^[ \\t]*(VERSION[ \\t].*|MESSAGE[ \\t\\r]*)$");

    private final InputStream decompressed;
    private final LineBlocks blocks;
    private final NumberingParser parser = DocumentParser.settings(new NumberingParser());
    private final ElementLimits limits;
    private final Deque<Line> ready = new ArrayDeque<>();
    private @Nullable RDFParseException failure;
    private long linesBeforeBlock;

    QuadsContainer(InputStream decompressed, ElementLimits limits) throws IOException {
        this.decompressed = decompressed;
        this.blocks = new LineBlocks(DocumentParser.utf8(decompressed), limits.bytes());
        this.limits = limits;
        parser.setRDFHandler(new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                ready.add(new Line(linesBeforeBlock + parser.line(), statement));
            }
        });
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        Line first = peek();
        if (first == null) {
            return null;
        }
        Resource name = first.graphName();
        Line orphan = first.isDefaultGraph() ? first : null;
        List<Statement> statements = new ArrayList<>();
        for (Line line = first; line != null && line.graphName().equals(name); line = peek()) {
            if (statements.size() == limits.statements()) {
                throw StatementCollector.tooMany(limits.statements());
            }
            statements.add(ready.remove().statement());
            orphan = line.isDefaultGraph() ? orphan : null;
        }
        if (orphan != null) {
            throw orphan.hasNoGraph();
        }
        return RdfGraph.of(statements);
    }

    @Override
    public boolean skip() throws IOException {
        return next() != null;
    }

    /** Parses the last lines only: a file that was cut off within a line is found, and no more can be known. */
    @Override
    public void drain() throws IOException {
        ready.clear();
        String last = null;
        for (String block = blocks.next(); block != null; block = blocks.next()) {
            countLines(last);
            last = block;
        }
        if (last != null) {
            parse(last);
            ready.clear();
        }
        throwFailure();
    }

    @Override
    public String place() {
        return "";
    }

    @Override
    public void close() throws IOException {
        decompressed.close();
    }

    private @Nullable Line peek() throws IOException {
        while (ready.isEmpty()) {
            throwFailure();
            String block = blocks.next();
            if (block == null) {
                return null;
            }
            parse(block);
        }
        return ready.peek();
    }

    private void parse(String block) throws IOException {
        try {
            parser.parse(new StringReader(LOG_LINE.matcher(block).replaceAll("#")), null);
        } catch (RDFParseException e) {
            failure = new RDFParseException(e.getMessage(), e, linesBeforeBlock + parser.line(), -1);
        }
        countLines(block);
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    private void countLines(@Nullable String block) {
        if (block != null) {
            linesBeforeBlock += block.chars().filter(c -> c == '\n').count();
        }
    }

    /**
     * A statement and where it stands.
     *
     * @param number of the line in the file, from 1
     */
    private record Line(long number, Statement statement) {

        boolean isDefaultGraph() {
            return statement.getContext() == null;
        }

        /** The graph whose element this statement belongs to. */
        Resource graphName() {
            return isDefaultGraph() ? statement.getSubject() : statement.getContext();
        }

        RDFParseException hasNoGraph() {
            return new RDFParseException(
                    "a statement of the default graph must stand next to the named graph that it is about, and there is"
                            + " none named " + statement.getSubject(),
                    number,
                    -1);
        }
    }

    /** Tells the number of the line being parsed. */
    private static final class NumberingParser extends NQuadsParser {
        NumberingParser() {
            super(new VerifiedIris());
        }

        long line() {
            return lineNo;
        }
    }
}
