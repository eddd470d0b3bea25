package dev.velella.sink.endpoint;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Answers the requests of one path. Several threads may call a route at the same time. */
interface Route {
    /**
     * Reads the request and writes the answer.
     *
     * @throws HttpFault to answer with an error; this reaches the client only if the response is not yet committed
     */
    void answer(HttpExchange request, Response response) throws IOException;
}
