package dev.velella.kit.http.message;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer before it is written. Not thread-safe. */
public final class Answer {
    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final @Nullable Content content;
    private final boolean endless;
    private final @Nullable Writing writing;
    private boolean compressed = true;

    private Answer(int status, @Nullable Content content, boolean endless) {
        this(status, content, endless, null);
    }

    private Answer(int status, @Nullable Content content, boolean endless, @Nullable Writing writing) {
        this.status = status;
        this.content = content;
        this.endless = endless;
        this.writing = writing;
    }

    /** Writes an answer. */
    public interface Writing {
        /**
         * Writes the whole answer, and ends it.
         *
         * @throws IOException if it cannot be completed; the connection is broken then
         */
        void write(Reply reply) throws IOException;
    }

    /**
     * An answer that is made by what writes it, in the thread of the request. While it is written, it holds the thread, also if
     * the client is slow: a route bounds the number of such answers.
     */
    public static Answer written(Writing writing) {
        return new Answer(200, null, false, writing);
    }

    /** Status 200 and a content in a format. */
    public static Answer of(MediaType format, Content content) {
        boolean text = format.mediaType().startsWith("text/");
        String version = format.version() == null ? "" : "; version=" + format.version();
        return new Answer(200, content, false)
                .header("Content-Type", format.mediaType() + version + (text ? "; charset=utf-8" : ""))
                .header("Vary", "Accept, Accept-Encoding");
    }

    /** Status 200 and a content that has no end. */
    public static Answer endless(MediaType format, Content content) {
        return new Answer(200, content, true)
                .header("Content-Type", format.mediaType() + "; charset=utf-8")
                .header("Vary", "Accept, Accept-Encoding");
    }

    /** A status and a content that is sent as it is, such as the answer of another instance. */
    public static Answer asIs(int status, Content content) {
        Answer answer = new Answer(status, content, false);
        answer.compressed = false;
        return answer;
    }

    /** A status without content. */
    public static Answer empty(int status) {
        return new Answer(status, null, false);
    }

    /** A status with a line of text. */
    public static Answer text(int status, String line) {
        String text = line.replaceAll("\\s+", " ").strip() + "\n";
        return new Answer(status, new BytesContent(text.getBytes(StandardCharsets.UTF_8)), false)
                .header("Content-Type", "text/plain; charset=utf-8");
    }

    /** A status and a document. */
    public static Answer document(int status, String mediaType, byte[] bytes) {
        return new Answer(status, new BytesContent(bytes), false).header("Content-Type", mediaType);
    }

    /** Status 200 and a text. */
    public static Answer document(String mediaType, String text) {
        return document(200, mediaType, text.getBytes(StandardCharsets.UTF_8));
    }

    public Answer header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    @Nullable
    public Content content() {
        return content;
    }

    /** What writes the answer; null if it has a content or nothing. */
    @Nullable
    public Writing writing() {
        return writing;
    }

    public boolean isEndless() {
        return endless;
    }

    public boolean mayBeCompressed() {
        return compressed;
    }
}
