package dev.velella.source.http;

import java.io.IOException;
import org.apache.kafka.connect.errors.ConnectException;

/** The content of a URL, read request by request. Used by one thread. */
interface HttpInput {
    /** Takes elements. Blocks while there are too many elements already. */
    interface Sink {
        void add(HttpElement element) throws InterruptedException;
    }

    /**
     * Makes one request and hands over the elements of its answer.
     *
     * @throws IOException if there was no answer, or it was cut off; the elements before the cut have been handed over, or
     *     will come again
     * @throws ConnectException if the answer cannot be read, now or later
     */
    void read(Sink sink) throws IOException, InterruptedException;
}
