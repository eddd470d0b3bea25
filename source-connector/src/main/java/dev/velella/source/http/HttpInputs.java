package dev.velella.source.http;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.source.fetch.HttpFetch;
import dev.velella.source.payload.PayloadOptions;
import dev.velella.source.task.BackgroundReader;
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

/** Opens the HTTP input that the options describe. */
public final class HttpInputs {
    private HttpInputs() {}

    /** Whether the URL is a stream that is resumed by a counter. */
    public static boolean isResumable(AbstractConfig config) {
        return url(config).contains(HttpOptions.OFFSET);
    }

    private static String url(AbstractConfig config) {
        return HttpOptions.URL.of(config);
    }

    /**
     * The identity of a URL in Connect's offset storage, which others may read: the URL without its secrets. If parts
     * of the URL are hidden, a part of its SHA-256 is added.
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
     * Creates a reader that goes on after the stored offset. The reader is not started.
     *
     * @param reading limits of documents, frames and messages
     * @param mediaTypes media types that can be read
     * @param stored offset; null if there is none
     * @param counts counts to update
     * @throws ConnectException if the offset does not fit this kind of URL
     */
    static BackgroundReader<HttpElement> reader(
            AbstractConfig config,
            ReadingLimits reading,
            List<String> mediaTypes,
            @Nullable Map<String, ?> stored,
            HttpCounts counts) {
        String type = PayloadOptions.CONTENT_TYPE.orNull(config);
        Limits limits = PayloadOptions.frameLimits(reading);
        HttpFetch fetch = new HttpFetch(HttpOptions.fetch(config), counts.requests, counts.bytes);
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
                        type == null ? String.join(", ", mediaTypes) : type.strip() + ", */*;q=0.1",
                        type,
                        limits,
                        PayloadOptions.logs(config, reading),
                        path(config),
                        DocumentOffset.fromMap(stored));
        return HttpReading.reader(input, config, counts);
    }
}
