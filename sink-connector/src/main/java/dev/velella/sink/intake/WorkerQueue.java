package dev.velella.sink.intake;

import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The worker's dead-letter queue, with an answer that can be relied on.
 *
 * <p>The worker leaves sends out of its answer that are over when it looks, and then answers as if all were well. Such are those
 * that its producer has refused at once, because the letter is too large or the topic is not to be written to: they are in the log
 * and nowhere else. So an answer that is there at once says nothing, and the letter is handed over again; a few times in a row it
 * is taken for refused. A letter that was written at once all the same is in the queue twice, which a crash may do as well.
 */
final class WorkerQueue {
    /** Option of Connect: the topic of the queue. */
    static final String TOPIC = "errors.deadletterqueue.topic.name";

    private static final String WORKERS_REPORTER = "org.apache.kafka.connect.runtime.errors.WorkerErrantRecordReporter";
    private static final int MOST_ATTEMPTS = 5;

    private final ErrantRecordReporter reporter;
    private final boolean mayKeepSilent;

    /** @param properties of the task */
    WorkerQueue(ErrantRecordReporter reporter, Map<String, String> properties) {
        this.reporter = reporter;
        String topic = properties.get(TOPIC);
        mayKeepSilent = topic != null
                && !topic.isBlank()
                && reporter.getClass().getName().equals(WORKERS_REPORTER);
    }

    /**
     * Hands a letter over.
     *
     * @return fails where the letter could not be written
     * @throws DataException if the worker's converters cannot write it
     * @throws ConnectException if the queue has refused it
     */
    Future<Void> report(SinkRecord letter, Throwable why) {
        Future<Void> written = reporter.report(letter, why);
        for (int attempt = 1; mayKeepSilent && written.isDone(); attempt++) {
            if (attempt == MOST_ATTEMPTS) {
                throw new ConnectException(
                        "the dead letter of " + InputRecord.of(letter).place()
                                + " was not taken by the worker's queue; the worker's log says why (Could not produce message to dead"
                                + " letter queue). The record is not taken for read. If the letter is too large,"
                                + " producer.override.max.request.size says for how much the connector cuts it, which must not be"
                                + " more than the worker's producer sends");
            }
            written = reporter.report(letter, why);
        }
        return written;
    }
}
