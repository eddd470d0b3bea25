package dev.velella.sink.intake;

import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The worker's dead-letter queue, with a reliable answer.
 *
 * <p>The worker answers with a future, but it leaves out sends that are already finished, and then answers with
 * success. So if its producer refuses a letter at once, because the letter is too large or the topic must not be
 * written, only the log says so. Therefore an answer that is finished at once proves nothing, and the letter is handed
 * over again. After a few such answers in a row the letter counts as refused. If the letter was really written at once,
 * it is in the queue twice; the same can happen at a crash.
 */
final class WorkerQueue {
    /** Option of Connect: the topic of the queue. */
    static final String TOPIC = "errors.deadletterqueue.topic.name";

    private static final String WORKERS_REPORTER = "org.apache.kafka.connect.runtime.errors.WorkerErrantRecordReporter";
    private static final int MOST_ATTEMPTS = 5;

    private final ErrantRecordReporter reporter;
    private final boolean mayKeepSilent;

    /** @param properties options of the task */
    WorkerQueue(ErrantRecordReporter reporter, Map<String, String> properties) {
        this.reporter = reporter;
        String topic = properties.get(TOPIC);
        mayKeepSilent = topic != null
                && !topic.isBlank()
                && reporter.getClass().getName().equals(WORKERS_REPORTER);
    }

    /**
     * Hands a letter to the worker.
     *
     * @return a future that fails if the letter could not be written
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
                                + " letter queue). The record counts as not read. If the letter is too large,"
                                + " producer.override.max.request.size says for how much the connector cuts it, which must not be"
                                + " more than the worker's producer sends");
            }
            written = reporter.report(letter, why);
        }
        return written;
    }
}
