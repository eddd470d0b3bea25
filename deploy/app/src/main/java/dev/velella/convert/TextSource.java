package dev.velella.convert;

import dev.velella.convert.file.MalformedInputException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.MessageHandler;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.document.write.GraphTarget;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/** Reads the text formats of RDF. */
final class TextSource {
    private final DataFormat format;
    private final RdfTextReader reader;
    private final @Nullable BadLines bad;

    /**
     * A source of statements.
     *
     * @param base IRI that resolves relative IRIs; null if relative IRIs are errors
     * @param bad takes the lines that cannot be read; null if they are errors
     */
    TextSource(DataFormat format, @Nullable String base, ReadingLimits limits, @Nullable BadLines bad) {
        this.format = format;
        this.bad = bad;
        reader = new RdfTextReader(format.document(), base, limits);
        if (format.isLog()) {
            reader.ofMessages();
        }
        if (bad != null) {
            reader.leavingOut(bad);
        }
    }

    /**
     * Reads the whole input as one graph.
     *
     * @throws dev.velella.document.budget.MalformedDocumentException if the input is malformed, or has several messages
     * @throws MalformedInputException if it has lines, and none of them can be read
     */
    void readInto(GraphTarget target, InputStream in) throws IOException {
        read(new Handler(target), in);
    }

    /**
     * Reads the whole input, which may be a log of several messages.
     *
     * @throws dev.velella.document.budget.MalformedDocumentException as {@link #readInto}
     */
    void readMessagesInto(GraphTarget target, InputStream in) throws IOException {
        read(new LogHandler(target), in);
    }

    private void read(Handler handler, InputStream in) throws IOException {
        try {
            reader.read(in, handler);
            if (bad != null && bad.count() > 0 && !handler.hasStatements) {
                throw new MalformedInputException("none of its " + bad.count() + " lines is " + format.title()
                        + ": is it another format? (--from)");
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Hands the parser's events to the target. */
    private static class Handler extends AbstractRDFHandler {
        final GraphTarget target;
        private boolean hasStatements;

        Handler(GraphTarget target) {
            this.target = target;
        }

        @Override
        public void handleNamespace(String prefix, String iri) {
            try {
                target.namespace(prefix, iri);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void handleStatement(Statement statement) {
            hasStatements = true;
            try {
                target.statement(statement);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Hands on the messages too. */
    private static final class LogHandler extends Handler implements MessageHandler {
        LogHandler(GraphTarget target) {
            super(target);
        }

        @Override
        public void messages() {
            try {
                target.messages();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void endMessage() {
            try {
                target.endMessage();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
