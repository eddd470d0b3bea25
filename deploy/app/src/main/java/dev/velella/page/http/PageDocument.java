package dev.velella.page.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An answer that is sent as a whole. Immutable. */
final class PageDocument {
    private final int status;
    private final String type;
    private final byte[] content;

    /**
     * @param status status of HTTP
     * @param type media type
     * @param content the bytes; not changed any more
     */
    PageDocument(int status, String type, byte[] content) {
        this.status = status;
        this.type = type;
        this.content = content;
    }

    /** The answer to a request that failed. */
    static PageDocument of(PageFault fault) {
        String reason = fault.getMessage() + "\n";
        return new PageDocument(fault.status(), "text/plain; charset=utf-8", reason.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the status says that all is well. */
    boolean isOk() {
        return status == 200;
    }

    void send(HttpExchange exchange) throws IOException {
        PageAnswer.send(exchange, status, type, content);
    }
}
