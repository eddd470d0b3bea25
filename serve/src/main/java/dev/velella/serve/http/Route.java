package dev.velella.serve.http;

import dev.velella.serve.http.message.Answer;
import dev.velella.serve.http.message.HttpFault;
import dev.velella.serve.http.message.ServeRequest;

/** Answers the requests of a path. Thread-safe. */
interface Route {
    /**
     * The answer to a request with the method GET, or POST if the route takes it.
     *
     * @throws HttpFault if there is an error instead
     * @throws dev.velella.serve.select.UnavailableException if the answer cannot be complete at the moment
     */
    Answer answer(ServeRequest request);

    /** Whether the route takes POST. */
    default boolean takesPost() {
        return false;
    }

    /** How many times larger a body may be than the option says. */
    default int bodyFactor() {
        return 1;
    }
}
