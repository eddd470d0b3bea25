package dev.velella.record;

import dev.velella.frame.DictionaryPlace;
import dev.velella.keyframe.JellyHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of {@link RecordHeaderNames}, tolerantly:
 *
 * <ul>
 * <li>Names may be in upper or lower case.
 * <li>Of several headers with one name the last one counts.
 * <li>Quotes around the text are removed. JsonConverter writes them if it is the header converter.
 * </ul>
 *
 * <p>Stateless and thread-safe.
 */
public final class RecordHeaderReader {
    private RecordHeaderReader() {}

    /**
     * The header {@code velella}; null if there is none. The name is read in this spelling only.
     *
     * @throws UnreadableRecordException if the header does not follow its grammar, or there are several headers of this
     *     name
     */
    public static @Nullable VelellaHeader velella(Headers headers) {
        VelellaHeader found = null;
        for (Header header : headers) {
            if (!header.key().equals(RecordHeaderNames.VELELLA)) {
                continue;
            }
            if (found != null) {
                throw new UnreadableRecordException("the record has several headers " + RecordHeaderNames.VELELLA);
            }
            if (header.value() == null) {
                throw new UnreadableRecordException("header " + RecordHeaderNames.VELELLA + " is null");
            }
            try {
                found = VelellaHeader.parse(header.value());
            } catch (IllegalArgumentException e) {
                throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
            }
        }
        return found;
    }

    /**
     * Place of a patch or snapshot in its stream, as the text of the header {@code patch}; null if there is none, or the
     * header {@code velella} is malformed. The text is not checked.
     */
    public static @Nullable String patch(Headers headers) {
        Header binary = headers.lastHeader(RecordHeaderNames.VELELLA);
        if (binary != null) {
            try {
                VelellaHeader header = velella(headers);
                if (header != null && header.position() != null) {
                    return header.position().format();
                }
            } catch (UnreadableRecordException e) {
                return null;
            }
        }
        Header text = headers.lastHeader(RecordHeaderNames.PATCH);
        return text == null || text.value() == null ? null : new String(text.value(), StandardCharsets.UTF_8);
    }

    /**
     * Media type in lower case, without parameters; null if there is none. The header {@code velella} tells it too.
     *
     * @throws UnreadableRecordException if the header {@code velella} is malformed
     */
    public static @Nullable String mediaType(Headers headers) {
        VelellaHeader header = velella(headers);
        return header == null ? contentType(headers) : RecordHeaderNames.mediaType(header.kind());
    }

    /**
     * Text of the header {@code content-type} as it is, or else of the header {@code RDF-Message-Content-Type}; null if there is
     * neither.
     */
    public static @Nullable String wholeContentType(Headers headers) {
        String text = text(headers, RecordHeaderNames.CONTENT_TYPE);
        return text == null ? text(headers, RecordHeaderNames.RDF_MESSAGE) : text;
    }

    /** The same in lower case, without parameters. */
    public static @Nullable String contentType(Headers headers) {
        String text = wholeContentType(headers);
        if (text == null) {
            return null;
        }
        int parameters = text.indexOf(';');
        return (parameters < 0 ? text : text.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
    }

    /**
     * Time of the element in ms since 1970; empty if there is none.
     *
     * @throws IllegalArgumentException if the header is not a number
     * @throws UnreadableRecordException if the header {@code velella} is malformed
     */
    public static OptionalLong eventTime(Headers headers) {
        VelellaHeader header = velella(headers);
        if (header != null && header.eventTime() != null) {
            return OptionalLong.of(header.eventTime());
        }
        String text = text(headers, RecordHeaderNames.EVENT_TIME);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "header " + RecordHeaderNames.EVENT_TIME + " is not a time in ms since 1970: " + text, e);
        }
    }

    /**
     * Place of a change among the changes of its stream; null if there is none.
     *
     * @throws IllegalArgumentException if the header has another form
     */
    public static @Nullable ChangeVersion change(Headers headers) {
        String text = text(headers, RecordHeaderNames.CHANGE);
        return text == null ? null : ChangeVersion.parse(text);
    }

    /**
     * Place of the frame in its stream; null if there is no header {@code jelly}. The name is read in this spelling
     * only.
     *
     * @throws UnreadableRecordException if the header does not follow its grammar, or there are several headers of this
     *     name
     */
    public static @Nullable JellyHeader jelly(Headers headers) {
        JellyHeader found = null;
        // toArray() would be slower: its copy checks the class of every header, and waits until each header has come
        // from memory.
        for (Header header : headers) {
            if (!header.key().equals(RecordHeaderNames.JELLY)) {
                continue;
            }
            if (found != null) {
                throw new UnreadableRecordException("the record has several headers " + RecordHeaderNames.JELLY);
            }
            if (header.value() == null) {
                throw new UnreadableRecordException("header " + RecordHeaderNames.JELLY + " is null");
            }
            try {
                found = JellyHeader.parse(header.value());
            } catch (IllegalArgumentException e) {
                throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
            }
        }
        return found;
    }

    /** Whether a record is stateful, by its header; a malformed header throws as in {@link #jelly}. */
    public static boolean isStateful(Headers headers) {
        return jelly(headers) != null;
    }

    /**
     * The spelling of a header {@code jelly} that writers use, for its text in any form.
     *
     * @throws IllegalArgumentException if the text does not follow the grammar
     */
    public static String place(String text) {
        return JellyHeader.parse(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Name of the stream or writer that counts the record; empty if none does. */
    public static String streamName(Headers headers) {
        VelellaHeader second = velella(headers);
        if (second != null && second.place() != null) {
            return second.place().name();
        }
        JellyHeader header = jelly(headers);
        return header == null ? "" : header.streamName();
    }

    /** The numbers under which {@link dev.velella.frame.LossReports} knows the streams and writers of a record. */
    public static List<Long> writers(Headers headers) {
        List<Long> writers = new ArrayList<>(1);
        JellyHeader header = jelly(headers);
        if (header != null) {
            writers.add(header.stream());
        }
        VelellaHeader second = velella(headers);
        if (second != null && second.place() != null) {
            writers.add(DictionaryPlace.lossReport(second.place().writer()));
        }
        return writers;
    }

    private static @Nullable String text(Headers headers, String name) {
        byte[] value = null;
        for (Header header : headers) {
            if (header.key().equalsIgnoreCase(name)) {
                value = header.value();
            }
        }
        if (value == null) {
            return null;
        }
        String text = new String(value, StandardCharsets.UTF_8).strip();
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
