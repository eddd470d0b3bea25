package dev.velella.source.http;

import dev.velella.jelly.Limits;
import dev.velella.source.payload.PayloadOptions;
import java.net.URI;
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
        return config.getString(HttpOptions.URL_CONFIG);
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
                        config.getString(HttpOptions.COUNTER_KEY_CONFIG),
                        config.getString(HttpOptions.COUNTER_FORMAT_CONFIG).equals("text"),
                        limits,
                        CounterOffset.fromMap(stored, config.getLong(HttpOptions.COUNTER_START_CONFIG)))
                : new DocumentInput(
                        fetch,
                        URI.create(url(config)),
                        String.join(", ", mediaTypes),
                        config.getString(PayloadOptions.CONTENT_TYPE_CONFIG),
                        limits,
                        DocumentOffset.fromMap(stored));
        return new HttpReader(input, config, counts);
    }
}
