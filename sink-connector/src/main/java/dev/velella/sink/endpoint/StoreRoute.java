package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import java.io.IOException;

/** Answers the requests of one path, in the thread of the request. Several threads may call a route at the same time. */
interface StoreRoute {
    /**
     * Writes the answer.
     *
     * @throws HttpFault to answer with an error; this reaches the client only if nothing was sent yet
     */
    void answer(ServerRequest request, Reply response) throws IOException;
}
