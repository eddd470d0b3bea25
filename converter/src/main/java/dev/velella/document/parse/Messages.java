package dev.velella.document.parse;

import dev.velella.document.format.MessageHandler;
import java.util.Set;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one text, by the rules of RDF Messages (W3C RSP Community Group, draft of 2026): a text announces
 * messages by a label of its version; a delimiter ends a message, which may be empty; the end of the text ends a message that
 * has a statement. Not thread-safe.
 */
final class Messages {
    /** Ends the labels of versions whose texts have messages. */
    private static final String SUFFIX = "-messages";

    private static final Set<String> KNOWN = Set.of("1.1", "1.2", "1.2-basic");

    private final @Nullable MessageHandler handler;
    private boolean isAnnounced;
    private boolean isOpen;
    private long ended;

    /**
     * @param handler takes messages if it is a {@link MessageHandler}
     * @param isAnnounced whether a media type has announced the messages
     */
    Messages(@Nullable RDFHandler handler, boolean isAnnounced) {
        this.handler = handler instanceof MessageHandler messages ? messages : null;
        if (isAnnounced) {
            announce();
        }
    }

    /** Whether a label is that of a version, with messages or without. */
    static boolean isVersion(String label) {
        return KNOWN.contains(base(label));
    }

    /** Whether a label is that of a version whose texts have messages. */
    static boolean isVersionOfMessages(String label) {
        return label.endsWith(SUFFIX) && isVersion(label);
    }

    /** Whether a label ends as those of messages do, known or not. */
    static boolean endsAsMessages(String label) {
        return label.endsWith(SUFFIX);
    }

    /** The label of the syntax of RDF, without messages. */
    static String base(String label) {
        return label.endsWith(SUFFIX) ? label.substring(0, label.length() - SUFFIX.length()) : label;
    }

    /** Whether the text has announced messages so far. */
    boolean isAnnounced() {
        return isAnnounced;
    }

    /** The text says its version. A text that has announced messages keeps them. */
    void version(String label) {
        if (isVersionOfMessages(label)) {
            announce();
        }
    }

    private void announce() {
        if (!isAnnounced) {
            isAnnounced = true;
            if (handler != null) {
                handler.messages();
            }
        }
    }

    /** A statement belongs to the open message, or opens one. */
    void statement() {
        if (!isOpen) {
            open();
        }
    }

    private void open() {
        if (handler == null && ended > 0) {
            throw new RDFParseException("a log of several RDF Messages, where one graph is expected");
        }
        isOpen = true;
    }

    /** A delimiter ends the open message, or makes an empty one. */
    void delimiter() {
        if (!isAnnounced) {
            throw new RDFParseException(
                    "a delimiter of messages in a text that announces none; write VERSION \"1.2-messages\" before it");
        }
        statement();
        close();
    }

    private void close() {
        isOpen = false;
        ended++;
        if (handler != null) {
            handler.endMessage();
        }
    }

    /** The text has ended. */
    void end() {
        if (isOpen && isAnnounced) {
            close();
        }
        if (handler == null && isAnnounced && ended == 0) {
            throw new RDFParseException("a log of RDF Messages without a message, where one graph is expected");
        }
    }
}
