package dev.velella.kit.http;

import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import java.util.List;

/** Answers the requests of a path. Thread-safe. */
public interface Route {
    /** The methods of a route that reads. */
    List<String> READING = List.of("GET", "HEAD");

    /** The methods of a route that reads and takes what it needs to know for it as a body too. */
    List<String> READING_OR_POST = List.of("GET", "HEAD", "POST");

    /**
     * The answer to a request with one of the methods.
     *
     * @throws HttpFault if there is an error instead
     */
    Answer answer(ServerRequest request);

    /** The methods that the route answers, in the order in which the header Allow names them. */
    default List<String> methods() {
        return READING;
    }

    /** How many times larger a body may be than the bounds of the server say. */
    default int bodyFactor() {
        return 1;
    }

    /** Whether no credentials are needed. */
    default boolean isOpen() {
        return false;
    }

    /** Whether this is a document that people open in a browser: links of other sites may lead to it. */
    default boolean isLinked() {
        return false;
    }
}
