package dev.velella.source.http;

import dev.velella.jelly.format.Limits;
import dev.velella.secret.ShownUrl;
import dev.velella.source.payload.PayloadOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Opens what the options describe. */
public final class HttpInputs {
    private HttpInputs() {}

    /** Whether the URL is one of a stream that is resumed by a counter. */
    public static boolean isResumable(AbstractConfig config) {
        return url(config).contains(HttpOptions.OFFSET);
    }

    private static String url(AbstractConfig config) {
        return HttpOptions.URL.of(config);
    }

    /**
     * What tells one URL from another in Connect's offset storage, which others may read: the URL, and where it is not shown
     * whole, a part of its SHA-256.
     */
    public static String identity(AbstractConfig config) {
        String url = url(config);
        return ShownUrl.hides(url) ? ShownUrl.of(url) + "#" + digest(url) : url;
    }

    private static String digest(String url) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** The path of the URL without its first slash: the topic of a document. */
    public static String path(AbstractConfig config) {
        String path = URI.create(url(config).replace(HttpOptions.OFFSET, "0")).getPath();
        return path == null || path.isEmpty() ? "" : path.substring(1);
    }

    /**
     * A reader that goes on behind the stored offset; not started.
     *
     * @param limits of documents and frames
     * @param mediaTypes that are read
     * @param stored offset; null where there is none
     * @param counts what is counted
     * @throws ConnectException if the offset is none of such a URL
     */
    public static HttpReader reader(
            AbstractConfig config,
            Limits limits,
            List<String> mediaTypes,
            @Nullable Map<String, ?> stored,
            HttpCounts counts) {
        HttpFetch fetch = new HttpFetch(config, counts);
        HttpInput input = isResumable(config)
                ? new CounterInput(
                        fetch,
                        url(config),
                        HttpOptions.COUNTER_KEY.of(config),
                        HttpOptions.COUNTER_FORMAT.of(config).equals("text"),
                        limits,
                        CounterOffset.fromMap(stored, HttpOptions.COUNTER_START.of(config)))
                : new DocumentInput(
                        fetch,
                        URI.create(url(config)),
                        String.join(", ", mediaTypes),
                        PayloadOptions.CONTENT_TYPE.orNull(config),
                        limits,
                        DocumentOffset.fromMap(stored));
        return new HttpReader(input, config, counts);
    }
}
