package dev.velella.kit.http.message;

import org.jspecify.annotations.Nullable;

/** A format that a client can ask for by its media type. */
public interface MediaType {
    /** In lower case, without parameters. */
    String mediaType();

    /**
     * The version of RDF with messages that the format announces, such as {@code 1.2-messages}. A client gets the format only if
     * it asks for the version, or for one that includes it. Null for a format without a version.
     */
    default @Nullable String version() {
        return null;
    }
}
