package dev.velella.sink.routing;

import dev.velella.kit.secret.ShownUrl;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The address of one store that a record names. Immutable.
 *
 * @param url address of the store
 * @param updates address for its updates; null if there is no other
 */
public record Route(String url, @Nullable String updates) {
    /** The address for messages, without secrets. */
    @Override
    public String toString() {
        return ShownUrl.of(URI.create(url));
    }
}
