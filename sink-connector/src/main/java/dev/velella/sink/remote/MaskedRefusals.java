package dev.velella.sink.remote;

import dev.velella.kit.secret.SecretMask;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.protocol.HttpContext;

/**
 * Cuts the body of every answer that is no success, and masks the sink's own secrets in the rest, before any other code
 * reads it. This is necessary because a server may repeat the request's headers, and its answer gets into RDF4J's
 * exceptions, their causes and so into Connect's status.
 */
record MaskedRefusals(SecretMask mask) implements HttpResponseInterceptor {
    private static final int MOST_BYTES = 4096;
    private static final int MOST_REASON = 100;

    @Override
    public void process(HttpResponse response, HttpContext context) {
        if (response.getStatusLine().getStatusCode() / 100 == 2) {
            return;
        }
        String reason = response.getStatusLine().getReasonPhrase();
        response.setReasonPhrase(reason == null ? "" : excerpt(reason));
        for (Header header : response.getAllHeaders()) {
            if (!header.getName().equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)) {
                response.setHeader(header.getName(), mask.masked(String.valueOf(header.getValue())));
            }
        }
        HttpEntity entity = response.getEntity();
        if (entity != null) {
            ByteArrayEntity begin = new ByteArrayEntity(begin(response, entity));
            begin.setContentType(entity.getContentType());
            response.removeHeaders(HttpHeaders.CONTENT_LENGTH);
            response.removeHeaders(HttpHeaders.CONTENT_ENCODING);
            response.setEntity(begin);
        }
    }

    private String excerpt(String reason) {
        String masked = mask.masked(reason);
        return masked.length() <= MOST_REASON ? masked : masked.substring(0, MOST_REASON) + "...";
    }

    private byte[] begin(HttpResponse response, HttpEntity entity) {
        byte[] read = {};
        boolean whole = false;
        try {
            InputStream in = entity.getContent();
            read = in.readNBytes(MOST_BYTES);
            whole = read.length < MOST_BYTES || in.read() < 0;
            if (whole) {
                in.close();
            }
        } catch (IOException e) {
            // the text of the answer stays unknown
        } finally {
            if (!whole) {
                end(response);
            }
        }
        String text = new String(read, StandardCharsets.UTF_8);
        return (whole ? mask.masked(text) : mask.maskedBegin(text)).getBytes(StandardCharsets.UTF_8);
    }

    /** Closes the connection, because the rest of the answer is not needed. */
    private static void end(HttpResponse response) {
        try {
            if (response instanceof Closeable connection) {
                connection.close();
            }
        } catch (IOException e) {
            // the connection is not used any more
        }
    }
}
