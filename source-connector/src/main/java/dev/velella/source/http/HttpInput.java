package dev.velella.source.http;

import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;

/** What stands at a URL, request by request. Used by one thread. */
interface HttpInput {
    /** Takes elements; waits where there are too many. */
    interface Sink {
        void add(HttpElement element) throws InterruptedException;
    }

    /**
     * Makes one request and hands over what it brings.
     *
     * @throws HttpFailure if there was no answer or an error
     * @throws IOException if the answer was cut; what came before has been handed over, or will come again
     * @throws ConnectException if the answer cannot be read, and will not be
     */
    void read(Sink sink) throws HttpFailure, IOException, InterruptedException;
}
