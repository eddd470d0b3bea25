package dev.velella.kit.http.message;

/** A format that a client can ask for by its media type. */
public interface MediaType {
    /** In lower case, without parameters. */
    String mediaType();
}
