package dev.velella.sink.remote;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who the sink is at a remote store: sent with every request, unasked. Immutable; its text holds no secret. */
public final class Authentication {
    /** Nobody. */
    public static final Authentication NONE = new Authentication(null);

    private final @Nullable String header;

    private Authentication(@Nullable String header) {
        this.header = header;
    }

    /** HTTP Basic; user and password in UTF-8. */
    public static Authentication basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Authentication("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** A bearer token. */
    public static Authentication bearer(String token) {
        return new Authentication("Bearer " + token);
    }

    /** Value of the header {@code Authorization}; empty for nobody. */
    public Optional<String> header() {
        return Optional.ofNullable(header);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Authentication authentication && Objects.equals(header, authentication.header);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(header);
    }

    @Override
    public String toString() {
        return header == null ? "none" : header.substring(0, header.indexOf(' ')) + " [hidden]";
    }
}
