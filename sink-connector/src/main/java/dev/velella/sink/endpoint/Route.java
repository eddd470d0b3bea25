package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Answers the requests of one path. Called by several threads at a time. */
interface Route {
    /**
     * Writes the answer, from reading the request on.
     *
     * @throws HttpFault for an answer that is an error; only before the response is committed it reaches the client
     */
    void answer(HttpExchange request, Response response) throws IOException;
}
