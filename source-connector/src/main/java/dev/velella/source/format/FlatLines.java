package dev.velella.source.format;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.parse.StarLinesParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements of N-Triples or N-Quads that announce no RDF Messages, and the delimiters of messages between them. In
 * logs of an earlier form a delimiter is a comment {@code # @message}; {@code VERSION} lines are skipped.
 *
 * <p>Parses block by block. An error in a block is thrown after the statements before the error were taken. Not
 * thread-safe.
 */
final class FlatLines {
    /**
     * Lines of a message log that are no statements. The pattern is safe because a statement never begins with a
     * letter.
     */
    private static final Pattern LOG_LINE =
            Pattern.compile("(?dm)^[ \\t]*(?:VERSION[ \\t].*|(MESSAGE|#[ \\t]*@message)[ \\t\\r]*)$");

    private static final Pattern COMMENT_DELIMITER = Pattern.compile("(?dm)^[ \\t]*#[ \\t]*@message[ \\t\\r]*$");

    private static final int BEGINNING = 1 << 16;

    private final InputStream decompressed;
    private final LineBlocks blocks;
    private final NumberingParser parser = VerifiedTerms.settings(new NumberingParser());
    private final Deque<Item> ready = new ArrayDeque<>();
    private @Nullable RDFParseException failure;
    private @Nullable String first;
    private long linesBefore;

    /**
     * A statement or a delimiter in the file.
     *
     * @param line its line number, from 1
     * @param statement null for a delimiter
     */
    record Item(long line, @Nullable Statement statement) {
        boolean isDelimiter() {
            return statement == null;
        }

        RDFParseException error(String reason) {
            return new RDFParseException(reason, line, -1);
        }
    }

    /** @param triples whether a statement with a graph name is an error */
    FlatLines(InputStream decompressed, ElementLimits limits, boolean triples) throws IOException {
        this.decompressed = decompressed;
        blocks = new LineBlocks(DocumentParser.utf8(decompressed), limits.bytes());
        first = blocks.next();
        parser.setRDFHandler(new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                if (triples && statement.getContext() != null) {
                    throw new RDFParseException("a graph name, and N-Triples have none", parser.line(), -1);
                }
                ready.add(new Item(linesBefore + parser.line(), statement));
            }
        });
    }

    /** Whether the first block has a delimiter of the earlier form. */
    boolean beginAsMessages() {
        return first != null && COMMENT_DELIMITER.matcher(first).find();
    }

    /** Whether the first 64 KiB of a text have a delimiter of the earlier form. The text is read again afterwards. */
    static boolean hasCommentDelimiter(InputStream in) throws IOException {
        in.mark(BEGINNING);
        String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
        in.reset();
        return COMMENT_DELIMITER.matcher(beginning).find();
    }

    /** The next statement or delimiter, which is not removed; null at the end. */
    @Nullable
    Item peek() throws IOException {
        while (ready.isEmpty()) {
            throwFailure();
            String block = nextBlock();
            if (block == null) {
                return null;
            }
            parse(block);
        }
        return ready.peek();
    }

    /** Removes the statement or delimiter that {@link #peek} returned. */
    void remove() {
        ready.remove();
    }

    /**
     * Reads to the end and parses the last lines only. This finds a file that was cut off within a line; another cut
     * cannot be found.
     */
    void drain() throws IOException {
        ready.clear();
        String last = null;
        for (String block = nextBlock(); block != null; block = nextBlock()) {
            countLines(last);
            last = block;
        }
        if (last != null) {
            parse(last);
            ready.clear();
        }
        throwFailure();
    }

    void close() throws IOException {
        decompressed.close();
    }

    private @Nullable String nextBlock() throws IOException {
        String block = first == null ? blocks.next() : first;
        first = null;
        return block;
    }

    private void parse(String block) throws IOException {
        Matcher line = LOG_LINE.matcher(block);
        int begin = 0;
        try {
            while (line.find()) {
                parseStatements(block.substring(begin, line.start()));
                if (line.group(1) != null) {
                    ready.add(new Item(linesBefore + 1, null));
                }
                begin = line.end();
            }
            parseStatements(block.substring(begin));
        } catch (RDFParseException e) {
            failure = new RDFParseException(e.getMessage(), e, linesBefore + parser.line(), -1);
        }
    }

    private void parseStatements(String lines) throws IOException {
        if (!lines.isBlank()) {
            parser.parse(new StringReader(lines), null);
        }
        countLines(lines);
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    private void countLines(@Nullable String lines) {
        if (lines != null) {
            linesBefore += lines.chars().filter(c -> c == '\n').count();
        }
    }

    /** A parser with access to the number of the current line. */
    private static final class NumberingParser extends StarLinesParser {
        NumberingParser() {
            super(new VerifiedIris(), true);
        }

        long line() {
            return lineNo;
        }
    }
}
