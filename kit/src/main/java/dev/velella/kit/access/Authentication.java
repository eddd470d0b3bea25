package dev.velella.kit.access;

import dev.velella.kit.secret.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a client at an HTTP server. The client sends them with every request, and does not wait until the
 * server asks for them. Immutable; {@link #toString} shows no secret.
 */
public final class Authentication {
    /** No credentials: the client sends no header {@code Authorization}. */
    public static final Authentication NONE = new Authentication(null, SecretMask.NONE);

    private final @Nullable String header;
    private final SecretMask mask;

    private Authentication(@Nullable String header, SecretMask mask) {
        this.header = header;
        this.mask = mask;
    }

    /** HTTP Basic; user and password in UTF-8. */
    public static Authentication basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        String encoded = Base64.getEncoder().encodeToString(pair);
        return new Authentication("Basic " + encoded, SecretMask.of(List.of(encoded, password)));
    }

    /** A bearer token. */
    public static Authentication bearer(String token) {
        return new Authentication("Bearer " + token, SecretMask.of(List.of(token)));
    }

    /** Value of the header {@code Authorization}; empty if there are no credentials. */
    public Optional<String> header() {
        return Optional.ofNullable(header);
    }

    /** Hides the credentials in texts of the server, which may repeat them. */
    public SecretMask mask() {
        return mask;
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
