package dev.velella.document;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.DocumentLimitException.Limit;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.MessageHandler;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log of RDF Messages, one message at a time: Turtle, TriG, N-Triples or N-Quads, or NDJSON-LD. Each message is a graph
 * of its own, so a label of a blank node names another node in each message. A message has the namespaces that hold at its end.
 * Memory holds one message. Not thread-safe.
 */
public final class MessageReader {
    /** What a reader may have taken from the input beyond the end of a message. */
    private static final int AHEAD = 1 << 16;

    /** Bytes at the beginning of a text in which an announcement is looked for. */
    private static final int BEGINNING = 1 << 16;

    /** Nobody uses the terms of a beginning. */
    private static final String ANY_BASE = "urn:x-base:";

    private final RdfTextReader.Reading reading;
    private final ReadingLimits limits;
    private final Collected collected = new Collected();
    private boolean isEnded;

    /**
     * A reader of a log, also of one that does not announce messages itself.
     *
     * @param format of the log; JSON-LD stands for NDJSON-LD
     * @param in the log, which the caller closes
     * @param base base against which relative IRIs are resolved; without a base they are errors
     * @param limits limits of each message; its bytes are counted as characters
     * @param contexts addresses of JSON-LD contexts, which are loaded if a message names them; nothing else is loaded
     * @throws IOException if the input cannot be read
     * @throws IllegalArgumentException if the format has no logs
     */
    public MessageReader(
            DocumentFormat format, InputStream in, @Nullable String base, ReadingLimits limits, Set<String> contexts)
            throws IOException {
        if (!format.hasMessages()) {
            throw new IllegalArgumentException(format + " has no logs of messages");
        }
        this.limits = limits;
        long bytes = limits.bytes() > Long.MAX_VALUE - AHEAD ? Long.MAX_VALUE : limits.bytes() + AHEAD;
        ReadingLimits ahead = new ReadingLimits(
                bytes,
                limits.statements(),
                limits.characters(),
                limits.depth(),
                limits.digits(),
                limits.time(),
                limits.isPerMebibyte(),
                limits.mayWait());
        reading = new RdfTextReader(format, base, ahead, contexts).ofMessages().open(in, collected);
    }

    /**
     * Whether a text of Turtle, TriG, N-Triples or N-Quads announces messages by its version before its first statement, within its
     * first 64 KiB. A text that is malformed there announces none: who reads it finds the error, and the place.
     *
     * @param in the text, which is read again from here afterwards
     * @throws IOException if the text cannot be read
     * @throws IllegalArgumentException if the stream cannot go back
     */
    public static boolean announcesMessages(InputStream in) throws IOException {
        if (!in.markSupported()) {
            throw new IllegalArgumentException("the stream cannot go back");
        }
        in.mark(BEGINNING);
        // The last character may be cut.
        byte[] beginning =
                new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        in.reset();
        Announcement announcement = new Announcement();
        RdfTextReader.Reading reading = new RdfTextReader(DocumentFormat.TURTLE, ANY_BASE)
                .open(new ByteArrayInputStream(beginning), announcement);
        try {
            while (!announcement.isDecided && reading.step()) {
                // the next directive
            }
        } catch (MalformedDocumentException e) {
            return false;
        }
        return announcement.isMade;
    }

    /**
     * The next message, which may be empty; null at the end.
     *
     * @throws MalformedDocumentException if the log is malformed
     * @throws DocumentLimitException if the message is above a limit
     * @throws IOException if the log cannot be read
     */
    public @Nullable RdfGraph next() throws IOException {
        reading.nextMessage();
        long begin = reading.characters();
        collected.message = null;
        while (collected.message == null && !isEnded) {
            isEnded = !reading.step();
            if (reading.characters() - begin > limits.bytes()) {
                throw new DocumentLimitException(
                        Limit.BYTES, "a message has more than the limit of " + limits.bytes() + " bytes");
            }
        }
        return collected.message;
    }

    private static final class Announcement extends AbstractRDFHandler implements MessageHandler {
        private boolean isDecided;
        private boolean isMade;

        @Override
        public void messages() {
            isDecided = true;
            isMade = true;
        }

        @Override
        public void endMessage() {
            isDecided = true;
        }

        @Override
        public void handleStatement(Statement statement) {
            isDecided = true;
        }
    }

    private static final class Collected extends AbstractRDFHandler implements MessageHandler {
        private final Map<String, String> namespaces = new HashMap<>();
        private @Nullable Map<String, String> told;
        private List<Statement> statements = new ArrayList<>();
        private @Nullable RdfGraph message;

        @Override
        public void handleNamespace(String prefix, String iri) {
            if (!iri.equals(namespaces.put(prefix, iri))) {
                told = null;
            }
        }

        @Override
        public void handleStatement(Statement statement) {
            statements.add(statement);
        }

        @Override
        public void messages() {
            // a log is expected
        }

        @Override
        public void endMessage() {
            if (told == null) {
                told = Map.copyOf(namespaces);
            }
            message = new RdfGraph(statements, told);
            statements = new ArrayList<>();
        }
    }
}
