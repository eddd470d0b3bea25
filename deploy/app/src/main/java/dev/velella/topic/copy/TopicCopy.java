package dev.velella.topic.copy;

import dev.velella.failure.UserException;
import dev.velella.log.Begin;
import dev.velella.log.LogException;
import dev.velella.log.Reading;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import dev.velella.topic.TopicQuery;
import dev.velella.topic.TopicSession;
import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes records of a topic once more, into another topic or to the end of the same one: each as a record that stands alone, all
 * in one transaction. Not thread-safe.
 */
public final class TopicCopy {
    private final TopicQuery query;
    private final String to;
    private final boolean abortedOnly;

    /**
     * @param query the records that are read
     * @param to topic of the copies, which must be there
     * @param abortedOnly whether only records of aborted transactions are copied; then the query must read uncommitted
     *     records too
     */
    public TopicCopy(TopicQuery query, String to, boolean abortedOnly) {
        this.query = query;
        this.to = to;
        this.abortedOnly = abortedOnly;
    }

    /**
     * Copies the records, and writes a line for each partition and one for all.
     *
     * @throws LogException if a record cannot be decoded or copied; then nothing is written
     * @throws UserException if the topic cannot be written, or the command was interrupted
     */
    public void run(TopicSession session) throws IOException {
        TopicAccess written = query.access().withTopic(to);
        try (TopicReader known = new TopicReader(written, 1)) {
            known.spans(Set.of(), new Begin.Latest());
        }
        AbortedRecords aborted = abortedOnly ? AbortedRecords.of(query, session.reader()::isStopped) : null;
        RecordCopy copy = new RecordCopy(to, query.limits().frames());
        try (CopyTransaction transaction = new CopyTransaction(written)) {
            for (Span span : session.spans()) {
                Copying copying = new Copying(session, copy, transaction, aborted);
                session.reader().read(span, copying);
                copying.report(session.out(), query.access().topic() + "-" + span.partition());
            }
            if (session.reader().isStopped()) {
                throw new UserException("interrupted, and nothing was written");
            }
            transaction.commit();
            session.out().write(transaction.sent() + " records written to topic " + to + " in one transaction\n");
        }
    }

    /** One partition. */
    private static final class Copying implements TopicReader.Records {
        private final TopicSession session;
        private final RecordCopy copy;
        private final CopyTransaction transaction;

        /** Null if all records are copied. */
        private final @Nullable AbortedRecords aborted;

        private long read;
        private long copied;
        private long open;

        Copying(TopicSession session, RecordCopy copy, CopyTransaction transaction, @Nullable AbortedRecords aborted) {
            this.session = session;
            this.copy = copy;
            this.transaction = transaction;
            this.aborted = aborted;
        }

        /** Every record is decoded, as later ones may build on it. */
        @Override
        public void record(ConsumerRecord<byte[], byte[]> record) {
            read++;
            Reading reading = session.interpreter().read(record);
            if (aborted == null || aborted.contain(record)) {
                transaction.send(copy.of(reading));
                copied++;
            } else if (aborted.isOpen(record)) {
                open++;
            }
        }

        @Override
        public void deleted(int partition, long from, long to) {
            throw new LogException("partition " + partition + ": the offsets " + from + " to " + (to - 1)
                    + " were deleted before they were read; nothing was written");
        }

        void report(Writer out, String partition) throws IOException {
            String left = open == 0 ? "" : "; behind the begin of a transaction that is still open: " + open;
            out.write(partition + ": " + copied + " of " + read + " records" + left + "\n");
        }
    }
}
