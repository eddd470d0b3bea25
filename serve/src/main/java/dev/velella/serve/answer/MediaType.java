package dev.velella.serve.answer;

/** A format that a client can ask for by its media type. */
public interface MediaType {
    /** In lower case, without parameters. */
    String mediaType();
}
